/* A map inside of another moves nothing: the variable is there already.
   fault 1 stale a: always is left out on the inner construct, whose result the host reads at once
   fault 2 stale b: the same for what the host has set
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 33 };
    int a[N] = {0}, b[N] = {0};
#pragma omp target data map(tofrom: a) map(to: b)
    {
        for (int i = 0; i < N; i++)
            b[i] = i; /* ALSO 2 */
#if FAULT == 1
#pragma omp target parallel for map(always, to: b) map(tofrom: a) /* ALSO 1 */
#elif FAULT == 2
#pragma omp target parallel for map(to: b) map(always, tofrom: a) /* ALSO 2 */
#else
#pragma omp target parallel for map(always, to: b) map(always, tofrom: a)
#endif
        for (int i = 0; i < N; i++)
            a[i] += b[i]; /* HERE 2, ALSO 1 */
        MUST(a[N - 1] == N - 1); /* HERE 1 */
    }
    return DONE;
}
