// Right: a function of another file. Wrong: it reads a neighbour.
// FAULT: 13 'a'
#include <stdio.h>
#pragma omp begin declare target
double other(double *p, int i);
#pragma omp end declare target
int main(void)
{
    static double a[100];
    double s = 0;
    for (int i = 0; i < 100; i++)
        a[i] = i;
#pragma omp target teams distribute parallel for map(tofrom: a) reduction(+: s)
    for (int i = 0; i < 100; i++)
        s += other(a, i);
    printf("%g %g\n", s, a[50]);
}
