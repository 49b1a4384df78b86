/* gas.c: opacity and source function of each problem, and what is known of its light.
 *
 *     granules   an atmosphere whose opacity falls by e in every eighth of its height, with bumps in both, periodic in x and y
 *     constant   the source is 1 everywhere and light of 1 comes in at the bottom and the top: light of 1 must come out
 *     beam       an empty box, light of 1 comes in at one node of the bottom: it must go straight on
 *     plane      as granules without bumps and with a source of 1; J = 1 - E2(tau)/2 for all directions
 *
 * Band k of n has the opacity times 10^(k - (n-1)/2) and a share of 1/n of the source and of the light that comes in. */
#include "rt.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

const char *const problem_names[] = {"granules", "constant", "beam", "plane"};

static struct {
    char what; /* 'o'pacity or 's'ource of a cell, light at a node of the 'b'ottom; 0: no fault is planted */
    double value;
    long at[3];
} fault;

bool gas_fault(const char *text)
{
    char what[8], value[16], end, *rest;
    if (sscanf(text, "%7[a-z]=%15[^@]@%ld,%ld,%ld%c", what, value, &fault.at[0], &fault.at[1], &fault.at[2], &end) != 5 ||
        (strcmp(what, "opacity") && strcmp(what, "source") && strcmp(what, "bottom")))
        return false;
    fault.what = what[0];
    fault.value = strtod(value, &rest);
    return rest != value && !*rest;
}

bool gas_fault_within(const long whole[3])
{
    long nodes = fault.what == 'b', above = nodes ? 1 : whole[2]; /* of the bottom, else cells */
    return fault.at[0] >= 0 && fault.at[0] < whole[0] + nodes && fault.at[1] >= 0 && fault.at[1] < whole[1] + nodes &&
           fault.at[2] >= 0 && fault.at[2] < above;
}

static bool faulty(char what, long x, long y, long z)
{
    return fault.what == what && fault.at[0] == x && fault.at[1] == y && fault.at[2] == z;
}

/* A place along an axis as a share of the domain's length, from 0 to 1. */
static double share(const struct box *b, int axis, double at) { return (at + 0.25) / b->whole[axis]; }

/* How much more opaque and brighter the gas is than its height says. u, v: shares. */
static double bump(double u, double v) { return 0.5 * sin(2 * PI * u) * sin(4 * PI * v) + 0.3 * sin(6 * PI * u); }

/* The opacity at the bottom is such that the whole atmosphere has an optical depth of 20. */
static double scale_height(const struct box *b) { return b->whole[2] / 8.0; }
static double bottom_opacity(const struct box *b) { return 20 / scale_height(b); }

static double band_opacity(const struct gas *gas, int band) { return pow(10, band - (gas->bands - 1) / 2.0); }

static double opacity_at(const struct gas *gas, const struct box *b, double x, double y, double z)
{
    double stratified = bottom_opacity(b) * exp(-z / scale_height(b));
    switch (gas->problem) {
    case BEAM: return 0;
    case CONSTANT:
    case GRANULES: return stratified * (1 + bump(share(b, 0, x), share(b, 1, y)));
    default: return stratified;
    }
}

static double source_at(const struct gas *gas, const struct box *b, double x, double y, double z)
{
    if (gas->problem == BEAM)
        return 0;
    if (gas->problem != GRANULES)
        return 1.0 / gas->bands;
    double height = z / b->whole[2];
    return (2 - 1.5 * height) * (1 + 0.3 * bump(share(b, 1, y), share(b, 0, x))) / gas->bands;
}

static bool usable(const char *what, double value, const long cell[3], int band)
{
    if (value >= 0 && !isinf(value))
        return true;
    fprintf(stderr, "rt: the %s of cell (%ld, %ld, %ld) in band %d is %g: it must be a number and not negative\n", what, cell[0],
            cell[1], cell[2], band, value);
    return false;
}

bool gas_band(const struct gas *gas, const struct box *b, int band)
{
    long n = 0;
    for (long z = -1; z <= b->cells[2]; z++)
        for (long y = -1; y <= b->cells[1]; y++)
            for (long x = -1; x <= b->cells[0]; x++, n++) {
                long at[3] = {b->start[0] + x, b->start[1] + y, b->start[2] + z};
                double opacity = opacity_at(gas, b, at[0] + 0.5, at[1] + 0.5, at[2] + 0.5) * band_opacity(gas, band);
                double source = source_at(gas, b, at[0] + 0.5, at[1] + 0.5, at[2] + 0.5);
                if (faulty('o', at[0], at[1], at[2]))
                    opacity = fault.value;
                if (faulty('s', at[0], at[1], at[2]))
                    source = fault.value;
                if (!usable("opacity", opacity, at, band) || !usable("source", source, at, band))
                    return false;
                gas->opacity[n] = opacity;
                gas->source[n] = source;
            }
    return true;
}

double gas_bottom(const struct gas *gas, const struct box *b, int band, long x, long y)
{
    (void)band;
    if (faulty('b', x, y, 0))
        return fault.value;
    if (gas->problem == BEAM)
        return x == b->whole[0] / 2 && y == b->whole[1] / 2 ? 1.0 / gas->bands : 0;
    return source_at(gas, b, x, y, 0);
}

double gas_top(const struct gas *gas, int band)
{
    (void)band;
    return gas->problem == CONSTANT ? 1.0 / gas->bands : 0;
}

/* E2(x) = exp(-x) - x E1(x) for x >= 0 (M. Abramowitz and I. A. Stegun, Handbook, 5.1.11 and 5.1.22). */
double exponential_integral_2(double x)
{
    if (x == 0)
        return 1;
    if (x <= 1) {
        double term = 1, e1 = -0.57721566490153286061 - log(x);
        for (int k = 1; k < 60; k++) {
            term *= -x / k;
            e1 -= term / k;
        }
        return exp(-x) - x * e1;
    }
    double fraction = 0; /* exp(-x) / (x + 1/(1 + 1/(x + 2/(1 + 2/(x + ... ))))) is E1 */
    for (int k = 400; k >= 1; k--)
        fraction = k / (1 + k / (x + fraction));
    return exp(-x) - x * exp(-x) / (x + fraction);
}

double plane_exact(const struct gas *gas, const struct box *b, double z, const struct ray *rays, int count)
{
    double h = scale_height(b), sum = 0;
    for (int band = 0; band < gas->bands; band++) {
        double tau = band_opacity(gas, band) * bottom_opacity(b) * h * (exp(-z / h) - exp(-b->whole[2] / h)), mean = 1;
        if (!rays)
            mean -= 0.5 * exponential_integral_2(tau);
        for (int r = 0; rays && r < count; r++)
            if (rays[r].mu[2] < 0)
                mean -= rays[r].weight * exp(tau / rays[r].mu[2]);
        sum += mean / gas->bands;
    }
    return sum;
}
