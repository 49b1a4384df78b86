// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --parallel-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --teams-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* Constant objects in the group space get their values. */
#define N 40
#pragma omp declare target
static int get(const int *p) { return *p; }
#pragma omp end declare target
int main(void)
{
    int r[N][8] = {{0}};
#pragma omp target parallel for map(r) num_threads(8)
    for (int i = 0; i < N; i++) {
        const int c = i * 3, *pc = &c;
        const int arr[3] = {i, 2, 3};
        const struct { int a, b; } *no = 0;
#pragma omp simd
        for (int j = 0; j < 4; j++)
            r[i][j] = *pc + arr[j % 3] + get(&arr[0]) + (no == 0);
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 4; j++)
            if (r[i][j] != i * 3 + (j % 3 == 0 ? i : j % 3 == 1 ? 2 : 3) + i + 1)
                return 1;
    return 0;
}
