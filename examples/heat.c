/* heat.c: the heat equation u_t = alpha (u_xx + u_yy) on a square plate with cold edges, five times over:
 * from serial C to a program that keeps a GPU busy, one step of the way per rung.
 *
 *     heat [options] [ncells [nsteps]]      default: 1000 10
 *     --rung NAME       serial, host, mapped, resident, collapsed, or all (default)
 *     --order ij|ji     loop order of the first four rungs (default ij: the slow one)
 *     --image FILE.png  writes the final field as a picture (compile with -DHAVE_PNG and link with -lpng)
 *
 * Method: forward Euler in time, central differences in space, r = alpha dt / dx^2:
 *     new(i,j) = (1 - 4r) u(i,j) + r (u(i+1,j) + u(i-1,j) + u(i,j+1) + u(i,j-1)),    u = 0 outside the plate
 * with u(i,j) at u[i + j*n], so neighbours in i are neighbours in memory. Stable for r <= 1/4. Chosen here: a
 * plate of length 1, alpha = 1, dx = 1/(n+1), and dt = dx^2/5, which makes r = 1/5.
 *
 * The answer is known, twice. The start field is a sum of two waves, sin(kx pi x) sin(ky pi y) with (kx,ky) =
 * (1,1) and (2,3), unequal in x and y so that exchanged indices show. The differential equation damps each by
 * exp(-alpha pi^2 (kx^2 + ky^2) t): the distance to that is the "L2 error" of the table, the error of the
 * method. The difference scheme damps each by 1 - 4r + 2r (cos(kx pi dx) + cos(ky pi dx)) per step: the
 * distance to that is rounding only, and decides between OK and WRONG. */
#include <errno.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_PNG
#include <png.h>
#endif

#define PI 3.14159265358979323846
#define MAX_CELLS 30000
static const double R = 0.2, ALPHA = 1.0;

enum { WAVES = 2 };
static const struct {
    double amplitude;
    int kx, ky;
} wave[WAVES] = {{1.0, 1, 1}, {0.5, 2, 3}};

/* ---- one time step, in each of the ways ---- */

static inline double stencil(long n, double r, double r2, long i, long j, const double *restrict u)
{
    return r2 * u[i + j * n] +
           r * ((i < n - 1 ? u[i + 1 + j * n] : 0.0) + (i > 0 ? u[i - 1 + j * n] : 0.0) +
                (j < n - 1 ? u[i + (j + 1) * n] : 0.0) + (j > 0 ? u[i + (j - 1) * n] : 0.0));
}

static void serial_ij(long n, double r, const double *restrict u, double *restrict u_new)
{
    const double r2 = 1.0 - 4.0 * r;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            u_new[i + j * n] = stencil(n, r, r2, i, j, u);
}

static void serial_ji(long n, double r, const double *restrict u, double *restrict u_new)
{
    const double r2 = 1.0 - 4.0 * r;
    for (long j = 0; j < n; j++)
        for (long i = 0; i < n; i++)
            u_new[i + j * n] = stencil(n, r, r2, i, j, u);
}

static void host_ij(long n, double r, const double *restrict u, double *restrict u_new)
{
    const double r2 = 1.0 - 4.0 * r;
#pragma omp parallel for
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            u_new[i + j * n] = stencil(n, r, r2, i, j, u);
}

static void host_ji(long n, double r, const double *restrict u, double *restrict u_new)
{
    const double r2 = 1.0 - 4.0 * r;
#pragma omp parallel for
    for (long j = 0; j < n; j++)
        for (long i = 0; i < n; i++)
            u_new[i + j * n] = stencil(n, r, r2, i, j, u);
}

/* both fields go to the device and back in every step */
static void mapped_ij(long n, double r, const double *restrict u, double *restrict u_new)
{
    const double r2 = 1.0 - 4.0 * r;
#pragma omp target teams loop map(tofrom: u[0:n * n], u_new[0:n * n])
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            u_new[i + j * n] = stencil(n, r, r2, i, j, u);
}

static void mapped_ji(long n, double r, const double *restrict u, double *restrict u_new)
{
    const double r2 = 1.0 - 4.0 * r;
#pragma omp target teams loop map(tofrom: u[0:n * n], u_new[0:n * n])
    for (long j = 0; j < n; j++)
        for (long i = 0; i < n; i++)
            u_new[i + j * n] = stencil(n, r, r2, i, j, u);
}

