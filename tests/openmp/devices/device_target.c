// ROW: target device
// SPEC: 4.0 13.2
// ENV: GANTRY_EMULATED_DEVICES=3
/* Each device runs its regions, with data of its own; the number after the last is the host. */
#include "check.h"

int main(int argc, char **argv)
{
    int n = omp_get_num_devices(), where[16];
    check_begin(argc, argv);
    for (int d = 0; d <= n && d < 16; d++) {
        int initial = -1;
        where[d] = -1;
#pragma omp target device(d) map(from: where[d], initial)
        {
            where[d] = omp_get_device_num();
            initial = omp_is_initial_device();
        }
        CHECK_INT(where[d], d, "device %d", d);
        CHECK_INT(initial != 0, d == n, "the host is number %d", n);
    }
    return check_end();
}
