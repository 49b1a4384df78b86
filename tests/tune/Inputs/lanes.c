/* Four kernels whose inner trip count only the launch knows: lanes KERNEL N M */
#include <stdio.h>
#include <stdlib.h>

static void matvec(int n, int m, const double *a, const double *x, double *y)
{
#pragma omp target teams distribute parallel for map(to: a[0:n*m], x[0:m]) map(from: y[0:n])
    for (int i = 0; i < n; i++) {
        double sum = 0;
#pragma omp simd reduction(+: sum)
        for (int j = 0; j < m; j++)
            sum += a[i * m + j] * x[j];
        y[i] = sum;
    }
}

static void scale(int n, int m, const double *x, double *a)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: a[0:n*m])
    for (int i = 0; i < n; i++) {
        double by = 1 / (1 + x[i] * x[i]);
#pragma omp simd
        for (int j = 0; j < m; j++)
            a[i * m + j] *= by;
    }
}

static void smooth(int n, int m, const double *a, double *b)
{
#pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(tofrom: b[0:n*m])
    for (int i = 1; i < n - 1; i++) {
#pragma omp simd
        for (int j = 1; j < m - 1; j++)
            b[i * m + j] = 0.25 * (a[i * m + j - 1] + a[i * m + j + 1] + a[(i - 1) * m + j] + a[(i + 1) * m + j]);
    }
}

static void transpose(int n, int m, const double *a, double *b)
{
#pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(from: b[0:n*m])
    for (int i = 0; i < n; i++) {
#pragma omp simd
        for (int j = 0; j < m; j++)
            b[i * m + j] = a[j * n + i];
    }
}

int main(int argc, char **argv)
{
    int which = atoi(argv[1]), n = atoi(argv[2]), m = atoi(argv[3]);
    double *a = malloc(sizeof *a * n * m), *b = calloc(n * m, sizeof *b), *x = malloc(sizeof *x * (n + m)), s = 0;
    for (int i = 0; i < n * m; i++)
        a[i] = i % 13;
    for (int i = 0; i < n + m; i++)
        x[i] = i % 5;
    if (which == 0)
        matvec(n, m, a, x, b);
    else if (which == 1)
        scale(n, m, x, a);
    else if (which == 2)
        smooth(n, m, a, b);
    else
        transpose(n, m, a, b);
    for (int i = 0; i < n * m; i++)
        s += (a[i] + b[i]) * (i % 7);
    printf("%.9g\n", s);
    (void)argc;
}
