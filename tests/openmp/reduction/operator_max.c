// ROW: target teams distribute parallel for reduction(max:)
// SPEC: 4.5 5.5.5
/* The operator max on signed char. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        signed char v = -100, want;
        for (long i = 0; i < n; i++) {
            if ((signed char)(i % 101 - 50) > v) v = (signed char)(i % 101 - 50);
        }
        want = v;
        v = -100;
#pragma omp target teams distribute parallel for reduction(max: v)
        for (long i = 0; i < n; i++) {
            if ((signed char)(i % 101 - 50) > v) v = (signed char)(i % 101 - 50);
        }
        CHECK_REAL(v, want, 0, "n=%ld", n);
    }
    return check_end();
}
