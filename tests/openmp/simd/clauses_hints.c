// ROW: simd aligned, nontemporal, simdlen, safelen
// SPEC: 5.0 10.4
/* Hints that do not change the result: a dependence of distance 8 under safelen(8). */
#include "check.h"

enum { N = 1013 };

int main(int argc, char **argv)
{
    static _Alignas(64) int a[N], b[N];
    static int c[N + 8];
    int *p = a;
    check_begin(argc, argv);
    for (int i = 0; i < N + 8; i++)
        c[i] = i;
#pragma omp target map(tofrom: a, b, c)
    {
#pragma omp simd aligned(a, b: 64) nontemporal(b) simdlen(8)
        for (int i = 0; i < N; i++) {
            a[i] = i;
            b[i] = 2 * i;
        }
#pragma omp simd safelen(8) simdlen(4)
        for (int i = 8; i < N + 8; i++)
            c[i] = c[i - 8] + 1;
    }
#pragma omp target teams distribute parallel for simd aligned(p) nontemporal(p) map(tofrom: p[:N])
    for (int i = 0; i < N; i++)
        p[i] += 1;
    for (int i = 0; i < N; i++) {
        CHECK_INT(a[i], i + 1, "a[%d]", i);
        CHECK_INT(b[i], 2 * i, "b[%d]", i);
    }
    for (int i = 8; i < N + 8; i++)
        CHECK_INT(c[i], i % 8 + i / 8, "safelen: c[%d]", i);
    return check_end();
}
