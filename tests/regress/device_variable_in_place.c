// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && env OMP_NUM_THREADS=4 %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Declare target variables keep their one instance in regions printed as they are. */
#include <stdio.h>
double G = 3;
#pragma omp declare target(G)
int main(void)
{
    long v = 0;
    G = 1;
#pragma omp target update to(G)
#pragma omp target teams loop reduction(+: G) num_teams(1) reduction(max: v)
    for (int i = 0; i < 10; i++) {
        G += i;
        v = i > v ? i : v;
    }
#pragma omp target update from(G)
    printf("%g %ld\n", G, v);
    return G != 46 || v != 9;
}
