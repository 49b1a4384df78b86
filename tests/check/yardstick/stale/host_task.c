/* A task of the host prepares the next input while the array is mapped.
   fault 1 stale in: the update does not wait for the task: it comes before it
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 50 };
    int in[N], sum = 0;
    for (int i = 0; i < N; i++)
        in[i] = 0;
#pragma omp target data map(to: in) map(tofrom: sum)
    {
#if FAULT == 1
#pragma omp target update to(in)
#endif
#pragma omp task shared(in)
        for (int i = 0; i < N; i++)
            in[i] = i; /* ALSO 1 */
#pragma omp taskwait
#if FAULT != 1
#pragma omp target update to(in)
#endif
#pragma omp target teams distribute parallel for reduction(+: sum)
        for (int i = 0; i < N; i++)
            sum += in[i]; /* HERE 1 */
    }
    MUST(sum == N * (N - 1) / 2);
    return DONE;
}
