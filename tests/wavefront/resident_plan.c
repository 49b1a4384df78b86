// RUN: %gantry explain %s | %FileCheck %s --check-prefix=EXPLAIN
// RUN: %gantry cc --dump=decisions %s | %FileCheck %s --check-prefix=DECISIONS
// RUN: %gantry cc -Werror=gantry --offload-arch=sm_70,emulated %s -o %t && %run_host %t >host && %run_emulated32 %t | diff host -
// RUN: env GANTRY_TRACE=1 GANTRY_DEVICES=emulated GANTRY_EMULATED_SMS=3 %t 2>&1 | grep ' launch ' | grep -q 'teams 3 x'
// RUN: env GANTRY_TRACE=1 GANTRY_DEVICES=emulated GANTRY_EMULATED_SMS=64 %t >%t.trace 2>&1 && grep -q ' launch .*teams 32 x' %t.trace && grep -q ' launch .*teams 5 x' %t.trace
// RUN: env GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/../../tests/runtime/libraries/libfake_cuda.so FAKE_CUDA_RESIDENT=0 %not %t 2>&1 | grep -q 'resident_plan.c:[0-9]*:.*the teams of kernel .* wait for each other, and device 0 .* cannot run even one of [0-9]* threads so: use fewer threads'
// RUN: %gantry cc -fcheck --offload-arch=emulated %s -o %t.check && env GANTRY_DEVICES=emulated %t.check | diff host -
// RUN: %gantry cc -fcheck -DFORGOTTEN --offload-arch=emulated %s -o %t.forgotten && env GANTRY_DEVICES=emulated %not %t.forgotten 2>&1 | grep -q 'error: a race: [ab].* is stored here by iteration .* [[]GC401]'
// RUN: %gantry cc -fverify --offload-arch=emulated %s -o %t.verify && env GANTRY_DEVICES=emulated %t.verify 2>err | diff host - && grep -q '2 bit-equal' err
// RUN: %gantry cc -DFORGOTTEN --offload-arch=sm_70 %s -o %t.soft && env GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_SOFTGPU_STRICT=1 %not %t.soft 2>&1 | grep -q 'softgpu: race on'
/* What becomes of a resident region; and a forgotten barrier, told by the judge and the GPU in software. */
#include <stdio.h>

int main(void)
{
    enum { N = 4001 };
    static int a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
    // EXPLAIN: resident_plan.c:[[#@LINE+4]]: target teams
    // EXPLAIN: launch    teams from the loop with the most iterations, if all are known at the launch
    // EXPLAIN: league    no more teams than run at the same time [GR671]; they wait for each other in line [[#@LINE+9]], [[#@LINE+14]], [[#@LINE+15]]
    #pragma ompx resident
    #pragma omp target teams map(tofrom: a, b)
    // DECISIONS: kernel {{.*}} line=[[#@LINE-1]] mode=spmd {{.*}} guards=1 resident
    {
        #pragma omp distribute parallel for
        for (int i = 0; i < N; i++)
            b[i] = a[N - 1 - i];
        #ifndef FORGOTTEN
        #pragma ompx barrier league
        #endif
        #pragma omp distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = b[N - 1 - i] + b[i];
        #pragma ompx barrier league
        #pragma ompx single league
        b[0] = 0;
    }
    #pragma ompx resident
    #pragma omp target teams map(tofrom: a)
    {
        #pragma omp distribute
        for (int g = 0; g < 5; g++) {
            #pragma omp parallel for
            for (int i = g; i < N; i += 5)
                a[i] += g;
        }
        #pragma ompx barrier league
        #pragma omp distribute parallel for
        for (int i = 0; i < 200; i++)
            a[i] += a[200 + i];
    }
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += (long)a[i] * (i % 7) + b[i];
    printf("%ld\n", sum);
    return 0;
}
