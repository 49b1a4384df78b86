/* saxpy.c: y = a*x + y, spelled in OpenACC and in OpenMP: the same levels, the same transfers, the same answer.
 *
 *     saxpy [n]           length of the vectors (default 10000000)
 *
 * Compile with -fopenacc; both languages may stand in one program. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static void saxpy_acc(int n, float a, const float *x, float *y)
{
#pragma acc parallel loop present(x[0:n], y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

static void saxpy_omp(int n, float a, const float *x, float *y)
{
#pragma omp target teams distribute parallel for map(present, alloc: x[0:n], y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

static double seconds(void (*saxpy)(int, float, const float *, float *), int n, const float *x, float *y)
{
    double best = 1e9;
    for (int k = 0; k < 5; k++) {
        double start = omp_get_wtime();
        saxpy(n, 2, x, y);
        double t = omp_get_wtime() - start;
        best = t < best ? t : best;
    }
    return best;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10000000, wrong = 0;
    if (n < 1) {
        fprintf(stderr, "%s: '%s' is not a size\n", argv[0], argv[1]);
        return 2;
    }
    float *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y);
    if (!x || !y)
        return 2;
    for (int i = 0; i < n; i++) {
        x[i] = (float)(i % 1000);
        y[i] = 1;
    }
    double acc, omp;
#pragma acc data copyin(x[0:n]) copy(y[0:n])
    {
        acc = seconds(saxpy_acc, n, x, y);
        omp = seconds(saxpy_omp, n, x, y);
    }
    for (int i = 0; i < n; i++)
        wrong += y[i] != 20 * x[i] + 1;
    printf("OpenACC %8.3f ms\nOpenMP  %8.3f ms\n", 1e3 * acc, 1e3 * omp);
    puts(wrong ? "WRONG: y" : "OK");
    free(x);
    free(y);
    return wrong != 0;
}
