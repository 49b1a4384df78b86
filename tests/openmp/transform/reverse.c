// ROW: reverse
// SPEC: 6.0 11.5
#include "check.h"

enum { N = 101 };

int main(int argc, char **argv)
{
    static int a[N], when[N], b[N];
    check_begin(argc, argv);
#pragma omp target map(tofrom: when)
    {
        int t = 0;
#pragma omp reverse
        for (int i = 3; i < N; i += 2)
            when[i] = ++t;
    }
#pragma omp target teams distribute parallel for map(tofrom: a)
#pragma omp reverse
    for (int i = 0; i < N; i++)
        a[i] += i;
#pragma omp target map(tofrom: b)
    {
        int t = 0;
#pragma omp reverse
#pragma omp tile sizes(10)
        for (unsigned i = 0; i < N; i++)
            b[i] = t++;
    }
    for (int i = 0; i < N; i++) {
        CHECK_INT(when[i], i >= 3 && i % 2 ? (N - 2 - i) / 2 + 1 : 0, "order of %d", i);
        CHECK_INT(a[i], i, "a[%d]", i);
        CHECK_INT(b[i], i >= 100 ? 0 : (90 - i / 10 * 10) + i % 10 + 1, "tiles from the last: b[%d]", i);
    }
    return check_end();
}
