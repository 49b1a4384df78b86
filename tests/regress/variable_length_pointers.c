// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --parallel-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --teams-mode=generic --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* pointers to arrays of variable length in a team's and a thread's code */
#define N 6
int main(void)
{
    int r[N][12] = {{0}}, m = 4;
#pragma omp target teams distribute map(r) firstprivate(m) thread_limit(32)
    for (int i = 0; i < N; i++) {
        int (*mat)[m] = (void *)r[i];
        mat[0][1] = 5;
#pragma omp parallel for
        for (int j = 0; j < m; j++)
            mat[1][j] += j;
    }
#pragma omp target parallel for map(r) firstprivate(m)
    for (int i = 0; i < N; i++) {
        int (*mat)[m] = (void *)r[i];
        mat[0][1]++;
        mat++;
#pragma omp simd
        for (int j = 0; j < m; j++)
            mat[1][j] += j;
    }
    return r[2][6] != 2 || r[3][1] != 6 || r[3][11] != 3;
}
