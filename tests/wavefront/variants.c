// RUN: %gantry explain %s | %FileCheck %s
// RUN: %gantry cc --no-variants --dump=device %s | grep -c 'KERNEL gantry_k_variants_' | grep -qx 6 && %gantry cc --dump=device %s | grep -c 'KERNEL gantry_k_variants_' | grep -qx 14
// RUN: %gantry cc --offload-arch=sm_70,emulated %s -o %t && %run_host %t 300 40 >host && %run_host %t 3 900 >short && %run_emulated32 %t 300 40 | diff host - && %run_emulated32 %t 3 900 | diff short -
// RUN: env GANTRY_DEVICES=emulated GANTRY_TRACE=1 %t 300 40 2>&1 | grep ' single_launch: phases of lines ' | grep -q ' lanes 32 .*__32 '
// RUN: env GANTRY_DEVICES=emulated GANTRY_TRACE=1 %t 3 900 2>&1 | grep ' single_launch: phases of lines ' | grep -vq ' lanes 32 '
// RUN: for n in 1 2 8 32; do env GANTRY_LANES=$n GANTRY_DEVICES=emulated GANTRY_EMULATED_SEED=$n GANTRY_EMULATED_SMS=3 %t 300 40 | diff host - || exit 1; done
// RUN: for n in 1 8 32; do env GANTRY_LANES=$n GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_SOFTGPU_STRICT=1 GANTRY_SOFTGPU_SEED=$n GANTRY_TEAMS=3 %t 70 9 >soft && %run_host %t 70 9 | diff - soft || exit 1; done
// LABELS: run
/* A loop as one launch has as many lanes to a thread as its longest rows pay for, which the launch knows. */
#include <stdio.h>
#include <stdlib.h>

static long *a, *b;

static void rows(int n, int m)
{
    // CHECK: variants.c:[[#@LINE+3]]: single_launch
    // CHECK: variants  by the loop of line [[#@LINE+7]], with many threads: 1 up to 2 iterations, then 4; more with few
    // CHECK-NEXT: map
    #pragma ompx single_launch
    for (int k = 0; k < 4; k++) {
        #pragma omp target teams distribute parallel for map(tofrom: a[0:n * m])
        for (int i = 0; i < n; i++)
            #pragma omp simd
            for (int j = 0; j < m; j++)
                a[i * m + j] = a[i * m + j] * 3 + k + j;
        #pragma omp target teams distribute parallel for map(tofrom: a[0:n * m]) map(tofrom: b[0:n])
        for (int i = 0; i < n; i++) {
            long sum = 0;
            #pragma omp simd reduction(+: sum)
            for (int j = 0; j < m / 2; j++)
                sum += a[i * m + j];
            b[i] = b[i] * 5 + sum;
        }
        #pragma omp target teams distribute parallel for map(tofrom: a[0:n * m]) map(tofrom: b[0:n])
        for (int i = 0; i < n; i++)
            a[i * m] += b[n - 1 - i] % 10;
    }
}

/* Only the loop's own code knows how long the rows are. */
static void growing(int n, int m)
{
    // CHECK: variants.c:[[#@LINE+3]]: single_launch
    // CHECK-NOT: variants  by
    // CHECK: values
    #pragma ompx single_launch
    for (int k = 1; k <= m; k *= 2) {
        #pragma omp target teams distribute parallel for map(tofrom: a[0:n * m])
        for (int i = 0; i < n; i++)
            #pragma omp simd
            for (int j = 0; j < k; j++)
                a[i * m + j] = a[i * m + j] * 7 + k + j;
    }
}

int main(int argc, char **argv)
{
    int m = argc > 2 ? atoi(argv[1]) : 5, n = argc > 2 ? atoi(argv[2]) : 7;
    unsigned long sum = 0;
    a = calloc((size_t)n * m, sizeof *a);
    b = calloc((size_t)n, sizeof *b);
    rows(n, m);
    growing(n, m);
    for (int i = 0; i < n * m; i++)
        sum = sum * 31 + (unsigned long)a[i];
    for (int i = 0; i < n; i++)
        sum = sum * 31 + (unsigned long)b[i];
    printf("%lx\n", sum);
    return 0;
}