/* no map clause: the fields are on the device already, and are found there by their host addresses */
static void resident_ij(long n, double r, const double *restrict u, double *restrict u_new)
{
    const double r2 = 1.0 - 4.0 * r;
#pragma omp target teams loop
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            u_new[i + j * n] = stencil(n, r, r2, i, j, u);
}

static void resident_ji(long n, double r, const double *restrict u, double *restrict u_new)
{
    const double r2 = 1.0 - 4.0 * r;
#pragma omp target teams loop
    for (long j = 0; j < n; j++)
        for (long i = 0; i < n; i++)
            u_new[i + j * n] = stencil(n, r, r2, i, j, u);
}

/* n*n iterations instead of n, and neighbouring lanes work on neighbouring cells */
static void collapsed(long n, double r, const double *restrict u, double *restrict u_new)
{
    const double r2 = 1.0 - 4.0 * r;
#pragma omp target teams loop collapse(2)
    for (long j = 0; j < n; j++)
        for (long i = 0; i < n; i++)
            u_new[i + j * n] = stencil(n, r, r2, i, j, u);
}

typedef void step_function(long n, double r, const double *restrict u, double *restrict u_new);

enum { IJ, JI, ORDERS };
static const struct rung {
    const char *name, *what;
    step_function *step[ORDERS];
    int resident;
} rungs[] = {
    {"serial", "one core of the host", {serial_ij, serial_ji}, 0},
    {"host", "all cores: parallel for", {host_ij, host_ji}, 0},
    {"mapped", "device, maps every step", {mapped_ij, mapped_ji}, 0},
    {"resident", "device, data stays there", {resident_ij, resident_ji}, 1},
    {"collapsed", "collapse(2), j outside", {collapsed, collapsed}, 1},
};
enum { RUNGS = sizeof rungs / sizeof *rungs };

/* ---- the known answer ---- */

/* Values of both waves along x and y, and their factors after `steps` steps: of the scheme and of the
 * equation. */
struct answer {
    double *x[WAVES], *y[WAVES], scheme[WAVES], equation[WAVES];
};

static void *allocate(size_t count)
{
    void *p = malloc((count + 1) * sizeof(double));
    if (!p) {
        fprintf(stderr, "heat: no memory for %zu numbers\n", count);
        exit(2);
    }
    return p;
}

static void answer_make(struct answer *a, long n, long steps)
{
    double dx = 1.0 / (double)(n + 1), t = R * dx * dx / ALPHA * (double)steps;
    for (int w = 0; w < WAVES; w++) {
        double kx = PI * wave[w].kx, ky = PI * wave[w].ky;
        a->x[w] = allocate((size_t)n);
        a->y[w] = allocate((size_t)n);
        for (long i = 0; i < n; i++) {
            a->x[w][i] = wave[w].amplitude * sin(kx * dx * (double)(i + 1));
            a->y[w][i] = sin(ky * dx * (double)(i + 1));
        }
        a->scheme[w] = pow(1.0 - 4.0 * R + 2.0 * R * (cos(kx * dx) + cos(ky * dx)), (double)steps);
        a->equation[w] = exp(-ALPHA * (kx * kx + ky * ky) * t);
    }
}

static void answer_free(struct answer *a)
{
    for (int w = 0; w < WAVES; w++) {
        free(a->x[w]);
        free(a->y[w]);
    }
}

static double field(const struct answer *a, const double factor[WAVES], long i, long j)
{
    double sum = 0;
    for (int w = 0; w < WAVES; w++)
        sum += factor[w] * a->x[w][i] * a->y[w][j];
    return sum;
}

struct error {
    double l2, rounding; /* L2 distance to the equation; largest distance to the scheme */
};

static struct error compare(const struct answer *a, long n, const double *u)
{
    double dx = 1.0 / (double)(n + 1), squares = 0, largest = 0;
#pragma omp parallel for reduction(+: squares) reduction(max: largest)
    for (long j = 0; j < n; j++)
        for (long i = 0; i < n; i++) {
            double d = u[i + j * n] - field(a, a->equation, i, j);
            double e = fabs(u[i + j * n] - field(a, a->scheme, i, j));
            squares += d * d;
            if (!(e <= largest)) /* so that a NaN counts */
                largest = e;
        }
    return (struct error){sqrt(squares * dx * dx), largest};
}

/* ---- running a rung ---- */

struct result {
    double seconds, copies; /* of the steps; of bringing the data to the device and back */
    struct error error;
};

