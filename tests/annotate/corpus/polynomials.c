/* Polynomials and series: Horner, divided differences, Clenshaw, orthogonal families, roots, products, evaluation at many points. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DEGREE = 16, POINTS = 80, ROOTS = 7 };

static double horner(const double *c, int n, double x)
{
    double r = c[n];
    /* truth: serial flow(r) distance 1 -- a product and a sum in each step */
    for (int k = n - 1; k >= 0; k--)
        r = r * x + c[k];
    return r;
}

/* The powers are carried, the sum is a reduction. */
static double by_powers(const double *c, int n, double x)
{
    double r = 0, p = 1;
    /* truth: serial flow(p) distance 1 reduction(+: r) */
    for (int k = 0; k <= n; k++) {
        r += c[k] * p;
        p *= x;
    }
    return r;
}

static void evaluate(const double *c, int n, const double *restrict x, double *restrict y, int m)
{
    /* truth: parallel */
    for (int i = 0; i < m; i++)
        y[i] = horner(c, n, x[i]) + by_powers(c, n, x[i]);
}

/* Divided differences in place: from the end, so that old values are read. */
static void divided(const double *restrict x, double *restrict d, int n)
{
    /* truth: serial flow(d) distance 1 */
    for (int level = 1; level < n; level++)
        /* truth: serial anti(d) distance 1 */
        for (int i = n - 1; i >= level; i--)
            d[i] = (d[i] - d[i - 1]) / (x[i] - x[i - level]);
}

static double newton_form(const double *d, const double *x, int n, double at)
{
    double r = d[n - 1];
    /* truth: serial flow(r) distance 1 */
    for (int k = n - 2; k >= 0; k--)
        r = r * (at - x[k]) + d[k];
    return r;
}

static double clenshaw(const double *c, int n, double x)
{
    double b1 = 0, b2 = 0;
    /* truth: serial flow(b1, b2) distance 1 */
    for (int k = n; k > 0; k--) {
        double b = 2 * x * b1 - b2 + c[k];
        b2 = b1;
        b1 = b;
    }
    return x * b1 - b2 + c[0];
}

/* A table of Legendre polynomials: three terms along the degree, independent along the points. */
static void legendre(double p[restrict DEGREE][POINTS], const double *restrict x)
{
    int n, i;
    /* truth: parallel */
    for (i = 0; i < POINTS; i++) {
        p[0][i] = 1;
        p[1][i] = x[i];
    }
    /* truth: serial flow(p) distance 1 private(i) */
    for (n = 1; n < DEGREE - 1; n++)
        /* truth: parallel */
        for (i = 0; i < POINTS; i++)
            p[n + 1][i] = ((2 * n + 1) * x[i] * p[n][i] - n * p[n - 1][i]) / (n + 1);
}

/* The same the other way round: the outer loop is the parallel one. */
static void legendre_by_point(double p[restrict DEGREE][POINTS], const double *restrict x)
{
    /* truth: parallel */
    for (int i = 0; i < POINTS; i++) {
        double before = 1, here = x[i];
        /* truth: serial flow(before, here) distance 1 */
        for (int n = 1; n < DEGREE - 1; n++) {
            double next = ((2 * n + 1) * x[i] * here - n * before) / (n + 1);
            before = here;
            here = next;
            p[n + 1][i] -= next;
        }
    }
}

static void multiply(const double *restrict a, int n, const double *restrict b, int m, double *restrict c)
{
    /* truth: parallel */
    for (int k = 0; k <= n + m; k++)
        c[k] = 0;
    /* truth: histogram(c[]) */
    for (int i = 0; i <= n; i++)
        /* truth: parallel */
        for (int j = 0; j <= m; j++)
            c[i + j] += a[i] * b[j];
}

static void derive(double *c, int n)
{
    /* truth: serial anti(c) distance 1 */
    for (int k = 0; k < n; k++)
        c[k] = (k + 1) * c[k + 1];
    c[n] = 0;
}

/* All roots at once; each step uses those that are new already. */
static int durand_kerner(const double *c, double complex *z)
{
    int rounds = 0;
    double step;
    /* truth: parallel -- a power for each */
    for (int k = 0; k < ROOTS; k++)
        z[k] = cpow(0.4 + 0.9 * I, k);
    /* truth: serial exit flow(z) distance 1 */
    do {
        step = 0;
        /* truth: serial flow(z) distance 1 reduction(+: step) */
        for (int k = 0; k < ROOTS; k++) {
            double complex v = 1, d = 1;
            /* truth: serial flow(v) distance 1 */
            for (int m = ROOTS - 1; m >= 0; m--)
                v = v * z[k] + c[m];
            /* truth: reduction(*: d) */
            for (int m = 0; m < ROOTS; m++)
                if (m != k)
                    d *= z[k] - z[m];
            z[k] -= v / d;
            step += cabs(v / d);
        }
    } while (step > 1e-12 && ++rounds < 100);
    return rounds;
}

int main(void)
{
    static double table[DEGREE][POINTS];
    double c[2 * DEGREE + 2], x[POINTS], y[POINTS], d[DEGREE], product[2 * DEGREE + 1], sum = 0, worst = 0;
    double complex z[ROOTS], total = 0;
    /* truth: parallel */
    for (int k = 0; k <= DEGREE; k++)
        c[k] = 1.0 / (1 + k * k % 11);
    /* truth: parallel */
    for (int i = 0; i < POINTS; i++)
        x[i] = -0.95 + i * 0.024;
    evaluate(c, DEGREE, x, y, POINTS);
    /* truth: reduction(+: sum) */
    for (int i = 0; i < POINTS; i++)
        sum += y[i];
    memcpy(d, y, sizeof d);
    divided(x, d, DEGREE);
    printf("%.6f, interpolated %s, %.6f\n", sum, fabs(newton_form(d, x, DEGREE, x[3]) - y[3]) < 1e-6 ? "well" : "badly",
           clenshaw(c, DEGREE, 0.3));
    legendre(table, x);
    legendre_by_point(table, x);
    /* truth: reduction(max: worst) */
    for (int n = 2; n < DEGREE; n++)
        /* truth: reduction(max: worst) */
        for (int i = 0; i < POINTS; i++)
            worst = fabs(table[n][i]) > worst ? fabs(table[n][i]) : worst;
    multiply(c, DEGREE, c, DEGREE, product);
    derive(product, 2 * DEGREE);
    int rounds = durand_kerner(c, z);
    /* truth: reduction(+: total) */
    for (int k = 0; k < ROOTS; k++)
        total += z[k];
    printf("%s, %.6f, %s, roots sum to %.6f\n", worst < 1e-12 ? "equal" : "different", product[5], rounds < 100 ? "found" : "lost",
           creal(total));
    return 0;
}
