// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t && %run_host %t
// RUN: for g in 1 2 4 8 16 32; do for m in $(test $g = 8 && echo auto,auto auto,generic generic,auto generic,generic || echo auto,auto generic,generic); do t=${m%%,*} p=${m#*,}; \
// RUN:   %gantry cc -O1 --offload-arch=emulated --simd-group=$g --teams-mode=$t --parallel-mode=$p -DGROUP=$g -DTEAMS_$t %s -o %t && \
// RUN:   %run_emulated32 %t && GANTRY_EMULATED_SEED=7 %run_emulated64 %t || { echo "group $g, teams $t, parallel $p"; exit 1; }; done; done
// TIMEOUT: 600
/* Which team and thread ran which iteration, what routines answer there, and which lane had which iteration of a simd
 * loop, with groups of every size and in every mode. */
#include "check.h"

#ifndef GROUP
#define GROUP 8 /* as simdlen says */
#endif
enum { THREADS = 6, ROWS = 40, MOST = 3 * 32 + 5 };

struct answers {
    int thread, threads, team, teams, level, active, ancestor, size, limit;
};
#pragma omp declare target
static void ask(struct answers *a)
{
    a->thread = omp_get_thread_num();
    a->threads = omp_get_num_threads();
    a->team = omp_get_team_num();
    a->teams = omp_get_num_teams();
    a->level = omp_get_level();
    a->active = omp_get_active_level();
    a->ancestor = omp_get_ancestor_thread_num(1);
    a->size = omp_get_team_size(1);
    a->limit = omp_get_thread_limit();
}
#pragma omp end declare target

/* schedule(static, 1) says whose iteration it is; threads are counted, not lanes */
static void threads(long n)
{
    static struct answers before[ROWS], after[ROWS];
    static int inside[ROWS][MOST];
    memset(inside, -1, sizeof inside);
#pragma omp target parallel for schedule(static, 1) num_threads(THREADS) map(from: before, after) map(tofrom: inside)
    for (int i = 0; i < ROWS; i++) {
        ask(&before[i]);
        int me = omp_get_thread_num();
#pragma omp simd simdlen(8)
        for (long k = 0; k < n; k++)
            inside[i][k] = me;
        ask(&after[i]);
    }
    for (int i = 0; i < ROWS; i++) {
        CHECK_INT(before[i].threads, THREADS, "num_threads, iteration %d, n=%ld", i, n);
        CHECK_INT(before[i].thread, i % THREADS, "thread of iteration %d, n=%ld", i, n);
        CHECK_INT(before[i].level, 1, "level");
        CHECK_INT(before[i].active, 1, "active level");
        CHECK_INT(before[i].ancestor, i % THREADS, "ancestor of iteration %d", i);
        CHECK_INT(before[i].size, THREADS, "team size");
        CHECK(!memcmp(&before[i], &after[i], sizeof before[i]), "the same answers after a simd loop, iteration %d", i);
        for (long k = 0; k < MOST; k++)
            CHECK_INT(inside[i][k], k < n ? i % THREADS : -1, "lanes' thread, [%d][%ld] of %ld", i, k, n);
    }
}

/* rows over teams in blocks, then over threads; sequential code of the team and of the thread around simd loops */
static void teams(long n)
{
    enum { TEAMS = 3, COLUMNS = 7 };
    static struct answers seq[ROWS], in[ROWS][COLUMNS];
    static long cells[ROWS][COLUMNS];
    memset(cells, 0, sizeof cells);
#pragma omp target teams distribute dist_schedule(static, 2) num_teams(TEAMS) thread_limit(THREADS) map(from: seq, in) map(tofrom: cells)
    for (int i = 0; i < ROWS; i++) {
        seq[i].thread = i;
        seq[i].team = omp_get_team_num();
        seq[i].teams = omp_get_num_teams();
        long scale = seq[i].thread + 1;
#pragma omp parallel for schedule(static, 1)
        for (int j = 0; j < COLUMNS; j++) {
            ask(&in[i][j]);
            long sum = 0;
#pragma omp simd simdlen(8) reduction(+: sum)
            for (long k = 0; k < n; k++)
                sum += scale * (k + j);
            cells[i][j] += sum;
        }
        cells[i][0]++;
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            struct answers *a = &in[i][j];
            CHECK_INT(cells[i][j], (i + 1) * (n * (n - 1) / 2 + n * j) + (j == 0), "sum [%d][%d], n=%ld", i, j, n);
            if (!check_device)
                continue;
            CHECK_INT(seq[i].team, i / 2 % TEAMS, "team of row %d", i);
            CHECK_INT(seq[i].teams, TEAMS, "number of teams");
            CHECK_INT(a->team, seq[i].team, "team of [%d][%d]", i, j);
            CHECK_INT(a->threads, THREADS, "threads of a team");
            CHECK_INT(a->thread, j % THREADS, "thread of [%d][%d]", i, j);
            CHECK_INT(a->level, 1, "level");
            CHECK_INT(a->limit, THREADS, "thread limit");
        }
}

