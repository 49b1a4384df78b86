/* poisson.c: -(u_xx + u_yy) = f on the unit square, u = 0 on its edge, by Jacobi's method made of four
 * kernels, with a clock around each: what does it cost to map the data in every kernel?
 *
 *     poisson [options] [nx [ny]]       default: 256 192
 *     --version NAME    serial, host, structured, unstructured, or all (default)
 *     --loops N         stop after N iterations (default 50)
 *     --tol TOL         stop when the residual is at most TOL (default 1e-12)
 *
 * Kernels, on nx * ny points, (i,j) at i + j*nx, where what lies outside counts as 0:
 *     Laplacian            AU = (-U_west + 2 U - U_east)/dx^2 + (-U_south + 2 U - U_north)/dy^2, inner points
 *     BoundaryConditions   the same on the outermost points
 *     Update               RES = F - AU, then U = U + factor RES, with factor = 1/(2/dx^2 + 2/dy^2)
 *     Norm                 the residual sqrt(sum of RES^2 dx dy)/(nx ny)
 * The points are dx = 1/(nx+1) and dy = 1/(ny+1) apart, the edge of the square one step outside of them.
 * The outermost points are numbered row, row, column, column; the columns leave out the corners, so that no
 * two threads write the same number.
 *
 * Versions: `structured` maps what a kernel needs around each kernel, so the fields travel in every
 * iteration, in the table as time of the kernels. `unstructured` brings all to the device once. It asks for
 * the solution at the end with map(from:); map(release:) alone, right for the other fields, would leave it
 * on the device.
 *
 * The answer is known. f is made for u = sin(pi x) sin(pi y) + 1/2 sin(2 pi x) sin(3 pi y), with the
 * difference quotients in place of the derivatives. These two waves are eigenvectors of the scheme: -(u_xx
 * + u_yy) multiplies wave w by lambda_w, so starting from U = 0 each iteration damps its error by 1 -
 * factor lambda_w. The field and the residual after any number of iterations follow; the distance to them
 * is rounding only.
 *
 * Stated bytes per point: Laplacian 16, Update 40, Norm 8, and 24 per point of BoundaryConditions. Stated
 * operations: Laplacian and BoundaryConditions 9, Update 3, Norm 4. 16 operations on 64 bytes: memory
 * decides. */
#include <errno.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define MAX_POINTS 30000

struct mesh {
    long nx, ny, n; /* n = nx * ny */
    double dx, dy;
};

/* ---- the kernels: serial, on all cores, and on a device that has the data ---- */

/* what AU is at a point of the edge; also right elsewhere */
static inline double laplacian_at(long nx, long ny, double by_dx2, double by_dy2, const double *u, long i,
                                  long j)
{
    long id = i + j * nx;
    double south = j == 0 ? 0.0 : u[id - nx], north = j == ny - 1 ? 0.0 : u[id + nx];
    double west = i == 0 ? 0.0 : u[id - 1], east = i == nx - 1 ? 0.0 : u[id + 1];
    return (-west + 2 * u[id] - east) * by_dx2 + (-south + 2 * u[id] - north) * by_dy2;
}

static inline long outermost(long nx, long ny)
{
    return 2 * nx + 2 * (ny - 2);
}

/* the place of outermost point k: first row, last row, first column, last column */
static inline void outermost_place(long nx, long ny, long k, long *i, long *j)
{
    if (k < 2 * nx) {
        *i = k < nx ? k : k - nx;
        *j = k < nx ? 0 : ny - 1;
    } else {
        long side = k - 2 * nx;
        *i = side < ny - 2 ? 0 : nx - 1;
        *j = 1 + (side < ny - 2 ? side : side - (ny - 2));
    }
}

static void laplacian_serial(const struct mesh *mesh, double by_dx2, double by_dy2, const double *u,
                             double *au)
{
    long nx = mesh->nx, ny = mesh->ny;
    for (long j = 1; j < ny - 1; j++)
        for (long i = 1; i < nx - 1; i++) {
            long id = i + j * nx;
            au[id] = (-u[id - 1] + 2 * u[id] - u[id + 1]) * by_dx2 +
                     (-u[id - nx] + 2 * u[id] - u[id + nx]) * by_dy2;
        }
}

