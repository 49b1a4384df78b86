// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Map types on single regions: what goes in, what comes out, and what stays as it was. */
#include "check.h"

static void scalars(void)
{
    int to = 1, from = 2, both = 3, plain = 4, none = 5, seen_to = 0, seen_both = 0;
#pragma omp target map(to: to) map(from: from) map(tofrom: both) map(plain) map(alloc: none) \
    map(from: seen_to, seen_both)
    {
        seen_to = to;
        seen_both = both + plain;
        to = 11;
        from = 12;
        both = 13;
        plain = 14;
        none = 15;
    }
    CHECK_INT(seen_to, 1, "to: the region sees the host's value");
    CHECK_INT(seen_both, 7, "tofrom and no type: the region sees the host's values");
    CHECK_INT(from, 12, "from: comes back");
    CHECK_INT(both, 13, "tofrom: comes back");
    CHECK_INT(plain, 14, "no map type is tofrom");
    CHECK_INT(to, check_device ? 1 : 11, "to: does not come back");
    CHECK_INT(none, check_device ? 5 : 15, "alloc: does not come back");
}

static void arrays(void)
{
    int to[40], from[40], both[40], none[40];
    for (int i = 0; i < 40; i++)
        to[i] = from[i] = both[i] = none[i] = i;
#pragma omp target map(to: to) map(from: from) map(tofrom: both) map(alloc: none)
    for (int i = 0; i < 40; i++) {
        none[i] = to[i] * 2;
        from[i] = none[i] + 1;
        both[i] += from[i];
        to[i] = -1;
    }
    for (int i = 0; i < 40; i++) {
        CHECK_INT(from[i], 2 * i + 1, "from: array[%d]", i);
        CHECK_INT(both[i], 3 * i + 1, "tofrom: array[%d]", i);
        CHECK_INT(to[i], check_device ? i : -1, "to: array[%d] stays", i);
        CHECK_INT(none[i], check_device ? i : 2 * i, "alloc: array[%d] stays", i);
    }
}

/* sections of arrays and pointers: those elements and no others */
static void sections(long n)
{
    long length = n / 2, low = n / 4;
    int *p = check_alloc((size_t)(n + 1) * sizeof *p);
    for (long i = 0; i <= n; i++)
        p[i] = (int)i;
#pragma omp target map(tofrom: p[low:length])
    for (long i = low; i < low + length; i++)
        p[i] = -p[i];
    for (long i = 0; i <= n; i++)
        CHECK_INT(p[i], i >= low && i < low + length ? -i : i, "p[%ld:%ld], element %ld", low, length, i);

#pragma omp target map(tofrom: p[:n])
    for (long i = 0; i < n; i++)
        p[i] = (int)(2 * i);
    for (long i = 0; i <= n; i++)
        CHECK_INT(p[i], i < n ? 2 * i : i, "p[:%ld], element %ld", n, i);
    free(p);

    double a[64];
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma omp target map(tofrom: a[10:4])
    for (int i = 10; i < 14; i++)
        a[i] += 100;
    for (int i = 0; i < 64; i++)
        CHECK_REAL(a[i], i >= 10 && i < 14 ? i + 100 : i, 0, "a[10:4], element %d", i);
#pragma omp target map(from: a[:3])
    for (int i = 0; i < 3; i++)
        a[i] = 3 + i;
    for (int i = 0; i < 4; i++)
        CHECK_REAL(a[i], i < 3 ? 3 + i : 3, 0, "a[:3], element %d", i);
#pragma omp target map(tofrom: a[60:])
    for (int i = 60; i < 64; i++)
        a[i] = -1;
    for (int i = 58; i < 64; i++)
        CHECK_REAL(a[i], i < 60 ? i : -1, 0, "a[60:], element %d", i);
#pragma omp target map(tofrom: a[:])
    a[63] = 7;
    CHECK_REAL(a[63], 7, 0, "a[:], last element");
#pragma omp target map(tofrom: a[5])
    a[5] = 55;
    CHECK_REAL(a[5], 55, 0, "a[5], one element");
}

static void two_dimensions(void)
{
    int m[6][7];
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 7; j++)
            m[i][j] = 10 * i + j;
