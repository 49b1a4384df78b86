// ROW: target data map(ompx_hold, tofrom:)
// SPEC: ext LLVM
/* A second count: while it holds, exit data and delete do not remove. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[10] = {0};
    CHECK_MEANT(a, sizeof a);
#pragma omp target data map(ompx_hold, tofrom: a)
    {
#pragma omp target
        for (int i = 0; i < 10; i++)
            a[i] = i;
#pragma omp target exit data map(delete: a)
        CHECK(!check_device || omp_target_is_present(a, 0), "held against delete");
#pragma omp target exit data map(release: a)
        CHECK(!check_device || omp_target_is_present(a, 0), "held against release");
#pragma omp target map(ompx_hold, alloc: a)
        a[9] = 90;
        CHECK(!check_device || omp_target_is_present(a, 0), "held by the outer one");
        CHECK(!check_device || a[3] == 0, "not copied yet");
    }
    for (int i = 0; i < 9; i++)
        CHECK_INT(a[i], i, "a[%d]", i);
    CHECK_INT(a[9], 90, "a[9]");
    CHECK(!check_device || !omp_target_is_present(a, 0), "gone");
    return check_end();
}
