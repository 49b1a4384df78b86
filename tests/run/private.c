// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* private, firstprivate, lastprivate, shared and default on every level. */
#include "check.h"

static void on_target(void)
{
    int p = 1, f = 2, seen = 0, array[3] = {1, 2, 3};
#pragma omp target private(p) firstprivate(f, array) map(from: seen)
    {
        p = 10;
        f += p;
        array[0] += array[2];
        seen = f + array[0];
    }
    CHECK_INT(seen, 16, "target: firstprivate scalar and array go in");
    CHECK_INT(p, 1, "target: private stays outside");
    CHECK_INT(f, 2, "target: firstprivate does not come back");
    CHECK_INT(array[0], 1, "target: a firstprivate array does not come back");
}

static void on_loop(long n)
{
    int t = -1, f = 5, wrong = 0;
    long last = -1;
    double last_value = -1;
    int *out = check_alloc((size_t)n * sizeof *out);
#pragma omp target teams distribute parallel for private(t) firstprivate(f) lastprivate(last) \
    map(from: out[0:n]) map(tofrom: last)
    for (long i = 0; i < n; i++) {
        t = (int)i;
        t += f;
        out[i] = t;
        last = i;
    }
#pragma omp target parallel for lastprivate(last_value) map(tofrom: last_value) schedule(static, 1)
    for (long i = 0; i < n; i++)
        last_value = (double)i * 0.5;
    for (long i = 0; i < n; i++)
        wrong += out[i] != i + 5;
    CHECK_INT(wrong, 0, "loop: private and firstprivate, n=%ld", n);
    CHECK_INT(t, -1, "loop: private stays outside, n=%ld", n);
    CHECK_INT(f, 5, "loop: firstprivate stays outside, n=%ld", n);
    if (n) {
        CHECK_INT(last, n - 1, "loop: lastprivate on the combined construct, n=%ld", n);
        CHECK_REAL(last_value, 0.5 * (double)(n - 1), 0, "loop: lastprivate, one iteration per chunk, n=%ld",
                   n);
    }
    free(out);
}

static void lastprivate_forms(long n)
{
    long a = -1, b = -1, c = -1, d = -1;
#pragma omp target map(tofrom: a)
#pragma omp parallel for lastprivate(a)
    for (long i = 0; i < n; i++)
        a = 3 * i;
#pragma omp target map(tofrom: b)
#pragma omp teams distribute lastprivate(b)
    for (long i = 0; i < n; i++)
        b = 4 * i;
#pragma omp target map(tofrom: c)
#pragma omp simd lastprivate(c)
    for (long i = 0; i < n; i++)
        c = 5 * i;
#pragma omp target teams distribute parallel for collapse(2) lastprivate(d) map(tofrom: d)
    for (long i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            d = 10 * i + j;
    if (n) {
        CHECK_INT(a, 3 * (n - 1), "lastprivate on parallel for, n=%ld", n);
        CHECK_INT(b, 4 * (n - 1), "lastprivate on distribute, n=%ld", n);
        CHECK_INT(c, 5 * (n - 1), "lastprivate on simd, n=%ld", n);
        CHECK_INT(d, 10 * (n - 1) + 2, "lastprivate with collapse, n=%ld", n);
    }
}

static void firstprivate_and_lastprivate(long n)
{
    long x = 7;
#pragma omp target map(tofrom: x)
#pragma omp parallel for firstprivate(x) lastprivate(x)
    for (long i = 0; i < n; i++)
        x = i == n - 1 ? 100 + i : x;
    if (n)
        CHECK_INT(x, 99 + n, "firstprivate and lastprivate, n=%ld", n);
}

static void on_parallel(void)
{
    int shared_one = 0, each = 3, wrong = 0, threads = 0, p = 9;
#pragma omp target map(tofrom: shared_one, wrong, threads)
#pragma omp parallel num_threads(13) shared(shared_one, wrong, threads) firstprivate(each) private(p)
    {
        p = omp_get_thread_num();
        each += p;
#pragma omp atomic
        shared_one += each;
#pragma omp barrier
        if (each != 3 + omp_get_thread_num() || p != omp_get_thread_num()) {
#pragma omp atomic
            wrong++;
        }
        if (p == 0)
            threads = omp_get_num_threads();
    }
    CHECK_INT(wrong, 0, "parallel: private and firstprivate are each thread's own");
    CHECK_INT(shared_one, 3 * threads + threads * (threads - 1) / 2, "parallel: shared is one variable");
    CHECK_INT(p, 9, "parallel: private stays outside");
}

static void on_teams(void)
{
    int own = 4, teams = 0, seen[6] = {0}, scratch = -1;
#pragma omp target teams num_teams(6) firstprivate(own) private(scratch) map(tofrom: teams, seen) \
    shared(teams)
    {
        scratch = omp_get_team_num();
        own += scratch;
        seen[scratch] += own;
        if (scratch == 0)
            teams = omp_get_num_teams();
    }
    for (int t = 0; t < 6; t++)
        CHECK_INT(seen[t], t < teams ? 4 + t : 0,
                  "teams: firstprivate and private are each team's own, team %d", t);
    CHECK_INT(own, 4, "teams: firstprivate stays outside");
    CHECK_INT(scratch, -1, "teams: private stays outside");
}

static void private_arrays(long n)
{
    int scratch[8] = {0}, table[4] = {1, 10, 100, 1000};
    long *out = check_alloc((size_t)n * sizeof *out), wrong = 0;
#pragma omp target teams distribute parallel for private(scratch) firstprivate(table) map(from: out[0:n])
    for (long i = 0; i < n; i++) {
        for (int k = 0; k < 8; k++)
            scratch[k] = (int)(i + k);
        table[i % 4]++;
        table[i % 4]--;
        out[i] = scratch[7] + table[i % 4];
    }
    static const int power[4] = {1, 10, 100, 1000};
    for (long i = 0; i < n; i++)
        wrong += out[i] != i + 7 + power[i % 4];
    CHECK_INT(wrong, 0, "private and firstprivate arrays, n=%ld", n);
    free(out);
}

static void defaults(long n)
{
    int factor = 3;
    long *out = check_alloc((size_t)n * sizeof *out), wrong = 0;
#pragma omp target teams distribute parallel for default(none) shared(out, factor, n) map(from: out[0:n])
    for (long i = 0; i < n; i++)
        out[i] = i * factor;
    for (long i = 0; i < n; i++)
        wrong += out[i] != 3 * i;
    CHECK_INT(wrong, 0, "default(none), n=%ld", n);
#pragma omp target map(tofrom: out[0:n])
#pragma omp parallel default(shared)
#pragma omp for
    for (long i = 0; i < n; i++)
        out[i] += 1;
    for (long i = 0; i < n; i++)
        wrong += out[i] != 3 * i + 1;
    CHECK_INT(wrong, 0, "default(shared), n=%ld", n);
#pragma omp target map(tofrom: out[0:n])
#pragma omp parallel default(firstprivate)
#pragma omp for
    for (long i = 0; i < n; i++)
        out[i] += factor;
    for (long i = 0; i < n; i++)
        wrong += out[i] != 3 * i + 4;
    CHECK_INT(wrong, 0, "default(firstprivate), n=%ld", n);
    free(out);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    on_target();
    on_parallel();
    on_teams();
    FOR_EACH_SIZE(n)
    {
        on_loop(n);
        lastprivate_forms(n);
        firstprivate_and_lastprivate(n);
        private_arrays(n);
        defaults(n);
    }
    return check_end();
}
