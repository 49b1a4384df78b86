// ROW: loop tile()
// SPEC: 3.3 2.9.8
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { A = 37, B = 50 };
    static int a[A][B], b[A][B], c[B];
#pragma acc parallel loop tile(8, 4) copyout(a)
    for (int i = 0; i < A; i++)
        for (int j = 0; j < B; j++)
            a[i][j] = i * j;
#pragma acc parallel copyout(b, c)
    {
#pragma acc loop gang vector tile(*, 16)
        for (int i = 0; i < A; i++)
            for (int j = 0; j < B; j++)
                b[i][j] = i + j;
#pragma acc loop tile(7)
        for (int j = 0; j < B; j++)
            c[j] = j;
    }
    for (int j = 0; j < B; j++) {
        CHECK_INT(c[j], j, "c[%d]", j);
        for (int i = 0; i < A; i++)
            CHECK(a[i][j] == i * j && b[i][j] == i + j, "[%d][%d]", i, j);
    }
    return check_end();
}
