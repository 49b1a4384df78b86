// ROW: loop collapse(), collapse(force:)
// SPEC: 3.3 2.9.1
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[7][9], b[7][9], c[7];
#pragma acc parallel loop collapse(2) copyout(a)
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 9; j++)
            a[i][j] = i * j;
#pragma acc parallel copyout(b, c)
#pragma acc loop gang vector collapse(force: 2)
    for (int i = 0; i < 7; i++) {
        c[i] = i;
        for (int j = 0; j < 9; j++)
            b[i][j] = i + j;
    }
    for (int i = 0; i < 7; i++) {
        CHECK_INT(c[i], i, "c[%d]", i);
        for (int j = 0; j < 9; j++)
            CHECK(a[i][j] == i * j && b[i][j] == i + j, "[%d][%d]", i, j);
    }
    /* Code between the loops may run several times, and runs, though a loop further in has no iterations. */
    int none = argc - 1, first[7], second[7][5], last[7], rows[7];
#pragma acc parallel loop collapse(force: 3) copyout(first, second, last) copy(b)
    for (int i = 0; i < 7; i++) {
        first[i] = i;
        for (int j = 0; j < 5; j++) {
            second[i][j] = i - j;
            for (int k = 0; k < none; k++)
                b[i][k] = -1;
        }
        last[i] = 2 * i;
    }
#pragma acc parallel loop collapse(force: 2) copyout(rows) copy(b)
    for (int i = 0; i < 7; i++) {
        rows[i] = 3 * i;
        for (int j = 5; j <= i; j++)
            b[i][j] = -i;
    }
    for (int i = 0; i < 7; i++) {
        CHECK(first[i] == i && last[i] == 2 * i && rows[i] == 3 * i, "beside empty loops, %d", i);
        for (int j = 0; j < 5; j++)
            CHECK(second[i][j] == i - j && b[i][j] == i + j, "beside empty loops, [%d][%d]", i, j);
        CHECK(b[i][5] == (i < 5 ? i + 5 : -i) && b[i][6] == (i < 6 ? i + 6 : -i), "a triangle, %d", i);
    }
    return check_end();
}
