#include "crafts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AT(m, i, j) ((i) * (m)->ny + (j))
static const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const real wt[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

void swap_rows(real **a, real **b)
{
    real *t = *a;
    *a = *b;
    *b = t;
}
real limited(real a, real b)
{
    if (a * b <= 0)
        return 0;
    return fabs(a) < fabs(b) ? a : b;
}
/* 1: radio astronomy: visibilities onto a grid, with a kernel around each, and the grid by its weights */
void grid_visibilities(const visibilities *s, uvgrid *g, int support)
{
    for (size_t k = 0; k < s->count; k++) { // H
        int iu = (int)floor(s->u[k] / g->cell) + g->nu / 2;
        int iv = (int)floor(s->v[k] / g->cell) + g->nv / 2;
        for (int dv = -support; dv <= support; dv++) // H
            for (int du = -support; du <= support; du++) { // H
                int x = iu + du, y = iv + dv;
                if (x < 0 || x >= g->nu || y < 0 || y >= g->nv)
                    continue;
                real w = exp(-(real)(du * du + dv * dv));
                g->re[y * g->nu + x] += w * s->re[k];
                g->im[y * g->nu + x] += w * s->im[k];
                g->weight[y * g->nu + x] += w;
            }
    }
}
void weigh(uvgrid *g)
{
    int n = g->nu * g->nv;
    for (int c = 0; c < n; c++) // P
        if (g->weight[c] > 0) {
            g->re[c] /= g->weight[c];
            g->im[c] /= g->weight[c];
        }
}
/* 2: seismic travel times by sweeps over the grid, and along straight rays */
int sweep_times(earth *e)
{
    int changed = 0;
    for (int i = 1; i < e->nx - 1; i++) // S
        for (int k = 1; k < e->nz - 1; k++) { // S
            real a = MIN(e->time[i - 1][k], e->time[i + 1][k]);
            real b = MIN(e->time[i][k - 1], e->time[i][k + 1]);
            real t = MIN(a, b) + e->slow[i][k] * e->h;
            if (t < e->time[i][k]) {
                e->time[i][k] = t;
                changed++;
            }
        }
    return changed;
}
void straight_rays(const earth *e, int rays, const real *from, const real *to, real *restrict arrival)
{
    for (int r = 0; r < rays; r++) { // P
        real x0 = from[2 * r], z0 = from[2 * r + 1], dx = to[2 * r] - x0, dz = to[2 * r + 1] - z0;
        real length = sqrt(dx * dx + dz * dz), along = 0, sum = 0;
        while (along < length) { // S
            int i = (int)((x0 + dx * along / length) / e->h), k = (int)((z0 + dz * along / length) / e->h);
            sum += e->slow[i][k] * e->h / 2;
            along += e->h / 2;
        }
        arrival[r] = sum;
    }
}
/* 3: tomography: back projection of filtered projections, and projections of an image */
void back_project(scan *s)
{
    const int half = s->size / 2;
    for (int y = 0; y < s->size; y++) // P
        for (int x = 0; x < s->size; x++) { // P
            real sum = 0;
            for (int a = 0; a < s->angles; a++) { // R
                real th = M_PI * a / s->angles;
                real t = (x - half) * cos(th) + (y - half) * sin(th) + s->bins / 2.;
                int b = (int)t;
                if (b >= 0 && b + 1 < s->bins)
                    sum += (1 - (t - b)) * s->sino[a * s->bins + b] + (t - b) * s->sino[a * s->bins + b + 1];
            }
            s->image[y * s->size + x] = sum * M_PI / s->angles;
        }
}
void project(scan *s)
{
    memset(s->sino, 0, sizeof(real) * (size_t)(s->angles * s->bins));
    for (int a = 0; a < s->angles; a++) { // P
        real c = cos(M_PI * a / s->angles), d = sin(M_PI * a / s->angles);
        for (int y = 0; y < s->size; y++) // H
            for (int x = 0; x < s->size; x++) { // H
                int b = (int)((x - s->size / 2) * c + (y - s->size / 2) * d + s->bins / 2);
                if (b >= 0 && b < s->bins)
                    s->sino[a * s->bins + b] += s->image[y * s->size + x];
            }
    }
}
/* 4: a tube of gas, with limited slopes: faces, then cells; then the cells beyond the ends */
void tube_step(tube *t, real dt)
{
    const int lo = t->ghost, hi = t->n + t->ghost;
    for (int i = lo; i <= hi; i++) { // P
        real sl = limited(t->rho[i] - t->rho[i - 1], t->rho[i - 1] - t->rho[i - 2]);
        real sr = limited(t->rho[i + 1] - t->rho[i], t->rho[i] - t->rho[i - 1]);
        real left = t->rho[i - 1] + sl / 2, right = t->rho[i] - sr / 2;
        real u = .5 * (t->mom[i - 1] / t->rho[i - 1] + t->mom[i] / t->rho[i]);
        t->flux[0][i] = u > 0 ? u * left : u * right;
        t->flux[1][i] = u > 0 ? u * t->mom[i - 1] : u * t->mom[i];
        t->flux[2][i] = u > 0 ? u * t->ene[i - 1] : u * t->ene[i];
    }
    for (int i = lo; i < hi; i++) { // P
        t->rho[i] -= dt / t->dx * (t->flux[0][i + 1] - t->flux[0][i]);
        t->mom[i] -= dt / t->dx * (t->flux[1][i + 1] - t->flux[1][i]);
        t->ene[i] -= dt / t->dx * (t->flux[2][i + 1] - t->flux[2][i]);
    }
    for (int g = 0; g < t->ghost; g++) { // P
        t->rho[g] = t->rho[lo];
        t->rho[hi + g] = t->rho[hi - 1];
        t->mom[g] = -t->mom[2 * lo - 1 - g];
        t->mom[hi + g] = -t->mom[hi - 1 - g];
    }
}
/* 5: elastic waves on staggered grids, with sponges at the sides */
void velocities(medium *m)
{
    for (int i = 1; i < m->nx - 1; i++) // P
        for (int j = 1; j < m->ny - 1; j++) { // P
            real r = m->dt / (m->h * m->rho[AT(m, i, j)]);
            m->vx[AT(m, i, j)] += r * (m->sxx[AT(m, i + 1, j)] - m->sxx[AT(m, i, j)] + m->sxy[AT(m, i, j)] - m->sxy[AT(m, i, j - 1)]);
            m->vy[AT(m, i, j)] += r * (m->sxy[AT(m, i, j)] - m->sxy[AT(m, i - 1, j)] + m->syy[AT(m, i, j + 1)] - m->syy[AT(m, i, j)]);
        }
}
void stresses(medium *m)
{
    for (int i = 1; i < m->nx - 1; i++) // P
        for (int j = 1; j < m->ny - 1; j++) { // P
            int c = AT(m, i, j);
            real dvx = (m->vx[c] - m->vx[c - m->ny]) / m->h, dvy = (m->vy[c] - m->vy[c - 1]) / m->h;
            m->sxx[c] += m->dt * ((m->lambda[c] + 2 * m->mu[c]) * dvx + m->lambda[c] * dvy);
            m->syy[c] += m->dt * ((m->lambda[c] + 2 * m->mu[c]) * dvy + m->lambda[c] * dvx);
            m->sxy[c] += m->dt * m->mu[c] * ((m->vx[c + 1] - m->vx[c]) + (m->vy[c + m->ny] - m->vy[c])) / m->h;
        }
}
void sponge(medium *m, int width)
{
    for (int i = 0; i < m->nx; i++) // P
        for (int j = 0; j < m->ny; j++) { // P
            int d = MIN(MIN(i, m->nx - 1 - i), MIN(j, m->ny - 1 - j));
            if (d >= width)
                continue;
            real f = exp(-SQ(.015 * (width - d)));
            m->vx[AT(m, i, j)] *= f;
            m->vy[AT(m, i, j)] *= f;
        }
}
/* 6: a fluid by lattice Boltzmann, D2Q9: collisions, streaming, walls that throw back; buffers exchanged */
void collide(fluid *s)
{
    for (int c = 0; c < s->nx * s->ny; c++) { // P
        real rho = 0, ux = 0, uy = 0;
        for (int q = 0; q < 9; q++) { // R
            rho += s->f[q][c];
            ux += ex[q] * s->f[q][c];
            uy += ey[q] * s->f[q][c];
        }
        ux /= rho;
        uy /= rho;
        for (int q = 0; q < 9; q++) { // P
            real cu = 3 * (ex[q] * ux + ey[q] * uy);
            real eq = wt[q] * rho * (1 + cu + .5 * cu * cu - 1.5 * (ux * ux + uy * uy));
            s->f[q][c] -= (s->f[q][c] - eq) / s->tau;
        }
    }
}
void stream(fluid *s)
{
    for (int y = 0; y < s->ny; y++) // P
        for (int x = 0; x < s->nx; x++) // P
            for (int q = 0; q < 9; q++) { // P
                int fx = (x - ex[q] + s->nx) % s->nx, fy = (y - ey[q] + s->ny) % s->ny;
                s->g[q][y * s->nx + x] = s->f[q][fy * s->nx + fx];
            }
    for (int q = 0; q < 9; q++) // P
        swap_rows(&s->f[q], &s->g[q]);
}
void bounce(fluid *s)
{
    static const int back[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
    for (int c = 0; c < s->nx * s->ny; c++) { // P
        if (!s->wall[c])
            continue;
        real t[9];
        for (int q = 0; q < 9; q++) // P
            t[q] = s->f[back[q]][c];
        for (int q = 0; q < 9; q++) // P
            s->f[q][c] = t[q];
    }
}
/* 7: hydrology: where each cell drains to, the rain that arrives at the next one, and rivers from the heights down */
void drainage(basin *b)
{
    for (int r = 1; r < b->rows - 1; r++) // P
        for (int c = 1; c < b->cols - 1; c++) { // P
            real steepest = 0;
            int way = -1;
            for (int k = 0; k < 9; k++) { // R
                real drop = b->height[r * b->cols + c] - b->height[(r + k / 3 - 1) * b->cols + c + k % 3 - 1];
                if (k != 4 && drop > steepest) {
                    steepest = drop;
                    way = k;
                }
            }
            b->way[r * b->cols + c] = (signed char)way;
        }
}
void inflow(basin *b, real *restrict got)
{
    for (int r = 1; r < b->rows - 1; r++) // P
        for (int c = 1; c < b->cols - 1; c++) { // P
            real sum = b->rain[r * b->cols + c];
            for (int dr = -1; dr <= 1; dr++) // R
                for (int dc = -1; dc <= 1; dc++) { // R
                    int k = (1 - dr) * 3 + 1 - dc;
                    if (b->way[(r + dr) * b->cols + c + dc] == k)
                        sum += b->rain[(r + dr) * b->cols + c + dc];
                }
            got[r * b->cols + c] = sum;
        }
}
void rivers(basin *b, const int *order)
{
    int cells = b->rows * b->cols;
    for (int n = 0; n < cells; n++) { // S
        int c = order[n], k = b->way[c];
        b->flow[c] += b->rain[c];
        if (k >= 0)
            b->flow[c + (k / 3 - 1) * b->cols + k % 3 - 1] += b->flow[c];
    }
}
/* 8: columns of air: what condenses, what falls through the levels, the mass of water above each */
void columns(air *a, real dt, real *restrict path)
{
    for (int c = 0; c < a->columns; c++) { // P
        real fall[64];
        real *t = a->t + c * a->levels, *qv = a->qv + c * a->levels, *qc = a->qc + c * a->levels;
        for (int k = 0; k < a->levels; k++) { // P
            real es = 611 * exp(17.67 * (t[k] - 273.15) / (t[k] - 29.65));
            real qs = .622 * es / a->p[k], excess = qv[k] - qs;
            if (excess > 0) {
                qv[k] -= excess;
                qc[k] += excess;
                t[k] += 2490 * excess;
            }
        }
        for (int k = a->levels - 1; k >= 0; k--) { // S
            fall[k] = qc[k] * dt * .1 + (k < a->levels - 1 ? fall[k + 1] * .5 : 0);
            qc[k] -= MIN(qc[k], fall[k]);
        }
        a->rain[c] += fall[0];
        real mass = 0;
        for (int k = a->levels - 1; k > 0; k--) { // S
            mass += (qv[k] + qc[k]) * (a->p[k - 1] - a->p[k]) / 9.81;
            path[c * a->levels + k] = mass;
        }
    }
}
