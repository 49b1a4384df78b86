// ROW: parallel num_gangs()
// SPEC: 3.3 2.5.10
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 3, gangs = 0, a[50];
#pragma acc parallel num_gangs(n + 1) reduction(+: gangs) copyout(a)
    {
        gangs++;
#pragma acc loop gang
        for (int i = 0; i < 50; i++)
            a[i] = i;
    }
    CHECK(gangs >= 1 && gangs <= 4, "%d gangs", gangs);
    CHECK_INT(gangs, check_device ? 4 : gangs, "as many as asked for");
    for (int i = 0; i < 50; i++)
        CHECK_INT(a[i], i, "a[%d]", i);
    return check_end();
}
