// What kernels did, counted on the GPU in software: exact numbers where the code leaves no choice, by hand; the same as the emulated device's model
// where that is exact; and in the profile's table.
// RUN: %gantry cc -O3 -g --count --offload-arch=sm_70,emulated %s -o %t
// RUN: GANTRY_SOFTGPU_COUNTS=soft.json GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so OMP_TARGET_OFFLOAD=MANDATORY %t
// RUN: GANTRY_SOFTGPU_COUNTS=seed.json GANTRY_SOFTGPU_SEED=3 GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so OMP_TARGET_OFFLOAD=MANDATORY %t
// RUN: GANTRY_EMULATED_COUNTS=model.json GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY %t
// RUN: python3 %src/tests/softgpu/counts.py soft.json seed.json model.json
// RUN: GANTRY_SOFTGPU_COUNTS=- GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so OMP_TARGET_OFFLOAD=MANDATORY %t 2>&1 | %FileCheck %s
// RUN: GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so OMP_TARGET_OFFLOAD=MANDATORY %t 2>&1 | %not grep counted
// RUN: %gantry profile --softgpu -O3 %s 2>&1 | %FileCheck --check-prefix=TABLE %s
#include <stdio.h>

enum { N = 1024 };
static float x[N], y[32 * N], z[N];

int main(void)
{
    int wrong = 0;
    // CHECK: kernel gantry_k_counts_main_{{[0-9]+}}_{{[0-9a-f]+}}, 1 launch, warps of 32: counted on the software GPU
    // CHECK: warp instructions by class
    // CHECK: device memory
    // CHECK-NOT: would do
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(256) map(from : x)
    for (int i = 0; i < N; i++) /* dense */
        x[i] = (float)i;
    // CHECK: kernel gantry_k_counts_main
    // CHECK: counts.c:[[# @LINE + 3]]: store: 1024 sectors in 32 requests, 128 would do
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(256) map(from : y)
    for (int i = 0; i < N; i++) /* a sector each */
        y[32 * i] = (float)i;
    // CHECK: kernel gantry_k_counts_main
#pragma omp target teams distribute parallel for num_teams(4) thread_limit(256) map(tofrom : x)
    for (int i = 0; i < N; i++) /* half of the lanes do more */
        if (i % 2)
            for (int k = 0; k < i % 7 + 9; k++)
                x[i] = x[i] * 0.5f + 1;
    // CHECK: kernel gantry_k_counts_main
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(32) map(from : z)
    for (int i = 0; i < N; i++) { /* lanes leave the inner loop one after the other, and store together */
        float s = 0;
        for (int k = 0; k < i % 32; k++)
            s += (float)k;
        z[i] = s;
    }
    for (int i = 0; i < N; i++)
        wrong += z[i] != (float)((i % 32) * (i % 32 - 1) / 2);
    for (int i = 0; i < N; i += 2)
        wrong += x[i] != (float)i || y[32 * i] != (float)i;
    // TABLE: a launch takes registers local shared sectors needless diverged conflicts atomics
    // TABLE: counts.c:{{[0-9]+}} main {{.*}} 87.5 %
    // TABLE: by a model or of a GPU in software
    printf("%s\n", wrong ? "wrong" : "OK");
    return wrong != 0;
}
