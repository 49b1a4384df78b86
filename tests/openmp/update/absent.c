// ROW: target update to(), from() of what is not mapped
// SPEC: 4.5 13.9
/* Is ignored, item by item. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[5] = {1, 2, 3, 4, 5}, b[5] = {6, 7, 8, 9, 10};
    CHECK_MEANT(a, sizeof a);
    CHECK_MEANT(b, sizeof b);
#pragma omp target update to(a) from(b)
#pragma omp target data map(to: a)
    {
#pragma omp target
        a[1] = 20;
#pragma omp target update from(b, a)
    }
    CHECK_INT(a[1], 20, "mapped");
    CHECK_INT(b[1], 7, "not mapped");
    CHECK(!check_device || !omp_target_is_present(b, 0), "update maps nothing");
    return check_end();
}
