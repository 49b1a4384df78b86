/* Histograms with computed bins, and what is done with them. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1000
#define BINS 32
static double x[N], y[N];
static int h[BINS], map[BINS][BINS], label[N];

static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b)
{
    if (a < b)
        return a;
    return b;
}

static void limits(const double *v, int n, double *lo, double *hi)
{
    double a = DBL_MAX, b = -DBL_MAX;
    /* truth: reduction(min: a) reduction(max: b) */
    for (int i = 0; i < n; i++) {
        a = smaller(a, v[i]);
        b = larger(v[i], b);
    }
    *lo = a;
    *hi = b;
}

static int bin(double v, double lo, double width)
{
    int k = (int)((v - lo) / width);
    if (k < 0)
        k = 0;
    if (k >= BINS)
        k = BINS - 1;
    return k;
}

static void count(double lo, double width)
{
    memset(h, 0, sizeof h);
    /* truth: histogram(h) */
    for (int i = 0; i < N; i++)
        h[bin(x[i], lo, width)]++;
    /* truth: histogram(map) */
    for (int i = 0; i < N; i++)
        map[bin(y[i], lo, width)][bin(x[i], lo, width)] += 1;
}

static void write_labels(double lo, double width)
{
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        label[i] = bin(x[i], lo, width) * BINS + bin(y[i], lo, width);
}

static int mode(void)
{
    int best = 0;
    /* truth: reduction(argmax: best) -- the first of equals */
    for (int k = 1; k < BINS; k++)
        if (h[k] > h[best])
            best = k;
    return best;
}

static double otsu(int *where)
{
    long total = 0, sum = 0, w = 0, part = 0;
    double best = -1;
    /* truth: reduction(+: total, sum) */
    for (int k = 0; k < BINS; k++) {
        total += h[k];
        sum += (long)k * h[k];
    }
    /* truth: serial flow(w, part) distance 1 */
    for (int k = 0; k < BINS; k++) {
        w += h[k];
        part += (long)k * h[k];
        if (w == 0 || w == total)
            continue;
        double d = (double)part / w - (double)(sum - part) / (total - w), between = d * d * w * (total - w);
        if (between > best) {
            best = between;
            *where = k;
        }
    }
    return best;
}

static int select_above(double limit, int *out)
{
    int m = 0;
    /* truth: serial flow(m) -- the places depend on how many went before */
    for (int i = 0; i < N; i++)
        if (x[i] > limit)
            out[m++] = i;
    return m;
}

int main(void)
{
    static int chosen[N];
    double lo, hi, ent = 0;
    int where = -1;
    /* truth: parallel */
    for (int i = 0; i < N; i++) {
        x[i] = sin(i * 0.37) * 3 + cos(i * 1.7);
        y[i] = cos(i * 0.11) * 2;
    }
    limits(x, N, &lo, &hi);
    count(lo, (hi - lo) / BINS);
    write_labels(lo, (hi - lo) / BINS);
    /* truth: reduction(+: ent) */
    for (int k = 0; k < BINS; k++) {
        if (!h[k])
            continue;
        double p = (double)h[k] / N;
        ent -= p * log(p);
    }
    double between = otsu(&where);
    printf("%.5f %.5f %d %.5f %.3f %d %d %d\n", lo, hi, mode(), ent, between, where, select_above(1, chosen), label[77]);
    return 0;
}
