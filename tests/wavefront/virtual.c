// RUN: %gantry explain %s 2>/dev/null | %FileCheck --check-prefix=EXPLAIN %s
// RUN: %gantry cc --dump=device %s | %FileCheck %s
// RUN: %gantry cc --offload-arch=sm_70,emulated %s -o %t && %run_host %t >host && %FileCheck --check-prefix=VALUES %s <host
// RUN: GANTRY_DEVICES=emulated GANTRY_EMULATED_SMS=3 GANTRY_TRACE=1 %t 2>&1 >/dev/null | grep -c 'launch  *teams 3 x threads .*single_launch' | grep -qx 4
// RUN: for s in 0 1 2 3; do env GANTRY_DEVICES=emulated GANTRY_EMULATED_SEED=$s GANTRY_EMULATED_SMS=3 %t | diff host - || exit 1; done
// RUN: for s in 1 2; do env GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_SOFTGPU_STRICT=1 GANTRY_SOFTGPU_SEED=$s GANTRY_TEAMS=3 %t | diff host - || exit 1; done
// RUN: ! env GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY %t -3 2>%t.err >/dev/null && grep -q 'virtual.c:[0-9]*:.*num_teams(-3): the value must be positive' %t.err
// LABELS: run
/* Regions that can tell which of their teams runs them have as many as they say, in one launch of three, too. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 500 };
static int who[N], out[N];

static int teams_and_team(void) { return omp_get_team_num() * 3 + omp_get_num_teams(); }

// EXPLAIN: virtual.c:{{[0-9]+}}: single_launch
// EXPLAIN: phase     line {{[0-9]+}}: virtual teams: as many as its num_teams says, of which each team of the launch is some, one after the other {{\[}}GR673]
// EXPLAIN-NEXT: phase     line {{[0-9]+$}}
// EXPLAIN-NEXT: phase     line {{[0-9]+}}: virtual teams
// EXPLAIN-NEXT: phase     line {{[0-9]+}}: virtual teams
// EXPLAIN: in place  in place each region is a parallel region of its own {{\[}}GR670]
static long numbered(int n, int teams, int limit)
{
    long sum = 0, all = 0;
    const int blocks = (n + limit - 1) / limit;
    #pragma ompx single_launch
    for (int s = 0; s < 3; s++) {
        sum = s;
        #pragma omp target teams num_teams(teams) reduction(+: sum) map(tofrom: sum) /* team-shared memory, each begins with its own */
        {
            int held[4] = {0};
            #pragma omp parallel for
            for (int i = 0; i < 4; i++)
                held[i] += omp_get_team_num() * 4 + i;
            #pragma omp parallel for
            for (int i = 0; i < n; i++)
                if (i % omp_get_num_teams() == omp_get_team_num())
                    who[i] += teams_and_team() + held[i & 3] + s;
            sum += omp_get_team_num() * 7 + 1;
        }
        all = all * 5 + sum;
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            out[i] += who[n - 1 - i];
        #pragma omp target teams distribute parallel for num_teams(teams + 3)
        for (int i = 0; i < n; i++)
            who[i] += out[i] + omp_get_num_teams();
        #pragma omp target teams num_teams(blocks) thread_limit(limit) /* as CUDA's kernels number their threads */
        #pragma omp parallel num_threads(limit)
        {
            int i = omp_get_team_num() * limit + omp_get_thread_num();
            if (i < n)
                who[i] = who[i] * 3 + i;
        }
    }
    return all;
}

/* All threads of all teams add 1. */
static int repeated(int threads)
{
    int x = 0;
    #pragma ompx single_launch
    for (int s = 0; s < 3; s++) {
        #pragma omp target teams distribute parallel for reduction(+: x)
        for (int i = 0; i < 7; i++)
            x++;
        #pragma omp target teams num_teams(9) map(tofrom: x)
        #pragma omp parallel num_threads(threads)
        {
            #pragma omp atomic
            x++;
        }
    }
    return x;
}

// CHECK: = teams, __gd_by = __gd_nteams();
// CHECK-NEXT: for (__gd_u32 __gd_one = __gd_team(); __gd_one < __gd_all; __gd_one += __gd_by) {
// CHECK-NEXT: __gd_virtual_team(&__gd_env, [[K:gantry_k_virtual_numbered_[0-9a-f_]*]]__mode, 1, __gd_one, __gd_all);
// CHECK-NEXT: __phase(__gd_env
// CHECK-NEXT: }
// CHECK-NEXT: __gd_virtual_teams_end();
// CHECK-NEXT: __gd_league_barrier(&__gd_env);

/* A region of one team is in its first, and only, virtual one. */
// EXPLAIN: virtual.c:{{[0-9]+}}: single_launch
// EXPLAIN: phase     line {{[0-9]+}}: virtual teams
static int lone(int n)
{
    int x = 0;
    #pragma ompx single_launch
    for (int s = 0; s < 3; s++)
        #pragma omp target parallel for reduction(+: x) map(tofrom: x)
        for (int i = 0; i < n; i++)
            x += omp_get_num_teams() + omp_get_team_num() + s;
    return x;
}

/* What must stay several launches. */
// EXPLAIN-COUNT-5: separate launches: a region depends on the number of its teams or threads
static int several(int n)
{
    int x = 0;
    #pragma ompx single_launch
    for (int s = 1; s < 4; s++) { /* the number changes */
        #pragma omp target teams distribute parallel for num_teams(s) reduction(+: x)
        for (int i = 0; i < n; i++)
            x += omp_get_num_teams();
    }
    #pragma ompx single_launch
    for (int s = 1; s < 4; s++) { /* it may be one */
        #pragma omp target teams distribute parallel for num_teams(8) if(teams: n > 3) reduction(+: x)
        for (int i = 0; i < n; i++)
            x += omp_get_num_teams();
    }
    #pragma ompx single_launch
    for (int s = 1; s < 4; s++) { /* the implementation chooses how many */
        #pragma omp target teams distribute parallel for reduction(+: x)
        for (int i = 0; i < n; i++)
            x += omp_get_num_teams() > 0;
    }
    #pragma ompx single_launch
    for (int s = 1; s < 4; s++) { /* … threads */
        #pragma omp target teams distribute parallel for num_teams(2) reduction(+: x)
        for (int i = 0; i < n; i++)
            x += omp_get_num_threads() > 0;
    }
    #pragma ompx single_launch
    for (int s = 1; s < 4; s++) { /* threads with lanes */
        #pragma omp target teams distribute parallel for num_teams(2) thread_limit(4) reduction(+: x)
        for (int i = 0; i < n; i++) {
            int y = 0;
            #pragma omp simd reduction(+: y)
            for (int j = 0; j < 40; j++)
                y += j;
            x += y + (omp_get_num_threads() > 0);
        }
    }
    return x;
}

int main(int argc, char **argv)
{
    int only = argc > 1 ? atoi(argv[1]) : 0; /* a number that no launch takes */
    for (int teams = only ? only : 1; teams < 40; teams += 13) {
        long all = numbered(N, teams, 32), x = 0;
        for (int i = 0; i < N; i++)
            x = (x * 31 + who[i] + 7 * out[i]) % 1000003;
        printf("%d %ld %ld\n", teams, all, x);
    }
    // VALUES: 27 77011 457286
    // VALUES-NEXT: 300 118950
    printf("%d %d\n", lone(50), several(50));
    if (omp_get_num_devices() && repeated(3) != 102) /* in place there may be fewer threads */
        puts("some of them did not");
}
