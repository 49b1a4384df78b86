#include <stdio.h>
#include <stdlib.h>
#include "work.h"

double here(int n, const int *ix);
double (*const by_name)(int, const int *, int, const double *) = pointed;

static double *numbers(long n)
{
    double *x = malloc(n * sizeof *x);
    for (long i = 0; i < n; i++)
        x[i] = i * 5 % 7;
    return x;
}

static double goes(int n, const int *ix, double *x)
{
    double sum = 0;
    if (n < 0)
        goto end;
    sum = jumps(n, ix, n, x);
end:
    return sum;
}

static double calls(int n, const int *ix)
{
    double *x = malloc(n * sizeof *x), *wide = calloc(n * (n + 2), sizeof *wide), *y = calloc(n + 1, sizeof *y), sum = 0;
    double fixed[40] = {1, 2};
    for (int i = 0; i < n; i++)
        x[i] = i * 5 % 7;
    sum += gather(n, ix, n, x) + gather(n, ix, n + 1, y) + product(n / 2, ix, n, n + 2, wide);
    sum += outer(n, ix, n, x) + outer(n, ix, 40, fixed);
    sum += differ(n, ix, n, x) + differ(n, ix, n, y) + pointed(n, ix, n, x) + by_name(n, ix, n, x) + goes(n, ix, x);
    long much = n;
    double *z = calloc(much, sizeof *z);
    sum += narrow(n / 2, ix, much, z);
    free(x), free(wide), free(y), free(z);
    return sum;
}

int main(void)
{
    enum { N = 31 };
    int ix[N];
    double *x = numbers(N);
    for (int i = 0; i < N; i++)
        ix[i] = i * 7 % N;
    printf("%g %g %g\n", calls(N, ix), here(N, ix), x[N - 1]);
    free(x);
    return 0;
}
