// ROW: omp_set_default_device, omp_get_default_device
// SPEC: 4.5 18.7.2
/* Regions without a device clause follow it; a region may set its own. */
#include "check.h"
#ifdef __GANTRY__
#pragma clang diagnostic ignored "-Wgantry-set-on-device"
#endif

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int before = omp_get_default_device(), host = omp_get_initial_device(), there = -1, own = -1;
    omp_set_default_device(host);
    CHECK_INT(omp_get_default_device(), host, "after omp_set_default_device");
#pragma omp target map(from : there)
    there = omp_is_initial_device() != 0;
    CHECK_INT(there, 1, "the region runs on the host");
    omp_set_default_device(before);
#pragma omp target map(from : there, own)
    {
        there = omp_is_initial_device() != 0;
        omp_set_default_device(3);
        own = omp_get_default_device();
    }
    CHECK_INT(there, !check_device, "the region runs on the device again");
    CHECK_INT(own, 3, "set in a region");
    CHECK_INT(omp_get_default_device(), before, "of the encountering task");
    return check_end();
}
