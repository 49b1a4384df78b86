// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_emulated32 %t && %run_emulated64 %t
// LABELS: run
/* The first thing to run on new hardware: one small region per primitive of the device runtime, in the order
 * in which they build on each other. What fails first is what is broken. */
#include "../run/check.h"

enum { TEAMS = 37, THREADS = 96 };

static void store(void) {
    int x = 0;
#pragma omp target map(tofrom : x)
    x = 42;
    CHECK_INT(x, 42, "store by one thread");
}

static void ids(void) {
    static int seen[TEAMS][THREADS], sizes[TEAMS][2];
    memset(seen, 0, sizeof seen);
#pragma omp target teams num_teams(TEAMS) thread_limit(THREADS) map(tofrom : seen, sizes)
    {
#pragma omp parallel num_threads(THREADS)
        {
            int team = omp_get_team_num(), thread = omp_get_thread_num();
            if (thread == 0) {
                sizes[team][0] = omp_get_num_teams();
                sizes[team][1] = omp_get_num_threads();
            }
            seen[team][thread]++;
        }
    }
    int wrong = 0, threads = sizes[0][1];
    CHECK_INT(sizes[0][0], TEAMS, "omp_get_num_teams");
    CHECK(threads >= 1 && threads <= THREADS, "omp_get_num_threads is %d", threads);
    for (int t = 0; t < sizes[0][0] && t < TEAMS; t++)
        for (int i = 0; i < THREADS; i++)
            wrong += seen[t][i] != (i < threads);
    CHECK_INT(wrong, 0, "every thread of every team once");
}

static void atomics(void) {
    int i = 0, biggest = -1;
    unsigned u = 0;
    long l = 0;
    float f = 0;
    double d = 0;
    enum { N = 10007 };
#pragma omp target teams distribute parallel for map(tofrom : i, u, l, f, d, biggest)
    for (int k = 0; k < N; k++) {
        int old;
#pragma omp atomic
        i++;
#pragma omp atomic
        u += 3u;
#pragma omp atomic
        l -= k;
#pragma omp atomic
        f += 0.5f;
#pragma omp atomic
        d += 0.25;
#pragma omp atomic capture
        old = biggest++;
        (void)old;
    }
    CHECK_INT(i, N, "atomic int");
    CHECK_INT(u, 3 * N, "atomic unsigned");
    CHECK_INT(l, -(long)N * (N - 1) / 2, "atomic long");
    CHECK_REAL(f, 0.5 * N, 0, "atomic float");
    CHECK_REAL(d, 0.25 * N, 0, "atomic double");
    CHECK_INT(biggest, N - 1, "atomic capture");
}

/* each thread reads what its neighbour wrote before the barrier, several rounds */
static void barriers(void) {
    static int a[TEAMS][THREADS], out[TEAMS][THREADS];
    int threads = 0, wrong = 0;
    memset(out, 0, sizeof out);
#pragma omp target teams distribute num_teams(TEAMS) thread_limit(THREADS) map(tofrom : a, out, threads)
    for (int t = 0; t < TEAMS; t++) {
#pragma omp parallel num_threads(THREADS)
        {
            int me = omp_get_thread_num(), n = omp_get_num_threads();
            if (t == 0 && me == 0)
                threads = n;
            for (int round = 0; round < 20; round++) {
                a[t][me] = t + me + round;
#pragma omp barrier
                out[t][me] += a[t][(me + 1) % n];
#pragma omp barrier
            }
        }
    }
    for (int t = 0; t < TEAMS; t++)
        for (int i = 0; i < threads; i++)
            wrong += out[t][i] != 20 * (t + (i + 1) % threads) + 190;
    CHECK_INT(wrong, 0, "barrier, %d threads", threads);
}

/* a variable of the team is one for all its threads */
static void team_memory(void) {
    static int out[TEAMS];
    int wrong = 0;
#pragma omp target teams distribute num_teams(TEAMS) map(from : out)
    for (int t = 0; t < TEAMS; t++) {
        int shared_by_team[64], sum = 0;
#pragma omp parallel for
        for (int i = 0; i < 64; i++)
            shared_by_team[i] = i * t;
        for (int i = 0; i < 64; i++)
            sum += shared_by_team[i];
        out[t] = sum;
    }
    for (int t = 0; t < TEAMS; t++)
        wrong += out[t] != t * 2016;
    CHECK_INT(wrong, 0, "memory of a team");
}

