/* Two locks, taken by all threads in the same order.
   fault 1 barriers lock: odd threads take them the other way round
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    int sum = 0, threads = 0;
#pragma omp target map(tofrom: sum, threads)
    {
        omp_lock_t lock[2];
        omp_init_lock(&lock[0]);
        omp_init_lock(&lock[1]);
#pragma omp parallel num_threads(32)
        {
            int first = PICK(1, omp_get_thread_num() % 2, 0);
#if FAULT == 1
#pragma omp barrier
#endif
            omp_set_lock(&lock[first]); /* HERE 1 */
            for (int k = 0; k < 20; k++) { /* somebody else may come here meanwhile */
#pragma omp atomic
                threads += k == 0;
            }
            omp_set_lock(&lock[!first]); /* HERE 1 */
            sum++;
            omp_unset_lock(&lock[!first]);
            omp_unset_lock(&lock[first]);
        }
        omp_destroy_lock(&lock[0]);
        omp_destroy_lock(&lock[1]);
    }
    MUST(sum == threads);
    return DONE;
}
