/* transpose3d.c: exchanges the first and the last index of a 3-D array.
 *
 *     transpose3d [--only VERSION] [--repeat N] [nx [ny [nz]]]      extents of the array (default 40 41 42)
 *     -DBETWEEN_TEAMS       a call that must happen once per plane, between teams and threads
 *     -DBETWEEN_PARALLEL    a call that must happen once per row, between threads and lanes
 *
 * A radiation solver walks along z plane by plane, each point depending on points of the plane before. Where
 * z is the unit-stride index, the points of one plane lie far apart: the solver transposes its arrays, (x, y,
 * z) with z running fastest becomes (z, y, x) with x running fastest, and transposes the result back.
 *
 * y is the teams' in both versions.
 *     two-level     the points of a plane are the threads', by collapse(2)
 *     three-level   z is the threads', x is the lanes', so that lanes write neighbours
 *
 * Stated bytes: 16 per point. No operations. */
#include "levels.h"

typedef void transpose(long nx, long ny, long nz, const double *from, double *to, int *plane_visits,
                       int *row_visits);

static void serial(long nx, long ny, long nz, const double *from, double *to, int *plane_visits,
                   int *row_visits)
{
    (void)plane_visits, (void)row_visits;
    for (long y = 0; y < ny; y++)
        for (long z = 0; z < nz; z++)
            for (long x = 0; x < nx; x++)
                to[(z * ny + y) * nx + x] = from[(x * ny + y) * nz + z];
}

static void two_level(long nx, long ny, long nz, const double *from, double *to, int *plane_visits,
                      int *row_visits)
{
    (void)plane_visits, (void)row_visits;
#pragma omp target teams distribute
    for (long y = 0; y < ny; y++) {
#pragma omp parallel for collapse(2)
        for (long z = 0; z < nz; z++)
            for (long x = 0; x < nx; x++)
                to[(z * ny + y) * nx + x] = from[(x * ny + y) * nz + z];
    }
}

#if defined BETWEEN_TEAMS || defined BETWEEN_PARALLEL
static void visit(int *counter)
{
    *counter += 1;
}
#endif

static void three_level(long nx, long ny, long nz, const double *from, double *to, int *plane_visits,
                        int *row_visits)
{
    (void)plane_visits, (void)row_visits;
#pragma omp target teams distribute
    for (long y = 0; y < ny; y++) {
#ifdef BETWEEN_TEAMS
        visit(plane_visits + y);
#endif
#pragma omp parallel for
        for (long z = 0; z < nz; z++) {
#ifdef BETWEEN_PARALLEL
            visit(row_visits + y * nz + z);
#endif
#pragma omp simd
            for (long x = 0; x < nx; x++)
                to[(z * ny + y) * nx + x] = from[(x * ny + y) * nz + z];
        }
    }
}

static const struct {
    const char *name;
    transpose *run;
} version[] = {{"serial", serial}, {"two-level", two_level}, {"three-level", three_level}};

static const double ALLOWED = 0; /* numbers are moved, not changed */

/* visits of planes and rows that are not what `calls` calls of the three-level version make */
static int miscounted(long ny, long nz, long calls, const int *plane_visits, const int *row_visits)
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
    for (long y = 0; y < ny; y++) {
        wrong += plane_visits[y] != per_plane;
        for (long z = 0; z < nz; z++)
            wrong += row_visits[y * nz + z] != per_row;
    }
    if (wrong)
        printf("%d planes or rows were not visited once per call\n", wrong);
    return wrong > 0;
}

int main(int argc, char **argv)
{
    struct options o = {.program = "transpose3d",
                        .size_names = "[nx [ny [nz]]]",
                        .sizes = 3,
                        .largest = 2000,
                        .size = {40, 41, 42},
                        .grid = 1,
                        .repeat = 3};
    read_options(&o, argc, argv);
    long nx = o.size[0], ny = o.size[1], nz = o.size[2], points = nx * ny * nz;
    double *from = get_memory(points, sizeof *from), *to = get_memory(points, sizeof *to);
    double *back = get_memory(points, sizeof *back), *expected = get_memory(points, sizeof *expected);
    /* counts of the way there; the way back has nx and nz exchanged */
    int *plane_visits = get_memory(ny, sizeof *plane_visits),
        *row_visits = get_memory(ny * nz, sizeof *row_visits);
    int *plane_visits_back = get_memory(ny, sizeof *plane_visits_back);
    int *row_visits_back = get_memory(ny * nx, sizeof *row_visits_back);
    for (long i = 0; i < points; i++)
        from[i] = number_at(i);
    serial(nx, ny, nz, from, expected, plane_visits, row_visits);

    char what[64];
    snprintf(what, sizeof what, "%ld x %ld x %ld numbers", nx, ny, nz);
    heading(what, &o);
    int wrong = 0;
#pragma omp target enter data map(to: from[0:points]) map(alloc: to[0:points], back[0:points])
#ifdef BETWEEN_TEAMS
#pragma omp target enter data map(to: plane_visits[0:ny], plane_visits_back[0:ny])
#endif
#ifdef BETWEEN_PARALLEL
#pragma omp target enter data map(to: row_visits[0:ny * nz], row_visits_back[0:ny * nx])
#endif
    for (size_t v = 0; v < sizeof version / sizeof *version; v++) {
        if (!chosen(&o, version[v].name))
            continue;
        struct timing t = {.repeat = o.repeat};
        spoil(points, to);
        spoil(points, back);
#pragma omp target update to(to[0:points], back[0:points]) if (version[v].run != serial)
        while (next_call(&t))
            version[v].run(nx, ny, nz, from, to, plane_visits, row_visits);
        version[v].run(nz, ny, nx, to, back, plane_visits_back, row_visits_back);
        if (version[v].run != serial) {
#pragma omp target update from(to[0:points], back[0:points])
        }
        wrong += report(version[v].name, &t, 16 * (double)points, 0, points, to, expected, ALLOWED);
        if (!(largest_difference(points, back, from) <= ALLOWED)) {
            printf("%s: the way back does not lead to the start\n", version[v].name);
            wrong++;
        }
        if (version[v].run == three_level) {
#ifdef BETWEEN_TEAMS
#pragma omp target update from(plane_visits[0:ny], plane_visits_back[0:ny])
#endif
#ifdef BETWEEN_PARALLEL
#pragma omp target update from(row_visits[0:ny * nz], row_visits_back[0:ny * nx])
#endif
            wrong += miscounted(ny, nz, o.repeat + 1, plane_visits, row_visits);
            wrong += miscounted(ny, nx, 1, plane_visits_back, row_visits_back);
        }
    }
#ifdef BETWEEN_PARALLEL
#pragma omp target exit data map(delete: row_visits[0:ny * nz], row_visits_back[0:ny * nx])
#endif
#ifdef BETWEEN_TEAMS
#pragma omp target exit data map(delete: plane_visits[0:ny], plane_visits_back[0:ny])
#endif
#pragma omp target exit data map(delete: from[0:points], to[0:points], back[0:points])
    free(from);
    free(to);
    free(back);
    free(expected);
    free(plane_visits);
    free(row_visits);
    free(plane_visits_back);
    free(row_visits_back);
    return verdict(&o, wrong);
}