static void boundary_serial(const struct mesh *mesh, double by_dx2, double by_dy2, const double *u, double *au)
{
    for (long k = 0; k < outermost(mesh->nx, mesh->ny); k++) {
        long i, j;
        outermost_place(mesh->nx, mesh->ny, k, &i, &j);
        au[i + j * mesh->nx] = laplacian_at(mesh->nx, mesh->ny, by_dx2, by_dy2, u, i, j);
    }
}

static void update_serial(const struct mesh *mesh, double factor, const double *f, const double *au,
                          double *res, double *u)
{
    for (long id = 0; id < mesh->n; id++) {
        double r = f[id] - au[id];
        res[id] = r;
        u[id] += r * factor;
    }
}

static double norm_serial(const struct mesh *mesh, const double *res)
{
    double norm = 0;
    for (long id = 0; id < mesh->n; id++)
        norm += res[id] * res[id] * mesh->dx * mesh->dy;
    return sqrt(norm) / (double)mesh->n;
}

static void laplacian_host(const struct mesh *mesh, double by_dx2, double by_dy2, const double *u, double *au)
{
    long nx = mesh->nx, ny = mesh->ny;
#pragma omp parallel for
    for (long j = 1; j < ny - 1; j++)
        for (long i = 1; i < nx - 1; i++) {
            long id = i + j * nx;
            au[id] = (-u[id - 1] + 2 * u[id] - u[id + 1]) * by_dx2 +
                     (-u[id - nx] + 2 * u[id] - u[id + nx]) * by_dy2;
        }
}

static void boundary_host(const struct mesh *mesh, double by_dx2, double by_dy2, const double *u, double *au)
{
    long count = outermost(mesh->nx, mesh->ny);
#pragma omp parallel for
    for (long k = 0; k < count; k++) {
        long i, j;
        outermost_place(mesh->nx, mesh->ny, k, &i, &j);
        au[i + j * mesh->nx] = laplacian_at(mesh->nx, mesh->ny, by_dx2, by_dy2, u, i, j);
    }
}

static void update_host(const struct mesh *mesh, double factor, const double *f, const double *au,
                        double *res, double *u)
{
    long n = mesh->n;
#pragma omp parallel for
    for (long id = 0; id < n; id++) {
        double r = f[id] - au[id];
        res[id] = r;
        u[id] += r * factor;
    }
}

static double norm_host(const struct mesh *mesh, const double *res)
{
    long n = mesh->n;
    double norm = 0, dx = mesh->dx, dy = mesh->dy;
#pragma omp parallel for reduction(+: norm)
    for (long id = 0; id < n; id++)
        norm += res[id] * res[id] * dx * dy;
    return sqrt(norm) / (double)n;
}

/* The pointers have no map clause: all is on the device already, and is found there by its host address. */
static void laplacian_device(const struct mesh *mesh, double by_dx2, double by_dy2, const double *u,
                             double *au)
{
    long nx = mesh->nx, ny = mesh->ny;
#pragma omp target teams distribute parallel for collapse(2)
    for (long j = 1; j < ny - 1; j++)
        for (long i = 1; i < nx - 1; i++) {
            long id = i + j * nx;
            au[id] = (-u[id - 1] + 2 * u[id] - u[id + 1]) * by_dx2 +
                     (-u[id - nx] + 2 * u[id] - u[id + nx]) * by_dy2;
        }
}

/* the mesh is an object on the device, too */
static void boundary_device(const struct mesh *mesh, double by_dx2, double by_dy2, const double *u, double *au)
{
    long count = outermost(mesh->nx, mesh->ny);
#pragma omp target teams distribute parallel for
    for (long k = 0; k < count; k++) {
        long i, j;
        outermost_place(mesh->nx, mesh->ny, k, &i, &j);
        au[i + j * mesh->nx] = laplacian_at(mesh->nx, mesh->ny, by_dx2, by_dy2, u, i, j);
    }
}

