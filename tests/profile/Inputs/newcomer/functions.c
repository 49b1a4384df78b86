/* needs 13 to, 13 from: a solver in functions, which looks at the residual each turn and at the field every fourth */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void relax(int n, const double *f, const double *u, double *w)
{
#pragma omp target teams distribute parallel for map(tofrom: f[0:n], u[0:n], w[0:n])
    for (int i = 1; i < n - 1; i++)
        w[i] = 0.5 * (u[i - 1] + u[i + 1] + f[i]);
}

static double residual(int n, const double *u, const double *w)
{
    double sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum) map(tofrom: sum) map(tofrom: u[0:n], w[0:n])
    for (int i = 0; i < n; i++)
        sum += (u[i] - w[i]) * (u[i] - w[i]);
    return sum;
}

static void copy(int n, double *u, const double *w)
{
#pragma omp target teams distribute parallel for map(tofrom: u[0:n], w[0:n])
    for (int i = 1; i < n - 1; i++)
        u[i] = w[i];
}

static void show(int n, const double *u)
{
    printf("middle %.9f\n", u[n / 2]);
}

int main(void)
{
    enum { N = 700 };
    double *f = calloc(N, sizeof *f), *u = calloc(N, sizeof *u), *w = calloc(N, sizeof *w);
    for (int i = 0; i < N; i++)
        f[i] = 1.0 / (1 + i);
    for (int k = 0; k < 10; k++) {
        relax(N, f, u, w);
        double r = residual(N, u, w);
        copy(N, u, w);
        printf("%.9f\n", r);
        if (k % 4 == 0)
            show(N, u);
    }
    free(f);
    free(u);
    free(w);
}
