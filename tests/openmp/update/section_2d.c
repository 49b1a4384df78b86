// ROW: target update from(a[1:3][2:4])
// SPEC: 5.0 13.9
/* Parts of rows of a two-dimensional array. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[12][15];
    CHECK_MEANT(a, sizeof a);
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 15; j++)
            a[i][j] = i * 100 + j;

#pragma omp target data map(to: a)
    {
#pragma omp target
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 15; j++)
                a[i][j] += 5000;
#pragma omp target update from(a[1:3][2:4])
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 15; j++)
                CHECK_INT(a[i][j], i * 100 + j + (!check_device || (i >= 1 && i < 4 && j >= 2 && j < 6) ? 5000 : 0), "a[%d][%d]", i, j);
        for (int i = 0; i < 12 && check_device; i++)
            for (int j = 0; j < 15; j++)
                a[i][j] = -1;
#pragma omp target update to(a[5:][13:])
#pragma omp target update from(a)
        for (int i = 0; i < 12 && check_device; i++)
            for (int j = 0; j < 15; j++)
                CHECK_INT(a[i][j], i >= 5 && j >= 13 ? -1 : i * 100 + j + 5000, "back: a[%d][%d]", i, j);
    }
    return check_end();
}
