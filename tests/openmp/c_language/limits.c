// ROW: C: limits.h, float.h and stdint.h
// SPEC: 4.0 1.7
/* Their constants in a region are the host's. */
#include "check.h"

#include <float.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long r[10];
    double d[4];
#pragma omp target map(from: r, d)
    {
        r[0] = INT_MAX;
        r[1] = LONG_MIN;
        r[2] = CHAR_MIN;
        r[3] = UINT32_MAX;
        r[4] = INT64_MAX;
        r[5] = SIZE_MAX >> 1;
        r[6] = sizeof(long double) > 0 && sizeof(wchar_t) == 4;
        d[0] = DBL_MAX;
        d[1] = DBL_EPSILON;
        d[2] = FLT_MIN;
        d[3] = HUGE_VAL;
    }
    CHECK_INT(r[0], INT_MAX, "INT_MAX");
    CHECK_INT(r[1], LONG_MIN, "LONG_MIN");
    CHECK_INT(r[2], CHAR_MIN, "CHAR_MIN");
    CHECK_INT(r[3], UINT32_MAX, "UINT32_MAX");
    CHECK_INT(r[4], INT64_MAX, "INT64_MAX");
    CHECK_INT(r[5], SIZE_MAX >> 1, "SIZE_MAX");
    CHECK_INT(r[6], 1, "sizes");
    CHECK(d[0] == DBL_MAX && d[1] == DBL_EPSILON && d[2] == FLT_MIN && isinf(d[3]), "real numbers");
    return check_end();
}
