/* run.h: arrays on the device, one run of a nest, and its check against the same nest on the host. */
#ifndef RUN_H
#define RUN_H
#include "nests.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 256, IN = 512, OUT = ROWS * COLUMNS, SIDE = ROWS * ENTRIES };
typedef void nest(double *in, double *out, double *side, long m);
static int failed;
static double in[IN], out[OUT], side[SIDE], got_out[OUT], got_side[SIDE];

/* Small integers and halves: every order of operations has the same bits. */
static void fill(void)
{
    for (int i = 0; i < IN; i++)
        in[i] = i * 7 % 13;
    for (int i = 0; i < SIDE; i++)
        side[i] = i % 5;
    memset(out, 0, sizeof out);
}

static void expect(const char *name, long m)
{
    for (long i = 0; i < ROWS; i++) {
        double *o = out + i * m;
        if (!strcmp(name, "scalar")) {
            double v = 0.5 * (side[i] += in[i]);
            for (long j = 0; j < m; j++)
                o[j] = v * in[j];
        } else if (!strcmp(name, "array")) {
            for (int k = 0; k < ENTRIES; k++)
                side[i * ENTRIES + k] += in[i + k];
            for (long j = 0; j < m; j++)
                o[j] = side[i * ENTRIES + j % ENTRIES] * in[j];
        } else if (!strcmp(name, "several")) {
            double x = side[i] += in[i], y = side[i + ROWS] += x, z = side[i + 2 * ROWS] += y;
            for (long j = 0; j < m; j++)
                o[j] = x * in[j] + y + z;
            x = side[i + 3 * ROWS] += o[0], y = side[i + 4 * ROWS] += x, z = side[i + 5 * ROWS] += y;
            for (long j = 0; j < m; j++)
                o[j] += y * in[j] + x + z;
        } else {
            double best = 0;
            int at = 0;
            for (int k = 0; k < ENTRIES; k++) {
                if (in[i + k] > best)
                    best = in[i + k], at = k, side[i] += best;
                for (long j = 0; j < m; j++)
                    o[j] += best * in[j] + at;
            }
        }
    }
}

static double *on_device(const double *host, size_t n)
{
    double *p = omp_target_alloc(n * sizeof *p, omp_get_default_device());
    if (!p || omp_target_memcpy(p, host, n * sizeof *p, 0, 0, omp_get_default_device(), omp_get_initial_device()))
        exit(2);
    return p;
}

static void back(double *host, double *p, size_t n)
{
    if (omp_target_memcpy(host, p, n * sizeof *p, 0, 0, omp_get_initial_device(), omp_get_default_device()))
        exit(2);
    omp_target_free(p, omp_get_default_device());
}

static void check(const char *name, nest *f)
{
    fill();
    double *i = on_device(in, IN), *o = on_device(out, OUT), *s = on_device(side, SIDE);
    f(i, o, s, COLUMNS);
    back(got_out, o, OUT);
    back(got_side, s, SIDE);
    omp_target_free(i, omp_get_default_device());
    expect(name, COLUMNS);
    if (memcmp(out, got_out, sizeof out) || memcmp(side, got_side, sizeof side)) {
        printf("%s: wrong\n", name);
        failed = 1;
    }
}
#endif
