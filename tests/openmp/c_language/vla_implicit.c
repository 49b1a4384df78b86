// ROW: C: variable-length array without a clause
// SPEC: 4.0 5.8.1
/* An array of variable length is mapped tofrom, like any array. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 9, m = 3;
    int a[n][m][2];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j][0] = a[i][j][1] = i + j;
    n = 5; /* the type keeps its length */
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < m; j++)
            a[i][j][1] += 100 * (int)(sizeof a / sizeof a[0]);
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < m; j++) {
            CHECK_INT(a[i][j][0], i + j, "a[%d][%d][0]", i, j);
            CHECK_INT(a[i][j][1], i + j + 900, "a[%d][%d][1]", i, j);
        }
    return check_end();
}
