/* A function with a barrier, that all threads call the same number of times.
   fault 1 barriers barrier: it is called in iterations of a shared loop
   fault 2 barriers barrier: each thread calls it as often as its number says
   clean: status 0 */
#include <omp.h>
#include "fault.h"

#pragma omp begin declare target
static void meet(int *count)
{
#pragma omp atomic
    (*count)++;
#pragma omp barrier /* HERE 1 2 */
}
#pragma omp end declare target

int main(void)
{
    int count = 0, threads = 0;
#pragma omp target map(tofrom: count, threads)
#pragma omp parallel num_threads(8)
    {
        int n = omp_get_num_threads();
#pragma omp masked
        threads = n;
#if FAULT == 1
#pragma omp for schedule(static, 1)
#endif
        for (int i = 0; i < PICK(1, 3 * n + 1, 3) + PICK(2, omp_get_thread_num() % 2, 0); i++)
            meet(&count); /* HERE 1 2 */
    }
    MUST(count == 3 * threads);
    return DONE;
}
