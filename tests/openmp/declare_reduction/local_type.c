// ROW: declare reduction of a type declared in the function
// SPEC: 4.0 5.5.11
/* Type, reduction and region stand in one block. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct range {
        long low, high;
    };
#pragma omp declare reduction(widen : struct range : omp_out.low = omp_in.low < omp_out.low ? omp_in.low : omp_out.low, \
        omp_out.high = omp_in.high > omp_out.high ? omp_in.high : omp_out.high) initializer(omp_priv = {1000000, -1000000})
    FOR_EACH_SIZE(n) {
        struct range r = {0, 0};
#pragma omp target teams distribute parallel for map(tofrom: r) reduction(widen: r)
        for (long i = 0; i < n; i++) {
            long v = i % 2 ? i : -i;
            r.low = v < r.low ? v : r.low;
            r.high = v > r.high ? v : r.high;
        }
        long low = 0, high = 0;
        for (long i = 0; i < n; i++) {
            long v = i % 2 ? i : -i;
            low = v < low ? v : low;
            high = v > high ? v : high;
        }
        CHECK_INT(r.low, low, "low, n=%ld", n);
        CHECK_INT(r.high, high, "high, n=%ld", n);
    }
    return check_end();
}
