// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %gantry cc %O --offload-arch=emulated --teams-mode=generic --parallel-mode=generic --simd-group=8 %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && GANTRY_EMULATED_SEED=3 %run_emulated64 %t
/* Metadirectives in odd positions: after if and else, in loops and a switch, from macros, in functions of host and
 * device, under clauses of target that say where it runs. */
#include "check.h"

static inline int inc(int x)
{
    int r = x;
#define OMP(x) _Pragma(#x)
    OMP(omp metadirective when(device={kind(nohost)}: simd reduction(+: r)) default(parallel for reduction(+: r)))
    for (int i = 0; i < 3; i++)
        r++;
    return r;
}

#define WHEN device={kind(gpu)}
int orphan(int n, int *a)
{
    if (n > 3)
#pragma omp metadirective /* comment */ when(device={kind(nohost)} : for) \
    when ( construct={parallel} : \
       for nowait ) default ( nothing )
        for (int i = 0; i < n; i++) a[i] += 1;
    else
        a[0] = -1;
    switch (n) {
    case 5:
#pragma omp metadirective when(device={kind(host)}: nothing) default(barrier)
        ;
    default:
        break;
    }
    return 0;
}
int main(int argc, char **argv)
{
    int a[37] = {0}, n = 37, dev = omp_get_default_device(), sum = 0;
    check_begin(argc, argv);
    if (n == 37)
#pragma omp target map(tofrom: a) device(dev) if(target: n > 2)
        for (int k = 0; k < 2; k++) {
#pragma omp metadirective when(WHEN: parallel for num_threads(5)) default(parallel for simd)
            for (int i = 0; i < 37; i++) {
                a[i] += inc(i);
            }
        }
    else
        a[0] = 7;
    for (int i = 0; i < 37; i++) CHECK_INT(a[i], 2 * (i + 3), "%d", i);
#pragma omp target map(tofrom: a, sum) if(n < 2)
#pragma omp metadirective when(WHEN: teams distribute parallel for simd reduction(+: sum)) default(parallel for reduction(+: sum))
    for (int i = 0; i < 37; i++) {
        a[i]++;
        sum += 1;
    }
    CHECK_INT(sum, 37, "sum");
#pragma omp target teams num_teams(2) map(tofrom: a)
    {
#pragma omp parallel
        {
            orphan(omp_get_team_num() == 0 ? 37 : 0, a);
        }
    }
    CHECK_INT(a[36], 80, "orphan");
#pragma omp target teams distribute parallel for map(tofrom: a) depend(inout: a) nowait
    for (int j = 0; j < 37; j++) {
        int s = 0;
#pragma omp metadirective when(device={kind(gpu)}: simd reduction(+:s)) default(nothing)
        for (int i = 0; i < 10; i++) s += i;
        a[j] = s;
    }
#pragma omp taskwait
    CHECK_INT(a[36], 45, "simd");
    return check_end();
}