static void critical(void) {
    int n = 0, copy = 0;
#pragma omp target teams distribute parallel for num_teams(5) thread_limit(64) map(tofrom : n, copy)
    for (int i = 0; i < 500; i++) {
#pragma omp critical
        {
            n = n + 1;
            copy = n;
        }
    }
    CHECK_INT(n, 500, "critical");
    CHECK_INT(copy, 500, "critical, second variable");
}

/* lanes by shuffles, threads by team memory, teams in the same launch: sizes around each boundary */
static void reductions(void) {
    static const int sizes[] = {1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1023, 1024, 1025, 100003};
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k], one_team = 0;
        double all = 0;
#pragma omp target parallel for reduction(+ : one_team) map(tofrom : one_team)
        for (int i = 0; i < n; i++)
            one_team += i % 7;
#pragma omp target teams distribute parallel for reduction(+ : all) map(tofrom : all)
        for (int i = 0; i < n; i++)
            all += i;
        int want = 0;
        for (int i = 0; i < n; i++)
            want += i % 7;
        CHECK_INT(one_team, want, "reduction in a team, n=%d", n);
        CHECK_REAL(all, 0.5 * n * (n - 1.0), 0, "reduction over teams, n=%d", n);
    }
}

static void schedules(void) {
    enum { N = 1013 };
    static int count[4][N];
    int wrong = 0;
    memset(count, 0, sizeof count);
#pragma omp target parallel for schedule(static, 3) map(tofrom : count)
    for (int i = 0; i < N; i++)
        count[0][i]++;
#pragma omp target parallel for schedule(dynamic, 5) map(tofrom : count)
    for (int i = 0; i < N; i++)
        count[1][i]++;
#pragma omp target parallel for schedule(guided) map(tofrom : count)
    for (int i = 0; i < N; i++)
        count[2][i]++;
#pragma omp target teams distribute parallel for dist_schedule(static, 17) map(tofrom : count)
    for (int i = 0; i < N; i++)
        count[3][i]++;
    for (int s = 0; s < 4; s++)
        for (int i = 0; i < N; i++)
            wrong += count[s][i] != 1;
    CHECK_INT(wrong, 0, "every iteration once under each schedule");
}

static void mathematics(void) {
    enum { N = 200 };
    static double out[6][N];
#pragma omp target teams distribute parallel for map(from : out)
    for (int i = 0; i < N; i++) {
        double x = 0.01 * (i + 1);
        out[0][i] = sqrt(x);
        out[1][i] = exp(x);
        out[2][i] = log(x);
        out[3][i] = sin(x);
        out[4][i] = pow(x, 1.5);
        out[5][i] = fma(x, x, 1.0);
    }
    for (int i = 0; i < N; i++) {
        double x = 0.01 * (i + 1);
        const double want[] = {sqrt(x), exp(x), log(x), sin(x), pow(x, 1.5), fma(x, x, 1.0)};
        for (int f = 0; f < 6; f++)
            CHECK(fabs(out[f][i] - want[f]) <= 1e-14 * (1 + fabs(want[f])),
                  "function %d of %g: %.17g, want %.17g", f, x, out[f][i], want[f]);
    }
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(void);
    } steps[] = {{"store", store},
                 {"ids", ids},
                 {"atomics", atomics},
                 {"barriers", barriers},
                 {"team memory", team_memory},
                 {"critical", critical},
                 {"reductions", reductions},
                 {"schedules", schedules},
                 {"mathematics", mathematics}};
    check_begin(argc, argv);
    for (unsigned i = 0; i < sizeof steps / sizeof *steps && !check_failed; i++) {
        steps[i].run();
        printf("%s: %s\n", steps[i].name, check_failed ? "WRONG" : "ok");
        fflush(stdout);
    }
    return check_end();
}
