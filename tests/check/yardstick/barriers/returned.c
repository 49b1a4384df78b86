/* A thread that has nothing to do goes on to the barrier all the same.
   files: returned_other.c
   fault 1 barriers barrier: it returns before
   clean: status 0 */
#include <omp.h>
#include "fault.h"

#pragma omp begin declare target
void step(const float *in, float *out, float *both, int n);
#pragma omp end declare target

int main(void)
{
    enum { N = 20 };
    float in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = i;
#pragma omp target map(to: in) map(from: out)
    {
        float both[N];
#pragma omp parallel num_threads(32)
        step(in, out, both, N); /* ALSO 1 */
    } /* ALSO 1 */
    for (int i = 0; i < N; i++)
        MUST(out[i] == 2 * N - 1 - i + 1);
    return DONE;
}
