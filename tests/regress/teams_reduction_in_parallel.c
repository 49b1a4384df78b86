// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && env OMP_NUM_THREADS=4 timeout 60 %run_host %t && %run_emulated32 %t
/* Each of many host threads, or one of them alone, reduces over teams of its own. */
#include <omp.h>
static int wrong;
static void check(int got, int want)
{
    if (got != want)
#pragma omp atomic
        wrong++;
}
static void reduce(void)
{
    int n = 0, teams = 0, all = 3;
    long sum = 0, most = -1;
    double product = 2;
#pragma omp target teams num_teams(1) reduction(+: n) map(tofrom: teams)
    {
        n += 1;
        teams = omp_get_num_teams();
    }
    check(n, teams);
#pragma omp target map(tofrom: sum, most, all)
#pragma omp teams distribute parallel for num_teams(1) reduction(+: sum) reduction(max: most) reduction(&&: all)
    for (int i = 0; i < 100; i++) {
        sum += i;
        most = i > most ? i : most;
        all = all && i < 100;
    }
    check((int)sum, 4950);
    check((int)most, 99);
    check(all, 1);
    sum = 0;
#pragma omp target teams distribute num_teams(1) reduction(-: sum) reduction(*: product)
    for (int i = 0; i < 4; i++) {
        sum -= i;
        product *= 2;
    }
    check((int)sum, -6);
    check((int)product, 32);
#pragma omp target teams loop num_teams(1) reduction(+: sum)
    for (int i = 0; i < 4; i++)
        sum += i;
    check((int)sum, 0);
#pragma omp target teams distribute simd num_teams(1) reduction(|: n)
    for (int i = 0; i < 4; i++)
        n |= 1 << i;
    check(n, 15);
}
int main(void)
{
    reduce();
#pragma omp parallel num_threads(8)
    reduce();
#pragma omp parallel num_threads(8)
    {
#pragma omp single nowait
        reduce();
    }
    return wrong != 0;
}
