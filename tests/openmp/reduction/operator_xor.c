// ROW: target teams distribute parallel for reduction(^:)
// SPEC: 4.5 5.5.5
/* The operator ^ on unsigned long. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        unsigned long v = 5, want;
        for (long i = 0; i < n; i++) {
            v ^= (unsigned long)i * 2654435761u;
        }
        want = v;
        v = 5;
#pragma omp target teams distribute parallel for reduction(^: v)
        for (long i = 0; i < n; i++) {
            v ^= (unsigned long)i * 2654435761u;
        }
        CHECK_REAL(v, want, 0, "n=%ld", n);
    }
    return check_end();
}
