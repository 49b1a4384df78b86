/* Reductions and what is none: sums that are read on the way, mixed operators, extremes with ties and NaN, several at once. */
#include <float.h>
#include <math.h>
#include <stdio.h>

enum { N = 240 };

static int v[N];
static double x[N], y[N];

struct totals {
    long count, sum;
    int low, high;
};

static struct totals totals = {0, 0, 1 << 30, -(1 << 30)};

static void plain(long *r)
{
    long s = 0, left = 1000000, p = 1, bits = -1, any = 0, parity = 0;
    int all = 1, some = 0, n = 0, i;
    /* truth: reduction(+: s, left, n) */
    for (i = 0; i < N; i++) {
        s = v[i] + s;
        left -= v[i];
        n++;
    }
    /* truth: reduction(*: p) */
    for (i = 0; i < N; i++)
        p *= v[i] % 3 ? 1 : -1;
    /* truth: reduction(&: bits) reduction(|: any) reduction(^: parity) */
    for (i = 0; i < N; i++) {
        bits &= v[i] | 0x40;
        any |= 1 << v[i] % 30;
        parity ^= v[i];
    }
    /* truth: reduction(&&: all) reduction(||: some) */
    for (i = 0; i < N; i++) {
        all = all && v[i] >= 0;
        if (v[i] == 77)
            some = 1;
    }
    r[0] = s + left + n;
    r[1] = p;
    r[2] = bits + any + parity;
    r[3] = all * 2 + some;
}

static void not_plain(long *r)
{
    long s = 0, t = 0, d = 0, alternating = 0, m = 1;
    int i;
    /* truth: serial flow(s) distance 1 -- the sum so far is stored: a scan */
    for (i = 0; i < N; i++) {
        s += v[i];
        y[i] = s;
    }
    /* truth: serial flow(t) distance 1 -- the sum decides */
    for (i = 0; i < N; i++)
        if (t < 2000)
            t += v[i];
    /* truth: serial flow(d) distance 1 -- v - (v - d): the sign changes with each step */
    for (i = 0; i < N; i++)
        d = v[i] - d;
    /* truth: reduction(+: alternating) -- this one does it by the index */
    for (i = 0; i < N; i++)
        alternating += i & 1 ? -v[i] : v[i];
    /* truth: serial flow(m) distance 1 -- plus and times do not mix */
    for (i = 0; i < N; i++) {
        m += v[i];
        if (i % 5 == 0)
            m = m * 3 % 1000003;
    }
    r[0] = s;
    r[1] = t;
    r[2] = d + alternating;
    r[3] = m;
}

static void extremes(double *r)
{
    double high = -DBL_MAX, low = DBL_MAX, span = 0, second = -DBL_MAX, first = -DBL_MAX;
    int where = 0, last = 0, i;
    /* truth: reduction(max: high) reduction(min: low) */
    for (i = 0; i < N; i++) {
        high = fmax(high, x[i]);
        low = x[i] < low ? x[i] : low;
    }
    /* truth: reduction(argmax: where) -- the first of equals */
    for (i = 1; i < N; i++)
        if (x[i] > x[where])
            where = i;
    /* truth: reduction(argmax: last) -- the last of equals */
    for (i = 1; i < N; i++)
        if (x[i] >= x[last])
            last = i;
    /* truth: serial flow(first, second) -- the two largest together: no reduction that OpenMP names */
    for (i = 0; i < N; i++)
        if (x[i] > first) {
            second = first;
            first = x[i];
        } else if (x[i] > second) {
            second = x[i];
        }
    /* truth: serial flow(span) -- looks like a maximum, but compares with something else */
    for (i = 0; i < N; i++)
        if (x[i] > span * 0.5)
            span = x[i];
    r[0] = high - low;
    r[1] = where + last * 1000;
    r[2] = second;
    r[3] = span;
}

/* With a NaN among them `if (x > m)` passes over it, and `if (!(x <= m))` takes it and keeps it until the next. */
static double with_nan(void)
{
    double a = -1, b = -1;
    /* truth: reduction(max: a) -- a NaN is never larger */
    for (int i = 0; i < N; i++)
        if (y[i] > a)
            a = y[i];
    /* truth: serial flow(b) -- after a NaN every number is taken, so that the order counts */
    for (int i = 0; i < N; i++)
        if (!(y[i] <= b))
            b = y[i];
    return a * 1000 + b;
}

