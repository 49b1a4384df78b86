/* reduction.c: a sum of products. EACH: numbers of an iteration; HOW they lie: 0 next to each other, 1 a block apart;
 * SUMS: sums that an iteration keeps; BY: 0 the reduction clause, 1 an atomic for each iteration, 2 an array with a
 * number for each team; CHUNK: iterations of a thread at a time. No rest: it must divide. Run time: teams, threads. */
#define NVALUES 2
enum { LENGTH = 1 << 15 };
static double a[LENGTH], b[LENGTH], result, want;
static void setup(void), clear(void), run(const int *p);
static int good(void);
#include "space.h"

static void setup(void)
{
    for (int i = 0; i < LENGTH; i++) {
        a[i] = noise_free(i);
        b[i] = noise_free(i + 31);
        want += a[i] * b[i];
    }
}
static void clear(void) { result = 0; }
static int good(void) { return near(result, want); }

#if CHUNK
#define SCHEDULE schedule(static, CHUNK)
#else
#define SCHEDULE
#endif
#if HOW
#define AT(i, e) ((i) + (e) * (LENGTH / EACH))
#else
#define AT(i, e) ((i) * EACH + (e))
#endif
#define SUM                                                                                                            \
    double part[SUMS] = {0}, all = 0;                                                                                  \
    for (int e = 0; e + SUMS <= EACH; e += SUMS)                                                                       \
        for (int s = 0; s < SUMS; s++)                                                                                 \
            part[s] += a[AT(i, e + s)] * b[AT(i, e + s)];                                                              \
    for (int s = 0; s < SUMS; s++)                                                                                     \
        all += part[s];

static void run(const int *p)
{
    int teams = p[0], threads = p[1];
#if BY == 0
#pragma omp target teams distribute parallel for num_teams(teams) thread_limit(threads) SCHEDULE \
    reduction(+: result) map(to: a, b) map(tofrom: result)
    for (int i = 0; i < LENGTH / EACH; i++) {
        SUM
        result += all;
    }
#elif BY == 1
#pragma omp target teams distribute parallel for num_teams(teams) thread_limit(threads) SCHEDULE map(to: a, b) \
    map(tofrom: result)
    for (int i = 0; i < LENGTH / EACH; i++) {
        SUM
#pragma omp atomic
        result += all;
    }
#else
    double of_team[1024] = {0};
#pragma omp target teams distribute num_teams(teams) thread_limit(threads) map(to: a, b) map(tofrom: of_team)
    for (int t = 0; t < teams; t++) {
        double sum = 0;
#pragma omp parallel for num_threads(threads) SCHEDULE reduction(+: sum)
        for (int i = t * (LENGTH / EACH / teams); i < (t + 1) * (LENGTH / EACH / teams); i++) {
            SUM
            sum += all;
        }
        of_team[t] = sum;
    }
    for (int t = 0; t < teams; t++)
        result += of_team[t];
#endif
}
