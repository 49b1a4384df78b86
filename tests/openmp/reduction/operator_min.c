// ROW: target teams distribute parallel for reduction(min:)
// SPEC: 4.5 5.5.5
/* The operator min on float. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        float v = 70, want;
        for (long i = 0; i < n; i++) {
            if ((float)((i * 37 + 11) % 101) < v) v = (float)((i * 37 + 11) % 101);
        }
        want = v;
        v = 70;
#pragma omp target teams distribute parallel for reduction(min: v)
        for (long i = 0; i < n; i++) {
            if ((float)((i * 37 + 11) % 101) < v) v = (float)((i * 37 + 11) % 101);
        }
        CHECK_REAL(v, want, 0, "n=%ld", n);
    }
    return check_end();
}
