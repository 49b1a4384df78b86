// ROW: kernels of several statements
// SPEC: 3.3 2.5.3
#include "check.h"

enum { N = 60 };
static double u[N][N], v[N][N];

/* nests, and what comes between them */
static double step(double w)
{
    double err = 0, scale;
    int i, j;
#pragma acc kernels copy(u) create(v) num_workers(32)
    {
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < N - 1; j++) {
                double t = (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) / 4, d = t - u[i][j];
                d = d < 0 ? -d : d;
                err = d > err ? d : err;
                v[i][j] = u[i][j] + w * d;
            }
        scale = err > 1 ? 0.5 : 1;
        err = err + 1;
#pragma acc loop collapse(2)
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < N - 1; j++)
                u[i][j] = v[i][j] * scale;
#pragma acc loop auto
        for (i = 1; i < N; i++)
            u[0][i] += u[0][i - 1] / 4;
        u[0][0] = err;
    }
    return err;
}

static double step_in_order(double w)
{
    double err = 0, scale;
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++) {
            double t = (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) / 4, d = t - u[i][j];
            d = d < 0 ? -d : d;
            err = d > err ? d : err;
            v[i][j] = u[i][j] + w * d;
        }
    scale = err > 1 ? 0.5 : 1;
    err = err + 1;
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            u[i][j] = v[i][j] * scale;
    for (int i = 1; i < N; i++)
        u[0][i] += u[0][i - 1] / 4;
    u[0][0] = err;
    return err;
}

/* a test of its own for each; the value of s is the device's */
static void meet(int n, int *a, int *b)
{
    int s = 1;
#pragma acc kernels present(a[0:n], b[0:n]) copy(s)
    {
        for (int i = 0; i < n; i++)
            a[i] = b[i] + s;
        s = 3;
        for (int i = 0; i < n; i++)
            b[i] = a[i] + s;
    }
    CHECK_INT(s, 3, "s");
}

/* a pointer that is set in it */
static void moves(int *a, int *b)
{
    int *p = a;
#pragma acc kernels copy(a[0:N], b[0:N])
    {
        for (int i = 0; i < N; i++)
            p[i] += 1;
        p = b;
        for (int i = 0; i < N; i++)
            p[i] += 2;
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    static double first[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            u[i][j] = first[i][j] = (i * 13 + j * 7) % 17;
    double got = 0, want = 0, parts[N][N];
    for (int k = 0; k < 3; k++)
        got += step(0.5);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            parts[i][j] = u[i][j];
            u[i][j] = first[i][j];
        }
    for (int k = 0; k < 3; k++)
        want += step_in_order(0.5);
    CHECK_REAL(got, want, 4, "extremes");
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK_REAL(parts[i][j], u[i][j], 4, "[%d][%d]", i, j);
    int a[N + 1] = {5}, b[N] = {0};
#pragma acc data copy(a, b)
    {
        meet(N, a, b);
        meet(N, a, a + 1); /* each reads what the one after stores, then what the one before stored */
    }
    CHECK_INT(b[9], 4, "b");
    CHECK_INT(a[20], 62, "a");
    moves(a, b);
    CHECK_INT(b[9], 6, "the second pointer");
    return check_end();
}
