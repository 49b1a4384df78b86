// ROW: omp_target_is_accessible
// SPEC: 5.1 18.8.4
/* What is accessible can be used as it is; the host reaches its own memory. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int device = omp_get_default_device(), host = omp_get_initial_device();
    int *a = check_alloc(50 * sizeof *a), sum = 0;
    for (int i = 0; i < 50; i++)
        a[i] = i;
    CHECK(omp_target_is_accessible(a, 50 * sizeof *a, host), "by the host");
    if (omp_target_is_accessible(a, 50 * sizeof *a, device)) {
#pragma omp target is_device_ptr(a) map(tofrom : sum)
        for (int i = 0; i < 50; i++)
            sum += a[i];
        CHECK_INT(sum, 49 * 50 / 2, "by a region");
    }
    CHECK(!omp_target_is_accessible(NULL, 8, device), "NULL");
    free(a);
    return check_end();
}
