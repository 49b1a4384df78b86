/* Monte Carlo: one stream of random numbers, a stream per sample, a table of states, rejection, walks, bins. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t stream = 88172645463325252ull;

static double next(void)
{
    stream ^= stream << 13;
    stream ^= stream >> 7;
    stream ^= stream << 17;
    return (double)(stream >> 11) / 9007199254740992.0;
}

static uint64_t mix(uint64_t v)
{
    v = (v ^ v >> 30) * 0xbf58476d1ce4e5b9ull;
    v = (v ^ v >> 27) * 0x94d049bb133111ebull;
    return v ^ v >> 31;
}

static double uniform(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15ull;
    return (double)(mix(*state) >> 11) / 9007199254740992.0;
}

/* Looks like a reduction, but the stream is carried. */
static double pi_one_stream(int samples)
{
    int inside = 0;
    /* truth: serial flow(stream) distance 1 call(next) */
    for (int i = 0; i < samples; i++) {
        double x = next(), y = next();
        if (x * x + y * y < 1)
            inside++;
    }
    return 4.0 * inside / samples;
}

static double pi_own_stream(int samples)
{
    int inside = 0;
    /* truth: reduction(+: inside) */
    for (int i = 0; i < samples; i++) {
        uint64_t state = mix((uint64_t)i + 1);
        double x = uniform(&state), y = uniform(&state);
        if (x * x + y * y < 1)
            inside++;
    }
    return 4.0 * inside / samples;
}

/* Eight streams; a sample takes that of its number modulo eight: eight chains. */
static double pi_eight_streams(int samples)
{
    uint64_t state[8];
    int inside = 0;
    /* truth: parallel */
    for (int k = 0; k < 8; k++)
        state[k] = mix(1000 + k);
    /* truth: serial flow(state) distance 8 */
    for (int i = 0; i < samples; i++) {
        double x = uniform(&state[i & 7]), y = uniform(&state[i & 7]);
        inside += x * x + y * y < 1;
    }
    return 4.0 * inside / samples;
}

/* How many numbers a sample takes is not known beforehand. */
static double gauss_sum(int samples)
{
    double sum = 0;
    /* truth: serial flow(stream) distance 1 call(next) */
    for (int i = 0; i < samples; i++) {
        double u, v, s;
        /* truth: serial exit flow(stream) distance 1 */
        do {
            u = 2 * next() - 1;
            v = 2 * next() - 1;
            s = u * u + v * v;
        } while (s >= 1 || s == 0);
        sum += u * sqrt(-2 * log(s) / s);
    }
    return sum / samples;
}

static void walks(int count, int steps, int *restrict bins, int size)
{
    /* truth: histogram(bins[]) */
    for (int w = 0; w < count; w++) {
        uint64_t state = (uint64_t)w << 32;
        int at = size / 2;
        /* truth: serial flow(at, state) distance 1 */
        for (int s = 0; s < steps; s++) {
            at += uniform(&state) < 0.5 ? -1 : 1;
            if (at < 0)
                at = 0;
            if (at >= size)
                at = size - 1;
        }
        bins[at]++;
    }
}

/* The library's generator has a state that no one sees. */
static int library(int samples)
{
    int heads = 0;
    srand(7);
    /* truth: serial call(rand) */
    for (int i = 0; i < samples; i++)
        heads += (rand() >> 4) & 1;
    return heads >= 0;
}

int main(void)
{
    int bins[41] = {0};
    long moment = 0;
    printf("%.6f %.6f %.6f\n", pi_one_stream(2000), pi_own_stream(2000), pi_eight_streams(2000));
    printf("%.9f %d\n", gauss_sum(1000), library(100));
    walks(400, 60, bins, 41);
    /* truth: reduction(+: moment) */
    for (int k = 0; k < 41; k++)
        moment += (long)bins[k] * (k - 20) * (k - 20);
    printf("%ld\n", moment);
    return 0;
}
