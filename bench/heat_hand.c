/* bench/heat_hand.c: the time step of examples/heat.c by hand, as `parallel for` on the host and nothing
 * else.
 *
 *     heat_hand [ij|ji [ncells [nsteps]]]        default: ji 4000 10
 *
 * Prints a row like those of heat, so that one expression finds the seconds in both. The field is checked
 * against what the difference scheme makes of one wave. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846, R = 0.2;

static inline double stencil(long n, double r, double r2, long i, long j, const double *restrict u)
{
    return r2 * u[i + j * n] +
           r * ((i < n - 1 ? u[i + 1 + j * n] : 0.0) + (i > 0 ? u[i - 1 + j * n] : 0.0) +
                (j < n - 1 ? u[i + (j + 1) * n] : 0.0) + (j > 0 ? u[i + (j - 1) * n] : 0.0));
}

static void step_ij(long n, double r, const double *restrict u, double *restrict u_new)
{
    const double r2 = 1.0 - 4.0 * r;
#pragma omp parallel for
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            u_new[i + j * n] = stencil(n, r, r2, i, j, u);
}

static void step_ji(long n, double r, const double *restrict u, double *restrict u_new)
{
    const double r2 = 1.0 - 4.0 * r;
#pragma omp parallel for
    for (long j = 0; j < n; j++)
        for (long i = 0; i < n; i++)
            u_new[i + j * n] = stencil(n, r, r2, i, j, u);
}

int main(int argc, char **argv)
{
    int ji = argc < 2 || strcmp(argv[1], "ij") != 0;
    long n = argc > 2 ? atol(argv[2]) : 4000, steps = argc > 3 ? atol(argv[3]) : 10;
    double dx = 1.0 / (double)(n + 1), *wave = malloc((size_t)n * sizeof *wave), largest = 0;
    double *u = malloc((size_t)(n * n) * sizeof *u), *u_tmp = malloc((size_t)(n * n) * sizeof *u_tmp);
    if (!wave || !u || !u_tmp)
        return 2;
    for (long i = 0; i < n; i++)
        wave[i] = sin(PI * dx * (double)(i + 1));
#pragma omp parallel for
    for (long j = 0; j < n; j++)
        for (long i = 0; i < n; i++) {
            u[i + j * n] = wave[i] * wave[j];
            u_tmp[i + j * n] = 0;
        }
    double start = omp_get_wtime();
    for (long s = 0; s < steps; s++) {
        if (ji)
            step_ji(n, R, u, u_tmp);
        else
            step_ij(n, R, u, u_tmp);
        double *swap = u;
        u = u_tmp;
        u_tmp = swap;
    }
    double seconds = omp_get_wtime() - start,
           factor = pow(1.0 - 4.0 * R + 4.0 * R * cos(PI * dx), (double)steps);
    for (long j = 0; j < n; j++)
        for (long i = 0; i < n; i++)
            largest = fmax(largest, fabs(u[i + j * n] - factor * wave[i] * wave[j]));
    printf("%-10s %-25s %-5s %10.6f\n", "hand", "parallel for", ji ? "ji" : "ij", seconds);
    puts(largest <= 1e-14 * (double)(steps + 10) ? "OK" : "WRONG");
    return !(largest <= 1e-14 * (double)(steps + 10));
}
