// ROW: loop gang(dim:)
// SPEC: 3.3 2.9.2
#include "check.h"

/* routines of gangs in loops of a higher dimension: each element is changed once */
#pragma acc routine gang
static void row(int n, int *r, int v)
{
#pragma acc loop gang vector
    for (int k = 0; k < n; k++)
        r[k] += v + k;
}
#pragma acc routine gang(dim: 2)
static void plane(int n, int *p)
{
#pragma acc loop gang(dim: 2)
    for (int i = 0; i < n; i++)
#pragma acc loop gang(dim: 1) vector
        for (int k = 0; k < n; k++)
            p[i * n + k] -= i;
}

static void calls(int n, int *p)
{
    int i;
#pragma acc parallel loop gang(dim: 2) copy(p[0:n * n])
    for (int i = 0; i < n; i++) {
        int v = 3 * i;
        v += 2;
        row(n, p + i * n, v);
    }
#pragma acc parallel num_gangs(4, 2) copy(p[0:n * n])
    {
#pragma acc loop gang(dim: 2)
        for (i = 0; i < n; i++)
            row(n, p + i * n, i);
    }
#pragma acc parallel loop gang(dim: 3) num_gangs(2, 2, 2) copy(p[0:2 * n * n])
    for (int b = 0; b < 2; b++)
        plane(n, p + b * n * n);
#pragma acc parallel loop gang(dim: 3) copy(p[0:2 * n * n])
    for (int b = 0; b < 2; b++)
#pragma acc loop gang(dim: 2)
        for (int c = 0; c < n; c++)
            row(n, p + (b * n + c) * n, b);
}

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
    static int p[2 * N * N];
    calls(N, p);
    for (int i = 0; i < 2 * N * N; i++) {
        int b = i / N / N, c = i / N % N, k = i % N;
        CHECK_INT(p[i], (b ? 0 : 4 * c + 2 + 2 * k) - c + b + k, "%d", i);
    }
    return check_end();
}
