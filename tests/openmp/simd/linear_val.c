// ROW: simd linear(val(x): step)
// SPEC: 4.5 5.4.6
#include "check.h"

enum { N = 517 };

int main(int argc, char **argv)
{
    static int a[N];
    int x = 5;
    check_begin(argc, argv);
#pragma omp target map(tofrom: a, x)
#pragma omp simd linear(val(x): 3)
    for (int k = 0; k < N; k++) {
        a[k] = x;
        x += 3;
    }
    for (int k = 0; k < N; k++)
        CHECK_INT(a[k], 5 + 3 * k, "a[%d]", k);
    CHECK_INT(x, 5 + 3 * N, "x afterwards");
    return check_end();
}
