// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %gantry cc %O --offload-arch=emulated --teams-mode=generic --parallel-mode=generic --simd-group=8 %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && GANTRY_EMULATED_SEED=3 %run_emulated64 %t
/* Variants with parallel constructs of their own, variants of what calls itself, calls at every level; metadirectives of simd
 * loops and of stand-alone directives. */
#include "check.h"

static int sum_host(const int *a, int n)
{
    int s = 0;
#pragma omp parallel for reduction(+: s)
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
static int sum_gpu(const int *a, int n)
{
    int s = 0;
#pragma omp parallel for simd reduction(+: s)
    for (int i = 0; i < n; i++) s += a[i];
    return s + 1000;
}
#pragma omp declare variant(sum_gpu) match(device={kind(gpu)}, construct={target})
#pragma omp declare variant(sum_host) match(device={kind(cpu)})
static int sum(const int *a, int n) { return -1 + 0 * (n + a[0]); }
static int fact_v(int n);
#pragma omp declare variant(fact_v) match(construct={target})
static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
static int fact_v(int n) { return n < 2 ? 2 : n * fact_v(n - 1); }
static int simd_v(int x) { return 2 * x; }
#pragma omp declare variant(simd_v) match(construct={simd})
static int lane(int x) { return x; }
static inline int lane2(int x) { return lane(x) + 1; }
int main(int argc, char **argv)
{
    int a[100], r[100], s = 0, f = 0, host = 1;
    check_begin(argc, argv);
    for (int i = 0; i < 100; i++) a[i] = i;
#pragma omp target map(to: a) map(from: s, f, host)
    {
        host = omp_is_initial_device();
        s = sum(a, 100);
        f = fact(5);
    }
    CHECK_INT(s, host ? 4950 : 5950, "sum");
    CHECK_INT(sum(a, 10), 45, "host");
    CHECK_INT(f, 240, "f");
    CHECK_INT(fact(5), 120, "f");
#pragma omp target teams distribute map(from: r)
    for (int b = 0; b < 100; b += 10) {
        int base = lane(b);
#pragma omp parallel for
        for (int j = 0; j < 10; j++) r[b + j] = lane(j) + base;
#pragma omp parallel
#pragma omp for simd
        for (int j = 0; j < 10; j++) r[b + j] += 1000 * lane(j) + lane2(0);
    }
    for (int i = 0; i < 100; i++)
        CHECK_INT(r[i], i + 2000 * (i % 10) + 1, "r[%d]", i);
#pragma omp target teams num_teams(2) map(tofrom: r)
    {
        int t = omp_get_team_num();
#pragma omp parallel num_threads(4)
        {
            int id = omp_get_thread_num();
#pragma omp metadirective when(device={kind(gpu)}: simd) default(nothing)
            for (int i = 0; i < 10; i++) r[t * 40 + id * 10 + i] = lane(i) + id;
#pragma omp metadirective when(construct={teams, parallel}, device={kind(any)}: barrier) default(taskwait)
#pragma omp metadirective when(device={kind(nohost)}: critical) default(critical(name))
            r[99] = id;
        }
    }
    for (int i = 0; i < 80 && !host; i++)
        CHECK_INT(r[i], 2 * (i % 10) + i / 10 % 4, "r[%d]", i);
    return check_end();
}
