// Atomic operations on a lane's own variables: PTX has none on local memory (src/link/own_atomics.c).
// RUN: for o in 1 2 3; do %gantry cc -O$o --offload-arch=sm_70 --save-temps %s -o %t && %not grep -Eq "^[[:space:]]*(atom|red)" sm_70.ptx && GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_SOFTGPU_STRICT=1 OMP_TARGET_OFFLOAD=MANDATORY %t || exit 1; done
// RUN: %gantry cc -O2 -DMAPPED --offload-arch=sm_70 --save-temps %s -o %t && grep -Eq "^[[:space:]]*(atom|red)" sm_70.ptx
// LABELS: compile
#include <stdio.h>
int main(void)
{
    int r[12] = {0}, n = 5;
    double d = 0;
#ifdef MAPPED
#pragma omp target map(tofrom: n)
#pragma omp atomic
    n++;
#endif
#pragma omp target map(tofrom: r, d) firstprivate(n)
    {
        int x = n, more[3] = {1, 2, 3}, before, least = 9, most = -9;
        short s = 2;
        unsigned char c = 3;
        double y = 1.5;
#pragma omp atomic
        x++;
#pragma omp atomic capture
        before = more[n - 4] -= 4;
#pragma omp atomic
        s *= 3;
#pragma omp atomic
        c |= 64;
#pragma omp atomic
        y += 2;
#pragma omp atomic compare
        least = n < least ? n : least;
#pragma omp atomic compare
        most = n > most ? n : most;
        r[0] = x, r[1] = before, r[2] = more[1], r[3] = s, r[4] = c, r[5] = least, r[6] = most;
        r[7] = __atomic_exchange_n(&x, 40, __ATOMIC_RELAXED), r[8] = __atomic_fetch_xor(&x, 3, __ATOMIC_SEQ_CST);
        int expected = 43;
        r[9] = __atomic_compare_exchange_n(&x, &expected, 7, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
        r[10] = __atomic_compare_exchange_n(&x, &expected, 8, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
        r[11] = x * 100 + expected;
        d = y;
    }
    static const int wanted[] = {6, -2, -2, 6, 67, 5, 5, 6, 40, 1, 0, 707};
    for (int i = 0; i < 12; i++)
        if (r[i] != wanted[i])
            return printf("%d: %d, not %d\n", i, r[i], wanted[i]), 1;
    return d != 3.5;
}
