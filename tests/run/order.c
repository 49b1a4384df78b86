// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %gantry cc %O --offload-arch=emulated --no-loop-order %s -o %t.no -lm && %run_emulated32 %t.no
// RUN: %gantry explain %s | grep -c 'order .*changed' | grep -qx 9
/* Nests whose iterations are numbered in another order than the source's: each point once, no other point ever. */
#include "check.h"

#include <limits.h>

enum { SIDE = 36, CELLS = SIDE * SIDE * SIDE };
static int *hits, *want;
/* A nest twice: on the device, and as it stands. */
#define TWICE(...) { int *h = hits; _Pragma(DIRECTIVE) __VA_ARGS__ } { int *h = want; __VA_ARGS__ }

static void compare(const char *name, long a, long b, long c)
{
    long wrong = 0, first = -1;
    for (long i = 0; i < CELLS; i++)
        if (hits[i] != want[i]) {
            first = first < 0 ? i : first;
            wrong++;
        }
    CHECK_INT(wrong, 0, "%s, %ld x %ld x %ld: points hit a wrong number of times, first at %ld", name, a, b, c, first);
    memset(hits, 0, CELLS * sizeof *hits);
    memset(want, 0, CELLS * sizeof *want);
}

static void two(int n, int m)
{
#define DIRECTIVE "omp target teams loop collapse(2) map(tofrom: h[0:CELLS])"
    TWICE(
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                h[j * SIDE + i] += 1 + i;)
    compare("up", n, m, 1);
    TWICE(
        for (unsigned i = (unsigned)n; i > 0; i--)
            for (long j = m - 1; j >= 0; --j)
                h[(unsigned long)j * SIDE + i - 1] += 1 + (int)j;)
    compare("down", n, m, 1);
    TWICE(
        for (short i = 1; i < n; i += 3)
            for (signed char j = (signed char)m; j > 2; j -= 5)
                h[j * SIDE + i] += 1;)
    compare("steps", n, m, 1);
#undef DIRECTIVE
#define DIRECTIVE "omp target parallel for collapse(2) map(tofrom: h[0:CELLS])"
    TWICE(
        for (int i = INT_MAX - n; i != INT_MAX; i++)
            for (long j = LONG_MIN + m; j > LONG_MIN; j--)
                h[(j - LONG_MIN) * SIDE + (i - INT_MAX + n)] += 1;)
    compare("at the ends of the types", n, m, 1);
#undef DIRECTIVE
}

static void three(int a, int b, int c)
{
#define DIRECTIVE "omp target teams distribute parallel for collapse(3) map(tofrom: h[0:CELLS])"
    TWICE(
        for (int i = 0; i < a; i++)
            for (int j = 0; j < b; j++)
                for (int k = 0; k < c; k++)
                    h[(k * SIDE + j) * SIDE + i] += 1;)
    compare("the outermost", a, b, c);
    TWICE(
        for (int i = 0; i < a; i++)
            for (int j = b; j > 0; j--)
                for (int k = 0; k < c; k += 2)
                    h[(k * SIDE + i) * SIDE + j - 1] += 1 + k;)
    compare("the middle one", a, b, c);
#undef DIRECTIVE
}

/* lanes of threads, two loops that change places, a sum, bounds that the body changes the variables of */
static void others(int n, int m)
{
    int *h = hits;
#pragma omp target teams distribute parallel for map(tofrom: h[0:CELLS])
    for (int k = 0; k < 3; k++) {
#pragma omp simd collapse(2)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                h[(k * SIDE + j) * SIDE + i] += 1;
    }
#pragma omp target teams loop map(tofrom: h[0:CELLS])
    for (int i = 1; i < n; i += 2) {
#pragma omp loop
        for (long j = m; j > 0; j--)
            h[(j - 1) * SIDE + i] += 5;
    }
    long sum = 0, right = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(+: sum) map(to: h[0:CELLS])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += h[j * SIDE + i] * (i + 2L);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            for (int k = 0; k < 3; k++)
                want[(k * SIDE + j) * SIDE + i] += 1;
            want[j * SIDE + i] += i % 2 * 5;
            right += want[j * SIDE + i] * (i + 2L);
        }
    CHECK_INT(sum, right, "sum, %d x %d", n, m);
    compare("others", n, m, 3);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    static const int extent[] = {0, 1, 2, 5, 31, 33};
    hits = check_alloc(CELLS * sizeof *hits);
    want = check_alloc(CELLS * sizeof *want);
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++) {
            two(extent[a], extent[b]);
            others(extent[a], extent[b]);
        }
    three(0, 5, 5);
    three(5, 0, 5);
    three(5, 5, 0);
    three(1, 1, 1);
    three(3, 33, 2);
    three(31, 7, 13);
    free(hits);
    free(want);
    return check_end();
}
