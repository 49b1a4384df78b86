/* convolution.c: a picture under a filter of 5 x 5. A thread makes HIGH x WIDE points; ORDER 1: neighbouring threads are
 * below each other; STAGED: a team brings its strip of the picture into its shared memory first; FILTER: 0 from memory,
 * 1 kept in an array of the thread's. Run time: teams, threads. */
#define NVALUES 2
enum { H = 64, W = 64, K = 5, PW = W + K - 1, PH = H + K - 1 };
static double in[PH * PW], out[H * W], filter[K * K], want[H * W];
static void setup(void), clear(void), run(const int *p);
static int good(void);
#include "space.h"

static void setup(void)
{
    for (int i = 0; i < PH * PW; i++)
        in[i] = noise_free(i);
    for (int i = 0; i < K * K; i++)
        filter[i] = noise_free(i + 99);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            for (int i = 0; i < K * K; i++)
                want[y * W + x] += filter[i] * in[(y + i / K) * PW + x + i % K];
}
static void clear(void) { memset(out, 0, sizeof out); }
static int good(void)
{
    for (int i = 0; i < H * W; i++)
        if (!near(out[i], want[i]))
            return 0;
    return 1;
}

#if FILTER
#define LOAD_FILTER                                                                                                    \
    double own[K * K];                                                                                                 \
    for (int i = 0; i < K * K; i++)                                                                                    \
        own[i] = filter[i];
#define WEIGHT(i) own[i]
#else
#define LOAD_FILTER
#define WEIGHT(i) filter[i]
#endif

static void run(const int *p)
{
    int teams = p[0], threads = p[1];
#if STAGED
#pragma omp target teams distribute num_teams(teams) thread_limit(threads) map(to: in, filter) map(tofrom: out)
    for (int yy = 0; yy < H; yy += HIGH) {
        double strip[(HIGH + K - 1) * PW];
#pragma omp parallel for num_threads(threads)
        for (int i = 0; i < (HIGH + K - 1) * PW; i++)
            strip[i] = in[yy * PW + i];
#pragma omp parallel for num_threads(threads)
        for (int xx = 0; xx < W; xx += WIDE) {
            LOAD_FILTER
            for (int y = 0; y < HIGH; y++)
                for (int x = xx; x < xx + WIDE; x++) {
                    double sum = 0;
                    for (int i = 0; i < K * K; i++)
                        sum += WEIGHT(i) * strip[(y + i / K) * PW + x + i % K];
                    out[(yy + y) * W + x] = sum;
                }
        }
    }
#else
#pragma omp target teams distribute parallel for collapse(2) num_teams(teams) thread_limit(threads) \
    map(to: in, filter) map(tofrom: out)
#if ORDER
    for (int xx = 0; xx < W; xx += WIDE)
        for (int yy = 0; yy < H; yy += HIGH) {
#else
    for (int yy = 0; yy < H; yy += HIGH)
        for (int xx = 0; xx < W; xx += WIDE) {
#endif
            LOAD_FILTER
            for (int y = yy; y < yy + HIGH; y++)
                for (int x = xx; x < xx + WIDE; x++) {
                    double sum = 0;
                    for (int i = 0; i < K * K; i++)
                        sum += WEIGHT(i) * in[(y + i / K) * PW + x + i % K];
                    out[y * W + x] = sum;
                }
        }
#endif
}
