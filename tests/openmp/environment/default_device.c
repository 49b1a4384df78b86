// ROW: OMP_DEFAULT_DEVICE
// SPEC: 4.5 21.2.7
// ENV: OMP_DEFAULT_DEVICE=1 GANTRY_EMULATED_DEVICES=2
/* Regions without a device clause run there. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int there = -1, own = -1;
#pragma omp target map(from : there, own)
    {
        there = omp_get_device_num();
        own = omp_get_default_device();
    }
    CHECK_INT(omp_get_default_device(), 1, "omp_get_default_device");
    CHECK_INT(there, check_device ? 1 : omp_get_initial_device(), "device of the region");
    CHECK_INT(own, 1, "asked in the region");
    return check_end();
}
