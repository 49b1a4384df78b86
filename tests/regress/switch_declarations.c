// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --parallel-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --teams-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* A case leads past the declarations of the switch: no pointer to a slot may be set there. */
#define N 40
int main(void)
{
    int r[N][8] = {{0}};
#pragma omp target parallel for map(r) num_threads(8)
    for (int i = 0; i < N; i++) {
        switch (i % 3) {
            int y, *p;
        case 0:
            y = 5;
            p = &y;
#pragma omp simd
            for (int j = 0; j < 4; j++)
                r[i][j] = *p + j;
            break;
        case 1:
            y = 7;
#pragma omp simd lastprivate(y)
            for (int j = 0; j < 4; j++)
                r[i][j] = y = j;
            r[i][4] = y;
            break;
        default: {
            int z = i;
#pragma omp simd reduction(+: z)
            for (int j = 0; j < 4; j++)
                z += j;
            r[i][5] = z;
        }
        }
    }
    for (int i = 0; i < N; i++) {
        if (i % 3 == 0 && r[i][3] != 8) return 1;
        if (i % 3 == 1 && (r[i][4] != 3 || r[i][2] != 2)) return 2;
        if (i % 3 == 2 && r[i][5] != i + 6) return 3;
    }
    return 0;
}
