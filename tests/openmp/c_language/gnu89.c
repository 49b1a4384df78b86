// ROW: C: C89
// SPEC: 4.0 1.7
// FLAGS: -std=gnu89 -w
/* Old definitions, implicit int, declarations at the front of blocks. */
#include "check.h"

static twice(x)
    int x;
{
    return 2 * x;
}
static double sum(a, n)
    double *a;
    int n;
{
    double s = 0;
    int i;
    for (i = 0; i < n; i++)
        s += a[i];
    return s;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int r[30], i;
    double s = 0, a[5];
    for (i = 0; i < 5; i++)
        a[i] = i;
#pragma omp target teams distribute parallel for map(from: r)
    for (i = 0; i < 30; i++)
        r[i] = twice(i);
    for (i = 0; i < 30; i++)
        CHECK_INT(r[i], 2 * i, "r[%d]", i);
#pragma omp target map(to: a) map(from: s)
    s = sum(a, 5);
    CHECK_REAL(s, 10, 0, "sum");
    return check_end();
}
