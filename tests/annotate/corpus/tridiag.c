/* Tridiagonal systems: the Thomas algorithm, many of them interleaved, and cyclic reduction. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int n;
    double *lower, *diag, *upper, *rhs;
} tridiag;

static void thomas(tridiag *t, double *x)
{
    int i;
    /* truth: serial flow(t->diag, t->rhs) distance 1 */
    for (i = 1; i < t->n; i++) {
        double w = t->lower[i] / t->diag[i - 1];
        t->diag[i] -= w * t->upper[i - 1];
        t->rhs[i] -= w * t->rhs[i - 1];
    }
    x[t->n - 1] = t->rhs[t->n - 1] / t->diag[t->n - 1];
    /* truth: serial flow(x) distance 1 */
    for (i = t->n - 2; i >= 0; i--)
        x[i] = (t->rhs[i] - t->upper[i] * x[i + 1]) / t->diag[i];
}

/* `count` systems side by side: element i of system s is at i * count + s. Constant coefficients. */
void many(int n, int count, double a, double b, const double *restrict d, double *restrict x, double *restrict work)
{
    /* truth: parallel -- each system has its own column of x and work */
    for (int s = 0; s < count; s++) {
        double beta = b;
        x[s] = d[s] / beta;
        /* truth: serial flow(x, beta) distance 1 */
        for (int i = 1; i < n; i++) {
            work[i * count + s] = a / beta;
            beta = b - a * work[i * count + s];
            x[i * count + s] = (d[i * count + s] - a * x[(i - 1) * count + s]) / beta;
        }
        /* truth: serial flow(x) distance 1 */
        for (int i = n - 2; i >= 0; i--)
            x[i * count + s] -= work[(i + 1) * count + s] * x[(i + 1) * count + s];
    }
}

/* n is a power of two less one. Each level halves the number of unknowns. */
void cyclic(int n, double *restrict a, double *restrict b, double *restrict c, double *restrict d)
{
    int stride;
    /* truth: serial flow(a, b, c, d) */
    for (stride = 1; stride < n; stride *= 2)
        /* truth: parallel -- rows 2 stride apart are written, those halfway between are read */
        for (int i = 2 * stride - 1; i < n; i += 2 * stride) {
            int l = i - stride, r = i + stride;
            double f = a[i] / b[l], g = r < n ? c[i] / b[r] : 0;
            b[i] -= c[l] * f + (r < n ? a[r] * g : 0);
            d[i] -= d[l] * f + (r < n ? d[r] * g : 0);
            a[i] = -a[l] * f;
            c[i] = r < n ? -c[r] * g : 0;
        }
    /* truth: serial flow(d) */
    for (stride = (n + 1) / 2; stride >= 1; stride /= 2)
        /* truth: parallel */
        for (int i = stride - 1; i < n; i += 2 * stride) {
            double left = i - stride >= 0 ? d[i - stride] : 0, right = i + stride < n ? d[i + stride] : 0;
            d[i] = (d[i] - a[i] * left - c[i] * right) / b[i];
        }
}

static double *vector(int n, double first, double step)
{
    double *v = malloc(n * sizeof *v), x = first;
    if (!v)
        exit(1);
    /* truth: serial flow(x) distance 1 -- first + i step in exact numbers only; a sum of doubles rounds */
    for (int i = 0; i < n; i++) {
        v[i] = x;
        x += step;
    }
    return v;
}

int main(void)
{
    int n = 127, count = 8;
    tridiag t = {n, vector(n, 1, 0), vector(n, 4, 0.01), vector(n, 1, 0.002), vector(n, -3, 0.1)};
    double *x = vector(n, 0, 0), *d = vector(n * count, 1, 0.03), *y = vector(n * count, 0, 0), *w = vector(n * count, 0, 0);
    double *a2 = vector(n, 1, 0), *b2 = vector(n, 4, 0.01), *c2 = vector(n, 1, 0.002), *d2 = vector(n, -3, 0.1), worst = 0;
    double s = 0;

    a2[0] = 0;
    c2[n - 1] = 0;
    thomas(&t, x);
    cyclic(n, a2, b2, c2, d2);
    /* truth: reduction(max: worst) */
    for (int i = 0; i < n; i++) {
        double e = x[i] - d2[i];
        if (e < 0)
            e = -e;
        worst = e > worst ? e : worst;
    }
    many(n, count, 1, 4, d, y, w);
    /* truth: reduction(+: s) */
    for (int i = 0; i < n * count; i++)
        s += y[i];
    printf("%s %.9f %.9f\n", worst < 1e-12 ? "agree" : "differ", x[n / 2], s);
    double *all[] = {t.lower, t.diag, t.upper, t.rhs, x, d, y, w, a2, b2, c2, d2};
    /* truth: parallel -- each block is freed once, and free() may be called by several threads */
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    return 0;
}
