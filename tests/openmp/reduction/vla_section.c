// ROW: target teams distribute parallel for reduction(+: variable-length array[lower:length])
// SPEC: 4.5 5.5.8
/* Sections of arrays of variable length, and of what a pointer to such arrays points to. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
        for (int m = 3; m < 400; m = 5 * m + 2) {
            long a[m];
            int b[4][m];
            double store[3 * m], (*p)[m] = (double (*)[m])store;
            for (int k = 0; k < m; k++) {
                a[k] = k;
                b[0][k] = b[1][k] = b[2][k] = b[3][k] = k;
                p[0][k] = p[1][k] = p[2][k] = k;
            }
#pragma omp target teams distribute parallel for reduction(+: a[1:m - 2], b[1:2][:], p[1:2][0:m])
            for (long i = 0; i < n; i++) {
                a[1 + i % (m - 2)] += 2;
                b[1 + i % 2][i % m] += 1;
                p[1 + i % 2][i % m] += 0.5;
            }
            for (int k = 0; k < m; k++) {
                long more = 0, each[2] = {0, 0};
                for (long i = 0; i < n; i++) {
                    more += 1 + i % (m - 2) == k ? 2 : 0;
                    each[i % 2] += i % m == k;
                }
                CHECK_INT(a[k], k + more, "a[%d] of %d, n=%ld", k, m, n);
                for (int j = 0; j < 2; j++) {
                    CHECK_INT(b[1 + j][k], k + each[j], "b[%d][%d] of %d, n=%ld", 1 + j, k, m, n);
                    CHECK_REAL(p[1 + j][k], k + 0.5 * each[j], 0, "p[%d][%d] of %d, n=%ld", 1 + j, k, m, n);
                }
                CHECK(b[0][k] == k && b[3][k] == k && p[0][k] == k, "outside: %d of %d, n=%ld", k, m, n);
            }
        }
    return check_end();
}
