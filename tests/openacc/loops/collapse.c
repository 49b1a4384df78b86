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
    return check_end();
}
