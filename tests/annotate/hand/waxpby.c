/* w = a x + b y, and the product of w with itself, many times. */
#include <stdio.h>
#include <stdlib.h>

static void waxpby(int n, double a, const double *restrict x, double b, const double *restrict y, double *restrict w)
{
#ifdef HAND
#pragma omp target teams distribute parallel for map(to: x[0:n], y[0:n]) map(from: w[0:n])
#endif
    for (int i = 0; i < n; i++)
        w[i] = a * x[i] + b * y[i];
}

static double dot(int n, const double *x, const double *y)
{
    double sum = 0;
#ifdef HAND
#pragma omp target teams distribute parallel for reduction(+: sum) map(to: x[0:n], y[0:n])
#endif
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10000;
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), *w = malloc(n * sizeof *w), sum = 0;
    for (int i = 0; i < n; i++) {
        x[i] = i % 10;
        y[i] = i % 9;
    }
#ifdef HAND
#pragma omp target data map(to: x[0:n], y[0:n]) map(alloc: w[0:n])
#endif
    for (int k = 0; k < 10; k++) {
        waxpby(n, 2, x, k, y, w);
        sum += dot(n, w, w);
    }
    printf("%.1f\n", sum);
    free(x);
    free(y);
    free(w);
    return 0;
}
