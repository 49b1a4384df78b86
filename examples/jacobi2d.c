/* jacobi2d.c: the Laplace equation u_xx + u_yy = 0 on a rectangle with given edges, by Jacobi's method,
 * seven times over: from serial C to resident data and a whole device at work, one step of the way per
 * rung.
 *
 *     jacobi2d [options] [n [m [iter_max]]]      n rows of m points; default: 200 300 100
 *     --rung NAME       serial, host, mapped, data, enter-exit, two-level, collapsed, or all (default)
 *     --tol TOL         stop when no point changes by more than TOL (default 1e-6)
 *     --image FILE.svg  draws the final field and the way there
 *
 * Method: every inner point becomes the mean of its four neighbours, until the largest change of a point,
 * `err`, is at most TOL or iter_max iterations are done; u(j,i) is at u[j*m + i], so neighbours in i are
 * neighbours in memory.
 *
 * Only inner points are written, and the two fields change places after each iteration. Both fields
 * therefore need the edges, on the side that computes, and after an odd number of iterations the result is
 * in the second one. A first version gets this wrong in three places, none of which a compiler reports:
 *     map(from: unew)     its copy on the device starts undefined and comes back whole, edges too
 *     map(alloc: unew)    its copy on the device never sees the edges
 *     map(tofrom: uold)   after an odd number of iterations this is not the result
 * Here `mapped` puts the edges back on the host; the others copy them on the device once and bring back
 * whichever field is the last.
 *
 * The answer is known, twice. Each iteration rounds the same way everywhere and a maximum has no order, so
 * every rung must give the bits and the number of iterations of the serial one. And the edges are chosen so
 * that the difference scheme has a known solution: sin(pi i/(m-1)) on the first row, half of sin(2 pi
 * j/(n-1)) on the first column, 0 on the others; unequal in i and j so that exchanged indices show. The
 * iteration contracts by rho = (cos(pi/(n-1)) + cos(pi/(m-1)))/2, so it is at most rho/(1-rho) sqrt(points)
 * err away from there; this distance is the "error" of the table, err the "change". */
#include <errno.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define MAX_POINTS 30000

static inline double mean(const double *u, long m, long j, long i)
{
    return 0.25 * (u[j * m + (i + 1)] + u[j * m + (i - 1)] + u[(j - 1) * m + i] + u[(j + 1) * m + i]);
}

/* ---- one iteration, in each of the ways; the largest change of a point ---- */

static double serial(long n, long m, const double *uold, double *unew)
{
    double err = 0;
    for (long j = 1; j < n - 1; j++)
        for (long i = 1; i < m - 1; i++) {
            unew[j * m + i] = mean(uold, m, j, i);
            err = fmax(err, fabs(unew[j * m + i] - uold[j * m + i]));
        }
    return err;
}

static double host(long n, long m, const double *uold, double *unew)
{
    double err = 0;
#pragma omp parallel for reduction(max: err)
    for (long j = 1; j < n - 1; j++)
        for (long i = 1; i < m - 1; i++) {
            unew[j * m + i] = mean(uold, m, j, i);
            err = fmax(err, fabs(unew[j * m + i] - uold[j * m + i]));
        }
    return err;
}

/* both fields travel in every iteration: one there, two back */
static double mapped(long n, long m, const double *uold, double *unew)
{
    double err = 0;
#pragma omp target teams distribute parallel for reduction(max: err) map(tofrom: uold[0:n * m]) \
    map(from: unew[0:n * m])
    for (long j = 1; j < n - 1; j++)
        for (long i = 1; i < m - 1; i++) {
            unew[j * m + i] = mean(uold, m, j, i);
            err = fmax(err, fabs(unew[j * m + i] - uold[j * m + i]));
        }
    return err;
}

