// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: export OMP_CANCELLATION=true; %run_host %t on && %run_emulated32 %t on && %run_emulated64 %t on
// RUN: %run_host %t off && %run_emulated32 %t off && GANTRY_EMULATED_SEED=5 %run_emulated64 %t off
// RUN: %gantry cc %O --teams-mode=generic --parallel-mode=generic --simd-group=8 --offload-arch=emulated %s -o %t.generic -lm
// RUN: export OMP_CANCELLATION=true; GANTRY_EMULATED_SEED=3 %run_emulated32 %t.generic on && GANTRY_EMULATED_SEED=4 %run_emulated64 %t.generic on
// RUN: %gantry cc %O --simd-group=32 --offload-arch=emulated %s -o %t.wide -lm
// RUN: OMP_CANCELLATION=true GANTRY_EMULATED_SEED=6 %run_emulated32 %t.wide on
// RUN: %gantry cc %O --lockstep --offload-arch=emulated %s -o %t.lockstep -lm
// RUN: OMP_CANCELLATION=true GANTRY_EMULATED_LOCKSTEP=1 %run_emulated32 %t.lockstep on
/* Searches that stop when something is found, under all schedules, in kernels of all kinds, in functions and in nested
 * regions; parallel regions that some threads leave while others come to barriers, loops, sections and reductions. */
#include "check.h"

enum { N = 700, LANES = 5 };
static int on;

