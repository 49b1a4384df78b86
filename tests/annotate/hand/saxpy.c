/* y = a x + y, as examples/saxpy.c: `saxpy_device`. */
#include <stdio.h>
#include <stdlib.h>

static void saxpy(long n, float a, const float *x, float *y)
{
#ifdef HAND
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
#endif
    for (long i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 100000, wrong = 0;
    float *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    for (long i = 0; i < n; i++) {
        x[i] = (float)(i % 1000);
        y[i] = (float)(i % 7);
    }
    saxpy(n, 2, x, y);
    for (long i = 0; i < n; i++)
        wrong += y[i] != 2 * (float)(i % 1000) + (float)(i % 7);
    printf("%ld wrong\n", wrong);
    free(x);
    free(y);
    return 0;
}
