// ROW: the same data on several devices
// SPEC: 4.0 13.5
// ENV: GANTRY_EMULATED_DEVICES=3
/* Each device has its own copy, its own count and its own time of life. */
#include "check.h"

int main(int argc, char **argv)
{
    int n = omp_get_num_devices(), a[37];
    check_begin(argc, argv);
    for (int i = 0; i < 37; i++)
        a[i] = i;
    for (int d = 0; d < n; d++) {
#pragma omp target enter data map(to: a) device(d)
        for (int e = 0; e < n; e++)
            CHECK_INT(omp_target_is_present(a, e), e <= d, "present on %d", e);
    }
    for (int d = 0; d < n; d++) {
#pragma omp target teams distribute parallel for device(d)
        for (int i = 0; i < 37; i++)
            a[i] += 1000 * (d + 1);
    }
    for (int d = n - 1; d >= 0; d--) {
#pragma omp target update from(a) device(d)
        for (int i = 0; i < 37; i++)
            CHECK_INT(a[i], i + 1000 * (d + 1), "device %d: a[%d]", d, i);
#pragma omp target exit data map(release: a) device(d)
        for (int e = 0; e < n; e++)
            CHECK_INT(omp_target_is_present(a, e), e < d, "present on %d after release on %d", e, d);
    }
    return check_end();
}
