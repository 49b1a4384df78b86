/* serial.c: the same solution by the plainest code, to hold the others against: the whole domain, a ray at a time, coordinates
 * instead of strides, coefficients anew at each node. It shares the gas and the rays with the solver, nothing else. */
#include "rt.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct domain {
    long n[3]; /* nodes */
    double *opacity, *source, *light;
};

static long node(const struct domain *d, const long at[3]) { return (at[2] * d->n[1] + at[1]) * d->n[0] + at[0]; }

static double mean_of_cells(const double *cell, const struct domain *d, const long at[3])
{
    double sum = 0;
    for (long z = at[2]; z <= at[2] + 1; z++)
        for (long y = at[1]; y <= at[1] + 1; y++)
            for (long x = at[0]; x <= at[0] + 1; x++)
                sum += cell[(z * (d->n[1] + 1) + y) * (d->n[0] + 1) + x];
    return sum / 8;
}

/* A value where the ray that comes to `at` was one plane before. */
static double where_it_was(const struct domain *d, const double *value, const struct ray *ray, const long at[3])
{
    int axis = ray->axis, p = (axis + 1) % 3, q = (axis + 2) % 3;
    double shift_p = fabs(ray->mu[p] / ray->mu[axis]), shift_q = fabs(ray->mu[q] / ray->mu[axis]), sum = 0;
    for (int k = 0; k < 4; k++) {
        long from[3] = {at[0], at[1], at[2]};
        from[axis] -= ray->sign[axis];
        from[p] -= k & 1 ? ray->sign[p] : 0;
        from[q] -= k & 2 ? ray->sign[q] : 0;
        sum += (k & 1 ? shift_p : 1 - shift_p) * (k & 2 ? shift_q : 1 - shift_q) * value[node(d, from)];
    }
    return sum;
}

static void step(const struct domain *d, const struct ray *ray, const long at[3])
{
    double here = d->opacity[node(d, at)], tau = (here + where_it_was(d, d->opacity, ray, at)) / 2 / fabs(ray->mu[ray->axis]);
    double before = where_it_was(d, d->source, ray, at), source = d->source[node(d, at)], mean, gain;
    if (tau < 1e-4) { /* to second order in tau */
        mean = 1 - tau / 2 + tau * tau / 6;
        gain = before * (tau / 2 - tau * tau / 3) + source * (tau / 2 - tau * tau / 6);
    } else {
        mean = -expm1(-tau) / tau;
        gain = before * (mean - exp(-tau)) + source * (1 - mean);
    }
    d->light[node(d, at)] = exp(-tau) * where_it_was(d, d->light, ray, at) + gain;
}

/* Visits all nodes but those where light comes in, against no ray's direction. */
static void walk(const struct domain *d, const struct ray *ray)
{
    int axis = ray->axis, p = (axis + 1) % 3, q = (axis + 2) % 3;
    for (long k = 1; k < d->n[axis]; k++)
        for (long i = 1; i < d->n[p]; i++)
            for (long j = 1; j < d->n[q]; j++) {
                long at[3];
                at[axis] = ray->sign[axis] > 0 ? k : d->n[axis] - 1 - k;
                at[p] = ray->sign[p] > 0 ? i : d->n[p] - 1 - i;
                at[q] = ray->sign[q] > 0 ? j : d->n[q] - 1 - j;
                step(d, ray, at);
            }
}

/* Node i of the face across an axis, at the side where the ray comes in or leaves. */
static long face_node(const struct domain *d, const struct ray *ray, int axis, bool in, long i)
{
    int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
    long at[3];
    at[axis] = (ray->sign[axis] > 0) == in ? 0 : d->n[axis] - 1;
    at[u] = i % d->n[u];
    at[v] = i / d->n[u];
    return node(d, at);
}

/* What left across x and y comes in on the other side. Returns the largest relative change. */
static double turn_around(const struct domain *d, const struct ray *ray, double *const in[3], const long face[3])
{
    double largest = 0;
    for (int axis = 0; axis < 2; axis++)
        for (long i = 0; i < face[axis]; i++) {
            double now = d->light[face_node(d, ray, axis, false, i)], was = in[axis][i];
            in[axis][i] = now;
            if (now != was)
                largest = fmax(largest, now ? fabs(now - was) / fabs(now) : 1);
        }
    return largest;
}

static int follow(const struct domain *d, const struct gas *gas, const struct box *whole, const struct ray *ray, int band,
                  double tolerance)
{
    long face[3];
    double *in[3];
    int iterations = 0;
    double changed;
    for (int a = 0; a < 3; a++) {
        face[a] = d->n[0] * d->n[1] * d->n[2] / d->n[a];
        in[a] = box_numbers(face[a]);
    }
    for (long i = 0; i < face[2]; i++)
        in[2][i] = ray->sign[2] > 0 ? gas_bottom(gas, whole, band, i % d->n[0], i / d->n[0]) : gas_top(gas, band);
    do {
        for (int axis = 0; axis < 3; axis++) /* nodes of two faces have the later one's light */
            for (long i = 0; i < face[axis]; i++)
                d->light[face_node(d, ray, axis, true, i)] = in[axis][i];
        walk(d, ray);
        iterations++;
        changed = gas->periodic ? turn_around(d, ray, in, face) : 0;
    } while (changed > tolerance);
    for (int a = 0; a < 3; a++)
        free(in[a]);
    return iterations;
}

int solve_serial(const struct box *box, struct gas *gas, const struct ray *rays, int count, double tolerance, double *mean)
{
    struct box whole = *box;
    struct domain d;
    long size = 1, cells = 1;
    int iterations = 0;
    for (int a = 0; a < 3; a++) {
        whole.start[a] = 0;
        whole.cells[a] = whole.whole[a];
        d.n[a] = whole.whole[a] + 1;
        size *= d.n[a];
        cells *= d.n[a] + 1;
    }
    d.opacity = box_numbers(size);
    d.source = box_numbers(size);
    d.light = box_numbers(size);
    gas->opacity = box_numbers(cells);
    gas->source = box_numbers(cells);
    memset(mean, 0, size * sizeof *mean);
    for (int band = 0; band < gas->bands; band++) {
        if (!gas_band(gas, &whole, band))
            break;
        for (long i = 0; i < size; i++) {
            long at[3] = {i % d.n[0], i / d.n[0] % d.n[1], i / d.n[0] / d.n[1]};
            d.opacity[i] = mean_of_cells(gas->opacity, &d, at);
            d.source[i] = mean_of_cells(gas->source, &d, at);
        }
        for (int r = 0; r < count; r++) {
            iterations += follow(&d, gas, &whole, &rays[r], band, tolerance);
            for (long i = 0; i < size; i++)
                mean[i] += rays[r].weight * d.light[i];
        }
    }
    free(d.opacity), free(d.source), free(d.light), free(gas->opacity), free(gas->source);
    return iterations;
}
