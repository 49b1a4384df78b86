// ROW: declare simd
// SPEC: 4.0 7.7
/* Functions of simd loops, with each clause. */
#include "check.h"

enum { N = 1009 };

#pragma omp declare target
#pragma omp declare simd simdlen(4) notinbranch
static double square(double x) { return x * x; }
#pragma omp declare simd uniform(p) linear(i: 1) aligned(p: 8) inbranch
static double get(const double *p, int i) { return p[i]; }
#pragma omp end declare target

int main(int argc, char **argv)
{
    static double a[N], b[N];
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for simd map(tofrom: a)
    for (int i = 0; i < N; i++)
        a[i] = square(i);
#pragma omp target map(to: a) map(tofrom: b)
#pragma omp simd
    for (int i = 0; i < N; i++)
        if (i % 3)
            b[i] = get(a, i);
    for (int i = 0; i < N; i++) {
        CHECK_REAL(a[i], (double)i * i, 0, "a[%d]", i);
        CHECK_REAL(b[i], i % 3 ? (double)i * i : 0, 0, "b[%d]", i);
    }
    return check_end();
}
