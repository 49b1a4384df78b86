/* The two devices of omp_target_memcpy.
   fault 1 misuse,bounds d: they are exchanged
   fault 2 misuse,bounds d: both are said to be the device
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { N = 12 };
    int device = omp_get_default_device(), host = omp_get_initial_device(), h[N], back[N] = {0};
    for (int i = 0; i < N; i++)
        h[i] = i;
    int *d = omp_target_alloc(sizeof h, device);
    omp_target_memcpy(d, h, sizeof h, 0, 0, PICK(1, host, device), PICK(1, device, PICK(2, device, host))); /* HERE 1 2 */
#if FAULT == 0
    omp_target_memcpy(back, d, sizeof h, 0, 0, host, device);
    MUST(back[N - 1] == N - 1);
#endif
    omp_target_free(d, device);
    return DONE;
}
