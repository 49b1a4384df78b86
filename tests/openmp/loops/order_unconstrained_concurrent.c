// ROW: order(unconstrained: concurrent) on distribute, for, simd, loop
// SPEC: 5.1 10.3
#include "check.h"

enum { N = 1009 };

int main(int argc, char **argv)
{
    static int a[N], b[N], c[N], d[N];
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for order(unconstrained: concurrent) map(tofrom: a)
    for (int i = 0; i < N; i++)
        a[i]++;
#pragma omp target parallel map(tofrom: b, c)
    {
#pragma omp for order(unconstrained: concurrent)
        for (int i = 0; i < N; i++)
            b[i]++;
#pragma omp for simd order(unconstrained: concurrent)
        for (int i = 0; i < N; i++)
            c[i]++;
    }
#pragma omp target teams loop order(unconstrained: concurrent) map(tofrom: d)
    for (int i = 0; i < N; i++)
        d[i]++;
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 1 && b[i] == 1 && c[i] == 1 && d[i] == 1, "[%d]", i);
    return check_end();
}
