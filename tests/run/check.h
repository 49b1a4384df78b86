/* tests/run/check.h: checks for programs that test themselves. Each check has a name, given printf-like; a
 * failed one prints its place, its name and both values, and makes the program end with 1.
 *
 * With EXPECT_DEVICE=1 in the environment a region that runs on the host is a failure by itself. Arguments of
 * the program are sizes; without any, check_sizes has the usual odd ones. */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <omp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Host and device have different values there, or it is not mapped, and that is what the program shows: 'gantry check'
 * says nothing of it. */
#ifdef __GANTRY__
#include <gantry.h>
#define CHECK_MEANT(P, BYTES) gantry_check_expect(P, BYTES)
#else
#define CHECK_MEANT(P, BYTES) ((void)(P))
#endif

enum { CHECK_SHOWN = 10, CHECK_MAX_SIZES = 16 };

static long check_count, check_failed, check_ignored;
static int check_device; /* regions run on a device with memory of its own, not on the host */
static long check_sizes[CHECK_MAX_SIZES] = {0, 1, 31, 33, 1000};
static int check_size_count = 5;

#define FOR_EACH_SIZE(n)                                                                                     \
    for (int check_s = 0, check_once = 1; check_s < check_size_count; check_s++, check_once = 1)             \
        for (long n = check_sizes[check_s]; check_once; check_once = 0)

__attribute__((format(printf, 4, 5), unused)) static void check_report(int good, const char *file, int line,
                                                                       const char *name, ...)
{
    check_count++;
    if (good || check_failed++ >= CHECK_SHOWN)
        return;
    va_list args;
    va_start(args, name);
    fprintf(stderr, "%s:%d: failed: ", file, line);
    vfprintf(stderr, name, args);
    fputc('\n', stderr);
    va_end(args);
}

__attribute__((unused)) static int check_close(double got, double want, double ulps)
{
    double scale = fabs(want) > 1e-300 ? fabs(want) : 1e-300;
    return got == want || (got != got && want != want) || fabs(got - want) <= ulps * 2.3e-16 * scale;
}

/* CHECK(condition, "name %d", ...); the other two compare whole numbers, and reals within some ulps */
#define CHECK(good, ...) check_report(!!(good), __FILE__, __LINE__, __VA_ARGS__)
#define CHECK_INT(got, want, ...)                                                                            \
    check_int((long long)(got), (long long)(want), __FILE__, __LINE__, __VA_ARGS__)
#define CHECK_REAL(got, want, ulps, ...)                                                                     \
    check_real((double)(got), (double)(want), ulps, __FILE__, __LINE__, __VA_ARGS__)

__attribute__((format(printf, 5, 6), unused)) static void
check_int(long long got, long long want, const char *file, int line, const char *name, ...)
{
    char text[200];
    va_list args;
    va_start(args, name);
    vsnprintf(text, sizeof text, name, args);
    va_end(args);
    check_report(got == want, file, line, "%s: got %lld, want %lld", text, got, want);
}

__attribute__((format(printf, 6, 7), unused)) static void
check_real(double got, double want, double ulps, const char *file, int line, const char *name, ...)
{
    char text[200];
    va_list args;
    va_start(args, name);
    vsnprintf(text, sizeof text, name, args);
    va_end(args);
    check_report(check_close(got, want, ulps), file, line, "%s: got %.17g, want %.17g", text, got, want);
}

__attribute__((unused)) static void *check_alloc(size_t bytes)
{
    void *p = calloc(1, bytes ? bytes : 1);
    if (!p) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(2);
    }
    return p;
}

__attribute__((unused)) static void check_begin(int argc, char **argv)
{
    int on_host = -1;
#pragma omp target map(from: on_host)
    on_host = omp_is_initial_device() != 0;
    check_device = on_host == 0;
    const char *expect = getenv("EXPECT_DEVICE");
    if (expect && *expect == '1')
        CHECK_INT(on_host, 0, "EXPECT_DEVICE=1: regions run on the host");
    for (int k = 1; k < argc && k <= CHECK_MAX_SIZES; k++) {
        check_sizes[k - 1] = strtol(argv[k], NULL, 10);
        check_size_count = k;
    }
}

/* a clause that may be left without effect was: the program ends with 3 when all else is right */
__attribute__((unused)) static void check_no_effect(const char *what)
{
    check_ignored++;
    printf("no effect: %s\n", what);
}

/* the last line of the program and its exit status */
__attribute__((unused)) static int check_end(void)
{
    if (check_failed) {
        printf("WRONG: %ld of %ld checks\n", check_failed, check_count);
        return 1;
    }
    printf("OK %ld checks\n", check_count);
    return check_ignored ? 3 : 0;
}

#endif
