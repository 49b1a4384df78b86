// ROW: loop gang(dim:)
// SPEC: 3.3 2.9.2
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 12, TWO = 2 };
    static int a[N][N][N], sum = 0;
#pragma acc parallel loop gang(dim: 3) num_gangs(2, 3, 4) copyout(a)
    for (int i = 0; i < N; i++)
#pragma acc loop gang(dim: TWO)
        for (int j = 0; j < N; j++)
#pragma acc loop gang(dim: 1) vector
            for (int k = 0; k < N; k++)
                a[i][j][k] = i + 10 * j + 100 * k;
#pragma acc parallel loop gang(dim: TWO - 1) reduction(+: sum) copyin(a)
    for (int i = 0; i < N; i++)
#pragma acc loop vector reduction(+: sum)
        for (int j = 0; j < N; j++)
            sum += a[i][j][0];
    for (int i = 0; i < N * N * N; i++)
        CHECK_INT(a[i / N / N][i / N % N][i % N], i / N / N + 10 * (i / N % N) + 100 * (i % N), "%d", i);
    CHECK_INT(sum, 11 * N * N * (N - 1) / 2, "sum");
    return check_end();
}
