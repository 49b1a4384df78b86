/* A reduced variable has its value when the loop's barrier is passed.
   fault 1 races sum: the loop has nowait
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { N = 100, THREADS = 32 };
    int out[THREADS], threads = 0;
#pragma omp target map(tofrom: threads) map(from: out) thread_limit(THREADS)
    {
        int sum = 0;
#pragma omp parallel num_threads(THREADS)
        {
#pragma omp for reduction(+: sum) PICK(1, nowait, ) /* HERE 1 */
            for (int i = 0; i < N; i++)
                sum += i; /* HERE 1 */
            out[omp_get_thread_num()] = sum; /* HERE 1 */
#pragma omp masked
            threads = omp_get_num_threads();
        }
    }
    for (int t = 0; t < threads; t++)
        MUST(out[t] == N * (N - 1) / 2);
    return DONE;
}
