/* Interpolation in tables: an equation of state on a grid, splines, lookups that remember where they were. */
#include <math.h>
#include <stdio.h>

enum { POINTS = 64, QUERIES = 1500, NT = 20, NP = 16 };

static double xs[POINTS], ys[POINTS], slope2[POINTS];
static double eos[NT][NP];

static void build(void)
{
    /* truth: parallel */
    for (int i = 0; i < POINTS; i++) {
        double t = i / (double)(POINTS - 1);
        xs[i] = t * t * 10;
        ys[i] = exp(-t) * cos(6 * t);
    }
    /* truth: parallel */
    for (int i = 0; i < NT; i++)
        /* truth: parallel */
        for (int j = 0; j < NP; j++)
            eos[i][j] = log(1 + i) * sqrt(1 + j * 0.5);
}

/* Natural spline: a tridiagonal system, down and up. */
static void spline(const double *x, const double *y, double *y2, int n)
{
    double u[POINTS];
    y2[0] = u[0] = 0;
    /* truth: serial flow(y2, u) distance 1 */
    for (int i = 1; i < n - 1; i++) {
        double sig = (x[i] - x[i - 1]) / (x[i + 1] - x[i - 1]), p = sig * y2[i - 1] + 2;
        y2[i] = (sig - 1) / p;
        u[i] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]) - (y[i] - y[i - 1]) / (x[i] - x[i - 1]);
        u[i] = (6 * u[i] / (x[i + 1] - x[i - 1]) - sig * u[i - 1]) / p;
    }
    y2[n - 1] = 0;
    /* truth: serial flow(y2) distance 1 */
    for (int k = n - 2; k >= 0; k--)
        y2[k] = y2[k] * y2[k + 1] + u[k];
}

static int bisect(const double *x, int n, double at)
{
    int low = 0, high = n - 1;
    /* truth: serial exit flow(low, high) */
    while (high - low > 1) {
        int mid = (low + high) / 2;
        if (x[mid] > at)
            high = mid;
        else
            low = mid;
    }
    return low;
}

static double value(double at)
{
    int k = bisect(xs, POINTS, at);
    double h = xs[k + 1] - xs[k], a = (xs[k + 1] - at) / h, b = 1 - a;
    return a * ys[k] + b * ys[k + 1] + ((a * a * a - a) * slope2[k] + (b * b * b - b) * slope2[k + 1]) * h * h / 6;
}

static void many(const double *restrict at, double *restrict out, int n)
{
    /* truth: parallel -- value() reads tables only */
    for (int i = 0; i < n; i++)
        out[i] = value(at[i]);
}

/* Remembers the interval of the query before: the result is the same, but the state is carried. */
static double hunt(double at)
{
    static int last;
    /* truth: serial exit flow(last) distance 1 */
    while (last < POINTS - 2 && xs[last + 1] <= at)
        last++;
    /* truth: serial exit flow(last) distance 1 */
    while (last > 0 && xs[last] > at)
        last--;
    double t = (at - xs[last]) / (xs[last + 1] - xs[last]);
    return ys[last] + t * (ys[last + 1] - ys[last]);
}

static void many_hunted(const double *restrict at, double *restrict out, int n)
{
    /* truth: serial call(hunt) -- a static variable of hunt() is carried */
    for (int i = 0; i < n; i++)
        out[i] = hunt(at[i]);
}

static double bilinear(double t, double p)
{
    int i = t < 0 ? 0 : t >= NT - 1 ? NT - 2 : (int)t, j = p < 0 ? 0 : p >= NP - 1 ? NP - 2 : (int)p;
    double a = t - i, b = p - j;
    return (1 - a) * ((1 - b) * eos[i][j] + b * eos[i][j + 1]) + a * ((1 - b) * eos[i + 1][j] + b * eos[i + 1][j + 1]);
}

/* Finds t for a given value by bisection, for each query alone. */
static void invert(const double *restrict want, const double *restrict p, double *restrict t, int n)
{
    int i, k;
    double low, high, mid;
    /* truth: parallel private(k, low, high, mid) */
    for (i = 0; i < n; i++) {
        low = 0;
        high = NT - 1;
        /* truth: serial flow(low, high) */
        for (k = 0; k < 30; k++) {
            mid = 0.5 * (low + high);
            if (bilinear(mid, p[i]) < want[i])
                low = mid;
            else
                high = mid;
        }
        t[i] = 0.5 * (low + high);
    }
}

int main(void)
{
    static double at[QUERIES], smooth[QUERIES], linear[QUERIES], p[QUERIES], t[QUERIES];
    double sum = 0, worst = 0;
    build();
    spline(xs, ys, slope2, POINTS);
    /* truth: parallel */
    for (int i = 0; i < QUERIES; i++) {
        at[i] = 10.0 * (i * 61 % QUERIES) / QUERIES;
        p[i] = i % 140 * 0.1;
    }
    many(at, smooth, QUERIES);
    many_hunted(at, linear, QUERIES);
    /* truth: reduction(max: worst) reduction(+: sum) */
    for (int i = 0; i < QUERIES; i++) {
        double d = fabs(smooth[i] - linear[i]);
        if (d > worst)
            worst = d;
        sum += smooth[i] * (i % 3);
    }
    printf("spline %.9f, linear apart by %.6f\n", sum, worst);
    /* truth: parallel */
    for (int i = 0; i < QUERIES; i++)
        smooth[i] = bilinear(at[i], p[i]);
    invert(smooth, p, t, QUERIES);
    worst = 0;
    /* truth: reduction(max: worst) */
    for (int i = 0; i < QUERIES; i++)
        if (fabs(t[i] - at[i]) > worst)
            worst = fabs(t[i] - at[i]);
    printf("inverted %s\n", worst < 1e-6 ? "well" : "badly");
    return 0;
}
