/* Stencils in two and three dimensions, fluids, waves; static arrays, arrays of variable length, pointers, macros. The letters are the truths: see kernels.py. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define NX 40
#define NY 36
#define NZ 12
#define AT(p, i, j, k) (p)[((k) * ny + (j)) * nx + (i)]
#define SWAP(a, b) do { double *t_ = a; a = b; b = t_; } while (0)
static double u[NX + 2][NY + 2], v[NX + 2][NY + 2], p[NX + 2][NY + 2];
static float ex[NX][NY], ey[NX][NY], hz[NX][NY];
typedef struct { double rho, mu, e; } cell;

static void jacobi2d(int n, int m, double a[n][m], double b[n][m], int steps)
{
    for (int t = 0; t < steps; t++) { // S
        for (int i = 1; i < n - 1; i++) // P
            for (int j = 1; j < m - 1; j++) // P
                b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][1 + j] + a[1 + i][j] + a[i - 1][j]);
        for (int i = 1; i < n - 1; i++) // P
            for (int j = 1; j < m - 1; j++) // P
                a[i][j] = b[i][j];
    }
}
static void seidel(int n, int m, double a[n][m])
{
    for (int i = 1; i <= n - 2; i++) // S
        for (int j = 1; j <= m - 2; j++) // S
            a[i][j] = (a[i - 1][j] + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j]) / 5;
}
static void redblack(int n, int m, double *a)
{
    for (int color = 0; color < 2; color++) // S
        for (int i = 1; i < n - 1; i++) // P
            for (int j = 1 + (i + color) % 2; j < m - 1; j += 2) // P
                a[i * m + j] = 0.25 * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]);
}
static void fdtd(int steps)
{
    for (int t = 0; t < steps; t++) { // S
        for (int j = 0; j < NY; j++) // P
            ey[0][j] = t;
        for (int i = 1; i < NX; i++) // P
            for (int j = 0; j < NY; j++) // P
                ey[i][j] = ey[i][j] - 0.5f * (hz[i][j] - hz[i - 1][j]);
        for (int i = 0; i < NX; i++) // P
            for (int j = 1; j < NY; j++) // P
                ex[i][j] = ex[i][j] - 0.5f * (hz[i][j] - hz[i][j - 1]);
        for (int i = 0; i < NX - 1; i++) // P
            for (int j = 0; j < NY - 1; j++) // P
                hz[i][j] = hz[i][j] - 0.7f * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
    }
}
static void heat3d(int nx, int ny, int nz, const double *in, double *out)
{
    for (int k = 1; k < nz - 1; k++) // P
        for (int j = 1; j < ny - 1; j++) // P
            for (int i = 1; i < nx - 1; i++) // P
                AT(out, i, j, k) = AT(in, i, j, k) + 0.1 * (AT(in, i + 1, j, k) + AT(in, i - 1, j, k) + AT(in, i, j + 1, k) +
                                   AT(in, i, j - 1, k) + AT(in, i, j, k + 1) + AT(in, i, j, k - 1) - 6 * AT(in, i, j, k));
}
static void pressure(double dt)
{
    static double rhs[NX + 2][NY + 2];
    for (int i = 1; i <= NX; i++) // P
        for (int j = 1; j <= NY; j++) // P
            rhs[i][j] = i % 3 * 0.1 + ((u[i][j] - u[i - 1][j]) + (v[i][j] - v[i][j - 1])) / dt;
    for (int it = 0; it < 4; it++) { // S
        double res = 0;
        for (int i = 1; i <= NX; i++) // S
            for (int j = 1; j <= NY; j++) { // S
                double d = 0.25 * (p[i + 1][j] + p[i - 1][j] + p[i][j + 1] + p[i][j - 1] - rhs[i][j]) - p[i][j];
                p[i][j] += 1.2 * d;
                res = fmax(res, fabs(d));
            }
        if (res < 1e-9)
            break;
    }
    for (int i = 1; i < NX; i++) // P
        for (int j = 1; j <= NY; j++) // P
            u[i][j] -= dt * (p[i + 1][j] - p[i][j]);
}
static void boundaries(void)
{
    int i;
    for (i = 0; i <= NX + 1; i++) { // P
        u[i][0] = -u[i][1];
        u[i][NY + 1] = 2 - u[i][NY];
        v[i][0] = 0;
        v[i][NY] = 0;
    }
    for (int j = 0; j <= NY + 1; j++) { // P
        p[0][j] = p[1][j];
        p[NX + 1][j] = p[NX][j];
    }
}
static double timestep(const cell *c, int n)
{
    double dt = 1e30;
    for (int i = 0; i < n; i++) { // R
        double vel = fabs(c[i].mu) / c[i].rho, snd = sqrt(1.4 * c[i].e / c[i].rho);
        double h = 0.01 / (vel + snd);
        if (h < dt)
            dt = h;
    }
    return dt;
}
static void flux(const cell *c, cell *f, int n)
{
    for (int i = 0; i < n - 1; i++) { // P
        const cell *l = &c[i], *r = c + i + 1;
        double a = 0.5 * (l->rho + r->rho);
        f[i].rho = 0.5 * (l->mu + r->mu) - a * (r->rho - l->rho);
        f[i].mu = 0.5 * (l->mu * l->mu / l->rho + r->mu * r->mu / r->rho) - a * (r->mu - l->mu);
        f[i].e = 0.5 * (l->e + r->e);
    }
}
static void advance(cell *c, const cell *f, int n, double dtdx)
{
    for (int i = 1; i < n - 1; ++i) { // P
        c[i].rho -= dtdx * (f[i].rho - f[i - 1].rho);
        c[i].mu -= dtdx * (f[i].mu - f[i - 1].mu);
        c[i].e += 1e-3 * dtdx * (f[i].e - f[i - 1].e);
    }
}
static void adi(int n, double x[n][n], double c[n])
{
    double d[NX];
    for (int i = 0; i < n; i++) { // P
        d[0] = x[i][0];
        for (int j = 1; j < n; j++) // S
            d[j] = (x[i][j] + 0.3 * d[j - 1]) / (1 + c[j]);
        for (int j = n - 2; j >= 0; j--) // S
            d[j] = d[j] - 0.3 * d[j + 1];
        for (int j = 0; j < n; j++) // P
            x[i][j] = d[j];
    }
}
static void lbm(int n, double *f, double *g)
{
    static const int cx[5] = {0, 1, -1, 0, 0}, cy[5] = {0, 0, 0, 1, -1};
    static const double w[5] = {1 / 3., 1 / 6., 1 / 6., 1 / 6., 1 / 6.};
    for (int y = 0; y < n; y++) // P
        for (int x = 0; x < n; x++) { // P
            double rho = 0, mx = 0, my = 0;
            for (int q = 0; q < 5; q++) { // R
                int xs = (x - cx[q] + n) % n, ys = (y - cy[q] + n) % n;
                double h = f[(ys * n + xs) * 5 + q];
                rho += h;
                mx += cx[q] * h;
                my += cy[q] * h;
            }
            for (int q = 0; q < 5; q++) // P
                g[(y * n + x) * 5 + q] = w[q] * (rho + 3 * (cx[q] * mx + cy[q] * my));
        }
}
int main(void)
{
    double (*a)[NY] = malloc(sizeof(double[NX][NY])), (*b)[NY] = malloc(NX * sizeof *b);
    double *in = malloc(NX * NY * NZ * sizeof(double)), *out = malloc(NX * NY * NZ * sizeof(double));
    cell *c = malloc(200 * sizeof *c), *f = malloc(200 * sizeof(cell));
    double x[NX][NX], cc[NX];
    for (int i = 0; i < NX; i++) // P
        for (int j = 0; j < NY; j++) { // P
            a[i][j] = i * j % 9;
            b[i][j] = 0;
            hz[i][j] = (float)(i + j) / 10;
        }
    for (int i = 0; i < NX * NY * NZ; i++) // P
        in[i] = out[i] = i % 13;
    for (int i = 0; i < 200; i++) { // P
        c[i] = (cell){1 + (i > 100), 0.1 * i, 5};
    }
    memset(u, 0, sizeof u);
    jacobi2d(NX, NY, a, b, 4);
    seidel(NX, NY, a);
    redblack(NX, NY, &a[0][0]);
    fdtd(3);
    for (int s = 0; s < 3; s++) { // S
        heat3d(NX, NY, NZ, in, out);
        SWAP(in, out);
    }
    for (int s = 0; s < 2; s++) { // S
        boundaries();
        pressure(0.1);
    }
    double dt = 0;
    for (int s = 0; s < 5; s++) { // S
        dt += timestep(c, 200);
        flux(c, f, 200);
        advance(c, f, 200, 1e-3);
    }
    for (int i = 0; i < NX; i++) { // P
        cc[i] = 1 + i % 4;
        for (int j = 0; j < NX; j++) // P
            x[i][j] = i - j;
    }
    adi(NX, x, cc);
    double *lf = malloc(20 * 20 * 5 * sizeof *lf), *lg = malloc(20 * 20 * 5 * sizeof *lg);
    for (int i = 0; i < 20 * 20 * 5; i++) // P
        lf[i] = 1 + (i % 17) * 0.01;
    for (int t = 0; t < 4; t++) { // S
        lbm(20, lf, lg);
        double *tmp = lf;
        lf = lg;
        lg = tmp;
    }
    printf("%.5e %.5e %.5e %.5e %.5e %.5e %.5e %.5e\n", a[7][8], in[333], (double)hz[3][5], u[5][NY - 1], p[4][NY - 1], dt, x[5][9], lf[77]);
    printf("%.5e %.5e %.5e\n", c[100].rho, c[99].mu, c[101].e);
    return 0;
}
