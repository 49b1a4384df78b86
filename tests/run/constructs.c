// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Every construct that can stand alone or combined around a loop: each iteration once. */
#include "check.h"

static int *a;

static void once(long n, const char *name, int times)
{
    long wrong = 0;
    for (long i = 0; i < n; i++)
        wrong += a[i] != times * (i + 1);
    CHECK_INT(wrong, 0, "%s, n=%ld", name, n);
    memset(a, 0, (size_t)n * sizeof *a);
}

#define LOOP                                                                                                 \
    for (long i = 0; i < n; i++)                                                                             \
        p[i] += (int)(i + 1);

static void combined(long n)
{
    int *p = a;
#pragma omp target map(tofrom: p[0:n])
    LOOP
    once(n, "target", 1);
#pragma omp target parallel for map(tofrom: p[0:n])
    LOOP
    once(n, "target parallel for", 1);
#pragma omp target parallel for simd map(tofrom: p[0:n])
    LOOP
    once(n, "target parallel for simd", 1);
#pragma omp target parallel loop map(tofrom: p[0:n])
    LOOP
    once(n, "target parallel loop", 1);
#pragma omp target simd map(tofrom: p[0:n])
    LOOP
    once(n, "target simd", 1);
#pragma omp target teams distribute map(tofrom: p[0:n])
    LOOP
    once(n, "target teams distribute", 1);
#pragma omp target teams distribute simd map(tofrom: p[0:n])
    LOOP
    once(n, "target teams distribute simd", 1);
#pragma omp target teams loop map(tofrom: p[0:n])
    LOOP
    once(n, "target teams loop", 1);
#pragma omp target teams distribute parallel for map(tofrom: p[0:n])
    LOOP
    once(n, "target teams distribute parallel for", 1);
#pragma omp target teams distribute parallel for simd map(tofrom: p[0:n])
    LOOP
    once(n, "target teams distribute parallel for simd", 1);
}

static void separate(long n)
{
    int *p = a;
#pragma omp target map(tofrom: p[0:n])
#pragma omp loop
    LOOP
    once(n, "target, loop", 1);
#pragma omp target map(tofrom: p[0:n])
#pragma omp loop bind(thread)
    LOOP
    once(n, "target, loop bind(thread)", 1);
#pragma omp target map(tofrom: p[0:n])
#pragma omp simd
    LOOP
    once(n, "target, simd", 1);
#pragma omp target map(tofrom: p[0:n])
#pragma omp parallel for
    LOOP
    once(n, "target, parallel for", 1);
#pragma omp target map(tofrom: p[0:n])
#pragma omp parallel
#pragma omp for
    LOOP
    once(n, "target, parallel, for", 1);
#pragma omp target parallel map(tofrom: p[0:n])
#pragma omp for simd
    LOOP
    once(n, "target parallel, for simd", 1);
#pragma omp target parallel map(tofrom: p[0:n])
#pragma omp loop bind(parallel)
    LOOP
    once(n, "target parallel, loop bind(parallel)", 1);
#pragma omp target map(tofrom: p[0:n])
#pragma omp teams
#pragma omp distribute
    LOOP
    once(n, "target, teams, distribute", 1);
#pragma omp target map(tofrom: p[0:n])
#pragma omp teams
#pragma omp loop bind(teams)
    LOOP
    once(n, "target, teams, loop bind(teams)", 1);
#pragma omp target teams map(tofrom: p[0:n])
#pragma omp distribute parallel for
    LOOP
    once(n, "target teams, distribute parallel for", 1);
#pragma omp target teams map(tofrom: p[0:n])
#pragma omp distribute parallel for simd
    LOOP
    once(n, "target teams, distribute parallel for simd", 1);
#pragma omp target teams map(tofrom: p[0:n])
#pragma omp distribute simd
    LOOP
    once(n, "target teams, distribute simd", 1);
#pragma omp target map(tofrom: p[0:n])
#pragma omp teams distribute parallel for
    LOOP
    once(n, "target, teams distribute parallel for", 1);
#pragma omp target map(tofrom: p[0:n])
#pragma omp teams loop
    LOOP
    once(n, "target, teams loop", 1);
#pragma omp target map(tofrom: p[0:n])
#pragma omp parallel loop
    LOOP
    once(n, "target, parallel loop", 1);
}

/* several constructs in one region, with code between them */
static void sequences(long n)
{
    int *p = a;
#pragma omp target map(tofrom: p[0:n])
    {
#pragma omp parallel for
        LOOP
        if (n > 0)
            p[0] += 1;
#pragma omp loop bind(thread)
        LOOP
#pragma omp simd
        LOOP
        if (n > 0)
            p[0] -= 1;
#pragma omp parallel loop
        LOOP
    }
    once(n, "four loops in one region", 4);
#pragma omp target parallel map(tofrom: p[0:n])
    {
#pragma omp for
        LOOP
#pragma omp for nowait
        LOOP
#pragma omp barrier
#pragma omp for schedule(dynamic, 7)
        LOOP
#pragma omp loop
        LOOP
    }
    once(n, "four loops in one parallel region", 4);
#pragma omp target teams map(tofrom: p[0:n])
    {
#pragma omp distribute
        LOOP
    }
    once(n, "teams, distribute in braces", 1);
}

/* a loop inside a loop, with bindings that fit */
static void nested_loops(long n)
{
    int *p = a;
    long rows = n / 10;
#pragma omp target teams loop map(tofrom: p[0:n])
    for (long r = 0; r < rows; r++) {
#pragma omp loop bind(thread)
        for (long i = r * 10; i < r * 10 + 10; i++)
            p[i] += (int)(i + 1);
    }
#pragma omp target map(tofrom: p[0:n])
#pragma omp loop bind(thread)
    for (long i = rows * 10; i < n; i++)
        p[i] += (int)(i + 1);
    once(n, "loop in loop", 1);
#pragma omp target map(tofrom: p[0:n])
#pragma omp teams loop order(concurrent)
    LOOP
    once(n, "order(concurrent)", 1);
}

/* nothing but sequential code: one thread runs it */
static void bare(void)
{
    int count = 0, team = -1, teams = -1, thread = -1, threads = -1, parallel = -1, level = -1;
#pragma omp target map(tofrom: count, team, teams, thread, threads, parallel, level)
    {
        count++;
        team = omp_get_team_num();
        teams = omp_get_num_teams();
        thread = omp_get_thread_num();
        threads = omp_get_num_threads();
        parallel = omp_in_parallel();
        level = omp_get_level();
    }
    CHECK_INT(count, 1, "bare target: runs once");
    CHECK_INT(team, 0, "bare target: team number");
    CHECK_INT(teams, 1, "bare target: number of teams");
    CHECK_INT(thread, 0, "bare target: thread number");
    CHECK_INT(threads, 1, "bare target: number of threads");
    CHECK_INT(parallel, 0, "bare target: not in parallel");
    CHECK_INT(level, 0, "bare target: level");
#pragma omp target
    ;
#pragma omp target
    {
    }
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 10; i++)
        ;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        a = check_alloc((size_t)n * sizeof *a);
        combined(n);
        separate(n);
        sequences(n);
        nested_loops(n);
        free(a);
    }
    bare();
    return check_end();
}
