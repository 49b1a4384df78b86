/* Differential equations and integrals: Runge-Kutta, many at once, step control, Romberg, adaptive by recursion. */
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DIM = 3, MANY = 60, CHAIN = 40, LEVELS = 8 };

typedef void (*derivative)(const double *y, double *dy);

static void lorenz(const double *y, double *dy)
{
    dy[0] = 10 * (y[1] - y[0]);
    dy[1] = y[0] * (28 - y[2]) - y[1];
    dy[2] = y[0] * y[1] - 8.0 / 3 * y[2];
}

static void runge_kutta(derivative f, double *y, double h)
{
    double k[4][DIM], t[DIM];
    f(y, k[0]);
    /* truth: serial flow(k) distance 1 private(t) */
    for (int s = 1; s < 4; s++) {
        double w = s == 3 ? h : h / 2;
        /* truth: parallel */
        for (int d = 0; d < DIM; d++)
            t[d] = y[d] + w * k[s - 1][d];
        f(t, k[s]);
    }
    /* truth: parallel -- k is a local whose address was given to f, which may keep it but may not use it here */
    for (int d = 0; d < DIM; d++)
        y[d] += h / 6 * (k[0][d] + 2 * k[1][d] + 2 * k[2][d] + k[3][d]);
}

static void many(double y[MANY][DIM], int steps, double h)
{
    /* truth: parallel -- the function is given by name: lorenz() has no state */
    for (int m = 0; m < MANY; m++)
        /* truth: serial flow(y) distance 1 */
        for (int s = 0; s < steps; s++)
            runge_kutta(lorenz, y[m], h);
}

/* The step is halved or doubled by what was found: how many steps there will be nobody knows. */
static int controlled(double *y, double until)
{
    double t = 0, h = 0.01;
    int steps = 0;
    /* truth: serial exit flow(t, y) distance 1 */
    while (t < until) {
        double once[DIM], twice[DIM], error = 0;
        memcpy(once, y, sizeof once);
        memcpy(twice, y, sizeof twice);
        runge_kutta(lorenz, once, h);
        runge_kutta(lorenz, twice, h / 2);
        runge_kutta(lorenz, twice, h / 2);
        /* truth: reduction(max: error) */
        for (int d = 0; d < DIM; d++)
            error = fmax(error, fabs(once[d] - twice[d]));
        if (error > 1e-6 && h > 1e-5) {
            h /= 2;
            continue;
        }
        memcpy(y, twice, sizeof twice);
        t += h;
        if (error < 1e-8)
            h *= 2;
        steps++;
    }
    return steps;
}

/* Springs between neighbours: a force belongs to two of them. */
static double chain(int steps)
{
    double x[CHAIN], v[CHAIN] = {0}, f[CHAIN], e = 0;
    /* truth: parallel */
    for (int i = 0; i < CHAIN; i++)
        x[i] = i + 0.1 * sin(i);
    /* truth: serial flow(x, v) distance 1 private(f) */
    for (int s = 0; s < steps; s++) {
        memset(f, 0, sizeof f);
        /* truth: histogram(f) -- each spring pushes its two ends */
        for (int i = 0; i + 1 < CHAIN; i++) {
            double d = x[i + 1] - x[i] - 1;
            f[i] += d;
            f[i + 1] -= d;
        }
        /* truth: parallel */
        for (int i = 0; i < CHAIN; i++) {
            v[i] += 0.05 * f[i];
            x[i] += 0.05 * v[i];
        }
    }
    /* truth: reduction(+: e) */
    for (int i = 0; i < CHAIN; i++)
        e += v[i] * v[i] * (i + 1);
    return e;
}

static double bell(double x) { return exp(-x * x); }

static double romberg(double from, double to)
{
    double r[LEVELS][LEVELS], h = to - from;
    int n = 1;
    r[0][0] = h / 2 * (bell(from) + bell(to));
    /* truth: serial flow(r, h, n) distance 1 */
    for (int k = 1; k < LEVELS; k++) {
        double s = 0, four = 1;
        h /= 2;
        /* truth: reduction(+: s) */
        for (int i = 0; i < n; i++)
            s += bell(from + (2 * i + 1) * h);
        n *= 2;
        r[k][0] = r[k - 1][0] / 2 + h * s;
        /* truth: serial flow(r, four) distance 1 */
        for (int j = 1; j <= k; j++) {
            four *= 4;
            r[k][j] = r[k][j - 1] + (r[k][j - 1] - r[k - 1][j - 1]) / (four - 1);
        }
    }
    return r[LEVELS - 1][LEVELS - 1];
}

static double adaptive(double a, double b, double fa, double fm, double fb, int depth)
{
    double m = (a + b) / 2, l = bell((a + m) / 2), r = bell((m + b) / 2);
    double whole = (b - a) / 6 * (fa + 4 * fm + fb), parts = (b - a) / 12 * (fa + 4 * l + 2 * fm + 4 * r + fb);
    if (depth == 0 || fabs(whole - parts) < 1e-10)
        return parts;
    return adaptive(a, m, fa, l, fm, depth - 1) + adaptive(m, b, fm, r, fb, depth - 1);
}

static double pieces(int n)
{
    double s = 0;
    /* truth: reduction(+: s) */
    for (int i = 0; i < n; i++) {
        double a = 3.0 * i / n, b = 3.0 * (i + 1) / n;
        s += adaptive(a, b, bell(a), bell((a + b) / 2), bell(b), 12);
    }
    return s;
}

int main(void)
{
    static double y[MANY][DIM];
    double mean = 0, one[DIM] = {1, 1, 1};
    /* truth: parallel */
    for (int m = 0; m < MANY; m++) {
        y[m][0] = 1 + m * 0.01;
        y[m][1] = y[m][2] = 1;
    }
    many(y, 30, 0.01);
    /* truth: reduction(+: mean) */
    for (int m = 0; m < MANY; m++)
        mean += y[m][2] / MANY;
    int steps = controlled(one, 0.5);
    printf("%.9f, %s, %.6f\n", mean, steps > 10 ? "controlled" : "free", one[2]);
    printf("%.9f %.9f %.9f\n", chain(100), romberg(0, 3), pieces(5));
    return 0;
}
