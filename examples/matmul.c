/* matmul.c: C = A * B, and how much parallelism a loop nest offers.
 *
 *     matmul [n]          order of the matrices (default 512)
 *
 * The outer loop alone gives a GPU n iterations, far fewer than it has lanes; collapse(2) gives it n*n. */
#include <errno.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static long size_argument(int argc, char **argv, long fallback)
{
    if (argc < 2)
        return fallback;
    char *end;
    errno = 0;
    long n = strtol(argv[1], &end, 10);
    if (errno || *end || end == argv[1] || n < 0 || n > 100000) {
        fprintf(stderr, "%s: '%s' is not an order from 0 to 100000\n", argv[0], argv[1]);
        exit(2);
    }
    return n;
}

static void multiply_serial(long n, const double *a, const double *b, double *c)
{
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            for (long k = 0; k < n; k++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

static void multiply_host(long n, const double *a, const double *b, double *c)
{
#pragma omp parallel for collapse(2)
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            for (long k = 0; k < n; k++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

static void multiply_rows(long n, const double *a, const double *b, double *c)
{
#pragma omp target teams loop map(to: a[0:n * n], b[0:n * n]) map(tofrom: c[0:n * n])
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            for (long k = 0; k < n; k++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

static void multiply_cells(long n, const double *a, const double *b, double *c)
{
#pragma omp target teams loop collapse(2) map(to: a[0:n * n], b[0:n * n]) map(tofrom: c[0:n * n])
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            for (long k = 0; k < n; k++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

/* the same, but each sum is kept in a register */
static void multiply_register(long n, const double *a, const double *b, double *c)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n * n], b[0:n * n]) \
    map(tofrom: c[0:n * n])
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            double sum = 0;
            for (long k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] += sum;
        }
}

static const struct {
    const char *name, *iterations;
    void (*multiply)(long n, const double *a, const double *b, double *c);
} version[] = {
    {"serial", "1", multiply_serial},
    {"host, collapse(2)", "n*n", multiply_host},
    {"device, outer loop", "n", multiply_rows},
    {"device, collapse(2)", "n*n", multiply_cells},
    {"device, collapse(2), register", "n*n", multiply_register},
};

/* A = p(i)+q(k), B = s(j)+t(k) in small whole numbers: every sum over k has a closed form and no rounding */
static double p(long i) { return (double)(i % 7 + 1); }
static double q(long k) { return (double)(k % 3); }
static double s(long j) { return (double)(j % 5 + 1); }
static double t(long k) { return (double)(k % 2); }

static void fill(long n, double *a, double *b, double *c)
{
    for (long i = 0; i < n; i++)
        for (long k = 0; k < n; k++) {
            a[i * n + k] = p(i) + q(k);
            b[i * n + k] = s(k) + t(i);
            c[i * n + k] = 0;
        }
}

static long count_errors(long n, const double *c)
{
    double sum_q = 0, sum_t = 0, sum_qt = 0;
    for (long k = 0; k < n; k++) {
        sum_q += q(k);
        sum_t += t(k);
        sum_qt += q(k) * t(k);
    }
    long errors = 0;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            errors += c[i * n + j] != (double)n * p(i) * s(j) + p(i) * sum_t + s(j) * sum_q + sum_qt;
    return errors;
}

int main(int argc, char **argv)
{
    long n = size_argument(argc, argv, 512), wrong = 0;
    size_t bytes = ((size_t)n * (size_t)n + 1) * sizeof(double);
    double *a = malloc(bytes), *b = malloc(bytes), *c = malloc(bytes), serial = 0;
    if (!a || !b || !c) {
        fprintf(stderr, "matmul: no memory for matrices of order %ld\n", n);
        return 2;
    }
    printf("%-30s %11s %12s %10s %9s %8s\n", "matmul", "iterations", "seconds", "GFLOP/s", "speed-up",
           "errors");
    for (size_t v = 0; v < sizeof version / sizeof *version; v++) {
        fill(n, a, b, c);
        double start = omp_get_wtime();
        version[v].multiply(n, a, b, c);
        double seconds = omp_get_wtime() - start;
        if (v == 0)
            serial = seconds;
        long errors = count_errors(n, c);
        double rate = seconds > 0 ? 2e-9 * (double)n * (double)n * (double)n / seconds : 0;
        printf("%-30s %11s %12.6f %10.3f %9.2f %8ld\n", version[v].name, version[v].iterations, seconds, rate,
               seconds > 0 ? serial / seconds : 0, errors);
        wrong += errors;
    }
    free(a);
    free(b);
    free(c);
    if (wrong) {
        printf("WRONG: %ld elements\n", wrong);
        return 1;
    }
    puts("OK");
    return 0;
}
