#include <stdio.h>
#include <stdlib.h>
void scale(int n, double f, double *a);
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10;
    double *a = malloc(n * sizeof *a), s = 0;
    for (int i = 0; i < n; i++) a[i] = i;
    scale(n, 2, a);
#pragma omp target teams distribute parallel for map(to: a[0:n]) reduction(+: s)
    for (int i = 0; i < n; i++)
        s += a[i];
    printf("%g\n", s);
    return s != (double)n * (n - 1);
}
