// ROW: target parallel for reduction(max: array[][])
// SPEC: 4.5 5.5.8
/* An array of two dimensions, and a section of it whose elements lie side by side. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        int a[3][4], b[5][2];
        for (int k = 0; k < 12; k++)
            a[k / 4][k % 4] = 50 + k;
        for (int k = 0; k < 10; k++)
            b[k / 2][k % 2] = 50 + k;
#pragma omp target parallel for reduction(max: a) reduction(min: b[1:3][0:2])
        for (long i = 0; i < n; i++) {
            int v = (int)((i * 37) % 101), k = (int)(i % 12), m = (int)(i % 6);
            if (v > a[k / 4][k % 4])
                a[k / 4][k % 4] = v;
            if (v < b[1 + m / 2][m % 2])
                b[1 + m / 2][m % 2] = v;
        }
        for (int k = 0; k < 12; k++) {
            int want = 50 + k;
            for (long i = k; i < n; i += 12)
                want = want > (int)((i * 37) % 101) ? want : (int)((i * 37) % 101);
            CHECK_INT(a[k / 4][k % 4], want, "a[%d], n=%ld", k, n);
        }
        for (int k = 0; k < 10; k++) {
            int want = 50 + k;
            for (long i = k - 2; k >= 2 && k < 8 && i < n; i += 6)
                want = want < (int)((i * 37) % 101) ? want : (int)((i * 37) % 101);
            CHECK_INT(b[k / 2][k % 2], want, "b[%d], n=%ld", k, n);
        }
    }
    return check_end();
}
