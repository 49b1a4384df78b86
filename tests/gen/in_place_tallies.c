// RUN: %gantry cc --dump=host %s | %FileCheck %s
// RUN: %gantry cc --dump=decisions %s | %FileCheck --check-prefix=WHY %s
// RUN: %gantry cc --no-host-checks --dump=decisions %s | %FileCheck --check-prefix=UNSEEN %s
// RUN: %gantry cc --no-host-simd --dump=decisions %s | %FileCheck --check-prefix=OFF %s
// RUN: %gantry explain %s | %FileCheck --check-prefix=EXPLAIN %s
/* arrays that a loop only updates by atomics: on the initial device each thread has a copy (GR609), and where not */
// OFF-NOT: GR609
// EXPLAIN: arrays that the loop only updates by atomics: each thread has copies of its own [GR609]

#include <omp.h>
int *of_shared;
int reads(void) { return *of_shared; }
#pragma omp declare target to(of_shared, reads)

void fires(long n, long m, const int *v, int *restrict h, const short *w, unsigned char *least)
{
// CHECK: const unsigned long __gd_w0 = (unsigned long)(char *)&(h)[0];
// CHECK: unsigned long __gd_b0 = {{.*}}m
// CHECK-NOT: __gd_host_clear
// CHECK: #pragma omp parallel {{.*}}firstprivate(__gd_n, __gd_w0, __gd_b0)
// CHECK: const unsigned long __gd_own0 = __gd_host_tally(__gd_n, __gd_b0, 4, 16384);
// CHECK-NEXT: int __gd_c0[4096];
// CHECK: for (long i = (long)__gd_from; i < (long)__gd_to; i++) {
// CHECK: int *const __gd_x = &(h[v[i]]);
// CHECK: if (__gd_o < __gd_own0)
// CHECK-NEXT: __gd_c0[__gd_o / 4] = (int)((unsigned long)__gd_c0[__gd_o / 4] + (unsigned long)__gd_e);
// CHECK-NEXT: else
// CHECK-NEXT: __atomic_fetch_add(__gd_x, __gd_e, __ATOMIC_RELAXED);
// CHECK: __atomic_fetch_add((int *)__gd_w0 + __gd_i, __gd_c0[__gd_i], __ATOMIC_RELAXED);
// WHY: place region=0 {{.*}} tally=h why=GR609
// UNSEEN: place region=0 {{.*}} tally=h why=GR609
#pragma omp target teams distribute parallel for map(v[0 : n]) map(h[0 : m])
    for (long i = 0; i < n; i++) {
#pragma omp atomic
        h[v[i]]++;
    }
/* chunks; two arrays, an extreme; whether v overlaps them only the run can tell */
// CHECK: __gantry_target(gantry_region_2()
// CHECK: __gd_at[__gd_look][0] = __gd_w0;
// CHECK: if (__gd_b0 && !__gd_host_clear(__gd_at[0],
// CHECK-NEXT: __gd_b0 = 0;
// CHECK: unsigned char __gd_c0[16];
// CHECK: __gd_c0[__gd_i] = -1;
// CHECK: __atomic_fetch_min(__gd_x, __gd_e, __ATOMIC_RELAXED);
// WHY: place region=2 form=chunks {{.*}} tally=least? why=GR609
// UNSEEN-NOT: tally=least
#pragma omp target parallel for schedule(static, 8) map(w[0 : n]) map(least[0 : 16])
    for (long i = 0; i < n; i++) {
        unsigned char x = (unsigned char)w[i];
#pragma omp atomic compare
        if (x < least[x & 15]) {
            least[x & 15] = x;
        }
    }
}

// WHY-NOT: tally
// UNSEEN-NOT: tally
int stays_away(long n, const int *restrict v, int *restrict h, long *restrict l, float *restrict f, int *q, int **pp)
{
    int ticket = 0, once = 0, big[5000] = {0}, table[64] = {0};
    volatile int *vol = q;
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define LOOP(...)                                                                                                      \
    PRAGMA(omp target teams distribute parallel for map(v[0:n]) __VA_ARGS__) for (long i = 0; i < n; i++)
#define ATOMIC(...) PRAGMA(omp atomic __VA_ARGS__)
    LOOP(map(h[0:64], l[0:n]))
    {
        int t;
        ATOMIC(capture) t = h[v[i]]++;
        l[i] = t;
    }
    LOOP(map(h[0:64], l[0:n]))
    {
        ATOMIC() h[v[i]]++;
        l[i] = h[0];
    } /* it is read */
    LOOP(map(h[0:64]))
    {
        ATOMIC() h[v[i]]++;
        if (i == 5)
            h[0] = 3;
    } /* … or set */
    LOOP(map(h[0:64]))
    {
        ATOMIC() h[v[i]]++;
        ATOMIC() h[i & 1] |= 2;
    } /* two operations */
    LOOP(map(h[0:64])) { ATOMIC() h[v[i]] = 5 - h[v[i]]; }
    LOOP(map(h[0:64])) { ATOMIC() h[v[i]] *= 3; }
    LOOP(map(h[0:64])) { ATOMIC() h[v[i]] += 0.5; }
    LOOP(map(h[0:64])) { ATOMIC() h[h[v[i]] & 63]++; }
    LOOP(map(f[0:64])) { ATOMIC() f[v[i]] += 1; }
    LOOP(map(h[0:64])) { ATOMIC(seq_cst) h[v[i]]++; }
    LOOP(map(h[0:64]))
    {
        ATOMIC() h[v[i]]++;
        _Pragma("omp flush")
    }
    LOOP(map(h[0:64]))
    {
        ATOMIC() h[v[i]]++;
        ATOMIC(write) l[0] = i;
    }
    LOOP(map(h[0:5000])) { ATOMIC() h[v[i]]++; } /* long */
    LOOP() { ATOMIC() big[v[i]]++; }
    LOOP(map(h[:0])) { ATOMIC() h[v[i]]++; } /* of unknown length */
    LOOP(map(h)) { ATOMIC() h[v[i]]++; }
    LOOP(map(q[0:64], pp[0:64]))
    {
        ATOMIC() q[v[i]]++;
        pp[0][v[i]] = 1;
    } /* who knows where pp[0] leads */
    LOOP(map(h[0:64]))
    {
        ATOMIC() h[v[i]]++;
        *vol = 1;
    }
    LOOP(map(q[0:64]))
    {
        ATOMIC() q[v[i]]++;
        q[i] = 1;
    }
    LOOP(map(h[0:64]))
    {
        ATOMIC() h[v[i]]++;
        if (omp_get_thread_num() == 1)
            l[i] = 1;
    }
    LOOP(map(h[0:64]))
    {
        ATOMIC() h[v[i]]++;
        l[i] = reads();
    } /* a function may read it */
    LOOP(map(once)) { ATOMIC() once++; }                                   /* no array */
    LOOP(map(table) reduction(+ : table)) { ATOMIC() table[v[i] & 63]++; } /* it is the thread's own already */
    return ticket + once + big[0] + table[0];
}
