// ROW: omp_is_initial_device
// SPEC: 4.5 18.7.6
/* True outside regions and in those that run on the host. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int there = -1, host = -1, in_parallel = 0;
#pragma omp target map(from : there)
    there = omp_is_initial_device() != 0;
#pragma omp target if (0) map(from : host)
    host = omp_is_initial_device() != 0;
#pragma omp target parallel num_threads(3) map(tofrom : in_parallel) reduction(+ : in_parallel)
    in_parallel += (omp_is_initial_device() != 0) != !omp_get_num_devices();
    CHECK_INT(there, !check_device, "in a region");
    CHECK_INT(host, 1, "if(0)");
    CHECK(omp_is_initial_device(), "outside");
    CHECK(check_device == 0 || in_parallel == 0, "threads of a region: %d", in_parallel);
    return check_end();
}
