#include <omp.h>
#include "fault.h"

#pragma omp begin declare target
void step(const float *in, float *out, float *both, int n);

void step(const float *in, float *out, float *both, int n)
{
    int t = omp_get_thread_num(), threads = omp_get_num_threads();
#if FAULT == 1
    if (t >= n) /* ALSO 1 */
        return;
#endif
    for (int i = t; i < n; i += threads)
        both[i] = in[i] + 1;
#pragma omp barrier /* HERE 1 */
    for (int i = t; i < n; i += threads)
        out[i] = both[n - 1 - i] + n;
}
#pragma omp end declare target
