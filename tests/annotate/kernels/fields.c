/* Functions of solvers as they occur in larger codes: domains with halos, faces, sparse formats, panels, tables, lists of pairs. The letters are the truths: see kernels.py. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define AT(d, i, j, k) ((d)->f[((size_t)(i) * ((d)->ny + 2 * (d)->halo) + (j)) * ((d)->nz + 2 * (d)->halo) + (k)])
#define SWAP(a, b) do { double *t_ = (a); (a) = (b); (b) = t_; } while (0)
enum { RHO, MX, MY, ENERGY, NVAR };
typedef struct { int nx, ny, nz, halo; double *f; } domain;
typedef struct { int n, width; int *col; double *val; } ell;
typedef struct { struct { int n; double *x, *v, *f; } s; struct { double dt, mass; } par; } particles;
typedef struct { double w[5]; int n; } rule;
typedef struct { int n, nface; int *left, *right; double *area, *q, *r; } mesh;
typedef struct { unsigned char r, g, b, a; } pixel;
struct table { int n; double x0, dx; const double *y; };
struct cell { double u[NVAR], flux[NVAR]; };

/* 1: the seven points of a domain with a halo behind a structure */
static void diffuse(const domain *a, domain *b, double c)
{
    int h = a->halo;
    for (int i = h; i < a->nx + h; i++) // P
        for (int j = h; j < a->ny + h; j++) // P
            for (int k = h; k < a->nz + h; k++) // P
                AT(b, i, j, k) = AT(a, i, j, k) + c * (AT(a, i - 1, j, k) + AT(a, i + 1, j, k) + AT(a, i, j - 1, k) + AT(a, i, j + 1, k) + AT(a, i, j, k - 1) + AT(a, i, j, k + 1) - 6 * AT(a, i, j, k));
}
/* 2: its halo along one direction, into a buffer and back */
static void pack(const domain *d, double *restrict buf)
{
    int h = d->halo, at = 0;
    for (int g = 0; g < h; g++) // P
        for (int j = h; j < d->ny + h; j++) // P
            for (int k = h; k < d->nz + h; k++) // P
                buf[at++] = AT(d, h + g, j, k);
}
static void unpack(domain *d, const double *restrict buf)
{
    int h = d->halo;
    for (int g = 0; g < h; g++) // P
        for (int j = 0; j < d->ny; j++) // P
            for (int k = 0; k < d->nz; k++) // P
                AT(d, d->nx + h + g, j + h, k + h) = buf[(g * d->ny + j) * d->nz + k];
}
/* 3: a sparse product whose rows have a fixed width, stored by columns */
static void ell_product(const ell *m, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < m->n; i++) { // P
        double s = 0;
        for (int k = 0; k < m->width; k++) { // R
            int c = m->col[k * m->n + i];
            if (c >= 0)
                s += m->val[k * m->n + i] * x[c];
        }
        y[i] = s;
    }
}
/* 4: Jacobi for a sparse matrix, with the diagonal apart */
static double csr_jacobi(int n, const int *row, const int *col, const double *val, const double *diag, const double *b, const double *x, double *restrict y)
{
    double worst = 0;
    for (int i = 0; i < n; i++) { // R
        double s = b[i];
        for (int k = row[i]; k < row[i + 1]; ++k) // R
            s -= val[k] * x[col[k]];
        y[i] = s / diag[i];
        double d = fabs(y[i] - x[i]);
        if (d > worst)
            worst = d;
    }
    return worst;
}
/* 5: velocities and places, two members deep */
static double verlet(particles *m)
{
    double e = 0;
    for (int i = 0; i < m->s.n; i++) { // P
        m->s.v[i] += 0.5 * m->par.dt * m->s.f[i] / m->par.mass;
        m->s.x[i] += m->par.dt * m->s.v[i];
    }
    for (int i = 0; i < m->s.n; i++) // R
        e += 0.5 * m->par.mass * m->s.v[i] * m->s.v[i];
    return e;
}
/* 6: red and black in one function, colors in a loop */
static void red_black(int n, int m, double *restrict u, const double *restrict f, double omega)
{
    for (int color = 0; color < 2; color++) // S
        for (int i = 1; i < n - 1; i++) // P
            for (int j = 1 + (i + color) % 2; j < m - 1; j += 2) { // P
                double r = u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1] - f[i * m + j] - 4 * u[i * m + j];
                u[i * m + j] += omega * r / 4;
            }
}
/* 7: a matrix product in panels */
static void panels(int n, const double *restrict a, const double *restrict b, double *restrict c)
{
    enum { B = 8 };
    for (int i0 = 0; i0 < n; i0 += B) // P
        for (int k0 = 0; k0 < n; k0 += B) { // H
            int i1 = i0 + B < n ? i0 + B : n, k1 = k0 + B < n ? k0 + B : n;
            for (int i = i0; i < i1; i++) // P
                for (int k = k0; k < k1; k++) { // H
                    double x = a[i * n + k];
                    for (int j = 0; j < n; j++) // P
                        c[i * n + j] += x * b[k * n + j];
                }
        }
}
/* 8: a triangle of distances, packed */
static void distances(int n, const double (*restrict p)[3], double *restrict d)
{
    for (int i = 0; i < n; i++) // P
        for (int j = 0; j < i; j++) { // P
            double s = 0;
            for (int k = 0; k < 3; k++) // R
                s += (p[i][k] - p[j][k]) * (p[i][k] - p[j][k]);
            d[i * (i - 1) / 2 + j] = sqrt(s);
        }
}
/* 9: values from a table, between its entries */
static double look_up(const struct table *t, double x)
{
    double u = (x - t->x0) / t->dx;
    int k = (int)u;
    if (k < 0)
        k = 0;
    if (k > t->n - 2)
        k = t->n - 2;
    u -= k;
    return (1 - u) * t->y[k] + u * t->y[k + 1];
}
static void look_up_all(const struct table *t, int n, const double *x, double *y)
{
    for (int i = 0; i < n; i++) // P
        y[i] = look_up(t, x[i]);
}
/* 10: fluxes over faces, gathered by cells: updates of both sides */
static void fluxes(mesh *m)
{
    for (int c = 0; c < m->n; c++) // P
        m->r[c] = 0;
    for (int f = 0; f < m->nface; f++) { // H
        int l = m->left[f], r = m->right[f];
        double flux = m->area[f] * (m->q[l] - m->q[r]);
        m->r[l] -= flux;
        m->r[r] += flux;
    }
}
/* 11: cells with states and fluxes, local arrays for both sides */
static void cell_fluxes(int n, struct cell *restrict c, double dt)
{
    for (int i = 1; i < n; i++) { // P
        double l[NVAR], r[NVAR], p;
        for (int v = 0; v < NVAR; v++) { // P
            l[v] = c[i - 1].u[v];
            r[v] = c[i].u[v];
        }
        p = 0.4 * (l[ENERGY] - 0.5 * (l[MX] * l[MX] + l[MY] * l[MY]) / l[RHO]);
        c[i].flux[RHO] = 0.5 * (l[MX] + r[MX]);
        c[i].flux[MX] = 0.5 * (l[MX] + r[MX]) + p;
        for (int v = MY; v < NVAR; v++) // P
            c[i].flux[v] = 0.5 * (l[v] + r[v]);
    }
    for (int i = 1; i < n - 1; i++) // P
        for (int v = 0; v < NVAR; v++) // P
            c[i].u[v] -= dt * (c[i + 1].flux[v] - c[i].flux[v]);
}
/* 12: a quadrature whose rule is a structure by value */
static double quadrature(rule q, int n, const double *f)
{
    double sum = 0;
    for (int e = 0; e < n; e++) // R
        for (int k = 0; k < q.n; k++) // R
            sum += q.w[k] * f[e * q.n + k];
    return sum;
}
/* 13: the largest pivot of a column, and where; exchange of rows; elimination */
static int eliminate(int n, double a[n][n], int *perm)
{
    for (int k = 0; k < n; k++) { // S
        int p = k;
        for (int i = k + 1; i < n; i++) // R
            if (fabs(a[i][k]) > fabs(a[p][k]))
                p = i;
        if (a[p][k] == 0)
            return 1;
        perm[k] = p;
        if (p != k)
            for (int j = 0; j < n; j++) { // P
                double t = a[k][j];
                a[k][j] = a[p][j];
                a[p][j] = t;
            }
        for (int i = k + 1; i < n; i++) { // P
            double f = a[i][k] / a[k][k];
            a[i][k] = f;
            for (int j = k + 1; j < n; j++) // P
                a[i][j] -= f * a[k][j];
        }
    }
    return 0;
}
/* 14: colors to gray by pointers that walk, and to a histogram */
static void gray(const pixel *p, int n, unsigned char *out, unsigned hist[256])
{
    const pixel *end = p + n;
    while (p < end) { // P
        *out++ = (unsigned char)((77 * p->r + 150 * p->g + 29 * p->b) >> 8);
        p++;
    }
    out -= n;
    for (int i = 0; i < n; i++) // H
        hist[out[i]]++;
}
/* 15: bins by counting: counts, begins, places */
static void sort_by_cell(int n, int ncell, const int *cell, int *begin, int *place)
{
    for (int c = 0; c <= ncell; c++) // P
        begin[c] = 0;
    for (int i = 0; i < n; i++) // H
        begin[cell[i] + 1]++;
    for (int c = 0; c < ncell; c++) // S
        begin[c + 1] += begin[c];
    for (int i = 0; i < n; i++) // S
        place[begin[cell[i]]++] = i;
    for (int c = ncell; c > 0; c--) // S
        begin[c] = begin[c - 1];
    begin[0] = 0;
}
/* 16: what is around each particle, by the cells' begins */
static void densities(int n, int ncell, const int *begin, const int *place, const int *cell, const double *x, double h, double *rho)
{
    for (int i = 0; i < n; i++) { // P
        double sum = 0;
        for (int c = cell[i] - 1; c <= cell[i] + 1; c++) { // R
            if (c < 0 || c >= ncell)
                continue;
            for (int k = begin[c]; k < begin[c + 1]; k++) { // R
                double d = fabs(x[i] - x[place[k]]);
                if (d < h)
                    sum += (h - d) * (h - d);
            }
        }
        rho[i] = sum;
    }
}
/* 17: rows by pointers into one block */
static void smooth_rows(int n, int m, const double *in, double *out)
{
    for (int i = 1; i < n - 1; i++) { // P
        const double *up = in + (size_t)(i - 1) * m, *mid = up + m, *down = mid + m;
        double *to = out + (size_t)i * m;
        for (int j = 1; j < m - 1; j++) // P
            to[j] = (up[j] + mid[j - 1] + mid[j] + mid[j + 1] + down[j]) / 5;
    }
}
/* 18: conjugate gradients, one step after the other over the same data */
static double cg(int n, int steps, double *restrict x, double *restrict r, double *restrict p, double *restrict q)
{
    double rr = 0;
    for (int i = 0; i < n; i++) { // R
        p[i] = r[i];
        rr += r[i] * r[i];
    }
    for (int s = 0; s < steps; s++) { // S
        double pq = 0, old = rr;
        for (int i = 0; i < n; i++) { // R
            double left = i > 0 ? p[i - 1] : 0, right = i < n - 1 ? p[i + 1] : 0;
            q[i] = 2.1 * p[i] - left - right;
            pq += p[i] * q[i];
        }
        double alpha = rr / pq;
        rr = 0;
        for (int i = 0; i < n; i++) { // R
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
            rr += r[i] * r[i];
        }
        for (int i = 0; i < n; i++) // P
            p[i] = r[i] + rr / old * p[i];
    }
    return rr;
}
/* 19: an alternating sweep: lines along i in scratch memory that is allocated once */
static void implicit_lines(int n, int m, double *restrict u, double a)
{
    double *c = malloc(n * sizeof *c), *d = malloc(n * sizeof *d);
    for (int j = 0; j < m; j++) { // P
        c[0] = -a / (1 + 2 * a);
        d[0] = u[j] / (1 + 2 * a);
        for (int i = 1; i < n; i++) { // S
            double w = 1 + 2 * a + a * c[i - 1];
            c[i] = -a / w;
            d[i] = (u[i * m + j] + a * d[i - 1]) / w;
        }
        u[(n - 1) * m + j] = d[n - 1];
        for (int i = n - 2; i >= 0; i--) // S
            u[i * m + j] = d[i] - c[i] * u[(i + 1) * m + j];
    }
    free(c);
    free(d);
}
/* 20: Gauss and Seidel: a wavefront */
static void seidel(int n, double u[n][n])
{
    for (int i = 1; i < n - 1; i++) // S
        for (int j = 1; j < n - 1; j++) // S
            u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}
