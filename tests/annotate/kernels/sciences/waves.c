/* Fields, gases and light: how people of physics write them. Letters: see ../kernels.py. */
#include "sciences.h"
#include <math.h>
#include <stdlib.h>

/* 1 a Yee lattice of rows, with a source and an absorbing frame */
void fdtd(yee *g, int steps)
{
    for (int s = 0; s < steps; s++) { // S
        for (int i = 0; i < g->nx; i++) // P
            for (int j = 0; j < g->ny - 1; j++) // P
                g->hx[i][j] -= g->dt / g->mu * (g->ez[i][j + 1] - g->ez[i][j]);
        for (int i = 0; i < g->nx - 1; i++) // P
            for (int j = 0; j < g->ny; j++) // P
                g->hy[i][j] += g->dt / g->mu * (g->ez[i + 1][j] - g->ez[i][j]);
        for (int i = 1; i < g->nx - 1; i++) // P
            for (int j = 1; j < g->ny - 1; j++) { // P
                real curl = g->hy[i][j] - g->hy[i - 1][j] - g->hx[i][j] + g->hx[i][j - 1];
                g->ez[i][j] = g->damp[i] * g->damp[j] * (g->ez[i][j] + g->dt / g->eps * curl);
            }
        g->ez[g->nx / 2][g->ny / 2] += sin(0.1 * s);
    }
}

