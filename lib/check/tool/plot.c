/* plot.c: errors against launches, a curve per array, as an SVG. The error has a logarithmic axis; 0 is drawn at its
 * foot, and what is not a number at its top. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "tool.h"

enum { WIDTH = 760, HEIGHT = 420, LEFT = 70, TOP = 20, ACROSS = 460, DOWN = 340, LEGEND = 550 };
static const char *const colours[] = {"#1f4e9c", "#c0392b", "#1e8449", "#8e44ad",
                                      "#b9770e", "#117a8b", "#5d6d7e", "#000000"};

struct axes {
    double x0, x1;
    int low, high; /* powers of ten */
};

static const struct score *scores_of(const struct curve *c, size_t *n)
{
    *n = c->scores.n / sizeof(struct score);
    return (const struct score *)(const void *)c->scores.at;
}

static void include(struct axes *a, long double error)
{
    if (!(error > 0) || !isfinite(error))
        return;
    int power = (int)floorl(log10l(error));
    a->low = power < a->low ? power : a->low;
    a->high = power + 1 > a->high ? power + 1 : a->high;
}

static struct axes axes_for(const struct curve *curves, size_t n, double bar)
{
    struct axes a = {.x0 = INFINITY, .x1 = -INFINITY, .low = 1000, .high = -1000};
    include(&a, bar);
    for (size_t i = 0; i < n; i++) {
        size_t m;
        const struct score *s = scores_of(&curves[i], &m);
        for (size_t k = 0; k < m; k++) {
            include(&a, s[k].error);
            a.x0 = fmin(a.x0, (double)s[k].launch);
            a.x1 = fmax(a.x1, (double)s[k].launch);
        }
    }
    a.low--;
    if (!(a.x1 > a.x0))
        a.x0 -= 1, a.x1 = a.x0 + 2;
    return a;
}

static double x_of(const struct axes *a, double launch) { return LEFT + (launch - a->x0) / (a->x1 - a->x0) * ACROSS; }

static double y_of(const struct axes *a, long double error)
{
    double power = error > 0 ? isfinite(error) ? (double)log10l(error) : a->high : a->low;
    return TOP + DOWN - (power - a->low) / (a->high - a->low) * DOWN;
}

static void print_text(FILE *f, const char *s)
{
    for (; *s; s++)
        if (strchr("<>&", *s))
            fprintf(f, "&#%d;", *s);
        else
            fputc(*s, f);
}

static void print_axes(FILE *f, const struct axes *a, double bar)
{
    int step = (a->high - a->low + 9) / 10;
    fprintf(f, "<rect x='%d' y='%d' width='%d' height='%d' fill='none' stroke='#888'/>\n", LEFT, TOP, ACROSS, DOWN);
    for (int p = a->low; p <= a->high; p += step) {
        double y = TOP + DOWN - (double)(p - a->low) / (a->high - a->low) * DOWN;
        fprintf(f, "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' stroke='#ddd'/>", LEFT, y, LEFT + ACROSS, y);
        fprintf(f, "<text x='%d' y='%.1f' text-anchor='end'>", LEFT - 6, y + 4);
        fprintf(f, p == a->low ? "0</text>\n" : "1e%d</text>\n", p);
    }
    double each = ceil((a->x1 - a->x0) / 8);
    for (double launch = a->x0; launch <= a->x1; launch += each)
        fprintf(f, "<text x='%.1f' y='%d' text-anchor='middle'>%.0f</text>\n", x_of(a, launch), TOP + DOWN + 18,
                launch);
    fprintf(f, "<text x='%d' y='%d' text-anchor='middle'>step (launch, check)</text>\n", LEFT + ACROSS / 2,
            HEIGHT - 14);
    fprintf(f, "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' stroke='#c0392b' stroke-dasharray='6 4'/>", LEFT,
            y_of(a, bar), LEFT + ACROSS, y_of(a, bar));
    fprintf(f, "<text x='%d' y='%.1f' fill='#c0392b'>bar %.3g</text>\n", LEFT + 6, y_of(a, bar) - 4, bar);
}

static void print_curve(FILE *f, const struct axes *a, const struct curve *c, size_t i)
{
    const char *colour = colours[i % COUNT_OF(colours)];
    size_t n;
    const struct score *s = scores_of(c, &n);
    fprintf(f, "<polyline fill='none' stroke='%s' stroke-width='1.5' points='", colour);
    for (size_t k = 0; k < n; k++)
        fprintf(f, "%s%.1f,%.1f", k ? " " : "", x_of(a, (double)s[k].launch), y_of(a, s[k].error));
    fprintf(f, "'/>\n");
    for (size_t k = 0; k < n && n <= 100; k++)
        fprintf(f, "<circle cx='%.1f' cy='%.1f' r='2' fill='%s'/>", x_of(a, (double)s[k].launch), y_of(a, s[k].error),
                colour);
    double y = TOP + 12 + 18 * (double)i;
    fprintf(f, "\n<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' stroke='%s' stroke-width='2'/>", LEGEND, y - 4, LEGEND + 20,
            y - 4, colour);
    fprintf(f, "<text x='%d' y='%.1f'>", LEGEND + 26, y);
    print_text(f, c->name);
    fprintf(f, "</text>\n");
}

bool plot(const char *path, const struct curve *curves, size_t n, double bar)
{
    struct axes a = axes_for(curves, n, bar);
    size_t height = TOP + 12 + 18 * n > HEIGHT ? TOP + 12 + 18 * n : HEIGHT; /* of the legend, or the picture */
    FILE *f = fopen(path, "we");
    if (f) {
        fprintf(f,
                "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%zu' font-family='sans-serif' "
                "font-size='12'>\n",
                WIDTH, height);
        fprintf(f, "<rect width='100%%' height='100%%' fill='white'/>\n");
        print_axes(f, &a, bar);
        for (size_t i = 0; i < n; i++)
            print_curve(f, &a, &curves[i], i);
        fprintf(f, "</svg>\n");
    }
    bool good = f && !ferror(f);
    if (f && fclose(f) != 0)
        good = false;
    if (!good)
        fprintf(stderr, "gantry golden: error: %s: %s\n", path, strerror(errno));
    return good;
}
