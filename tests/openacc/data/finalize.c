// ROW: exit data finalize
// SPEC: 3.3 2.6.6
#include "check.h"
#include "present.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[10] = {1}, b[10] = {2};
#pragma acc enter data copyin(a, b)
#pragma acc enter data copyin(a, b)
#pragma acc serial present(b)
    b[0]++;
#pragma acc exit data delete(a) copyout(b) finalize
    CHECK(!check_device || !(omp_target_is_present(a, 0) || omp_target_is_present(b, 0)), "gone at once");
    CHECK_INT(b[0], 3, "copied");
#pragma acc data copyin(a)
    {
#pragma acc enter data copyin(a)
#pragma acc exit data delete(a) finalize
        CHECK(is_there(a), "not what a data construct holds");
    }
    return check_end();
}
