/* saxpy.c: y = a*x + y on the host, on one team of the device, and on the whole device.
 *
 *     saxpy [n]           length of the vectors (default 10000000)
 *
 * `parallel for` alone is one team, that is one multiprocessor of a GPU; `teams distribute` brings in the
 * others. x is only read and is never copied back; `a` is a scalar and needs no map clause. */
#include <errno.h>
#include <limits.h>
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
    if (errno || *end || end == argv[1] || n < 0 || n > LONG_MAX / 16) {
        fprintf(stderr, "%s: '%s' is not a size\n", argv[0], argv[1]);
        exit(2);
    }
    return n;
}

static void saxpy_host(long n, float a, const float *x, float *y)
{
#pragma omp parallel for
    for (long i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

static void saxpy_one_team(long n, float a, const float *x, float *y)
{
#pragma omp target parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (long i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

static void saxpy_device(long n, float a, const float *x, float *y)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (long i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

static const struct {
    const char *name;
    void (*run)(long n, float a, const float *x, float *y);
    int resident; /* the vectors are on the device before the clock starts */
} version[] = {
    {"host, parallel for", saxpy_host, 0},           {"one team, with copies", saxpy_one_team, 0},
    {"one team, data resident", saxpy_one_team, 1},  {"full device, with copies", saxpy_device, 0},
    {"full device, data resident", saxpy_device, 1},
};

static void fill(long n, float *x, float *y)
{
    for (long i = 0; i < n; i++) {
        x[i] = (float)(i % 1000);
        y[i] = (float)(i % 7);
    }
    y[n] = -1; /* a guard element after the end */
}

/* small whole numbers: the exact result is a float, however the multiply and the add are done */
static long count_errors(long n, float a, const float *y)
{
    long errors = y[n] != -1;
    for (long i = 0; i < n; i++)
        errors += y[i] != a * (float)(i % 1000) + (float)(i % 7);
    return errors;
}

static double run_one(size_t v, long n, float a, float *x, float *y)
{
    double start, seconds;
    if (version[v].resident) {
#pragma omp target data map(to: x[0:n]) map(tofrom: y[0:n])
        {
            start = omp_get_wtime();
            version[v].run(n, a, x, y);
            seconds = omp_get_wtime() - start;
        }
        return seconds;
    }
    start = omp_get_wtime();
    version[v].run(n, a, x, y);
    return omp_get_wtime() - start;
}

int main(int argc, char **argv)
{
    long n = size_argument(argc, argv, 10000000), wrong = 0;
    float a = 2.0f;
    float *x = malloc(((size_t)n + 1) * sizeof *x), *y = malloc(((size_t)n + 1) * sizeof *y);
    if (!x || !y) {
        fprintf(stderr, "saxpy: no memory for %ld elements\n", n);
        return 2;
    }
    printf("%-28s %12s %10s %10s\n", "saxpy", "seconds", "GB/s", "errors");
    for (size_t v = 0; v < sizeof version / sizeof *version; v++) {
        fill(n, x, y);
        double seconds = run_one(v, n, a, x, y);
        long errors = count_errors(n, a, y);
        double rate = seconds > 0 ? 3.0 * sizeof(float) * (double)n / seconds * 1e-9 : 0;
        printf("%-28s %12.6f %10.2f %10ld\n", version[v].name, seconds, rate, errors);
        wrong += errors;
    }
    free(x);
    free(y);
    if (wrong) {
        printf("WRONG: %ld elements\n", wrong);
        return 1;
    }
    puts("OK");
    return 0;
}
