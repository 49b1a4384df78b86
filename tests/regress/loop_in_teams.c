// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: env OMP_NUM_THREADS=4 %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* A loop that binds to the teams around it, with a reduction over all teams. */
#include <omp.h>
#include <stdio.h>
int main(void) { int a[20] = {0}, bad = 0; long s = 3;
#pragma omp target map(tofrom: s)
#pragma omp teams num_teams(3)
    { if (omp_get_team_num() > 5) a[0] = 7;
#pragma omp loop reduction(+: s)
        for (int i = 0; i < 20; i++) { a[i]++; s += i; }
    }
    for (int i = 0; i < 20; i++) bad |= a[i] != 1;
    return bad || s != 193; }
