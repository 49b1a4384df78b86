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

int main(int argc, char **argv)
{
    int yes = argc > 0, no = argc < 0, v[8] = {0}, a[3] = {0}, calls = 0;
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
    CHECK_INT(v[0], 1, "host: novariants holds");
    CHECK_INT(v[1], 101, "host: novariants does not hold");
    CHECK_INT(v[2], 1, "host: nocontext holds");
    CHECK_INT(v[3], 101, "host: nocontext does not hold");
    CHECK_INT(a[1], 7, "host: a call without a value");
    CHECK_INT(calls, 1, "host: evaluations of an argument");
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
