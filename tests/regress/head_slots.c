// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --parallel-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --teams-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* Variables in the head of a loop that live in the group space. */
#define N 40
#pragma omp declare target
static void bump(int *p) { ++*p; }
#pragma omp end declare target
int main(void)
{
    int r[N][8] = {{0}};
#pragma omp target parallel for map(r) num_threads(8)
    for (int i = 0; i < N; i++) {
        for (int k = 0, *p = &k; k < 4; bump(&k)) {
#pragma omp simd
            for (int j = 0; j < 4; j++)
                r[i][j] += *p + j;
        }
        for (int k = 0, t = r[i][0]; k < 3; k++, t += 2) {
#pragma omp simd
            for (int j = 0; j < 4; j++)
                r[i][4 + j] += t + k;
        }
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 4; j++) {
            if (r[i][j] != 6 + 4 * j) return 1;
            if (r[i][4 + j] != 3 * 6 + 6 + 3) return 2;
        }
    return 0;
}