static struct result run_rung(const struct rung *rung, int order, const struct answer *a, long n, long steps,
                              double *field_out)
{
    struct result result = {0, 0, {0, 0}};
    const double start_factor[WAVES] = {1, 1};
    double *u = field_out, *u_tmp = allocate((size_t)(n * n)), *spare = u_tmp;
#pragma omp parallel for
    for (long j = 0; j < n; j++)
        for (long i = 0; i < n; i++) {
            u[i + j * n] = field(a, start_factor, i, j);
            u_tmp[i + j * n] = 0;
        }

    double start = omp_get_wtime();
    if (rung->resident) {
#pragma omp target enter data map(to: u[0:n * n], u_tmp[0:n * n])
    }
    double began = omp_get_wtime();
    for (long s = 0; s < steps; s++) {
        rung->step[order](n, R, u, u_tmp);
        double *swap = u;
        u = u_tmp;
        u_tmp = swap;
    }
    double ended = omp_get_wtime();
    if (rung->resident) {
#pragma omp target exit data map(from: u[0:n * n]) map(release: u_tmp[0:n * n])
    }
    result.seconds = ended - began;
    result.copies = omp_get_wtime() - start - result.seconds;

    result.error = compare(a, n, u);
    if (u != field_out)
        memcpy(field_out, u, (size_t)(n * n) * sizeof *u);
    free(spare);
    return result;
}

/* ---- the picture ---- */

#ifdef HAVE_PNG
enum { PLATE = 1000, LEFT = 40, TOP = 70, RIGHT = 190, BOTTOM = 40, GLYPH_W = 5, GLYPH_H = 7 };

struct canvas {
    int width, height;
    unsigned char *rgb;
};

/* rows of five points, the leftmost in bit 4 */
static const struct glyph {
    char c;
    unsigned char row[GLYPH_H];
} font[] = {
    {'0', {14, 17, 19, 21, 25, 17, 14}}, {'1', {4, 12, 4, 4, 4, 4, 14}},
    {'2', {14, 17, 1, 6, 8, 16, 31}},    {'3', {30, 1, 1, 14, 1, 1, 30}},
    {'4', {2, 6, 10, 18, 31, 2, 2}},     {'5', {31, 16, 30, 1, 1, 17, 14}},
    {'6', {6, 8, 16, 30, 17, 17, 14}},   {'7', {31, 1, 2, 4, 8, 8, 8}},
    {'8', {14, 17, 17, 14, 17, 17, 14}}, {'9', {14, 17, 17, 15, 1, 2, 12}},
    {'.', {0, 0, 0, 0, 0, 12, 12}},      {'-', {0, 0, 0, 31, 0, 0, 0}},
    {'+', {0, 4, 4, 31, 4, 4, 0}},       {',', {0, 0, 0, 0, 12, 4, 8}},
    {'=', {0, 0, 31, 0, 31, 0, 0}},      {'a', {0, 0, 14, 1, 15, 17, 15}},
    {'c', {0, 0, 14, 16, 16, 17, 14}},   {'d', {1, 1, 13, 19, 17, 17, 15}},
    {'e', {0, 0, 14, 17, 31, 16, 14}},   {'f', {6, 8, 28, 8, 8, 8, 8}},
    {'h', {16, 16, 22, 25, 17, 17, 17}}, {'i', {4, 0, 12, 4, 4, 4, 14}},
    {'l', {12, 4, 4, 4, 4, 4, 14}},      {'m', {0, 0, 26, 21, 21, 21, 21}},
    {'n', {0, 0, 22, 25, 17, 17, 17}},   {'o', {0, 0, 14, 17, 17, 17, 14}},
    {'p', {0, 0, 30, 17, 30, 16, 16}},   {'q', {0, 0, 13, 19, 15, 1, 1}},
    {'r', {0, 0, 22, 25, 16, 16, 16}},   {'s', {0, 0, 15, 16, 14, 1, 30}},
    {'t', {8, 8, 28, 8, 8, 9, 6}},       {'u', {0, 0, 17, 17, 17, 19, 13}},
    {'x', {0, 0, 17, 10, 4, 10, 17}},    {'y', {0, 0, 17, 17, 15, 1, 14}},
};

static void fill_box(struct canvas *c, int x, int y, int w, int h, const unsigned char rgb[3])
{
    for (int j = y; j < y + h; j++)
        for (int i = x; i < x + w; i++)
            if (i >= 0 && j >= 0 && i < c->width && j < c->height)
                memcpy(c->rgb + 3 * ((size_t)j * (size_t)c->width + (size_t)i), rgb, 3);
}

