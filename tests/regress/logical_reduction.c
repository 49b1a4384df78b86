// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && env OMP_NUM_THREADS=4 %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Logical reductions end as 0 or 1 wherever they run. */
#include <stdio.h>
int main(void)
{
    int a[4], x = 5, y = 5;
#pragma omp target teams distribute map(tofrom: x) num_teams(1)
    for (int i = 0; i < 1; i++) {
#pragma omp parallel reduction(&&: x)
        {
            a[i] = i;
        }
        int z = 5;
#pragma omp parallel for reduction(||: z)
        for (int j = 0; j < a[i]; j++)
            z = z || j;
        a[i] = z;
    }
#pragma omp target teams distribute map(tofrom: a, y)
    for (int i = 0; i < 2; i++) {
        int z = 5;
#pragma omp parallel for reduction(||: z)
        for (int j = 0; j < 0; j++)
            z = z || j;
        a[i] = z;
    }
    printf("%d %d\n", x, a[0]);
    return x != 1 || a[0] != 1;
}
