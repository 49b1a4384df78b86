// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* atomic read, write, update and capture in all forms, over the arithmetic types. */
#include "check.h"

#define TYPE int
#define LABEL "int"
#define NAME(x) int_##x
#define INTEGER 1
#include "atomic_type.h"

#define TYPE unsigned
#define LABEL "unsigned"
#define NAME(x) unsigned_##x
#define INTEGER 1
#include "atomic_type.h"

#define TYPE long
#define LABEL "long"
#define NAME(x) long_##x
#define INTEGER 1
#include "atomic_type.h"

#define TYPE unsigned long long
#define LABEL "unsigned long long"
#define NAME(x) ull_##x
#define INTEGER 1
#include "atomic_type.h"

#define TYPE short
#define LABEL "short"
#define NAME(x) short_##x
#define INTEGER 1
#include "atomic_type.h"

#define TYPE signed char
#define LABEL "signed char"
#define NAME(x) char_##x
#define INTEGER 1
#include "atomic_type.h"

#define TYPE float
#define LABEL "float"
#define NAME(x) float_##x
#define INTEGER 0
#include "atomic_type.h"

#define TYPE double
#define LABEL "double"
#define NAME(x) double_##x
#define INTEGER 0
#include "atomic_type.h"

/* a histogram: many threads, few cells */
static void histogram(long n)
{
    enum { BINS = 7 };
    long bins[BINS] = {0};
    double weight[BINS] = {0};
#pragma omp target teams distribute parallel for map(tofrom: bins, weight)
    for (long i = 0; i < n; i++) {
        long b = i * i % BINS;
#pragma omp atomic
        bins[b]++;
#pragma omp atomic
        weight[b] += 0.25;
    }
    long want[BINS] = {0};
    for (long i = 0; i < n; i++)
        want[i * i % BINS]++;
    for (int b = 0; b < BINS; b++) {
        CHECK_INT(bins[b], want[b], "histogram, bin %d, n=%ld", b, n);
        CHECK_REAL(weight[b], 0.25 * (double)want[b], 0, "weights, bin %d, n=%ld", b, n);
    }
}

/* operands of other types: the arithmetic is that of C, the result is converted */
static void mixed(void)
{
    int i = 10;
    float f = 1.5f;
    unsigned char c = 200;
    double d = 0.5;
    long l = 1L << 40;
#pragma omp target map(tofrom: i, f, c, d, l)
    {
#pragma omp atomic
        i += 2.75;
#pragma omp atomic
        f += 1;
#pragma omp atomic
        c += 100;
#pragma omp atomic
        d *= 3;
#pragma omp atomic
        l -= 1;
    }
    CHECK_INT(i, 12, "int += double");
    CHECK_REAL(f, 2.5, 0, "float += int");
    CHECK_INT(c, 44, "unsigned char += int wraps");
    CHECK_REAL(d, 1.5, 0, "double *= int");
    CHECK_INT(l, (1L << 40) - 1, "long -= int");
}

struct place {
    int a;
    double b[3];
};

/* members, elements, and what a pointer points to */
static void places(void)
{
    struct place s = {1, {1, 2, 3}};
    int m[3][3] = {{0}}, *p = &m[1][1];
#pragma omp target parallel for map(tofrom: s, m)
    for (int i = 0; i < 50; i++) {
#pragma omp atomic
        s.a += 1;
#pragma omp atomic
        s.b[i % 3] += 1;
#pragma omp atomic
        m[i % 3][2]++;
#pragma omp atomic
        (*m)[0] += 2;
    }
#pragma omp target data map(tofrom: m)
    {
#pragma omp target parallel for
        for (int i = 0; i < 50; i++) {
#pragma omp atomic
            *p += 3;
        }
    }
    CHECK_INT(s.a, 51, "a member");
    CHECK_REAL(s.b[0], 18, 0, "an element of a member");
    CHECK_INT(m[1][2], 17, "an element of a row");
    CHECK_INT(m[0][0], 100, "through a dereference");
    CHECK_INT(m[1][1], 150, "through a pointer to present data");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int_all();
    unsigned_all();
    long_all();
    ull_all();
    short_all();
    char_all();
    float_all();
    double_all();
    FOR_EACH_SIZE(n)
    histogram(n);
    mixed();
    places();
    return check_end();
}
