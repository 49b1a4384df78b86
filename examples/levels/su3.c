/* su3.c: at every site of a lattice, four complex 3 x 3 matrices ("links") times four fixed ones.
 *
 *     su3 [--only VERSION] [--repeat N] [sites]      sites of the lattice (default 1296)
 *
 * The loop over the 4 x 9 elements of a site has 36 iterations, more than a warp of 32 and less than two of
 * them:
 *     two-level     a site is one thread's, which computes all 36 elements
 *     three-level   a site is one thread's, and its lanes share the 36 elements
 *
 * Stated bytes: 1152 per site (72 complex numbers: 36 read, 36 written). Stated operations: 864 per site (36
 * elements of 3 complex multiply-adds of 8). */
#include "levels.h"

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

static void serial(long sites, const struct number *a, const struct number *b, struct number *c)
{
    for (long site = 0; site < sites; site++)
        for (int e = 0; e < ELEMENTS; e++)
            c[site * ELEMENTS + e] = product(a + site * ELEMENTS, b, e);
}

static void two_level(long sites, const struct number *a, const struct number *b, struct number *c)
{
#pragma omp target teams distribute parallel for
    for (long site = 0; site < sites; site++)
        for (int e = 0; e < ELEMENTS; e++)
            c[site * ELEMENTS + e] = product(a + site * ELEMENTS, b, e);
}

static void three_level(long sites, const struct number *a, const struct number *b, struct number *c)
{
#pragma omp target teams distribute parallel for
    for (long site = 0; site < sites; site++) {
#pragma omp simd
        for (int e = 0; e < ELEMENTS; e++)
            c[site * ELEMENTS + e] = product(a + site * ELEMENTS, b, e);
    }
}

static const struct {
    const char *name;
    void (*run)(long sites, const struct number *a, const struct number *b, struct number *c);
} version[] = {{"serial", serial}, {"two-level", two_level}, {"three-level", three_level}};

/* A matrix of SU(3): a unit row, a second one made orthogonal to it, and as third row the conjugate of their
 * cross product. */
static void fill_link(long which, struct number *m)
{
    struct number *r = m, *s = m + COLOURS, *t = m + 2 * COLOURS;
    for (int k = 0; k < 2 * COLOURS; k++)
        m[k] = (struct number){number_at(12 * which + 2 * k) + 0.1, number_at(12 * which + 2 * k + 1) - 0.5};
    for (int row = 0; row < 2; row++) {
        struct number *v = m + row * COLOURS, along = {0, 0};
        for (int k = 0; row && k < COLOURS; k++) { /* <r, s> */
            along.re += r[k].re * s[k].re + r[k].im * s[k].im;
            along.im += r[k].re * s[k].im - r[k].im * s[k].re;
        }
        double square = 0;
        for (int k = 0; k < COLOURS; k++) {
            v[k].re -= row ? r[k].re * along.re - r[k].im * along.im : 0;
            v[k].im -= row ? r[k].re * along.im + r[k].im * along.re : 0;
            square += v[k].re * v[k].re + v[k].im * v[k].im;
        }
        for (int k = 0; k < COLOURS; k++) {
            v[k].re /= sqrt(square);
            v[k].im /= sqrt(square);
        }
    }
    for (int k = 0; k < COLOURS; k++) {
        struct number p = r[(k + 1) % 3], q = r[(k + 2) % 3], u = s[(k + 1) % 3], w = s[(k + 2) % 3];
        t[k].re = p.re * w.re - p.im * w.im - (q.re * u.re - q.im * u.im);
        t[k].im = -(p.re * w.im + p.im * w.re - (q.re * u.im + q.im * u.re));
    }
}

/* All versions add in the same order; only fused multiply-adds may differ. Elements are at most 1 and a row's
 * squares sum to 1, so the six products of a sum are at most 2 together, and each may round by half an
 * epsilon of that. */
static const double ALLOWED = 6 * 0x1p-52;

int main(int argc, char **argv)
{
    struct options o = {.program = "su3",
                        .size_names = "[sites]",
                        .sizes = 1,
                        .largest = 100000000,
                        .size = {1296},
                        .repeat = 3};
    read_options(&o, argc, argv);
    long sites = o.size[0], numbers = sites * ELEMENTS;
    struct number *a = get_memory(numbers, sizeof *a), *b = get_memory(ELEMENTS, sizeof *b);
    struct number *c = get_memory(numbers, sizeof *c), *expected = get_memory(numbers, sizeof *expected);
    for (long link = 0; link < sites * LINKS; link++)
        fill_link(link + LINKS, a + link * COLOURS * COLOURS);
    for (long link = 0; link < LINKS; link++)
        fill_link(link, b + link * COLOURS * COLOURS);
    serial(sites, a, b, expected);

    char what[64];
    snprintf(what, sizeof what, "%ld sites", sites);
    heading(what, &o);
    int wrong = 0;
#pragma omp target enter data map(to: a[0:numbers], b[0:ELEMENTS]) map(alloc: c[0:numbers])
    for (size_t v = 0; v < sizeof version / sizeof *version; v++) {
        if (!chosen(&o, version[v].name))
            continue;
        struct timing t = {.repeat = o.repeat};
        spoil(2 * numbers, &c->re);
#pragma omp target update to(c[0:numbers]) if (version[v].run != serial)
        while (next_call(&t))
            version[v].run(sites, a, b, c);
        if (version[v].run != serial) {
#pragma omp target update from(c[0:numbers])
        }
        wrong += report(version[v].name, &t, 1152.0 * (double)sites, 864.0 * (double)sites, 2 * numbers,
                        &c->re, &expected->re, ALLOWED);
    }
#pragma omp target exit data map(delete: a[0:numbers], b[0:ELEMENTS], c[0:numbers])
    free(a);
    free(b);
    free(c);
    free(expected);
    return verdict(&o, wrong);
}
