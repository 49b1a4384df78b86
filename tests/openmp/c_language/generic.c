// ROW: C: _Generic
// SPEC: 4.0 1.7
/* A choice by type, in regions and behind a macro. */
#include "check.h"

#define KIND(x) _Generic((x), float: 1, double: 2, int: 3, unsigned long: 4, const char *: 5, default: 6)
#define LARGER(a, b) _Generic((a) + (b), double: larger_double, default: larger_long)((a), (b))
static double larger_double(double a, double b) { return a > b ? a : b; }
static long larger_long(long a, long b) { return a > b ? a : b; }

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int r[10] = {0};
    double d = 0;
#pragma omp target map(tofrom: r, d)
    {
        float f = 1;
        unsigned long u = 2;
        const char *s = "x";
        r[0] = KIND(f);
        r[1] = KIND(2.0);
        r[2] = KIND(3);
        r[3] = KIND(u);
        r[4] = KIND(s);
        r[5] = KIND(r);
        r[6] = (int)LARGER(3, 7L);
        d = LARGER(2.5, 1);
    }
    for (int k = 0; k < 6; k++)
        CHECK_INT(r[k], k + 1, "kind %d", k);
    CHECK_INT(r[6], 7, "of longs");
    CHECK_REAL(d, 2.5, 0, "of doubles");
    return check_end();
}
