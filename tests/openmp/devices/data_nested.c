// ROW: target data device
// SPEC: 4.0 13.5
// ENV: GANTRY_EMULATED_DEVICES=2
/* Nested regions of two devices; use_device_ptr gives the address on the inner one. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = omp_get_num_devices(), other = n > 1 ? 1 : 0, seen = 0, a[5] = {1, 2, 3, 4, 5}, *p = a;
#pragma omp target data map(tofrom: a) device(0)
    {
        a[0] = 100;
#pragma omp target data map(to: a) device(other) use_device_ptr(p)
        {
#pragma omp target device(other) is_device_ptr(p) map(from: seen)
            seen = p[0];
        }
#pragma omp target device(0)
        a[1] = -1;
    }
    if (n > 1)
        CHECK_INT(seen, 100, "mapped later on the other device");
    CHECK_INT(a[1], -1, "comes back from the first");
    return check_end();
}
