/* program.h: what the main programs of this folder share: size arguments, numbers to compute with, the last line. */
#ifndef PROGRAM_H
#define PROGRAM_H
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* argument k of the command line, a whole number from low to high; `value` if it is not there */
static inline long size_argument(int argc, char **argv, int k, long value, long low, long high)
{
    if (k >= argc)
        return value;
    char *end;
    errno = 0;
    long v = strtol(argv[k], &end, 10);
    if (errno || *end || end == argv[k] || v < low || v > high) {
        fprintf(stderr, "%s: argument %d: '%s' is no number from %ld to %ld\n", argv[0], k, argv[k], low, high);
        exit(2);
    }
    return v;
}

/* never NULL, and zeroed; one element more than asked for, so that a size of 0 needs no care */
static inline void *get_memory(long count, size_t size)
{
    void *p = calloc((size_t)count + 1, size);
    if (!p) {
        fprintf(stderr, "no memory for %ld elements of %zu bytes\n", count, size);
        exit(2);
    }
    return p;
}

/* the i-th of a fixed row of numbers without visible order; usable in kernels too */
static inline uint32_t hash32(uint32_t i)
{
    i = (i ^ i >> 16) * 0x7FEB352Du;
    i = (i ^ i >> 15) * 0x846CA68Bu;
    return i ^ i >> 16;
}

static inline void print_rate(const char *what, double count, const char *unit, double seconds)
{
    printf("%-24s %10.3f ms %12.4g %s/s\n", what, seconds * 1e3, count / (seconds > 1e-9 ? seconds : 1e-9), unit);
}

/* the last line and the exit status: `wrong` values of `checked` differ */
static inline int finish(long wrong, long checked, const char *what)
{
    if (wrong)
        printf("WRONG: %ld of %ld %s differ\n", wrong, checked, what);
    else
        printf("%ld %s checked\nOK\n", checked, what);
    return wrong != 0;
}

#endif
