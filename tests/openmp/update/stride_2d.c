// ROW: target update from(a[0:n:2][1:m:3])
// SPEC: 5.0 13.9
/* Strides in both dimensions, lengths known at run time. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[12][15];
    CHECK_MEANT(a, sizeof a);
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 15; j++)
            a[i][j] = i * 100 + j;

    int n = 6, m = 5;
#pragma omp target data map(to: a)
    {
#pragma omp target
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 15; j++)
                a[i][j] += 5000;
#pragma omp target update from(a[0:n:2][1:m:3])
    }
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 15; j++)
            CHECK_INT(a[i][j], i * 100 + j + (!check_device || (i % 2 == 0 && j % 3 == 1) ? 5000 : 0), "a[%d][%d]", i, j);
    return check_end();
}
