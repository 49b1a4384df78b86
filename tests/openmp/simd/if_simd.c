// ROW: simd if(simd: e)
// SPEC: 5.0 3.4
/* With a false condition the iterations come one after the other: a dependence of distance 1 holds. */
#include "check.h"

enum { N = 1013 };

int main(int argc, char **argv)
{
    static int a[N], b[4][N];
    int no = 0, yes = 1;
    check_begin(argc, argv);
#pragma omp target map(tofrom: a)
#pragma omp simd if(simd: no)
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1] + 1;
#pragma omp target parallel for map(tofrom: b)
    for (int t = 0; t < 4; t++) {
#pragma omp simd if(no)
        for (int i = 1; i < N; i++)
            b[t][i] = b[t][i - 1] + t;
#pragma omp simd if(simd: yes)
        for (int i = 0; i < N; i++)
            b[t][i] += 1;
    }
    for (int i = 0; i < N; i++) {
        CHECK_INT(a[i], i, "a[%d]", i);
        for (int t = 0; t < 4; t++)
            CHECK_INT(b[t][i], t * i + 1, "b[%d][%d]", t, i);
    }
    return check_end();
}
