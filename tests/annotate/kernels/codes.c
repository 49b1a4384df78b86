/* Shapes of scientific codes: grids behind structures, macros for indices, ways out, tables of functions, buffers in turn, sweeps. The letters are the truths: see kernels.py. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define GX 18
#define GY 14
#define GZ 10
#define IDX(i, j, k) (((k) * g->ny + (j)) * g->nx + (i))
#define U(f, i, j) ((f)->data[(i) + (f)->pitch * (j)])
#define FOR_ALL(i, n) for (int i = 0; i < (n); ++i)
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
typedef struct { int nx, ny, nz; double h; double *u, *v, *rhs; } grid3;
typedef struct { int width, height, pitch; float *data; } field;
typedef struct { size_t n; double *x, *y, *z, *q; int *cell; } cloud;
typedef struct { double x, y; int kind; struct { double u, v; } vel; } dot;
typedef struct { int rows, nnz; int *ptr, *col; double *val; } csr;
struct box { int lo[2], hi[2]; };
struct model { struct { grid3 g; double dt; } s; double coef[4]; double (*eos)(double, double); };

/* 1: seven points over a grid behind a pointer */
static void lap7(const grid3 *g, const double *restrict in, double *restrict out)
{
    const double c = 1.0 / (g->h * g->h);
    for (int k = 1; k < g->nz - 1; k++) // P
        for (int j = 1; j < g->ny - 1; j++) // P
            for (int i = 1; i < g->nx - 1; i++) // P
                out[IDX(i, j, k)] = c * (in[IDX(i - 1, j, k)] + in[IDX(i + 1, j, k)] + in[IDX(i, j - 1, k)] + in[IDX(i, j + 1, k)] + in[IDX(i, j, k - 1)] + in[IDX(i, j, k + 1)] - 6 * in[IDX(i, j, k)]);
}
/* 2: residual into a member, with a norm */
static double residual(grid3 *g)
{
    double s = 0;
    for (int k = 1; k < g->nz - 1; k++) // R
        for (int j = 1; j < g->ny - 1; j++) // R
            for (int i = 1; i < g->nx - 1; i++) { // R
                int at = IDX(i, j, k);
                double r = g->v[at] - (g->u[at - 1] + g->u[at + 1] - 2 * g->u[at]);
                g->rhs[at] = r;
                s += r * r;
            }
    return sqrt(s);
}
/* 3: sweep in place along one direction */
static void sweep_y(grid3 *g)
{
    for (int j = 1; j < g->ny; j++) // S
        for (int k = 0; k < g->nz; k++) // P
            for (int i = 0; i < g->nx; i++) // P
                g->u[IDX(i, j, k)] += 0.5 * g->u[IDX(i, j - 1, k)];
}
/* 4: lines of tridiagonal systems, each in scratch memory of its own */
static void lines(grid3 *g, double a)
{
    double c[64], d[64];
    for (int k = 0; k < g->nz; k++) // P
        for (int j = 0; j < g->ny; j++) { // P
            c[0] = a;
            d[0] = g->u[IDX(0, j, k)];
            for (int i = 1; i < g->nx; i++) { // S
                double w = 1 / (2 - a * c[i - 1]);
                c[i] = a * w;
                d[i] = (g->u[IDX(i, j, k)] - a * d[i - 1]) * w;
            }
            g->u[IDX(g->nx - 1, j, k)] = d[g->nx - 1];
            for (int i = g->nx - 2; i >= 0; i--) // S
                g->u[IDX(i, j, k)] = d[i] - c[i] * g->u[IDX(i + 1, j, k)];
        }
}
/* 5: pitch of a field, a macro on the left side */
static void blend(field *dst, const field *a, const field *b, float t)
{
    for (int j = 0; j < dst->height; ++j) // P
        for (int i = 0; i < dst->width; ++i) // P
            U(dst, i, j) = (1 - t) * U(a, i, j) + t * U(b, i, j);
}
/* 6: borders of a field, periodic */
static void borders(field *f)
{
    int w = f->width, h = f->height, p = f->pitch;
    for (int j = 0; j < h; j++) { // P
        f->data[p * j] = f->data[p * j + w - 2];
        f->data[p * j + w - 1] = f->data[p * j + 1];
    }
    for (int i = 0; i < w; i++) { // P
        f->data[i] = f->data[(h - 2) * p + i];
        f->data[(h - 1) * p + i] = f->data[p + i];
    }
}
/* 7: structure of arrays with size_t counters, forces by pairs (each its own) */
static void forces(const cloud *c, double *fx, double *fy)
{
    for (size_t i = 0; i < c->n; i++) { // P
        double ax = 0, ay = 0;
        for (size_t j = 0; j < c->n; j++) { // R
            if (i == j)
                continue;
            double dx = c->x[j] - c->x[i], dy = c->y[j] - c->y[i];
            double r2 = dx * dx + dy * dy + 0.01;
            double s = c->q[j] / (r2 * sqrt(r2));
            ax += s * dx;
            ay += s * dy;
        }
        fx[i] = ax;
        fy[i] = ay;
    }
}
/* 8: pairs with the third law: updates of both */
static double pairs(const cloud *c, double *fx)
{
    double e = 0;
    for (size_t i = 0; i + 1 < c->n; i++) // H
        for (size_t j = i + 1; j < c->n; j++) { // H
            double dx = c->x[j] - c->x[i], f = c->q[i] * c->q[j] * dx / (1 + dx * dx);
            fx[i] += f;
            fx[j] -= f;
            e += f * dx;
        }
    return e;
}
/* 9: array of structures with nested structures */
static void push(dot *p, int n, double dt, const struct box *b)
{
    for (int i = 0; i < n; i++) { // P
        dot *q = p + i;
        q->x += dt * q->vel.u;
        q->y += dt * q->vel.v;
        if (q->x < b->lo[0] || q->x > b->hi[0])
            q->vel.u = -q->vel.u;
        if (q->y < b->lo[1] || q->y > b->hi[1])
            q->vel.v = -q->vel.v;
    }
}
/* 10: charges onto a mesh, bilinear */
static void deposit(const dot *p, int n, double *rho, int nx)
{
    for (int i = 0; i < n; i++) { // H
        int ix = (int)p[i].x, iy = (int)p[i].y;
        double fx = p[i].x - ix, fy = p[i].y - iy;
        rho[iy * nx + ix] += (1 - fx) * (1 - fy);
        rho[iy * nx + ix + 1] += fx * (1 - fy);
        rho[(iy + 1) * nx + ix] += (1 - fx) * fy;
        rho[(iy + 1) * nx + ix + 1] += fx * fy;
    }
}
/* 11: gather from a mesh */
static void gather(dot *p, int n, const double *ex, int nx)
{
    FOR_ALL(i, n) { // P
        int c = (int)p[i].y * nx + (int)p[i].x;
        p[i].vel.u += 0.1 * ex[c];
    }
}
/* 12: sparse product behind a structure */
static void spmv(const csr *m, const double *x, double *restrict y)
{
    for (int r = 0; r < m->rows; r++) { // P
        double s = 0;
        for (int k = m->ptr[r]; k < m->ptr[r + 1]; k++) // R
            s += m->val[k] * x[m->col[k]];
        y[r] = s;
    }
}
/* 13: its transpose: scatter */
static void spmv_t(const csr *m, const double *x, double *restrict y)
{
    for (int i = 0; i < m->rows; i++) // P
        y[i] = 0;
    for (int r = 0; r < m->rows; r++) // H
        for (int k = m->ptr[r]; k < m->ptr[r + 1]; k++) // H
            y[m->col[k]] += m->val[k] * x[r];
}
/* 14: triangular solve: rows need rows */
static void lower_solve(const csr *m, const double *b, double *x)
{
    for (int r = 0; r < m->rows; r++) { // S
        double s = b[r], d = 1;
        for (int k = m->ptr[r]; k < m->ptr[r + 1]; k++) { // R
            if (m->col[k] < r)
                s -= m->val[k] * x[m->col[k]];
            else if (m->col[k] == r)
                d = m->val[k];
        }
        x[r] = s / d;
    }
}
/* 15: the largest change, and where the field is no number */
static int check(const field *f, const field *g, float *most)
{
    float m = 0;
    int bad = 0;
    for (int j = 0; j < f->height; j++) // R
        for (int i = 0; i < f->width; i++) { // R
            float d = fabsf(U(f, i, j) - U(g, i, j));
            m = MAX(m, d);
            if (!(U(f, i, j) == U(f, i, j)))
                bad++;
        }
    *most = m;
    return bad;
}
/* 16: search with a way out */
static int first_above(const double *a, int n, double limit)
{
    for (int i = 0; i < n; i++) // S
        if (a[i] > limit)
            return i;
    return -1;
}
/* 17: ping-pong between two halves of one buffer */
static void ping_pong(double *buf, int n, int steps)
{
    int cur = 0;
    for (int t = 0; t < steps; t++) { // S
        const double *from = buf + cur * n;
        double *to = buf + (1 - cur) * n;
        for (int i = 1; i < n - 1; i++) // P
            to[i] = 0.25 * (from[i - 1] + 2 * from[i] + from[i + 1]);
        cur = 1 - cur;
    }
}
/* 18: levels of time in a static array, chosen by parity */
static double wave[3][GX * GY];
static void leapfrog(int steps)
{
    for (int s = 2; s < steps; s++) // S
        for (int j = 1; j < GY - 1; j++) // P
            for (int i = 1; i < GX - 1; i++) { // P
                int c = j * GX + i;
                wave[s % 3][c] = 2 * wave[(s + 2) % 3][c] - wave[(s + 1) % 3][c] + 0.1 * (wave[(s + 2) % 3][c - 1] + wave[(s + 2) % 3][c + 1] + wave[(s + 2) % 3][c - GX] + wave[(s + 2) % 3][c + GX] - 4 * wave[(s + 2) % 3][c]);
            }
}
/* 19: linear recurrence in each column */
static void decay(int n, int m, double a[n][m])
{
    for (int i = 1; i < n; i++) // S
        for (int j = 0; j < m; j++) // P
            a[i][j] = 0.9 * a[i - 1][j] + a[i][j];
}
/* 20: prefix sum, and its three phases by blocks */
static void scan_blocks(const double *a, double *out, int n, double *part, int blocks)
{
    int len = (n + blocks - 1) / blocks;
    for (int b = 0; b < blocks; b++) { // P
        double s = 0;
        int end = MIN(n, (b + 1) * len);
        for (int i = b * len; i < end; i++) // R
            s += a[i];
        part[b] = s;
    }
    double run = 0;
    for (int b = 0; b < blocks; b++) { // S
        double t = part[b];
        part[b] = run;
        run += t;
    }
    for (int b = 0; b < blocks; b++) { // P
        double s = part[b];
        int end = MIN(n, (b + 1) * len);
        for (int i = b * len; i < end; i++) { // S
            s += a[i];
            out[i] = s;
        }
    }
}
/* 21: histogram of two keys, with limits */
static void joint(const uint8_t *a, const uint8_t *b, int n, unsigned hist[16][16])
{
    memset(hist, 0, 256 * sizeof(unsigned));
    for (int i = 0; i < n; i++) { // H
        int x = MIN(a[i] >> 4, 15), y = MIN(b[i] >> 4, 15);
        hist[x][y]++;
    }
}
/* 22: codes of integers: bytes, checksums, run lengths */
static unsigned codes(const unsigned char *s, int n, unsigned char *up, unsigned *hash)
{
    unsigned h = 2166136261u, x = 0;
    for (int i = 0; i < n; i++) // P
        up[i] = s[i] >= 'a' && s[i] <= 'z' ? s[i] - 32 : s[i];
    for (int i = 0; i < n; i++) // S
        h = (h ^ s[i]) * 16777619u;
    for (int i = 0; i < n; i++) // R
        x ^= (unsigned)s[i] << (i & 15);
    *hash = h;
    return x;
}
static int compress(const unsigned char *s, int n, unsigned char *out)
{
    int m = 0;
    for (int i = 0; i < n; i++) // S
        if (i == 0 || s[i] != s[i - 1])
            out[m++] = s[i];
    return m;
}
/* 23: a function chosen by pointer, and one of a table */
static double ideal(double r, double e) { return 0.4 * r * e; }
static double stiff(double r, double e) { return 0.3 * r * e - 0.1; }
static void pressure(const struct model *m, const double *r, const double *e, double *p, int n)
{
    for (int i = 0; i < n; i++) // S
        p[i] = m->eos(r[i], e[i]);
}
static void pressure_of(int which, const double *r, const double *e, double *restrict p, int n)
{
    for (int i = 0; i < n; i++) // P
        p[i] = which ? ideal(r[i], e[i]) : stiff(r[i], e[i]);
}
/* 24: two steps of members */
static void kick(struct model *m)
{
    int n = m->s.g.nx * m->s.g.ny * m->s.g.nz;
    for (int i = 0; i < n; i++) // P
        m->s.g.v[i] += m->s.dt * m->s.g.rhs[i] * m->coef[i & 3];
}
/* 25: matrix in blocks */
static void blocked(int n, int nb, const double *restrict a, const double *restrict b, double *restrict c)
{
    for (int ii = 0; ii < n; ii += nb) // P
        for (int jj = 0; jj < n; jj += nb) // P
            for (int kk = 0; kk < n; kk += nb) // H
                for (int i = ii; i < MIN(ii + nb, n); i++) // P
                    for (int j = jj; j < MIN(jj + nb, n); j++) { // P
                        double s = c[i * n + j];
                        for (int k = kk; k < MIN(kk + nb, n); k++) // R
                            s += a[i * n + k] * b[k * n + j];
                        c[i * n + j] = s;
                    }
}
/* 26: rows by pointers to rows */
static double **matrix(int n, int m)
{
    double **a = malloc(n * sizeof *a);
    a[0] = malloc((size_t)n * m * sizeof **a);
    for (int i = 1; i < n; i++) // S
        a[i] = a[i - 1] + m;
    return a;
}
static double frobenius(double **a, int n, int m)
{
    double s = 0;
    for (int i = 0; i < n; i++) // R
        for (int j = 0; j < m; j++) // R
            s += a[i][j] * a[i][j];
    return s;
}
/* 27: red and black by offset, one color a call */
static void color(double *u, const double *f, int n, int odd)
{
    for (int j = 1; j < n - 1; j++) // P
        for (int i = 1 + ((j + odd) & 1); i < n - 1; i += 2) // P
            u[j * n + i] = 0.25 * (u[j * n + i - 1] + u[j * n + i + 1] + u[(j - 1) * n + i] + u[(j + 1) * n + i] - f[j * n + i]);
}
/* 28: statistics of several kinds at once into what pointers lead to */
static void stats(const double *a, int n, double *mean, double *lo, double *hi, int *where)
{
    double s = 0, l = a[0], h = a[0];
    int w = 0;
    for (int i = 0; i < n; i++) { // R
        s += a[i];
        if (a[i] < l)
            l = a[i];
        if (a[i] > h) {
            h = a[i];
            w = i;
        }
    }
    *mean = s / n;
    *lo = l;
    *hi = h;
    *where = w;
}
/* 29: moments per group: reduction into a short array behind a pointer */
static void moments(const cloud *c, double *m)
{
    for (int k = 0; k < 6; k++) // P
        m[k] = 0;
    for (size_t i = 0; i < c->n; i++) { // H
        m[0] += c->q[i];
        m[1] += c->q[i] * c->x[i];
        m[2] += c->q[i] * c->y[i];
        m[3] += c->q[i] * c->x[i] * c->x[i];
        m[4] += c->q[i] * c->x[i] * c->y[i];
        m[5] += c->q[i] * c->y[i] * c->y[i];
    }
}
/* 30: restriction and prolongation with odd sizes, unstaggered to staggered */
static void restrict2(const double *fine, int nf, double *coarse, int nc)
{
    for (int j = 1; j < nc - 1; j++) // P
        for (int i = 1; i < nc - 1; i++) { // P
            const double *f = fine + 2 * j * nf + 2 * i;
            coarse[j * nc + i] = 0.5 * f[0] + 0.125 * (f[-1] + f[1] + f[-nf] + f[nf]);
        }
}
static void cells_to_faces(const double *c, double *f, int n)
{
    f[0] = c[0];
    for (int i = 1; i < n; i++) // P
        f[i] = 0.5 * (c[i - 1] + c[i]);
    f[n] = c[n - 1];
}

