// ROW: target map(from:)
// SPEC: 4.5 5.8.3
/* Copied back only. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        double *a = check_alloc(sizeof(double) * (size_t)(n + 2));
        a[n] = a[n + 1] = 5;
#pragma omp target parallel for map(from: a[0:n + 1])
        for (long i = 0; i <= n; i++)
            a[i] = 2.0 * (double)i;
        for (long i = 0; i <= n; i++)
            CHECK_REAL(a[i], 2.0 * (double)i, 1, "a[%ld]", i);
        CHECK_REAL(a[n + 1], 5, 1, "behind the section");
        free(a);
    }
    return check_end();
}
