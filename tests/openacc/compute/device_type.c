// ROW: parallel device_type()
// SPEC: 3.3 2.4
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[10], gangs = 0;
#pragma acc parallel num_gangs(2) device_type(nvidia) num_gangs(3) device_type(host, radeon) num_gangs(5) device_type(*) num_gangs(6)
#pragma acc loop device_type(radeon) seq device_type(default) gang
    for (int i = 0; i < 10; i++)
        a[i] = i;
    CHECK_INT(a[7], 7, "a copy without a clause");
#pragma acc parallel reduction(+: gangs) dtype(radeon) num_gangs(5) dtype(*) num_gangs(3)
    gangs++;
    CHECK_INT(gangs, check_device ? 3 : gangs, "of any other device");
    gangs = 0;
#pragma acc parallel reduction(+: gangs) device_type(NVIDIA) num_gangs(4) device_type(*) num_gangs(2)
    gangs++;
    CHECK_INT(gangs, check_device ? 4 : gangs, "in capital letters");
    return check_end();
}
