// ROW: omp_get_device_num
// SPEC: 5.0 18.7.5
/* The number of the device that runs the code. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int there = -1, host = -1, outside = omp_get_device_num();
#pragma omp target map(from : there)
    there = omp_get_device_num();
#pragma omp target device(omp_get_initial_device()) map(from : host)
    host = omp_get_device_num();
    CHECK_INT(there, check_device ? omp_get_default_device() : omp_get_initial_device(), "in a region");
    CHECK_INT(host, omp_get_initial_device(), "in a region on the host");
    CHECK_INT(outside, omp_get_initial_device(), "outside");
    return check_end();
}
