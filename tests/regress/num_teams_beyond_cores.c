// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t 2>%T/said && ! test -s %T/said
// RUN: %run_emulated32 %t
/* num_teams(n) is n teams, on the initial device with fewer cores as well, without a word from libomp. */
#include <omp.h>
static int teams(int n)
{
    int counted = 0, said = 0;
#pragma omp target teams num_teams(n) map(tofrom: counted, said)
    {
#pragma omp atomic
        counted++;
        if (omp_get_team_num() == n - 1)
            said = omp_get_num_teams();
    }
    return counted == n && said == n;
}
int main(void)
{
    int cores = omp_get_num_procs();
    return !(teams(1) && teams(3) && teams(cores + 1) && teams(5 * cores) && teams(2));
}
