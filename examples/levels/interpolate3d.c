/* interpolate3d.c: coefficients of the radiation that reaches each corner of a 3-D grid of cells along one
 * ray.
 *
 *     interpolate3d [--only VERSION] [--repeat N] [nx [ny [nz]]]      cells of the grid (default 24 25 26)
 *     -DBETWEEN_TEAMS       a statement that must run once per plane, between teams and threads
 *     -DBETWEEN_PARALLEL    a statement that must run once per row, between threads and lanes
 *
 * Opacity and source function are known at cell centres. The ray comes from the plane below and passes
 * through the corner. Both fields are interpolated at the corner, the mean of 8 cells, and where the ray
 * leaves the plane below: from the 4 columns around it, each at two heights. With the optical depth d between
 * the two points the intensity there becomes, at the corner,
 *     I(corner) = I(below) e^-d  +  S(below) ((1 - e^-d)/d - e^-d)  +  S(corner) (1 - (1 - e^-d)/d)
 * for a source S that changes linearly along the ray. The kernel stores the factor e^-d and the sum of the
 * two other terms. Planes differ in thickness, rows in the tilt of the ray.
 *
 * f[(z * ny + y) * nx + x]: planes of z are the teams' in both versions.
 *     two-level     the corners of a plane are the threads', by collapse(2)
 *     three-level   the rows of a plane are the threads', the corners of a row the lanes'
 *
 * The macros turn what all can compute for themselves, the length of the ray below a plane and its tilt in a
 * row, into an assignment to memory whose value is used by all (the stored values are checked).
 *
 * Stated bytes: 32 per corner (two fields read, two written). Stated operations: 109 per corner as written in
 * coefficients(), the exponential counted as one. */
#include "levels.h"

struct ray {
    double tilt_x, tilt_y; /* cells that the ray moves in x and y per plane, at most 1/2 either way */
};

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

typedef void kernel(long nx, long ny, long nz, struct ray ray, const double *opacity, const double *source,
                    double *transmission, double *emission, double *plane_length, double *row_tilt);

static void serial(long nx, long ny, long nz, struct ray ray, const double *opacity, const double *source,
                   double *transmission, double *emission, double *plane_length, double *row_tilt)
{
    (void)plane_length, (void)row_tilt;
    for (long z = 1; z < nz - 1; z++)
        for (long y = 0; y < ny - 1; y++)
            for (long x = 0; x < nx - 1; x++) {
                long at = (z * ny + y) * nx + x;
                coefficients(opacity, source, at, nx, nx * ny, ray.tilt_x, tilt_in_row(ray, y),
                             length_below(ray, z), transmission + at, emission + at);
            }
}

static void two_level(long nx, long ny, long nz, struct ray ray, const double *opacity, const double *source,
                      double *transmission, double *emission, double *plane_length, double *row_tilt)
{
    (void)plane_length, (void)row_tilt;
#pragma omp target teams distribute
    for (long z = 1; z < nz - 1; z++) {
#pragma omp parallel for collapse(2)
        for (long y = 0; y < ny - 1; y++)
            for (long x = 0; x < nx - 1; x++) {
                long at = (z * ny + y) * nx + x;
                coefficients(opacity, source, at, nx, nx * ny, ray.tilt_x, tilt_in_row(ray, y),
                             length_below(ray, z), transmission + at, emission + at);
            }
    }
}

#ifdef BETWEEN_TEAMS
#define LENGTH_BELOW length
#else
#define LENGTH_BELOW length_below(ray, z)
#endif
#ifdef BETWEEN_PARALLEL
#define TILT_IN_ROW tilt_y
#else
#define TILT_IN_ROW tilt_in_row(ray, y)
#endif

static void three_level(long nx, long ny, long nz, struct ray ray, const double *opacity,
                        const double *source, double *transmission, double *emission, double *plane_length,
                        double *row_tilt)
{
    (void)plane_length, (void)row_tilt;
#pragma omp target teams distribute
    for (long z = 1; z < nz - 1; z++) {
#ifdef BETWEEN_TEAMS
        double length = plane_length[z] = length_below(ray, z);
#endif
#pragma omp parallel for
        for (long y = 0; y < ny - 1; y++) {
#ifdef BETWEEN_PARALLEL
            double tilt_y = row_tilt[z * ny + y] = tilt_in_row(ray, y);
#endif
#pragma omp simd
            for (long x = 0; x < nx - 1; x++) {
                long at = (z * ny + y) * nx + x;
                coefficients(opacity, source, at, nx, nx * ny, ray.tilt_x, TILT_IN_ROW, LENGTH_BELOW,
                             transmission + at, emission + at);
            }
        }
    }
}

