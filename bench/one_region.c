/* bench/one_region.c: a file with one region, compiled by compile-time.sh. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    double *x = malloc((size_t)n * sizeof *x), sum = 0;
    if (!x)
        return 2;
    for (int i = 0; i < n; i++)
        x[i] = i;
#pragma omp target teams distribute parallel for map(to: x[0:n]) reduction(+: sum)
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    printf("%g\n", sum);
    free(x);
    return 0;
}
