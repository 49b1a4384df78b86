// ROW: reduction() at several levels
// SPEC: 3.3 2.9.11
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { A = 12, B = 17 };
    int a[A][B], sum = 1, all = 0, largest = 0;
    for (int i = 0; i < A; i++)
        for (int j = 0; j < B; j++)
            a[i][j] = i * B + j;
#pragma acc parallel copyin(a)
    {
#pragma acc loop gang reduction(+: sum)
        for (int i = 0; i < A; i++)
#pragma acc loop vector reduction(+: sum)
            for (int j = 0; j < B; j++)
                sum += a[i][j];
    }
    CHECK_INT(sum, 1 + A * B * (A * B - 1) / 2, "gang and vector");
#pragma acc parallel loop copyin(a) reduction(+: all) reduction(max: largest)
    for (int i = 0; i < A; i++) {
        int row = 0;
#pragma acc loop reduction(+: row)
        for (int j = 0; j < B; j++)
            row += a[i][j];
        all += row;
        largest = row > largest ? row : largest;
    }
    CHECK_INT(all, A * B * (A * B - 1) / 2, "of rows");
    CHECK_INT(largest, (A - 1) * B * B + B * (B - 1) / 2, "the largest row");
    return check_end();
}
