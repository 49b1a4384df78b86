// ROW: target device(device_num:)
// SPEC: 5.0 13.2
// ENV: GANTRY_EMULATED_DEVICES=2
#include "check.h"

int main(int argc, char **argv)
{
    int n = omp_get_num_devices();
    check_begin(argc, argv);
    for (int d = 0; d < n; d++) {
        int a[5] = {0}, seen = -1;
#pragma omp target enter data map(to: a) device(device_num: d)
#pragma omp target device(device_num: d) map(from: seen)
        {
            a[4] = d + 10;
            seen = omp_get_device_num();
        }
#pragma omp target update from(a) device(device_num: d)
        CHECK_INT(seen, d, "where it ran");
        CHECK_INT(a[4], d + 10, "device %d", d);
#pragma omp target exit data map(delete: a) device(device_num: d)
        CHECK_INT(omp_target_is_present(a, d), 0, "gone from device %d", d);
    }
    return check_end();
}
