// ROW: parallel self, self()
// SPEC: 3.3 2.5.7
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int here = 2, n = 5;
#pragma acc parallel self copyout(here)
    here = omp_is_initial_device();
    CHECK_INT(here, 1, "self");
#pragma acc parallel self(n > 5) copyout(here)
    here = omp_is_initial_device();
    CHECK_INT(here, !check_device, "self of a false condition");
#pragma acc serial if (n == 5) self(n > 4) copyout(here)
    here = omp_is_initial_device();
    CHECK_INT(here, 1, "self beside if");
    return check_end();
}
