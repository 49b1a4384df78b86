// ROW: omp_target_associate_ptr, omp_target_disassociate_ptr
// SPEC: 4.5 18.8.9
/* Device memory of the program's own stands for a host array; maps copy nothing until told. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int device = omp_get_default_device(), host = omp_get_initial_device();
    if (check_device) {
        int a[60], seen = 0;
        CHECK_MEANT(a, sizeof a);
        for (int i = 0; i < 60; i++)
            a[i] = i;
        int *p = omp_target_alloc(70 * sizeof(int), device);
        CHECK_INT(omp_target_associate_ptr(a, p, sizeof a, 10 * sizeof(int), device), 0, "associate");
        CHECK(omp_target_is_present(a, device), "present");
        CHECK(omp_get_mapped_ptr(a, device) == p + 10, "the pointer");
#pragma omp target update to(a)
#pragma omp target map(tofrom : a) map(from : seen)
        {
            seen = a[59];
            a[0] = 77;
        }
        CHECK_INT(seen, 59, "in the region");
        CHECK_INT(a[0], 0, "no copy back: the association is a reference of its own");
        omp_target_memcpy(&seen, p, sizeof(int), 0, 10 * sizeof(int), host, device);
        CHECK_INT(seen, 77, "in the associated memory");
        CHECK(omp_target_associate_ptr(a, p + 1, sizeof a, 0, device) != 0, "associated twice with something else");
        CHECK_INT(omp_target_disassociate_ptr(a, device), 0, "disassociate");
        CHECK(!omp_target_is_present(a, device), "present after it");
        CHECK(omp_target_disassociate_ptr(a, device) != 0, "twice");
        omp_target_free(p, device);
    } else {
        CHECK(host >= 0 && device >= 0, "no device to associate with");
    }
    return check_end();
}
