/* A lock for each account.
   fault 1 races balance: the lock is of another account
   fault 2 races balance: the one that gives is not locked
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { ACCOUNTS = 4, N = 80 };
    long balance[ACCOUNTS] = {0}, sum = 0;
#pragma omp target map(tofrom: balance)
    {
        omp_lock_t lock[ACCOUNTS];
        for (int k = 0; k < ACCOUNTS; k++)
            omp_init_lock(&lock[k]);
#pragma omp parallel for num_threads(16) schedule(static, 1)
        for (int i = 0; i < N; i++) {
            int from = i % ACCOUNTS, to = (i * 3 + 1) % ACCOUNTS;
#if FAULT != 2
            omp_set_lock(&lock[from]);
#endif
            balance[from] -= i; /* HERE 1 2 */
#if FAULT != 2
            omp_unset_lock(&lock[from]);
#endif
            omp_set_lock(&lock[PICK(1, i / 7 % ACCOUNTS, to)]);
            balance[to] += i; /* HERE 1 2 */
            omp_unset_lock(&lock[PICK(1, i / 7 % ACCOUNTS, to)]);
        }
        for (int k = 0; k < ACCOUNTS; k++)
            omp_destroy_lock(&lock[k]);
    }
    for (int k = 0; k < ACCOUNTS; k++)
        sum += balance[k];
    MUST(sum == 0);
    return DONE;
}
