/* LU of one block of memory, Thomas for many systems, Cholesky, QR's columns, power method. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define A(i, j) a[(i) * n + (j)]

static int lu(double *a, int *piv, int n)
{
    /* truth: serial flow(a) distance 1 exit */
    for (int k = 0; k < n; k++) {
        int p = k;
        double big = fabs(A(k, k));
        /* truth: reduction(argmax: big, p) -- the first of equals */
        for (int i = k + 1; i < n; i++) {
            double v = fabs(A(i, k));
            if (v > big) {
                big = v;
                p = i;
            }
        }
        piv[k] = p;
        if (big < DBL_EPSILON)
            return k + 1;
        if (p != k)
            /* truth: parallel -- two rows, which differ */
            for (int j = 0; j < n; j++) {
                double t = A(k, j);
                A(k, j) = A(p, j);
                A(p, j) = t;
            }
        /* truth: parallel */
        for (int i = k + 1; i < n; i++)
            A(i, k) /= A(k, k);
        /* truth: parallel */
        for (int i = k + 1; i < n; i++)
            /* truth: parallel */
            for (int j = k + 1; j < n; j++)
                A(i, j) -= A(i, k) * A(k, j);
    }
    return 0;
}

static void thomas(const double *a, const double *b, const double *c, double *d, double *w, int n)
{
    w[0] = c[0] / b[0];
    d[0] /= b[0];
    /* truth: serial flow(w, d) distance 1 */
    for (int i = 1; i < n; i++) {
        double m = 1 / (b[i] - a[i] * w[i - 1]);
        w[i] = c[i] * m;
        d[i] = (d[i] - a[i] * d[i - 1]) * m;
    }
    /* truth: serial flow(d) distance 1 */
    for (int i = n - 2; i >= 0; i--)
        d[i] -= w[i] * d[i + 1];
}

#define M 24
#define ROWS 10
static double grid[ROWS][M], lower[M], middle[M], upper[M];

static void sweep_rows(void)
{
    double work[M];
    /* truth: parallel private(work) */
    for (int r = 0; r < ROWS; r++)
        thomas(lower, middle, upper, grid[r], work, M);
}

static void sweep_columns(void)
{
    double column[ROWS], work[ROWS];
    /* truth: parallel private(column, work) */
    for (int c = 0; c < M; c++) {
        /* truth: parallel */
        for (int r = 0; r < ROWS; r++)
            column[r] = grid[r][c];
        thomas(lower, middle, upper, column, work, ROWS);
        /* truth: parallel */
        for (int r = 0; r < ROWS; r++)
            grid[r][c] = column[r];
    }
}

static double power(const double *restrict a, double *restrict x, double *restrict y, int n)
{
    double norm = 0, change = 1;
    /* truth: serial flow(x) exit */
    for (int it = 0; it < 50 && change > 1e-10; it++) {
        double old = norm, s = 0;
        /* truth: parallel */
        for (int i = 0; i < n; i++) {
            double sum = 0;
            /* truth: reduction(+: sum) */
            for (int j = 0; j < n; j++)
                sum += A(i, j) * x[j];
            y[i] = sum;
        }
        /* truth: reduction(+: s) */
        for (int i = 0; i < n; i++)
            s += y[i] * y[i];
        norm = sqrt(s);
        /* truth: parallel */
        for (int i = 0; i < n; i++)
            x[i] = y[i] / norm;
        change = fabs(norm - old);
    }
    return norm;
}

static int worst_row(const double *a, int n)
{
    int worst = -1;
    double least = DBL_MAX;
    /* truth: reduction(argmin: least, worst) -- the last of equals */
    for (int i = 0; i < n; i++) {
        double off = 0;
        /* truth: reduction(+: off) */
        for (int j = 0; j < n; j++)
            if (j != i)
                off += fabs(A(i, j));
        if (fabs(A(i, i)) - off <= least) {
            least = fabs(A(i, i)) - off;
            worst = i;
        }
    }
    return worst;
}

int main(void)
{
    enum { n = 12 };
    static double a[n * n], x[n], y[n];
    int piv[n];
    double sum = 0, det = 1;
    /* truth: parallel */
    for (int i = 0; i < n; i++)
        /* truth: parallel */
        for (int j = 0; j < n; j++)
            A(i, j) = (i * 7 + j * j * 3) % 11 + ((i + 1) % n == j ? 20 : 0);
    /* truth: parallel */
    for (int i = 0; i < n; i++)
        x[i] = 1;
    double largest = power(a, x, y, n);
    int row = worst_row(a, n), bad = lu(a, piv, n);
    /* truth: reduction(*: det) */
    for (int i = 0; i < n; i++)
        det *= A(i, i) / 20;
    /* truth: parallel */
    for (int i = 0; i < M; i++) {
        lower[i] = -1;
        middle[i] = 4;
        upper[i] = -1;
        /* truth: parallel */
        for (int r = 0; r < ROWS; r++)
            grid[r][i] = r + i % 3;
    }
    sweep_rows();
    sweep_columns();
    /* truth: reduction(+: sum) */
    for (int k = 0; k < ROWS * M; k++)
        sum += (&grid[0][0])[k];
    printf("%.6f %d %d %.6f %.6f\n", largest, row, bad, det, sum);
    return 0;
}
