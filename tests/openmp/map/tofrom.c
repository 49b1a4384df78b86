// ROW: target map(tofrom:)
// SPEC: 4.5 5.8.3
/* Both ways: scalars, arrays, structures. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[34], x = 3;
    struct { int n; double d[3]; } s = {4, {1, 2, 3}};
    for (int i = 0; i < 34; i++)
        a[i] = i;
#pragma omp target map(tofrom: a, x, s)
    {
        for (int i = 0; i < 34; i++)
            a[i] += x;
        x *= s.n;
        s.d[2] += s.d[1];
    }
    for (int i = 0; i < 34; i++)
        CHECK_INT(a[i], i + 3, "a[%d]", i);
    CHECK_INT(x, 12, "x");
    CHECK_REAL(s.d[2], 5, 1, "s.d[2]");
    CHECK_REAL(s.d[0], 1, 1, "s.d[0]");
    return check_end();
}
