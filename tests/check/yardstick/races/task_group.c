/* Tasks of the host, each with a region of its own.
   fault 1 races total: the tasks share the sum of their regions
   fault 2 races part: the host adds up before the group has ended
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { PARTS = 4, N = 64 };
    int part[PARTS] = {0}, total = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
    {
#if FAULT != 2
#pragma omp taskgroup
#endif
        for (int p = 0; p < PARTS; p++) {
#pragma omp target nowait map(tofrom: part[p:1]) firstprivate(p) /* HERE 2 */
            for (int i = 0; i < N; i++)
                part[p] += 1; /* HERE 2 */
#if FAULT == 1
#pragma omp target nowait map(tofrom: total)
            total += 1; /* HERE 1 */
#endif
        }
        for (int p = 0; p < PARTS; p++)
            total += part[p]; /* HERE 2 */
    }
    MUST(total == PARTS * N);
    return DONE;
}
