// ROW: OMP_TARGET_OFFLOAD=DISABLED
// SPEC: 5.0 21.2.8
// ENV: OMP_TARGET_OFFLOAD=DISABLED GANTRY_DEVICES=emulated
// DEVICES: host
/* Regions run on the host, whatever there is. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int there = -1;
#pragma omp target map(from : there)
    there = omp_is_initial_device() != 0;
    CHECK_INT(there, 1, "on the host");
    CHECK_INT(omp_get_num_devices(), 0, "devices");
    return check_end();
}
