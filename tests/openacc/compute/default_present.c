// ROW: parallel default(present)
// SPEC: 3.3 2.5.16
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[10], k = 4, *p = a;
#pragma acc data copyout(a)
#pragma acc parallel loop default(present)
    for (int i = 0; i < 10; i++)
        a[i] = i + k;
    for (int i = 0; i < 10; i++)
        CHECK_INT(a[i], i + 4, "a[%d]", i);
#pragma acc data copy(p[0:10])
#pragma acc parallel loop default(present)
    for (int i = 0; i < 10; i++)
        p[i] *= 2;
    CHECK_INT(a[9], 26, "by a pointer");
    return check_end();
}
