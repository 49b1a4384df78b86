/* Points, pictures, sounds, prices and secrets. Letters: see ../kernels.py. */
#include "sciences.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 15 clusters */
int cluster(cloud *c, real *center, real *sum, int *count)
{
    int changed = 0;
    for (int i = 0; i < c->n; i++) { // R
        int best = -1;
        real least = DBL_MAX;
        for (int k = 0; k < c->k; k++) { // R
            real d = 0;
            for (int j = 0; j < c->dim; j++) { // R
                real t = c->x[i * c->dim + j] - center[k * c->dim + j];
                d += t * t;
            }
            if (d < least) {
                least = d;
                best = k;
            }
        }
        if (c->which[i] != best) {
            c->which[i] = best;
            changed++;
        }
    }
    memset(sum, 0, (size_t)c->k * c->dim * sizeof *sum);
    memset(count, 0, c->k * sizeof *count);
    for (int i = 0; i < c->n; i++) { // H
        int k = c->which[i];
        count[k]++;
        for (int j = 0; j < c->dim; j++) // P
            sum[k * c->dim + j] += c->x[i * c->dim + j];
    }
    for (int k = 0; k < c->k; k++) { // P
        if (count[k] == 0)
            continue;
        for (int j = 0; j < c->dim; j++) // P
            center[k * c->dim + j] = sum[k * c->dim + j] / count[k];
    }
    return changed;
}

/* 16 filters: with memory, without, and every so many samples */
void cascade(int channels, int n, real *x, const biquad *bq, int stages)
{
    for (int c = 0; c < channels; c++) { // P
        for (int s = 0; s < stages; s++) { // S
            const biquad *q = &bq[s];
            real z1 = 0, z2 = 0;
            for (int i = 0; i < n; i++) { // S
                real v = x[c * n + i], y = q->b0 * v + z1;
                z1 = q->b1 * v - q->a1 * y + z2;
                z2 = q->b2 * v - q->a2 * y;
                x[c * n + i] = y;
            }
        }
    }
}
void fir(int n, int taps, const float *x, const float *h, float *y)
{
    for (int i = 0; i < n; i++) { // P
        float acc = 0;
        int last = i < taps - 1 ? i : taps - 1;
        for (int k = 0; k <= last; k++) // R
            acc += h[k] * x[i - k];
        y[i] = acc;
    }
}
int decimate(int n, int factor, const float *x, float *y)
{
    int m = 0;
    for (int i = 0; i + factor <= n; i += factor) { // P
        float s = 0;
        for (int k = 0; k < factor; k++) // R
            s += x[i + k];
        y[m++] = s / factor;
    }
    return m;
}

/* 17 histories of particles, each with numbers of its own */
static real draw(unsigned long *state)
{
    *state = *state * 6364136223846793005ul + 1442695040888963407ul;
    return (*state >> 11) * (1. / 9007199254740992.);
}
real tally(long particles, int bins, real *track, long *absorbed)
{
    real leaked = 0;
    for (long p = 0; p < particles; p++) { // H
        unsigned long seed = 12345 + 977 * p;
        real x = 0, mu = 1, weight = 1;
        while (weight > 1e-3) { // S
            real step = -log(draw(&seed) + 1e-12);
            x += mu * step;
            if (x < 0 || x >= bins) {
                leaked += weight;
                break;
            }
            int b = (int)x;
            track[b] += weight * step;
            if (draw(&seed) < 0.3) {
                absorbed[b]++;
                break;
            }
            weight *= 0.9;
            mu = 2 * draw(&seed) - 1;
        }
    }
    return leaked / particles;
}

/* 18 blocks of finer and coarser grids */
void prolong(block *fine, const block *coarse, int nb, int m)
{
    for (int b = 0; b < nb; b++) { // P
        if (!fine[b].active)
            continue;
        const real *from = coarse[fine[b].parent].u;
        for (int j = 0; j < m; j++) // P
            for (int i = 0; i < m; i++) // P
                fine[b].u[j * m + i] = 0.25 * from[j / 2 * m + i / 2] + 0.75 * fine[b].u[j * m + i];
    }
}
int flag(const block *b, int nb, int m, real limit, unsigned char *mark)
{
    int marked = 0;
    for (int k = 0; k < nb; k++) { // R
        int rough = 0;
        for (int j = 1; j < m - 1 && !rough; j++) // S
            for (int i = 1; i < m - 1; i++) { // S
                const real *u = b[k].u + j * m + i;
                if (fabs(u[1] - u[-1]) + fabs(u[m] - u[-m]) > limit) {
                    rough = 1;
                    break;
                }
            }
        mark[k] = rough;
        marked += rough;
    }
    return marked;
}

/* 19 the price of an option, by a tree of prices */
real binomial(int n, real s, real k, real up, real p, real disc, real *v, real *w)
{
    for (int j = 0; j <= n; j++) { // P
        real end = s * pow(up, 2 * j - n);
        v[j] = end > k ? 0 : k - end;
    }
    for (int t = n - 1; t >= 0; t--) { // S
        for (int j = 0; j <= t; j++) { // P
            real hold = disc * (p * v[j + 1] + (1 - p) * v[j]), spot = s * pow(up, 2 * j - t);
            w[j] = fmax(hold, k - spot);
        }
        real *x = v;
        v = w;
        w = x;
    }
    return v[0];
}

