/* Fluxes and updates. */
#include "hydro.h"
#include <math.h>

static struct flux between[TOTAL];

static struct flux flux_of(const struct gas *g, int i)
{
    double v = g->mom[i] / g->rho[i], p = pressure(g, i);
    return (struct flux){g->mom[i], g->mom[i] * v + p, (g->energy[i] + p) * v};
}

static double speed(const struct gas *g, int i) { return fabs(g->mom[i] / g->rho[i]) + sqrt(g->gamma * pressure(g, i) / g->rho[i]); }

struct flux flux_between(const struct gas *g, int l, int r)
{
    struct flux a = flux_of(g, l), b = flux_of(g, r);
    double s = fmax(speed(g, l), speed(g, r));
    return (struct flux){0.5 * (a.rho + b.rho - s * (g->rho[r] - g->rho[l])), 0.5 * (a.mom + b.mom - s * (g->mom[r] - g->mom[l])),
                         0.5 * (a.energy + b.energy - s * (g->energy[r] - g->energy[l]))};
}

void update(struct gas *g, double dt)
{
    int i;
    /* truth: parallel -- pressure() in another file reads only */
    for (i = GHOSTS; i <= GHOSTS + g->n; i++)
        between[i] = flux_between(g, i - 1, i);
    /* truth: parallel */
    for (i = GHOSTS; i < GHOSTS + g->n; i++) {
        g->rho[i] -= dt / g->dx * (between[i + 1].rho - between[i].rho);
        g->mom[i] -= dt / g->dx * (between[i + 1].mom - between[i].mom);
        g->energy[i] -= dt / g->dx * (between[i + 1].energy - between[i].energy);
    }
}

/* Without an array of fluxes: the right flux of a cell is the left one of the next, and is kept. The state of cell i is
 * changed after the flux at i + 1 has been taken from it. */
void advance_halves(struct gas *g, double dt)
{
    struct flux left = flux_between(g, GHOSTS - 1, GHOSTS);
    /* truth: serial flow(left) anti(g) distance 1 */
    for (int i = GHOSTS; i < GHOSTS + g->n; i++) {
        struct flux right = flux_between(g, i, i + 1);
        g->rho[i] -= dt / g->dx * (right.rho - left.rho);
        g->mom[i] -= dt / g->dx * (right.mom - left.mom);
        g->energy[i] -= dt / g->dx * (right.energy - left.energy);
        left = right;
    }
}

/* No value may be more than its neighbours' largest; what was limited counts for the next. */
void limit(double *q, int n)
{
    /* truth: serial flow(q) unobserved anti(q) distance 1 -- only where a value is larger than both neighbours, which here none is */
    for (int i = GHOSTS; i < GHOSTS + n; i++) {
        double most = fmax(q[i - 1], q[i + 1]);
        if (q[i] > most)
            q[i] = most;
    }
}
