// ROW: loop with several levels
// SPEC: 3.3 2.9
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 300 };
    int a[N], b[N], c[N], d[N], e[N];
#pragma acc parallel loop gang vector copyout(a)
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma acc parallel loop gang worker copyout(b)
    for (int i = 0; i < N; i++)
        b[i] = i;
#pragma acc parallel loop gang worker vector copyout(c)
    for (int i = 0; i < N; i++)
        c[i] = i;
#pragma acc parallel loop worker vector copyout(d)
    for (int i = 0; i < N; i++)
        d[i] = i;
#pragma acc parallel loop vector copyout(e)
    for (int i = 0; i < N; i++)
        e[i] = i;
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i && b[i] == i && c[i] == i && d[i] == i && e[i] == i, "iteration %d", i);
    return check_end();
}
