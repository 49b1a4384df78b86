/* levels.h: what the programs of this folder share: arguments, numbers to compute with, the clock, the table.
 *
 * Every program runs its kernel in several versions: serial, with two levels of parallelism (teams, threads)
 * and with three (teams, threads, lanes). A row of the table is one version: the time of one call after a
 * warm-up call, rates computed from the bytes and operations that the program's head states, the largest
 * difference to the serial version, and the sum of all results, by which runs of different compilers can be
 * compared. */
#ifndef LEVELS_H
#define LEVELS_H
#include <errno.h>
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __clang__ /* which warns where it cannot vectorise a simd loop, as around atomic and exp() */
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

/* ---- arguments: [--only TEXT] [--repeat N] sizes… ---- */

struct options {
    const char *program, *size_names;
    int sizes;        /* how many size arguments there are */
    long largest;     /* allowed value of a size */
    long size[3];     /* the defaults, then what the arguments say */
    int grid;         /* a size that is not given is the one before it */
    long repeat;      /* timed calls per version; 0: the program has no such option */
    const char *only; /* run only versions whose name contains this */
    int shown;        /* versions run so far */
};

static inline void usage(const struct options *o, const char *why, const char *what)
{
    fprintf(stderr, "%s: %s '%s'\nusage: %s [--only VERSION] %s%s\n", o->program, why, what, o->program,
            o->repeat ? "[--repeat N] " : "", o->size_names);
    exit(2);
}

static inline long read_number(const struct options *o, const char *text, long low, long high)
{
    char *end;
    errno = 0;
    long v = strtol(text, &end, 10);
    if (errno || *end || end == text || v < low || v > high)
        usage(o, "not a number in range:", text);
    return v;
}

static inline void read_options(struct options *o, int argc, char **argv)
{
    int given = 0;
    for (int k = 1; k < argc; k++) {
        const char *arg = argv[k];
        if (!strcmp(arg, "--only") && k + 1 < argc)
            o->only = argv[++k];
        else if (!strcmp(arg, "--repeat") && k + 1 < argc && o->repeat)
            o->repeat = read_number(o, argv[++k], 1, 1000000);
        else if (!strncmp(arg, "--", 2))
            usage(o, "unknown option, or no value after it:", arg);
        else if (given == o->sizes)
            usage(o, "one argument too many:", arg);
        else
            o->size[given++] = read_number(o, arg, 0, o->largest);
    }
    for (int k = given; o->grid && given && k < o->sizes; k++)
        o->size[k] = o->size[k - 1];
}

static inline int chosen(struct options *o, const char *version)
{
    int yes = !o->only || strstr(version, o->only);
    o->shown += yes;
    return yes;
}

/* ---- memory and numbers ---- */

static inline void *get_memory(long count, size_t size)
{
    void *p = calloc((size_t)count + 1, size);
    if (!p) {
        fprintf(stderr, "no memory for %ld elements of %zu bytes\n", count, size);
        exit(2);
    }
    return p;
}

/* the i-th of a fixed row of numbers without visible order, evenly spread over [0, 1) */
static inline double number_at(long i)
{
    uint64_t h = ((uint64_t)i + 1) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 29) * 0xD6E8FEB86659FD93u;
    return (double)((h ^ h >> 32) >> 11) * 0x1p-53;
}

/* what nobody has computed must not look right */
static inline void spoil(long count, double *v)
{
    for (long i = 0; i < count; i++)
        v[i] = NAN;
}

/* ---- the clock ---- */

/* while (next_call(&t)) kernel(…);    runs the kernel once to warm up and then t.repeat times on the clock */
struct timing {
    long repeat, calls;
    double start, seconds; /* seconds: of one call, known when the loop is over */
};

static inline int next_call(struct timing *t)
{
    if (t->calls == 1)
        t->start = omp_get_wtime();
    if (t->calls <= t->repeat) {
        t->calls++;
        return 1;
    }
    t->seconds = (omp_get_wtime() - t->start) / (double)t->repeat;
    return 0;
}

/* ---- the table ---- */

static inline int regions_run_on_host(void)
{
    int host = 1;
#pragma omp target map(from: host)
    host = omp_is_initial_device();
    return host;
}

static inline void heading(const char *what, const struct options *o)
{
    printf("%s: %s, %ld timed call%s, regions run on %s\n", o->program, what, o->repeat,
           o->repeat == 1 ? "" : "s", regions_run_on_host() ? "the host" : "a device");
    printf("%-20s %12s %9s %9s %10s %10s %20s\n", "version", "seconds/call", "GB/s", "GFLOP/s", "error",
           "allowed", "sum of results");
}

static inline double largest_difference(long count, const double *a, const double *b)
{
    double largest = 0;
    for (long i = 0; i < count; i++) {
        double d = fabs(a[i] - b[i]);
        if (!(d <= largest)) /* so that a NaN counts */
            largest = isnan(d) ? INFINITY : d;
    }
    return largest;
}

static inline double sum_of(long count, const double *v)
{
    double sum = 0;
    for (long i = 0; i < count; i++)
        sum += v[i];
    return sum;
}

/* prints one row; returns 1 when the results are further from the expected ones than allowed */
static inline int report(const char *version, const struct timing *t, double bytes, double flops, long count,
                         const double *results, const double *expected, double allowed)
{
    double error = largest_difference(count, results, expected),
           per_ns = t->seconds > 0 ? 1e-9 / t->seconds : 0;
    int wrong = !(error <= allowed);
    printf("%-20s %12.3e %9.3f %9.3f %10.2e %10.2e %20.12e%s\n", version, t->seconds, bytes * per_ns,
           flops * per_ns, error, allowed, sum_of(count, results), wrong ? "  WRONG" : "");
    return wrong;
}

/* the last line and the exit status */
static inline int verdict(const struct options *o, int wrong)
{
    if (!o->shown)
        usage(o, "no version is called", o->only);
    if (wrong)
        printf("WRONG: %d check%s failed\n", wrong, wrong == 1 ? "" : "s");
    else
        puts("OK");
    return wrong != 0;
}
#endif
