// ROW: target exit data map(delete:)
// SPEC: 4.5 5.8.3
/* However often it was mapped, it is gone, and nothing is copied. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[9] = {1, 2, 3};
    CHECK_MEANT(a, sizeof a);
#pragma omp target enter data map(to: a)
#pragma omp target enter data map(to: a)
#pragma omp target enter data map(to: a[2:5])
#pragma omp target
    for (int i = 0; i < 9; i++)
        a[i] = 50;
#pragma omp target exit data map(delete: a)
    if (check_device) {
        CHECK(!omp_target_is_present(a, 0), "gone");
        CHECK_INT(a[0], 1, "not copied");
        CHECK_INT(a[8], 0, "not copied");
    }
#pragma omp target exit data map(delete: a)
#pragma omp target data map(to: a)
    {
#pragma omp target exit data map(delete: a)
        CHECK(!check_device || !omp_target_is_present(a, 0), "gone inside target data");
    }
    return check_end();
}
