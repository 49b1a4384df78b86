// ROW: target teams distribute parallel for reduction(+: array[k])
// SPEC: 4.5 5.5.8
/* One element of an array, whose number is known at run time. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
        for (int k = 0; k < 4; k++) {
            long a[4] = {10, 20, 30, 40};
#pragma omp target teams distribute parallel for map(tofrom: a) reduction(+: a[k])
            for (long i = 0; i < n; i++)
                a[k] += i;
            for (int j = 0; j < 4; j++)
                CHECK_INT(a[j], 10 + 10 * j + (j == k ? n * (n - 1) / 2 : 0), "a[%d] of %d, n=%ld", j, k, n);
        }
    return check_end();
}
