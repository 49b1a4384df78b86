// ROW: init, set device_num() default_async(), shutdown
// SPEC: 3.3 2.14
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[20], here = omp_get_default_device();
#pragma acc init
#pragma acc set device_num(here) default_async(4)
    CHECK_INT(omp_get_default_device(), here, "the device");
#pragma acc set device_num(here + 1000) if (here < 0)
    CHECK_INT(omp_get_default_device(), here, "the condition");
#pragma acc parallel loop copyout(a) async
    for (int i = 0; i < 20; i++)
        a[i] = i;
#pragma acc wait(4)
    for (int i = 0; i < 20; i++)
        CHECK_INT(a[i], i, "[%d]", i);
#pragma acc shutdown device_type(*)
    return check_end();
}
