/* A result is the host's when the data region has ended.
   fault 1 stale y: the host reads it before
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 80 };
    float y[N] = {0}, first = 0;
#pragma omp target data map(tofrom: y) /* ALSO 1 */
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            y[i] = i + 1; /* ALSO 1 */
#if FAULT == 1
        first = y[0]; /* HERE 1 */
#endif
    }
#if FAULT != 1
    first = y[0];
#endif
    MUST(first == 1);
    return DONE;
}