static void into_a_structure(void)
{
    /* truth: reduction(+: totals.count, totals.sum) reduction(min: totals.low) reduction(max: totals.high) */
    for (int i = 0; i < N; i++) {
        totals.count++;
        totals.sum += v[i];
        if (v[i] < totals.low)
            totals.low = v[i];
        if (v[i] > totals.high)
            totals.high = v[i];
    }
}

/* Through a pointer, which might point into the array. */
static void through_pointer(struct totals *t, const int *from, int n)
{
    /* truth: reduction(+: t->sum) -- a long is not an int: the pointer cannot lead into from[] */
    for (int i = 0; i < n; i++)
        t->sum += from[i];
    /* truth: guarded alias(t, from) reduction(max: t->high) calls(pass) -- an int may be */
    for (int i = 0; i < n; i++)
        if (from[i] > t->high)
            t->high = from[i];
}

/* An array of sums, one for each class: small, and all of it in each iteration. */
static long by_class(void)
{
    long s[4] = {0};
    int i, k;
    /* truth: reduction(+: s) private(k) */
    for (i = 0; i < N; i++)
        /* truth: parallel */
        for (k = 0; k < 4; k++)
            s[k] += v[i] >> k;
    return s[0] + 2 * s[1] + 3 * s[2] + 4 * s[3];
}

/* The sum begins anew where the class changes. */
static long segments(void)
{
    long s = 0, most = 0;
    /* truth: serial flow(s) reduction(max: most) */
    for (int i = 0; i < N; i++) {
        if (i % 17 == 0)
            s = 0;
        s += v[i];
        most = s > most ? s : most;
    }
    return most;
}

/* The best sum of neighbours. */
static long best_run(void)
{
    long here = 0, best = 0;
    /* truth: serial flow(here) distance 1 */
    for (int i = 0; i < N; i++) {
        here = here + v[i] - 50 > 0 ? here + v[i] - 50 : 0;
        best = here > best ? here : best;
    }
    return best;
}

/* Unsigned sums wrap, and so any order is right to the last bit; signed char sums are converted in each step. */
static int narrow(void)
{
    unsigned short a = 0;
    signed char saturated = 0;
    /* truth: reduction(+: a) */
    for (int i = 0; i < N; i++)
        a += v[i] * 999;
    /* truth: serial flow(saturated) distance 1 */
    for (int i = 0; i < N; i++)
        saturated = saturated + v[i] > 127 ? 127 : saturated + v[i] - 40;
    return a + saturated;
}

/* A mean that is kept up to date, and its variance: each step uses the one before. */
static double welford(void)
{
    double mean = 0, m2 = 0;
    /* truth: serial flow(mean) distance 1 */
    for (int i = 0; i < N; i++) {
        double d = x[i] - mean;
        mean += d / (i + 1);
        m2 += d * (x[i] - mean);
    }
    return m2 / N;
}

/* Compensated: reordered, it would still be a sum, but its point is the order. */
static double kahan(void)
{
    double s = 0, c = 0;
    /* truth: serial flow(s, c) distance 1 */
    for (int i = 0; i < N; i++) {
        double t = x[i] - c, u = s + t;
        c = (u - s) - t;
        s = u;
    }
    return s;
}

int main(void)
{
    long r[4];
    double d[4];
    struct totals again = {0, 0, 0, 0};
    /* truth: parallel */
    for (int i = 0; i < N; i++) {
        v[i] = i * 37 % 101;
        x[i] = ((i * 53) % 89) / 8.0 - 3;
    }
    plain(r), printf("%ld %ld %ld %ld\n", r[0], r[1], r[2], r[3]);
    not_plain(r), printf("%ld %ld %ld %ld\n", r[0], r[1], r[2], r[3]);
    extremes(d), printf("%.3f %.3f %.3f %.3f\n", d[0], d[1], d[2], d[3]);
    y[100] = NAN;
    y[200] = 3;
    printf("%.3f\n", with_nan());
    into_a_structure(), through_pointer(&again, v, N);
    printf("%ld %ld %d %d, %ld %d, %ld %ld %ld\n", totals.count, totals.sum, totals.low, totals.high, again.sum, again.high, by_class(), segments(), best_run());
    printf("%d %.6f %.6f\n", narrow(), welford(), kahan());
    return 0;
}
