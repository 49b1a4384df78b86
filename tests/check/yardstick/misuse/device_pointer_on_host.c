/* Memory of the device is reached by copies.
   fault 1 misuse d: the host stores to it
   fault 2 misuse d: the host reads it by memcpy
   fault 3 misuse d: the address of a mapped array on the device, dereferenced by the host
   clean: status 0 */
#include <omp.h>
#include <string.h>
#include "fault.h"

int main(void)
{
    enum { N = 10 };
    int device = omp_get_default_device(), host = omp_get_initial_device(), one = 7;
    int h[N] = {0}, a[N] = {1, 2, 3}, *p = a, seen = 1;
    int *d = omp_target_alloc(sizeof h, device); /* ALSO 1 2 */
#pragma omp target is_device_ptr(d)
    for (int i = 0; i < N; i++)
        d[i] = i;
#if FAULT == 1
    d[2] = one; /* HERE 1 */
#else
    omp_target_memcpy(d + 2, &one, sizeof one, 0, 0, device, host);
#endif
#if FAULT == 2
    memcpy(h, d, sizeof h); /* HERE 2 */
#else
    omp_target_memcpy(h, d, sizeof h, 0, 0, host, device);
#endif
#if FAULT == 3
#pragma omp target data map(to: p[:N]) use_device_ptr(p)
#else
#pragma omp target data map(to: p[:N])
#endif
    seen = p[0]; /* HERE 3 */
    MUST(h[2] == 7 && h[9] == 9 && seen == 1);
    omp_target_free(d, device);
    return DONE;
}
