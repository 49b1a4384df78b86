/* Statistics, clusters, particles, images, graphs, dynamic programming, sorting. The letters are the truths: see kernels.py. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { NP = 300, DIM = 4, K = 5, BINS = 32 };
typedef struct { float x, y, z, m; } body;
typedef struct { double pos[3], vel[3], force[3]; int type; } particle;
struct graph { int n, m; int *off, *adj; float *w; };

static void covariance(int n, int m, double data[n][m], double cov[m][m], double mean[m])
{
    for (int j = 0; j < m; j++) { // P
        mean[j] = 0.0;
        for (int i = 0; i < n; i++) // R
            mean[j] += data[i][j];
        mean[j] /= n;
    }
    for (int i = 0; i < n; i++) // P
        for (int j = 0; j < m; j++) // P
            data[i][j] -= mean[j];
    for (int i = 0; i < m; i++) // P
        for (int j = i; j < m; j++) { // P
            cov[i][j] = 0;
            for (int k = 0; k < n; k++) // R
                cov[i][j] += data[k][i] * data[k][j];
            cov[i][j] /= n - 1;
            cov[j][i] = cov[i][j];
        }
}
static int assign(const double (*pt)[DIM], const double (*ctr)[DIM], int *label, int n)
{
    int changed = 0;
    for (int i = 0; i < n; i++) { // R
        double best = DBL_MAX;
        int which = -1;
        for (int k = 0; k < K; k++) { // R
            double d = 0;
            for (int j = 0; j < DIM; j++) { // R
                double t = pt[i][j] - ctr[k][j];
                d += t * t;
            }
            if (d < best) {
                best = d;
                which = k;
            }
        }
        if (label[i] != which)
            changed++;
        label[i] = which;
    }
    return changed;
}
static void centers(const double (*pt)[DIM], double (*ctr)[DIM], const int *label, int n)
{
    int count[K] = {0};
    double sum[K][DIM];
    for (int k = 0; k < K; k++) // P
        for (int j = 0; j < DIM; j++) // P
            sum[k][j] = 0;
    for (int i = 0; i < n; i++) { // H
        count[label[i]]++;
        for (int j = 0; j < DIM; j++) // P
            sum[label[i]][j] += pt[i][j];
    }
    for (int k = 0; k < K; k++) // P
        if (count[k])
            for (int j = 0; j < DIM; j++) // P
                ctr[k][j] = sum[k][j] / count[k];
}
static void nbody(const body *b, float (*acc)[3], int n)
{
    for (int i = 0; i < n; i++) { // P
        float ax = 0, ay = 0, az = 0;
        for (int j = 0; j < n; j++) { // R
            if (i == j)
                continue;
            float dx = b[j].x - b[i].x, dy = b[j].y - b[i].y, dz = b[j].z - b[i].z;
            float r2 = dx * dx + dy * dy + dz * dz + 1e-3f, inv = 1 / sqrtf(r2 * r2 * r2);
            ax += b[j].m * dx * inv;
            ay += b[j].m * dy * inv;
            az += b[j].m * dz * inv;
        }
        acc[i][0] = ax;
        acc[i][1] = ay;
        acc[i][2] = az;
    }
}
static void newton3(particle *p, int n)
{
    for (int i = 0; i < n; i++) // P
        for (int d = 0; d < 3; d++) // P
            p[i].force[d] = 0;
    for (int i = 0; i < n; i++) // H
        for (int j = i + 1; j < n; j++) { // H
            double r[3], s = 0;
            for (int d = 0; d < 3; d++) { // R
                r[d] = p[i].pos[d] - p[j].pos[d];
                s += r[d] * r[d];
            }
            if (s > 4.0)
                continue;
            for (int d = 0; d < 3; d++) { // P
                p[i].force[d] += r[d] / (s + 1);
                p[j].force[d] -= r[d] / (s + 1);
            }
        }
}
static double move(particle *p, int n, double dt)
{
    double ke = 0;
    for (particle *q = p; q < p + n; q++) { // R
        for (int d = 0; d < 3; d++) { // R
            q->vel[d] += dt * q->force[d];
            q->pos[d] += dt * q->vel[d];
            ke += q->vel[d] * q->vel[d];
        }
    }
    return ke / 2;
}
static void histogram(const unsigned char *img, size_t n, unsigned hist[256])
{
    for (size_t i = 0; i < 256; i++) // P
        hist[i] = 0;
    for (size_t i = 0; i < n; i++) // H
        hist[img[i]]++;
}
static void blur(int w, int h, const unsigned char *src, unsigned char *dst)
{
    for (int y = 0; y < h; y++) // P
        for (int x = 0; x < w; x++) { // P
            int s = 0, c = 0;
            for (int dy = -1; dy <= 1; dy++) // R
                for (int dx = -1; dx <= 1; dx++) { // R
                    int yy = y + dy, xx = x + dx;
                    if (yy >= 0 && yy < h && xx >= 0 && xx < w) {
                        s += src[yy * w + xx];
                        c++;
                    }
                }
            dst[y * w + x] = (unsigned char)(s / c);
        }
}
static void pagerank(const struct graph *g, double *rank, double *next, int iters)
{
    for (int it = 0; it < iters; it++) { // S
        double dangling = 0;
        for (int v = 0; v < g->n; v++) { // R
            next[v] = 0;
            if (g->off[v + 1] == g->off[v])
                dangling += rank[v];
        }
        for (int v = 0; v < g->n; v++) // H
            for (int e = g->off[v]; e < g->off[v + 1]; e++) // H
                next[g->adj[e]] += rank[v] / (g->off[v + 1] - g->off[v]);
        for (int v = 0; v < g->n; v++) // P
            rank[v] = 0.15 / g->n + 0.85 * (next[v] + dangling / g->n);
    }
}
static int bfs_level(const struct graph *g, int *level, int cur)
{
    int found = 0;
    for (int v = 0; v < g->n; v++) { // S
        if (level[v] != cur)
            continue;
        for (int e = g->off[v]; e < g->off[v + 1]; e++) { // S
            int t = g->adj[e];
            if (level[t] < 0) {
                level[t] = cur + 1;
                found = 1;
            }
        }
    }
    return found;
}
static void floyd(int n, int d[n][n])
{
    for (int k = 0; k < n; k++) // S
        for (int i = 0; i < n; i++) // S
            for (int j = 0; j < n; j++) // S
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
}
static int lcs(const char *a, const char *b, int n, int m, int *row)
{
    for (int j = 0; j <= m; j++) // P
        row[j] = 0;
    for (int i = 1; i <= n; i++) { // S
        int diag = 0;
        for (int j = 1; j <= m; j++) { // S
            int up = row[j];
            row[j] = a[i - 1] == b[j - 1] ? diag + 1 : row[j] > row[j - 1] ? row[j] : row[j - 1];
            diag = up;
        }
    }
    return row[m];
}
static int knapsack(int n, int cap, const int *wt, const int *val, int *best, int *old)
{
    memset(old, 0, (cap + 1) * sizeof *old);
    for (int i = 0; i < n; i++) { // S
        for (int c = 0; c <= cap; c++) { // P
            best[c] = old[c];
            if (c >= wt[i] && old[c - wt[i]] + val[i] > best[c])
                best[c] = old[c - wt[i]] + val[i];
        }
        memcpy(old, best, (cap + 1) * sizeof *old);
    }
    return old[cap];
}
static double pi_mc(unsigned seed, int n)
{
    int in = 0;
    for (int i = 0; i < n; i++) { // S
        seed = seed * 1664525u + 1013904223u;
        double x = seed / 4294967296.0;
        seed = seed * 1664525u + 1013904223u;
        double y = seed / 4294967296.0;
        in += x * x + y * y < 1;
    }
    return 4.0 * in / n;
}
static void prefix(const int *in, int *out, int n)
{
    out[0] = 0;
    for (int i = 1; i < n; i++) // S
        out[i] = out[i - 1] + in[i - 1];
}
static void mandel(int w, int h, int *out)
{
    for (int py = 0; py < h; py++) // P
        for (int px = 0; px < w; px++) { // P
            double cr = 3.0 * px / w - 2, ci = 2.0 * py / h - 1, zr = 0, zi = 0;
            int it = 0;
            while (zr * zr + zi * zi < 4 && it < 50) { // S
                double t = zr * zr - zi * zi + cr;
                zi = 2 * zr * zi + ci;
                zr = t;
                it++;
            }
            out[py * w + px] = it;
        }
}
static void bitonic(int *a, int n)
{
    for (int k = 2; k <= n; k *= 2) // S
        for (int j = k / 2; j > 0; j /= 2) // S
            for (int i = 0; i < n; i++) { // P
                int l = i ^ j;
                if (l > i && ((i & k) ? a[i] < a[l] : a[i] > a[l])) {
                    int t = a[i];
                    a[i] = a[l];
                    a[l] = t;
                }
            }
}
static double regress(const double *restrict x, const double *restrict y, int n, double *slope)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0, lo = x[0], hi = x[0];
    for (int i = 0; i < n; i++) { // R
        sx += x[i];
        sy += y[i];
        sxx += x[i] * x[i];
        sxy += x[i] * y[i];
        lo = x[i] < lo ? x[i] : lo;
        hi = x[i] > hi ? x[i] : hi;
    }
    *slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    return hi - lo;
}
static void softmax(int rows, int cols, float *restrict a)
{
    for (int r = 0; r < rows; r++) { // P
        float *row = a + r * cols, top = row[0], sum = 0;
        for (int c = 1; c < cols; c++) // R
            if (row[c] > top)
                top = row[c];
        for (int c = 0; c < cols; c++) { // R
            row[c] = expf(row[c] - top);
            sum += row[c];
        }
        for (int c = 0; c < cols; c++) // P
            row[c] /= sum;
    }
}
static void conv(int n, const float *in, const float *ker, int k, float *out)
{
    for (int i = 0; i + k <= n; i++) { // P
        out[i] = 0;
        for (int j = 0; j < k; j++) // R
            out[i] += in[i + j] * ker[j];
    }
}
int main(void)
{
    static double data[80][12], cov[12][12], mean[12], pt[NP][DIM], ctr[K][DIM];
    static int label[NP], d[24][24];
    static unsigned char img[64 * 48], out[64 * 48];
    unsigned hist[256];
    body *b = malloc(NP * sizeof *b);
    float (*acc)[3] = malloc(NP * sizeof *acc);
    particle *p = malloc(120 * sizeof *p);
    for (int i = 0; i < 80; i++) // P
        for (int j = 0; j < 12; j++) // P
            data[i][j] = (i * j + 3 * i) % 23;
    covariance(80, 12, data, cov, mean);
    for (int i = 0; i < NP; i++) { // P
        for (int j = 0; j < DIM; j++) // P
            pt[i][j] = (i * 37 + j * 11) % 101 / 10.0;
        label[i] = -1;
        b[i].x = i % 17;
        b[i].y = i % 13;
        b[i].z = i % 11;
        b[i].m = 1;
    }
    for (int k = 0; k < K; k++) // P
        for (int j = 0; j < DIM; j++) // P
            ctr[k][j] = pt[k * 7][j];
    int rounds = 0;
    while (assign((const double (*)[DIM])pt, (const double (*)[DIM])ctr, label, NP) && rounds < 10) { // S
        centers((const double (*)[DIM])pt, ctr, label, NP);
        rounds++;
    }
    nbody(b, acc, NP);
    for (int i = 0; i < 120; i++) { // P
        p[i].type = i & 1;
        for (int k = 0; k < 3; k++) { // P
            p[i].pos[k] = (i * (k + 3)) % 10 + 0.01 * (i % 7);
            p[i].vel[k] = 0;
        }
    }
    double ke = 0;
    for (int s = 0; s < 3; s++) { // S
        newton3(p, 120);
        ke += move(p, 120, 0.01);
    }
    for (int i = 0; i < 64 * 48; i++) // P
        img[i] = (unsigned char)(i * 7 + i / 64);
    histogram(img, sizeof img, hist);
    blur(64, 48, img, out);
    struct graph g = {.n = 100, .m = 400};
    g.off = malloc((g.n + 1) * sizeof(int));
    g.adj = malloc(g.m * sizeof(int));
    for (int i = 0; i <= g.n; i++) // P
        g.off[i] = 4 * i;
    for (int e = 0; e < g.m; e++) // P
        g.adj[e] = (e * e % 97 + e / 4) % g.n;
    double *rank = malloc(g.n * sizeof *rank), *next = malloc(g.n * sizeof *next);
    for (int i = 0; i < g.n; i++) // P
        rank[i] = 1.0 / g.n;
    pagerank(&g, rank, next, 5);
    int level[100], cur = 0;
    for (int i = 0; i < 100; i++) // P
        level[i] = -1;
    level[0] = 0;
    while (bfs_level(&g, level, cur)) // S
        cur++;
    for (int i = 0; i < 24; i++) // P
        for (int j = 0; j < 24; j++) // P
            d[i][j] = i == j ? 0 : (i * 5 + j * 3) % 31 + 1;
    floyd(24, d);
    char sa[50], sb[60];
    for (int i = 0; i < 50; i++) // P
        sa[i] = 'a' + i * i % 5;
    for (int i = 0; i < 60; i++) // P
        sb[i] = 'a' + i * 3 % 5;
    int row[61], wt[10], val[10], bst[51], old[51], ps[60], mb[40 * 30], so[64];
    for (int i = 0; i < 10; i++) { // P
        wt[i] = 2 + i * 3 % 7;
        val[i] = 1 + i * 5 % 11;
    }
    int l = lcs(sa, sb, 50, 60, row), kn = knapsack(10, 50, wt, val, bst, old);
    prefix(label, ps, 60);
    mandel(40, 30, mb);
    for (int i = 0; i < 64; i++) // P
        so[i] = i * 29 % 64;
    bitonic(so, 64);
    double slope, range = regress(rank, next, g.n, &slope);
    float *sm = malloc(20 * 30 * sizeof *sm), cv[40];
    for (int i = 0; i < 20 * 30; i++) // P
        sm[i] = i % 9;
    softmax(20, 30, sm);
    conv(40, sm, sm + 100, 5, cv);
    long check = 0;
    for (int i = 0; i < 64 * 48; i++) // R
        check += out[i] * (i % 5);
    for (int i = 0; i < 256; i++) // R
        check ^= (long)hist[i] << i % 7;
    for (int i = 0; i < 40 * 30; i++) // R
        check += mb[i];
    for (int i = 0; i < 64; i++) // R
        check += so[i] * i;
    printf("%.5e %d %d %.5e %.5e %.5e %d %d %d %d\n", cov[3][5], rounds, label[77], acc[5][1], ke, rank[9], cur, d[3][17], l, kn);
    printf("%ld %d %.5e %.5e %.5e %.5e %.5e\n", check, ps[59], pi_mc(7, 1000), slope, range, sm[44], cv[3]);
    return 0;
}
