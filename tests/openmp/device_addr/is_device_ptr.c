// ROW: target is_device_ptr
// SPEC: 4.5 5.4.7
/* What omp_target_alloc gives is used as it is, at any offset, in any construct. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int dev = omp_get_default_device(), n = 37, out[37];
    double *x = omp_target_alloc(n * sizeof *x, dev), *y = omp_target_alloc(n * sizeof *y, dev), *end = y + n;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int i = 0; i < n; i++) {
        x[i] = i;
        y[i] = 0.5 * i;
    }
#pragma omp target is_device_ptr(x, end) map(from: out)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        out[i] = (int)(x[i] + 2 * end[i - n]);
    for (int i = 0; i < n; i++)
        CHECK_INT(out[i], 2 * i, "out[%d]", i);
    omp_target_free(x, dev);
    omp_target_free(y, dev);
    return check_end();
}
