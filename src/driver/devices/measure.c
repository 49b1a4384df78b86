/* measure.c: the program of `gantry devices --measure`, compiled by Gantry itself where it is run: what the memory, the
 * arithmetic and the connection of each device are good for. These are the limits that a kernel is held against.
 *
 *   measure CACHE AGAIN
 *
 * CACHE: the file that keeps the results, a line per device and number; devices that stand there are not measured
 * again, unless AGAIN is 1. Rates are the best of several repetitions, times the least: a limit is what can be reached.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <gantry.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { REPEAT = 7, LATENCY_REPEAT = 200, CHAINS = 64, STEPS = 256 };

/* ---- what is measured ---- */
enum quantity { READ, COPY, TRIAD, TO, FROM, SMALL_TO, SMALL_FROM, LAUNCH, FMA_FLOAT, FMA_DOUBLE, QUANTITIES };
static const struct {
    const char *name, *text, *unit;
    double scale; /* of the unit, from bytes, operations and seconds */
    int host;     /* the initial device has it too */
} quantities[QUANTITIES] = {
    [READ] = {"read", "memory, read", "GB/s", 1e-9, 1},
    [COPY] = {"copy", "memory, copied (read + written)", "GB/s", 1e-9, 1},
    [TRIAD] = {"triad", "memory, a = b + s * c (2 read + 1 written)", "GB/s", 1e-9, 1},
    [TO] = {"to", "copies to the device", "GB/s", 1e-9, 0},
    [FROM] = {"from", "copies from the device", "GB/s", 1e-9, 0},
    [SMALL_TO] = {"small_to", "a copy of 8 bytes to the device", "us", 1e6, 0},
    [SMALL_FROM] = {"small_from", "a copy of 8 bytes from the device", "us", 1e6, 0},
    [LAUNCH] = {"launch", "a region that does nothing", "us", 1e6, 1},
    [FMA_FLOAT] = {"fma_float", "a * b + c, float", "GFLOP/s", 1e-9, 1},
    [FMA_DOUBLE] = {"fma_double", "a * b + c, double", "GFLOP/s", 1e-9, 1},
};

struct device {
    int number;
    char name[256];  /* with architecture and driver: results of another driver are other results */
    size_t elements; /* of each of the three arrays of doubles */
    size_t copied;   /* bytes of the long copies: more than a cache holds */
    long threads;    /* of the arithmetic */
    double result[QUANTITIES];
};

/* omp_get_wtime of LLVM's library counts microseconds: too coarse for what takes one */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double best_rate(double work, double best, double seconds)
{
    double rate = seconds > 0 ? work / seconds : 0;
    return rate > best ? rate : best;
}

static double least(double a, double b) { return a > 0 && a < b ? a : b; }

/* ---- memory ---- */

static void measure_memory(struct device *d, double *a, double *b, double *c)
{
    long n = (long)d->elements;
    int dev = d->number;
    double bytes = (double)n * sizeof(double), *r = d->result;
#pragma omp target teams distribute parallel for device(dev) is_device_ptr(a, b, c)
    for (long i = 0; i < n; i++) {
        a[i] = 0;
        b[i] = 1;
        c[i] = 2;
    }
    for (int k = 0; k < REPEAT; k++) {
        double sum = 0, t = now();
#pragma omp target teams distribute parallel for simd device(dev) is_device_ptr(b) reduction(+ : sum) map(tofrom : sum)
        for (long i = 0; i < n; i++)
            sum += b[i];
        r[READ] = best_rate(sum == (double)n ? bytes : 0, r[READ], now() - t);
        t = now();
#pragma omp target teams distribute parallel for simd device(dev) is_device_ptr(a, b)
        for (long i = 0; i < n; i++)
            a[i] = b[i];
        r[COPY] = best_rate(2 * bytes, r[COPY], now() - t);
        t = now();
#pragma omp target teams distribute parallel for simd device(dev) is_device_ptr(a, b, c)
        for (long i = 0; i < n; i++)
            a[i] = b[i] + 3 * c[i];
        r[TRIAD] = best_rate(3 * bytes, r[TRIAD], now() - t);
    }
}

/* ---- the connection ---- */

static void measure_copies(struct device *d, void *on_device, void *on_host)
{
    int dev = d->number, host = omp_get_initial_device();
    size_t bytes = d->copied;
    double *r = d->result;
    memset(on_host, 0, bytes); /* its pages are there before the clock runs */
    for (int k = 0; k < REPEAT; k++) {
        double t = now();
        omp_target_memcpy(on_device, on_host, bytes, 0, 0, dev, host);
        r[TO] = best_rate((double)bytes, r[TO], now() - t);
        t = now();
        omp_target_memcpy(on_host, on_device, bytes, 0, 0, host, dev);
        r[FROM] = best_rate((double)bytes, r[FROM], now() - t);
    }
    r[SMALL_TO] = r[SMALL_FROM] = 1e9;
    for (int k = 0; k < LATENCY_REPEAT; k++) {
        double t = now();
        omp_target_memcpy(on_device, on_host, 8, 0, 0, dev, host);
        r[SMALL_TO] = least(now() - t, r[SMALL_TO]);
        t = now();
        omp_target_memcpy(on_host, on_device, 8, 0, 0, host, dev);
        r[SMALL_FROM] = least(now() - t, r[SMALL_FROM]);
    }
}