/* more threads than there are lanes for: a team has 1024 lanes */
static void many(void)
{
    enum { WANTED = 1024 };
    static int hits[WANTED];
    int got = 0, limit = 0;
    memset(hits, 0, sizeof hits);
#pragma omp target parallel num_threads(WANTED) map(tofrom: hits, got, limit)
    {
        int me = omp_get_thread_num();
#pragma omp simd simdlen(8)
        for (int k = 0; k < 1; k++)
            hits[me] += 1;
        if (me == 0) {
            got = omp_get_num_threads();
            limit = omp_get_thread_limit();
        }
    }
#ifdef TEAMS_auto /* else num_threads does not shape the launch */
    if (check_device)
        CHECK_INT(got, WANTED / GROUP, "threads of %d lanes", GROUP);
#endif
    CHECK(got >= 1 && got <= WANTED, "%d threads", got);
    for (int i = 0; i < WANTED; i++)
        CHECK_INT(hits[i], i < got, "thread %d of %d", i, got);
    CHECK(!check_device || limit >= got, "thread limit %d, threads %d", limit, got);
}

/* a nested region has one thread, of its own number 0, on every lane or for its thread alone */
static void nested(long n)
{
    static struct answers in[ROWS], back[ROWS];
    static int runs[ROWS], deep[ROWS];
    memset(runs, 0, sizeof runs);
#pragma omp target parallel for schedule(static, 1) num_threads(THREADS) map(from: in, back, deep) map(tofrom: runs)
    for (int i = 0; i < ROWS; i++) {
        long sum = 0;
#pragma omp simd simdlen(8) reduction(+: sum)
        for (long k = 0; k < n; k++)
            sum += k;
#pragma omp parallel num_threads(3)
        {
            ask(&in[i]);
            deep[i] = omp_get_ancestor_thread_num(2) + 10 * omp_get_team_size(2);
#pragma omp simd simdlen(8)
            for (long k = 0; k < n; k++)
                sum += 0;
            runs[i] += sum == n * (n - 1) / 2;
        }
        ask(&back[i]);
#pragma omp simd simdlen(8)
        for (long k = 0; k < n; k++)
            ;
    }
    for (int i = 0; i < ROWS && check_device; i++) {
        CHECK_INT(runs[i], 1, "nested region of iteration %d", i);
        CHECK_INT(in[i].threads, 1, "nested: threads");
        CHECK_INT(in[i].thread, 0, "nested: thread");
        CHECK_INT(in[i].level, 2, "nested: level");
        CHECK_INT(in[i].active, 1, "nested: active level");
        CHECK_INT(in[i].ancestor, i % THREADS, "nested: thread around iteration %d", i);
        CHECK_INT(in[i].size, THREADS, "nested: size of the team around");
        CHECK_INT(deep[i], 10, "nested: itself as an ancestor");
        CHECK_INT(back[i].level, 1, "level behind the nested region");
        CHECK_INT(back[i].thread, i % THREADS, "thread behind the nested region");
        CHECK_INT(back[i].threads, THREADS, "threads behind the nested region");
    }
}

/* Rounding tells the lanes apart: lane l adds up iterations l, l + GROUP, …, then lanes l and l + GROUP / 2, … meet. */
static float expected(const float *x, long n)
{
    float lane[GROUP] = {0};
    for (long k = 0; k < n; k++)
        lane[k % GROUP] += x[k];
    for (int d = GROUP / 2; d; d /= 2)
        for (int l = 0; l < d; l++)
            lane[l] += lane[l + d];
    return 1000.0f + lane[0];
}

static void order(long n)
{
    static float x[MOST], out[ROWS];
    static long last[ROWS], iv[ROWS];
    for (long k = 0; k < MOST; k++)
        x[k] = 1.0f / (float)(k + 3);
#pragma omp target teams distribute parallel for map(to: x) map(from: out, last, iv)
    for (int i = 0; i < ROWS; i++) {
        float sum = 1000;
        long l = -1, k;
#pragma omp simd simdlen(8) reduction(+: sum) lastprivate(l)
        for (k = 0; k < n; k++) {
            sum += x[k];
            l = k * i;
        }
        out[i] = sum;
        last[i] = l;
        iv[i] = k;
    }
    for (int i = 0; i < ROWS; i++) {
        CHECK(!check_device || out[i] == expected(x, n), "bits of the sum, n=%ld: got %a, want %a", n, (double)out[i],
              (double)expected(x, n));
        CHECK_INT(last[i], n ? (n - 1) * i : -1, "lastprivate, n=%ld", n);
        CHECK_INT(iv[i], n, "loop variable behind the loop");
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    const long trips[] = {0, 1, GROUP - 1, GROUP, GROUP + 1, 3 * GROUP - 1, 3 * GROUP + 5};
    for (unsigned t = 0; t < sizeof trips / sizeof *trips; t++) {
        threads(trips[t]);
        teams(trips[t]);
        nested(trips[t]);
        order(trips[t]);
    }
    many();
    return check_end();
}
