/* needs 4 to, 2 from: two time loops, one that warms up and one that is measured, with a function for the kernel */
#include <stdio.h>
#include <stdlib.h>

static void step(int n, double *restrict u, const double *restrict c)
{
#pragma omp target teams loop map(tofrom: u[0:n], c[0:n])
    for (int i = 0; i < n; i++)
        u[i] = u[i] * 0.75 + c[i];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 900, warm = 3, timed = 9;
    double *u = malloc((size_t)n * sizeof *u), *c = malloc((size_t)n * sizeof *c), sum = 0;
    for (int i = 0; i < n; i++) {
        u[i] = i;
        c[i] = i % 5;
    }
    for (int k = 0; k < warm; k++)
        step(n, u, c);
    for (int i = 0; i < n; i++)
        sum += u[i];
    printf("warm %.12g\n", sum);
    for (int k = 0; k < timed; k++)
        step(n, u, c);
    for (int i = 0; i < n; i++)
        sum += u[i];
    printf("%.12g\n", sum);
    free(u);
    free(c);
}