/* no map clause: the fields are on the device already, and are found there by their host addresses */
static double resident(long n, long m, const double *uold, double *unew)
{
    double err = 0;
#pragma omp target teams distribute parallel for reduction(max: err)
    for (long j = 1; j < n - 1; j++)
        for (long i = 1; i < m - 1; i++) {
            unew[j * m + i] = mean(uold, m, j, i);
            err = fmax(err, fabs(unew[j * m + i] - uold[j * m + i]));
        }
    return err;
}

/* rows are the teams', points the threads': a reduction in a reduction */
static double two_level(long n, long m, const double *uold, double *unew)
{
    double err = 0;
#pragma omp target teams distribute reduction(max: err)
    for (long j = 1; j < n - 1; j++) {
#pragma omp parallel for reduction(max: err)
        for (long i = 1; i < m - 1; i++) {
            unew[j * m + i] = mean(uold, m, j, i);
            err = fmax(err, fabs(unew[j * m + i] - uold[j * m + i]));
        }
    }
    return err;
}

static double collapsed(long n, long m, const double *uold, double *unew)
{
    double err = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(max: err)
    for (long j = 1; j < n - 1; j++)
        for (long i = 1; i < m - 1; i++) {
            unew[j * m + i] = mean(uold, m, j, i);
            err = fmax(err, fabs(unew[j * m + i] - uold[j * m + i]));
        }
    return err;
}

enum where { HOST, EACH_TIME, REGION, ENTER_EXIT };
static const struct rung {
    const char *name, *what;
    double (*iterate)(long n, long m, const double *uold, double *unew);
    enum where where; /* when the fields go to the device and back */
} rungs[] = {
    {"serial", "one core of the host", serial, HOST},
    {"host", "all cores: parallel for", host, HOST},
    {"mapped", "device, maps every time", mapped, EACH_TIME},
    {"data", "target data around all", resident, REGION},
    {"enter-exit", "enter data, exit data", resident, ENTER_EXIT},
    {"two-level", "rows: teams, points: threads", two_level, REGION},
    {"collapsed", "collapse(2)", collapsed, REGION},
};
enum { RUNGS = sizeof rungs / sizeof *rungs };

/* ---- the problem and its known solution ---- */

struct problem {
    long n, m, iter_max;
    double tol;
};

struct result {
    long iterations;
    double err, seconds, copies; /* the last change; of the iterations; of the fields' way there and back */
};

static void *allocate(size_t count)
{
    void *p = malloc((count + 1) * sizeof(double));
    if (!p) {
        fprintf(stderr, "jacobi2d: no memory for %zu numbers\n", count);
        exit(2);
    }
    return p;
}

static void set_edges(long n, long m, double *u)
{
    for (long j = 0; j < n; j++) {
        u[j * m] = 0.5 * sin(2 * PI * (double)j / (double)(n - 1));
        u[j * m + m - 1] = 0;
    }
    for (long i = 0; i < m; i++) {
        u[i] = sin(PI * (double)i / (double)(m - 1));
        u[(n - 1) * m + i] = 0;
    }
}

/* A wave sin(angle i) on the edge that is `length` points away from a zero edge: at distance k from the zero
 * one the scheme has it times sinh(g k)/sinh(g length), where cosh g = 2 - cos(angle). Written so that nothing
 * overflows. */
static double decay(double angle, double k, double length)
{
    double g = acosh(2 - cos(angle));
    return exp(g * (k - length)) * expm1(-2 * g * k) / expm1(-2 * g * length);
}

static double known(long n, long m, long j, long i)
{
    double rows = (double)(n - 1), columns = (double)(m - 1);
    return sin(PI * (double)i / columns) * decay(PI / columns, rows - (double)j, rows) +
           0.5 * sin(2 * PI * (double)j / rows) * decay(2 * PI / rows, columns - (double)i, columns);
}

