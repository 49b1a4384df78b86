// ROW: simd linear(x: val, step(s))
// SPEC: 5.2 5.4.6
#include "check.h"

enum { N = 517 };

int main(int argc, char **argv)
{
    static int a[N], b[N];
    int x = 5, y = -2, s = 3;
    check_begin(argc, argv);
#pragma omp target parallel num_threads(1) map(tofrom: a, b, x, y)
    {
#pragma omp simd linear(x: val, step(s + 1))
        for (int k = 0; k < N; k++) {
            a[k] = x;
            x += s + 1;
        }
#pragma omp simd linear(y: step(2))
        for (int k = 0; k < N; k++) {
            b[k] = y;
            y += 2;
        }
    }
    for (int k = 0; k < N; k++) {
        CHECK_INT(a[k], 5 + 4 * k, "a[%d]", k);
        CHECK_INT(b[k], -2 + 2 * k, "b[%d]", k);
    }
    CHECK_INT(x, 5 + 4 * N, "x afterwards");
    CHECK_INT(y, -2 + 2 * N, "y afterwards");
    return check_end();
}
