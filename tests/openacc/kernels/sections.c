// ROW: kernels: pointers without clauses
// SPEC: 3.3 2.6.2
#include "check.h"

#include <stdlib.h>

enum { N = 200 };

static void twice(int n, const double *x, double *y)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

static double steps(int n, int m, double *restrict x, double *restrict y)
{
    double sum = 0;
#pragma acc kernels
    {
        for (int t = 0; t < m; t++) {
            for (int i = 1; i < n - 1; i++)
                y[i] = x[i - 1] + x[i + 1];
            for (int i = 1; i < n - 1; i++)
                x[i] = y[i] / 2;
        }
        for (int i = 0; i < n; i++)
            sum += x[i];
    }
    return sum;
}

/* Memory by rows, of a length that the program says, and an array of variable length */
static double matrix(int n, int m, double (*grid)[m], double (*side)[8])
{
    double own[n][m];
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            own[i][j] = 2 * grid[i][j] + side[i][j];
#pragma acc kernels
    {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                grid[i][j] += own[i][j];
        for (int i = 0; i < n; i++)
            grid[i][2] = i;
    }
    return own[1][1] + grid[2][1] + grid[0][2];
}

/* Statements between loops, and loops that run in order */
static void edges(int n, double *x)
{
#pragma acc kernels
    {
        for (int i = 0; i < n; i++)
            x[i] = i;
        x[0] = 5;
        x[n - 1] += x[0];
    }
#pragma acc kernels
    {
        for (int i = 1; i < n; i++)
            x[i] *= 2;
        for (int i = 1; i < n; i++)
            x[i] += x[i - 1];
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y), want[N], row[N], sum = 0;
    for (int i = 0; i < N; i++) {
        x[i] = i;
        y[i] = -1;
    }
    twice(N - 1, x, y);
    for (int i = 0; i < N; i++)
        CHECK_REAL(y[i], i < N - 1 ? 2.0 * i : -1, 0, "y[%d]", i);
#pragma acc data copyin(x[0:N]) copy(y[0:N])
    twice(10, x + 5, y + 5); /* what is present is used */
    for (int i = 5; i < 15; i++)
        CHECK_REAL(y[i], 2.0 * i, 0, "present: y[%d]", i);
    for (int i = 0; i < N; i++)
        want[i] = x[i] = i * i % 11;
    for (int t = 0; t < 4; t++) {
        for (int i = 1; i < N - 1; i++)
            row[i] = want[i - 1] + want[i + 1];
        for (int i = 1; i < N - 1; i++)
            want[i] = row[i] / 2;
    }
    for (int i = 0; i < N; i++)
        sum += want[i];
    CHECK_REAL(steps(N, 4, x, y), sum, 64, "sum");
    for (int i = 0; i < N; i++)
        CHECK_REAL(x[i], want[i], 64, "x[%d]", i);
    free(x);
    free(y);
    double by_rows[4][3], others[4][8];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++) {
            others[i][j] = j;
            by_rows[i][j % 3] = 10 * i + j % 3;
        }
    CHECK_REAL(matrix(4, 3, by_rows, others), 23. + 21 + 43 + 0, 0, "rows");
    edges(4, want);
    CHECK(want[0] == 5 && want[1] == 7 && want[2] == 11 && want[3] == 27, "edges: %g %g %g %g", want[0], want[1], want[2], want[3]);
    return check_end();
}
