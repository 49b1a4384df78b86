/* Loops of which threads do four rounds behind one comparison (src/analysis/plan/rounds.c): each iteration runs once, in its thread's order, at
 * the ends of types too; with the option off the same bits come out. */
// RUN: for o in "-O3" "-O2 --no-rounds"; do %gantry cc $o --offload-arch=sm_70 %s -o %t && GANTRY_SOFTGPU_STRICT=1 GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so OMP_TARGET_OFFLOAD=MANDATORY %t >"out$o" 2>&1 || { cat "out$o"; exit 1; }; done; cmp out-O3 "out-O2 --no-rounds"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 3000 };
static int hits[MOST];
static int wrong;

/* of `high` elements, every `step`th from the first or the last is hit once */
static void hold(int low, int high, int step, const char *what, int n, int threads)
{
    for (int i = 0; i < MOST; i++) {
        int want = i >= low && i < high && (i - low) % step == 0;
        if (hits[i] != want && wrong++ < 10)
            printf("%s, %d iterations, %d threads: element %d is hit %d times\n", what, n, threads, i, hits[i]);
    }
    memset(hits, 0, sizeof hits);
}

#define NEST(TEAMS, THREADS) target teams distribute parallel for num_teams(TEAMS) thread_limit(THREADS) num_threads(THREADS) map(tofrom : hits)
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define RUN(...) PRAGMA(omp __VA_ARGS__)

static void forms(int n, int teams, int threads)
{
    RUN(NEST(teams, threads))
    for (int i = 0; i < n; i++)
        hits[i]++;
    hold(0, n, 1, "up", n, threads);
    RUN(NEST(teams, threads))
    for (int i = n - 1; i >= 0; i--) {
        if (i == 1)
            continue;
        hits[i]++;
    }
    if (n > 1)
        hits[1]++;
    hold(0, n, 1, "down", n, threads);
    RUN(NEST(teams, threads))
    for (int i = 2; i <= n - 1; i += 7)
        hits[i]++;
    hold(2, n, 7, "in steps", n, threads);
    RUN(NEST(teams, threads))
    for (short i = -5; i < n; i++)
        hits[i < 0 ? MOST + i : i]++;
    for (int i = -5; i < 0; i++)
        if (--hits[MOST + i] != (i < n ? 0 : -1))
            wrong++;
    hold(0, n, 1, "from below zero", n, threads);
    RUN(NEST(teams, threads))
    for (unsigned char i = 0; i < 255; i++)
        hits[i]++;
    hold(0, 255, 1, "characters", 255, threads);
#pragma omp target teams distribute num_teams(teams) thread_limit(threads) map(tofrom : hits)
    for (int k = 0; k < 3; k++)
#pragma omp parallel for num_threads(threads)
        for (int i = 0; i < n / 3; i++)
            hits[k * (n / 3) + i]++;
    hold(0, n / 3 * 3, 1, "by rows", n, threads);
    RUN(NEST(teams, threads) dist_schedule(static, 50))
    for (int i = 0; i < n; i++)
        hits[i]++;
    hold(0, n, 1, "in two steps", n, threads);
}

static void ends(int threads)
{
    RUN(NEST(1, threads))
    for (int i = INT_MAX - 400; i < INT_MAX; i++)
        hits[i - (INT_MAX - 400)]++;
    hold(0, 400, 1, "up to the last", 400, threads);
    RUN(NEST(1, threads))
    for (int i = INT_MAX; i >= 0; i -= 1 << 22)
        hits[i >> 22]++;
    hold(0, 512, 1, "down in large steps", 512, threads);
    RUN(NEST(1, threads))
    for (int i = 3; i < INT_MAX; i += 1 << 22)
        hits[i >> 22]++;
    hold(0, 512, 1, "in large steps", 512, threads);
}

/* the sum's bits tell the order of a thread's iterations */
static void sums(int n, int teams, int threads)
{
    static double x[MOST];
    double sum = 0;
    for (int i = 0; i < n; i++)
        x[i] = 1.0 / (i + 3) - 0.3 * (i % 7);
#pragma omp target teams distribute parallel for num_teams(teams) thread_limit(threads) num_threads(threads) map(tofrom : sum) map(to : x) reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += x[i];
    printf("%d %d %d: %a\n", n, teams, threads, sum);
}

int main(void)
{
    static const int sizes[] = {0, 1, 3, 4, 31, 32, 127, 128, 129, 513, 1000};
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        forms(sizes[s], 1, 32);
        forms(sizes[s], 3, 7);
    }
    ends(1);
    ends(32);
    sums(1000, 1, 32);
    sums(2999, 2, 64);
    sums(2000, 5, 100);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
