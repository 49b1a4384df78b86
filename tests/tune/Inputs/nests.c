#include <stdio.h>
#include <stdlib.h>
static void tr(int n, int m, const double *restrict a, double *restrict b)
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*m]) map(from: b[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[j * n + i] = a[i * m + j];
}
static void add(int n, int m, const double *restrict a, double *restrict b)
{
    #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(tofrom: b[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i * m + j] += a[i * m + j];
}
static void mv(int n, int m, const double *a, const double *x, double *y)
{
    #pragma omp target teams distribute parallel for map(to: a[0:n*m], x[0:m]) map(from: y[0:n])
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < m; j++)
            s += a[i * m + j] * x[j];
        y[i] = s;
    }
}
static void two(int n, const double *restrict a, double *restrict b, double *restrict c)
{
    #pragma omp target map(to: a[0:n]) map(from: b[0:n], c[0:n])
    #pragma omp parallel
    {
        #pragma omp for
        for (int i = 0; i < n; i++)
            b[i] = a[i] * 2;
        #pragma omp for
        for (int i = 0; i < n; i++)
            c[i] = a[i] * 3;
    }
}
static void three(int n, const double *restrict a, double *restrict b, double *restrict c, double *restrict d)
{
    #pragma omp target map(to: a[0:n]) map(from: b[0:n], c[0:n], d[0:n])
    #pragma omp parallel
    {
        #pragma omp for
        for (int i = 0; i < n; i++)
            b[i] = a[i] * 2;
        #pragma omp for
        for (int i = 0; i < n; i++)
            c[i] = a[i] * 3;
        #pragma omp for
        for (int i = 0; i < n; i++)
            d[i] = b[n - 1 - i] + 1;
    }
}
int main(void)
{
    enum { N = 70, M = 45 };
    static double a[N * M], b[N * M], x[M], y[N], c[N * M], d[N];
    for (int i = 0; i < N * M; i++) a[i] = i % 17, b[i] = 1;
    for (int i = 0; i < M; i++) x[i] = i % 3;
    tr(N, M, a, b);
    add(N, M, a, b);
    mv(N, M, b, x, y);
    two(N, y, b, c);
    three(N, y, b, c, d);
    double s = 0;
    for (int i = 0; i < N; i++) s += b[i] + c[i] * (i % 5) + d[i] * i;
    printf("%g\n", s);
}
