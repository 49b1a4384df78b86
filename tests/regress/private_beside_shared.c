// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && env OMP_NUM_THREADS=4 %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* A private copy of a variable whose own instance lives in team-shared memory. */
#include <stdio.h>
int main(void)
{
    int out[8] = {0}, out2[8] = {0}, bad = 0, bad2 = 0;
#pragma omp target map(from: out)
    {
        int z[4] = {7, 7, 7, 7};
#pragma omp simd private(z)
        for (int i = 0; i < 4; i++)
            z[i % 4] = i;
#pragma omp parallel for
        for (int i = 0; i < 8; i++)
            out[i] = z[i % 4];
    }
#pragma omp target teams distribute map(from: out2)
    for (int k = 0; k < 2; k++) {
        int y = 7;
#pragma omp simd private(y)
        for (int i = 0; i < 4; i++)
            y = i;
#pragma omp parallel for
        for (int i = 0; i < 4; i++)
            out2[k * 4 + i] = y;
    }
    for (int i = 0; i < 8; i++) {
        bad += out[i] != 7;
        bad2 += out2[i] != 7;
    }
    printf("%d wrong\n%d wrong\n", bad, bad2);
    return bad || bad2;
}
