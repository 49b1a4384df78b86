/* Dense matrix multiplication as a small library has it: with leading dimensions, blocked, transposed, in place. */
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))

static void fill(double *a, int rows, int cols, int seed)
{
    /* truth: parallel */
    for (int i = 0; i < rows; i++)
        /* truth: parallel */
        for (int j = 0; j < cols; j++)
            a[i * cols + j] = ((i * 7 + j * 3 + seed) % 11) - 5;
}

/* C += alpha A B */
void gemm(int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb, double *c, int ldc)
{
    /* truth: guarded alias(c, a, b) size(ldc >= n) calls(pass) -- rows of C overlap when ldc is less than n */
    for (int i = 0; i < m; i++)
        /* truth: guarded alias(c, a, b) calls(pass) */
        for (int j = 0; j < n; j++) {
            double s = 0;
            /* truth: reduction(+: s) */
            for (int p = 0; p < k; p++)
                s += a[i * lda + p] * b[p * ldb + j];
            c[i * ldc + j] += alpha * s;
        }
}

/* The same for square matrices that are known to be apart, in blocks; C is summed over the blocks of k. */
void gemm_blocked(int n, int block, const double *restrict a, const double *restrict b, double *restrict c)
{
    int ii, jj, kk, i, j, k;
    /* truth: parallel private(jj, kk, i, j, k) */
    for (ii = 0; ii < n; ii += block)
        /* truth: parallel private(kk, i, j, k) */
        for (jj = 0; jj < n; jj += block)
            /* truth: reduction(+: c[]) private(i, j, k) */
            for (kk = 0; kk < n; kk += block)
                /* truth: parallel private(j, k) */
                for (i = ii; i < MIN(ii + block, n); i++)
                    /* truth: reduction(+: c[]) private(j) */
                    for (k = kk; k < MIN(kk + block, n); k++) {
                        double r = a[i * n + k];
                        /* truth: parallel */
                        for (j = jj; j < MIN(jj + block, n); j++)
                            c[i * n + j] += r * b[k * n + j];
                    }
}

/* In place: swaps across the diagonal. */
void transpose(int n, double *a)
{
    /* truth: parallel -- a[i][j] and a[j][i] are touched by the iteration of the smaller index only */
    for (int i = 0; i < n; i++)
        /* truth: parallel */
        for (int j = i + 1; j < n; j++) {
            double t = a[i * n + j];
            a[i * n + j] = a[j * n + i];
            a[j * n + i] = t;
        }
}

/* What looks like the same, but copies: element (i, j) is read as (j, i) after it was overwritten. */
void mirror(int n, double *a)
{
    /* truth: serial flow(a) distance 1 */
    for (int i = 0; i < n; i++)
        /* truth: parallel -- row i is written, column i is read: they meet at (i, i), in one iteration */
        for (int j = 0; j < n; j++)
            a[i * n + j] = 0.5 * (a[i * n + j] + a[j * n + i]);
}

/* B := L B, L unit lower triangular, from the last row up, so that B may be overwritten. */
void trmm(int m, int n, const double *restrict l, double *restrict b)
{
    int i, j, k;
    /* truth: serial anti(b) distance 1 */
    for (i = m - 1; i >= 0; i--)
        /* truth: parallel private(k) */
        for (j = 0; j < n; j++)
            /* truth: reduction(+: b[]) */
            for (k = 0; k < i; k++)
                b[i * n + j] += l[i * m + k] * b[k * n + j];
}

static double weigh(const double *a, int n)
{
    double s = 0;
    /* truth: reduction(+: s) */
    for (int i = 0; i < n; i++)
        s += a[i] * (i % 13 + 1);
    return s;
}

int main(void)
{
    int n = 33;
    double *a = malloc(sizeof *a * n * n), *b = malloc(sizeof *b * n * n), *c = calloc(n * n, sizeof *c);
    if (!a || !b || !c)
        return 1;
    fill(a, n, n, 1);
    fill(b, n, n, 4);
    gemm(n, n - 1, n, 0.5, a, n, b, n, c, n);
    printf("gemm %.3f\n", weigh(c, n * n));
    gemm_blocked(n, 8, a, b, c);
    printf("blocked %.3f\n", weigh(c, n * n));
    transpose(n, c);
    printf("transposed %.3f\n", weigh(c, n * n));
    mirror(n, c);
    printf("mirrored %.3f\n", weigh(c, n * n));
    trmm(n, n, a, b);
    printf("trmm %.6e\n", weigh(b, n * n));
    free(a);
    free(b);
    free(c);
    return 0;
}
