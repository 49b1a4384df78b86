/* needs 16 to, 15 from: a function that returns from within its loop as soon as it has converged: the data stays around its call */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int solve(int n, double *x, const double *b, double goal)
{
    for (int k = 0; k < 100; k++) {
        double change = 0;
#pragma omp target teams distribute parallel for map(tofrom: x[0:n], b[0:n], change) reduction(max: change)
        for (int i = 0; i < n; i++) {
            double y = 0.5 * (x[i] + b[i] / x[i]), d = fabs(y - x[i]);
            x[i] = y;
            if (d > change)
                change = d;
        }
        if (change < goal)
            return k;
    }
    return -1;
}

int main(void)
{
    enum { N = 640 };
    static double x[N], b[N];
    for (int i = 0; i < N; i++) {
        x[i] = 1 + i;
        b[i] = 2 + i % 9;
    }
    int k = solve(N, x, b, 1e-9);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += x[i];
    printf("%d %.12g\n", k, sum);
}
