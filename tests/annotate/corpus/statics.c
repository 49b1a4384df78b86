/* Globals and static variables as state: scratch arrays, counters, caches, settings, variables of main's own. */
#include <math.h>
#include <stdio.h>

#define N 300
#define M 16

static double field[N], result[N], scratch[M];
static int evaluations, mode = 2;
double tolerance = 1e-6; /* other files may change it */
static const double nodes[4] = {0.0694318442, 0.3300094782, 0.6699905218, 0.9305681558};
static const double weights[4] = {0.1739274226, 0.3260725774, 0.3260725774, 0.1739274226};

/* The scratch array is global: each call fills it before it reads it. */
static double through_scratch(double x)
{
    double s = 0;
    /* truth: parallel */
    for (int k = 0; k < M; k++)
        scratch[k] = sin(x + k);
    /* truth: reduction(+: s) */
    for (int k = 0; k < M; k++)
        s += scratch[k] * scratch[M - 1 - k];
    return s;
}

static void with_scratch(void)
{
    /* truth: serial output(scratch) call(through_scratch) -- written before read, but a clause's copies do not reach the function that is called */
    for (int i = 0; i < N; i++)
        result[i] = through_scratch(field[i]);
}

/* Fills only part of it: what is left of the call before is read. */
static double through_part(double x, int n)
{
    double s = 0;
    /* truth: parallel */
    for (int k = 0; k < n; k++)
        scratch[k] = x * k;
    /* truth: reduction(+: s) */
    for (int k = 0; k < M; k++)
        s += scratch[k];
    return s;
}

static void with_part(void)
{
    /* truth: serial flow(scratch) */
    for (int i = 0; i < N; i++)
        result[i] += 1e-3 * through_part(field[i], i % M);
}

static double integrand(double x)
{
    evaluations++;
    switch (mode) {
    case 0:
        return x;
    case 1:
        return x * x;
    default:
        return exp(-x * x);
    }
}

static double gauss(double from, double to)
{
    double s = 0;
    /* truth: reduction(+: s) histogram(evaluations) -- the function that is called counts: a clause does not reach there */
    for (int k = 0; k < 4; k++)
        s += weights[k] * integrand(from + (to - from) * nodes[k]);
    return s * (to - from);
}

static void integrate(void)
{
    /* truth: histogram(evaluations) */
    for (int i = 0; i < N; i++)
        field[i] = gauss(i * 0.01, (i + 1) * 0.01);
}

/* The setting changes on the way. */
static double modes(void)
{
    double s = 0;
    /* truth: serial flow(mode) distance 1 */
    for (int i = 0; i < 12; i++) {
        s += gauss(0, 1) * (i + 1);
        mode = (mode + i) % 3;
    }
    return s;
}

/* A cache of the last argument: the answers do not depend on it, the memory does. */
static double cached(double x)
{
    static double last_x = -1, last_y;
    if (x != last_x) {
        last_x = x;
        last_y = sqrt(x) * log(1 + x);
    }
    return last_y;
}

static void with_cache(void)
{
    /* truth: serial call(cached) -- a cache in static variables */
    for (int i = 0; i < N; i++)
        result[i] += cached(i / 3 * 0.5);
}

/* First call: a table is built. */
static double from_table(int i)
{
    static double table[64];
    static int built;
    if (!built) {
        /* truth: parallel */
        for (int k = 0; k < 64; k++)
            table[k] = cos(k * 0.1);
        built = 1;
    }
    return table[i & 63];
}

static double with_table(void)
{
    double s = 0;
    /* truth: serial call(from_table) -- built in the first call; before the loop it would be harmless */
    for (int i = 0; i < N; i++)
        s += from_table(i) * field[i];
    return s;
}

static int within(void)
{
    int n = 0;
    /* truth: reduction(+: n) -- tolerance is read only */
    for (int i = 1; i < N; i++)
        n += fabs(field[i] - field[i - 1]) < tolerance * 100;
    return n;
}

/* A static of the block is one variable for all iterations. */
static void block_static(void)
{
    /* truth: serial call(block_static) -- a static variable of the body is carried; it has no name out here */
    for (int i = 0; i < N; i++) {
        static double before;
        result[i] -= before;
        before = field[i];
    }
}

int main(void)
{
    double sum = 0, last = 0;
    integrate();
    with_scratch();
    with_part();
    with_cache();
    block_static();
    /* truth: reduction(+: sum) lastprivate(last) */
    for (int i = 0; i < N; i++) {
        last = result[i] * i;
        sum += last;
    }
    printf("%.6f %.6f, %d evaluations\n", sum, last, evaluations);
    printf("%.6f %.6f %d\n", modes(), with_table(), within());
    return 0;
}
