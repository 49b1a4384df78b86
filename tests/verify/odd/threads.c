// Right: host threads that launch at the same time. Wrong: an atomic left out.
// FAULT: 12 'hist'
#include <omp.h>
#include <stdio.h>
static double sum[4];
static double one(int t)
{
    double a[100], s = 0;
    int hist[4] = {0};
    for (int i = 0; i < 100; i++)
        a[i] = t + i;
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: hist) reduction(+: s)
    for (int i = 0; i < 100; i++) {
        s += a[i];
#ifndef FAULT
#pragma omp atomic
#endif
        hist[i & 3]++;
    }
    return s + hist[t];
}
int main(void)
{
#pragma omp parallel for num_threads(4)
    for (int t = 0; t < 4; t++)
        for (int k = 0; k < 3; k++)
            sum[t] += one(t);
    printf("%g %g %g %g\n", sum[0], sum[1], sum[2], sum[3]);
}
