// ROW: target teams distribute parallel for reduction(|:)
// SPEC: 4.5 5.5.5
/* The operator | on unsigned char. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        unsigned char v = 1, want;
        for (long i = 0; i < n; i++) {
            v |= (unsigned char)(1 << i % 7);
        }
        want = v;
        v = 1;
#pragma omp target teams distribute parallel for reduction(|: v)
        for (long i = 0; i < n; i++) {
            v |= (unsigned char)(1 << i % 7);
        }
        CHECK_REAL(v, want, 0, "n=%ld", n);
    }
    return check_end();
}