static void update_device(const struct mesh *mesh, double factor, const double *f, const double *au,
                          double *res, double *u)
{
    long n = mesh->n;
#pragma omp target teams distribute parallel for
    for (long id = 0; id < n; id++) {
        double r = f[id] - au[id];
        res[id] = r;
        u[id] += r * factor;
    }
}

static double norm_device(const struct mesh *mesh, const double *res)
{
    long n = mesh->n;
    double norm = 0, dx = mesh->dx, dy = mesh->dy;
#pragma omp target teams distribute parallel for reduction(+: norm)
    for (long id = 0; id < n; id++)
        norm += res[id] * res[id] * dx * dy;
    return sqrt(norm) / (double)n;
}

/* ---- the same, each in a data region of its own ---- */

static void laplacian_structured(const struct mesh *mesh, double by_dx2, double by_dy2, const double *u,
                                 double *au)
{
    long n = mesh->n;
#pragma omp target data map(to: u[0:n]) map(tofrom: au[0:n])
    laplacian_device(mesh, by_dx2, by_dy2, u, au);
}

static void boundary_structured(const struct mesh *mesh, double by_dx2, double by_dy2, const double *u,
                                double *au)
{
    long n = mesh->n;
#pragma omp target data map(to: mesh[0:1], u[0:n]) map(tofrom: au[0:n])
    boundary_device(mesh, by_dx2, by_dy2, u, au);
}

static void update_structured(const struct mesh *mesh, double factor, const double *f, const double *au,
                              double *res, double *u)
{
    long n = mesh->n;
#pragma omp target data map(to: f[0:n], au[0:n]) map(from: res[0:n]) map(tofrom: u[0:n])
    update_device(mesh, factor, f, au, res, u);
}

static double norm_structured(const struct mesh *mesh, const double *res)
{
    double norm;
    long n = mesh->n;
#pragma omp target data map(to: res[0:n])
    norm = norm_device(mesh, res);
    return norm;
}

enum { LAPLACIAN, BOUNDARY, UPDATE, NORM, KERNELS };
static const char *const kernel_name[KERNELS] = {"Laplacian", "BoundaryConditions", "Update", "Norm"};

static const struct version {
    const char *name, *what;
    void (*laplacian)(const struct mesh *mesh, double by_dx2, double by_dy2, const double *u, double *au);
    void (*boundary)(const struct mesh *mesh, double by_dx2, double by_dy2, const double *u, double *au);
    void (*update)(const struct mesh *mesh, double factor, const double *f, const double *au, double *res,
                   double *u);
    double (*norm)(const struct mesh *mesh, const double *res);
    int resident; /* the data is on the device before the first iteration and until after the last */
} versions[] = {
    {"serial", "one core of the host", laplacian_serial, boundary_serial, update_serial, norm_serial, 0},
    {"host", "all cores: parallel for", laplacian_host, boundary_host, update_host, norm_host, 0},
    {"structured", "device, target data around each kernel", laplacian_structured, boundary_structured,
     update_structured, norm_structured, 0},
    {"unstructured", "device, enter data and exit data around the loop", laplacian_device, boundary_device,
     update_device, norm_device, 1},
};
enum { VERSIONS = sizeof versions / sizeof *versions };

/* ---- the known answer ---- */

enum { WAVES = 2 };
static const struct {
    double amplitude;
    int kx, ky;
} wave[WAVES] = {{1.0, 1, 1}, {0.5, 2, 3}};

/* what -(u_xx + u_yy), in difference quotients, multiplies wave w by */
static double lambda(const struct mesh *mesh, int w)
{
    double x = sin(PI * wave[w].kx * mesh->dx / 2) / mesh->dx;
    double y = sin(PI * wave[w].ky * mesh->dy / 2) / mesh->dy;
    return 4 * (x * x + y * y);
}

