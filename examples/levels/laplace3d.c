/* laplace3d.c: Jacobi sweeps over a 3-D grid: each inner point becomes the mean of its six neighbours.
 *
 *     laplace3d [--only VERSION] [--repeat N] [nx [ny [nz]]]      points of the grid (default 40 40 40)
 *     -DBETWEEN_TEAMS       a statement that must run once per plane, between teams and threads
 *     -DBETWEEN_PARALLEL    a statement that must run once per row, between threads and lanes
 *
 * a[(x * ny + y) * nz + z]: planes of x are the teams' in both versions.
 *     two-level     the points of a plane are the threads', by collapse(2)
 *     three-level   the rows of a plane are the threads', the points of a row the lanes'
 *
 * The nest is tight, so all lanes can run all of it. The statements of the two macros have side effects (they
 * count visits, and the counts are checked): where they stand, others must wait for one thread or one lane.
 *
 * Stated bytes: 16 per inner point (one read, one written). Stated operations: 6. */
#include "levels.h"

typedef void sweep(long nx, long ny, long nz, const double *a, double *b, int *plane_visits, int *row_visits);

static inline double mean_around(const double *a, long at, long row, long plane)
{
    return (a[at - plane] + a[at + plane] + a[at - row] + a[at + row] + a[at - 1] + a[at + 1]) / 6;
}

static void serial(long nx, long ny, long nz, const double *a, double *b, int *plane_visits, int *row_visits)
{
    (void)plane_visits, (void)row_visits;
    for (long x = 1; x < nx - 1; x++)
        for (long y = 1; y < ny - 1; y++)
            for (long z = 1; z < nz - 1; z++)
                b[(x * ny + y) * nz + z] = mean_around(a, (x * ny + y) * nz + z, nz, ny * nz);
}

static void two_level(long nx, long ny, long nz, const double *a, double *b, int *plane_visits,
                      int *row_visits)
{
    (void)plane_visits, (void)row_visits;
#pragma omp target teams distribute
    for (long x = 1; x < nx - 1; x++) {
#pragma omp parallel for collapse(2)
        for (long y = 1; y < ny - 1; y++)
            for (long z = 1; z < nz - 1; z++)
                b[(x * ny + y) * nz + z] = mean_around(a, (x * ny + y) * nz + z, nz, ny * nz);
    }
}

static void three_level(long nx, long ny, long nz, const double *a, double *b, int *plane_visits,
                        int *row_visits)
{
    (void)plane_visits, (void)row_visits;
#pragma omp target teams distribute
    for (long x = 1; x < nx - 1; x++) {
#ifdef BETWEEN_TEAMS
        plane_visits[x]++;
#endif
#pragma omp parallel for
        for (long y = 1; y < ny - 1; y++) {
#ifdef BETWEEN_PARALLEL
            row_visits[x * ny + y]++;
#endif
#pragma omp simd
            for (long z = 1; z < nz - 1; z++)
                b[(x * ny + y) * nz + z] = mean_around(a, (x * ny + y) * nz + z, nz, ny * nz);
        }
    }
}

static const struct {
    const char *name;
    sweep *run;
} version[] = {{"serial", serial}, {"two-level", two_level}, {"three-level", three_level}};

/* every version adds in the same order, and there is no product that could be fused */
static const double ALLOWED = 0;

/* visits of planes and rows that are not what `calls` sweeps of the three-level version make */
static int miscounted(long nx, long ny, long calls, const int *plane_visits, const int *row_visits)
{
    int wrong = 0;
    long per_plane = 0, per_row = 0;
#ifdef BETWEEN_TEAMS
    per_plane = calls;
#endif
#ifdef BETWEEN_PARALLEL
    per_row = calls;
#endif
    (void)calls;
    for (long x = 1; x < nx - 1; x++) {
        wrong += plane_visits[x] != per_plane;
        for (long y = 1; y < ny - 1; y++)
            wrong += row_visits[x * ny + y] != per_row;
    }
    if (wrong)
        printf("%d planes or rows were not visited once per sweep\n", wrong);
    return wrong > 0;
}

