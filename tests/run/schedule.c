// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* schedule and dist_schedule: every iteration once, and the owner that a static schedule promises. */
#include "check.h"

struct shares {
    int *hits, *thread, *team, threads, teams;
};

static struct shares shares_new(long n)
{
    struct shares s = {0};
    s.hits = check_alloc((size_t)n * sizeof(int));
    s.thread = check_alloc((size_t)n * sizeof(int));
    s.team = check_alloc((size_t)n * sizeof(int));
    return s;
}

static void shares_free(struct shares *s)
{
    free(s->hits);
    free(s->thread);
    free(s->team);
}

static void each_once(struct shares *s, long n, const char *name)
{
    long wrong = 0;
    for (long i = 0; i < n; i++)
        wrong += s->hits[i] != 1;
    CHECK_INT(wrong, 0, "%s: iterations not done exactly once, n=%ld", name, n);
    memset(s->hits, 0, (size_t)n * sizeof *s->hits);
}

/* owner of chunk k is k modulo the number of owners */
static void round_robin(const int *owner, int owners, long n, long chunk, const char *name)
{
    long wrong = 0;
    for (long i = 0; i < n; i++)
        wrong += owner[i] != i / chunk % owners;
    CHECK_INT(wrong, 0, "%s: iterations with the wrong owner, n=%ld, chunk %ld, %d owners", name, n, chunk,
              owners);
}

/* without a chunk size: one block per owner, in order, sizes that differ by little */
static void blocks(const int *owner, int owners, long n, const char *name)
{
    long back = 0, largest = 0, size = 0;
    for (long i = 0; i < n; i++) {
        back += i > 0 && owner[i] < owner[i - 1];
        size = i > 0 && owner[i] == owner[i - 1] ? size + 1 : 1;
        largest = size > largest ? size : largest;
    }
    CHECK_INT(back, 0, "%s: blocks in order, n=%ld", name, n);
    CHECK(largest <= n / owners + 1, "%s: block of %ld, n=%ld, %d owners", name, largest, n, owners);
}

static void of_threads(long n)
{
    struct shares s = shares_new(n);
    int *hits = s.hits, *thread = s.thread, threads = 0;

#define BODY                                                                                                 \
    {                                                                                                        \
        hits[i]++;                                                                                           \
        thread[i] = omp_get_thread_num();                                                                    \
        if (i == 0)                                                                                          \
            threads = omp_get_num_threads();                                                                 \
    }

#pragma omp target parallel for schedule(static) num_threads(24) map(tofrom: hits[0:n], thread[0:n], threads)
    for (long i = 0; i < n; i++)
        BODY each_once(&s, n, "schedule(static)");
    if (n)
        blocks(thread, threads, n, "schedule(static)");

#pragma omp target parallel for schedule(static, 1) num_threads(24) \
    map(tofrom: hits[0:n], thread[0:n], threads)
    for (long i = 0; i < n; i++)
        BODY each_once(&s, n, "schedule(static, 1)");
    if (n)
        round_robin(thread, threads, n, 1, "schedule(static, 1)");

    int chunk = 7;
#pragma omp target parallel for schedule(static, chunk) num_threads(24) \
    map(tofrom: hits[0:n], thread[0:n], threads)
    for (long i = 0; i < n; i++)
        BODY each_once(&s, n, "schedule(static, 7)");
    if (n)
        round_robin(thread, threads, n, chunk, "schedule(static, 7)");

#pragma omp target parallel for schedule(dynamic) map(tofrom: hits[0:n], thread[0:n], threads)
    for (long i = 0; i < n; i++)
        BODY each_once(&s, n, "schedule(dynamic)");
#pragma omp target parallel for schedule(dynamic, 5) map(tofrom: hits[0:n], thread[0:n], threads)
    for (long i = 0; i < n; i++)
        BODY each_once(&s, n, "schedule(dynamic, 5)");
#pragma omp target parallel for schedule(guided) map(tofrom: hits[0:n], thread[0:n], threads)
    for (long i = 0; i < n; i++)
        BODY each_once(&s, n, "schedule(guided)");
#pragma omp target parallel for schedule(guided, 3) map(tofrom: hits[0:n], thread[0:n], threads)
    for (long i = 0; i < n; i++)
        BODY each_once(&s, n, "schedule(guided, 3)");
#pragma omp target parallel for schedule(auto) map(tofrom: hits[0:n], thread[0:n], threads)
    for (long i = 0; i < n; i++)
        BODY each_once(&s, n, "schedule(auto)");
#pragma omp target parallel for schedule(runtime) map(tofrom: hits[0:n], thread[0:n], threads)
    for (long i = 0; i < n; i++)
        BODY each_once(&s, n, "schedule(runtime)");
#pragma omp target parallel map(tofrom: hits[0:n])
#pragma omp for simd schedule(runtime)
    for (long i = 0; i < n; i++) {
        int least = 9;
        hits[i]++;
#pragma omp simd reduction(min: least)
        for (int k = 0; k < 4; k++)
            least = k < least ? k : least;
        hits[i] += least;
    }
    each_once(&s, n, "for simd schedule(runtime), with lanes");
#pragma omp target parallel for schedule(monotonic: static, 4) map(tofrom: hits[0:n], thread[0:n], threads)
    for (long i = 0; i < n; i++)
        BODY each_once(&s, n, "schedule(monotonic: static, 4)");
#pragma omp target parallel for schedule(nonmonotonic: dynamic) map(tofrom: hits[0:n], thread[0:n], threads)
    for (long i = 0; i < n; i++)
        BODY each_once(&s, n, "schedule(nonmonotonic: dynamic)");
#undef BODY
    shares_free(&s);
}

