/* Memory that the program takes from the device itself.
   fault 1 bounds d: it was taken one element too small
   fault 2 bounds d: the copy to the device is longer than it
   fault 3 bounds d: the copy from the device begins too late for its length
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    int device = omp_get_default_device(), host = omp_get_initial_device();
    size_t n = 77;
    double h[100] = {0};
    double *d = omp_target_alloc((n - PICK(1, 1, 0)) * sizeof *d, device);
    for (size_t i = 0; i < n; i++)
        h[i] = i;
    omp_target_memcpy(d, h, (n - PICK(1, 1, 0) + PICK(2, 3, 0)) * sizeof *d, 0, 0, device, host); /* HERE 2 */
#pragma omp target teams distribute parallel for is_device_ptr(d)
    for (size_t i = 0; i < n; i++)
        d[i] = i + 1.; /* HERE 1 */
    omp_target_memcpy(h, d, (n - PICK(1, 1, 0)) * sizeof *d, 0, PICK(3, 8, 0) * sizeof *d, host, device); /* HERE 3 */
    for (size_t i = 0; i < n; i++)
        MUST(h[i] == i + 1.);
    omp_target_free(d, device);
    return DONE;
}