/* 21: steps with buffers in turn, over a macro */
static double *march(int n, int steps, double *a, double *b)
{
    for (int s = 0; s < steps; s++) { // S
        for (int i = 1; i < n - 1; i++) // P
            b[i] = a[i] + 0.2 * (a[i - 1] - 2 * a[i] + a[i + 1]);
        b[0] = b[1];
        b[n - 1] = b[n - 2];
        SWAP(a, b);
    }
    return a;
}
/* 22: a complex transform of fixed length for each row, real and imaginary parts beside each other */
static void rows_transform(int rows, const double *restrict in, double *restrict out, const double *restrict w)
{
    for (int r = 0; r < rows; r++) // P
        for (int k = 0; k < 8; k++) { // P
            double re = 0, im = 0;
            for (int t = 0; t < 8; t++) { // R
                const double *x = in + 2 * (8 * r + t), *f = w + 2 * ((k * t) % 8);
                re += x[0] * f[0] - x[1] * f[1];
                im += x[0] * f[1] + x[1] * f[0];
            }
            out[2 * (8 * r + k)] = re;
            out[2 * (8 * r + k) + 1] = im;
        }
}
/* 23: moments of a distribution at each place, velocities inmost */
static void moments(int n, int nv, const double *restrict f, const double *restrict v, double *restrict rho, double *restrict mom, double *restrict temp)
{
    for (int i = 0; i < n; i++) { // P
        double m0 = 0, m1 = 0, m2 = 0;
        const double *fi = &f[i * nv];
        for (int k = 0; k < nv; k++) { // R
            m0 += fi[k];
            m1 += fi[k] * v[k];
            m2 += fi[k] * v[k] * v[k];
        }
        rho[i] = m0;
        mom[i] = m1 / m0;
        temp[i] = m2 / m0 - mom[i] * mom[i];
    }
}
/* 24: upper envelope from the right: a value that goes on */
static void envelope(int n, const double *a, double *e)
{
    double most = a[n - 1];
    for (int i = n - 1; i >= 0; i--) { // S
        if (a[i] > most)
            most = a[i];
        e[i] = most;
    }
}
/* 25: boundaries of a box, all six sides with mirrored values */
static void mirror(domain *d)
{
    int X = d->nx + 2 * d->halo, Y = d->ny + 2 * d->halo, Z = d->nz + 2 * d->halo;
    for (int j = 0; j < Y; j++) // P
        for (int k = 0; k < Z; k++) { // P
            AT(d, 0, j, k) = AT(d, 1, j, k);
            AT(d, X - 1, j, k) = AT(d, X - 2, j, k);
        }
    for (int i = 0; i < X; i++) // P
        for (int k = 0; k < Z; k++) { // P
            AT(d, i, 0, k) = AT(d, i, 1, k);
            AT(d, i, Y - 1, k) = AT(d, i, Y - 2, k);
        }
    for (int i = 0; i < X; i++) // P
        for (int j = 0; j < Y; j++) { // P
            AT(d, i, j, 0) = AT(d, i, j, 1);
            AT(d, i, j, Z - 1) = AT(d, i, j, Z - 2);
        }
}

