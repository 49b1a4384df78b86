// ROW: omp_get_num_devices
// SPEC: 4.5 18.7.4
/* The same in regions; each device runs a region. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int n = omp_get_num_devices(), inside = -1;
#pragma omp target map(from : inside)
    inside = omp_get_num_devices();
    CHECK(n >= check_device, "%d devices", n);
    CHECK_INT(inside, n, "in a region");
    for (int i = 0; i < n; i++) {
        int number = -1;
#pragma omp target device(i) map(from : number)
        number = omp_get_device_num();
        CHECK_INT(number, i, "device %d", i);
    }
    return check_end();
}
