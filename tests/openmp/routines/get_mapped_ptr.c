// ROW: omp_get_mapped_ptr
// SPEC: 5.1 18.8.11
/* The device address of a mapped host address, NULL where there is none. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int device = omp_get_default_device(), host = omp_get_initial_device();
    double a[40], seen = 0;
    for (int i = 0; i < 40; i++)
        a[i] = i;
    if (check_device)
        CHECK(omp_get_mapped_ptr(a, device) == NULL, "not mapped");
#pragma omp target data map(to : a)
    {
        double *p = omp_get_mapped_ptr(&a[7], device);
        CHECK(p != NULL, "mapped");
#pragma omp target is_device_ptr(p) map(from : seen)
        seen = p[1];
        CHECK_REAL(seen, 8, 0, "through the pointer");
    }
    CHECK(omp_get_mapped_ptr(a, host) == a, "on the host");
    CHECK(omp_get_mapped_ptr(NULL, device) == NULL, "NULL");
    return check_end();
}
