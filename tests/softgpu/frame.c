// A kernel whose own frame is nearly as large as the stack that recursion gets: the limit counts both.
// RUN: %gantry cc -O2 --offload-arch=sm_70 %s -o %t && GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so OMP_TARGET_OFFLOAD=MANDATORY %t >out && GANTRY_DEVICES=none %t | diff - out
// What the user sets is not raised:
// RUN: GANTRY_CUDA_STACK=1024 GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so OMP_TARGET_OFFLOAD=MANDATORY %not %t 2>&1 | grep 'the stack of .* overflows: function down needs'
#include <stdio.h>

#pragma omp begin declare target
static int down(int n, const int *v)
{
    int own[64];
    for (int i = 0; i < 64; i++)
        own[i] = v[i % 8] + n;
    return n == 0 ? own[3] : down(n - 1, own) + own[n % 64];
}
#pragma omp end declare target

int main(void)
{
    int r = 0, n = 20;
#pragma omp target map(tofrom : r) firstprivate(n)
    {
        int big[2000], v[8];
        for (int i = 0; i < 2000; i++)
            big[i] = i * n;
        for (int i = 0; i < 8; i++)
            v[i] = big[(i * n * 37) % 2000];
        r = down(n, v) + big[(n * 99) % 2000];
    }
    printf("%d\n", r);
    return 0;
}
