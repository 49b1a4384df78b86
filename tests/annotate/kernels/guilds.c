/* Functions of twelve more crafts, judged once when the others had been mended for. The letters are the truths: see kernels.py. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
typedef double real;
typedef struct { int n; real *lat, *lon, *alt; int *next; } track;
typedef struct { int rows, cols; float **pix; } raster;
typedef struct { int n, m; real *data; int ld; } block;
typedef struct { int *start; int *adj; int n; } mesh;
#define IDX(i, j, n) ((i) * (n) + (j))

/* 1 geodesy: lengths of legs, the longest one and where it begins */
real legs(const track *t, real *restrict leg, int *at)
{
    real longest = 0, total = 0;
    int begin = -1;
    for (int i = 0; i + 1 < t->n; i++) { // R
        real a = sin((t->lat[i + 1] - t->lat[i]) / 2), b = sin((t->lon[i + 1] - t->lon[i]) / 2);
        leg[i] = 2 * 6371 * asin(sqrt(a * a + cos(t->lat[i]) * cos(t->lat[i + 1]) * b * b));
        total += leg[i];
        if (leg[i] > longest) {
            longest = leg[i];
            begin = i;
        }
    }
    *at = begin;
    return total;
}
/* 2 microscopy: background, threshold, moments of what is bright */
void subtract(raster *r, float **back, float scale)
{
    for (int y = 0; y < r->rows; y++) // P
        for (int x = 0; x < r->cols; x++) { // P
            float v = r->pix[y][x] - scale * back[y][x];
            r->pix[y][x] = v < 0 ? 0 : v;
        }
}
int moments(const raster *r, float level, real m[6])
{
    int bright = 0;
    for (int k = 0; k < 6; k++) // P
        m[k] = 0;
    for (int y = 0; y < r->rows; y++) // H
        for (int x = 0; x < r->cols; x++) { // H
            float v = r->pix[y][x];
            if (v <= level)
                continue;
            bright++;
            m[0] += v;
            m[1] += v * x;
            m[2] += v * y;
            m[3] += v * x * x;
            m[4] += v * x * y;
            m[5] += v * y * y;
        }
    return bright;
}
/* 3 a Gaussian blur by rows and columns, with edges repeated */
void blur(raster *r, raster *tmp, const float *k, int radius)
{
    for (int y = 0; y < r->rows; y++) // P
        for (int x = 0; x < r->cols; x++) { // P
            float s = 0;
            for (int d = -radius; d <= radius; d++) { // R
                int at = x + d < 0 ? 0 : x + d >= r->cols ? r->cols - 1 : x + d;
                s += k[d + radius] * r->pix[y][at];
            }
            tmp->pix[y][x] = s;
        }
    for (int x = 0; x < r->cols; x++) // P
        for (int y = 0; y < r->rows; y++) { // P
            float s = 0;
            for (int d = -radius; d <= radius; d++) { // R
                int at = y + d < 0 ? 0 : y + d >= r->rows ? r->rows - 1 : y + d;
                s += k[d + radius] * tmp->pix[at][x];
            }
            r->pix[y][x] = s;
        }
}
/* 4 panel LU, no pivots, and its pivots found */
int pivot_row(const block *b, int k)
{
    int p = k;
    real big = fabs(b->data[k * b->ld + k]);
    for (int i = k + 1; i < b->n; i++) // R
        if (fabs(b->data[i * b->ld + k]) > big) {
            big = fabs(b->data[i * b->ld + k]);
            p = i;
        }
    return p;
}
void eliminate(block *b, int k)
{
    for (int i = k + 1; i < b->n; i++) { // P
        real f = b->data[i * b->ld + k] / b->data[k * b->ld + k];
        b->data[i * b->ld + k] = f;
        for (int j = k + 1; j < b->m; j++) // P
            b->data[i * b->ld + j] -= f * b->data[k * b->ld + j];
    }
}
void exchange(block *b, int p, int q)
{
    if (p == q)
        return;
    for (int j = 0; j < b->m; j++) { // P
        real t = b->data[p * b->ld + j];
        b->data[p * b->ld + j] = b->data[q * b->ld + j];
        b->data[q * b->ld + j] = t;
    }
}
/* 5 smoothing of a mesh by neighbours; boundary nodes stay */
real smooth(const mesh *g, const real (*from)[2], real (*restrict to)[2], const char *fixed)
{
    real moved = 0;
    for (int v = 0; v < g->n; v++) { // R
        if (fixed[v]) {
            to[v][0] = from[v][0];
            to[v][1] = from[v][1];
            continue;
        }
        real sx = 0, sy = 0;
        int degree = g->start[v + 1] - g->start[v];
        for (int e = g->start[v]; e < g->start[v + 1]; e++) { // R
            sx += from[g->adj[e]][0];
            sy += from[g->adj[e]][1];
        }
        to[v][0] = sx / degree;
        to[v][1] = sy / degree;
        moved += hypot(to[v][0] - from[v][0], to[v][1] - from[v][1]);
    }
    return moved;
}
/* 6 dynamic time warping, by rows of two */
real warp(int n, const real *a, int m, const real *b, real *row, real *above)
{
    for (int j = 0; j <= m; j++) // P
        above[j] = j ? 1e30 : 0;
    for (int i = 1; i <= n; i++) { // S
        row[0] = 1e30;
        for (int j = 1; j <= m; j++) { // S
            real best = fmin(above[j], fmin(above[j - 1], row[j - 1]));
            row[j] = fabs(a[i - 1] - b[j - 1]) + best;
        }
        memcpy(above, row, (size_t)(m + 1) * sizeof *row);
    }
    return above[m];
}
/* 7 nuclear decay chains, each cell of its own */
void decay(int cells, int kinds, const real *lambda, real *atoms, real dt)
{
    for (int c = 0; c < cells; c++) { // P
        real *n = atoms + (size_t)c * kinds, lost = 0;
        for (int k = 0; k < kinds; k++) { // S
            real gone = n[k] * (1 - exp(-lambda[k] * dt));
            n[k] += lost - gone;
            lost = gone;
        }
    }
}
/* 8 a ray marched through a volume for each pixel */
void march(int w, int h, int d, const float *vol, float *restrict out)
{
    for (int p = 0; p < w * h; p++) { // P
        int x = p % w, y = p / w;
        float light = 1, sum = 0;
        for (int z = 0; z < d && light > .01f; z++) { // S
            float v = vol[(z * h + y) * w + x];
            sum += light * v;
            light *= 1 - v;
        }
        out[p] = sum;
    }
}
/* 9 ecology: prey and predators on a torus */
void hunt(int n, const real *u, const real *v, real *restrict un, real *restrict vn, real dt)
{
    int i, j;
    for (i = 0; i < n; i++) // P
        for (j = 0; j < n; j++) { // P
            int up = (i + n - 1) % n, down = (i + 1) % n, left = j ? j - 1 : n - 1, right = j == n - 1 ? 0 : j + 1;
            real lu = u[IDX(up, j, n)] + u[IDX(down, j, n)] + u[IDX(i, left, n)] + u[IDX(i, right, n)] - 4 * u[IDX(i, j, n)];
            real lv = v[IDX(up, j, n)] + v[IDX(down, j, n)] + v[IDX(i, left, n)] + v[IDX(i, right, n)] - 4 * v[IDX(i, j, n)];
            real a = u[IDX(i, j, n)], b = v[IDX(i, j, n)];
            un[IDX(i, j, n)] = a + dt * (a * (1 - b) + .1 * lu);
            vn[IDX(i, j, n)] = b + dt * (b * (a - 1) + .1 * lv);
        }
}
/* 10 actuarial tables, from the last age down */
void annuity(int ages, const real *q, real rate, real *value)
{
    value[ages] = 0;
    for (int a = ages - 1; a >= 0; a--) // S
        value[a] = 1 + (1 - q[a]) * value[a + 1] / (1 + rate);
}
void premiums(int ages, int terms, const real *value, real *restrict table)
{
    for (int a = 0; a < ages; a++) // P
        for (int t = 1; t <= terms; t++) { // P
            int end = a + t < ages ? a + t : ages;
            table[a * terms + t - 1] = value[a] > 0 ? (value[a] - value[end]) / value[a] : 0;
        }
}
/* 11 sorting: counts per bucket, offsets, ranks by comparing */
void bucket(int n, const unsigned *key, int shift, int *count)
{
    for (int b = 0; b < 256; b++) // P
        count[b] = 0;
    for (int i = 0; i < n; i++) // H
        count[key[i] >> shift & 255]++;
    int sum = 0;
    for (int b = 0; b < 256; b++) { // S
        int c = count[b];
        count[b] = sum;
        sum += c;
    }
}
void ranks(int n, const int *a, int *restrict rank)
{
    for (int i = 0; i < n; i++) { // P
        int r = 0;
        for (int j = 0; j < n; j++) // R
            r += a[j] < a[i] || (a[j] == a[i] && j < i);
        rank[i] = r;
    }
}
/* 12 antennas: sums of waves at each angle, in decibels of the strongest */
void pattern(int angles, int n, const real (*pos)[3], const real *phase, real *restrict db)
{
    real most = 0;
    for (int a = 0; a < angles; a++) { // P
        real re = 0, im = 0, th = 6.28318530718 * a / angles;
        for (int k = 0; k < n; k++) { // R
            real ph = pos[k][0] * cos(th) + pos[k][1] * sin(th) + phase[k];
            re += cos(ph);
            im += sin(ph);
        }
        db[a] = re * re + im * im;
    }
    for (int a = 0; a < angles; a++) // R
        if (db[a] > most)
            most = db[a];
    for (int a = 0; a < angles; a++) // P
        db[a] = 10 * log10(db[a] / most + 1e-12);
}

