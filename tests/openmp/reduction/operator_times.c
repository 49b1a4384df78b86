// ROW: target teams distribute parallel for reduction(*:)
// SPEC: 4.5 5.5.5
/* The operator * on double. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        double v = 3, want;
        for (long i = 0; i < n; i++) {
            v *= i % 250 == 9 ? 2 : 1;
        }
        want = v;
        v = 3;
#pragma omp target teams distribute parallel for reduction(*: v)
        for (long i = 0; i < n; i++) {
            v *= i % 250 == 9 ? 2 : 1;
        }
        CHECK_REAL(v, want, 0, "n=%ld", n);
    }
    return check_end();
}
