// ROW: loop gang(static:), independent
// SPEC: 3.3 2.9.2
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[100], b[100], n = 3;
#pragma acc parallel loop gang(static: n + 1) independent copyout(a)
    for (int i = 0; i < 100; i++)
        a[i] = i;
#pragma acc parallel loop gang(static: *) vector copyout(b)
    for (int i = 0; i < 100; i++)
        b[i] = i;
    for (int i = 0; i < 100; i++)
        CHECK(a[i] == i && b[i] == i, "iteration %d", i);
    return check_end();
}