struct grids {
    double *start, *a, *b, *expected;
    int *plane_visits, *row_visits;
};

/* runs all sweeps of version v; returns the grid that was written last */
static double *run_version(size_t v, const long size[3], struct grids *g, struct timing *t)
{
    long nx = size[0], ny = size[1], nz = size[2], points = nx * ny * nz;
    double *from = g->a, *to = g->b;
    int *plane_visits = g->plane_visits, *row_visits = g->row_visits;
    memcpy(from, g->start, (size_t)points * sizeof *from);
    memcpy(to, g->start, (size_t)points * sizeof *to); /* for its outer points, which no sweep changes */
    memset(plane_visits, 0, (size_t)nx * sizeof *plane_visits);
    memset(row_visits, 0, (size_t)(nx * ny) * sizeof *row_visits);
    int device = version[v].run != serial;
#pragma omp target enter data map(to: from[0:points], to[0:points]) if (device)
#ifdef BETWEEN_TEAMS
#pragma omp target enter data map(to: plane_visits[0:nx]) if (device)
#endif
#ifdef BETWEEN_PARALLEL
#pragma omp target enter data map(to: row_visits[0:nx * ny]) if (device)
#endif
    while (next_call(t)) {
        version[v].run(nx, ny, nz, from, to, plane_visits, row_visits);
        double *swap = from;
        from = to;
        to = swap;
    }
#ifdef BETWEEN_PARALLEL
#pragma omp target exit data map(from: row_visits[0:nx * ny]) if (device)
#endif
#ifdef BETWEEN_TEAMS
#pragma omp target exit data map(from: plane_visits[0:nx]) if (device)
#endif
#pragma omp target exit data map(from: from[0:points]) map(delete: to[0:points]) if (device)
    return from;
}

int main(int argc, char **argv)
{
    struct options o = {.program = "laplace3d",
                        .size_names = "[nx [ny [nz]]]",
                        .sizes = 3,
                        .largest = 2000,
                        .size = {40, 40, 40},
                        .grid = 1,
                        .repeat = 3};
    read_options(&o, argc, argv);
    long nx = o.size[0], ny = o.size[1], nz = o.size[2], points = nx * ny * nz;
    double inner = nx > 2 && ny > 2 && nz > 2 ? (double)(nx - 2) * (double)(ny - 2) * (double)(nz - 2) : 0;
    struct grids g = {get_memory(points, sizeof(double)), get_memory(points, sizeof(double)),
                      get_memory(points, sizeof(double)), get_memory(points, sizeof(double)),
                      get_memory(nx, sizeof(int)),        get_memory(nx * ny, sizeof(int))};
    for (long i = 0; i < points; i++)
        g.start[i] = number_at(i);
    struct timing first = {.repeat = o.repeat};
    memcpy(g.expected, run_version(0, o.size, &g, &first), (size_t)points * sizeof *g.expected);

    char what[64];
    snprintf(what, sizeof what, "%ld x %ld x %ld points", nx, ny, nz);
    heading(what, &o);
    int wrong = 0;
    for (size_t v = 0; v < sizeof version / sizeof *version; v++) {
        if (!chosen(&o, version[v].name))
            continue;
        struct timing t = {.repeat = o.repeat};
        const double *last = run_version(v, o.size, &g, &t);
        wrong += report(version[v].name, &t, 16 * inner, 6 * inner, points, last, g.expected, ALLOWED);
        if (version[v].run == three_level && ny > 2)
            wrong += miscounted(nx, ny, o.repeat + 1, g.plane_visits, g.row_visits);
    }
    free(g.start);
    free(g.a);
    free(g.b);
    free(g.expected);
    free(g.plane_visits);
    free(g.row_visits);
    return verdict(&o, wrong);
}
