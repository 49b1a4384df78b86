/* The program associates memory of the host with some of the device that it took itself.
   fault 1 stale h: without an update nothing moves to the device
   fault 2 stale h: nor back
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { N = 25 };
    int device = omp_get_default_device();
    static int h[N];
    int *d = omp_target_alloc(sizeof h, device);
    for (int i = 0; i < N; i++)
        h[i] = i;
    omp_target_memcpy(d, h, sizeof h, 0, 0, device, omp_get_initial_device());
    int associated = device != omp_get_initial_device() && omp_target_associate_ptr(h, d, sizeof h, 0, device) == 0;
    h[4] = 50; /* ALSO 1 */
#if FAULT != 1
#pragma omp target update to(h)
#endif
#pragma omp target map(tofrom: h)
    h[4] += 1; /* HERE 1, ALSO 2 */
#if FAULT != 2
#pragma omp target update from(h)
#endif
    MUST(h[4] == 51); /* HERE 2 */
    if (associated)
        omp_target_disassociate_ptr(h, device);
    omp_target_free(d, device);
    return DONE;
}
