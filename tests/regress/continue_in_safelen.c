// RUN: for g in 2 4 8; do %gantry cc %O --simd-group=$g --offload-arch=emulated %s -o %t && %run_host %t && for s in 0 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t && GANTRY_EMULATED_SEED=$s %run_emulated64 %t || exit 1; done || exit 1; done
// RUN: %gantry cc %O --simd-group=8 --parallel-mode=generic --offload-arch=emulated %s -o %t && %run_emulated32 %t && %run_emulated64 %t
/* A lane that leaves its iteration early still meets the others at the end of each round. */
enum { N = 33, M = 71 };
static int a[N][M], b[N][M];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = b[i][j] = i + j;
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < N; i++) {
#pragma omp simd safelen(8)
        for (int j = 8; j < M; j++) {
            if (j % 8 < i % 8)
                continue;
            a[i][j] += a[i][j - 8];
        }
    }
    for (int i = 0; i < N; i++)
        for (int j = 8; j < M; j++)
            if (j % 8 >= i % 8)
                b[i][j] += b[i][j - 8];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            if (a[i][j] != b[i][j])
                return 1;
    return 0;
}
