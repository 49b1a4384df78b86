/* The heat equation, as examples/heat.c: the rung `collapsed`, whose fields stay on the device. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void step(long n, double r, const double *restrict u, double *restrict u_new)
{
    const double r2 = 1.0 - 4.0 * r;
#ifdef HAND
#pragma omp target teams loop collapse(2)
#endif
    for (long j = 0; j < n; j++)
        for (long i = 0; i < n; i++)
            u_new[i + j * n] = r2 * u[i + j * n] +
                               r * ((i < n - 1 ? u[i + 1 + j * n] : 0.0) + (i > 0 ? u[i - 1 + j * n] : 0.0) +
                                    (j < n - 1 ? u[i + (j + 1) * n] : 0.0) + (j > 0 ? u[i + (j - 1) * n] : 0.0));
}

static double *allocate(long n)
{
    double *p = malloc(n * sizeof *p);
    if (!p)
        exit(2);
    return p;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 100, steps = argc > 2 ? atol(argv[2]) : 10;
    double *u = allocate(n * n), *u_new = allocate(n * n), largest = 0;
    for (long j = 0; j < n; j++)
        for (long i = 0; i < n; i++) {
            u[i + j * n] = sin(0.03 * (double)i) * sin(0.05 * (double)j);
            u_new[i + j * n] = 0;
        }
#ifdef HAND
#pragma omp target enter data map(to: u[0:n * n], u_new[0:n * n])
#endif
    for (long s = 0; s < steps; s++) {
        step(n, 0.2, u, u_new);
        double *swap = u;
        u = u_new;
        u_new = swap;
    }
#ifdef HAND
#pragma omp target exit data map(from: u[0:n * n]) map(release: u_new[0:n * n])
#endif
    for (long j = 0; j < n; j++)
        for (long i = 0; i < n; i++)
            largest = fmax(largest, fabs(u[i + j * n]));
    printf("%.12f %.12f\n", largest, u[n / 2 * n + n / 3]);
    free(u);
    free(u_new);
    return 0;
}