/* 2 a lattice gas of nine speeds, pulled, with walls */
static const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const real weight[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

void boltzmann(gas *g, int steps)
{
    const int nx = g->nx, ny = g->ny;
    for (int s = 0; s < steps; s++) { // S
        for (int y = 0; y < ny; y++) { // P
            for (int x = 0; x < nx; x++) { // P
                real in[9], rho = 0, ux = 0, uy = 0;
                int here = y * nx + x;
                if (g->solid[here]) {
                    for (int q = 0; q < 9; q++) // P
                        g->next[9 * here + q] = g->f[9 * here + opposite[q]];
                    continue;
                }
                for (int q = 0; q < 9; q++) { // R
                    int xx = (x - ex[q] + nx) % nx, yy = (y - ey[q] + ny) % ny;
                    in[q] = g->f[9 * (yy * nx + xx) + q];
                    rho += in[q];
                    ux += ex[q] * in[q];
                    uy += ey[q] * in[q];
                }
                ux /= rho;
                uy /= rho;
                real uu = 1.5 * (ux * ux + uy * uy);
                for (int q = 0; q < 9; q++) { // P
                    real cu = 3 * (ex[q] * ux + ey[q] * uy);
                    real eq = weight[q] * rho * (1 + cu + cu * cu / 2 - uu);
                    g->next[9 * here + q] = in[q] + g->omega * (eq - in[q]);
                }
            }
        }
        real *t = g->f;
        g->f = g->next;
        g->next = t;
    }
}

/* 3 rays that march through balls */
static float nearest(const ball *b, int n, float x, float y, float z)
{
    float best = 1e30f;
    for (int i = 0; i < n; i++) { // R
        float dx = x - b[i].x, dy = y - b[i].y, dz = z - b[i].z;
        float d = sqrtf(dx * dx + dy * dy + dz * dz) - b[i].r;
        if (d < best)
            best = d;
    }
    return best;
}
void march(int w, int h, float *depth, const ball *b, int n)
{
    for (int y = 0; y < h; y++) { // P
        for (int x = 0; x < w; x++) { // P
            float dx = (x - w / 2) / (float)w, dy = (y - h / 2) / (float)h, t = 0;
            int steps = 0;
            while (steps++ < 64 && t < 20) { // S
                float d = nearest(b, n, dx * t, dy * t, t);
                if (d < 1e-3f)
                    break;
                t += d;
            }
            depth[y * w + x] = t;
        }
    }
}

/* 4 links of a lattice around their squares */
static void times(const real a[3][3], const real b[3][3], real c[3][3])
{
    for (int i = 0; i < 3; i++) // P
        for (int j = 0; j < 3; j++) { // P
            real s = 0;
            for (int k = 0; k < 3; k++) // R
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}
real plaquette(int sites, const real (*u)[4][3][3], const int (*next)[4])
{
    real sum = 0;
    for (int x = 0; x < sites; x++) // R
        for (int mu = 0; mu < 4; mu++) // R
            for (int nu = mu + 1; nu < 4; nu++) { // R
                real there[3][3], back[3][3];
                times(u[x][mu], u[next[x][mu]][nu], there);
                times(u[x][nu], u[next[x][nu]][mu], back);
                for (int i = 0; i < 3; i++) // R
                    for (int j = 0; j < 3; j++) // R
                        sum += there[i][j] * back[i][j];
            }
    return sum / (18. * sites);
}

/* 5 four conserved quantities on a grid with ghost cells */
#define AT(f, i, j) (((j) + (f)->ng) * ((f)->nx + 2 * (f)->ng) + (i) + (f)->ng)
static void ghosts(flow *f)
{
    for (int v = 0; v < 4; v++) { // P
        real *u = f->u[v];
        for (int g = 1; g <= f->ng; g++) { // P
            for (int j = 0; j < f->ny; j++) { // P
                u[AT(f, -g, j)] = v == 1 ? -u[AT(f, g - 1, j)] : u[AT(f, g - 1, j)];
                u[AT(f, f->nx - 1 + g, j)] = u[AT(f, f->nx - g, j)];
            }
        }
    }
}
real gas_step(flow *f, real cfl)
{
    real fastest = 0;
    ghosts(f);
    for (int j = 0; j < f->ny; j++) { // R
        for (int i = 0; i < f->nx; i++) { // R
            int k = AT(f, i, j);
            real r = f->u[0][k], p = (f->gamma - 1) * (f->u[3][k] - (f->u[1][k] * f->u[1][k] + f->u[2][k] * f->u[2][k]) / (2 * r));
            real speed = fabs(f->u[1][k] / r) + sqrt(f->gamma * p / r);
            fastest = speed > fastest ? speed : fastest;
        }
    }
    real dt = cfl * f->dx / fastest;
    for (int v = 0; v < 4; v++) // P
        for (int j = 0; j < f->ny; j++) // P
            for (int i = 0; i <= f->nx; i++) { // P
                real l = f->u[v][AT(f, i - 1, j)], r = f->u[v][AT(f, i, j)];
                f->flux[v][AT(f, i, j)] = 0.5 * (l + r) - 0.5 * fastest * (r - l);
            }
    for (int v = 0; v < 4; v++) // P
        for (int j = 0; j < f->ny; j++) // P
            for (int i = 0; i < f->nx; i++) // P
                f->u[v][AT(f, i, j)] -= dt / f->dx * (f->flux[v][AT(f, i + 1, j)] - f->flux[v][AT(f, i, j)]);
    return dt;
}

/* 6 discrete ordinates in a slab: there and back */
void slab(int cells, int angles, const real *mu, const real *w, const real *sigma, const real *source, real *phi)
{
    for (int i = 0; i < cells; i++) // P
        phi[i] = 0;
    for (int a = 0; a < angles; a++) { // H
        real in = 0;
        if (mu[a] > 0) {
            for (int i = 0; i < cells; i++) { // S
                real out = (source[i] + 2 * mu[a] * in) / (sigma[i] + 2 * mu[a]);
                phi[i] += w[a] * out;
                in = 2 * out - in;
            }
        } else {
            for (int i = cells - 1; i >= 0; i--) { // S
                real out = (source[i] - 2 * mu[a] * in) / (sigma[i] - 2 * mu[a]);
                phi[i] += w[a] * out;
                in = 2 * out - in;
            }
        }
    }
}

/* 7 filtered views back into the picture */
void backproject(int n, int angles, int bins, const float *sino, const float *cosine, const float *sine, float *img)
{
    const float middle = (n - 1) / 2.f;
    for (int y = 0; y < n; y++) // P
        for (int x = 0; x < n; x++) { // P
            float sum = 0;
            for (int a = 0; a < angles; a++) { // R
                float t = (x - middle) * cosine[a] + (y - middle) * sine[a] + bins / 2;
                int k = (int)floorf(t);
                if (k < 0 || k + 1 >= bins)
                    continue;
                float f = t - k;
                sum += (1 - f) * sino[a * bins + k] + f * sino[a * bins + k + 1];
            }
            img[y * n + x] = sum / angles;
        }
}
