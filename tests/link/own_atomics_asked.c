// Atomic operations through pointers that lead to a lane's own variables or to others', which only the run knows: it asks (src/link/own_atomics.c). Without optimisation all pointers are such.
// RUN: for o in 0 1 2 3; do %gantry cc -w -O$o --offload-arch=sm_70 --save-temps %s -o %t && grep -q isspacep.local sm_70.ptx && GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_SOFTGPU_STRICT=1 OMP_TARGET_OFFLOAD=MANDATORY %t || exit 1; done
// no atomic operation is executed where all are a lane's own; some are where they are not
// RUN: for o in 0 1 2 3; do %gantry cc -w -O$o -DOWN --offload-arch=sm_70 %s -o %t && GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_SOFTGPU_COUNTS=counts OMP_TARGET_OFFLOAD=MANDATORY %t && grep -q "^kernel" counts && %not grep -E "^    atomic " counts || exit 1; done
// RUN: %gantry cc -w -O2 --offload-arch=sm_70 %s -o %t && GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_SOFTGPU_COUNTS=counts OMP_TARGET_OFFLOAD=MANDATORY %t && grep -qE "^    atomic " counts
// a kernel's parameters, and what lies in memory that they lead to, are never a lane's own: nothing is asked
// RUN: %gantry cc -w -O2 -DMAPPED --offload-arch=sm_70 --save-temps %s -o %t && grep -qE "^[[:space:]]*(atom|red)" sm_70.ptx && %not grep -q isspacep.local sm_70.ptx
// LABELS: compile
#include <stdio.h>
#ifdef MAPPED
struct bins {
    int n, *at;
};
int main(void)
{
    int at[4] = {0}, s = 0;
    struct bins b = {4, at};
#pragma omp target teams distribute parallel for map(tofrom: s) map(b, b.at[:4])
    for (int i = 0; i < 100; i++) {
#pragma omp atomic
        b.at[i % 4] += i;
#pragma omp atomic
        s++;
    }
    return s != 100;
}
#else
static __attribute__((noinline)) int more(int *p, int by)
{
    int before;
#pragma omp atomic capture
    {
        before = *p;
        *p += by;
    }
    return before;
}
static __attribute__((noinline)) int one_of(int *a, int *b, int which)
{
    int *p = which ? a : b, expected = 6;
    __atomic_fetch_xor(p, 5, __ATOMIC_SEQ_CST);
    return __atomic_compare_exchange_n(p, &expected, 8, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}
#pragma omp declare target to(more, one_of)
int main(void)
{
    enum { N = 500 };
    int s = 0, wrong = 0, shared[2] = {0, 0}, want = 0;
#pragma omp target parallel for map(tofrom: s, wrong, shared) num_threads(64)
    for (int i = 0; i < N; i++) {
        int own = i, other = 3, mine = more(&own, 2) != i || own != i + 2;
        mine |= one_of(&own, &other, i % 2) != (i % 2 ? i + 2 == 3 : 1) || other != (i % 2 ? 3 : 8);
#ifdef OWN
        if (mine)
            wrong = 1;
#else
        if (mine)
            more(&wrong, 1);
        more(i % 3 ? &shared[i % 2] : &s, i);
#endif
    }
#ifndef OWN
    for (int i = 0; i < N; i++)
        *(i % 3 ? &shared[i % 2] : &s) -= i;
    want = s | shared[0] | shared[1];
#endif
    return wrong || want;
}
#endif
