/* Runge-Kutta: one large system by stages, and many small ones with their own scratch arrays. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define D 3
static void lorenz(const double *y, double *dy)
{
    dy[0] = 10 * (y[1] - y[0]);
    dy[1] = y[0] * (28 - y[2]) - y[1];
    dy[2] = y[0] * y[1] - 8.0 / 3 * y[2];
}

static void step_one(double *y, double h)
{
    double k1[D], k2[D], k3[D], k4[D], t[D];
    lorenz(y, k1);
    /* truth: parallel */
    for (int d = 0; d < D; d++)
        t[d] = y[d] + h / 2 * k1[d];
    lorenz(t, k2);
    /* truth: parallel */
    for (int d = 0; d < D; d++)
        t[d] = y[d] + h / 2 * k2[d];
    lorenz(t, k3);
    /* truth: parallel */
    for (int d = 0; d < D; d++)
        t[d] = y[d] + h * k3[d];
    lorenz(t, k4);
    /* truth: parallel -- y was there before the local arrays */
    for (int d = 0; d < D; d++)
        y[d] += h / 6 * (k1[d] + 2 * k2[d] + 2 * k3[d] + k4[d]);
}

static void ensemble(double (*y)[D], int n, int steps, double h)
{
    /* truth: parallel */
    for (int i = 0; i < n; i++)
        /* truth: serial flow(y) distance 1 */
        for (int s = 0; s < steps; s++)
            step_one(y[i], h);
}

/* Scratch arrays declared by the caller, passed down. */
static void midpoint(const double *y, double *out, double *work, double h)
{
    lorenz(y, work);
    /* truth: guarded alias(work, y) calls(pass) */
    for (int d = 0; d < D; d++)
        work[d] = y[d] + h / 2 * work[d];
    lorenz(work, out);
    /* truth: guarded alias(out, y) calls(pass) */
    for (int d = 0; d < D; d++)
        out[d] = y[d] + h * out[d];
}

static double spread(double (*restrict y)[D], int n, double h)
{
    double work[D], out[D], most = 0;
    /* truth: reduction(max: most) private(work, out) */
    for (int i = 0; i < n; i++) {
        midpoint(y[i], out, work, h);
        double r = 0;
        /* truth: reduction(+: r) */
        for (int d = 0; d < D; d++)
            r += (out[d] - y[i][d]) * (out[d] - y[i][d]);
        most = fmax(most, sqrt(r));
    }
    return most;
}

static void rhs(const double *restrict u, double *restrict du, int n)
{
    /* truth: parallel */
    for (int i = 0; i < n; i++)
        du[i] = u[i > 0 ? i - 1 : n - 1] - 2 * u[i] + u[i < n - 1 ? i + 1 : 0];
}

static double heat(int n, int steps)
{
    double *u = malloc(n * sizeof *u), *k[4], *t = malloc(n * sizeof *t), h = 0.2, sum = 0;
    static const double a[4] = {0, 0.5, 0.5, 1}, b[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
    if (!u || !t)
        exit(1);
    /* truth: parallel */
    for (int s = 0; s < 4; s++)
        k[s] = calloc(n, sizeof **k);
    /* truth: parallel */
    for (int i = 0; i < n; i++)
        u[i] = i % 7;
    /* truth: serial flow(u) distance 1 */
    for (int step = 0; step < steps; step++) {
        /* truth: serial flow(t, k) distance 1 */
        for (int s = 0; s < 4; s++) {
            /* truth: parallel */
            for (int i = 0; i < n; i++)
                t[i] = u[i] + (s ? h * a[s] * k[s - 1][i] : 0);
            rhs(t, k[s], n);
        }
        /* truth: parallel */
        for (int i = 0; i < n; i++)
            /* truth: reduction(+: u) */
            for (int s = 0; s < 4; s++)
                u[i] += h * b[s] * k[s][i];
    }
    /* truth: reduction(+: sum) */
    for (int i = 0; i < n; i++)
        sum += u[i] * u[i];
    /* truth: parallel */
    for (int s = 0; s < 4; s++)
        free(k[s]);
    free(u);
    free(t);
    return sum;
}

int main(void)
{
    static double y[50][D];
    double sum = 0;
    /* truth: parallel */
    for (int i = 0; i < 50; i++) {
        y[i][0] = 1 + 0.01 * i;
        y[i][1] = 1;
        y[i][2] = 20;
    }
    ensemble(y, 50, 20, 0.01);
    /* truth: reduction(+: sum) */
    for (int i = 0; i < 50; i++)
        sum += y[i][0] + y[i][1] + y[i][2];
    printf("%.9f %.9f %.9f\n", sum, spread(y, 50, 0.01), heat(64, 30));
    return 0;
}
