/* Memory that the program takes from the device, filled by copies.
   fault 1 uninit d: the copy is left out
   fault 2 uninit d: it brings bytes where elements were meant
   fault 3 uninit d: it begins one element late
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { N = 64 };
    int device = omp_get_default_device(), host = omp_get_initial_device(), even = 0;
    long h[N];
    for (int i = 0; i < N; i++)
        h[i] = i;
    long *d = omp_target_alloc(sizeof h, device); /* ALSO 1 2 3 */
#if FAULT != 1
    omp_target_memcpy(d, h, PICK(2, N, PICK(3, sizeof h - 8, sizeof h)), PICK(3, 8, 0), PICK(3, 8, 0), device, host);
#endif
#pragma omp target parallel for is_device_ptr(d) reduction(+: even) map(tofrom: even) /* HERE 1 2 3 */
    for (int i = 0; i < N; i++)
        even += d[i] % 2 == 0 ? 1 : 0; /* HERE 1 2 3 */
    MUST(even == N / 2); /* ALSO 1 2 3 */
    omp_target_free(d, device);
    return DONE;
}
