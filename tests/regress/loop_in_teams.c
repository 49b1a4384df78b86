// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: env OMP_NUM_THREADS=4 %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* A loop that binds to the teams around it is shared by them, in place too. */
#include <omp.h>
int main(void)
{
    int a[20] = {0}, bad = 0, teams = 0;
#pragma omp target map(tofrom: teams)
#pragma omp teams num_teams(3)
    {
        if (omp_get_team_num() == 0)
            teams = omp_get_num_teams();
#pragma omp loop
        for (int i = 0; i < 20; i++)
            a[i]++;
    }
    for (int i = 0; i < 20; i++)
        bad |= a[i] != 1;
    return bad || teams < 1 || teams > 3;
}
