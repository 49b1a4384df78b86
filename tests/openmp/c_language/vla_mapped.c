// ROW: C: variable-length array in map
// SPEC: 4.0 5.8.3
/* Whole arrays, a row, and sections of pointers to arrays of variable length; lengths are odd. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 7, m = 5;
    double a[n][m], b[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            a[i][j] = i * 10 + j;
            b[i][j] = -1;
        }
#pragma omp target teams distribute parallel for collapse(2) map(to: a) map(tofrom: b[1:n - 2])
    for (int i = 1; i < n - 1; i++)
        for (int j = 0; j < m; j++)
            b[i][j] = 2 * a[i + 1][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            CHECK_REAL(b[i][j], i == 0 || i == n - 1 ? -1 : 2 * ((i + 1) * 10 + j), 0, "b[%d][%d]", i, j);
    return check_end();
}
