/* A field relaxed in a fixed number of steps between two buffers, as examples/mixed/relax.c. */
#include <stdio.h>
#include <stdlib.h>

/* to: each inner point becomes the mean of its neighbours in from */
static void step(const double *from, double *to, int n)
{
#ifdef HAND
#pragma omp target teams distribute parallel for collapse(2)
#endif
    for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
            to[j * n + i] = (from[(j - 1) * n + i] + from[(j + 1) * n + i] + from[j * n + i - 1] + from[j * n + i + 1]) / 4;
}

static void relax(double *u, int n, int steps)
{
    double *v = calloc((size_t)n * (size_t)n, sizeof *v);
    if (!v)
        abort();
#ifdef HAND
#pragma omp target data map(tofrom: u[0:n * n]) map(to: v[0:n * n])
#endif
    {
        for (int s = 0; s < steps; s++)
            step(s % 2 ? v : u, s % 2 ? u : v, n);
        if (steps % 2) {
#ifdef HAND
#pragma omp target teams distribute parallel for
#endif
            for (int k = 0; k < n * n; k++)
                u[k] = v[k];
        }
    }
    free(v);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 60, steps = argc > 2 ? atoi(argv[2]) : 11;
    double *u = calloc((size_t)n * (size_t)n, sizeof *u), sum = 0;
    if (!u)
        return 2;
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            u[j * n + i] = (double)(i * j % 11);
    relax(u, n, steps);
    for (int k = 0; k < n * n; k++)
        sum += u[k];
    printf("%.9f %.12f\n", sum, u[n / 2 * n + n / 3]);
    free(u);
    return 0;
}