/* 20 shapes in pictures */
void dilate(const image *in, image *out, int r)
{
    for (int y = 0; y < in->h; y++) { // P
        int y0 = y - r < 0 ? 0 : y - r, y1 = y + r >= in->h ? in->h - 1 : y + r;
        for (int x = 0; x < in->w; x++) { // P
            int x0 = x - r < 0 ? 0 : x - r, x1 = x + r >= in->w ? in->w - 1 : x + r;
            unsigned char most = 0;
            for (int v = y0; v <= y1; v++) // R
                for (int u = x0; u <= x1; u++) // R
                    if (in->pix[v * in->w + u] > most)
                        most = in->pix[v * in->w + u];
            out->pix[y * in->w + x] = most;
        }
    }
}
void distance(const image *in, int *d)
{
    int w = in->w, h = in->h;
    for (int i = 0; i < w * h; i++) // P
        d[i] = in->pix[i] ? w + h : 0;
    for (int y = 0; y < h; y++) // S
        for (int x = 0; x < w; x++) { // S
            int *p = &d[y * w + x];
            if (y > 0 && p[-w] + 1 < *p)
                *p = p[-w] + 1;
            if (x > 0 && p[-1] + 1 < *p)
                *p = p[-1] + 1;
        }
    for (int y = h - 1; y >= 0; y--) // S
        for (int x = w - 1; x >= 0; x--) { // S
            int *p = &d[y * w + x];
            if (y < h - 1 && p[w] + 1 < *p)
                *p = p[w] + 1;
            if (x < w - 1 && p[1] + 1 < *p)
                *p = p[1] + 1;
        }
}

/* 21 forces by a tree of cells */
void forces(int n, const real (*pos)[3], real (*acc)[3], const cell *c, int root, real theta)
{
    for (int i = 0; i < n; i++) { // P
        int stack[64], top = 0;
        real ax = 0, ay = 0, az = 0;
        stack[top++] = root;
        while (top > 0) { // S
            const cell *q = &c[stack[--top]];
            real dx = q->x - pos[i][0], dy = q->y - pos[i][1], dz = q->z - pos[i][2];
            real r2 = dx * dx + dy * dy + dz * dz + 1e-4;
            if (q->leaf || q->size * q->size < theta * theta * r2) {
                real f = q->m / (r2 * sqrt(r2));
                ax += f * dx;
                ay += f * dy;
                az += f * dz;
            } else {
                for (int k = 0; k < 8; k++) // S
                    if (q->child[k] >= 0)
                        stack[top++] = q->child[k];
            }
        }
        acc[i][0] = ax;
        acc[i][1] = ay;
        acc[i][2] = az;
    }
}

/* 22 values between those of a table */
void lookup(const table *t, int n, const real *x, real *y)
{
    for (int k = 0; k + 1 < t->n; k++) // P
        t->slope[k] = (t->y[k + 1] - t->y[k]) / (t->x[k + 1] - t->x[k]);
    for (int i = 0; i < n; i++) { // P
        int lo = 0, hi = t->n - 1;
        while (hi - lo > 1) { // S
            int mid = (lo + hi) / 2;
            if (t->x[mid] > x[i])
                hi = mid;
            else
                lo = mid;
        }
        y[i] = t->y[lo] + t->slope[lo] * (x[i] - t->x[lo]);
    }
}

/* 23 what columns of numbers have to do with each other, and with themselves later */
void covariance(int n, int d, const real *x, real *mean, real *cov)
{
    for (int j = 0; j < d; j++) { // P
        mean[j] = 0;
        for (int i = 0; i < n; i++) // R
            mean[j] += x[i * d + j];
        mean[j] /= n;
    }
    for (int j = 0; j < d; j++) // P
        for (int k = j; k < d; k++) { // P
            real s = 0;
            for (int i = 0; i < n; i++) // R
                s += (x[i * d + j] - mean[j]) * (x[i * d + k] - mean[k]);
            cov[j * d + k] = cov[k * d + j] = s / (n - 1);
        }
}
void autocorrelation(int n, const real *x, int lags, real *r)
{
    real m = 0;
    for (int i = 0; i < n; i++) // R
        m += x[i] / n;
    for (int l = 0; l < lags; l++) { // P
        real s = 0;
        for (int i = l; i < n; i++) // R
            s += (x[i] - m) * (x[i - l] - m);
        r[l] = s;
    }
    for (int l = lags - 1; l >= 0; l--) // S
        r[l] /= r[0];
}

/* 24 secrets: a counter, a sum, a chain */
#define ROTATE(x, k) ((x) << (k) | (x) >> (32 - (k)))
void stream(const unsigned key[4], unsigned long from, unsigned char *text, long n)
{
    for (long b = 0; b < n / 16; b++) { // P
        unsigned s[4] = {key[0], key[1], key[2] ^ (unsigned)(from + b), key[3]};
        for (int round = 0; round < 10; round++) { // S
            s[0] += s[1], s[3] = ROTATE(s[3] ^ s[0], 16);
            s[2] += s[3], s[1] = ROTATE(s[1] ^ s[2], 12);
        }
        for (int k = 0; k < 16; k++) // P
            text[16 * b + k] ^= s[k / 4] >> (8 * (k % 4));
    }
}
unsigned adler(const unsigned char *p, long n)
{
    unsigned a = 1, b = 0;
    for (long i = 0; i < n; i++) { // S
        a = (a + p[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}
void chain(unsigned char *text, long blocks, const unsigned char *box, const unsigned char *iv)
{
    const unsigned char *before = iv;
    for (long b = 0; b < blocks; b++) { // S
        unsigned char *now = text + 16 * b;
        for (int k = 0; k < 16; k++) // P
            now[k] = box[now[k] ^ before[k]];
        before = now;
    }
}