/* largest distance to the known solution */
static double distance(long n, long m, const double *u, const double *solution)
{
    double largest = 0;
    for (long j = 1; j < n - 1; j++)
        for (long i = 1; i < m - 1; i++) {
            double d = fabs(u[j * m + i] - solution[j * m + i]);
            if (!(d <= largest)) /* so that a NaN counts */
                largest = d;
        }
    return largest;
}

/* what it may be after a last change of err */
static double allowed_distance(const struct problem *p, const struct result *r)
{
    double rho = 0.5 * (cos(PI / (double)(p->n - 1)) + cos(PI / (double)(p->m - 1)));
    double points = fmax(0, (double)(p->n - 2)) * fmax(0, (double)(p->m - 2));
    if (r->iterations == 0) /* nothing has changed yet, and |u| <= 3/2 */
        return 1.5;
    return rho / (1 - rho) * sqrt(points) * r->err + 1e-15 * (10 + sqrt(points) / (1 - rho));
}

/* ---- running a rung ---- */

/* the edges of one field into the other, on the device */
static void copy_edges(long n, long m, const double *from, double *to)
{
#pragma omp target teams distribute parallel for
    for (long k = 0; k < 2 * (n + m); k++) {
        long at = k < m           ? k
                  : k < 2 * m     ? (n - 1) * m + (k - m)
                  : k < 2 * m + n ? (k - 2 * m) * m
                                  : (k - 2 * m - n) * m + m - 1;
        if (k >= 2 * m && (at < m || at >= (n - 1) * m))
            continue; /* a corner, which the rows have copied */
        to[at] = from[at];
    }
}

/* history[k]: the change in iteration k; may be NULL. *u has the result, *spare the field before it. */
static void iterate(const struct problem *p, const struct rung *rung, double **u, double **spare,
                    struct result *r, double *history)
{
    double *uold = *u, *unew = *spare, err = p->tol + 1;
    long iter = 0;
    double began = omp_get_wtime();
    while (err > p->tol && iter < p->iter_max) {
        err = rung->iterate(p->n, p->m, uold, unew);
        if (rung->where == EACH_TIME)
            set_edges(p->n, p->m, unew);
        if (history)
            history[iter] = err;
        double *swap = uold;
        uold = unew;
        unew = swap;
        iter++;
    }
    r->seconds = omp_get_wtime() - began;
    r->iterations = iter;
    r->err = iter > 0 ? err : 0;
    *u = uold;
    *spare = unew;
}

static struct result run_rung(const struct problem *p, const struct rung *rung, double *field_out,
                              double *history)
{
    long n = p->n, m = p->m, size = n * m;
    double *first = field_out, *second = allocate((size_t)size), *last = first, *before_last = second;
    struct result r;
    for (long k = 0; k < size; k++) {
        first[k] = 0;
        second[k] = NAN; /* a point of it that is read before it is written spoils the result */
    }
    set_edges(n, m, first);
    if (rung->where == HOST)
        set_edges(n, m, second);

    double start = omp_get_wtime();
    if (rung->where == REGION) {
#pragma omp target data map(tofrom: first[0:size]) map(alloc: second[0:size])
        {
            copy_edges(n, m, first, second);
            iterate(p, rung, &last, &before_last, &r, history);
            if (last == second) {
#pragma omp target update from(second[0:size])
            }
        }
    } else if (rung->where == ENTER_EXIT) {
#pragma omp target enter data map(to: first[0:size]) map(alloc: second[0:size])
        copy_edges(n, m, first, second);
        iterate(p, rung, &last, &before_last, &r, history);
#pragma omp target exit data map(from: last[0:size]) map(delete: before_last[0:size])
    } else {
        iterate(p, rung, &last, &before_last, &r, history);
    }
    r.copies = omp_get_wtime() - start - r.seconds;

    if (last != field_out)
        memcpy(field_out, last, (size_t)size * sizeof *last);
    free(second);
    return r;
}

/* ---- the picture ---- */

enum { CELLS = 120, FIELD = 480, LEFT = 50, TOP = 70, CHART = 420, GAP = 170 };

