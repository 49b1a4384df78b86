/* Collapsed nests of which the launch may leave a loop to each thread: marches KERNEL N M */
#include <stdio.h>
#include <stdlib.h>
static void add(int n, int m, const double *x, const double *y, double *a)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: x[0:n], y[0:m]) map(tofrom: a[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] += x[i] * y[j];
}
static void columns(int n, int m, const double *x, const double *y, double *a)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: x[0:n], y[0:m]) map(tofrom: a[0:n*m])
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            a[i * m + j] += x[i] * y[j];
}
static void smooth(int n, int m, const double *x, const double *y, double *a)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: x[0:n], y[0:m]) map(tofrom: a[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m - 1; j++)
            a[i * m + j] = 0.5 * (y[j - 1] + y[j + 1]) + x[i];
}
static void planes(int n, int m, const double *x, const double *y, double *a)
{
#pragma omp target teams distribute parallel for collapse(3) map(to: x[0:n], y[0:m]) map(tofrom: a[0:n*m])
    for (int i = 0; i < n; i++)
        for (int h = 0; h < 4; h++)
            for (int j = 0; j < m / 4; j++)
                a[(i * 4 + h) * (m / 4) + j] += x[i] * h;
}
int main(int argc, char **argv)
{
    int which = atoi(argv[1]), n = atoi(argv[2]), m = atoi(argv[3]);
    double *a = malloc(sizeof *a * n * m + 8), *x = malloc(sizeof *x * (n + m)), s = 0;
    for (int i = 0; i < n * m; i++)
        a[i] = i % 13;
    for (int i = 0; i < n + m; i++)
        x[i] = i % 5;
    (which == 0 ? add : which == 1 ? columns : which == 2 ? smooth : planes)(n, m, x, x + n, a);
    for (int i = 0; i < n * m; i++)
        s += a[i] * (i % 97);
    printf("%.9g\n", s);
    (void)argc;
}
