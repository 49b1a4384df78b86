// ROW: declared reduction on teams, parallel for and simd
// SPEC: 4.5 5.5.8
/* The same declared reduction at every level, and in sequential code between them. */
#include "check.h"

struct spot {
    double value;
    int at;
};
#pragma omp declare reduction(least : struct spot : omp_out = omp_in.value < omp_out.value ? omp_in : omp_out) \
    initializer(omp_priv = {1e300, -1})

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        struct spot s = {5e5, -3};
#pragma omp target teams distribute num_teams(3) map(tofrom: s) reduction(least: s)
        for (long g = 0; g < n; g += 50) {
            long end = g + 50 < n ? g + 50 : n;
#pragma omp parallel for reduction(least: s)
            for (long h = g; h < end; h += 10) {
                long last = h + 10 < end ? h + 10 : end;
#pragma omp simd reduction(least: s)
                for (long i = h; i < last; i++)
                    if ((double)(2000 - i) < s.value)
                        s = (struct spot){(double)(2000 - i), (int)i};
            }
        }
        CHECK_REAL(s.value, n ? 2001.0 - (double)n : 5e5, 0, "value, n=%ld", n);
        CHECK_INT(s.at, n ? n - 1 : -3, "index, n=%ld", n);
    }
    return check_end();
}