static double from_lab(double t)
{
    return t > 6.0 / 29 ? t * t * t : 3 * (6.0 / 29) * (6.0 / 29) * (t - 4.0 / 29);
}

static int to_srgb(double v)
{
    v = v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055;
    return v <= 0 ? 0 : v >= 1 ? 255 : (int)(v * 255 + 0.5);
}

/* Lightness in CIE L*a*b* grows linearly with the value, so equal steps look equal, in grey too; the hue turns
 * from blue over red to yellow. */
static unsigned colour(double v)
{
    v = v < 0 ? 0 : v > 1 ? 1 : v;
    double light = 6 + 90 * v, hue = (290 + 155 * v) * PI / 180, chroma = 25 + 45 * sin(PI * pow(v, 0.8));
    double fy = (light + 16) / 116;
    double x = 0.9505 * from_lab(fy + chroma * cos(hue) / 500), y = from_lab(fy);
    double z = 1.0891 * from_lab(fy - chroma * sin(hue) / 200);
    return (unsigned)to_srgb(3.2406 * x - 1.5372 * y - 0.4986 * z) << 16 |
           (unsigned)to_srgb(-0.9689 * x + 1.8758 * y + 0.0415 * z) << 8 |
           (unsigned)to_srgb(0.0557 * x - 0.2040 * y + 1.0570 * z);
}

static const double LOW = -0.5, HIGH = 1; /* the values of the edges, which bound all others */

static void text(FILE *out, double x, double y, const char *anchor, const char *words)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, words);
}

static void box(FILE *out, double x, double y, double w, double h, const char *fill, unsigned rgb)
{
    fprintf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" ", x, y, w, h);
    if (fill)
        fprintf(out, "fill=\"%s\" stroke=\"#777\"/>\n", fill);
    else
        fprintf(out, "fill=\"#%06x\"/>\n", rgb);
}

/* one value per cell of the picture, that of its middle; neighbours of one colour are one rectangle */
static void draw_field(FILE *out, long n, long m, const double *u, double width, double height)
{
    long rows = n < CELLS ? n : CELLS, columns = m < CELLS ? m : CELLS;
    double w = width / (double)columns, h = height / (double)rows;
    fputs("<g shape-rendering=\"crispEdges\">\n", out);
    for (long y = 0; y < rows; y++)
        for (long x = 0, end; x < columns; x = end) {
            const double *row = u + (2 * y + 1) * n / (2 * rows) * m;
            unsigned rgb = colour((row[(2 * x + 1) * m / (2 * columns)] - LOW) / (HIGH - LOW));
            for (end = x + 1; end < columns; end++)
                if (colour((row[(2 * end + 1) * m / (2 * columns)] - LOW) / (HIGH - LOW)) != rgb)
                    break;
            box(out, LEFT + (double)x * w, TOP + (double)y * h, (double)(end - x) * w, h, NULL, rgb);
        }
    fputs("</g>\n", out);
    box(out, LEFT, TOP, width, height, "none", 0);

    double bar = LEFT + width + 20;
    for (int k = 0; k < 60; k++)
        box(out, bar, TOP + height * k / 60, 20, height / 60 + 0.5, NULL, colour(1 - (k + 0.5) / 60));
    for (int k = 0; k <= 3; k++) {
        char label[32];
        snprintf(label, sizeof label, "%+.1f", HIGH + (LOW - HIGH) * k / 3);
        text(out, bar + 26, TOP + height * k / 3 + 5, "start", label);
    }
}

