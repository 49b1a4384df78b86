/* Finite volumes: fluxes through out-parameters, limiters, time step, boundaries, update. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define VARS 3
#define CELLS 100
#define NG 2
#define ALL (CELLS + 2 * NG)
#define MIN(a, b) ((a) < (b) ? (a) : (b))
static const double gam = 1.4;
static double q[ALL][VARS], flux[ALL + 1][VARS], slope[ALL][VARS], cons[VARS];

static double pressure(const double *u) { return (gam - 1) * (u[2] - 0.5 * u[1] * u[1] / u[0]); }
static double minmod(double a, double b)
{
    if (a * b <= 0)
        return 0;
    return fabs(a) < fabs(b) ? a : b;
}

static double time_step(double cfl, double dx)
{
    double dt = 1e30;
    /* truth: reduction(min: dt) */
    for (int i = NG; i < ALL - NG; i++) {
        double c = sqrt(gam * pressure(q[i]) / q[i][0]);
        dt = MIN(dt, cfl * dx / (fabs(q[i][1] / q[i][0]) + c));
    }
    return dt;
}

static void physical(const double u[VARS], double f[VARS])
{
    double p = pressure(u), v = u[1] / u[0];
    f[0] = u[1];
    f[1] = u[1] * v + p;
    f[2] = (u[2] + p) * v;
}

static void rusanov(const double *l, const double *r, double *f)
{
    double fl[VARS], fr[VARS], cl = sqrt(gam * pressure(l) / l[0]), cr = sqrt(gam * pressure(r) / r[0]);
    double s = fmax(fabs(l[1] / l[0]) + cl, fabs(r[1] / r[0]) + cr);
    physical(l, fl);
    physical(r, fr);
    /* truth: guarded alias(f, l, r) calls(pass) */
    for (int k = 0; k < VARS; k++)
        f[k] = 0.5 * (fl[k] + fr[k] - s * (r[k] - l[k]));
}

static void boundaries(void)
{
    /* truth: parallel */
    for (int g = 0; g < NG; g++)
        /* truth: parallel */
        for (int k = 0; k < VARS; k++) {
            q[g][k] = q[2 * NG - 1 - g][k] * (k == 1 ? -1 : 1);
            q[ALL - 1 - g][k] = q[ALL - 2 * NG + g][k];
        }
}

static void slopes(void)
{
    /* truth: parallel */
    for (int i = 1; i < ALL - 1; i++)
        /* truth: parallel */
        for (int k = 0; k < VARS; k++)
            slope[i][k] = minmod(q[i][k] - q[i - 1][k], q[i + 1][k] - q[i][k]);
}

static void fluxes(void)
{
    double left[VARS], right[VARS];
    int k;
    /* truth: parallel private(left, right, k) */
    for (int i = NG; i <= ALL - NG; i++) {
        /* truth: parallel */
        for (k = 0; k < VARS; k++) {
            left[k] = q[i - 1][k] + 0.5 * slope[i - 1][k];
            right[k] = q[i][k] - 0.5 * slope[i][k];
        }
        rusanov(left, right, flux[i]);
    }
}

static void update(double r)
{
    /* truth: parallel */
    for (int i = NG; i < ALL - NG; i++)
        /* truth: parallel */
        for (int k = 0; k < VARS; k++)
            q[i][k] -= r * (flux[i + 1][k] - flux[i][k]);
}

static void totals(void)
{
    /* truth: parallel */
    for (int k = 0; k < VARS; k++)
        cons[k] = 0;
    /* truth: histogram(cons) */
    for (int i = NG; i < ALL - NG; i++)
        /* truth: parallel */
        for (int k = 0; k < VARS; k++)
            cons[k] += q[i][k];
}

static int steepest(double *by)
{
    double most = -1;
    int where = 0, i;
    /* truth: reduction(argmax: most, where) -- the first of equals */
    for (i = NG; i < ALL - NG - 1; i++) {
        const double jump = fabs(q[i + 1][0] - q[i][0]);
        if (jump > most)
            most = jump, where = i;
    }
    *by = most;
    return where;
}

int main(void)
{
    double t = 0, dx = 1.0 / CELLS, by;
    int steps = 0;
    /* truth: parallel */
    for (int i = 0; i < ALL; i++) {
        q[i][0] = i < ALL / 2 ? 1 : 0.125;
        q[i][1] = 0;
        q[i][2] = (i < ALL / 2 ? 1 : 0.1) / (gam - 1);
    }
    /* truth: serial flow(q, t) distance 1 */
    while (t < 0.1) {
        double dt = time_step(0.4, dx);
        boundaries();
        slopes();
        fluxes();
        update(dt / dx);
        t += dt;
        steps++;
    }
    totals();
    int where = steepest(&by);
    printf("%d %.6f %.6f %.6f %d %.6f\n", steps, cons[0], cons[1], cons[2], where, by);
    return 0;
}
