/* ideal.c: the loop nest that three levels are made for: many outer iterations, an inner loop that fits a
 * warp, and work between the two that keeps them from being collapsed.
 *
 *     ideal [--only VERSION] [--repeat N] [n [m]]      n outer iterations of m inner ones (default 4000 16)
 *
 * Each of n records has a head and m numbers; the numbers are multiplied by 1/sqrt(head), found by Newton's
 * method between the loops, and shifted.
 *     two-level     a record is one thread's: neighbouring threads read m numbers apart
 *     three-level   a record is one thread's, its numbers are the lanes': neighbouring lanes read neighbours
 *
 * Stated bytes: 16 per number, 8 per record. Stated operations: 2 per number, 4 + 5 NEWTON_STEPS per record.
 * */
#include "levels.h"

enum { NEWTON_STEPS = 6 };

/* 1/sqrt(v) for v from 1 to 4: s (3 - v s s) / 2 doubles the right digits per step */
static inline double inverse_root(double v)
{
    double s = 1 / (0.5 + 0.5 * v);
    for (int k = 0; k < NEWTON_STEPS; k++)
        s = 0.5 * s * (3 - v * s * s);
    return s;
}

static void serial(long n, long m, const double *head, const double *in, double *out)
{
    for (long i = 0; i < n; i++) {
        double factor = inverse_root(head[i]), shift = 1 - factor;
        for (long k = 0; k < m; k++)
            out[i * m + k] = in[i * m + k] * factor + shift;
    }
}

static void two_level(long n, long m, const double *head, const double *in, double *out)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++) {
        double factor = inverse_root(head[i]), shift = 1 - factor;
        for (long k = 0; k < m; k++)
            out[i * m + k] = in[i * m + k] * factor + shift;
    }
}

static void three_level(long n, long m, const double *head, const double *in, double *out)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++) {
        double factor = inverse_root(head[i]), shift = 1 - factor;
#pragma omp simd
        for (long k = 0; k < m; k++)
            out[i * m + k] = in[i * m + k] * factor + shift;
    }
}

static const struct {
    const char *name;
    void (*run)(long n, long m, const double *head, const double *in, double *out);
} version[] = {{"serial", serial}, {"two-level", two_level}, {"three-level", three_level}};

/* All versions do the same operations; only fused multiply-adds may differ. Newton's method forgets earlier
 * rounding, so a result of at most 1 carries the few roundings of the last step and of the line above. */
static const double ALLOWED = 8 * 0x1p-52;

int main(int argc, char **argv)
{
    struct options o = {.program = "ideal",
                        .size_names = "[n [m]]",
                        .sizes = 2,
                        .largest = 1000000000,
                        .size = {4000, 16},
                        .repeat = 3};
    read_options(&o, argc, argv);
    long n = o.size[0], m = o.size[1], count = n * m;
    double *head = get_memory(n, sizeof *head), *in = get_memory(count, sizeof *in);
    double *out = get_memory(count, sizeof *out), *expected = get_memory(count, sizeof *expected);
    for (long i = 0; i < n; i++)
        head[i] = 1 + 3 * number_at(i);
    for (long i = 0; i < count; i++)
        in[i] = number_at(n + i);
    serial(n, m, head, in, expected);

    char what[64];
    snprintf(what, sizeof what, "%ld records of %ld numbers", n, m);
    heading(what, &o);
    double bytes = 16.0 * (double)count + 8.0 * (double)n;
    double flops = 2.0 * (double)count + (4 + 5.0 * NEWTON_STEPS) * (double)n;
    int wrong = 0;
#pragma omp target enter data map(to: head[0:n], in[0:count]) map(alloc: out[0:count])
    for (size_t v = 0; v < sizeof version / sizeof *version; v++) {
        if (!chosen(&o, version[v].name))
            continue;
        struct timing t = {.repeat = o.repeat};
        spoil(count, out);
#pragma omp target update to(out[0:count]) if (version[v].run != serial)
        while (next_call(&t))
            version[v].run(n, m, head, in, out);
        if (version[v].run != serial) {
#pragma omp target update from(out[0:count])
        }
        wrong += report(version[v].name, &t, bytes, flops, count, out, expected, ALLOWED);
    }
#pragma omp target exit data map(delete: head[0:n], in[0:count], out[0:count])
    free(head);
    free(in);
    free(out);
    free(expected);
    return verdict(&o, wrong);
}
