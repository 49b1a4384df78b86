// ROW: parallel default(none)
// SPEC: 3.3 2.5.16
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[10], k = 4;
#pragma acc parallel loop default(none) copyout(a) firstprivate(k)
    for (int i = 0; i < 10; i++)
        a[i] = i + k;
    for (int i = 0; i < 10; i++)
        CHECK_INT(a[i], i + 4, "a[%d]", i);
    return check_end();
}
