// ROW: kernels, kernels loop
// SPEC: 3.3 2.5.3
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 100 };
    int a[N], b[N], f[N] = {1, 1}, last = 0;
#pragma acc kernels copyout(a) copy(f)
    {
        for (int i = 0; i < N; i++)
            a[i] = i;
        for (int i = 2; i < 40; i++)
            f[i] = f[i - 1] + f[i - 2];
        last = f[39]; /* scalars are copied */
    }
    CHECK_INT(last, 102334155, "in order, and copied");
#pragma acc kernels loop copyin(a)
    for (int i = 0; i < N; i++)
        b[i] = 2 * a[i];
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i && b[i] == 2 * i, "[%d]", i);
    return check_end();
}
