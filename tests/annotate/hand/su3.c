/* Four complex 3 x 3 matrices times four fixed ones at every site, as examples/levels/su3.c: `three_level`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINKS = 4, COLOURS = 3, ELEMENTS = LINKS * COLOURS * COLOURS };
struct number {
    double re, im;
};

/* element e of the products at one site: row (e / 3) % 3, column e % 3 of link e / 9 */
static inline struct number product(const struct number *a, const struct number *b, int e)
{
    int link = e / (COLOURS * COLOURS), row = e / COLOURS % COLOURS, column = e % COLOURS;
    const struct number *left = a + (link * COLOURS + row) * COLOURS,
                        *right = b + link * COLOURS * COLOURS + column;
    struct number sum = {0, 0};
    for (int k = 0; k < COLOURS; k++) {
        struct number p = left[k], q = right[COLOURS * k];
        sum.re += p.re * q.re - p.im * q.im;
        sum.im += p.re * q.im + p.im * q.re;
    }
    return sum;
}

/* the i-th of a fixed row of numbers without visible order, evenly spread over [0, 1) */
static inline double number_at(long i)
{
    uint64_t h = ((uint64_t)i + 1) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 29) * 0xD6E8FEB86659FD93u;
    return (double)((h ^ h >> 32) >> 11) * 0x1p-53;
}

static void multiply(long sites, const struct number *a, const struct number *b, struct number *c)
{
#ifdef HAND
#pragma omp target teams distribute parallel for
#endif
    for (long site = 0; site < sites; site++) {
#ifdef HAND
#pragma omp simd
#endif
        for (int e = 0; e < ELEMENTS; e++)
            c[site * ELEMENTS + e] = product(a + site * ELEMENTS, b, e);
    }
}

static struct number *allocate(long count)
{
    struct number *p = malloc(count * sizeof *p);
    if (!p)
        exit(2);
    return p;
}

int main(int argc, char **argv)
{
    long sites = argc > 1 ? atol(argv[1]) : 400, repeat = argc > 2 ? atol(argv[2]) : 3, numbers = sites * ELEMENTS;
    struct number *a = allocate(numbers), *b = allocate(ELEMENTS), *c = allocate(numbers), sum = {0, 0};
    for (long i = 0; i < numbers; i++)
        a[i] = (struct number){number_at(2 * i), number_at(2 * i + 1) - 0.5};
    for (long i = 0; i < ELEMENTS; i++)
        b[i] = (struct number){number_at(-2 * i - 1), number_at(-2 * i - 2) - 0.5};
#ifdef HAND
#pragma omp target enter data map(to: a[0:numbers], b[0:ELEMENTS]) map(alloc: c[0:numbers])
#endif
    for (long k = 0; k < repeat; k++)
        multiply(sites, a, b, c);
#ifdef HAND
#pragma omp target exit data map(from: c[0:numbers]) map(delete: a[0:numbers], b[0:ELEMENTS])
#endif
    for (long i = 0; i < numbers; i++) {
        sum.re += c[i].re;
        sum.im += c[i].im;
    }
    printf("%.8f %.8f\n", sum.re, sum.im);
    free(a);
    free(b);
    free(c);
    return 0;
}
