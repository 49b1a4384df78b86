// ROW: reduction on teams, parallel for and simd, nested
// SPEC: 4.5 5.5.8
/* One variable, and one section, reduced by three constructs inside one another. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        int m = 11;
        long sum = 2, *p = check_alloc(sizeof *p * (size_t)m);
#pragma omp target teams distribute num_teams(3) map(tofrom: sum, p[0:m]) reduction(+: sum, p[0:m])
        for (long g = 0; g < n; g += 30) {
            long end = g + 30 < n ? g + 30 : n;
#pragma omp parallel for reduction(+: sum, p[0:m])
            for (long h = g; h < end; h += 6) {
                long last = h + 6 < end ? h + 6 : end;
#pragma omp simd reduction(+: sum, p[0:m])
                for (long i = h; i < last; i++) {
                    sum += i;
                    p[i % m] += 1;
                }
                p[0] += 100;
            }
        }
        long blocks = 0;
        for (long g = 0; g < n; g += 30)
            for (long h = g; h < (g + 30 < n ? g + 30 : n); h += 6)
                blocks++;
        CHECK_INT(sum, 2 + n * (n - 1) / 2, "sum, n=%ld", n);
        for (int k = 0; k < m; k++)
            CHECK_INT(p[k], (n + m - 1 - k) / m + (k == 0 ? 100 * blocks : 0), "p[%d], n=%ld", k, n);
        free(p);
    }
    return check_end();
}
