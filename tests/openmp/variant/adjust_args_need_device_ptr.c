// ROW: declare variant adjust_args(need_device_ptr:)
// SPEC: 5.1 7.5.2
/* Under dispatch the variant gets the device's addresses; `nothing`, is_device_ptr and other calls leave arguments alone. */
#include "check.h"

enum { N = 19 };
static int variants;
static void add_on_device(int *p, int n)
{
    variants++;
#pragma omp target is_device_ptr(p)
    for (int i = 0; i < n; i++)
        p[i] += 100;
}
#pragma omp declare variant(add_on_device) match(construct={dispatch}) adjust_args(need_device_ptr: p)
static void add(int *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i]++;
}

static int twice_on_device(const double *x, int n, double *y)
{
    int done = 0;
#pragma omp target teams distribute parallel for is_device_ptr(x, y) reduction(+: done)
    for (int i = 0; i < n; i++) {
        y[i] = 2 * x[i];
        done++;
    }
    return done;
}
#pragma omp declare variant(twice_on_device) match(construct={dispatch}) adjust_args(need_device_ptr: x, y) \
    adjust_args(nothing: n)
static int twice(const double *x, int n, double *y) { return x == y ? n : -1; }

int main(int argc, char **argv)
{
    int a[N] = {0}, *p = a, evaluated = 0, done;
    double x[N], y[N];
    check_begin(argc, argv);
    for (int i = 0; i < N; i++)
        x[i] = i, y[i] = 0;
#pragma omp target data map(tofrom: a)
    {
#pragma omp dispatch
        add(a, N);
#pragma omp dispatch
        add(p + 2, 2);
#pragma omp target data use_device_ptr(p)
        {
#pragma omp dispatch is_device_ptr(p)
            add(p, 1);
        }
    }
    for (int i = 0; i < N; i++)
        CHECK_INT(a[i], i == 0 || i == 2 || i == 3 ? 200 : 100, "a[%d]", i);
    CHECK_INT(variants, 3, "calls of the variant");
    add(a, 1);
    CHECK_INT(a[0], 201, "a call without dispatch");
#pragma omp target data map(to: x) map(from: y)
    {
#pragma omp dispatch
        done = twice(x, (evaluated++, N), y);
    }
    CHECK_INT(done, N, "the value of the call");
    CHECK_INT(evaluated, 1, "evaluations of an argument");
    for (int i = 0; i < N; i++)
        CHECK_INT((int)y[i], 2 * i, "y[%d]", i);
    return check_end();
}
