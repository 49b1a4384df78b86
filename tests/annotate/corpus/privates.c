/* What may be private: scalars and arrays that are written before they are read, in every iteration, or only in most. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 96, K = 8 };

static double x[N], y[N], grid[N][K];

static double scalars(void)
{
    double t, u = 0, v = 1, last = 0, first = 0;
    int i, flag = 0;
    /* truth: parallel private(t) */
    for (i = 0; i < N; i++) {
        t = x[i] * 2;
        y[i] = t + 1 / (1 + t * t);
    }
    /* truth: parallel lastprivate(u) */
    for (i = 0; i < N; i++) {
        u = x[i] - 1;
        y[i] += u;
    }
    /* truth: serial flow(v) -- v is set only where x is positive, else that of an earlier iteration is read */
    for (i = 0; i < N; i++) {
        if (x[i] > 0)
            v = x[i];
        y[i] += v;
    }
    /* truth: parallel private(v) -- now it is set on both ways */
    for (i = 0; i < N; i++) {
        if (x[i] > 0)
            v = x[i];
        else
            v = -x[i];
        y[i] += v;
    }
    v = 3;
    /* truth: parallel private(t) -- v is read only */
    for (i = 0; i < N; i++) {
        t = v;
        y[i] -= t;
    }
    /* truth: serial output(last) -- conditional, and used later: the last one that is stored is not that of the last iteration */
    for (i = 0; i < N; i++)
        if (x[i] > 0.5)
            last = x[i];
    /* truth: serial flow(flag) output(first) unobserved -- the first only; flag stops all later ones, so that first is stored once */
    for (i = 0; i < N; i++)
        if (!flag && x[i] > 0.5) {
            first = x[i];
            flag = 1;
        }
    /* truth: parallel private(t) -- set and used under the same condition */
    for (i = 0; i < N; i++) {
        if (x[i] > 0)
            t = sqrt(x[i]);
        y[i] *= 0.5;
        if (x[i] > 0)
            y[i] += t;
    }
    return u + last + first;
}

static double arrays(void)
{
    double t[K], w[K], keep[K] = {0}, sum = 0;
    int i, k;
    /* truth: parallel private(t, k) */
    for (i = 0; i < N; i++) {
        /* truth: parallel */
        for (k = 0; k < K; k++)
            t[k] = x[i] * k;
        /* truth: reduction(+: y) */
        for (k = 0; k < K; k++)
            y[i] += t[K - 1 - k] * t[k];
    }
    /* truth: serial flow(w) private(k) -- only a part is written: as far as x says */
    for (i = 0; i < N; i++) {
        /* truth: parallel */
        for (k = 0; k < K && (i == 0 || k < 3 + i % 4); k++)
            w[k] = x[i] + k;
        /* truth: reduction(+: y) */
        for (k = 0; k < K; k++)
            y[i] += w[k];
    }
    /* truth: parallel private(t, k) -- t[0] first, then each from the one before: all within the iteration */
    for (i = 0; i < N; i++) {
        t[0] = x[i];
        /* truth: serial flow(t) distance 1 */
        for (k = 1; k < K; k++)
            t[k] = 0.5 * t[k - 1] + k;
        /* truth: parallel */
        for (k = 0; k < K; k++)
            grid[i][k] = t[k];
    }
    /* truth: parallel lastprivate(t) private(k) -- what is left in t is used below */
    for (i = 0; i < N; i++) {
        /* truth: parallel */
        for (k = 0; k < K; k++)
            t[k] = grid[i][K - 1 - k] + y[i];
        y[i] = t[3];
    }
    /* truth: reduction(+: sum) */
    for (k = 0; k < K; k++)
        sum += t[k];
    /* truth: serial flow(keep) distance 1 private(k) -- read before it is written */
    for (i = 0; i < N; i++)
        /* truth: parallel */
        for (k = 0; k < K; k++) {
            grid[i][k] += keep[k];
            keep[k] = grid[i][k] * 0.25;
        }
    /* truth: parallel private(k) -- read only: one array for all */
    for (i = 0; i < N; i++)
        /* truth: reduction(+: y) */
        for (k = 0; k < K; k++)
            y[i] += 1e-3 * keep[k];
    return sum;
}

/* Scratch memory by a pointer: the same block in each iteration, or a new one. */
static double blocks(void)
{
    double *one = malloc(K * sizeof *one), *p, s = 0;
    int i, k;
    if (!one)
        exit(1);
    /* truth: reduction(+: s) private(one[], k) */
    for (i = 0; i < N; i++) {
        /* truth: parallel */
        for (k = 0; k < K; k++)
            one[k] = x[i] - k;
        s += one[i % K];
    }
    /* truth: reduction(+: s) private(p, k) */
    for (i = 0; i < N; i++) {
        p = malloc(K * sizeof *p);
        if (!p)
            exit(1);
        /* truth: parallel */
        for (k = 0; k < K; k++)
            p[k] = x[i] * k;
        s += p[K - 1];
        free(p);
    }
    /* truth: reduction(+: s) private(p) -- a pointer into a row: the rows differ */
    for (i = 0; i < N; i++) {
        p = grid[i];
        *p++ = 1;
        *p = 2;
        s += p[1];
    }
    /* truth: serial exit flow(p) distance 1 reduction(+: s) -- here it steps unevenly, and goes on from where it was */
    for (i = 0, p = (double *)grid; p < (double *)grid + N * K; i++) {
        s += *p * (i % 3);
        p += 1 + (i & 1);
    }
    free(one);
    return s;
}

/* Written by a function through a pointer: surely, or only if it can. */
static void both(double v, double *low, double *high)
{
    *low = v - 1;
    *high = v + 1;
}

static int maybe(double v, double *root)
{
    if (v < 0)
        return 0;
    *root = sqrt(v);
    return 1;
}

static double by_functions(void)
{
    double low, high, root = 0.5, s = 0;
    int i;
    /* truth: reduction(+: s) private(low, high) */
    for (i = 0; i < N; i++) {
        both(x[i], &low, &high);
        s += low * high;
    }
    /* truth: reduction(+: s) private(root) -- read only where it was written */
    for (i = 0; i < N; i++)
        if (maybe(x[i], &root))
            s += root;
    root = 0.5;
    /* truth: serial flow(root) -- read even where it was not */
    for (i = 0; i < N; i++) {
        maybe(x[i], &root);
        s += root;
    }
    return s;
}

int main(void)
{
    double sum = 0;
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        x[i] = sin(i * 0.7);
    double a = scalars(), b = arrays(), c = blocks(), d = by_functions();
    /* truth: reduction(+: sum) */
    for (int i = 0; i < N; i++)
        sum += y[i] * (i % 5);
    printf("%.9f %.9f %.9f %.9f %.9f\n", a, b, c, d, sum);
    return 0;
}