#pragma omp target map(tofrom: m)
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 7; j++)
            m[i][j] += 1;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 7; j++)
            CHECK_INT(m[i][j], 10 * i + j + 1, "m[%d][%d], whole array", i, j);
#pragma omp target map(tofrom: m[2:3][:])
    for (int i = 2; i < 5; i++)
        for (int j = 0; j < 7; j++)
            m[i][j] = -m[i][j];
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 7; j++)
            CHECK_INT(m[i][j], i >= 2 && i < 5 ? -(10 * i + j + 1) : 10 * i + j + 1, "m[2:3][:], [%d][%d]", i,
                      j);
#pragma omp target map(tofrom: m[1][2:3])
    for (int j = 2; j < 5; j++)
        m[1][j] = 0;
    for (int j = 0; j < 7; j++)
        CHECK_INT(m[1][j], j >= 2 && j < 5 ? 0 : 11 + j, "m[1][2:3], [1][%d]", j);
}

/* array parameters are pointers */
static void parameters(int rows, double flat[], double square[][5])
{
#pragma omp target map(tofrom: flat[0:rows])
    for (int i = 0; i < rows; i++)
        flat[i] += 1;
#pragma omp target map(tofrom: square[0:rows])
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 5; j++)
            square[i][j] += 2;
}

static void pointers_to_arrays(int rows)
{
    double *flat = check_alloc((size_t)rows * sizeof *flat);
    double(*square)[5] = check_alloc((size_t)rows * sizeof *square);
    for (int i = 0; i < rows; i++) {
        flat[i] = i;
        for (int j = 0; j < 5; j++)
            square[i][j] = i * j;
    }
    parameters(rows, flat, square);
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: square[0:rows][0:5])
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 5; j++)
            square[i][j] *= 2;
    for (int i = 0; i < rows; i++) {
        CHECK_REAL(flat[i], i + 1, 0, "flat[%d] of %d", i, rows);
        for (int j = 0; j < 5; j++)
            CHECK_REAL(square[i][j], 2 * (i * j + 2), 0, "square[%d][%d] of %d", i, j, rows);
    }
    free(flat);
    free(square);
}

/* an address in the region is an address there: pointer arithmetic from a mapped base works, below it too */
static void attached(long n)
{
    int *block = check_alloc((size_t)(n + 20) * sizeof *block), *middle = block + 10, last = -1;
#pragma omp target map(tofrom: middle[0:n]) map(from: last)
    {
        int *q = middle;
        for (long i = 0; i < n; i++)
            *q++ = (int)(i + 1);
        last = (int)(q - middle);
    }
    CHECK_INT(last, n, "pointer difference in the region, n=%ld", n);
    for (long i = -10; i < n + 10; i++)
        CHECK_INT(middle[i], i >= 0 && i < n ? i + 1 : 0, "middle[%ld], n=%ld", i, n);
    int *base =
        block; /* a section that begins after its base pointer: element 10 on the device is element 10 here */
#pragma omp target map(tofrom: base[10:n])
    for (long i = 0; i < n; i++)
        base[10 + i] *= 2;
    for (long i = 0; i < n; i++)
        CHECK_INT(base[10 + i], 2 * (i + 1), "base[10:%ld], element %ld", n, i);
    free(block);
}

static void large(long n)
{
    double *a = check_alloc((size_t)n * sizeof *a), *b = check_alloc((size_t)n * sizeof *b);
    for (long i = 0; i < n; i++)
        a[i] = (double)i;
#pragma omp target teams distribute parallel for map(to: a[0:n]) map(from: b[0:n])
    for (long i = 0; i < n; i++)
        b[i] = a[i] * 2 + 1;
    long wrong = 0;
    for (long i = 0; i < n; i++)
        wrong += b[i] != (double)(2 * i + 1);
    CHECK_INT(wrong, 0, "map(from) is written by all iterations, n=%ld", n);
    free(a);
    free(b);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    scalars();
    arrays();
    two_dimensions();
    pointers_to_arrays(1);
    pointers_to_arrays(9);
    pointers_to_arrays(33);
    FOR_EACH_SIZE(n)
    {
        sections(n);
        attached(n);
        large(n);
    }
    return check_end();
}
