/* A head and m numbers per record, as examples/levels/ideal.c: `three_level`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { NEWTON_STEPS = 6 };

/* the i-th of a fixed row of numbers without visible order, evenly spread over [0, 1) */
static inline double number_at(long i)
{
    uint64_t h = ((uint64_t)i + 1) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 29) * 0xD6E8FEB86659FD93u;
    return (double)((h ^ h >> 32) >> 11) * 0x1p-53;
}

/* 1/sqrt(v) for v from 1 to 4: s (3 - v s s) / 2 doubles the right digits per step */
static inline double inverse_root(double v)
{
    double s = 1 / (0.5 + 0.5 * v);
    for (int k = 0; k < NEWTON_STEPS; k++)
        s = 0.5 * s * (3 - v * s * s);
    return s;
}

static void scale(long n, long m, const double *head, const double *in, double *out)
{
#ifdef HAND
#pragma omp target teams distribute parallel for
#endif
    for (long i = 0; i < n; i++) {
        double factor = inverse_root(head[i]), shift = 1 - factor;
#ifdef HAND
#pragma omp simd
#endif
        for (long k = 0; k < m; k++)
            out[i * m + k] = in[i * m + k] * factor + shift;
    }
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000, m = argc > 2 ? atol(argv[2]) : 16, count = n * m;
    long repeat = argc > 3 ? atol(argv[3]) : 3;
    double *head = malloc(n * sizeof *head), *in = malloc(count * sizeof *in), *out = malloc(count * sizeof *out), sum = 0;
    if (!head || !in || !out)
        return 2;
    for (long i = 0; i < n; i++)
        head[i] = 1 + 3 * number_at(i);
    for (long i = 0; i < count; i++)
        in[i] = number_at(n + i);
#ifdef HAND
#pragma omp target enter data map(to: head[0:n], in[0:count]) map(alloc: out[0:count])
#endif
    for (long k = 0; k < repeat; k++)
        scale(n, m, head, in, out);
#ifdef HAND
#pragma omp target exit data map(from: out[0:count]) map(release: head[0:n], in[0:count])
#endif
    for (long i = 0; i < count; i++)
        sum += out[i];
    printf("%.9f %.12f\n", sum, out[count / 2]);
    free(head);
    free(in);
    free(out);
    return 0;
}
