// RUN: %gantry explain %s | grep -c '\[GR651\]' | grep -qx 4
// RUN: %gantry cc --dump=device %s | %FileCheck %s
// RUN: for mode in auto generic; do %gantry cc --parallel-mode=$mode --offload-arch=sm_70,emulated %s -o %t -lm && %run_host %t >host || exit 1; \
// RUN:   GANTRY_DEVICES=emulated GANTRY_TRACE=1 %t 2>&1 | grep -c ' launch ' | grep -qx 4 || exit 1; \
// RUN:   GANTRY_DEVICES=emulated GANTRY_TRACE=1 %t 2>&1 | grep -q ' launch  *teams 2 x .*_blocks_' || exit 1; \
// RUN:   for s in 1 2 3; do env GANTRY_DEVICES=emulated GANTRY_EMULATED_SEED=$s GANTRY_EMULATED_SMS=3 %t | diff host - || exit 1; done; \
// RUN:   for s in 1 2; do env GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_SOFTGPU_STRICT=1 GANTRY_SOFTGPU_SEED=$s GANTRY_TEAMS=3 %t | diff host - || exit 1; done; done
// LABELS: run
/* Phases whose threads have lanes, beside others whose threads have none; and two loops from one line, whose kernels need
 * names of their own. */
#include <stdio.h>
enum { N = 37, M = 45 };
static double a[N][M], b[N][M];
static long c[N];

// CHECK-LABEL: gantry_k_lanes_phases_{{.*}}__mode, 1)) return;
// CHECK: __gd_spmd_barrier(0);
// CHECK: __gd_spmd_region(&__gd_env, [[K:gantry_k_lanes_phases_[0-9a-f_]*]]__mode, {{gantry_k_[a-z0-9_]*}}__crew);
// CHECK: __gd_league_barrier
// CHECK: __gd_spmd_region(&__gd_env, [[K]]__mode, 1);
// CHECK: __gd_league_barrier
static void phases(int n, int m)
{
    #pragma ompx single_launch
    for (int k = 0; k < 6; k++) {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++) {
            double s = 0;
            #pragma omp simd reduction(+: s)
            for (int j = 0; j < m; j++)
                s += a[i][j];
            #pragma omp simd
            for (int j = 0; j < m; j++)
                b[i][j] = s + j + k;
        }
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            c[i] += (long)b[i][m - 1] % 1000;
        #pragma omp target teams distribute parallel for collapse(2)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                a[i][j] = (long)b[n - 1 - i][j] % 97 + c[i] % 5;
    }
}

#define TURNS(N, K)                                                                                                    \
    _Pragma("ompx single_launch") for (int k = 0; k < (N); k++)                                                        \
    {                                                                                                                  \
        _Pragma("omp target teams distribute parallel for") for (int i = 0; i < N; i++) c[i] = c[i] * (K) + k;         \
    }

static void twice(void)
{
    TURNS(4, 3) TURNS(5, 7)
}

/* Teams alone share the outer loop: no more of them than it has iterations. */
static void blocks(int n)
{
    #pragma ompx single_launch
    for (int k = 0; k < 3; k++) {
        #pragma omp target teams distribute
        for (int g = 0; g < n; g++) {
            #pragma omp parallel for
            for (int j = 0; j < M; j++)
                a[g][j] += k + j;
        }
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = i * j % 7;
    phases(N, M);
    twice();
    blocks(2);
    double s = 0;
    long t = 0;
    for (int i = 0; i < N; i++) {
        t += c[i];
        for (int j = 0; j < M; j++)
            s += a[i][j] * (i + 1) + b[i][j];
    }
    printf("%.1f %ld\n", s, t);
    return 0;
}
