// ROW: loop auto
// SPEC: 3.3 2.9.7
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 80 };
    static int a[N][N], b[N], c[N], f[N] = {1, 1}, sum = 0;
#pragma acc parallel loop auto collapse(2) copyout(a)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i + j;
#pragma acc parallel copyin(a) copyout(b, c)
    {
#pragma acc loop auto
        for (int i = 0; i < N; i++)
            b[i] = a[i][i];
#pragma acc loop auto
        for (int i = 0; i < N; i++)
            c[i] = b[N - 1 - i];
    }
#pragma acc parallel loop auto copy(f)
    for (int i = 2; i < 40; i++)
        f[i] = f[i - 1] + f[i - 2];
#pragma acc parallel loop gang copyin(a) reduction(+: sum)
    for (int i = 0; i < N; i++) {
        int s = 0;
#pragma acc loop auto
        for (int j = 0; j < N; j++)
            s += a[i][j];
        sum += s;
    }
    CHECK_INT(f[39], 102334155, "in order");
    CHECK_INT(sum, N * N * (N - 1), "sum");
    for (int i = 0; i < N; i++)
        CHECK(b[i] == 2 * i && c[i] == 2 * (N - 1 - i), "[%d]", i);
    return check_end();
}