/* the largest change of a point over the iterations, on a logarithmic scale */
static void draw_convergence(FILE *out, const double *history, long count, double x0, double height)
{
    double low = history[0], high = history[0];
    for (long k = 0; k < count; k++) {
        low = history[k] > 0 && history[k] < low ? history[k] : low;
        high = fmax(high, history[k]);
    }
    double top = high > 0 ? ceil(log10(high)) : 0, bottom = low > 0 ? floor(log10(low)) : -1;
    bottom = bottom < top ? bottom : top - 1;
    double decade = height / (top - bottom), step = count > 1 ? CHART / (double)(count - 1) : 0;
    long every = (long)ceil((top - bottom) / 10);
    for (long d = 0; d <= (long)(top - bottom); d += every) {
        char label[32];
        snprintf(label, sizeof label, "1e%+03ld", (long)top - d);
        fprintf(out, "<path d=\"M%.1f %.1fh%d\" stroke=\"#ddd\"/>\n", x0, TOP + (double)d * decade, CHART);
        text(out, x0 - 8, TOP + (double)d * decade + 5, "end", label);
    }
    box(out, x0, TOP, CHART, height, "none", 0);
    fputs("<polyline fill=\"none\" stroke=\"#b0305c\" stroke-width=\"2\" points=\"", out);
    long stride = count / 1000 + 1; /* about as many points as a screen can show */
    for (long k = 0; k < count; k += stride)
        fprintf(out, "%.1f,%.1f ", x0 + (double)k * step,
                history[k] > 0 ? TOP + (top - log10(history[k])) * decade : TOP + height);
    fputs("\"/>\n", out);
    char label[32];
    snprintf(label, sizeof label, "%ld", count);
    text(out, x0, TOP + height + 20, "middle", "1");
    text(out, x0 + CHART, TOP + height + 20, "middle", label);
    text(out, x0 + CHART / 2.0, TOP + height + 20, "middle", "iteration");
}

static int write_image(const char *path, const struct problem *p, const struct result *r, const double *u,
                       const double *history)
{
    double longest = (double)(p->n > p->m ? p->n : p->m);
    double width = FIELD * (double)p->m / longest, height = FIELD * (double)p->n / longest;
    double x0 = LEFT + width + GAP, right = r->iterations > 1 ? x0 + CHART + 40 : x0 - 70;
    char title[128];
    FILE *out = fopen(path, "w");
    if (!out) {
        perror(path);
        return 1;
    }
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
                 "font-family=\"sans-serif\" font-size=\"15\">\n"
                 "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            fmax(right, 420), TOP + fmax(height, 200) + 45);
    snprintf(title, sizeof title, "jacobi2d, %ld x %ld points, %ld iteration%s", p->n, p->m, r->iterations,
             r->iterations == 1 ? "" : "s");
    text(out, LEFT, 30, "start", title);
    text(out, LEFT, TOP - 12, "start", "u");
    draw_field(out, p->n, p->m, u, width, height);
    if (r->iterations > 1) {
        text(out, x0, TOP - 12, "start", "largest change of a point");
        draw_convergence(out, history, r->iterations, x0, fmax(height, 200));
    }
    fputs("</svg>\n", out);
    int bad = ferror(out);
    if (fclose(out) || bad) {
        perror(path);
        return 1;
    }
    printf("picture: %s\n", path);
    return 0;
}

/* ---- the command line ---- */

struct options {
    struct problem problem;
    const char *rung, *image;
};