static void of_teams(long n)
{
    struct shares s = shares_new(n);
    int *hits = s.hits, *team = s.team, teams = 0;
#pragma omp target teams distribute num_teams(5) map(tofrom: hits[0:n], team[0:n], teams)
    for (long i = 0; i < n; i++) {
        hits[i]++;
        team[i] = omp_get_team_num();
        if (i == 0)
            teams = omp_get_num_teams();
    }
    each_once(&s, n, "distribute");
    if (n)
        blocks(team, teams, n, "distribute");
#pragma omp target teams distribute num_teams(5) dist_schedule(static, 3) \
    map(tofrom: hits[0:n], team[0:n], teams)
    for (long i = 0; i < n; i++) {
        hits[i]++;
        team[i] = omp_get_team_num();
        if (i == 0)
            teams = omp_get_num_teams();
    }
    each_once(&s, n, "dist_schedule(static, 3)");
    if (n)
        round_robin(team, teams, n, 3, "dist_schedule(static, 3)");
#pragma omp target teams distribute num_teams(4) dist_schedule(static) \
    map(tofrom: hits[0:n], team[0:n], teams)
    for (long i = 0; i < n; i++) {
        hits[i]++;
        team[i] = omp_get_team_num();
        if (i == 0)
            teams = omp_get_num_teams();
    }
    each_once(&s, n, "dist_schedule(static)");
    if (n)
        blocks(team, teams, n, "dist_schedule(static)");
    shares_free(&s);
}

/* teams get chunks round robin, and inside a chunk its threads do */
static void of_both(long n)
{
    struct shares s = shares_new(n);
    int *hits = s.hits, *team = s.team, *thread = s.thread, teams = 0, threads = 0;
#pragma omp target teams distribute parallel for num_teams(3) thread_limit(8) dist_schedule(static, 16) \
    schedule(static, 2) map(tofrom: hits[0:n], team[0:n], thread[0:n], teams, threads)
    for (long i = 0; i < n; i++) {
        hits[i]++;
        team[i] = omp_get_team_num();
        thread[i] = omp_get_thread_num();
        if (i == 0) {
            teams = omp_get_num_teams();
            threads = omp_get_num_threads();
        }
    }
    each_once(&s, n, "dist_schedule(static, 16) schedule(static, 2)");
    long wrong_team = 0, wrong_thread = 0;
    for (long i = 0; i < n; i++) {
        wrong_team += team[i] != i / 16 % teams;
        wrong_thread += thread[i] != i % 16 / 2 % threads;
    }
    CHECK_INT(wrong_team, 0, "dist_schedule(static, 16): owner, n=%ld, %d teams", n, teams);
    CHECK_INT(wrong_thread, 0, "schedule(static, 2) inside: owner, n=%ld, %d threads", n, threads);

#pragma omp target teams distribute parallel for num_teams(7) dist_schedule(static, 100) \
    schedule(dynamic, 3) \
    map(tofrom: hits[0:n])
    for (long i = 0; i < n; i++)
        hits[i]++;
    each_once(&s, n, "dist_schedule(static, 100) schedule(dynamic, 3)");
#pragma omp target teams distribute parallel for simd num_teams(2) schedule(static) simdlen(4) safelen(8) \
    map(tofrom: hits[0:n])
    for (long i = 0; i < n; i++)
        hits[i]++;
    each_once(&s, n, "simd with simdlen and safelen");
    shares_free(&s);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
    {
        of_threads(n);
        of_teams(n);
        of_both(n);
    }
    return check_end();
}
