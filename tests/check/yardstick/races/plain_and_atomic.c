/* A shared counter: all of its accesses must be atomic.
   fault 1 races ticket: one thread looks at it without
   fault 2 races ticket: the thread that resets it stores without
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 400 };
    int ticket = 0, taken[N], late = 0;
#pragma omp target teams distribute parallel for map(tofrom: ticket, late) map(from: taken)
    for (int i = 0; i < N; i++) {
        int mine, now;
#pragma omp atomic capture
        mine = ticket++; /* HERE 1 2 */
        taken[mine % N] = 1;
        if (i == 17) {
#if FAULT == 2
            ticket = 0; /* HERE 2 */
#endif
#if FAULT != 1
#pragma omp atomic read
#endif
            now = ticket; /* HERE 1 */
            late = now > 0;
        }
    }
    MUST(late == 1 && ticket == N);
    for (int i = 0; i < N; i++)
        MUST(taken[i] == 1);
    return DONE;
}