static const struct {
    const char *name;
    kernel *run;
} version[] = {{"serial", serial}, {"two-level", two_level}, {"three-level", three_level}};

/* All versions do the same operations, but a device has another exp() and may fuse multiply-adds. Two wrong
 * last digits of e^-d, divided by a depth of at least 1/20, are 40 epsilons in the mean, which is multiplied
 * by differences of the source below 1; the rest is a handful. */
static const double ALLOWED = 64 * 0x1p-52;

/* the three-level version must have stored the lengths and tilts, or left them alone */
static int misstored(long ny, long nz, struct ray ray, const double *plane_length, const double *row_tilt)
{
    int wrong = 0;
    (void)ray;
    for (long z = 1; z < nz - 1; z++) {
        double length = 0;
#ifdef BETWEEN_TEAMS
        length = length_below(ray, z);
#endif
        wrong += plane_length[z] != length;
        for (long y = 0; y < ny - 1; y++) {
            double tilt = 0;
#ifdef BETWEEN_PARALLEL
            tilt = tilt_in_row(ray, y);
#endif
            wrong += row_tilt[z * ny + y] != tilt;
        }
    }
    if (wrong)
        printf("%d lengths or tilts were not stored\n", wrong);
    return wrong > 0;
}

int main(int argc, char **argv)
{
    struct options o = {.program = "interpolate3d",
                        .size_names = "[nx [ny [nz]]]",
                        .sizes = 3,
                        .largest = 2000,
                        .size = {24, 25, 26},
                        .grid = 1,
                        .repeat = 3};
    read_options(&o, argc, argv);
    long nx = o.size[0], ny = o.size[1], nz = o.size[2], cells = nx * ny * nz;
    double corners = nx > 1 && ny > 1 && nz > 2 ? (double)(nx - 1) * (double)(ny - 1) * (double)(nz - 2) : 0;
    struct ray ray = {0.375, -0.25};
    double *opacity = get_memory(cells, sizeof *opacity), *source = get_memory(cells, sizeof *source);
    double *out = get_memory(2 * cells, sizeof *out), *expected = get_memory(2 * cells, sizeof *expected);
    double *plane_length = get_memory(nz, sizeof *plane_length),
           *row_tilt = get_memory(nz * ny, sizeof *row_tilt);
    for (long i = 0; i < cells; i++) {
        opacity[i] = 0.1 + 0.9 * number_at(i);
        source[i] = 1 + number_at(cells + i);
    }
    serial(nx, ny, nz, ray, opacity, source, expected, expected + cells, plane_length, row_tilt);

    char what[64];
    snprintf(what, sizeof what, "%ld x %ld x %ld cells", nx, ny, nz);
    heading(what, &o);
    int wrong = 0;
#pragma omp target enter data map(to: opacity[0:cells], source[0:cells]) map(alloc: out[0:2 * cells])
#ifdef BETWEEN_TEAMS
#pragma omp target enter data map(to: plane_length[0:nz])
#endif
#ifdef BETWEEN_PARALLEL
#pragma omp target enter data map(to: row_tilt[0:nz * ny])
#endif
    for (size_t v = 0; v < sizeof version / sizeof *version; v++) {
        if (!chosen(&o, version[v].name))
            continue;
        struct timing t = {.repeat = o.repeat};
        for (long i = 0; i < 2 * cells; i++)
            out[i] = expected[i] == 0 ? 0 : NAN; /* 0: where there is no corner, nothing is written */
#pragma omp target update to(out[0:2 * cells]) if (version[v].run != serial)
        while (next_call(&t))
            version[v].run(nx, ny, nz, ray, opacity, source, out, out + cells, plane_length, row_tilt);
        if (version[v].run != serial) {
#pragma omp target update from(out[0:2 * cells])
        }
        wrong += report(version[v].name, &t, 32 * corners, 109 * corners, 2 * cells, out, expected, ALLOWED);
        if (version[v].run == three_level && nx > 1) {
#ifdef BETWEEN_TEAMS
#pragma omp target update from(plane_length[0:nz])
#endif
#ifdef BETWEEN_PARALLEL
#pragma omp target update from(row_tilt[0:nz * ny])
#endif
            wrong += misstored(ny, nz, ray, plane_length, row_tilt);
        }
    }
#ifdef BETWEEN_PARALLEL
#pragma omp target exit data map(delete: row_tilt[0:nz * ny])
#endif
#ifdef BETWEEN_TEAMS
#pragma omp target exit data map(delete: plane_length[0:nz])
#endif
#pragma omp target exit data map(delete: opacity[0:cells], source[0:cells], out[0:2 * cells])
    free(opacity);
    free(source);
    free(out);
    free(expected);
    free(plane_length);
    free(row_tilt);
    return verdict(&o, wrong);
}
