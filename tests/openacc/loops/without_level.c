// ROW: loops without a level
// SPEC: 3.3 2.9
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 6 };
    static int a[N][N][N][N], b[N][N];
    int c[N];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++)
#pragma acc loop
        for (int j = 0; j < N; j++)
#pragma acc loop
            for (int k = 0; k < N; k++)
#pragma acc loop
                for (int l = 0; l < N; l++)
                    a[i][j][k][l] = i + 10 * j + 100 * k + 1000 * l;
#pragma acc parallel copyout(b, c)
    {
#pragma acc loop
        for (int i = 0; i < N; i++) {
            int s = 0;
#pragma acc loop vector reduction(+: s)
            for (int j = 0; j < N; j++)
                s += b[i][j] = i + j;
            c[i] = s;
        }
    }
    for (int i = 0; i < N; i++) {
        CHECK_INT(c[i], N * i + N * (N - 1) / 2, "c[%d]", i);
        for (int j = 0; j < N; j++) {
            CHECK_INT(b[i][j], i + j, "b[%d][%d]", i, j);
            for (int k = 0; k < N; k++)
                for (int l = 0; l < N; l++)
                    CHECK_INT(a[i][j][k][l], i + 10 * j + 100 * k + 1000 * l, "a[%d][%d][%d][%d]", i, j, k, l);
        }
    }
    return check_end();
}
