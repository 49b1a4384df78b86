// RUN: %gantry explain %s | grep -q 'GR651'
// RUN: %gantry cc --offload-arch=sm_70,emulated %s -o %t && %run_host %t >host && grep -qx '4950 106 10' host && %run_emulated32 %t | diff host -
// RUN: env GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_SOFTGPU_STRICT=1 %t | diff host -
/* The first region of a single launch maps what only a later one uses. */
#include <stdio.h>
enum { N = 100 };
static int a[N], b[N];

int main(void)
{
    int sum = 0;
    for (int i = 0; i < N; i++)
        b[i] = i;
#pragma omp target data map(tofrom: a, b)
    {
#pragma ompx single_launch
        for (int k = 0; k < 4; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a) map(to: b)
            for (int i = 0; i < N; i++)
                a[i] += 1;
#pragma omp target teams distribute parallel for map(tofrom: a) map(tofrom: b)
            for (int i = 0; i < N; i++)
                a[i] += b[(i + k) % N];
        }
    }
    for (int i = 0; i < N; i++)
        sum += b[i];
    printf("%d %d %d\n", sum, a[N - 1], a[0]);
    return 0;
}
