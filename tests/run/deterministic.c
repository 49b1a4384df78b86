// RUN: %gantry cc %O --deterministic --offload-arch=emulated %s -o %t -lm
// RUN: for run in 1 2 3 4 5 6; do OMP_NUM_THREADS=4 %run_host %t >%t.$run && cmp %t.1 %t.$run || exit 1; done
// RUN: for run in 1 2 3 4 5 6; do GANTRY_EMULATED_SEED=$run %run_emulated32 %t >%t.$run && cmp %t.1 %t.$run || exit 1; done
// RUN: for run in 1 2 3; do GANTRY_EMULATED_SEED=$run %run_emulated64 %t >%t.$run && cmp %t.1 %t.$run || exit 1; done
// The bits are those of the schedule, and so the option must reach every one of them.
// RUN: %gantry cc --deterministic --dump=device %s | %not grep -E '__GD_(DYNAMIC|GUIDED)|__gd_run_sched'
// RUN: %gantry cc --deterministic --dump=host %s | grep -v '^#pragma omp target\|^ *"' | sed -n '/host_teams\|schedule/p' | %not grep -E 'schedule\((monotonic: )?(dynamic|guided|runtime)'
// RUN: %gantry cc --dump=device %s | grep -q __GD_DYNAMIC
/* --deterministic: sums of reals have the same bits on every run, whatever the schedule clause and whoever comes first. */
#include "check.h"

static double value(long i) { return 1.0 / (3 + i % 1001) * (i % 3 ? 1 : -1); }

static double a[20000];

int main(int argc, char **argv)
{
    double sums[8] = {0}, s;
    const long n = 20000;
    check_begin(argc, argv);
    for (long i = 0; i < n; i++)
        a[i] = value(i);
    s = 0;
#pragma omp target teams distribute parallel for reduction(+: s) map(to: a)
    for (long i = 0; i < n; i++)
        s += a[i];
    sums[0] = s;
    s = 0;
#pragma omp target teams distribute parallel for schedule(dynamic, 3) reduction(+: s) map(to: a)
    for (long i = 0; i < n; i++)
        s += a[i];
    sums[1] = s;
    s = 0;
#pragma omp target parallel for schedule(guided) reduction(+: s) map(to: a)
    for (long i = 0; i < n; i++)
        s += a[i];
    sums[2] = s;
    s = 0;
#pragma omp target parallel for schedule(runtime) reduction(+: s) map(to: a)
    for (long i = 0; i < n; i++)
        s += a[i];
    sums[3] = s;
    s = 0;
#pragma omp target teams num_teams(7) reduction(+: s) map(tofrom: s) map(to: a)
#pragma omp distribute parallel for schedule(dynamic) reduction(+: s)
    for (long i = 0; i < n; i++)
        s += a[i];
    sums[4] = s;
    s = 0;
#pragma omp target teams distribute parallel for simd schedule(dynamic, 64) reduction(+: s) map(to: a)
    for (long i = 0; i < n; i++)
        s += a[i];
    sums[5] = s;
    s = 0;
#pragma omp target parallel map(tofrom: s) map(to: a)
    for (int again = 0; again < 3; again++) {
#pragma omp scope reduction(+: s)
        s += a[omp_get_thread_num() * 7 % n] / 3;
    }
    sums[6] = s;
    s = 0;
    for (long i = 0; i < n; i++)
        s += a[i];
    for (int k = 0; k < 6; k++)
        CHECK(fabs(sums[k] - s) < 1e-9, "sum %d: %.17g, in order %.17g", k, sums[k], s);
    for (int k = 0; k < 7; k++)
        printf("%a\n", sums[k]);
    return check_end();
}
