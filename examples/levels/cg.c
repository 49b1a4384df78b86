/* cg.c: the conjugate gradient method for -(u_xx + u_yy + u_zz) = f on a cube with u = 0 on its surface.
 *
 *     cg [--only VERSION] [n]      n^3 inner points (default 10)
 *
 * Three kernels make up the method: matvec (y = A x, compressed rows, 27 points), dot, and waxpby (w = a x +
 * b y). All vectors stay on the device; per iteration two numbers come back, the results of dot.
 *     two-level     a row is one thread's; vectors: teams and threads
 *     three-level   a row is one thread's and its lanes share it; vectors: teams, threads, lanes
 *
 * The answer is known: f is made for u = p(x, 1) p(y, 1/2) p(z, -1) with p(t, a) = t (1 - t) e^(at), which is
 * unequal in x, y, z so that exchanged indices show. The largest distance to it is the "error" of the table,
 * that of the method; it must shrink with h^2, h = 1 / (n + 1).
 *
 * Stated bytes: matvec 12 per entry and 20 per row, dot 16 per row (8 for the square of one vector), waxpby
 * 24. Stated operations: matvec 2 per entry, dot 2 per row, waxpby 3. */
#include "csr.h"

static const double STOP = 1e-12; /* relative residual, in the 2-norm */

/* ---- the kernels ---- */

