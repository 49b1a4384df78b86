// RUN: for o in -O0 -O3; do for g in 1 8 32; do %gantry cc $o --offload-arch=emulated --simd-group=$g --lockstep %s -o %t && \
// RUN:   GANTRY_EMULATED_LOCKSTEP=1 %run_emulated64 %t && GANTRY_EMULATED_SEED=3 %run_emulated64 %t && %run_emulated32 %t || \
// RUN:   { echo "$o, group $g"; exit 1; }; done; done
// TIMEOUT: 300
/* Locks held while lanes wait for each other: groups of a warp that share a program counter take turns in a critical
 * construct, and threads that lock by themselves have one lane there. */
#include <omp.h>
#include <stdio.h>

enum { THREADS = 16, N = 64 };
#pragma omp begin declare target
omp_lock_t own;
#pragma omp end declare target

int main(void)
{
    long count = 0, a[N] = {0}, odd = 0, outer = 0, b[N] = {0}, c[N] = {0}, locked = 0;
#pragma omp target parallel num_threads(THREADS) map(tofrom: count, a, c, odd, outer)
    {
#pragma omp critical
        {
            count = count + 1;
#pragma omp simd
            for (int i = 0; i < N; i++) a[i] += 1;
        }
        if (omp_get_thread_num() % 2) {
#pragma omp critical(second)
            {
                odd = odd + 1;
#pragma omp simd
                for (int i = 0; i < N; i++) c[i] += 100;
            }
        }
#pragma omp barrier
#pragma omp critical
        outer = outer + a[N - 1] + c[N - 1];
    }
#pragma omp target map(tofrom: locked, b)
    {
        omp_init_lock(&own);
#pragma omp parallel num_threads(THREADS)
        {
            omp_set_lock(&own);
            locked = locked + 1;
#pragma omp simd
            for (int i = 0; i < N; i++) b[i] += 1;
            omp_unset_lock(&own);
        }
    }
    long all = THREADS + 100 * (THREADS / 2);
    if (count != THREADS || odd != THREADS / 2 || outer != THREADS * all || locked != THREADS) {
        printf("%ld %ld %ld %ld\n", count, odd, outer, locked);
        return 1;
    }
    for (int i = 0; i < N; i++)
        if (a[i] + c[i] != all || b[i] != THREADS) {
            printf("%d: %ld %ld %ld\n", i, a[i], b[i], c[i]);
            return 1;
        }
    return 0;
}
