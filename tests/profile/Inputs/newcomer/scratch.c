/* needs 2 to, 6 from: a buffer that is allocated anew in each turn, and a table that only regions read */
#include <stdio.h>
#include <stdlib.h>

static double smooth(int n, double *x, const double *weights)
{
    double *t = malloc((size_t)n * sizeof *t), sum = 0;
#pragma omp target teams distribute parallel for map(tofrom: t[0:n], x[0:n], weights[0:n])
    for (int i = 0; i < n; i++)
        t[i] = (x[i ? i - 1 : 0] + x[i]) * weights[i];
#pragma omp target teams distribute parallel for map(tofrom: t[0:n], x[0:n])
    for (int i = 0; i < n; i++)
        x[i] = t[i] * 0.5;
    for (int i = 0; i < n; i += 100)
        sum += x[i];
    free(t);
    return sum;
}

int main(void)
{
    enum { N = 1000 };
    double *x = malloc(N * sizeof *x), *weights = malloc(N * sizeof *weights);
    for (int i = 0; i < N; i++)
        x[i] = i % 50, weights[i] = 1 + i % 2 * 0.5;
    for (int k = 0; k < 6; k++)
        printf("%.9g\n", smooth(N, x, weights));
    free(x);
    free(weights);
}