/* the sum of the waves, wave w times weight[w], in all points */
static void fill_waves(const struct mesh *mesh, const double weight[WAVES], double *out)
{
    for (long id = 0; id < mesh->n; id++)
        out[id] = 0;
    for (int w = 0; w < WAVES; w++)
        for (long j = 0; j < mesh->ny; j++) {
            double y = weight[w] * wave[w].amplitude * sin(PI * wave[w].ky * mesh->dy * (double)(j + 1));
            for (long i = 0; i < mesh->nx; i++)
                out[i + j * mesh->nx] += y * sin(PI * wave[w].kx * mesh->dx * (double)(i + 1));
        }
}

static double factor_of(const struct mesh *mesh)
{
    return 1 / (2 / (mesh->dx * mesh->dx) + 2 / (mesh->dy * mesh->dy));
}

/* what is left of the error of wave w after so many iterations */
static double left_over(const struct mesh *mesh, int w, long iterations)
{
    return pow(1 - factor_of(mesh) * lambda(mesh, w), (double)iterations);
}

/* the residual that iteration 1, 2, … finds before it changes U */
static double known_residual(const struct mesh *mesh, long iteration, double *work)
{
    double weight[WAVES], sum = 0;
    for (int w = 0; w < WAVES; w++)
        weight[w] = lambda(mesh, w) * left_over(mesh, w, iteration - 1);
    fill_waves(mesh, weight, work);
    for (long id = 0; id < mesh->n; id++)
        sum += work[id] * work[id];
    return sqrt(sum * mesh->dx * mesh->dy) / (double)mesh->n;
}

/* ---- the solver ---- */

struct solver {
    struct mesh mesh;
    long max_loops;
    double tolerance;
    double *u, *au, *res, *f;
};

struct result {
    long iterations, rises; /* rises: how often the residual grew, which it never should */
    double seconds, copies; /* of the iterations; of enter data and exit data */
    double residual, kernel[KERNELS];
};

/* What rounding can do to the field and to the residual. A number of AU is a difference of numbers up to
 * (4/dx^2 + 4/dy^2) |u|, rounded; factor takes the size away again, and each iteration keeps what the ones
 * before it have lost. */
static double field_rounding(long iterations)
{
    return 1e-15 * (double)(iterations + 10);
}

static double residual_rounding(const struct mesh *mesh, long iterations)
{
    return 4 * field_rounding(iterations) / factor_of(mesh) / (double)mesh->n;
}

static void iterate(struct solver *s, const struct version *v, struct result *r)
{
    const struct mesh *mesh = &s->mesh;
    double by_dx2 = 1 / (mesh->dx * mesh->dx), by_dy2 = 1 / (mesh->dy * mesh->dy);
    double factor = factor_of(mesh);
    double start = omp_get_wtime(), clock[KERNELS + 1];
    r->residual = INFINITY;
    while (r->iterations < s->max_loops && r->residual > s->tolerance) {
        clock[LAPLACIAN] = omp_get_wtime();
        v->laplacian(mesh, by_dx2, by_dy2, s->u, s->au);
        clock[BOUNDARY] = omp_get_wtime();
        v->boundary(mesh, by_dx2, by_dy2, s->u, s->au);
        clock[UPDATE] = omp_get_wtime();
        v->update(mesh, factor, s->f, s->au, s->res, s->u);
        clock[NORM] = omp_get_wtime();
        double before = r->residual;
        r->residual = v->norm(mesh, s->res);
        clock[KERNELS] = omp_get_wtime();
        for (int k = 0; k < KERNELS; k++)
            r->kernel[k] += clock[k + 1] - clock[k];
        r->rises += !(r->residual <= before + residual_rounding(mesh, r->iterations));
        r->iterations++;
    }
    r->seconds = omp_get_wtime() - start;
}

