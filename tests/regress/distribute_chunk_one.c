// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && env OMP_NUM_THREADS=4 %run_host %t && %run_emulated32 %t
/* Distributed loops with schedule(static, 1), printed as they are because the region asks for its team: Clang 19 loses
 * iterations where such a chunk is a constant. */
#include <omp.h>
static int a[100], at[3];
static int all(int times)
{
    for (int i = 0; i < 100; i++)
        if (a[i] != times)
            return 0;
    return 1;
}
int main(void)
{
    int last = 0, sum = 0;
#pragma omp target teams distribute parallel for schedule(static, 1) num_teams(3)
    for (int i = 0; i < 100; i++) {
        a[i]++;
        at[omp_get_team_num()] = 1;
    }
    if (!all(1))
        return 1;
#pragma omp target teams num_teams(3)
    {
        at[omp_get_team_num()] = 1;
#pragma omp distribute parallel for schedule(static, 1) dist_schedule(static, 7)
        for (int i = 0; i < 100; i++)
            a[i]++;
    }
    if (!all(2))
        return 2;
#pragma omp target map(tofrom: last)
#pragma omp teams num_teams(3)
    {
        at[omp_get_team_num()] = 1;
#pragma omp distribute parallel for schedule(static, 1) lastprivate(last) collapse(2)
        for (int i = 0; i < 10; i++)
            for (int j = 0; j < 10; j++) {
                last = 10 * i + j;
                a[last]++;
            }
    }
    if (!all(3) || last != 99)
        return 3;
#pragma omp target teams distribute parallel for schedule(static, 1) num_teams(3) reduction(+: sum)
    for (int i = 0; i < 100; i++) {
        sum += a[i];
        at[omp_get_team_num()] = 1;
    }
    return sum != 300;
}
