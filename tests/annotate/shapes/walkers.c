/* Random walks and sums: generators with a state of their own, of all, and from the number of the walker. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define N 200
struct rng {
    uint64_t s;
};
static struct rng global = {1};
static int hits[16];

static double uniform(struct rng *r)
{
    r->s ^= r->s << 13;
    r->s ^= r->s >> 7;
    r->s ^= r->s << 17;
    return (r->s >> 11) * 0x1p-53;
}

static uint32_t hash(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

static double pi_shared(int n)
{
    int in = 0;
    /* truth: serial flow(global) distance 1 reduction(+: in) */
    for (int i = 0; i < n; i++) {
        double x = uniform(&global), y = uniform(&global);
        in += x * x + y * y < 1;
    }
    return 4.0 * in / n;
}

static double pi_own(int n)
{
    int in = 0;
    /* truth: reduction(+: in) */
    for (int i = 0; i < n; i++) {
        struct rng r = {hash(i + 1) | 1};
        uniform(&r);
        double x = uniform(&r), y = uniform(&r);
        if (x * x + y * y < 1)
            in++;
    }
    return 4.0 * in / n;
}

static void walk(double *restrict end, struct rng *restrict r, int n, int steps)
{
    /* truth: parallel */
    for (int i = 0; i < n; i++) {
        double x = 0;
        /* truth: serial flow(r) distance 1 reduction(+: x) */
        for (int s = 0; s < steps; s++)
            x += uniform(&r[i]) - 0.5;
        end[i] = x;
    }
}

static void tally(const double *end, int n)
{
    /* truth: histogram(hits) */
    for (int i = 0; i < n; i++) {
        int b = (int)floor(end[i]) + 8;
        if (b >= 0 && b < 16)
            hits[b]++;
    }
}

static double moments(const double *v, int n, double *var)
{
    double m = 0, m2 = 0;
    /* truth: serial flow(m, m2) distance 1 -- the running mean */
    for (int i = 0; i < n; i++) {
        double d = v[i] - m;
        m += d / (i + 1);
        m2 += d * (v[i] - m);
    }
    *var = m2 / n;
    return m;
}

static double bootstrap(const double *v, int n, int rounds)
{
    double *sample = malloc(n * sizeof *sample), s = 0;
    if (!sample)
        exit(1);
    /* truth: reduction(+: s) private(sample[]) -- the block is used anew in each round */
    for (int r = 0; r < rounds; r++) {
        double mean = 0;
        /* truth: parallel */
        for (int i = 0; i < n; i++)
            sample[i] = v[hash(r * n + i) % n];
        /* truth: reduction(+: mean) */
        for (int i = 0; i < n; i++)
            mean += sample[i];
        s += fabs(mean / n);
    }
    free(sample);
    return s / rounds;
}

static double with_blocks(const double *v, int n, int rounds)
{
    double best = 0;
    /* truth: reduction(max: best) */
    for (int r = 0; r < rounds; r++) {
        double *t = malloc(n * sizeof *t), s = 0;
        /* truth: parallel */
        for (int i = 0; i < n; i++)
            t[i] = v[(i + r) % n] * v[i];
        /* truth: reduction(+: s) */
        for (int i = 0; i < n; i++)
            s += t[i];
        free(t);
        if (s > best)
            best = s;
    }
    return best;
}

int main(void)
{
    static double end[N];
    static struct rng r[N];
    double var;
    int most = 0;
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        r[i].s = hash(i + 99) | 1;
    walk(end, r, N, 50);
    tally(end, N);
    /* truth: reduction(argmax: most) -- the last of equals */
    for (int b = 0; b < 16; b++)
        if (hits[b] >= hits[most])
            most = b;
    double mean = moments(end, N, &var);
    printf("%.4f %.4f %.6f %.6f %d %.6f %.6f\n", pi_shared(500), pi_own(500), mean, var, most, bootstrap(end, N, 20), with_blocks(end, N, 8));
    return 0;
}
