/* What is mapped, or taken from the device, is given back.
   demand: leaks
   fault 1 misuse a: no exit data
   fault 2 misuse d: no omp_target_free
   fault 3 misuse a: entered twice, left once
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    int n = 30, device = omp_get_default_device();
    int *a = calloc(n, sizeof *a);
    int *d = omp_target_alloc(n * sizeof *d, device); /* HERE 2 */
#pragma omp target enter data map(to: a[:n]) /* HERE 1 3 */
#if FAULT == 3
#pragma omp target enter data map(to: a[:n]) /* HERE 3 */
#endif
#pragma omp target is_device_ptr(d)
    for (int i = 0; i < n; i++)
        a[i] = d[i] = i;
#pragma omp target update from(a[:n])
#if FAULT != 1
#pragma omp target exit data map(release: a[:n])
#endif
#if FAULT != 2
    omp_target_free(d, device);
#endif
    MUST(a[n - 1] == n - 1);
#if FAULT == 0
    free(a);
#endif
    return DONE;
}
