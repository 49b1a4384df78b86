/* Matrices, ground, air, stars and sounds. Letters: see ../kernels.py. */
#include "sciences.h"
#include <math.h>
#include <stdlib.h>

/* 25 elements into a sparse matrix */
void assemble(matrix *a, int elements, int (*node)[3], const real *xy, real *load)
{
    for (int e = 0; e < elements; e++) { // H
        real bx[3], by[3], k[3][3];
        for (int i = 0; i < 3; i++) { // P
            int p = node[e][(i + 1) % 3], q = node[e][(i + 2) % 3];
            bx[i] = xy[2 * p + 1] - xy[2 * q + 1];
            by[i] = xy[2 * q] - xy[2 * p];
        }
        real area = (bx[0] * by[1] - bx[1] * by[0]) / 2;
        for (int i = 0; i < 3; i++) // P
            for (int j = 0; j < 3; j++) // P
                k[i][j] = (bx[i] * bx[j] + by[i] * by[j]) / (4 * area);
        for (int i = 0; i < 3; i++) { // H
            int row = node[e][i];
            load[row] += area / 3;
            for (int j = 0; j < 3; j++) { // H
                for (int s = a->start[row]; s < a->start[row + 1]; s++) { // S
                    if (a->col[s] == node[e][j]) {
                        a->val[s] += k[i][j];
                        break;
                    }
                }
            }
        }
    }
}

/* 26 water runs down */
void drain(terrain *t)
{
    int nx = t->nx, ny = t->ny;
    for (int j = 1; j < ny - 1; j++) // P
        for (int i = 1; i < nx - 1; i++) { // P
            int here = j * nx + i, to = -1;
            real steep = 0;
            for (int dj = -1; dj <= 1; dj++) // R
                for (int di = -1; di <= 1; di++) { // R
                    if (!di && !dj)
                        continue;
                    real drop = (t->z[here] - t->z[here + dj * nx + di]) / sqrt(di * di + dj * dj);
                    if (drop > steep) {
                        steep = drop;
                        to = here + dj * nx + di;
                    }
                }
            t->to[here] = to;
        }
    for (int k = 0; k < nx * ny; k++) // H
        if (t->to[k] >= 0)
            t->water[t->to[k]] += 1;
}

/* 27 pairs of places by distance */
void variogram(int n, const real *x, const real *y, const real *v, int bins, real width, real *gamma, int *pairs)
{
    for (int i = 0; i < n; i++) // H
        for (int j = i + 1; j < n; j++) { // H
            real dx = x[i] - x[j], dy = y[i] - y[j];
            int b = (int)(sqrt(dx * dx + dy * dy) / width);
            if (b >= bins)
                continue;
            gamma[b] += (v[i] - v[j]) * (v[i] - v[j]);
            pairs[b]++;
        }
    for (int b = 0; b < bins; b++) // P
        if (pairs[b])
            gamma[b] /= 2 * pairs[b];
}

/* 28 frames of sound laid over each other, and made less loud */
void overlap_add(int frames, int size, int hop, const float *spec, const float *win, float *out)
{
    for (int f = 0; f < frames; f++) // H
        for (int k = 0; k < size; k++) // P
            out[f * hop + k] += spec[f * size + k] * win[k];
}
void compress(float *x, int n, float attack, float release, float threshold)
{
    float env = 0;
    for (int i = 0; i < n; i++) { // S
        float a = fabsf(x[i]);
        env += (a > env ? attack : release) * (a - env);
        if (env > threshold)
            x[i] *= threshold / env;
    }
}

/* 29 columns of air: water falls out from the top */
static real saturation(real t, real p)
{
    return 0.622 * 611 * exp(17.27 * (t - 273) / (t - 36)) / p;
}
void condense(column *c, real dt)
{
    for (int i = 0; i < c->columns; i++) { // P
        real falling = 0;
        for (int k = 0; k < c->levels; k++) { // S
            int at = k * c->columns + i;
            real qs = saturation(c->t[at], c->p[at]);
            if (c->q[at] > qs) {
                real d = (c->q[at] - qs) / (1 + 4700 * qs / c->t[at]);
                c->q[at] -= d;
                c->t[at] += 2500 * d;
                falling += d;
            } else if (falling > 0) {
                real e = fmin(falling, dt * 1e-3 * (qs - c->q[at]));
                c->q[at] += e;
                c->t[at] -= 2500 * e;
                falling -= e;
            }
        }
        c->rain[i] += falling;
    }
}

/* 30 many small systems, each element beside those of the others */
void batched(int systems, int n, const real *a, const real *b, const real *c, real *d, real *scratch)
{
    for (int s = 0; s < systems; s++) { // P
        scratch[s] = c[s] / b[s];
        d[s] /= b[s];
        for (int k = 1; k < n; k++) { // S
            int at = k * systems + s, up = at - systems;
            real m = 1 / (b[at] - a[at] * scratch[up]);
            scratch[at] = c[at] * m;
            d[at] = (d[at] - a[at] * d[up]) * m;
        }
        for (int k = n - 2; k >= 0; k--) // S
            d[k * systems + s] -= scratch[k * systems + s] * d[(k + 1) * systems + s];
    }
}

/* 31 light that comes and goes */
int periodogram(int n, const real *t, const real *y, int freqs, real f0, real df, real *power)
{
    int best = 0;
    for (int f = 0; f < freqs; f++) { // P
        real w = 2 * 3.141592653589793 * (f0 + f * df), c = 0, s = 0;
        for (int i = 0; i < n; i++) { // R
            c += y[i] * cos(w * t[i]);
            s += y[i] * sin(w * t[i]);
        }
        power[f] = (c * c + s * s) / n;
    }
    for (int f = 1; f < freqs; f++) // R
        if (power[f] > power[best])
            best = f;
    return best;
}
int clip(int n, const real *y, unsigned char *good, real k)
{
    int left = n, before;
    for (int i = 0; i < n; i++) // P
        good[i] = 1;
    do { // S
        real m = 0, v = 0;
        before = left;
        for (int i = 0; i < n; i++) // R
            if (good[i])
                m += y[i];
        m /= left;
        for (int i = 0; i < n; i++) // R
            if (good[i])
                v += (y[i] - m) * (y[i] - m);
        v = sqrt(v / left);
        left = 0;
        for (int i = 0; i < n; i++) { // R
            good[i] = good[i] && fabs(y[i] - m) <= k * v;
            left += good[i];
        }
    } while (left != before);
    return left;
}

/* 32 short means over long ones */
void stalta(int n, const float *x, int ns, int nl, float *ratio)
{
    for (int i = nl; i < n; i++) { // P
        float shorter = 0, longer = 0;
        for (int k = i - ns; k < i; k++) // R
            shorter += x[k] * x[k];
        for (int k = i - nl; k < i; k++) // R
            longer += x[k] * x[k];
        ratio[i] = longer > 0 ? shorter / ns / (longer / nl) : 0;
    }
}
