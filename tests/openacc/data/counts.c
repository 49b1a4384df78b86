// ROW: structured and dynamic reference counts
// SPEC: 3.3 2.6.7
#include "check.h"
#include "present.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[10] = {1}, b[10] = {2};
#pragma acc data copy(a)
    {
#pragma acc exit data delete(a)
        CHECK(is_there(a), "exit data leaves what a data construct holds");
#pragma acc enter data copyin(a)
#pragma acc exit data copyout(a)
        CHECK(is_there(a), "counted apart");
#pragma acc enter data copyin(a)
    }
    CHECK(is_there(a), "the data construct leaves what enter data holds");
#pragma acc parallel num_gangs(1) present(a)
    a[0]++;
#pragma acc exit data copyout(a)
    CHECK(!check_device || !omp_target_is_present(a, 0), "gone");
    CHECK_INT(a[0], 2, "copied by exit data");
#pragma acc enter data copyin(b)
#pragma acc enter data create(b)
#pragma acc exit data delete(b)
    CHECK(is_there(b), "entered twice");
#pragma acc exit data delete(b)
    CHECK(!check_device || !omp_target_is_present(b, 0), "left twice");
    return check_end();
}
