// ROW: OMP_DEFAULT_DEVICE
// SPEC: 4.0 21.2.7
// ENV: GANTRY_EMULATED_DEVICES=3 OMP_DEFAULT_DEVICE=2
#include "check.h"

int main(int argc, char **argv)
{
    int seen = -1;
    check_begin(argc, argv);
#pragma omp target map(from: seen)
    seen = omp_get_device_num();
    CHECK_INT(seen, omp_get_num_devices() > 2 ? 2 : omp_get_num_devices() ? omp_get_default_device() : 0, "where");
    return check_end();
}
