#include <stdio.h>
#include <stdlib.h>
#include <math.h>
static void smooth(int n, int m, const double *a, double *b)
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*m]) map(from: b[0:n*m])
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            b[i*m+j] = i && j ? 0.5*a[i*m+j] + 0.25*(a[(i-1)*m+j]+a[i*m+j-1]) : 0;
}
static void product(int n, int m, const double *a, const double *x, double *y)
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
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 200, m = 100;
    double *a = malloc(n*m*sizeof *a), *b = malloc(n*m*sizeof *a), *x = malloc(m * sizeof *x), *y = malloc(n * sizeof *y);
    for (int i = 0; i < n*m; i++) a[i] = i % 17;
    for (int i = 0; i < m; i++) x[i] = i % 5;
    for (int t = 0; t < 3; t++) {
    smooth(n, m, a, b);
    product(n, m, b, x, y);
    }
    double s = 0;
    for (int i = 0; i < n; i++) s += y[i];
    printf("%g\n", s);
}
