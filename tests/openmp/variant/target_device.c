// ROW: metadirective when(target_device={kind(host), device_num()}:)
// SPEC: 5.1 7.2
/* Traits of a device that the run chooses. */
#include "check.h"

int main(int argc, char **argv)
{
    int region = -1, seen = -1, host = -1;
    check_begin(argc, argv);
#pragma omp target map(from: region)
    region = omp_is_initial_device();
    int device = omp_get_default_device(), initial = omp_get_initial_device();
#pragma omp metadirective when(target_device={device_num(initial), kind(host)}: parallel num_threads(2)) default(nothing)
#pragma omp master
    host = omp_get_num_threads();
#pragma omp metadirective when(target_device={device_num(device), kind(nohost)}: parallel num_threads(2)) default(nothing)
#pragma omp master
    seen = omp_get_num_threads();
    CHECK_INT(host, 2, "the initial device is the host");
    if (omp_get_num_devices() > 0)
        CHECK_INT(seen, 2, "the default device is none");
    else
        CHECK_INT(seen, 1, "there is no device");
    CHECK(region == 0 || region == 1, "a region ran");
    return check_end();
}