int main(void)
{
    grid3 g = {GX, GY, GZ, 0.1, NULL, NULL, NULL};
    int n = g.nx * g.ny * g.nz;
    g.u = malloc(n * sizeof(double));
    g.v = malloc(n * sizeof(double));
    g.rhs = calloc(n, sizeof(double));
    double *tmp = calloc(n, sizeof *tmp);
    for (int i = 0; i < n; i++) { // P
        g.u[i] = sin(0.1 * i);
        g.v[i] = 1.0 / (1 + i);
    }
    lap7(&g, g.u, tmp);
    double res = residual(&g);
    sweep_y(&g);
    lines(&g, 0.2);
    field a = {20, 16, 24, NULL}, b = a, c = a;
    a.data = calloc(a.pitch * a.height, sizeof(float));
    b.data = calloc(a.pitch * a.height, sizeof(float));
    c.data = calloc(a.pitch * a.height, sizeof(float));
    for (int i = 0; i < a.pitch * a.height; i++) { // P
        a.data[i] = i % 11;
        b.data[i] = i % 7;
    }
    blend(&c, &a, &b, 0.25f);
    borders(&c);
    float most;
    int bad = check(&c, &a, &most);
    cloud cl = {50, tmp, tmp + 50, tmp + 100, tmp + 150, NULL};
    double fx[50], fy[50], fz[50] = {0};
    forces(&cl, fx, fy);
    double en = pairs(&cl, fz);
    dot d[40];
    struct box bx = {{1, 1}, {12, 10}};
    for (int i = 0; i < 40; i++) // P
        d[i] = (dot){1.5 + i % 10, 1.25 + i % 8, i % 3, {0.3 * (i % 5 - 2), 0.2}};
    double rho[16 * 16] = {0};
    push(d, 40, 0.5, &bx);
    deposit(d, 40, rho, 16);
    gather(d, 40, rho, 16);
    csr m = {30, 88, malloc(31 * sizeof(int)), malloc(90 * sizeof(int)), malloc(90 * sizeof(double))};
    int at = 0;
    for (int r = 0; r < 30; r++) { // S
        m.ptr[r] = at;
        for (int k = MAX(r - 1, 0); k <= MIN(r + 1, 29); k++) { // P
            m.col[at] = k;
            m.val[at++] = k == r ? 3 : -1;
        }
    }
    m.ptr[30] = at;
    double x[30], y[30], z[30];
    for (int i = 0; i < 30; i++) // P
        x[i] = i % 4;
    spmv(&m, x, y);
    spmv_t(&m, y, z);
    lower_solve(&m, z, x);
    int f = first_above(g.u, n, 1.2);
    double *buf = malloc(200 * sizeof *buf);
    for (int i = 0; i < 200; i++) // P
        buf[i] = i % 10;
    ping_pong(buf, 100, 5);
    for (int i = 0; i < GX * GY; i++) // P
        wave[0][i] = wave[1][i] = i % 5;
    leapfrog(8);
    static double table[12][9];
    for (int i = 0; i < 12; i++) // P
        for (int j = 0; j < 9; j++) // P
            table[i][j] = i * j % 4;
    decay(12, 9, table);
    double part[7], out[200];
    scan_blocks(buf, out, 200, part, 7);
    uint8_t s8[90], t8[90], up[90], rl[90];
    for (int i = 0; i < 90; i++) { // P
        s8[i] = (uint8_t)(i / 3 * 7);
        t8[i] = (uint8_t)(97 + i % 26);
    }
    unsigned hist[16][16], hash;
    joint(s8, t8, 90, hist);
    unsigned cx = codes(t8, 90, up, &hash);
    int len = compress(s8, 90, rl);
    struct model mo = {{g, 0.01}, {1, 2, 3, 4}, ideal};
    double p1[30], p2[30];
    pressure(&mo, x, y, p1, 30);
    pressure_of(cx & 1, x, y, p2, 30);
    kick(&mo);
    double ma[24 * 24], mb[24 * 24], mc[24 * 24];
    for (int i = 0; i < 24 * 24; i++) { // P
        ma[i] = i % 5;
        mb[i] = i % 3;
        mc[i] = 0;
    }
    blocked(24, 7, ma, mb, mc);
    double **rows = matrix(8, 6);
    for (int i = 0; i < 8; i++) // P
        for (int j = 0; j < 6; j++) // P
            rows[i][j] = i - j;
    double fro = frobenius(rows, 8, 6);
    color(mc, ma, 24, 1);
    double mean, lo, hi, mom[6], coarse[12 * 12] = {0}, faces[31];
    int where;
    stats(g.u, n, &mean, &lo, &hi, &where);
    moments(&cl, mom);
    restrict2(mc, 24, coarse, 12);
    cells_to_faces(x, faces, 30);
    double sum = 0;
    for (int i = 0; i < n; i++) // R
        sum += g.v[i] * (i % 3) + tmp[i];
    for (int i = 0; i < 12 * 12; i++) // R
        sum += coarse[i];
    for (int i = 0; i < 30; i++) // R
        sum += p1[i] + p2[i] + faces[i] + x[i];
    for (int i = 0; i < 200; i++) // R
        sum += out[i] * (i % 2);
    printf("%.5e %d %.4e %.5e %.5e %.5e %d %.5e %.5e %u %u %d %d\n", res, bad, most, fx[7], en, d[9].vel.u, f, wave[1][40], table[11][3], hist[3][6], cx, len, up[3]);
    printf("%.5e %.5e %.5e %.5e %d %.5e %u %.5e %.5e\n", fro, mean, lo, hi, where, mom[4], hash, sum, c.data[45]);
    return 0;
}
