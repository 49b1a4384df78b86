// ROW: loop seq
// SPEC: 3.3 2.9.5
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[10][20], f[20] = {1, 1};
#pragma acc parallel loop gang copyout(a)
    for (int i = 0; i < 10; i++) {
        a[i][0] = i;
#pragma acc loop seq
        for (int j = 1; j < 20; j++)
            a[i][j] = a[i][j - 1] + 1;
    }
#pragma acc parallel loop seq copy(f)
    for (int i = 2; i < 20; i++)
        f[i] = f[i - 1] + f[i - 2];
    CHECK_INT(f[19], 6765, "in order");
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 20; j++)
            CHECK_INT(a[i][j], i + j, "a[%d][%d]", i, j);
    return check_end();
}
