// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --parallel-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --teams-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* Guards broadcast variables of all kinds of types. */
#define N 6
int main(void)
{
    int r[N] = {0}, a[N] = {0};
#pragma omp target teams distribute map(r, a) thread_limit(32)
    for (int i = 0; i < N; i++) {
        struct { int x, y; } s;
        s.x = a[i]++;
        s.y = i;
        int n = 3 + a[i];
        double v[5];
        v[0] = a[i]++;
        v[1] = v[0] + 1;
        const int c = a[i]++;
        enum { A, B } e = a[i]++ > 100 ? A : B;
        _Complex double z = a[i]++;
        z += 1;
        typedef struct { int q; } T;
        T t = {a[i]++}, t2;
        t2.q = a[i]++;
        union { int i; float f; } u;
        u.i = a[i]++;
        struct { unsigned lo : 3, hi : 5; } b;
        b.lo = a[i]++;
        b.hi = a[i]++;
        _Bool f = a[i]++;
        volatile int vo = a[i]++;
        _Atomic int at = a[i]++;
        int *p = &r[a[i]++ * 0 + i];
#pragma omp parallel for
        for (int j = 0; j < 64; j++) {
#pragma omp atomic
            *p += s.x + s.y + (int)v[0] + (int)v[1] + n + c + e + (int)__real__ z + t.q + t2.q + u.i + b.lo + b.hi + f + vo + at;
        }
    }
    for (int i = 0; i < N; i++) {
        int w = 0 + i + 1 + 2 + 4 + 2 + 1 + 5 + 5 + 6 + 7 + (8 & 7) + 9 + 1 + 11 + 12;
        if (r[i] != 64 * w) return __builtin_printf("%d: %d %d\n", i, r[i], 64 * w), 1;
    }
    return 0;
}
