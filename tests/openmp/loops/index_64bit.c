// ROW: canonical loop over 64 bits
// SPEC: 3.0 4.4.1
/* Index values and strides that 32 bits do not hold. */
#include "check.h"
#include <stdint.h>

enum { N = 517 };

int main(int argc, char **argv)
{
    static int a[N], b[N], c[N], d[N];
    int64_t base = INT64_C(5000000000), step = INT64_C(3000000001);
    uint64_t high = UINT64_C(18000000000000000000);
    int64_t low = INT64_MIN;
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int64_t i = base; i < base + N; i++)
        a[i - base]++;
#pragma omp target parallel for map(tofrom: b)
    for (int64_t i = 0; i < N * step; i += step)
        b[i / step]++;
#pragma omp target parallel for map(tofrom: c)
    for (uint64_t i = high; i < high + N; i++)
        c[i - high]++;
#pragma omp target parallel for map(tofrom: d)
    for (int64_t i = low; i < low + N; i++)
        d[i - low]++;
    for (int i = 0; i < N; i++) {
        CHECK_INT(a[i], 1, "base: a[%d]", i);
        CHECK_INT(b[i], 1, "step: b[%d]", i);
        CHECK_INT(c[i], 1, "above 2^63: c[%d]", i);
        CHECK_INT(d[i], 1, "from INT64_MIN: d[%d]", i);
    }
    return check_end();
}