static void usage(const char *why, const char *what)
{
    fprintf(stderr, "jacobi2d: %s '%s'\n", why, what);
    fputs("usage: jacobi2d [--rung serial|host|mapped|data|enter-exit|two-level|collapsed|all] [--tol TOL]\n"
          "                [--image FILE.svg] [n [m [iter_max]]]\n",
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

static int known_rung(const char *name)
{
    for (int k = 0; k < RUNGS; k++)
        if (!strcmp(name, rungs[k].name))
            return 1;
    return !strcmp(name, "all");
}

static struct options read_options(int argc, char **argv)
{
    struct options o = {{200, 300, 100, 1e-6}, "all", NULL};
    int position = 0;
    for (int k = 1; k < argc; k++) {
        const char *arg = argv[k];
        int named = !strncmp(arg, "--", 2);
        if (named && k + 1 == argc)
            usage("unknown option, or no value after it:", arg);
        if (!strcmp(arg, "--rung") && known_rung(argv[k + 1]))
            o.rung = argv[++k];
        else if (!strcmp(arg, "--image"))
            o.image = argv[++k];
        else if (!strcmp(arg, "--tol"))
            o.problem.tol = tolerance(argv[++k]);
        else if (named)
            usage("unknown option or value:", arg);
        else if (position == 0 && ++position)
            o.problem.n = number(arg, 3, MAX_POINTS);
        else if (position == 1 && ++position)
            o.problem.m = number(arg, 3, MAX_POINTS);
        else if (position == 2 && ++position)
            o.problem.iter_max = number(arg, 0, 10000000);
        else
            usage("one argument too many:", arg);
    }
    return o;
}

/* ---- the table ---- */

static void print_row(const struct problem *p, const struct rung *rung, const struct result *r,
                      double serial_time, double off)
{
    double moved = 2 * sizeof(double) * (double)(p->n - 2) * (double)(p->m - 2) * (double)r->iterations;
    printf("%-11s %-28s %10.6f %10.6f %9.2f %8.2f %10ld %10.3e %10.3e", rung->name, rung->what, r->seconds,
           r->copies, r->seconds > 0 ? serial_time / r->seconds : 0,
           r->seconds > 0 ? moved / r->seconds * 1e-9 : 0, r->iterations, r->err, off);
}

static int run_all(const struct options *o, double *u, double *history, struct result *last)
{
    const struct problem *p = &o->problem;
    size_t size = (size_t)(p->n * p->m);
    double *reference = allocate(size), *solution = allocate(size);
    int wrong = 0;
    for (long j = 0; j < p->n; j++)
        for (long i = 0; i < p->m; i++)
            solution[j * p->m + i] = known(p->n, p->m, j, i);
    struct result s = run_rung(p, &rungs[0], reference, history);
    *last = s;
    memcpy(u, reference, size * sizeof *u);

    printf("jacobi2d: %ld x %ld points, at most %ld iterations, tolerance %.1e, %d device%s\n", p->n, p->m,
           p->iter_max, p->tol, omp_get_num_devices(), omp_get_num_devices() == 1 ? "" : "s");
    printf("%-11s %-28s %10s %10s %9s %8s %10s %10s %10s\n", "rung", "", "seconds", "copies", "speed-up",
           "GB/s", "iterations", "change", "error");
    for (int k = 0; k < RUNGS; k++) {
        if (strcmp(o->rung, "all") && strcmp(o->rung, rungs[k].name))
            continue;
        struct result r = k == 0 ? s : run_rung(p, &rungs[k], u, history);
        double off = distance(p->n, p->m, u, solution), allowed = allowed_distance(p, &r);
        int same = r.iterations == s.iterations && r.err == s.err && !memcmp(u, reference, size * sizeof *u);
        print_row(p, &rungs[k], &r, s.seconds, off);
        puts(!same ? "  WRONG: not the serial result" : off <= allowed ? "" : "  WRONG: too far off");
        wrong += !same || !(off <= allowed);
        *last = r;
    }
    free(solution);
    free(reference);
    return wrong;
}

int main(int argc, char **argv)
{
    struct options o = read_options(argc, argv);
    double *u = allocate((size_t)(o.problem.n * o.problem.m));
    double *history = allocate((size_t)o.problem.iter_max);
    struct result last;
    int wrong = run_all(&o, u, history, &last);
    int no_image = o.image && write_image(o.image, &o.problem, &last, u, history);
    free(history);
    free(u);
    if (wrong || no_image) {
        printf("WRONG: %d rung%s%s\n", wrong, wrong == 1 ? "" : "s", no_image ? ", no picture" : "");
        return 1;
    }
    puts("OK");
    return 0;
}
