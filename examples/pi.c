/* pi.c: pi as the integral of 4/(1+x*x) from 0 to 1, by the midpoint rule.
 *
 *     pi [steps]          number of steps (default 100000000)
 *
 * A sum over all iterations is a reduction. Written as separate constructs, `sum` must also be mapped tofrom,
 * else it is firstprivate on the target construct and its value stays on the device; on one combined
 * construct the reduction clause alone brings it back. */
#include <errno.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

static long size_argument(int argc, char **argv, long fallback)
{
    if (argc < 2)
        return fallback;
    char *end;
    errno = 0;
    long n = strtol(argv[1], &end, 10);
    if (errno || *end || end == argv[1] || n < 0) {
        fprintf(stderr, "%s: '%s' is not a number of steps\n", argv[0], argv[1]);
        exit(2);
    }
    return n;
}

static double sum_serial(long n, double step)
{
    double sum = 0;
    for (long i = 0; i < n; i++) {
        double x = ((double)i + 0.5) * step;
        sum += 4.0 / (1.0 + x * x);
    }
    return sum;
}

static double sum_host(long n, double step)
{
    double sum = 0;
#pragma omp parallel for reduction(+: sum)
    for (long i = 0; i < n; i++) {
        double x = ((double)i + 0.5) * step;
        sum += 4.0 / (1.0 + x * x);
    }
    return sum;
}

static double sum_loop(long n, double step)
{
    double sum = 0;
#pragma omp target map(tofrom: sum)
#pragma omp loop reduction(+: sum)
    for (long i = 0; i < n; i++) {
        double x = ((double)i + 0.5) * step;
        sum += 4.0 / (1.0 + x * x);
    }
    return sum;
}

static double sum_device(long n, double step)
{
    double sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum)
    for (long i = 0; i < n; i++) {
        double x = ((double)i + 0.5) * step;
        sum += 4.0 / (1.0 + x * x);
    }
    return sum;
}

static const struct {
    const char *name;
    double (*sum)(long n, double step);
} version[] = {
    {"serial", sum_serial},
    {"host parallel for", sum_host},
    {"target, loop", sum_loop},
    {"target teams distribute parallel for", sum_device},
};

int main(int argc, char **argv)
{
    long n = size_argument(argc, argv, 100000000);
    double step = n ? 1.0 / (double)n : 0.0;
    /* the rule is wrong by step*step/12, and rounding adds a little for each of many additions */
    double exact = n ? PI : 0.0, tolerance = step * step / 10.0 + 1e-11;
    int wrong = 0;
    printf("%-38s %12s %18s %10s\n", "pi", "seconds", "value", "error");
    for (size_t v = 0; v < sizeof version / sizeof *version; v++) {
        double start = omp_get_wtime();
        double pi = step * version[v].sum(n, step);
        double seconds = omp_get_wtime() - start, error = fabs(pi - exact);
        int good = error <= tolerance;
        printf("%-38s %12.6f %18.14f %10.2e%s\n", version[v].name, seconds, pi, error, good ? "" : "  WRONG");
        wrong += !good;
    }
    if (wrong) {
        printf("WRONG: %d of the sums, tolerance %.2e\n", wrong, tolerance);
        return 1;
    }
    puts("OK");
    return 0;
}
