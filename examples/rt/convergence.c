/* convergence.c: how fast the answer for a plane-parallel atmosphere becomes exact as cells get smaller, as a table and a plot.
 *
 *     convergence [--image FILE.svg] [largest]      sizes 8, 16, … largest (default 32)
 *
 * The source is 1 everywhere, the opacity falls by e in every eighth of the height, 20 optical depths in all. With the rays of a
 * quadrature the mean intensity is a sum of exponentials of the optical depth: `error` is the distance to that. Along a ray the
 * method is of order 2, as the rays of a2 show, which go from node to node. Other rays come from between four nodes, and linear
 * interpolation adds a little diffusion in each plane, of which smaller cells have more: order 1 in the end. With all directions
 * the answer is 1 - E2(tau) / 2, with the exponential integral E2; `to E2` is the distance to that, which only more rays
 * make smaller. The last line is OK or WRONG: from 32 cells on the last order must be above 1.8 for a2 and 0.9 for the others, and 128 rays closer
 * to E2 than 24. */
#include "rt.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SIZES 8
static const char *const sets[] = {"a2", "a4", "g3", "g4"};
enum { SETS = sizeof sets / sizeof *sets };

struct errors {
    double to_rays, to_e2;
};

static bool measure(const char *set, long n, struct errors *e)
{
    struct ray rays[MAX_RAYS];
    int count = rays_of(set, rays);
    struct box box;
    struct result result;
    struct gas gas = {.problem = PLANE, .bands = 1, .periodic = true};
    struct settings settings = {.group = 1, .fused = 1, .tolerance = 1e-10, .most_iterations = 10000};
    long side = n / 4; /* nothing changes along x and y */
    *e = (struct errors){0};
    if (!box_make(&box, (const long[]){side, side, n}, (const int[]){1, 1, 1}, true) ||
        !solve(&box, &gas, rays, count, &settings, &result))
        return false;
    for (long z = 0; z <= n; z++) {
        double mean = result.mean[z * (side + 1) * (side + 1)];
        e->to_rays = fmax(e->to_rays, fabs(mean - plane_exact(&gas, &box, z, rays, count)));
        e->to_e2 = fmax(e->to_e2, fabs(mean - plane_exact(&gas, &box, z, NULL, 0)));
    }
    result_free(&result);
    return true;
}

/* ---- the plot: both axes logarithmic, sizes from left to right ---- */

enum { LEFT = 80, TOP = 50, WIDTH = 560, HEIGHT = 380 };

static double x_of(int size, int sizes) { return LEFT + WIDTH * (0.08 + 0.84 * size / (sizes > 1 ? sizes - 1 : 1)); }
static double y_of(double error) { return TOP + HEIGHT * -log10(error) / 5; }

static void line(FILE *f, const struct errors e[], int sizes, bool to_e2, const char *colour, int set)
{
    fprintf(f, "<polyline fill='none' stroke='%s' stroke-width='2'%s points='", colour, to_e2 ? " stroke-dasharray='6 4'" : "");
    for (int k = 0; k < sizes; k++)
        fprintf(f, "%.1f,%.1f ", x_of(k, sizes), y_of(to_e2 ? e[k].to_e2 : e[k].to_rays));
    fprintf(f, "'/>\n");
    if (!to_e2)
        fprintf(f, "<rect x='%d' y='%d' width='14' height='4' fill='%s'/><text x='%d' y='%d'>%s</text>\n", LEFT + WIDTH + 16,
                TOP + 16 + 24 * set, colour, LEFT + WIDTH + 38, TOP + 22 + 24 * set, sets[set]);
}

static bool plot(const char *name, struct errors e[SETS][MOST_SIZES], int sizes)
{
    static const char *const colours[SETS] = {"#888888", "#d55e00", "#0072b2", "#009e73"};
    FILE *f = fopen(name, "w");
    if (!f) {
        fprintf(stderr, "convergence: cannot write '%s'\n", name);
        return false;
    }
    fprintf(f, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 760 500' font-family='sans-serif' font-size='13'>\n"
               "<rect width='760' height='500' fill='white'/>\n"
               "<text x='%d' y='28' font-size='16'>Plane-parallel atmosphere: largest error of the mean intensity</text>\n",
            LEFT);
    for (int p = 0; p <= 5; p++)
        fprintf(f, "<path d='M%d %.1fh%d' stroke='#dddddd'/><text x='%d' y='%.1f' text-anchor='end'>1e-%d</text>\n", LEFT,
                y_of(pow(10, -p)), WIDTH, LEFT - 8, y_of(pow(10, -p)) + 4, p);
    for (int k = 0; k < sizes; k++)
        fprintf(f, "<text x='%.1f' y='%d' text-anchor='middle'>%d</text>\n", x_of(k, sizes), TOP + HEIGHT + 20, 8 << k);
    fprintf(f, "<text x='%d' y='%d' text-anchor='middle'>cells along z</text>\n", LEFT + WIDTH / 2, TOP + HEIGHT + 44);
    fprintf(f, "<text transform='translate(24 %d) rotate(-90)' text-anchor='middle'>error (J is between 0.5 and 1)</text>\n",
            TOP + HEIGHT / 2);
    for (int s = 0; s < SETS; s++)
        for (int to_e2 = 0; to_e2 < 2; to_e2++)
            line(f, e[s], sizes, to_e2, colours[s], s);
    double from = e[1][0].to_rays;
    for (int order = 1; order <= 2; order++)
        fprintf(f, "<path d='M%.1f %.1fL%.1f %.1f' stroke='black' stroke-dasharray='2 3'/>\n", x_of(0, sizes), y_of(from / 3),
                x_of(sizes - 1, sizes), y_of(from / 3 / pow(2, order * (sizes - 1))));
    fprintf(f, "<text x='%d' y='%d' font-size='12'>full: to the exact answer with these rays; dashed: to 1 - E2/2; dotted: orders 1 and 2"
               "</text>\n</svg>\n",
            LEFT, TOP + HEIGHT + 64);
    return fclose(f) == 0;
}

int main(int argc, char **argv)
{
    static struct errors e[SETS][MOST_SIZES];
    const char *image = NULL;
    long largest = 32;
    char end;
    int sizes = 0;
    bool good = true;
    for (int k = 1; k < argc; k++)
        if (!strcmp(argv[k], "--image") && k + 1 < argc)
            image = argv[++k];
        else if (sscanf(argv[k], "%ld%c", &largest, &end) != 1)
            largest = 0;
    if (largest < 16 || largest > 8 << (MOST_SIZES - 1)) {
        fprintf(stderr, "usage: convergence [--image FILE.svg] [largest size, 16 to %d]\n", 8 << (MOST_SIZES - 1));
        return 2;
    }
    printf("rays   cells      error  order      to E2\n");
    for (int s = 0; s < SETS; s++) {
        sizes = 0;
        for (long n = 8; n <= largest; n *= 2, sizes++) {
            if (!measure(sets[s], n, &e[s][sizes]))
                return 1;
            double order = sizes ? log2(e[s][sizes - 1].to_rays / e[s][sizes].to_rays) : 0;
            printf("%-4s %7ld %10.2e %6.2f %10.2e\n", sets[s], n, e[s][sizes].to_rays, order, e[s][sizes].to_e2);
            good = good && (n * 2 <= largest || n < 32 || order > (s == 0 ? 1.8 : 0.9));
        }
    }
    good = good && e[SETS - 1][sizes - 1].to_e2 < e[1][sizes - 1].to_e2;
    if (image)
        good = plot(image, e, sizes) && good;
    puts(good ? "OK" : "WRONG");
    return good ? 0 : 1;
}
