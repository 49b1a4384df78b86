/* Several steps on the device, the host looks at the array in between.
   fault 1 stale a: the update from the device is left out
   fault 2 stale a: the host sets the boundary, the update to the device is left out
   clean: status 0 */
#include "fault.h"

int main(void)
{
    int n = 100;
    double *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target data map(tofrom: a[:n]) /* ALSO 1 2 */
    for (int step = 1; step <= 3; step++) {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] += 1; /* ALSO 1, HERE 2 */
#if FAULT != 1
#pragma omp target update from(a[:n])
#endif
        MUST(a[5] == 5 + step); /* HERE 1 */
        a[0] = 10 * step; /* ALSO 2 */
#if FAULT != 2
#pragma omp target update to(a[:1])
#endif
    }
    MUST(a[0] == 30 && a[n - 1] == n + 2);
    free(a);
    return DONE;
}
