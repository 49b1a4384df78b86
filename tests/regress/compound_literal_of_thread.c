// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --parallel-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --teams-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* A compound literal whose address is taken is one object for all lanes of a thread. */
#define N 40
static int bad;
struct p { int x, y; int *q; };
#pragma omp declare target
static void bump(int *p) { ++*p; }
static int get(const int *p) { return *p; }
#pragma omp end declare target
int main(void)
{
    int r[N][8] = {{0}};
    long sum = 0;
    /* 1 compound literal by pointer */
#pragma omp target parallel for map(r) num_threads(8)
    for (int i = 0; i < N; i++) {
        int *p = (int[4]){i, i + 1, i + 2, i + 3};
        p[0] += 5;
        bump(p + 1);
#pragma omp simd
        for (int j = 0; j < 4; j++)
            r[i][j] = p[j], p[j] *= 2;
        r[i][4] = p[0] + p[3];
    }
    for (int i = 0; i < N; i++)
        if (r[i][0] != i + 5 || r[i][1] != i + 2 || r[i][2] != i + 2 || r[i][3] != i + 3 || r[i][4] != 2 * (i + 5) + 2 * (i + 3))
            return 1;
    return 0;
}