static void draw_text(struct canvas *c, int x, int y, int size, const char *text)
{
    static const unsigned char ink[3] = {40, 40, 40};
    for (; *text; text++, x += (GLYPH_W + 1) * size)
        for (size_t g = 0; g < sizeof font / sizeof *font; g++)
            for (int k = 0; font[g].c == *text && k < GLYPH_H * GLYPH_W; k++)
                if (font[g].row[k / GLYPH_W] >> (GLYPH_W - 1 - k % GLYPH_W) & 1)
                    fill_box(c, x + k % GLYPH_W * size, y + k / GLYPH_W * size, size, size, ink);
}

static double from_lab(double t)
{
    return t > 6.0 / 29 ? t * t * t : 3 * (6.0 / 29) * (6.0 / 29) * (t - 4.0 / 29);
}

static unsigned char to_srgb(double v)
{
    v = v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055;
    return (unsigned char)(v <= 0 ? 0 : v >= 1 ? 255 : v * 255 + 0.5);
}

/* Lightness in CIE L*a*b* grows linearly with the value, so equal steps look equal, in grey too; the hue
 * turns from blue over red to yellow. */
static void colour(double v, unsigned char rgb[3])
{
    v = v < 0 ? 0 : v > 1 ? 1 : v;
    double light = 6 + 90 * v, hue = (290 + 155 * v) * PI / 180, chroma = 25 + 45 * sin(PI * pow(v, 0.8));
    double fy = (light + 16) / 116;
    double x = 0.9505 * from_lab(fy + chroma * cos(hue) / 500), y = from_lab(fy);
    double z = 1.0891 * from_lab(fy - chroma * sin(hue) / 200);
    rgb[0] = to_srgb(3.2406 * x - 1.5372 * y - 0.4986 * z);
    rgb[1] = to_srgb(-0.9689 * x + 1.8758 * y + 0.0415 * z);
    rgb[2] = to_srgb(0.0557 * x - 0.2040 * y + 1.0570 * z);
}

/* mean of the cells that one point of the picture covers; a small plate has several points per cell */
static double block_mean(long n, const double *u, int px, int py, int points)
{
    long i0 = px * n / points, i1 = (px + 1) * n / points, j0 = py * n / points, j1 = (py + 1) * n / points;
    double sum = 0;
    i1 += i1 == i0;
    j1 += j1 == j0;
    for (long j = j0; j < j1; j++)
        for (long i = i0; i < i1; i++)
            sum += u[i + j * n];
    return sum / ((double)(i1 - i0) * (double)(j1 - j0));
}

static void draw(struct canvas *c, long n, long steps, int points, const double *u)
{
    double low = -0.5, high = 1.5; /* bounds of the start field; heat only flattens it */
    unsigned char rgb[3] = {250, 250, 250};
    char text[96];
    fill_box(c, 0, 0, c->width, c->height, rgb);
    for (int y = 0; y < points; y++)
        for (int x = 0; x < points; x++) { /* y grows upwards, as in a diagram */
            colour((block_mean(n, u, x, points - 1 - y, points) - low) / (high - low), rgb);
            fill_box(c, LEFT + x, TOP + y, 1, 1, rgb);
        }
    for (int y = 0; y < points; y++) {
        colour(1.0 - (y + 0.5) / points, rgb);
        fill_box(c, LEFT + points + 40, TOP + y, 30, 1, rgb);
    }
    for (int k = 0; k <= 4; k++) {
        snprintf(text, sizeof text, "%+.1f", high + (low - high) * k / 4.0);
        draw_text(c, LEFT + points + 80, TOP + points * k / 4 - 7 * (k > 0), 2, text);
    }
    snprintf(text, sizeof text, "heat, %ld x %ld cells, after %ld steps", n, n, steps);
    draw_text(c, LEFT, 25, n < 100000 && points >= 900 ? 3 : 2, text);
}

