// ROW: canonical loop over unsigned
// SPEC: 3.0 4.4.1
/* Up and down to 0 and to the greatest value, where a signed count would be negative. */
#include "check.h"
#include <limits.h>

enum { N = 1013 };

int main(int argc, char **argv)
{
    static int a[N], b[N], c[N], d[N];
    unsigned n = N, top = UINT_MAX, none = 0;
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (unsigned i = 0; i < n; i++)
        a[i]++;
#pragma omp target teams distribute parallel for map(tofrom: b)
    for (unsigned i = n - 1; i > 0; i -= 3)
        b[i]++;
#pragma omp target parallel for map(tofrom: c)
    for (unsigned i = top - N; i < top; i++)
        c[i - (top - N)]++;
#pragma omp target parallel for map(tofrom: d)
    for (unsigned i = 0; i < none; i++)
        d[i]++;
    for (int i = 0; i < N; i++) {
        CHECK_INT(a[i], 1, "up: a[%d]", i);
        CHECK_INT(b[i], i > 0 && (N - 1 - i) % 3 == 0, "down: b[%d]", i);
        CHECK_INT(c[i], 1, "near UINT_MAX: c[%d]", i);
        CHECK_INT(d[i], 0, "none: d[%d]", i);
    }
    return check_end();
}