static unsigned state = 1;
static double some(void) { return ((state = state * 1103515245u + 12345u) >> 16) % 512 / 64.0; }
static double *filled(int n)
{
    double *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) // S
        a[i] = some();
    return a;
}
static void show(const char *what, const double *a, int n)
{
    double s = 0, w = 0;
    for (int i = 0; i < n; i++) { // R
        s += a[i];
        w += a[i] * (i % 7);
    }
    printf("%s %.4f %.4f\n", what, s + 1.00001, w + 1.00001); /* no ties, and no zeros with a sign */
}

int main(void)
{
    enum { N = 24, M = 20, SIZE = 4096 };
    domain a = {8, 7, 6, 1, filled(SIZE)}, b = {8, 7, 6, 1, filled(SIZE)};
    double *x = filled(SIZE), *y = filled(SIZE), *z = filled(SIZE), *w = filled(SIZE);
    int *ix = malloc(SIZE * sizeof *ix), *iy = malloc(SIZE * sizeof *iy), *iz = malloc(SIZE * sizeof *iz);
    unsigned hist[256] = {0};
    diffuse(&a, &b, 0.1);
    pack(&b, x);
    unpack(&a, x);
    mirror(&a);
    show("domain", a.f, 10 * 9 * 8);
    show("buffer", x, 42);
    for (int i = 0; i < SIZE; i++) // P
        ix[i] = i % 5 == 4 ? -1 : (i * 7) % N;
    ell e = {N, 5, ix, w};
    ell_product(&e, x, y);
    show("ell", y, N);
    for (int i = 0; i <= N; i++) // P
        iy[i] = 3 * i;
    for (int i = 0; i < 3 * N; i++) // P
        iz[i] = (i * 5) % N;
    for (int i = 0; i < N; i++) // P
        z[i] = 40 + i;
    printf("worst %.3f\n", csr_jacobi(N, iy, iz, w, z, x, y, z + N));
    show("jacobi", z + N, N);
    particles p = {{N, x, y, z}, {0.01, 2}};
    printf("energy %.3f\n", verlet(&p));
    red_black(N, M, x, w, 1.2);
    show("red", x, N * M);
    panels(N, x, w, y);
    show("panels", y, N * N);
    distances(N, (const double (*)[3])x, z);
    show("distances", z, N * (N - 1) / 2);
    struct table t = {64, 0, 0.1, w};
    look_up_all(&t, N, x, z);
    show("table", z, N);
    for (int i = 0; i < 60; i++) { // P
        iy[i] = i % N;
        iz[i] = (i * 3 + 1) % N;
    }
    mesh m = {N, 60, iy, iz, w, x, y};
    fluxes(&m);
    show("fluxes", y, N);
    struct cell *c = malloc(N * sizeof *c);
    for (int i = 0; i < N; i++) // P
        for (int v = 0; v < NVAR; v++) { // P
            c[i].u[v] = 1 + (i * 5 + v) % 7;
            c[i].flux[v] = 0;
        }
    cell_fluxes(N, c, 0.01);
    printf("cells %.6f %.6f\n", c[3].u[ENERGY], c[17].flux[MX]);
    rule q = {{0.1, 0.2, 0.4, 0.2, 0.1}, 5};
    printf("quadrature %.3f\n", quadrature(q, N, w) + 0.00001);
    printf("eliminate %d\n", eliminate(N, (double (*)[N])w, iy));
    show("lu", w, N * N);
    pixel *img = malloc(N * M * sizeof *img);
    unsigned char *g = malloc(N * M);
    for (int i = 0; i < N * M; i++) // P
        img[i] = (pixel){(unsigned char)(i * 7), (unsigned char)(i * 11), (unsigned char)i, 255};
    gray(img, N * M, g, hist);
    printf("gray %d %u %u\n", g[77], hist[g[77]], hist[0]);
    for (int i = 0; i < SIZE; i++) { // P
        ix[i] = i * 13 % 16;
        x[i] = ix[i] + i % 10 / 10.0;
    }
    sort_by_cell(200, 16, ix, iy, iz);
    densities(200, 16, iy, iz, ix, x, 0.5, z);
    show("densities", z, 200);
    smooth_rows(N, M, x, y);
    show("rows", y + M + 1, M - 2);
    printf("cg %.3f\n", cg(100, 5, x, y, z, w));
    show("cg", x, 100);
    implicit_lines(N, M, y, 0.3);
    show("lines", y, N * M);
    seidel(N, (double (*)[N])y);
    show("seidel", y, N * N);
    show("march", march(200, 7, y, z), 200);
    rows_transform(16, y, z, x);
    show("transform", z, 256);
    moments(N, M, x, y, z, z + N, z + 2 * N);
    show("moments", z, 3 * N);
    envelope(300, x, y);
    show("envelope", y, 300);
    free(a.f), free(b.f), free(x), free(y), free(z), free(w), free(ix), free(iy), free(iz), free(c), free(img), free(g);
    return 0;
}
