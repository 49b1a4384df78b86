// ROW: C: variable-length array in data directives
// SPEC: 4.5 5.8.3
/* enter data, update of a row, exit data. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 8, m = 3;
    double v[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            v[i][j] = i + j;
    CHECK_MEANT(v, sizeof v);
#pragma omp target enter data map(to: v)
#pragma omp target
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            v[i][j] *= 3;
    for (int j = 0; j < m && check_device; j++)
        CHECK_REAL(v[2][j], 2 + j, 0, "not copied back yet: %d", j);
#pragma omp target update from(v[2:1])
    for (int j = 0; j < m; j++) {
        CHECK_REAL(v[2][j], 3 * (2 + j), 0, "updated row, %d", j);
        if (check_device)
            CHECK_REAL(v[3][j], 3 + j, 0, "other row, %d", j);
    }
#pragma omp target exit data map(from: v)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            CHECK_REAL(v[i][j], 3 * (i + j), 0, "v[%d][%d]", i, j);
    return check_end();
}
