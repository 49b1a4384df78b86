/* A few coefficients change at each step, and come with the region.
   fault 1 stale c: always is left out: they are there already
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 48 };
    double c[2] = {0}, u[N];
    for (int i = 0; i < N; i++)
        u[i] = 0;
#pragma omp target data map(to: c) map(tofrom: u) /* ALSO 1 */
    for (int step = 0; step < 4; step++) {
        c[0] = step;
        c[1] = 2 * step; /* ALSO 1 */
#if FAULT == 1
#pragma omp target teams distribute parallel for map(to: c) /* ALSO 1 */
#else
#pragma omp target teams distribute parallel for map(always, to: c)
#endif
        for (int i = 0; i < N; i++)
            u[i] += c[i % 2]; /* HERE 1 */
    }
    MUST(u[0] == 6 && u[1] == 12);
    return DONE;
}
