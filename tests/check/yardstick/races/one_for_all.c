/* One thread sets what all threads use.
   fault 1 races x: single with nowait
   fault 2 races y: masked has no barrier of its own
   fault 3 races x: the next single comes while others still read
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { THREADS = 48 };
    int out[THREADS] = {0}, threads = 0;
#pragma omp target map(tofrom: out, threads) thread_limit(THREADS)
    {
        int x = 0, y = 0;
#pragma omp parallel num_threads(THREADS)
        {
            int t = omp_get_thread_num(), sum;
#pragma omp single PICK(1, nowait, )
            x = 5; /* HERE 1 */
            sum = x; /* HERE 1 3 */
#pragma omp masked
            {
                y = 6; /* HERE 2 */
                threads = omp_get_num_threads();
            }
#if FAULT != 2
#pragma omp barrier
#endif
            sum += y; /* HERE 2 */
            out[t] = sum;
#if FAULT == 3
            sum = x; /* HERE 3 */
#endif
#pragma omp single nowait
            x = 7; /* HERE 3 */
        }
    }
    for (int i = 0; i < threads; i++)
        MUST(out[i] == 11);
    return DONE;
}
