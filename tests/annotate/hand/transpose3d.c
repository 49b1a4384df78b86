/* The first and the last index of a 3-D array exchanged, as examples/levels/transpose3d.c: `three_level`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* the i-th of a fixed row of numbers without visible order, evenly spread over [0, 1) */
static inline double number_at(long i)
{
    uint64_t h = ((uint64_t)i + 1) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 29) * 0xD6E8FEB86659FD93u;
    return (double)((h ^ h >> 32) >> 11) * 0x1p-53;
}

static void transpose(long nx, long ny, long nz, const double *from, double *to)
{
#ifdef HAND
#pragma omp target teams distribute
#endif
    for (long y = 0; y < ny; y++) {
#ifdef HAND
#pragma omp parallel for
#endif
        for (long z = 0; z < nz; z++) {
#ifdef HAND
#pragma omp simd
#endif
            for (long x = 0; x < nx; x++)
                to[(z * ny + y) * nx + x] = from[(x * ny + y) * nz + z];
        }
    }
}

int main(int argc, char **argv)
{
    long nx = argc > 1 ? atol(argv[1]) : 24, ny = argc > 2 ? atol(argv[2]) : 25, nz = argc > 3 ? atol(argv[3]) : 26;
    long repeat = argc > 4 ? atol(argv[4]) : 3, points = nx * ny * nz, wrong = 0;
    double *from = malloc(points * sizeof *from), *to = malloc(points * sizeof *to);
    if (!from || !to)
        return 2;
    for (long i = 0; i < points; i++)
        from[i] = number_at(i);
#ifdef HAND
#pragma omp target enter data map(to: from[0:points]) map(alloc: to[0:points])
#endif
    for (long k = 0; k < repeat; k++)
        transpose(nx, ny, nz, from, to);
#ifdef HAND
#pragma omp target exit data map(from: to[0:points]) map(delete: from[0:points])
#endif
    for (long x = 0; x < nx; x++)
        for (long y = 0; y < ny; y++)
            for (long z = 0; z < nz; z++)
                wrong += to[(z * ny + y) * nx + x] != number_at((x * ny + y) * nz + z);
    printf("%ld wrong\n", wrong);
    free(from);
    free(to);
    return 0;
}