static void measure_launch(struct device *d)
{
    int dev = d->number;
    d->result[LAUNCH] = 1e9;
    for (int k = 0; k < LATENCY_REPEAT; k++) {
        double t = now();
#pragma omp target device(dev)
        {
        }
        d->result[LAUNCH] = least(now() - t, d->result[LAUNCH]);
    }
}

/* ---- arithmetic: CHAINS independent chains of a * b + c a thread, so that neither latency nor vectors are missing;
 * their number is a constant, so that they stay in registers ---- */

#define MEASURE_FMA(TYPE, QUANTITY)                                                                                    \
    static void measure_##QUANTITY(struct device *d, TYPE *out)                                                        \
    {                                                                                                                  \
        long threads = d->threads;                                                                                     \
        int dev = d->number;                                                                                           \
        for (int k = 0; k < REPEAT; k++) {                                                                             \
            double t = now();                                                                                          \
            _Pragma("omp target teams distribute parallel for device(dev) is_device_ptr(out)") for (long i = 0;        \
                                                                                                    i < threads; i++)  \
            {                                                                                                          \
                TYPE x[CHAINS], sum = 0, f = (TYPE)0.5 + (TYPE)i * (TYPE)1e-9;                                         \
                for (int j = 0; j < CHAINS; j++)                                                                       \
                    x[j] = (TYPE)j;                                                                                    \
                for (int s = 0; s < STEPS; s++)                                                                        \
                    for (int j = 0; j < CHAINS; j++)                                                                   \
                        x[j] = x[j] * f + (TYPE)0.25;                                                                  \
                for (int j = 0; j < CHAINS; j++)                                                                       \
                    sum += x[j];                                                                                       \
                out[i] = sum;                                                                                          \
            }                                                                                                          \
            d->result[QUANTITY] = best_rate(2.0 * CHAINS * STEPS * (double)threads, d->result[QUANTITY], now() - t);   \
        }                                                                                                              \
    }
MEASURE_FMA(float, FMA_FLOAT)
MEASURE_FMA(double, FMA_DOUBLE)

/* ---- devices ---- */

static int is_host(const struct device *d) { return d->number == omp_get_initial_device(); }

/* "model name : …" of /proc/cpuinfo, or the architecture */
static void name_of_cpu(char *out, size_t size)
{
    FILE *f = fopen("/proc/cpuinfo", "r");
    char line[512];
    snprintf(out, size, "CPU");
    while (f && fgets(line, sizeof line, f)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon)
            continue;
        colon += 1 + strspn(colon + 1, " \t");
        colon[strcspn(colon, "\n")] = 0;
        snprintf(out, size, "%.100s", colon);
        break;
    }
    if (f)
        fclose(f);
}

static void describe(struct device *d, int number)
{
    *d = (struct device){.number = number};
    struct gantry_device_info info;
    if (is_host(d)) {
        char cpu[128];
        name_of_cpu(cpu, sizeof cpu);
        snprintf(d->name, sizeof d->name, "CPU: %s, %d threads", cpu, omp_get_max_threads());
        d->elements = 8 << 20;
        d->threads = 64L * omp_get_max_threads();
    } else if (gantry_get_device_info(number, &info) == 0) {
        /* what interprets its code would take hours for the work of a GPU, and has no limits that are worth more */
        int slow = strcmp(info.kind, "emulated") == 0 || strncmp(info.name, "software GPU", 12) == 0;
        snprintf(d->name, sizeof d->name, "%s (%s)%s%s", info.name, info.arch, info.driver[0] ? ", " : "", info.driver);
        d->elements = slow ? 1 << 17 : 32 << 20;
        while (d->elements * 3 * sizeof(double) > info.memory / 2)
            d->elements /= 2;
        d->copied = slow ? (size_t)64 << 20 : d->elements * sizeof(double);
        d->threads = slow ? 256 : 2048L * info.units * 8;
    }
    for (char *c = d->name; *c; c++)
        if (*c == '\t')
            *c = ' ';
}

