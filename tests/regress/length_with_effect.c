// RUN: %gantry cc %O --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && GANTRY_EMULATED_SEED=3 %run_emulated32 %t
// RUN: %gantry cc %O --parallel-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && GANTRY_EMULATED_SEED=3 %run_emulated32 %t
/* Lengths of arrays are evaluated once. */
#define N 16
#pragma omp declare target
static int next(int *s) { return ++*s; }
#pragma omp end declare target
int main(void)
{
    int r[N] = {0}, a[N] = {0};
#pragma omp target parallel for map(r, a)
    for (int i = 0; i < N; i++) {
        int s = 2, n = 3;
        char v[next(&s)], w[n++], u[a[i]++ + 1];
        v[0] = 1;
#pragma omp simd
        for (int j = 0; j < 1; j++)
            r[i] = (int)sizeof v * 1000 + (int)sizeof w * 100 + (int)sizeof u * 10 + s + n + v[0];
    }
    for (int i = 0; i < N; i++)
        if (r[i] != 3318 || a[i] != 1)
            return __builtin_printf("%d: %d %d\n", i, r[i], a[i]), 1;
    return 0;
}
