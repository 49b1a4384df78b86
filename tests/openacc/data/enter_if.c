// ROW: enter data if(), exit data if()
// SPEC: 3.3 2.6.6
#include "check.h"
#include "present.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[10] = {1}, on = 0;
#pragma acc enter data copyin(a) if (on)
    CHECK(!check_device || !omp_target_is_present(a, 0), "not entered");
    on = 1;
#pragma acc enter data copyin(a) if (on)
#pragma acc exit data delete(a) if (!on)
    CHECK(is_there(a), "not left");
#pragma acc exit data delete(a) if (on)
    CHECK(!check_device || !omp_target_is_present(a, 0), "left");
    return check_end();
}
