/* Compressed rows: product, triangular solve, diagonal, Jacobi, incomplete factors, transpose. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct csr {
    int n, *start, *col;
    double *val;
};

static struct csr poisson(int side)
{
    struct csr a = {.n = side * side};
    a.start = malloc((a.n + 1) * sizeof *a.start);
    a.col = malloc(5 * a.n * sizeof *a.col);
    a.val = malloc(5 * a.n * sizeof *a.val);
    int k = 0;
    if (!a.start || !a.col || !a.val)
        exit(1);
    /* truth: serial flow(k) -- how many a row has depends on where it is */
    for (int i = 0; i < a.n; i++) {
        static const int dx[5] = {0, -1, 0, 1, 0}, dy[5] = {-1, 0, 0, 0, 1};
        a.start[i] = k;
        /* truth: serial flow(k) */
        for (int d = 0; d < 5; d++) {
            int x = i % side + dx[d], y = i / side + dy[d];
            if (x < 0 || x >= side || y < 0 || y >= side)
                continue;
            a.col[k] = y * side + x;
            a.val[k++] = d == 2 ? 4 : -1;
        }
    }
    a.start[a.n] = k;
    return a;
}

static void times(const struct csr *a, const double *restrict x, double *restrict y)
{
    /* truth: parallel */
    for (int i = 0; i < a->n; i++) {
        double s = 0;
        /* truth: reduction(+: s) */
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            s += a->val[k] * x[a->col[k]];
        y[i] = s;
    }
}

static void lower_solve(const struct csr *a, const double *restrict b, double *restrict x)
{
    /* truth: serial flow(x) */
    for (int i = 0; i < a->n; i++) {
        double s = b[i], d = 1;
        /* truth: reduction(+: s) lastprivate(d) unobserved -- a row has its diagonal once */
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            int j = a->col[k];
            if (j < i)
                s -= a->val[k] * x[j];
            else if (j == i)
                d = a->val[k];
        }
        x[i] = s / d;
    }
}

static int diagonal(const struct csr *a, double *restrict d)
{
    int missing = 0;
    /* truth: reduction(+: missing) unobserved -- each row has its diagonal */
    for (int i = 0; i < a->n; i++) {
        d[i] = 0;
        /* truth: serial exit */
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            if (a->col[k] == i) {
                d[i] = a->val[k];
                break;
            }
        if (d[i] == 0)
            missing++;
    }
    return missing;
}

static double jacobi(const struct csr *a, const double *restrict b, const double *restrict d, const double *restrict x,
                     double *restrict y)
{
    double change = 0;
    /* truth: reduction(max: change) */
    for (int i = 0; i < a->n; i++) {
        double s = b[i];
        /* truth: reduction(+: s) */
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            if (a->col[k] != i)
                s -= a->val[k] * x[a->col[k]];
        y[i] = s / d[i];
        if (fabs(y[i] - x[i]) > change)
            change = fabs(y[i] - x[i]);
    }
    return change;
}

static void transpose_times(const struct csr *a, const double *restrict x, double *restrict y)
{
    /* truth: parallel */
    for (int i = 0; i < a->n; i++)
        y[i] = 0;
    /* truth: histogram(y[]) */
    for (int i = 0; i < a->n; i++)
        /* truth: histogram(y[]) unobserved -- a row has a column once */
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            y[a->col[k]] += a->val[k] * x[i];
}

static void scale_rows(struct csr *a)
{
    /* truth: guarded index(a->start) calls(pass) -- rows begin one after the other */
    for (int i = 0; i < a->n; i++) {
        double m = 0;
        /* truth: reduction(max: m) */
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            m = fmax(m, fabs(a->val[k]));
        /* truth: parallel */
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            a->val[k] /= m;
    }
}

int main(void)
{
    struct csr a = poisson(12);
    int n = a.n, least = 99, longest = 0;
    double *x = calloc(n, sizeof *x), *y = calloc(n, sizeof *y), *b = malloc(n * sizeof *b), *d = malloc(n * sizeof *d);
    double change = 0, sum = 0;
    if (!x || !y || !b || !d)
        return 1;
    /* truth: parallel */
    for (int i = 0; i < n; i++)
        b[i] = 1 + i % 3;
    int missing = diagonal(&a, d);
    /* truth: serial flow(x, y) distance 1 */
    for (int t = 0; t < 20; t++) {
        change = jacobi(&a, b, d, x, y);
        double *swap = x;
        x = y;
        y = swap;
    }
    lower_solve(&a, b, y);
    transpose_times(&a, y, d);
    scale_rows(&a);
    times(&a, x, b);
    /* truth: reduction(min: least) reduction(max: longest) */
    for (int i = 0; i < n; i++) {
        int len = a.start[i + 1] - a.start[i];
        least = len < least ? len : least;
        longest = len > longest ? len : longest;
    }
    /* truth: reduction(+: sum) */
    for (int i = 0; i < n; i++)
        sum += b[i] + d[i] / 10;
    printf("%d %.8f %.6f %d %d\n", missing, change, sum, least, longest);
    free(x);
    free(y);
    free(b);
    free(d);
    free(a.start);
    free(a.col);
    free(a.val);
    return 0;
}
