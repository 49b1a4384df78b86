// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Regions in static and inline functions, in headers, in a function that is used several times, and in one
 * that is never used. */
#include "check.h"
#include "in_header.h"

static inline void add_inline(double *a, long n, double by)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (long i = 0; i < n; i++)
        a[i] += by;
}

__attribute__((unused)) static void never_called(double *a, long n)
{
#pragma omp target map(tofrom: a[0:n])
    a[0] = -1;
}

__attribute__((always_inline)) static inline long count_above(const double *a, long n, double level)
{
    long count = 0;
#pragma omp target teams distribute parallel for map(to: a[0:n]) reduction(+: count)
    for (long i = 0; i < n; i++)
        count += a[i] > level;
    return count;
}

__attribute__((noinline)) double extern_function(double *a, long n)
{
    header_scale(a, n, 0.5);
    return header_sum(a, n);
}

#line 500 "another_name.c"
static int after_line_directive(void)
{
    int x = 0;
#pragma omp target map(tofrom: x)
    x = 3;
    return x;
}
#line 47 "headers.c"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
    {
        double *a = check_alloc((size_t)n * sizeof *a), sum;
        for (long i = 0; i < n; i++)
            a[i] = (double)i;
        header_scale(a, n, 4);
        add_inline(a, n, 1);
        add_inline(a, n, 1);
        sum = 2 * (double)(n * (n - 1)) + 2 * (double)n;
        CHECK_REAL(header_sum(a, n), sum, 0, "regions of a header, n=%ld", n);
        CHECK_INT(count_above(a, n, 3), n > 0 ? n - 1 : 0, "always_inline, first use, n=%ld", n);
        CHECK_INT(count_above(a, n, 7), n > 1 ? n - 2 : 0, "always_inline, second use, n=%ld", n);
        CHECK_REAL(extern_function(a, n), sum / 2, 0, "header functions from another function, n=%ld", n);
        free(a);
    }
    CHECK_INT(after_line_directive(), 3, "behind a #line directive");
    return check_end();
}
