// ROW: target defaultmap(none: scalar)
// SPEC: 5.0 5.8.7
/* Every scalar has a clause; arrays and pointers keep the usual rules. */
#include "check.h"

int main(int argc, char **argv)
{
    int n = 37, s = 0, own = 9, a[37], *p = a;
    check_begin(argc, argv);
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target data map(tofrom: a)
#pragma omp target parallel for defaultmap(none: scalar) firstprivate(n) map(tofrom: s) private(own) reduction(+: s)
    for (int i = 0; i < n; i++) {
        own = a[i];
        s += own;
        p[i] = 2 * i;
    }
    CHECK_INT(s, 36 * 37 / 2, "sum");
    CHECK_INT(own, 9, "private");
    for (int i = 0; i < n; i++)
        CHECK_INT(a[i], 2 * i, "a[%d]", i);
    return check_end();
}
