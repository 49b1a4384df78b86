// ROW: simd linear(x: step)
// SPEC: 4.0 5.4.6
/* In iteration k the variable is its value before the loop + k * step; it comes back. */
#include "check.h"

enum { N = 1013 };

int main(int argc, char **argv)
{
    static int a[N], b[N], c[N], d[3][N];
    int x = 5, s = 3, last[3] = {0}, i = 0;
    long y = 1;
    check_begin(argc, argv);
#pragma omp target map(tofrom: a, b, c, d, x, y, last, i)
    {
#pragma omp simd linear(x: s)
        for (int k = 0; k < N; k++) {
            a[k] = x;
            x += s;
        }
        int *p = c;
#pragma omp simd linear(p, y)
        for (int k = 0; k < N; k++) {
            *p = k;
            p++;
            b[k] = y;
            y++;
        }
        last[0] = (int)(p - c);
#pragma omp simd linear(i)
        for (i = 0; i < N; i += 2)
            a[i] = a[i];
#pragma omp parallel for
        for (int t = 0; t < 3; t++) {
            unsigned z = 7 * t;
#pragma omp simd linear(z: 2)
            for (int k = 0; k < N; k++) {
                d[t][k] = z;
                z += 2;
            }
            if (t == 2)
                last[2] = z;
        }
    }
    for (int k = 0; k < N; k++) {
        CHECK_INT(a[k], 5 + 3 * k, "a[%d]", k);
        CHECK_INT(b[k], 1 + k, "b[%d]", k);
        CHECK_INT(c[k], k, "pointer: c[%d]", k);
        for (int t = 0; t < 3; t++)
            CHECK_INT(d[t][k], 7 * t + 2 * k, "in a parallel region: d[%d][%d]", t, k);
    }
    CHECK_INT(x, 5 + 3 * N, "x afterwards");
    CHECK_INT(y, 1 + N, "y afterwards");
    CHECK_INT(last[0], N, "p afterwards");
    CHECK_INT(i, N + 1, "loop variable afterwards");
    CHECK_INT(last[2], 14 + 2 * N, "z afterwards");
    return check_end();
}
