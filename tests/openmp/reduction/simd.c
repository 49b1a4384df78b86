// ROW: simd reduction(+:) inside target parallel for
// SPEC: 4.5 5.5.8
/* The lanes of a simd loop have copies of their own, of arrays too. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        double out[6][3], sums[6];
#pragma omp target parallel for map(from: out, sums)
        for (int r = 0; r < 6; r++) {
            double a[3] = {r, r, r}, s = 1;
#pragma omp simd reduction(+: a, s)
            for (long i = 0; i < n; i++) {
                a[i % 3] += 1;
                s += (double)i;
            }
            for (int k = 0; k < 3; k++)
                out[r][k] = a[k];
            sums[r] = s;
        }
        for (int r = 0; r < 6; r++) {
            for (int k = 0; k < 3; k++)
                CHECK_REAL(out[r][k], r + (double)((n + 2 - k) / 3), 0, "row %d, %d, n=%ld", r, k, n);
            CHECK_REAL(sums[r], 1 + (double)(n * (n - 1) / 2), 0, "row %d, n=%ld", r, n);
        }
    }
    return check_end();
}
