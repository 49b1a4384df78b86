/* Jacobi sweeps over a 3-D grid, as examples/levels/laplace3d.c: `three_level`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* the i-th of a fixed row of numbers without visible order, evenly spread over [0, 1) */
static inline double number_at(long i)
{
    uint64_t h = ((uint64_t)i + 1) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 29) * 0xD6E8FEB86659FD93u;
    return (double)((h ^ h >> 32) >> 11) * 0x1p-53;
}

static inline double mean_around(const double *a, long at, long row, long plane)
{
    return (a[at - plane] + a[at + plane] + a[at - row] + a[at + row] + a[at - 1] + a[at + 1]) / 6;
}

static void sweep(long nx, long ny, long nz, const double *a, double *b)
{
#ifdef HAND
#pragma omp target teams distribute
#endif
    for (long x = 1; x < nx - 1; x++) {
#ifdef HAND
#pragma omp parallel for
#endif
        for (long y = 1; y < ny - 1; y++) {
#ifdef HAND
#pragma omp simd
#endif
            for (long z = 1; z < nz - 1; z++)
                b[(x * ny + y) * nz + z] = mean_around(a, (x * ny + y) * nz + z, nz, ny * nz);
        }
    }
}

int main(int argc, char **argv)
{
    long nx = argc > 1 ? atol(argv[1]) : 24, ny = argc > 2 ? atol(argv[2]) : 24, nz = argc > 3 ? atol(argv[3]) : 24;
    long sweeps = argc > 4 ? atol(argv[4]) : 4, points = nx * ny * nz;
    double *from = malloc(points * sizeof *from), *to = malloc(points * sizeof *to), sum = 0;
    if (!from || !to)
        return 2;
    for (long i = 0; i < points; i++)
        from[i] = number_at(i);
    memcpy(to, from, points * sizeof *to); /* for its outer points, which no sweep changes */
#ifdef HAND
#pragma omp target enter data map(to: from[0:points], to[0:points])
#endif
    for (long k = 0; k < sweeps; k++) {
        sweep(nx, ny, nz, from, to);
        double *swap = from;
        from = to;
        to = swap;
    }
#ifdef HAND
#pragma omp target exit data map(from: from[0:points]) map(delete: to[0:points])
#endif
    for (long i = 0; i < points; i++)
        sum += from[i];
    printf("%.9f %.12f\n", sum, from[points / 2]);
    free(from);
    free(to);
    return 0;
}
