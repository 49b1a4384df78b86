/* Sparse triangular solves by level, ELL and diagonal storage, block rows, an incomplete factorisation. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { M = 14, N = M * M, WIDTH = 5, DIAGS = 5 };

static int start[N + 1], col[WIDTH * N], order[N], level[N], first[N + 1];
static double val[WIDTH * N], ell[WIDTH][N], diag[DIAGS][N];
static int ell_col[WIDTH][N];
static const int offset[DIAGS] = {-M, -1, 0, 1, M};

static void matrix(void)
{
    int n = 0;
    /* truth: serial flow(n) distance 1 */
    for (int i = 0; i < N; i++) {
        start[i] = n;
        /* truth: serial flow(n) distance 1 */
        for (int d = 0; d < DIAGS; d++) {
            int j = i + offset[d];
            if (j < 0 || j >= N || (d == 1 && i % M == 0) || (d == 3 && i % M == M - 1))
                continue;
            col[n] = j;
            val[n++] = d == 2 ? 4.5 : -1 - 0.01 * (i % 3);
        }
    }
    start[N] = n;
}

static void to_ell(void)
{
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        /* truth: parallel */
        for (int k = 0; k < WIDTH; k++) {
            int there = start[i] + k < start[i + 1];
            ell[k][i] = there ? val[start[i] + k] : 0;
            ell_col[k][i] = there ? col[start[i] + k] : i;
        }
}

static void ell_times(const double *restrict x, double *restrict y)
{
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        y[i] = 0;
    /* truth: reduction(+: y[]) */
    for (int k = 0; k < WIDTH; k++)
        /* truth: parallel */
        for (int i = 0; i < N; i++)
            y[i] += ell[k][i] * x[ell_col[k][i]];
}

static void diag_times(const double *restrict x, double *restrict y)
{
    /* truth: parallel */
    for (int i = 0; i < N; i++) {
        double s = 0;
        /* truth: reduction(+: s) */
        for (int d = 0; d < DIAGS; d++) {
            int j = i + offset[d];
            if (j >= 0 && j < N)
                s += diag[d][i] * x[j];
        }
        y[i] = s;
    }
}

static void to_diag(void)
{
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        /* truth: guarded index(col) calls(pass) -- an element (d, i) is written once: no column is in a row twice */
        for (int k = start[i]; k < start[i + 1]; k++)
            /* truth: parallel -- the offsets differ, so that one d at most is stored to; each d is another row of diag */
            for (int d = 0; d < DIAGS; d++)
                if (col[k] - i == offset[d])
                    diag[d][i] = val[k];
}

/* x = L^-1 b, row by row: a row needs those before it that it names. */
static void lower_solve(const double *restrict b, double *restrict x)
{
    /* truth: serial flow(x) distance 1 */
    for (int i = 0; i < N; i++) {
        double s = b[i], d = 1;
        /* truth: serial output(d) reduction(+: s) unobserved -- stores d where the diagonal is, once in a row */
        for (int k = start[i]; k < start[i + 1]; k++)
            if (col[k] < i)
                s -= val[k] * x[col[k]];
            else if (col[k] == i)
                d = val[k];
        x[i] = s / d;
    }
}

/* The level of a row is one more than those of the rows that it needs. */
static int schedule(void)
{
    int levels = 0, n = 0;
    /* truth: serial flow(level) distance 1 reduction(max: levels) */
    for (int i = 0; i < N; i++) {
        level[i] = 0;
        /* truth: reduction(max: level) */
        for (int k = start[i]; k < start[i + 1]; k++)
            if (col[k] < i && level[col[k]] + 1 > level[i])
                level[i] = level[col[k]] + 1;
        if (level[i] + 1 > levels)
            levels = level[i] + 1;
    }
    /* truth: serial flow(n) */
    for (int l = 0; l < levels; l++) {
        first[l] = n;
        /* truth: serial flow(n) */
        for (int i = 0; i < N; i++)
            if (level[i] == l)
                order[n++] = i;
    }
    first[levels] = n;
    return levels;
}

/* Rows of one level are independent: the levels know it, the loop does not. */
static void lower_by_level(const double *restrict b, double *restrict x, int levels)
{
    /* truth: serial flow(x) distance 1 */
    for (int l = 0; l < levels; l++)
        /* truth: guarded index(order) calls(pass) */
        for (int q = first[l]; q < first[l + 1]; q++) {
            int i = order[q];
            double s = b[i], d = 1;
            /* truth: serial output(d) reduction(+: s) unobserved -- stores d where the diagonal is, once in a row */
            for (int k = start[i]; k < start[i + 1]; k++)
                if (col[k] < i)
                    s -= val[k] * x[col[k]];
                else if (col[k] == i)
                    d = val[k];
            x[i] = s / d;
        }
}

/* Scales rows and columns; the columns by what the rows found. */
static double equilibrate(void)
{
    double row[N], most = 0;
    /* truth: reduction(max: most) */
    for (int i = 0; i < N; i++) {
        double s = 0;
        /* truth: reduction(+: s) */
        for (int k = start[i]; k < start[i + 1]; k++)
            s += fabs(val[k]);
        row[i] = 1 / sqrt(s);
        most = fmax(most, row[i]);
    }
    /* truth: guarded index(start) calls(pass) -- start[] must not fall */
    for (int i = 0; i < N; i++)
        /* truth: parallel */
        for (int k = start[i]; k < start[i + 1]; k++)
            val[k] *= row[i] * row[col[k]];
    return most;
}

int main(void)
{
    double x[N], y[N], z[N], worst = 0, sum = 0;
    matrix();
    to_ell();
    to_diag();
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        x[i] = 1 + i % 7 * 0.5;
    ell_times(x, y);
    diag_times(x, z);
    /* truth: reduction(max: worst) unobserved -- both are equal to the last bit */
    for (int i = 0; i < N; i++)
        if (fabs(y[i] - z[i]) > worst)
            worst = fabs(y[i] - z[i]);
    lower_solve(y, x);
    int levels = schedule();
    lower_by_level(y, z, levels);
    /* truth: reduction(+: sum) reduction(max: worst) */
    for (int i = 0; i < N; i++) {
        worst = fmax(worst, fabs(x[i] - z[i]));
        sum += x[i] * (i % 5);
    }
    printf("%d levels, %s, %.6f, %.6f\n", levels, worst < 1e-12 ? "equal" : "different", sum, equilibrate());
    return 0;
}
