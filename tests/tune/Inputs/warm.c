/* A program that warms up with a small call, grows, and shrinks again; how far, standard input says. */
#include "warm.h"
#include <stdio.h>

void warm_up(int n, double *x);

static void scale(int n, double a, double *x)
{
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
    for (int i = 0; i < n; i++)
        x[i] = a * x[i] + 1;
}

int main(int argc, char **argv)
{
    static double x[4000];
    int n = 0;
    (void)argv;
    if (scanf("%d", &n) != 1 || n > 4000)
        return 2;
    warm_up(n, x);
    if (argc > 5)
        add(n, x, 2);
    scale(1, 2, x);
    for (int k = 0; k < 10; k++)
        scale(n - k, 0.5, x);
    scale(3, 2, x);
    printf("%g\n", x[7]);
    return 0;
}
