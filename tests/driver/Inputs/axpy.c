#include <stdio.h>
#include <stdlib.h>

/* 24 bytes and two operations a point */
static void axpy(long n, double *y, const double *x)
{
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n]) map(to : x[0 : n])
    for (long i = 0; i < n; i++)
        y[i] += 2 * x[i];
}

int main(int argc, char **argv)
{
    long n = atol(argv[1]);
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), sum = 0;
    for (long i = 0; i < n; i++)
        x[i] = 2, y[i] = 1;
    axpy(n, y, x);
    for (long i = 0; i < n; i++)
        sum += y[i];
    printf("sum %g\n", sum);
    return argc > 2 ? atoi(argv[2]) : 0;
}
