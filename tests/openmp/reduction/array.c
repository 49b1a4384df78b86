// ROW: target teams distribute parallel for reduction(+: array)
// SPEC: 4.5 5.5.8
/* A whole array is a list item: each thread has a copy of all of it. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        long a[7];
        for (int k = 0; k < 7; k++)
            a[k] = 100 * k;
#pragma omp target teams distribute parallel for reduction(+: a)
        for (long i = 0; i < n; i++)
            a[i % 7] += i;
        for (int k = 0; k < 7; k++) {
            long want = 100 * k;
            for (long i = k; i < n; i += 7)
                want += i;
            CHECK_INT(a[k], want, "a[%d], n=%ld", k, n);
        }
    }
    return check_end();
}
