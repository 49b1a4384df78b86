// ROW: target is_device_ptr beside map
// SPEC: 4.5 5.4.7
/* Mapped data, device memory and use_device_ptr in one construct of each kind. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int dev = omp_get_default_device(), n = 37, a[37], *p = check_alloc(37 * sizeof *p);
    int *d = omp_target_alloc(n * sizeof *d, dev);
    for (int i = 0; i < n; i++)
        a[i] = p[i] = i;
#pragma omp target data map(tofrom: a) map(to: p[0:n]) use_device_ptr(p)
    {
#pragma omp target parallel for is_device_ptr(d, p) map(to: a)
        for (int i = 0; i < n; i++)
            d[i] = a[i] + p[i];
#pragma omp target parallel for is_device_ptr(d) map(from: a)
        for (int i = 0; i < n; i++)
            a[i] = d[i];
    }
    for (int i = 0; i < n; i++)
        CHECK_INT(a[i], 2 * i, "a[%d]", i);
    omp_target_free(d, dev);
    free(p);
    return check_end();
}
