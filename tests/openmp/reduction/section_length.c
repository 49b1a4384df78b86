// ROW: target teams distribute parallel for reduction(+: pointer[lower:length])
// SPEC: 4.5 5.5.8
/* A section of what a pointer points to, of a length known at run time; it is mapped by the clause itself. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
        for (int length = 1; length < 600; length = 7 * length + 1) {
            int lower = 3, all = lower + length + 2;
            long *p = check_alloc(sizeof *p * (size_t)all);
            for (int k = 0; k < all; k++)
                p[k] = k;
#pragma omp target teams distribute parallel for reduction(+: p[lower:length])
            for (long i = 0; i < n; i++)
                p[lower + i % length] += 2;
            for (int k = 0; k < all; k++) {
                int m = k - lower;
                CHECK_INT(p[k], k + (m >= 0 && m < length ? 2 * ((n + length - 1 - m) / length) : 0), "p[%d] of %d, n=%ld", k,
                          length, n);
            }
            free(p);
        }
    return check_end();
}
