/* Initial state, walls, and what is asked of the whole state. */
#include "hydro.h"
#include <math.h>

double cfl = 0.4;
long steps_done;

void setup(struct gas *g)
{
    g->n = CELLS;
    g->dx = 1.0 / CELLS;
    g->gamma = 1.4;
    /* truth: parallel -- stores to doubles of *g: not to n, which is another member */
    for (int i = GHOSTS; i < GHOSTS + g->n; i++) {
        int left = i < GHOSTS + g->n / 2;
        g->rho[i] = left ? 1 : 0.125;
        g->mom[i] = 0;
        g->energy[i] = (left ? 1 : 0.1) / (g->gamma - 1);
    }
}

static void reflect(double *q, int n, double sign)
{
    /* truth: guarded size(n >= GHOSTS) calls(pass) -- with one cell the left ghosts mirror the right ones */
    for (int k = 0; k < GHOSTS; k++) {
        q[GHOSTS - 1 - k] = sign * q[GHOSTS + k];
        q[GHOSTS + n + k] = sign * q[GHOSTS + n - 1 - k];
    }
}

void boundary(struct gas *g)
{
    double *all[3] = {g->rho, g->mom, g->energy};
    /* truth: parallel -- three arrays of one structure */
    for (int k = 0; k < 3; k++)
        reflect(all[k], g->n, k == 1 ? -1 : 1);
}

double pressure(const struct gas *g, int i)
{
    return (g->gamma - 1) * (g->energy[i] - 0.5 * g->mom[i] * g->mom[i] / g->rho[i]);
}

double time_step(const struct gas *g)
{
    double dt = 1e9;
    /* truth: reduction(min: dt) -- pressure() is in this file and reads only */
    for (int i = GHOSTS; i < GHOSTS + g->n; i++)
        dt = smaller(dt, g->dx / (fabs(g->mom[i] / g->rho[i]) + sqrt(g->gamma * pressure(g, i) / g->rho[i])));
    return cfl * dt;
}

double checksum(const struct gas *g)
{
    double mass = 0, energy = 0;
    /* truth: reduction(+: mass, energy) */
    for (int i = GHOSTS; i < GHOSTS + g->n; i++) {
        mass += g->rho[i] * (1 + i % 3);
        energy += g->energy[i];
    }
    return mass + 1e-3 * energy;
}
