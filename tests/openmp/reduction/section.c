// ROW: target teams distribute parallel for reduction(+: array[2:3])
// SPEC: 4.5 5.5.8
/* A section of constant bounds; what is outside of it keeps its value. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        double a[9];
        for (int k = 0; k < 9; k++)
            a[k] = k;
#pragma omp target teams distribute parallel for map(tofrom: a) reduction(+: a[2:3])
        for (long i = 0; i < n; i++)
            a[2 + i % 3] += 0.5;
        for (int k = 0; k < 9; k++)
            CHECK_REAL(a[k], k + (k >= 2 && k < 5 ? 0.5 * (double)((n + 2 - (k - 2)) / 3) : 0), 0, "a[%d], n=%ld", k, n);
    }
    return check_end();
}
