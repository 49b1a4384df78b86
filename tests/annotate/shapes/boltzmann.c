/* A lattice gas with tables of directions; arrays local to a cell; pull, push, bounce back. */
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NX = 24, NY = 18, Q = 9 };
static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int back[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double weight[Q] = {4 / 9., 1 / 9., 1 / 9., 1 / 9., 1 / 9., 1 / 36., 1 / 36., 1 / 36., 1 / 36.};
static double f[NX * NY * Q], g[NX * NY * Q];
static unsigned char solid[NX * NY];

static int at(int x, int y) { return y * NX + x; }

static void moments(const double *f, double *rho, double *ux, double *uy)
{
    double r = 0, u = 0, v = 0;
    /* truth: reduction(+: r, u, v) */
    for (int k = 0; k < Q; k++) {
        r += f[k];
        u += cx[k] * f[k];
        v += cy[k] * f[k];
    }
    *rho = r;
    *ux = u / r;
    *uy = v / r;
}

static void equilibrium(double rho, double u, double v, double *feq)
{
    double usq = 1.5 * (u * u + v * v);
    /* truth: parallel */
    for (int k = 0; k < Q; k++) {
        double cu = 3 * (cx[k] * u + cy[k] * v);
        feq[k] = weight[k] * rho * (1 + cu + 0.5 * cu * cu - usq);
    }
}

static void collide(double tau)
{
    double feq[Q], rho, u, v;
    /* truth: parallel private(feq, rho, u, v) */
    for (int c = 0; c < NX * NY; c++) {
        if (solid[c])
            continue;
        moments(&f[c * Q], &rho, &u, &v);
        equilibrium(rho, u + 1e-4, v, feq);
        /* truth: parallel */
        for (int k = 0; k < Q; k++)
            f[c * Q + k] -= (f[c * Q + k] - feq[k]) / tau;
    }
}

static void pull(void)
{
    /* truth: parallel */
    for (int y = 0; y < NY; y++)
        /* truth: parallel */
        for (int x = 0; x < NX; x++)
            /* truth: parallel */
            for (int k = 0; k < Q; k++) {
                int xs = (x - cx[k] + NX) % NX, ys = (y - cy[k] + NY) % NY;
                if (solid[at(xs, ys)])
                    g[at(x, y) * Q + k] = f[at(x, y) * Q + back[k]];
                else
                    g[at(x, y) * Q + k] = f[at(xs, ys) * Q + k];
            }
}

static void push_(void)
{
    /* truth: parallel -- one direction at a time is a shift */
    for (int k = 0; k < Q; k++)
        /* truth: parallel */
        for (int y = 1; y < NY - 1; y++)
            /* truth: parallel */
            for (int x = 1; x < NX - 1; x++)
                f[at(x + cx[k], y + cy[k]) * Q + k] = g[at(x, y) * Q + k];
}

static double fastest(int *where)
{
    double most = -1;
    int which = 0;
    /* truth: reduction(argmax: most, which) -- the first of equals */
    for (int c = 0; c < NX * NY; c++) {
        double rho, u, v;
        moments(&f[c * Q], &rho, &u, &v);
        double s = sqrt(u * u + v * v);
        if (s > most) {
            most = s;
            which = c;
        }
    }
    *where = which;
    return most;
}

int main(void)
{
    double mass = 0;
    int where;
    /* truth: parallel */
    for (int c = 0; c < NX * NY; c++) {
        solid[c] = c / NX == 0 || c / NX == NY - 1;
        /* truth: parallel */
        for (int k = 0; k < Q; k++)
            f[c * Q + k] = weight[k] * (1 + 0.01 * (c % 5));
    }
    /* truth: serial flow(f) distance 1 */
    for (int t = 0; t < 10; t++) {
        collide(0.8);
        pull();
        memcpy(f, g, sizeof f);
        push_();
    }
    /* truth: reduction(+: mass) */
    for (int k = 0; k < NX * NY * Q; k++)
        mass += f[k];
    double s = fastest(&where);
    printf("%.8f %.8f %d\n", mass, s, where);
    return 0;
}
