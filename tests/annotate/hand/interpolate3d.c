/* Coefficients of radiation along one ray, as examples/levels/interpolate3d.c: `three_level`. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct ray {
    double tilt_x, tilt_y; /* cells that the ray moves in x and y per plane, at most 1/2 either way */
};

/* the i-th of a fixed row of numbers without visible order, evenly spread over [0, 1) */
static inline double number_at(long i)
{
    uint64_t h = ((uint64_t)i + 1) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 29) * 0xD6E8FEB86659FD93u;
    return (double)((h ^ h >> 32) >> 11) * 0x1p-53;
}

/* from the four cells around a point that is wx and wy away from cell `at` */
static inline double bilinear(const double *f, long at, long row, double wx, double wy)
{
    return (1 - wy) * ((1 - wx) * f[at] + wx * f[at + 1]) +
           wy * ((1 - wx) * f[at + row] + wx * f[at + row + 1]);
}

/* the same half-way to the plane above */
static inline double trilinear(const double *f, long at, long row, long plane, double wx, double wy)
{
    return 0.5 * (bilinear(f, at, row, wx, wy) + bilinear(f, at + plane, row, wx, wy));
}

static inline double length_below(struct ray ray, long z)
{
    return (0.5 + 0.125 * (double)(z % 5)) * (1 + ray.tilt_x * ray.tilt_x + ray.tilt_y * ray.tilt_y);
}

static inline double tilt_in_row(struct ray ray, long y)
{
    return ray.tilt_y * (1 - 0.25 * (double)(y % 3));
}

/* the two results for the corner between cell `at` and its neighbours in higher x, y, z */
static inline void coefficients(const double *opacity, const double *source, long at, long row, long plane,
                                double tilt_x, double tilt_y, double length, double *transmission,
                                double *emission)
{
    double wx = 0.5 - tilt_x, wy = 0.5 - tilt_y;
    double opacity_here = trilinear(opacity, at, row, plane, 0.5, 0.5);
    double opacity_below = trilinear(opacity, at - plane, row, plane, wx, wy);
    double source_here = trilinear(source, at, row, plane, 0.5, 0.5);
    double source_below = trilinear(source, at - plane, row, plane, wx, wy);
    double depth = 0.5 * (opacity_here + opacity_below) * length;
    double passed = exp(-depth), mean = (1 - passed) / depth;
    *transmission = passed;
    *emission = source_below * (mean - passed) + source_here * (1 - mean);
}

static void trace(long nx, long ny, long nz, struct ray ray, const double *opacity, const double *source, double *transmission,
                  double *emission)
{
#ifdef HAND
#pragma omp target teams distribute
#endif
    for (long z = 1; z < nz - 1; z++) {
#ifdef HAND
#pragma omp parallel for
#endif
        for (long y = 0; y < ny - 1; y++) {
#ifdef HAND
#pragma omp simd
#endif
            for (long x = 0; x < nx - 1; x++) {
                long at = (z * ny + y) * nx + x;
                coefficients(opacity, source, at, nx, nx * ny, ray.tilt_x, tilt_in_row(ray, y), length_below(ray, z),
                             transmission + at, emission + at);
            }
        }
    }
}

int main(int argc, char **argv)
{
    long nx = argc > 1 ? atol(argv[1]) : 14, ny = argc > 2 ? atol(argv[2]) : 15, nz = argc > 3 ? atol(argv[3]) : 16;
    long repeat = argc > 4 ? atol(argv[4]) : 3, cells = nx * ny * nz;
    struct ray ray = {0.375, -0.25};
    double *opacity = malloc(cells * sizeof *opacity), *source = malloc(cells * sizeof *source);
    double *transmission = calloc(cells, sizeof *transmission), *emission = calloc(cells, sizeof *emission);
    double passed = 0, emitted = 0;
    if (!opacity || !source || !transmission || !emission)
        return 2;
    for (long i = 0; i < cells; i++) {
        opacity[i] = 0.1 + 0.9 * number_at(i);
        source[i] = 1 + number_at(cells + i);
    }
#ifdef HAND
#pragma omp target enter data map(to: opacity[0:cells], source[0:cells], transmission[0:cells], emission[0:cells])
#endif
    for (long k = 0; k < repeat; k++)
        trace(nx, ny, nz, ray, opacity, source, transmission, emission);
#ifdef HAND
#pragma omp target exit data map(from: transmission[0:cells], emission[0:cells]) map(delete: opacity[0:cells], source[0:cells])
#endif
    for (long i = 0; i < cells; i++) {
        passed += transmission[i];
        emitted += emission[i];
    }
    printf("%.9f %.9f\n", passed, emitted);
    free(opacity);
    free(source);
    free(transmission);
    free(emission);
    return 0;
}
