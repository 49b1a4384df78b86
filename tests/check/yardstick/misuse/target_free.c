/* omp_target_free takes what omp_target_alloc gave, once.
   fault 1 misuse d: twice
   fault 2 misuse h: memory of the host
   fault 3 misuse d: an address within
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { N = 16 };
    int device = omp_get_default_device();
    long *h = calloc(N, sizeof *h), *d = omp_target_alloc(N * sizeof *d, device); /* ALSO 1 2 3 */
#pragma omp target is_device_ptr(d) map(tofrom: h[:N])
    for (int i = 0; i < N; i++)
        h[i] = d[i] = i;
    omp_target_free(PICK(2, h, d + PICK(3, 2, 0)), device); /* HERE 2 3, ALSO 1 */
#if FAULT == 1
    omp_target_free(d, device); /* HERE 1 */
#endif
    MUST(h[3] == 3);
    if (FAULT != 2)
        free(h);
    return DONE;
}
