// ROW: target teams distribute parallel for reduction(+: variable-length array)
// SPEC: 4.5 5.5.8
/* Whole arrays of variable length, of one and two dimensions. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
        for (int m = 1; m < 400; m = 23 * m + 2) {
            long a[m];
            int b[2][m], c[m][3];
            for (int k = 0; k < m; k++) {
                a[k] = 100 * k;
                b[0][k] = b[1][k] = k;
                c[k][0] = c[k][1] = c[k][2] = 5;
            }
#pragma omp target teams distribute parallel for reduction(+: a) reduction(max: b) reduction(-: c)
            for (long i = 0; i < n; i++) {
                a[i % m] += i;
                if (b[1][i % m] < i)
                    b[1][i % m] = (int)i;
                c[i % m][i % 3] -= 1;
            }
            for (int k = 0; k < m; k++) {
                long want = 100 * k, most = k, less[3] = {5, 5, 5};
                for (long i = k; i < n; i += m) {
                    want += i;
                    most = i > most ? i : most;
                    less[i % 3]--;
                }
                CHECK_INT(a[k], want, "a[%d] of %d, n=%ld", k, m, n);
                CHECK_INT(b[0][k], k, "b[0][%d] of %d, n=%ld", k, m, n);
                CHECK_INT(b[1][k], most, "b[1][%d] of %d, n=%ld", k, m, n);
                for (int j = 0; j < 3; j++)
                    CHECK_INT(c[k][j], less[j], "c[%d][%d] of %d, n=%ld", k, j, m, n);
            }
        }
    return check_end();
}
