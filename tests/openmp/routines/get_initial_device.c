// ROW: omp_get_initial_device
// SPEC: 4.5 18.7.7
/* The number of the others, or a number that names the host. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int there = -1;
#pragma omp target device(omp_get_initial_device()) map(from : there)
    there = omp_is_initial_device() != 0;
    CHECK_INT(there, 1, "device(omp_get_initial_device())");
    CHECK_INT(omp_get_initial_device(), omp_get_num_devices(), "OpenMP 5.1: the number of devices");
    int inside = -1;
#pragma omp target map(from : inside)
    inside = omp_get_initial_device();
    CHECK_INT(inside, omp_get_initial_device(), "in a region");
    return check_end();
}
