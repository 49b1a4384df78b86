/* C += A B, as examples/matmul.c: `multiply_register`. */
#include <stdio.h>
#include <stdlib.h>

static void multiply(long n, const double *a, const double *b, double *c)
{
#ifdef HAND
#pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n * n], b[0:n * n]) map(tofrom: c[0:n * n])
#endif
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            double sum = 0;
            for (long k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] += sum;
        }
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 64;
    double *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b), *c = malloc(n * n * sizeof *c);
    for (long k = 0; k < n * n; k++) {
        a[k] = (double)(k % 7);
        b[k] = (double)(k % 5);
        c[k] = 1;
    }
    multiply(n, a, b, c);
    double sum = 0;
    for (long k = 0; k < n * n; k++)
        sum += c[k] * (double)(k % 3);
    printf("%.1f\n", sum);
    free(a);
    free(b);
    free(c);
    return 0;
}
