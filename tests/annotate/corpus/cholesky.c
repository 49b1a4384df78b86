/* Cholesky factorisation of a matrix in packed storage: only the lower triangle is kept, row after row. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define AT(i, j) ((size_t)(i) * ((i) + 1) / 2 + (j))

static void covariance(double *restrict p, const double *restrict sample, int n, int m)
{
    /* truth: parallel -- row i of the triangle ends before row i + 1 begins; the subscript is quadratic */
    for (int i = 0; i < n; i++)
        /* truth: parallel */
        for (int j = 0; j <= i; j++) {
            double s = i == j ? 1e-3 : 0;
            /* truth: reduction(+: s) */
            for (int k = 0; k < m; k++)
                s += sample[i * m + k] * sample[j * m + k];
            p[AT(i, j)] = s / m;
        }
}

static int factor(double *p, int n)
{
    /* truth: serial flow(p) distance 1 exit */
    for (int j = 0; j < n; j++) {
        double d = p[AT(j, j)];
        /* truth: reduction(+: d) */
        for (int k = 0; k < j; k++)
            d -= p[AT(j, k)] * p[AT(j, k)];
        if (d <= 0)
            return j + 1;
        d = sqrt(d);
        p[AT(j, j)] = d;
        /* truth: parallel -- column j is written, columns before it are read */
        for (int i = j + 1; i < n; i++) {
            double s = p[AT(i, j)];
            /* truth: reduction(+: s) */
            for (int k = 0; k < j; k++)
                s -= p[AT(i, k)] * p[AT(j, k)];
            p[AT(i, j)] = s / d;
        }
    }
    return 0;
}

/* Forward substitution, many right-hand sides, one after the other in memory. */
static void forward(const double *p, double *x, int n, int count)
{
    /* truth: guarded alias(p, x) calls(pass) */
    for (int r = 0; r < count; r++) {
        double *y = x + (size_t)r * n;
        /* truth: serial flow(y) distance 1 */
        for (int i = 0; i < n; i++) {
            /* truth: guarded alias(p, y) reduction(+: y[]) calls(pass) -- only y[i] is summed; y[k] has k < i */
            for (int k = 0; k < i; k++)
                y[i] -= p[AT(i, k)] * y[k];
            y[i] /= p[AT(i, i)];
        }
    }
}

/* Right-looking update of the rows below, packed: the running offset is a scalar carried from row to row. */
static double trace_and_scale(double *p, int n, double f)
{
    double trace = 0;
    size_t at = 0;
    /* truth: reduction(+: trace) induction(at) -- at is i (i + 1) / 2, though no iteration says so */
    for (int i = 0; i < n; i++) {
        /* truth: parallel */
        for (int j = 0; j <= i; j++)
            p[at + j] *= f;
        at += i;
        trace += p[at];
        at++;
    }
    return trace;
}

int main(void)
{
    int n = 30, m = 40, count = 3;
    double *sample = malloc(sizeof *sample * n * m), *p = malloc(sizeof *p * AT(n, 0)), *x = malloc(sizeof *x * n * count);
    unsigned state = 12345;
    double sum = 0;

    if (!sample || !p || !x)
        return 1;
    /* truth: serial flow(state) distance 1 -- a generator of random numbers */
    for (int i = 0; i < n * m; i++) {
        state = state * 1103515245u + 12345u;
        sample[i] = (double)(state >> 16 & 1023) / 512 - 1;
    }
    covariance(p, sample, n, m);
    if (factor(p, n)) {
        printf("not positive definite\n");
        return 1;
    }
    /* truth: parallel */
    for (int i = 0; i < n * count; i++)
        x[i] = 1 + i % 5;
    forward(p, x, n, count);
    /* truth: reduction(+: sum) */
    for (int i = 0; i < n * count; i++)
        sum += x[i];
    printf("%.9e %.9e\n", sum, trace_and_scale(p, n, 2.0));
    free(sample);
    free(p);
    free(x);
    return 0;
}
