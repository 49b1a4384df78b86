/* Histograms and what looks like them: fixed bins, own bins per block, weighted, sorted input, joint, maxima per bin. */
#include <stdio.h>
#include <string.h>

#define N 2000
#define BINS 32

static unsigned sample[N];
static float weight[N];

static void plain(const unsigned *x, int n, int *bins)
{
    /* truth: guarded alias(x, bins) histogram(bins[]) calls(pass) */
    for (int i = 0; i < n; i++)
        bins[x[i] % BINS]++;
}

/* A block has bins of its own; then they are added. */
static void blocked(const unsigned *restrict x, int n, int *restrict bins)
{
    int own[8][BINS];
    memset(own, 0, sizeof own);
    /* truth: parallel */
    for (int b = 0; b < 8; b++) {
        int from = n * b / 8, to = n * (b + 1) / 8;
        /* truth: histogram(own) */
        for (int i = from; i < to; i++)
            own[b][x[i] % BINS]++;
    }
    /* truth: parallel */
    for (int k = 0; k < BINS; k++)
        /* truth: reduction(+: bins[]) */
        for (int b = 0; b < 8; b++)
            bins[k] += own[b][k];
}

/* What the bin held before is kept: then the order shows. */
static void order_in_bin(const unsigned *x, int n, int *restrict bins, int *restrict place)
{
    /* truth: serial flow(bins) */
    for (int i = 0; i < n; i++)
        place[i] = bins[x[i] % BINS]++;
}

/* A bin stops at a limit: min is not an update that two threads may do in any order with plus. */
static void saturating(const unsigned *restrict x, int n, unsigned char *restrict bins)
{
    /* truth: serial flow(bins) -- every order gives the same counts here, but no atomic addition says "not above 50" */
    for (int i = 0; i < n; i++)
        if (bins[x[i] % BINS] < 50)
            bins[x[i] % BINS]++;
}

static void largest_per_bin(int n, float *restrict most)
{
    /* truth: histogram(most[]) */
    for (int i = 0; i < n; i++)
        if (weight[i] > most[sample[i] % BINS])
            most[sample[i] % BINS] = weight[i];
}

/* The last value wins: an output dependence, however the bins are reached. */
static void last_per_bin(int n, float *restrict last)
{
    /* truth: serial output(last) */
    for (int i = 0; i < n; i++)
        last[sample[i] % BINS] = weight[i];
}

/* Bins by position: no two indices share one unless n is above BINS * 64. */
static void by_position(int n, int *restrict bins)
{
    /* truth: histogram(bins[]) */
    for (int i = 0; i < n; i++)
        bins[i / 64] += sample[i] & 1;
}

static void each_its_own(int n, int *restrict bins)
{
    /* truth: parallel -- i / 64 for i = 64 k is k */
    for (int i = 0; i < n; i += 64)
        bins[i / 64] += sample[i] & 1;
}

static void joint(int n, int pairs[restrict BINS][BINS])
{
    /* truth: histogram(pairs[]) */
    for (int i = 1; i < n; i++)
        pairs[sample[i - 1] % BINS][sample[i] % BINS]++;
}

static long signature(const int *v, int n)
{
    long s = 0;
    /* truth: reduction(+: s) */
    for (int i = 0; i < n; i++)
        s += (long)v[i] * (i + 1);
    return s;
}

int main(void)
{
    static int a[BINS], b[BINS], place[N], pairs[BINS][BINS], position[BINS];
    static unsigned char small[BINS];
    static float most[BINS], last[BINS];
    int few = 0;
    float sum = 0;

    /* truth: parallel -- unsigned arithmetic may wrap, and does */
    for (unsigned i = 0; i < N; i++) {
        sample[i] = (i * 2654435761u) >> 20;
        weight[i] = (float)(sample[i] * 7 % 100) / 8;
    }
    plain(sample, N, a);
    blocked(sample, N, b);
    order_in_bin(sample, N, a, place);
    saturating(sample, N, small);
    largest_per_bin(N, most);
    last_per_bin(N, last);
    by_position(N, position);
    each_its_own(N, position);
    joint(N, pairs);
    /* truth: reduction(+: few, sum) */
    for (int k = 0; k < BINS; k++) {
        few += small[k] * k;
        sum += most[k] - last[k];
    }
    printf("%ld %ld %ld %ld %ld %d %.3f\n", signature(a, BINS), signature(b, BINS), signature(place, N),
           signature(position, BINS), signature(&pairs[0][0], BINS * BINS), few, sum);
    return 0;
}