static void matvec_serial(long rows, const int *offset, const int *column, const double *value,
                          const double *x, double *y)
{
    for (long i = 0; i < rows; i++) {
        double sum = 0;
        for (int k = offset[i]; k < offset[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

static double dot_serial(long n, const double *x, const double *y)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* w may be x or y */
static void waxpby_serial(long n, double a, const double *x, double b, const double *y, double *w)
{
    for (long i = 0; i < n; i++)
        w[i] = a * x[i] + b * y[i];
}

static void matvec_two(long rows, const int *offset, const int *column, const double *value, const double *x,
                       double *y)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < rows; i++) {
        double sum = 0;
        for (int k = offset[i]; k < offset[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

static double dot_two(long n, const double *x, const double *y)
{
    double sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum)
    for (long i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static void waxpby_two(long n, double a, const double *x, double b, const double *y, double *w)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++)
        w[i] = a * x[i] + b * y[i];
}

static void matvec_three(long rows, const int *offset, const int *column, const double *value,
                         const double *x, double *y)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < rows; i++) {
        double sum = 0;
#pragma omp simd reduction(+: sum)
        for (int k = offset[i]; k < offset[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

static double dot_three(long n, const double *x, const double *y)
{
    double sum = 0;
#pragma omp target teams distribute parallel for simd reduction(+: sum)
    for (long i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static void waxpby_three(long n, double a, const double *x, double b, const double *y, double *w)
{
#pragma omp target teams distribute parallel for simd
    for (long i = 0; i < n; i++)
        w[i] = a * x[i] + b * y[i];
}

static const struct version {
    const char *name;
    void (*matvec)(long rows, const int *offset, const int *column, const double *value, const double *x,
                   double *y);
    double (*dot)(long n, const double *x, const double *y);
    void (*waxpby)(long n, double a, const double *x, double b, const double *y, double *w);
} version[] = {
    {"serial", matvec_serial, dot_serial, waxpby_serial},
    {"two-level", matvec_two, dot_two, waxpby_two},
    {"three-level", matvec_three, dot_three, waxpby_three},
};

/* ---- the method, with a clock around every kernel ---- */

enum { MATVEC, DOT, WAXPBY, KERNELS };
static const char *const kernel_name[KERNELS] = {"matvec", "dot", "waxpby"};

struct solver {
    const struct version *v;
    long rows, entries;
    const int *offset, *column;
    const double *value;
    double *x, *r, *p, *q; /* the solution, the residual, the direction, A times the direction */
    long calls[KERNELS], iterations;
    double seconds[KERNELS], bytes[KERNELS], flops[KERNELS], residual;
};

static void count(struct solver *s, int kernel, double start, double bytes, double flops)
{
    s->seconds[kernel] += omp_get_wtime() - start;
    s->calls[kernel]++;
    s->bytes[kernel] += bytes;
    s->flops[kernel] += flops;
}

static void matvec(struct solver *s, const double *x, double *y)
{
    double start = omp_get_wtime();
    s->v->matvec(s->rows, s->offset, s->column, s->value, x, y);
    count(s, MATVEC, start, 12.0 * (double)s->entries + 20.0 * (double)s->rows, 2.0 * (double)s->entries);
}

static double dot(struct solver *s, const double *x, const double *y)
{
    double start = omp_get_wtime(), product = s->v->dot(s->rows, x, y);
    count(s, DOT, start, (x == y ? 8.0 : 16.0) * (double)s->rows, 2.0 * (double)s->rows);
    return product;
}

static void waxpby(struct solver *s, double a, const double *x, double b, const double *y, double *w)
{
    double start = omp_get_wtime();
    s->v->waxpby(s->rows, a, x, b, y, w);
    count(s, WAXPBY, start, 24.0 * (double)s->rows, 3.0 * (double)s->rows);
}

/* x = 0 and r = p = right-hand side on entry */
static void solve(struct solver *s)
{
    matvec(s, s->p, s->q); /* one call of each to warm up */
    dot(s, s->r, s->q);
    waxpby(s, 0, s->r, 1, s->q, s->q);
    for (int k = 0; k < KERNELS; k++)
        s->seconds[k] = s->bytes[k] = s->flops[k] = (double)(s->calls[k] = 0);

    double square = dot(s, s->r, s->r), goal = STOP * STOP * square, start = square;
    for (s->iterations = 0; square > goal && s->iterations < 10000; s->iterations++) {
        matvec(s, s->p, s->q);
        double step = square / dot(s, s->p, s->q), before = square;
        waxpby(s, 1, s->x, step, s->p, s->x);
        waxpby(s, 1, s->r, -step, s->q, s->r);
        square = dot(s, s->r, s->r);
        waxpby(s, 1, s->r, square / before, s->p, s->p);
    }
    s->residual = start > 0 ? sqrt(square / start) : 0;
}

/* ---- the known answer ---- */

static const double GROWTH[3] = {1, 0.5, -1};

static double p(double t, double a)
{
    return t * (1 - t) * exp(a * t);
}

static double p_second(double t, double a)
{
    return (2 * a * (1 - 2 * t) - 2 + a * a * t * (1 - t)) * exp(a * t);
}

/* u, and 9 h^2 f, which is what the rows of the matrix stand for */
static void fill(long n, double *u, double *b)
{
    double h = 1 / (double)(n + 1);
    for (long i = 0; i < n * n * n; i++) {
        double t[3] = {h * (double)(i / n / n + 1), h * (double)(i / n % n + 1), h * (double)(i % n + 1)};
        double f = 0;
        u[i] = 1;
        for (int axis = 0; axis < 3; axis++) {
            double term = 1;
            for (int k = 0; k < 3; k++)
                term *= k == axis ? p_second(t[k], GROWTH[k]) : p(t[k], GROWTH[k]);
            f -= term;
            u[i] *= p(t[axis], GROWTH[axis]);
        }
        b[i] = 9 * h * h * f;
    }
}

/* of the method, in units of h^2; measured with the serial version: 0.0902 at n = 2, 0.0753 at n = 40 */
static const double METHOD_ERROR = 0.1;

/* The smallest eigenvalue of the matrix is about 9 h^2 3 pi^2, the largest below 52: where two residuals are
 * both below STOP times the right-hand side, the solutions are closer than 2 * 52 / (27 pi^2 h^2) * STOP
 * times the solution. */
static double allowed_difference(long n, const double *u)
{
    return 0.4 * (double)((n + 1) * (n + 1)) * STOP * sqrt(dot_serial(n * n * n, u, u)) + 0x1p-52;
}

static void print_kernels(const struct solver *s)
{
    for (int k = 0; k < KERNELS; k++)
        if (s->calls[k] && s->seconds[k] > 0)
            printf("    %-16s %6ld calls %12.3e seconds/call %9.3f GB/s %9.3f GFLOP/s\n", kernel_name[k],
                   s->calls[k], s->seconds[k] / (double)s->calls[k], 1e-9 * s->bytes[k] / s->seconds[k],
                   1e-9 * s->flops[k] / s->seconds[k]);
}

int main(int argc, char **argv)
{
    struct options o = {.program = "cg", .size_names = "[n]", .sizes = 1, .largest = 400, .size = {10}};
    read_options(&o, argc, argv);
    long n = o.size[0];
    struct csr m = csr_stencil(n);
    long rows = m.rows, entries = m.entries;
    double *x = get_memory(rows, sizeof *x), *r = get_memory(rows, sizeof *r),
           *p = get_memory(rows, sizeof *p);
    double *q = get_memory(rows, sizeof *q), *u = get_memory(rows, sizeof *u),
           *b = get_memory(rows, sizeof *b);
    double *expected = get_memory(rows, sizeof *expected);
    int *offset = m.offset, *column = m.column, wrong = 0;
    double *value = m.value, h = 1 / (double)(n + 1);
    fill(n, u, b);

    printf("cg: %ld rows, %ld entries, regions run on %s\n", rows, entries,
           regions_run_on_host() ? "the host" : "a device");
    printf("%-20s %10s %10s %10s %10s %20s\n", "version", "iterations", "residual", "to serial", "allowed",
           "error");
#pragma omp target enter data map(to: offset[0:rows + 1], column[0:entries], value[0:entries]) \
    map(alloc: x[0:rows], r[0:rows], p[0:rows], q[0:rows])
    for (size_t v = 0; v < sizeof version / sizeof *version; v++) {
        int serial = v == 0;
        if (!chosen(&o, version[v].name) && !serial)
            continue;
        struct solver s = {.v = &version[v],
                           .rows = rows,
                           .entries = entries,
                           .offset = offset,
                           .column = column,
                           .value = value,
                           .x = x,
                           .r = r,
                           .p = p,
                           .q = q};
        for (long i = 0; i < rows; i++) {
            x[i] = 0;
            r[i] = p[i] = b[i];
            q[i] = NAN;
        }
#pragma omp target update to(x[0:rows], r[0:rows], p[0:rows], q[0:rows]) if (!serial)
        solve(&s);
#pragma omp target update from(x[0:rows]) if (!serial)
        if (serial)
            memcpy(expected, x, (size_t)rows * sizeof *x);
        double error = largest_difference(rows, x, u), difference = largest_difference(rows, x, expected);
        int bad =
            !(s.residual <= STOP && error <= METHOD_ERROR * h * h && difference <= allowed_difference(n, u));
        printf("%-20s %10ld %10.2e %10.2e %10.2e %20.12e%s\n", version[v].name, s.iterations, s.residual,
               difference, allowed_difference(n, u), error, bad ? "  WRONG" : "");
        print_kernels(&s);
        wrong += bad;
    }
#pragma omp target exit data map(delete: offset[0:rows + 1], column[0:entries], value[0:entries], \
                                 x[0:rows], r[0:rows], p[0:rows], q[0:rows])
    free(x);
    free(r);
    free(p);
    free(q);
    free(u);
    free(b);
    free(expected);
    csr_free(&m);
    return verdict(&o, wrong);
}
