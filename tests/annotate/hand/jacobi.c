/* The Laplace equation until little changes, as examples/jacobi2d.c: the rung `collapsed`. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static inline double mean(const double *u, long m, long j, long i)
{
    return 0.25 * (u[j * m + (i + 1)] + u[j * m + (i - 1)] + u[(j - 1) * m + i] + u[(j + 1) * m + i]);
}

static double iterate(long n, long m, const double *restrict uold, double *restrict unew)
{
    double err = 0;
#ifdef HAND
#pragma omp target teams distribute parallel for collapse(2) reduction(max: err)
#endif
    for (long j = 1; j < n - 1; j++)
        for (long i = 1; i < m - 1; i++) {
            unew[j * m + i] = mean(uold, m, j, i);
            err = fmax(err, fabs(unew[j * m + i] - uold[j * m + i]));
        }
    return err;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 60, m = argc > 2 ? atol(argv[2]) : 80, most = argc > 3 ? atol(argv[3]) : 11;
    double *uold = calloc(n * m, sizeof *uold), *unew = calloc(n * m, sizeof *unew), err = 1;
    long iterations = 0;
    for (long i = 0; i < m; i++)
        uold[i] = unew[i] = sin(3.14159265358979 * (double)i / (double)(m - 1));
    for (long j = 0; j < n; j++)
        uold[j * m] = unew[j * m] = 0.5 * sin(6.28318530717959 * (double)j / (double)(n - 1));
#ifdef HAND
#pragma omp target enter data map(to: uold[0:n * m], unew[0:n * m])
#endif
    while (err > 1e-6 && iterations < most) {
        err = iterate(n, m, uold, unew);
        double *swap = uold;
        uold = unew;
        unew = swap;
        iterations++;
    }
#ifdef HAND
#pragma omp target exit data map(from: uold[0:n * m]) map(release: unew[0:n * m])
#endif
    double sum = 0;
    for (long k = 0; k < n * m; k++)
        sum += uold[k];
    printf("%ld %.9f %.12f\n", iterations, err, sum);
    free(uold);
    free(unew);
    return 0;
}
