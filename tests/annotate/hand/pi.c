/* pi by the midpoint rule, as examples/pi.c: `sum_device`. */
#include <stdio.h>
#include <stdlib.h>

static double sum(long n, double step)
{
    double sum = 0;
#ifdef HAND
#pragma omp target teams distribute parallel for reduction(+: sum)
#endif
    for (long i = 0; i < n; i++) {
        double x = ((double)i + 0.5) * step;
        sum += 4.0 / (1.0 + x * x);
    }
    return sum;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 100000;
    double step = n ? 1.0 / (double)n : 0.0;
    printf("%.9f\n", step * sum(n, step));
    return 0;
}