static int measure(struct device *d)
{
    int dev = d->number;
    size_t bytes = d->elements * sizeof(double);
    double *arrays[3];
    void *on_host = is_host(d) ? NULL : malloc(d->copied);
    for (int i = 0; i < 3; i++)
        arrays[i] = omp_target_alloc(bytes, dev);
    size_t sums = (size_t)d->threads * sizeof(double);
    void *out = omp_target_alloc(sums, dev), *copied = is_host(d) ? NULL : omp_target_alloc(d->copied, dev);
    int ok = arrays[0] && arrays[1] && arrays[2] && out && ((on_host && copied) || is_host(d));
    if (ok) {
        measure_memory(d, arrays[0], arrays[1], arrays[2]);
        if (on_host)
            measure_copies(d, copied, on_host);
        measure_launch(d);
        measure_FMA_FLOAT(d, out);
        measure_FMA_DOUBLE(d, out);
    } else {
        fprintf(stderr, "gantry: error: %s: no memory for three arrays of %zu bytes, and one of %zu\n", d->name, bytes,
                d->copied);
    }
    for (int i = 0; i < 3; i++)
        omp_target_free(arrays[i], dev);
    omp_target_free(out, dev);
    omp_target_free(copied, dev);
    free(on_host);
    return ok;
}

/* ---- the cache: lines of `device<TAB>quantity<TAB>value`, in bytes, operations and seconds ---- */

static int cached(const char *path, struct device *d)
{
    FILE *f = fopen(path, "r");
    char line[512];
    int seen = 0;
    while (f && fgets(line, sizeof line, f)) {
        char *name = strtok(line, "\t"), *what = strtok(NULL, "\t"), *value = strtok(NULL, "\t\n");
        if (!value || strcmp(name, d->name) != 0)
            continue;
        for (int q = 0; q < QUANTITIES; q++)
            if (strcmp(what, quantities[q].name) == 0 && (d->result[q] = strtod(value, NULL)) > 0)
                seen |= 1 << q;
    }
    if (f)
        fclose(f);
    for (int q = 0; q < QUANTITIES; q++)
        if (!(seen >> q & 1) && (quantities[q].host || !is_host(d)))
            return 0;
    return 1;
}

static int is_of(const char *line, const struct device *all, int n)
{
    size_t len = strcspn(line, "\t");
    for (int i = 0; i < n; i++)
        if (strlen(all[i].name) == len && strncmp(all[i].name, line, len) == 0)
            return 1;
    return 0;
}

/* The new results, and what the file had of devices that are not here; in one step, so that nobody reads half of it. */
static int store(const char *path, const struct device *all, int n)
{
    char fresh[4096], line[512];
    snprintf(fresh, sizeof fresh, "%s.%ld", path, (long)getpid());
    FILE *old = fopen(path, "r"), *f = fopen(fresh, "w");
    while (f && old && fgets(line, sizeof line, old))
        if (!is_of(line, all, n))
            fputs(line, f);
    for (int i = 0; f && i < n; i++)
        for (int q = 0; q < QUANTITIES; q++)
            if (quantities[q].host || !is_host(&all[i]))
                fprintf(f, "%s\t%s\t%.17g\n", all[i].name, quantities[q].name, all[i].result[q]);
    if (old)
        fclose(old);
    if (f && fclose(f) == 0 && rename(fresh, path) == 0)
        return 1;
    fprintf(stderr, "gantry: warning: the results cannot be kept in '%s': %s\n", path, strerror(errno));
    remove(fresh);
    return 0;
}

static void print(const struct device *d, int from_cache)
{
    if (is_host(d))
        printf("initial device, %s%s\n", d->name, from_cache ? " (measured before)" : "");
    else
        printf("%s%s\n", d->name, from_cache ? " (measured before)" : "");
    for (int q = 0; q < QUANTITIES; q++)
        if (quantities[q].host || !is_host(d))
            printf("  %-44s %10.3f %s\n", quantities[q].text, d->result[q] * quantities[q].scale, quantities[q].unit);
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "";
    int again = argc > 2 && strcmp(argv[2], "1") == 0, devices = omp_get_num_devices(), n = 0, failed = 0, fresh = 0;
    struct device *all = calloc((size_t)devices + 1, sizeof *all);
    if (!all)
        return 1;
    for (int i = -1; i < devices; i++) {
        struct device *d = &all[n];
        describe(d, i < 0 ? omp_get_initial_device() : i);
        if (i >= 0 && is_of(d->name, all, n)) /* one of several that are alike */
            continue;
        int old = !again && cached(path, d);
        if (!old) {
            fprintf(stderr, "measuring %s ...\n", d->name);
            memset(d->result, 0, sizeof d->result);
            if (!measure(d)) {
                failed = 1;
                continue;
            }
            fresh = 1;
        }
        print(d, old);
        n++;
    }
    if (fresh && *path)
        store(path, all, n);
    free(all);
    return fflush(stdout) || ferror(stdout) || failed;
}
