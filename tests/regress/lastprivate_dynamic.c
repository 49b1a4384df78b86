// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && env OMP_NUM_THREADS=4 %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* The last value of a dynamic schedule is never lost, in place too. */
#include <stdio.h>
int main(void)
{
    int bad = 0;
    for (int r = 0; r < 3000; r++) {
        long x = -1;
#pragma omp target parallel for lastprivate(x) schedule(dynamic) num_threads(4) map(tofrom: x)
        for (int l = 12; l < 50; l++)
            x = l;
        bad += x != 49;
    }
    printf("%d lost\n", bad);
    return bad != 0;
}
