// ROW: target teams distribute parallel for reduction(+:)
// SPEC: 4.5 5.5.5
/* The operator + on long. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        long v = 0, want;
        for (long i = 0; i < n; i++) {
            v += i % 9;
        }
        want = v;
        v = 0;
#pragma omp target teams distribute parallel for reduction(+: v)
        for (long i = 0; i < n; i++) {
            v += i % 9;
        }
        CHECK_REAL(v, want, 0, "n=%ld", n);
    }
    return check_end();
}