static struct result run_version(struct solver *s, const struct version *v)
{
    struct result r = {0};
    struct mesh *mesh = &s->mesh;
    double *u = s->u, *au = s->au, *res = s->res, *f = s->f, weight[WAVES];
    long n = mesh->n;
    for (int w = 0; w < WAVES; w++)
        weight[w] = lambda(mesh, w);
    fill_waves(mesh, weight, f);
    for (long id = 0; id < n; id++) {
        u[id] = 0;
        au[id] = res[id] = NAN; /* a value that is read before it is written spoils the result */
    }
    double start = omp_get_wtime();
    if (v->resident) {
#pragma omp target enter data map(to: mesh[0:1], u[0:n], f[0:n]) map(alloc: au[0:n], res[0:n])
    }
    iterate(s, v, &r);
    if (v->resident) {
#pragma omp target exit data map(from: u[0:n]) map(release: mesh[0:1], f[0:n], au[0:n], res[0:n])
    }
    r.copies = omp_get_wtime() - start - r.seconds;
    return r;
}

/* ---- checks and tables ---- */

struct check {
    double field, field_allowed, residual, residual_allowed;
};

static struct check check(const struct solver *s, const struct result *r, double *work)
{
    const struct mesh *mesh = &s->mesh;
    double weight[WAVES];
    struct check c = {0, field_rounding(r->iterations), 0, 0};
    for (int w = 0; w < WAVES; w++)
        weight[w] = 1 - left_over(mesh, w, r->iterations);
    fill_waves(mesh, weight, work);
    for (long id = 0; id < mesh->n; id++) {
        double d = fabs(s->u[id] - work[id]);
        if (!(d <= c.field)) /* so that a NaN counts */
            c.field = d;
    }
    if (r->iterations > 0) {
        double known = known_residual(mesh, r->iterations, work);
        c.residual = fabs(r->residual - known);
        c.residual_allowed = residual_rounding(mesh, r->iterations) + 1e-12 * known;
    }
    return c;
}

static void print_kernels(const struct solver *s, const struct result *r)
{
    const struct mesh *mesh = &s->mesh;
    double inner = (double)(mesh->nx - 2) * (double)(mesh->ny - 2);
    double edge = (double)outermost(mesh->nx, mesh->ny);
    double n = (double)mesh->n, loops = (double)r->iterations, sum = 0;
    const double bytes[KERNELS] = {16 * inner, 24 * edge, 40 * n, 8 * n};
    const double flops[KERNELS] = {9 * inner, 9 * edge, 3 * n, 4 * n};
    for (int k = 0; k < KERNELS; k++)
        sum += r->kernel[k];
    printf("  %-20s %10s %7s %9s %9s\n", "kernel", "ms/call", "%", "GB/s", "GFLOP/s");
    for (int k = 0; k < KERNELS; k++) {
        double seconds = r->kernel[k] / loops, rate = seconds > 0 ? 1e-9 / seconds : 0;
        printf("  %-20s %10.4f %7.1f %9.2f %9.2f\n", kernel_name[k], 1e3 * seconds,
               sum > 0 ? 100 * r->kernel[k] / sum : 0, bytes[k] * rate, flops[k] * rate);
    }
    double rate = r->seconds > 0 ? loops / r->seconds * 1e-9 : 0, all_bytes = 0, all_flops = 0;
    for (int k = 0; k < KERNELS; k++) {
        all_bytes += bytes[k];
        all_flops += flops[k];
    }
    printf("  %-20s %10.4f %7s %9.2f %9.2f\n", "iteration", 1e3 * r->seconds / loops, "", all_bytes * rate,
           all_flops * rate);
}

static int report(const struct solver *s, const struct version *v, const struct result *r,
                  double serial_seconds, double *work)
{
    struct check c = check(s, r, work);
    int good = c.field <= c.field_allowed && c.residual <= c.residual_allowed && !r->rises;
    printf("%s: %s\n", v->name, v->what);
    if (r->iterations > 0)
        print_kernels(s, r);
    printf("  %ld iterations in %.3f ms, copies before and after %.3f ms, speed-up %.2f\n", r->iterations,
           1e3 * r->seconds, 1e3 * r->copies, r->seconds > 0 ? serial_seconds / r->seconds : 0);
    printf("  residual %.6e, off by %.1e (allowed %.1e); field off by %.1e (allowed %.1e)%s\n",
           r->iterations > 0 ? r->residual : 0, c.residual, c.residual_allowed, c.field, c.field_allowed,
           good ? "" : "  WRONG");
    if (r->rises)
        printf("  the residual grew %ld times\n", r->rises);
    return !good;
}

