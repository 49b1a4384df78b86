// ROW: omp_target_is_present
// SPEC: 4.5 18.8.3
/* True while mapped, part by part; always true for the host. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int device = omp_get_default_device(), host = omp_get_initial_device();
    static int a[100];
    if (check_device)
        CHECK(!omp_target_is_present(a, device), "before");
#pragma omp target data map(to : a[10:50])
    {
        CHECK(omp_target_is_present(&a[10], device), "first");
        CHECK(omp_target_is_present(&a[59], device), "last");
        if (check_device) {
            CHECK(!omp_target_is_present(&a[9], device), "in front");
            CHECK(!omp_target_is_present(&a[60], device), "behind");
        }
    }
    if (check_device)
        CHECK(!omp_target_is_present(&a[10], device), "after");
    CHECK(omp_target_is_present(a, host), "for the host");
    CHECK(!omp_target_is_present(NULL, device), "NULL");
    return check_end();
}