/* ---- loops ---- */
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define SEARCH(NAME, ...)                                                                                     \
    static void NAME(const int *a, int want)                                                                  \
    {                                                                                                         \
        int found = -1, threads = 0, after = 0, done = 0, again = 0;                                          \
        _Pragma("omp target map(to: a[0:N]) map(tofrom: found, threads, after, done, again)")                 \
        _Pragma("omp parallel num_threads(13)")                                                               \
        {                                                                                                     \
            PRAGMA(omp for __VA_ARGS__)                                                                       \
            for (int i = 0; i < N; i++) {                                                                     \
                _Pragma("omp cancellation point for")                                                         \
                _Pragma("omp atomic")                                                                         \
                done++;                                                                                       \
                if (a[i] == want) {                                                                           \
                    _Pragma("omp atomic write")                                                               \
                    found = i;                                                                                \
                    _Pragma("omp cancel for")                                                                 \
                }                                                                                             \
            }                                                                                                 \
            _Pragma("omp atomic")                                                                             \
            after++;                                                                                          \
            _Pragma("omp atomic write")                                                                       \
            threads = omp_get_num_threads();                                                                  \
            PRAGMA(omp for __VA_ARGS__)                                                                       \
            for (int i = 0; i < N; i++) {                                                                     \
                _Pragma("omp cancel for if(i >= N)")                                                          \
                _Pragma("omp atomic")                                                                         \
                again++;                                                                                      \
            }                                                                                                 \
        }                                                                                                     \
        CHECK(want < 0 ? found == -1 : found >= 0 && a[found] == want, #NAME ": found %d", found);            \
        CHECK_INT(after, threads, #NAME ": threads behind the loop");                                         \
        CHECK(want < 0 || !on ? done == N : done <= N, #NAME ": %d iterations", done);                        \
        CHECK_INT(again, N, #NAME ": nobody cancels");                                                        \
    }
SEARCH(search_plain, )
SEARCH(search_static, schedule(static))
SEARCH(search_chunks, schedule(static, 3))
SEARCH(search_dynamic, schedule(dynamic))
SEARCH(search_dynamic_chunks, schedule(dynamic, 7))
SEARCH(search_guided, schedule(guided))
SEARCH(search_runtime, schedule(runtime))

/* Each thread cancels in its first iteration. */
static void first_iterations(void)
{
    int done = 0, threads = 0, sum = 0;
#pragma omp target parallel for num_threads(8) reduction(+: sum) map(tofrom: done, threads)
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        done++;
#pragma omp atomic write
        threads = omp_get_num_threads();
        sum++;
#pragma omp cancel for if(cancel: i >= 0)
        sum += 1000;
    }
    CHECK(on ? done >= 1 && done <= threads : done == N, "first iterations: %d, %d threads", done, threads);
    CHECK(on ? sum <= 1000 : sum == 1001 * N, "their sum is %d", sum);
}

static void teams_of_loops(void)
{
    int done = 0, units = 0;
#pragma omp target teams distribute parallel for num_teams(3) thread_limit(9) map(tofrom: done) reduction(+: units)
    for (int i = 0; i < N; i++) {
        units += omp_get_num_threads() == 0;
#pragma omp atomic
        done++;
#pragma omp cancel for
    }
    CHECK(on ? done >= 1 && done < N : done == N, "distributed: %d", done);
    CHECK_INT(units, 0, "distributed: units");
    done = 0;
#pragma omp target teams num_teams(3) map(tofrom: done)
#pragma omp distribute
    for (int j = 0; j < 10; j++)
#pragma omp parallel for schedule(dynamic)
        for (int i = 0; i < N; i++) {
#pragma omp cancel for if(j % 2)
#pragma omp atomic
            done++;
        }
    CHECK(on ? done == 5 * N : done == 10 * N, "every second loop: %d", done);
}

/* the lanes of a thread in a loop that is cancelled: its thread alone decides */
static void lanes(double *x)
{
    int rows = 0;
    for (int i = 0; i < 40 * LANES; i++)
        x[i] = 0;
#pragma omp target teams distribute num_teams(2) map(tofrom: x[0:40 * LANES], rows)
    for (int b = 0; b < 2; b++)
#pragma omp parallel for num_threads(4)
        for (int i = 0; i < 20; i++) {
            int row = b * 20 + i;
#pragma omp simd
            for (int k = 0; k < LANES; k++)
                x[row * LANES + k] += row;
#pragma omp atomic
            rows++;
#pragma omp cancel for if(b == 1)
#pragma omp simd
            for (int k = 0; k < LANES; k++)
                x[row * LANES + k] += 0.5;
        }
    int whole = 0;
    for (int i = 0; i < 20; i++)
        for (int k = 0; k < LANES; k++)
            whole += x[i * LANES + k] == i + 0.5;
    CHECK_INT(whole, 20 * LANES, "lanes: the team without a cancel");
    CHECK(on ? rows < 40 : rows == 40, "lanes: %d rows", rows);
    for (int i = 20; i < 40; i++)
        for (int k = 1; k < LANES; k++)
            CHECK(x[i * LANES + k] == x[i * LANES], "lanes: row %d is whole", i);
}

/* ---- parallel regions ---- */
static void leave(int who)
{
    int reached = 0, single = 0, sum = 0, left = 0, again = 0, threads = 0;
#pragma omp target map(tofrom: reached, single, sum, left, again, threads)
    {
#pragma omp parallel num_threads(11)
        {
            if (omp_get_thread_num() % who == 0) {
#pragma omp atomic
                left++;
#pragma omp cancel parallel
            }
#pragma omp barrier
#pragma omp atomic
            reached++;
#pragma omp single
            single++;
#pragma omp for schedule(dynamic) reduction(+: sum)
            for (int i = 0; i < N; i++)
                sum++;
#pragma omp sections
            {
#pragma omp section
#pragma omp atomic
                single++;
#pragma omp section
#pragma omp atomic
                single++;
            }
#pragma omp atomic
            reached++;
        }
#pragma omp parallel num_threads(11) reduction(+: again)
        {
#pragma omp cancel parallel if(N < 0)
#pragma omp barrier
            again++;
#pragma omp barrier
            threads = omp_get_num_threads();
        }
    }
    CHECK(on ? reached == 0 && single == 0 && sum == 0 : reached == 2 * threads && single == 3 && sum == N,
          "leave %d: %d reached, %d, %d", who, reached, single, sum);
    CHECK(left >= 1, "leave %d: somebody left", who);
    CHECK_INT(again, threads, "leave %d: the next region", who);
}

/* after some of the region's constructs */
static void leave_later(void)
{
    int first = 0, second = 0, threads = 0, total = 0;
#pragma omp target parallel num_threads(7) map(tofrom: first, second, threads) reduction(+: total)
    {
        int mine = omp_get_thread_num();
        total = 1;
#pragma omp single
        threads = omp_get_num_threads();
#pragma omp for reduction(+: first) nowait
        for (int i = 0; i < N; i++)
            first++;
#pragma omp cancel parallel if(mine == 1 || threads == 1)
#pragma omp for reduction(+: second) schedule(guided)
        for (int i = 0; i < N; i++)
            second++;
#pragma omp cancellation point parallel
        total += 100;
    }
    CHECK_INT(first, N, "before the cancel");
    CHECK_INT(second, on ? 0 : N, "behind it");
    CHECK(on || total == 101 * threads, "reduction of the region: %d", total);
}

static void leave_with_lanes(double *x)
{
    int reached = 0;
    for (int i = 0; i < 9 * LANES; i++)
        x[i] = 0;
#pragma omp target parallel num_threads(9) map(tofrom: x[0:9 * LANES], reached)
    {
        int t = omp_get_thread_num();
#pragma omp simd
        for (int k = 0; k < LANES; k++)
            x[t * LANES + k] = t + 1;
#pragma omp cancel parallel if(t == 0)
#pragma omp barrier
#pragma omp simd
        for (int k = 0; k < LANES; k++)
            x[t * LANES + k] = -1;
#pragma omp atomic
        reached++;
    }
    CHECK(on ? reached == 0 : reached >= 1, "lanes: %d behind the barrier", reached);
    CHECK_REAL(x[LANES - 1], on ? 1 : -1, 0, "lanes before a region is left");
}

/* by teams apart, in a function, and by the one thread of a nested region */
#pragma omp declare target
static int counted(int stop)
{
    int n = 0;
#pragma omp parallel num_threads(6)
    {
#pragma omp cancel parallel if(stop)
#pragma omp atomic
        n++;
#pragma omp barrier
#pragma omp for
        for (int i = 0; i < 10; i++) {
#pragma omp cancel for if(i >= 10)
#pragma omp atomic
            n++;
        }
    }
    return n;
}
static int searched(const int *a, int want)
{
    int at = -1;
#pragma omp for
    for (int i = 0; i < N; i++) {
        if (a[i] == want) {
            at = i;
#pragma omp cancel for
        }
    }
    return at;
}
#pragma omp end declare target

static void functions(const int *a)
{
    int n[4] = {0}, nested = 0, threads = 0, found = 0;
#pragma omp target teams num_teams(4) map(tofrom: n)
    n[omp_get_team_num()] = counted(omp_get_team_num() & 1);
    for (int i = 0; i < 4 && i < 1; i++)
        CHECK(n[i] > 10, "team %d is not cancelled", i);
    CHECK(on ? n[1] == 0 && n[3] == 0 : n[1] == n[0], "teams are cancelled: %d, %d", n[1], n[3]);
#pragma omp target parallel num_threads(4) map(tofrom: threads) reduction(+: nested)
    {
        nested += counted(1);
#pragma omp atomic write
        threads = omp_get_num_threads();
    }
    CHECK_INT(nested, on ? 0 : 11 * threads, "nested regions");
#pragma omp target parallel num_threads(4) map(to: a[0:N]) map(tofrom: found)
    {
        int at = searched(a, 300);
        if (at >= 0)
#pragma omp atomic
            found += at == 300;
    }
    CHECK_INT(found, 1, "a loop in a function");
}

/* ---- sections ---- */
static void sections(void)
{
    int ran = 0, behind = 0, threads = 0;
#pragma omp target parallel num_threads(3) map(tofrom: ran, behind, threads)
    {
#pragma omp sections
        {
#pragma omp section
            {
#pragma omp atomic
                ran++;
#pragma omp cancel sections
#pragma omp atomic
                ran += 100;
            }
#pragma omp section
            {
#pragma omp cancel sections
#pragma omp atomic
                ran += 100;
            }
#pragma omp section
            {
#pragma omp cancel sections
#pragma omp atomic
                ran += 100;
            }
        }
#pragma omp atomic
        behind++;
#pragma omp atomic write
        threads = omp_get_num_threads();
    }
    CHECK(on ? ran <= 1 : ran == 301, "sections: %d", ran);
    CHECK_INT(behind, threads, "threads behind the sections");
}

int main(int argc, char **argv)
{
    static int a[N];
    static double x[40 * LANES];
    on = argc > 1 && !strcmp(argv[1], "on");
    check_begin(1, argv);
    for (int i = 0; i < N; i++)
        a[i] = i;
    int inside = 0;
#pragma omp target map(from: inside)
    inside = omp_get_cancellation();
    CHECK_INT(inside, on, "omp_get_cancellation() in a region");
    CHECK_INT(omp_get_cancellation(), on, "omp_get_cancellation()");
    void (*const searches[])(const int *, int) = {search_plain,   search_static, search_chunks, search_dynamic, search_dynamic_chunks,
                                                  search_guided, search_runtime};
    for (int i = 0; i < 7; i++) {
        searches[i](a, 0);
        searches[i](a, N / 2);
        searches[i](a, N - 1);
        searches[i](a, -1);
    }
    first_iterations();
    teams_of_loops();
    lanes(x);
    leave(1);
    leave(2);
    leave(5);
    leave(100);
    leave_later();
    leave_with_lanes(x);
    functions(a);
    sections();
    return check_end();
}
