/* needs 10 to, 5 from: what the host has stored goes there, though regions store to a part of it alone */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static double work(int n, const double *x)
{
    double *t = malloc(n * sizeof *t), s = 0;
    memset(t, 0, n * sizeof *t);
#pragma omp target teams distribute parallel for map(tofrom: t[0:n]) map(to: x[0:n])
    for (int i = 0; i < n; i += 2) t[i] = x[i];
#pragma omp target teams distribute parallel for map(tofrom: t[0:n])
    for (int i = 0; i < n; i++) t[i] += 1;
    for (int i = 0; i < n; i++) s += t[i];
    free(t);
    return s;
}
int main(void)
{
    int n = 500;
    double *x = malloc(n * sizeof *x), s = 0;
    for (int i = 0; i < n; i++) x[i] = i * 0.25;
    for (int k = 0; k < 5; k++) s += work(n, x), x[k] += 1;
    printf("%.12g\n", s);
    free(x);
}
