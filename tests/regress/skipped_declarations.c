// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --parallel-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --teams-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* A goto leads past declarations of variables in the group space. */
#define N 40
int main(void)
{
    int r[N][8] = {{0}};
#pragma omp target parallel for map(r) num_threads(8)
    for (int i = 0; i < N; i++) {
        if (i & 1)
            goto in;
        r[i][6] = 1;
        {
            int y;
            int z[2];
in:
            y = i;
            z[0] = 3;
            int *p = &y;
#pragma omp simd
            for (int j = 0; j < 4; j++)
                r[i][j] = *p + j + z[0];
            ++*p;
            r[i][4] = y;
        }
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 4; j++)
            if (r[i][j] != i + j + 3 || r[i][4] != i + 1 || r[i][6] != !(i & 1)) return 1;
    return 0;
}
