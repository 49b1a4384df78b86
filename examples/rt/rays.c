/* rays.c: directions and their weights. */
#include "rt.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static void add(struct ray *rays, int *count, double x, double y, double z, double weight)
{
    struct ray *r = &rays[(*count)++];
    *r = (struct ray){.mu = {x, y, z}, .weight = weight};
    for (int a = 0; a < 3; a++) {
        r->sign[a] = r->mu[a] < 0 ? -1 : 1;
        if (fabs(r->mu[a]) > fabs(r->mu[r->axis]) + 1e-12)
            r->axis = a;
    }
}

/* The eight rays that have these cosines but for their signs. */
static void add_octants(struct ray *rays, int *count, double x, double y, double z, double weight)
{
    for (int k = 0; k < 8; k++)
        add(rays, count, k & 1 ? -x : x, k & 2 ? -y : y, k & 4 ? -z : z, weight);
}

/* Carlson's sets (B. G. Carlson, Methods in Computational Physics 1, 1963): all cosines are one of n/2 values, every octant
 * and every axis is treated alike, and the mean of mu_z^2 is 1/3. */
static int carlson(int n, struct ray *rays)
{
    int count = 0;
    if (n == 2) {
        double c = sqrt(1.0 / 3);
        add_octants(rays, &count, c, c, c, 1.0 / 8);
        return count;
    }
    double small = 1.0 / 3, large = sqrt(7.0) / 3;
    for (int axis = 0; axis < 3; axis++)
        add_octants(rays, &count, axis == 0 ? large : small, axis == 1 ? large : small, axis == 2 ? large : small, 1.0 / 24);
    return count;
}

/* Abscissa k of n and its weight on (0, 1), by Newton's method on the Legendre polynomial. */
static void gauss(int n, int k, double *at, double *weight)
{
    double x = cos(PI * (k + 0.75) / (n + 0.5)), slope = 1;
    for (int step = 0; step < 50; step++) {
        double p = x, before = 1;
        for (int m = 2; m <= n; m++) {
            double next = ((2 * m - 1) * x * p - (m - 1) * before) / m;
            before = p;
            p = next;
        }
        slope = n * (x * p - before) / (x * x - 1);
        x -= p / slope;
        if (fabs(p / slope) < 1e-15)
            break;
    }
    *at = 0.5 * (1 - x);
    *weight = 1 / ((1 - x * x) * slope * slope);
}

static int product(int n, struct ray *rays)
{
    int count = 0;
    for (int k = 0; k < n; k++)
        for (int turn = 0; turn < n; turn++) { /* azimuths of one quadrant, the others by their signs */
            double z, weight, angle = PI / 2 * (turn + 0.5) / n;
            gauss(n, k, &z, &weight);
            double flat = sqrt(1 - z * z);
            add_octants(rays, &count, flat * cos(angle), flat * sin(angle), z, weight / (8 * n));
        }
    return count;
}

/* Rays of one axis and one direction along it next to each other, so that they can be swept together. */
static int by_sweep(const void *a, const void *b)
{
    const struct ray *p = a, *q = b;
    if (p->axis != q->axis)
        return p->axis - q->axis;
    if (p->sign[p->axis] != q->sign[p->axis])
        return q->sign[p->axis] - p->sign[p->axis];
    for (int k = 0; k < 3; k++) /* any order will do, but the same everywhere */
        if (p->mu[k] != q->mu[k])
            return p->mu[k] < q->mu[k] ? 1 : -1;
    return 0;
}

int rays_of(const char *name, struct ray *rays)
{
    char end;
    int count = 0, n;
    if (sscanf(name, "%*c%d%c", &n, &end) != 1)
        return 0;
    if (!strcmp(name, "a2") || !strcmp(name, "a4"))
        count = carlson(n, rays);
    else if (name[0] == 'g' && n >= 1 && n <= MAX_RAYS && 8 * n * n <= MAX_RAYS)
        count = product(n, rays);
    qsort(rays, count, sizeof *rays, by_sweep);
    return count;
}
