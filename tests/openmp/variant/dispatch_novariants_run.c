// ROW: dispatch novariants(expression), nocontext(expression) that the run decides
// SPEC: 5.1 7.6.1
/* The condition is asked at each call, on the host and in regions; arguments are evaluated once. */
#include "check.h"

static int other(int x) { return x + 100; }
static int in_parallel(int x) { return x + 1000; }
#pragma omp declare variant(other) match(construct={dispatch})
#pragma omp declare variant(in_parallel) match(construct={parallel})
static int base(int x) { return x; }

static void store_variant(int *a, int i) { a[i] += 7; }
#pragma omp declare variant(store_variant) match(construct={dispatch})
static void store(int *a, int i) { a[i] += 1; }

static int first(int *p, int n, omp_interop_t object) { return p[0] + n + (object == omp_interop_none); }
#pragma omp declare variant(first) match(construct={dispatch}) adjust_args(need_device_ptr: p) append_args(interop(target))
static int second(int *p, int n) { return -p[1] - n; }

int main(int argc, char **argv)
{
    int yes = argc > 0, no = argc < 0, v[8] = {0}, a[3] = {0}, calls = 0, host = omp_get_initial_device();
    check_begin(argc, argv);
#pragma omp dispatch novariants(yes)
    v[0] = base(1);
#pragma omp dispatch novariants(no)
    v[1] = base(1);
#pragma omp dispatch nocontext(yes)
    v[2] = base(1);
#pragma omp dispatch nocontext(no)
    v[3] = base(1);
#pragma omp dispatch novariants(a[0] > 5)
    store(a, (calls++, 1));
    int w[4];
    for (int k = 0; k < 4; k++) {
#pragma omp dispatch novariants(k & 1) nocontext(k & 2)
        w[k] = base(k);
    }
    CHECK_INT(w[0], 100, "host: neither holds");
    CHECK_INT(w[1] + w[2] + w[3], 6, "host: one of them holds");
#pragma omp target map(from: w)
    for (int k = 0; k < 4; k++) {
#pragma omp dispatch novariants(k & 1) nocontext(k & 2)
        w[k] = base(k);
    }
    CHECK_INT(w[0], 100, "region: neither holds");
    CHECK_INT(w[1] + w[2] + w[3], 6, "region: one of them holds");
    for (int k = 0; k < 2; k++) {
        int two[2] = {3, 4};
#pragma omp dispatch novariants(k) device(host)
        w[k] = second(two, (calls++, 20));
    }
    CHECK_INT(w[0], 23, "host: a variant with other arguments");
    CHECK_INT(w[1], -24, "host: the function itself instead of it");
    CHECK_INT(calls, 3, "host: evaluations of an argument");
    CHECK_INT(v[0], 1, "host: novariants holds");
    CHECK_INT(v[1], 101, "host: novariants does not hold");
    CHECK_INT(v[2], 1, "host: nocontext holds");
    CHECK_INT(v[3], 101, "host: nocontext does not hold");
    CHECK_INT(a[1], 7, "host: a call without a value");
#pragma omp target map(tofrom: v, a)
    {
        int k = 2;
#pragma omp dispatch novariants(yes)
        v[0] = base(2);
#pragma omp dispatch novariants(no)
        v[1] = base(2);
#pragma omp dispatch nocontext(yes)
        v[2] = base(2);
#pragma omp dispatch nocontext(no)
        v[3] = base(2);
#pragma omp dispatch novariants(a[1] > 5)
        store(a, k);
#pragma omp parallel num_threads(1)
        {
#pragma omp dispatch nocontext(yes)
            v[4] = base(2);
        }
    }
    CHECK_INT(v[0], 2, "region: novariants holds");
    CHECK_INT(v[1], 102, "region: novariants does not hold");
    CHECK_INT(v[2], 2, "region: nocontext holds");
    CHECK_INT(v[3], 102, "region: nocontext does not hold");
    CHECK_INT(a[2], 1, "region: a condition of mapped data");
    CHECK_INT(v[4], 1002, "region: the variant for parallel is left");
    return check_end();
}