static int write_image(const char *path, long n, long steps, const double *u)
{
    if (n == 0) {
        fprintf(stderr, "heat: a plate without cells has no picture\n");
        return 0;
    }
    int points = n >= PLATE ? PLATE : (int)(n * (PLATE / n));
    struct canvas c = {LEFT + points + RIGHT, TOP + points + BOTTOM, NULL};
    c.rgb = malloc((size_t)c.width * (size_t)c.height * 3);
    if (!c.rgb) {
        fprintf(stderr, "heat: no memory for the picture\n");
        return 1;
    }
    draw(&c, n, steps, points, u);
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = (png_uint_32)c.width;
    image.height = (png_uint_32)c.height;
    image.format = PNG_FORMAT_RGB;
    int good = png_image_write_to_file(&image, path, 0, c.rgb, 0, NULL);
    if (good)
        printf("picture: %s (%d x %d points)\n", path, c.width, c.height);
    else
        fprintf(stderr, "heat: %s: %s\n", path, image.message);
    free(c.rgb);
    return !good;
}
#else
static int write_image(const char *path, long n, long steps, const double *u)
{
    (void)n;
    (void)steps;
    (void)u;
    fprintf(stderr, "heat: no picture %s: compile this program with -DHAVE_PNG and link it with -lpng\n",
            path);
    return 1;
}
#endif

/* ---- the command line ---- */

struct options {
    long n, steps;
    const char *rung, *image;
    int order;
};

static void usage(const char *why, const char *what)
{
    fprintf(stderr, "heat: %s '%s'\n", why, what);
    fprintf(
        stderr,
        "usage: heat [--rung serial|host|mapped|resident|collapsed|all] [--order ij|ji] [--image FILE.png]"
        " [ncells [nsteps]]\n");
    exit(2);
}

static long number(const char *text, long max)
{
    char *end;
    errno = 0;
    long v = strtol(text, &end, 10);
    if (errno || *end || end == text || v < 0 || v > max)
        usage("not a number in range:", text);
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
    struct options o = {1000, 10, "all", NULL, IJ};
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
        else if (!strcmp(arg, "--order") && (!strcmp(argv[k + 1], "ij") || !strcmp(argv[k + 1], "ji")))
            o.order = !strcmp(argv[++k], "ij") ? IJ : JI;
        else if (named)
            usage("unknown option or value:", arg);
        else if (position == 0 && ++position)
            o.n = number(arg, MAX_CELLS);
        else if (position == 1 && ++position)
            o.steps = number(arg, 1000000000);
        else
            usage("one argument too many:", arg);
    }
    return o;
}

static int run_all(const struct options *o, const struct answer *a, double *u)
{
    double tolerance = 1e-14 * (double)(o->steps + 10), serial = 0, cells = (double)o->n * (double)o->n;
    int wrong = 0;
    printf("heat: %ld x %ld cells, %ld steps, r = %.2f, %d device%s\n", o->n, o->n, o->steps, R,
           omp_get_num_devices(), omp_get_num_devices() == 1 ? "" : "s");
    printf("%-10s %-25s %-5s %10s %10s %9s %8s %10s\n", "rung", "", "order", "seconds", "copies", "speed-up",
           "GB/s", "L2 error");
    for (int k = 0; k < RUNGS; k++) {
        if (strcmp(o->rung, "all") && strcmp(o->rung, rungs[k].name))
            continue;
        int order = rungs[k].step[IJ] == rungs[k].step[JI] ? JI : o->order;
        struct result r = run_rung(&rungs[k], order, a, o->n, o->steps, u);
        char speed[32] = "-";
        if (k == 0)
            serial = r.seconds;
        if (serial > 0 && r.seconds > 0)
            snprintf(speed, sizeof speed, "%.2f", serial / r.seconds);
        int good = r.error.rounding <= tolerance;
        printf("%-10s %-25s %-5s %10.6f %10.6f %9s %8.2f %10.3e%s\n", rungs[k].name, rungs[k].what,
               order == IJ ? "ij" : "ji", r.seconds, r.copies, speed,
               r.seconds > 0 ? 2 * sizeof(double) * cells * (double)o->steps / r.seconds * 1e-9 : 0,
               r.error.l2, good ? "" : "  WRONG");
        if (!good)
            printf("           off the scheme by %.3e, rounding explains %.3e\n", r.error.rounding,
                   tolerance);
        wrong += !good;
    }
    return wrong;
}

int main(int argc, char **argv)
{
    struct options o = read_options(argc, argv);
    double *u = allocate((size_t)(o.n * o.n));
    struct answer a;
    answer_make(&a, o.n, o.steps);
    int wrong = run_all(&o, &a, u), no_image = o.image && write_image(o.image, o.n, o.steps, u);
    answer_free(&a);
    free(u);
    if (wrong || no_image) {
        printf("WRONG: %d rung%s%s\n", wrong, wrong == 1 ? "" : "s", no_image ? ", no picture" : "");
        return 1;
    }
    puts("OK");
    return 0;
}