/* ---- the command line ---- */

struct options {
    long nx, ny, loops;
    double tolerance;
    const char *version;
};

static void usage(const char *why, const char *what)
{
    fprintf(stderr, "poisson: %s '%s'\n", why, what);
    fputs("usage: poisson [--version serial|host|structured|unstructured|all] [--loops N] [--tol TOL]"
          " [nx [ny]]\n",
          stderr);
    exit(2);
}

static long number(const char *words, long min, long max)
{
    char *end;
    errno = 0;
    long v = strtol(words, &end, 10);
    if (errno || *end || end == words || v < min || v > max)
        usage("not a number in range:", words);
    return v;
}

static double tolerance(const char *words)
{
    char *end;
    double v = strtod(words, &end);
    if (*end || end == words || !(v >= 0))
        usage("not a tolerance:", words);
    return v;
}

static int known_version(const char *name)
{
    for (int k = 0; k < VERSIONS; k++)
        if (!strcmp(name, versions[k].name))
            return 1;
    return !strcmp(name, "all");
}

static struct options read_options(int argc, char **argv)
{
    struct options o = {256, 192, 50, 1e-12, "all"};
    int position = 0;
    for (int k = 1; k < argc; k++) {
        const char *arg = argv[k];
        int named = !strncmp(arg, "--", 2);
        if (named && k + 1 == argc)
            usage("unknown option, or no value after it:", arg);
        if (!strcmp(arg, "--version") && known_version(argv[k + 1]))
            o.version = argv[++k];
        else if (!strcmp(arg, "--loops"))
            o.loops = number(argv[++k], 0, 10000000);
        else if (!strcmp(arg, "--tol"))
            o.tolerance = tolerance(argv[++k]);
        else if (named)
            usage("unknown option or value:", arg);
        else if (position == 0 && ++position)
            o.nx = o.ny = number(arg, 2, MAX_POINTS);
        else if (position == 1 && ++position)
            o.ny = number(arg, 2, MAX_POINTS);
        else
            usage("one argument too many:", arg);
    }
    return o;
}

static double *allocate(long count)
{
    double *p = malloc((size_t)count * sizeof *p);
    if (!p) {
        fprintf(stderr, "poisson: no memory for %ld numbers\n", count);
        exit(2);
    }
    return p;
}

static struct solver make_solver(const struct options *o)
{
    struct mesh mesh = {o->nx, o->ny, o->nx * o->ny, 1 / (double)(o->nx + 1), 1 / (double)(o->ny + 1)};
    return (struct solver){mesh,
                           o->loops,
                           o->tolerance,
                           allocate(mesh.n),
                           allocate(mesh.n),
                           allocate(mesh.n),
                           allocate(mesh.n)};
}

int main(int argc, char **argv)
{
    struct options o = read_options(argc, argv);
    struct solver s = make_solver(&o);
    double *work = allocate(s.mesh.n);
    int wrong = 0;
    printf("poisson: %ld x %ld points, at most %ld iterations, tolerance %.1e, %d device%s\n", o.nx, o.ny,
           o.loops, o.tolerance, omp_get_num_devices(), omp_get_num_devices() == 1 ? "" : "s");
    struct result serial = run_version(&s, &versions[0]);
    for (int k = 0; k < VERSIONS; k++) {
        if (strcmp(o.version, "all") && strcmp(o.version, versions[k].name))
            continue;
        struct result r = run_version(&s, &versions[k]);
        int bad = report(&s, &versions[k], &r, serial.seconds, work);
        if (r.iterations != serial.iterations) {
            printf("  WRONG: the serial version takes %ld iterations\n", serial.iterations);
            bad = 1;
        }
        wrong += bad;
    }
    free(work);
    free(s.f);
    free(s.res);
    free(s.au);
    free(s.u);
    if (wrong) {
        printf("WRONG: %d version%s\n", wrong, wrong == 1 ? "" : "s");
        return 1;
    }
    puts("OK");
    return 0;
}
