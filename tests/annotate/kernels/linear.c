/* Linear algebra: static arrays, arrays of variable length, pointers, macros. The letters are the truths: see kernels.py. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 60
#define M 48
#define IDX(i, j) ((i) * N + (j))
#define A2(i, j) a[(i) * lda + (j)]
typedef double real;
static real A[N][N], B[N][N], C[N][N], D[N][M];
static real xa[N], ya[N], za[N];

static void init(void)
{
    for (int i = 0; i < N; i++) { // P
        xa[i] = (real)(i % 7) / 7;
        ya[i] = 1 + i % 3;
        za[i] = 0;
        for (int j = 0; j < N; j++) { // P
            A[i][j] = ((real)i * j + 1) / N;
            B[i][j] = (real)(i - j) / N;
            C[i][j] = 0;
            if (i == j)
                A[i][j] += N;
        }
        for (int j = 0; j < M; j++) // P
            D[i][j] = (real)(i * j % 11) + (i == j ? 20 : 0);
    }
}
static void gemm(real alpha, real beta)
{
    int i, j, k;
    for (i = 0; i < N; i++) { // P
        for (j = 0; j < N; j++) // P
            C[i][j] *= beta;
        for (k = 0; k < N; k++) // H
            for (j = 0; j < N; j++) // P
                C[i][j] += alpha * A[i][k] * B[k][j];
    }
}
static void syrk(int n, int m, real c[n][n], real a[n][m])
{
    for (int i = 0; i < n; i++) { // P
        for (int j = 0; j <= i; j++) // P
            c[i][j] *= 0.5;
        for (int k = 0; k < m; k++) // H
            for (int j = 0; j <= i; j++) // P
                c[i][j] += a[i][k] * a[j][k];
    }
}
static void trisolve(int n, const real *restrict l, const real *restrict b, real *restrict x)
{
    for (int i = 0; i < n; i++) { // S
        x[i] = b[i];
        for (int j = 0; j < i; j++) // R
            x[i] -= l[IDX(i, j)] * x[j];
        x[i] = x[i] / l[IDX(i, i)];
    }
}
static void cholesky(int n, real *a)
{
    for (int i = 0; i < n; i++) { // S
        for (int j = 0; j < i; j++) { // S
            for (int k = 0; k < j; k++) // R
                a[IDX(i, j)] -= a[IDX(i, k)] * a[IDX(j, k)];
            a[IDX(i, j)] /= a[IDX(j, j)];
        }
        for (int k = 0; k < i; k++) // R
            a[IDX(i, i)] -= a[IDX(i, k)] * a[IDX(i, k)];
        a[IDX(i, i)] = sqrt(fabs(a[IDX(i, i)]) + 1);
    }
}
static void lu(int n, int lda, real *a)
{
    for (int k = 0; k < n - 1; k++) { // S
        for (int i = k + 1; i < n; i++) // P
            A2(i, k) = A2(i, k) / A2(k, k);
        for (int i = k + 1; i < n; i++) // P
            for (int j = k + 1; j < n; j++) // P
                A2(i, j) = A2(i, j) - A2(i, k) * A2(k, j);
    }
}
static void mvt(void)
{
    int i, j;
    for (i = 0; i < N; i++) // P
        for (j = 0; j < N; j++) // R
            xa[i] = xa[i] + A[i][j] * ya[j];
    for (i = 0; i < N; i++) // P
        for (j = 0; j < N; j++) // R
            za[i] = za[i] + A[j][i] * ya[j];
}
static void atax(int m, int n, real a[m][n], real *x, real *y, real *tmp)
{
    for (int i = 0; i < n; i++) // P
        y[i] = 0;
    for (int i = 0; i < m; i++) { // H
        tmp[i] = 0;
        for (int j = 0; j < n; j++) // R
            tmp[i] = tmp[i] + a[i][j] * x[j];
        for (int j = 0; j < n; j++) // P
            y[j] = y[j] + a[i][j] * tmp[i];
    }
}
static void gramschmidt(int m, int n, real a[m][n], real r[n][n], real q[m][n])
{
    for (int k = 0; k < n; k++) { // S
        real nrm = 0;
        for (int i = 0; i < m; i++) // R
            nrm += a[i][k] * a[i][k];
        r[k][k] = sqrt(nrm);
        for (int i = 0; i < m; i++) // P
            q[i][k] = a[i][k] / r[k][k];
        for (int j = k + 1; j < n; j++) { // P
            r[k][j] = 0;
            for (int i = 0; i < m; i++) // R
                r[k][j] += q[i][k] * a[i][j];
            for (int i = 0; i < m; i++) // P
                a[i][j] = a[i][j] - q[i][k] * r[k][j];
        }
    }
}
static real power(int n, const real *a, real *v, real *w, int iters)
{
    real lambda = 0;
    for (int it = 0; it < iters; it++) { // S
        real norm = 0;
        for (int i = 0; i < n; i++) { // P
            real s = 0;
            for (int j = 0; j < n; j++) // R
                s += a[(size_t)i * n + j] * v[j];
            w[i] = s;
        }
        for (int i = 0; i < n; i++) // R
            norm += w[i] * w[i];
        lambda = sqrt(norm);
        for (int i = 0; i < n; i++) // P
            v[i] = w[i] / lambda;
    }
    return lambda;
}
static void transpose_block(int n, const real *in, real *out, int bs)
{
    for (int ii = 0; ii < n; ii += bs) // P
        for (int jj = 0; jj < n; jj += bs) // P
            for (int i = ii; i < ii + bs && i < n; i++) // P
                for (int j = jj; j < jj + bs && j < n; j++) // P
                    out[j * n + i] = in[i * n + j];
}
int main(void)
{
    real *l = malloc(N * N * sizeof *l), *t = malloc(N * N * sizeof *t), *x = malloc(sizeof(real) * N), *tmp = calloc(N, sizeof(real));
    real q[N][M], r[M][M];
    init();
    gemm(1.5, 0.5);
    syrk(N, M, C, D);
    for (int i = 0; i < N; i++) // P
        for (int j = 0; j < N; j++) // P
            l[i * N + j] = A[i][j];
    trisolve(N, l, ya, x);
    cholesky(N, l);
    lu(N, N, &B[0][0]);
    mvt();
    atax(N, M, D, x, tmp, xa);
    gramschmidt(N, M, D, r, q);
    real p = power(N, l, x, tmp, 5);
    transpose_block(N, l, t, 16);
    real s = 0;
    for (int i = 0; i < N; i++) // R
        for (int j = 0; j < N; j++) // R
            s += C[i][j] + t[IDX(j, i)] * 1e-3 + xa[i] * za[j] * 1e-4;
    printf("%.5e %.5e %.5e %.5e\n", s, p, x[3], q[3][4]);
    return 0;
}
