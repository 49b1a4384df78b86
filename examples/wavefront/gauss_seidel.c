/* gauss_seidel.c: Poisson's equation by Gauss-Seidel's method, whose points need the new values to the left and below: diagonals
 * one after the other, all points of a diagonal at once.
 *
 *     gauss_seidel [n [sweeps]]        n * n inner points (default 64), so many sweeps (default 4)
 *
 * All forms do the same operations in an order that the equation fixes: the fields are equal. */
#include "wavefront.h"

static void serial(double *u, const double *f, long n, long sweeps)
{
    long w = n + 2;
    for (long s = 0; s < sweeps; s++)
        for (long j = 1; j <= n; j++)
            for (long i = 1; i <= n; i++) {
                long p = j * w + i;
                u[p] = 0.25 * (f[p] + u[p - 1] + u[p + 1] + u[p - w] + u[p + w]);
            }
}

/* Diagonal d has the points with i + j = d, for j from `low` to `high`. */
static void separate(double *u, const double *f, long n, long sweeps)
{
    long w = n + 2;
    for (long s = 0; s < sweeps; s++)
        for (long d = 2; d <= 2 * n; d++) {
            long low = d > n ? d - n : 1, high = d > n ? n : d - 1;
#pragma omp target teams distribute parallel for
            for (long j = low; j <= high; j++) {
                long p = j * w + d - j;
                u[p] = 0.25 * (f[p] + u[p - 1] + u[p + 1] + u[p - w] + u[p + w]);
            }
        }
}

/* Every sweep repeats the launches of the one before. */
static void graph(double *u, const double *f, long n, long sweeps)
{
    struct gantry_graph *repeated = NULL;
    for (long s = 0; s < sweeps; s++) {
        gantry_graph_begin(&repeated);
        separate(u, f, n, 1);
        gantry_graph_end(&repeated);
    }
    gantry_graph_free(&repeated);
}

static void single(double *u, const double *f, long n, long sweeps)
{
    long w = n + 2;
    for (long s = 0; s < sweeps; s++) {
#pragma ompx single_launch
        for (long d = 2; d <= 2 * n; d++) {
            long low = d > n ? d - n : 1, high = d > n ? n : d - 1;
#pragma omp target teams distribute parallel for
            for (long j = low; j <= high; j++) {
                long p = j * w + d - j;
                u[p] = 0.25 * (f[p] + u[p - 1] + u[p + 1] + u[p - w] + u[p + w]);
            }
        }
    }
}

static void start(double *u, double *f, long n)
{
    long w = n + 2;
    for (long p = 0; p < w * w; p++) {
        u[p] = 0;
        f[p] = sin(0.1 * (double)(p % w)) * cos(0.07 * (double)(p / w)) / (double)(n * n);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(double *, const double *, long, long);
    } forms[] = {{"separate", separate}, {"graph", graph}, {"single", single}};
    long size[] = {64, 4};
    read_sizes(argc, argv, "[n [sweeps]]", size, 2, 10000);
    long n = size[0], sweeps = size[1], points = (n + 2) * (n + 2), launches = sweeps * (2 * n - 1);
    double *u = numbers(points), *f = numbers(points), *expected = numbers(points);
    bool good = true;
    start(expected, f, n);
    double from = omp_get_wtime();
    serial(expected, f, n, sweeps);
    heading("value in the middle");
    row("serial", omp_get_wtime() - from, 0, 0, 0, expected[points / 2 + n / 2]);
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        double seconds;
        start(u, f, n);
#pragma omp target data map(to : f[0 : points]) map(tofrom : u[0 : points])
        {
            from = omp_get_wtime();
            forms[k].run(u, f, n, sweeps);
            seconds = omp_get_wtime() - from;
        }
        good = row(forms[k].name, seconds, launches, largest_difference(u, expected, points), 0, u[points / 2 + n / 2]) && good;
    }
    free(u), free(f), free(expected);
    return verdict(good);
}
