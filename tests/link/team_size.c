// The number of a team's threads is in no variable of kernels (src/link/team_size.c), and blocks of 32-bit loops are shared out in 32 bits.
// RUN: %gantry cc -O2 --offload-arch=sm_70 --save-temps %s -o %t && %FileCheck %s <sm_70.ptx && %not grep -q __gd_spmd_team_size sm_70.ptx
// RUN: %gantry cc -O2 --no-team-size --offload-arch=sm_70 --save-temps %s -o %t && grep -q 'ld.shared.u32.*__gd_spmd_team_size' sm_70.ptx
// RUN: %gantry cc -O0 --offload-arch=sm_70 --save-temps %s -o %t && grep -q '__gd_spmd_team_size' sm_70.ptx
// The emulated device counts what a GPU has.
// RUN: %gantry cc -O2 --count --offload-arch=emulated --save-temps %s -o %t && %not grep -q __gd_spmd_team_size optimised.emulated.ll
// RUN: %gantry cc -O2 --count --no-team-size --offload-arch=emulated --save-temps %s -o %t && grep -q __gd_spmd_team_size optimised.emulated.ll
// RUN: %gantry cc -O2 --offload-arch=sm_70 %s -o %t && for seed in 0 1; do GANTRY_SOFTGPU_SEED=$seed GANTRY_SOFTGPU_STRICT=1 GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so OMP_TARGET_OFFLOAD=MANDATORY %t || exit 1; done
// LABELS: compile
#include <stdio.h>
static int a[40][50], wrong;

// CHECK-LABEL: .entry gantry_k_team_size_rows_
static void rows(int n, int m)
{
    // CHECK-NOT: {{(div|min|max)\.[us]64}}
    // CHECK: div.u32
    // CHECK-NOT: {{(div|min|max)\.[us]64}}
    // CHECK: bar.sync
#pragma omp target teams distribute num_teams(7)
    for (int y = 0; y < n; y++)
#pragma omp parallel for num_threads(33)
        for (int x = 0; x < m; x++)
            a[y][x] += y * 100 + x;
}

// CHECK-LABEL: .entry gantry_k_team_size_far_
static void far(long n, int m)
{
    // 64 bits only where the numbers are that large
    // CHECK: div.u64
#pragma omp target teams distribute num_teams(7)
    for (long y = 0; y < n; y++)
#pragma omp parallel for num_threads(33)
        for (int x = 0; x < m; x++)
            a[y][x] += (int)y * 100 + x;
}

/* parallel regions of several sizes in one kernel */
static void sizes(int n, int *most)
{
#pragma omp target teams distribute num_teams(3) reduction(max : most[ : 2])
    for (int y = 0; y < n; y++) {
#pragma omp parallel for num_threads(64) reduction(max : most[0])
        for (int x = 0; x < 50; x++)
            most[0] = a[y][x] > most[0] ? a[y][x] : most[0];
#pragma omp parallel for simd num_threads(8) simdlen(4) reduction(max : most[1])
        for (int x = 0; x < 50; x++)
            most[1] = a[y][x] - 1 > most[1] ? a[y][x] - 1 : most[1];
    }
}

int main(void)
{
    int most[2] = {0, 0};
    rows(40, 50);
    far(40, 50);
    sizes(40, most);
    for (int y = 0; y < 40; y++)
        for (int x = 0; x < 50; x++)
            wrong += a[y][x] != 2 * (y * 100 + x);
    if (wrong || most[0] != 2 * 3949 || most[1] != 2 * 3949 - 1)
        printf("%d wrong, %d %d\n", wrong, most[0], most[1]);
    return wrong || most[0] != 2 * 3949 || most[1] != 2 * 3949 - 1;
}
