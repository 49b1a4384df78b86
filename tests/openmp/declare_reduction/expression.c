// ROW: declare reduction(name: struct: expression) initializer(omp_priv = ...)
// SPEC: 4.0 5.5.11
/* The place of the least value, with its index. */
#include "check.h"

struct spot {
    double value;
    int at;
};
#pragma omp declare reduction(least : struct spot : omp_out = omp_in.value < omp_out.value || \
        (omp_in.value == omp_out.value && omp_in.at < omp_out.at) ? omp_in : omp_out) initializer(omp_priv = {1e300, 1 << 30})

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        struct spot s = {90, -1}, want = s;
        for (long i = 0; i < n; i++)
            if ((double)((i * 37 + 13) % 101) < want.value)
                want = (struct spot){(double)((i * 37 + 13) % 101), (int)i};
#pragma omp target teams distribute parallel for map(tofrom: s) reduction(least: s)
        for (long i = 0; i < n; i++) {
            double v = (double)((i * 37 + 13) % 101);
            if (v < s.value || (v == s.value && i < s.at)) {
                s.value = v;
                s.at = (int)i;
            }
        }
        CHECK_REAL(s.value, want.value, 0, "value, n=%ld", n);
        CHECK_INT(s.at, want.at, "index, n=%ld", n);
    }
    return check_end();
}
