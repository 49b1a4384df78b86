// ROW: target teams distribute parallel for reduction(&:)
// SPEC: 4.5 5.5.5
/* The operator & on unsigned. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        unsigned v = ~0u, want;
        for (long i = 0; i < n; i++) {
            v &= ~(1u << i % 11);
        }
        want = v;
        v = ~0u;
#pragma omp target teams distribute parallel for reduction(&: v)
        for (long i = 0; i < n; i++) {
            v &= ~(1u << i % 11);
        }
        CHECK_REAL(v, want, 0, "n=%ld", n);
    }
    return check_end();
}
