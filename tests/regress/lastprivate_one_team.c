// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* lastprivate comes back from a region with one team, in place too. */
#include <stdio.h>
int main(void)
{
    long s = 0, t = 0, u = 0;
#pragma omp target teams distribute num_teams(1) lastprivate(s)
    for (int i = 0; i < 8; i++)
        s = i;
#pragma omp target teams distribute lastprivate(t)
    for (int i = 0; i < 8; i++)
        t = i;
#pragma omp target parallel for lastprivate(u) num_threads(1) schedule(static, 3)
    for (int i = 0; i < 10; i++)
        u = i;
    printf("%ld %ld %ld\n", s, t, u);
    return !(s == 7 && t == 7 && u == 9);
}
