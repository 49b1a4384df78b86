#include <math.h>
#include <stdio.h>
#include <stdlib.h>
struct matrix { int rows; const int *start, *column; const double *value; };
static void spmv(int rows, const int *start, const int *column, const double *value, const double *x, double *y)
{
#pragma omp target teams distribute parallel for map(to: start[0:rows + 1], column[0:start[rows]], value[0:start[rows]], x[0:rows]) map(from: y[0:rows])
    for (int i = 0; i < rows; i++) {
        double s = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            s += value[k] * x[column[k]];
        y[i] = s;
    }
}
static double dot(int n, const double *a, const double *b)
{
    double s = 0;
#pragma omp target teams distribute parallel for map(to: a[0:n], b[0:n]) map(tofrom: s) reduction(+: s)
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}
static void axpy(int n, double alpha, const double *x, double *y)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += alpha * x[i];
}
static void xpay(int n, const double *x, double beta, double *y)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] = x[i] + beta * y[i];
}
static int solve(int n, const int *start, const int *column, const double *value, const double *b, double *x)
{
    double *r = malloc(n * sizeof *r), *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q);
    for (int i = 0; i < n; i++)
        x[i] = 0, r[i] = p[i] = b[i];
    double rr = dot(n, r, r), first = rr;
    int k = 0;
    for (; k < 20 && rr > 1e-20 * first; k++) {
        spmv(n, start, column, value, p, q);
        double alpha = rr / dot(n, p, q);
        axpy(n, alpha, p, x);
        axpy(n, -alpha, q, r);
        double next = dot(n, r, r);
        xpay(n, r, next / rr, p);
        rr = next;
    }
    free(r); free(p); free(q);
    return k;
}
int main(void)
{
    enum { N = 100 };
    int *start = malloc((N + 1) * sizeof *start), *column = malloc(3 * N * sizeof *column), m = 0;
    double *value = malloc(3 * N * sizeof *value), *b = malloc(N * sizeof *b), *x = malloc(N * sizeof *x), s = 0;
    for (int i = 0; i < N; i++) {
        start[i] = m;
        if (i) column[m] = i - 1, value[m++] = -1;
        column[m] = i, value[m++] = 2.5;
        if (i < N - 1) column[m] = i + 1, value[m++] = -1;
        b[i] = i % 7;
    }
    start[N] = m;
    int k = solve(N, start, column, value, b, x);
    for (int i = 0; i < N; i++)
        s += x[i];
    printf("%d turns, %.9f\n", k, s);
}
