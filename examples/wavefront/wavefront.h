/* wavefront.h: what the programs of this folder share: arguments, the clock, the table.
 *
 * Each program has a loop on the host around small target regions, in several forms that give the same answer:
 *     serial     no region
 *     separate   a launch per region, each waited for
 *     graph      launches that are made ready once and then repeated all at once (Gantry; others launch one by one)
 *     single     `#pragma ompx single_launch`: one launch, in which all teams meet between the regions */
#ifndef WAVEFRONT_H
#define WAVEFRONT_H
#include <errno.h>
#include <math.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __GANTRY__
#include <gantry.h>
#else
struct gantry_graph;
static inline void gantry_graph_begin(struct gantry_graph **graph) { (void)graph; }
static inline void gantry_graph_end(struct gantry_graph **graph) { (void)graph; }
static inline void gantry_graph_free(struct gantry_graph **graph) { (void)graph; }
#endif

/* Up to three sizes from the arguments; those that are missing stay as they are. */
static inline void read_sizes(int argc, char **argv, const char *names, long *size, int sizes, long largest)
{
    for (int k = 1; k < argc; k++) {
        char *end;
        errno = 0;
        long v = k <= sizes ? strtol(argv[k], &end, 10) : 0;
        if (k > sizes || errno || *end || end == argv[k] || v < 1 || v > largest) {
            fprintf(stderr, "%s: '%s' is not a size from 1 to %ld\nusage: %s %s\n", argv[0], argv[k], largest, argv[0], names);
            exit(2);
        }
        size[k - 1] = v;
    }
}

/* Systems lend memory that they do not have, and end the program without a word when it is used. */
static inline double memory_of_machine(void)
{
#ifdef _SC_PHYS_PAGES
    return (double)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
#else
    return HUGE_VAL;
#endif
}

/* Memory for n numbers, for which there must be room beside those from before. */
static inline double *numbers(long n)
{
    static double bytes;
    bytes += (double)n * sizeof(double);
    double *p = bytes < memory_of_machine() ? malloc(n * sizeof *p) : NULL;
    if (!p) {
        fprintf(stderr, "there is no memory for %.1f GB of numbers: choose smaller sizes\n", bytes * 1e-9);
        exit(2);
    }
    return p;
}

static inline void heading(const char *what) { printf("%-9s %10s %12s %12s   %s\n", "form", "seconds", "us/launch", "difference", what); }

/* One form's row. Returns whether its answer is close enough to the serial one. */
static inline bool row(const char *form, double seconds, long launches, double difference, double allowed, double number)
{
    printf("%-9s %10.6f %12.3f %12.2e   %.12g\n", form, seconds, launches ? seconds / launches * 1e6 : 0, difference, number);
    return difference <= allowed;
}

static inline double largest_difference(const double *a, const double *b, long n)
{
    double largest = 0;
    for (long i = 0; i < n; i++)
        if (!(fabs(a[i] - b[i]) <= largest))
            largest = fabs(a[i] - b[i]);
    return largest;
}

static inline int verdict(bool good)
{
    puts(good ? "OK" : "WRONG: a form differs from the serial answer");
    return good ? 0 : 1;
}
#endif
