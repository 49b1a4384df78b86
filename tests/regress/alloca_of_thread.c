// RUN: %gantry cc %O --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && GANTRY_EMULATED_SEED=3 %run_emulated32 %t
// RUN: %gantry cc %O --parallel-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && GANTRY_EMULATED_SEED=3 %run_emulated32 %t
/* What alloca gives lies on one lane's stack. */
#define N 16
int main(void)
{
    int r[N][4] = {{0}};
#pragma omp target parallel for map(r)
    for (int i = 0; i < N; i++) {
        int *v = __builtin_alloca(16);
        for (int k = 0; k < 4; k++) v[k] = i + k;
#pragma omp simd
        for (int j = 0; j < 4; j++)
            r[i][j] = v[j] - j;
    }
    for (int i = 0; i < N; i++)
        if (r[i][0] != i || r[i][3] != i)
            return 1;
    return 0;
}
