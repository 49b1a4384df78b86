/* A thread waits for what another one tells.
   fault 1 endless,barriers told: the other one waits first, too
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    int threads = 0;
#pragma omp target map(tofrom: threads)
    {
        int told[2] = {0, 0};
#pragma omp parallel num_threads(2)
        {
            int t = omp_get_thread_num(), seen = omp_get_num_threads() < 2;
#if FAULT != 1
#pragma omp atomic write release
            told[t] = 1;
#endif
            while (!seen) { /* HERE 1 */
#pragma omp atomic read acquire
                seen = told[1 - t]; /* HERE 1 */
            }
#if FAULT == 1
#pragma omp atomic write release
            told[t] = 1;
#endif
#pragma omp atomic
            threads++;
        }
    }
    MUST(threads > 0);
    return DONE;
}
