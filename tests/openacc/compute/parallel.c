// ROW: parallel
// SPEC: 3.3 2.5.1
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[100], once = 0, here = 1;
#pragma acc parallel copyout(a) copy(once, here)
    {
        here = omp_is_initial_device();
        once = 1;
#pragma acc loop
        for (int i = 0; i < 100; i++)
            a[i] = 3 * i;
    }
    CHECK_INT(once, 1, "the gangs' code");
    CHECK_INT(here, !check_device, "where it ran");
    for (int i = 0; i < 100; i++)
        CHECK_INT(a[i], 3 * i, "a[%d]", i);
    return check_end();
}
