/* Nests of which the clause has the outer loop alone, and the launch may share the next one, too: deeper KERNEL N M */
#include <stdio.h>
#include <stdlib.h>
static void rows(int n, int m, const double *restrict x, const double *restrict y, double *restrict a)
{
#pragma omp target teams distribute parallel for map(to: x[0:n], y[0:m]) map(tofrom: a[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] += x[i] * y[j];
}
static void columns(int n, int m, const double *restrict x, const double *restrict y, double *restrict a)
{
#pragma omp target teams distribute parallel for map(to: x[0:n], y[0:m]) map(tofrom: a[0:n*m])
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            a[i * m + j] += x[i] * y[j];
}
static void smooth(int n, int m, const double *restrict x, const double *restrict y, double *restrict a)
{
#pragma omp target teams distribute parallel for map(to: x[0:n], y[0:m]) map(tofrom: a[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m - 1; j++)
            a[i * m + j] = 0.5 * (y[j - 1] + y[j + 1]) + x[i];
}
static void sums(int n, int m, const double *restrict x, const double *restrict y, double *restrict a)
{
#pragma omp target teams distribute parallel for map(to: x[0:n], y[0:m]) map(tofrom: a[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = 0;
            for (int k = 0; k < 10; k++)
                s += x[(i + k) % n] * y[(j + k) % m];
            a[i * m + j] = s;
        }
}
int main(int argc, char **argv)
{
    int which = atoi(argv[1]), n = atoi(argv[2]), m = atoi(argv[3]);
    double *a = malloc(sizeof *a * n * m + 8), *x = malloc(sizeof *x * (n + m)), s = 0;
    for (int i = 0; i < n * m; i++)
        a[i] = i % 13;
    for (int i = 0; i < n + m; i++)
        x[i] = i % 5;
    (which == 0 ? rows : which == 1 ? columns : which == 2 ? smooth : sums)(n, m, x, x + n, a);
    for (int i = 0; i < n * m; i++)
        s += a[i] * (i % 97);
    printf("%.9g\n", s);
    (void)argc;
}
