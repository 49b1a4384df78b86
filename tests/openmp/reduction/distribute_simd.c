// ROW: target teams distribute simd reduction(+: scalar, array)
// SPEC: 4.5 5.5.8
/* A scalar and an array on the combined construct. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        long sum = 3, a[5] = {0, 1, 2, 3, 4};
#pragma omp target teams distribute simd reduction(+: sum, a)
        for (long i = 0; i < n; i++) {
            sum += i;
            a[i % 5] += 2;
        }
        CHECK_INT(sum, 3 + n * (n - 1) / 2, "sum, n=%ld", n);
        for (int k = 0; k < 5; k++)
            CHECK_INT(a[k], k + 2 * ((n + 4 - k) / 5), "a[%d], n=%ld", k, n);
    }
    return check_end();
}
