/* The heat equation on a square plate with cold edges, as one writes it first: the loops one had, and a directive. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double at(const double *u, long n, long i, long j)
{
    return i < 0 || j < 0 || i >= n || j >= n ? 0.0 : u[i + j * n];
}

static void step(long n, double r, const double *restrict u, double *restrict u_new)
{
#pragma omp target map(tofrom: u[0:n * n], u_new[0:n * n])
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            u_new[i + j * n] = (1 - 4 * r) * u[i + j * n] +
                               r * (at(u, n, i + 1, j) + at(u, n, i - 1, j) + at(u, n, i, j + 1) + at(u, n, i, j - 1));
}

int main(int argc, char **argv)
{
    const long n = argc > 1 ? atol(argv[1]) : 200, steps = argc > 2 ? atol(argv[2]) : 20;
    const double pi = 3.14159265358979323846, r = 0.2, k = pi / (n + 1);
    double *u = malloc(n * n * sizeof *u), *u_tmp = malloc(n * n * sizeof *u_tmp), worst = 0;
    for (long i = 0; i < n * n; i++) {
        u[i] = sin(k * (i % n + 1)) * sin(k * (i / n + 1));
        u_tmp[i] = 0;
    }

    for (long s = 0; s < steps; s++) {
        step(n, r, u, u_tmp);
        double *swap = u;
        u = u_tmp;
        u_tmp = swap;
    }

    const double factor = pow(1 - 4 * r + 4 * r * cos(k), steps); /* what the scheme makes of this wave */
    for (long i = 0; i < n * n; i++)
        worst = fmax(worst, fabs(u[i] - factor * sin(k * (i % n + 1)) * sin(k * (i / n + 1))));
    printf("heat: %ld x %ld cells, %ld steps: %s\n", n, n, steps, worst < 1e-12 ? "OK" : "WRONG");
    free(u);
    free(u_tmp);
    return !(worst < 1e-12);
}
