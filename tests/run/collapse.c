// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* collapse over nests with every kind of bound and step: each point once, no other point ever. */
#include "check.h"

enum { SIDE = 40, CELLS = SIDE * SIDE * SIDE };

static int *hits; /* one counter per point of a cube with SIDE points per edge */

/* compares with what the same serial nest hits, counted in `want`, and clears both */
static void compare(int *want, const char *name)
{
    long wrong = 0, first = -1;
    for (long i = 0; i < CELLS; i++)
        if (hits[i] != want[i]) {
            first = first < 0 ? i : first;
            wrong++;
        }
    CHECK_INT(wrong, 0, "%s: points hit a wrong number of times, first at %ld", name, first);
    memset(hits, 0, CELLS * sizeof *hits);
    memset(want, 0, CELLS * sizeof *want);
}

static void two_deep(int *want, int n, int m)
{
    char name[80];
    int *h = hits;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: h[0:CELLS])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            h[i * SIDE + j]++;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            want[i * SIDE + j]++;
    snprintf(name, sizeof name, "%d x %d", n, m);
    compare(want, name);

#pragma omp target teams distribute parallel for collapse(2) map(tofrom: h[0:CELLS])
    for (int i = n; i > 0; i--)
        for (int j = m - 1; j >= 0; --j)
            h[(i - 1) * SIDE + j]++;
    for (int i = n; i > 0; i--)
        for (int j = m - 1; j >= 0; --j)
            want[(i - 1) * SIDE + j]++;
    snprintf(name, sizeof name, "%d x %d, counting down", n, m);
    compare(want, name);

#pragma omp target teams distribute parallel for collapse(2) map(tofrom: h[0:CELLS])
    for (int i = 1; i < n; i += 3)
        for (int j = m; j > 2; j -= 5)
            h[i * SIDE + j]++;
    for (int i = 1; i < n; i += 3)
        for (int j = m; j > 2; j -= 5)
            want[i * SIDE + j]++;
    snprintf(name, sizeof name, "%d x %d, steps 3 and -5", n, m);
    compare(want, name);

#pragma omp target teams distribute parallel for collapse(2) map(tofrom: h[0:CELLS])
    for (unsigned i = 0; i != (unsigned)n; i++)
        for (long j = m; j != 0; j--)
            h[i * SIDE + (unsigned)j - 1]++;
    for (unsigned i = 0; i != (unsigned)n; i++)
        for (long j = m; j != 0; j--)
            want[i * SIDE + (unsigned)j - 1]++;
    snprintf(name, sizeof name, "%d x %d, !=", n, m);
    compare(want, name);

#pragma omp target teams distribute parallel for collapse(2) map(tofrom: h[0:CELLS])
    for (int i = 0; n > i; i = i + 2)
        for (short j = 3; j <= m; j = 4 + j)
            h[i * SIDE + j]++;
    for (int i = 0; n > i; i = i + 2)
        for (short j = 3; j <= m; j = 4 + j)
            want[i * SIDE + j]++;
    snprintf(name, sizeof name, "%d x %d, turned round comparison, i = i + 2, j = 4 + j", n, m);
    compare(want, name);
}

static void three_deep(int *want, int a, int b, int c)
{
    char name[80];
    int *h = hits;
#pragma omp target teams distribute parallel for collapse(3) map(tofrom: h[0:CELLS])
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++)
                h[(i * SIDE + j) * SIDE + k]++;
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++)
                want[(i * SIDE + j) * SIDE + k]++;
    snprintf(name, sizeof name, "%d x %d x %d", a, b, c);
    compare(want, name);

#pragma omp target teams loop collapse(3) map(tofrom: h[0:CELLS])
    for (long i = a - 1; i >= 0; i -= 2)
        for (unsigned char j = 1; j < b; j += 2)
            for (unsigned long k = 0; k < (unsigned long)c; k += 7)
                h[((unsigned long)i * SIDE + j) * SIDE + k]++;
    for (long i = a - 1; i >= 0; i -= 2)
        for (unsigned char j = 1; j < b; j += 2)
            for (unsigned long k = 0; k < (unsigned long)c; k += 7)
                want[((unsigned long)i * SIDE + j) * SIDE + k]++;
    snprintf(name, sizeof name, "%d x %d x %d, loop, mixed types and steps", a, b, c);
    compare(want, name);

#pragma omp target teams distribute parallel for simd collapse(3) map(tofrom: h[0:CELLS])
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++)
                h[(i * SIDE + j) * SIDE + k] += 2;
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++)
                want[(i * SIDE + j) * SIDE + k] += 2;
    snprintf(name, sizeof name, "%d x %d x %d, simd", a, b, c);
    compare(want, name);
}

/* collapse on the other constructs, and fewer loops collapsed than there are */
static void constructs(int *want, int n)
{
    char name[80];
    int *h = hits;
#pragma omp target parallel for collapse(2) map(tofrom: h[0:CELLS])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            h[i * SIDE + j]++;
#pragma omp target teams distribute collapse(2) map(tofrom: h[0:CELLS])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            h[i * SIDE + j]++;
#pragma omp target simd collapse(2) map(tofrom: h[0:CELLS])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            h[i * SIDE + j]++;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: h[0:CELLS])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < n; k++)
                h[(i * SIDE + j) * SIDE + k]++;
        }
#pragma omp target teams distribute parallel for collapse(1) map(tofrom: h[0:CELLS])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            h[i * SIDE + j]++;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            want[i * SIDE + j] += 4;
            for (int k = 0; k < n; k++)
                want[(i * SIDE + j) * SIDE + k]++;
        }
    snprintf(name, sizeof name, "five constructs, n=%d", n);
    compare(want, name);
}

/* distribute over rows, for over a collapsed inner nest */
static void inner_nest(int *want, int n)
{
    int *h = hits;
#pragma omp target teams distribute map(tofrom: h[0:CELLS])
    for (int i = 0; i < n; i++) {
#pragma omp parallel for collapse(2)
        for (int j = 0; j < n + 1; j++)
            for (int k = 2; k < n; k++)
                h[(i * SIDE + j) * SIDE + k]++;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n + 1; j++)
            for (int k = 2; k < n; k++)
                want[(i * SIDE + j) * SIDE + k]++;
    compare(want, "collapse on the inner parallel for");
}

/* the bounds are evaluated once; the index of an inner loop may have the name of an outer variable */
static void names(int *want)
{
    int *h = hits, n = 7, j = 5;
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: h[0:CELLS]) private(j)
    for (int i = 0; i < n + n; i++)
        for (j = n; j < 2 * n; j++)
            h[i * SIDE + j]++;
    for (int i = 0; i < 14; i++)
        for (int k = 7; k < 14; k++)
            want[i * SIDE + k]++;
    compare(want, "bounds are expressions");
    CHECK_INT(j, 5, "a collapsed loop variable declared outside is private");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    static const int extent[] = {0, 1, 2, 5, 31, 33};
    int *want = check_alloc(CELLS * sizeof *want);
    hits = check_alloc(CELLS * sizeof *hits);
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++)
            two_deep(want, extent[a], extent[b]);
    three_deep(want, 0, 5, 5);
    three_deep(want, 5, 0, 5);
    three_deep(want, 5, 5, 0);
    three_deep(want, 1, 1, 1);
    three_deep(want, 3, 33, 2);
    three_deep(want, 31, 7, 13);
    constructs(want, 1);
    constructs(want, 13);
    inner_nest(want, 11);
    names(want);
    free(want);
    free(hits);
    return check_end();
}
