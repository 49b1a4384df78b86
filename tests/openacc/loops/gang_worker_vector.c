// ROW: loop gang, loop worker, loop vector
// SPEC: 3.3 2.9
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { A = 5, B = 7, C = 33 };
    static int a[A][B][C], rows[A][B];
#pragma acc parallel copyout(a, rows)
#pragma acc loop gang
    for (int i = 0; i < A; i++) {
        int base = 100 * i;
#pragma acc loop worker
        for (int j = 0; j < B; j++) {
            int sum = base;
#pragma acc loop vector reduction(+: sum)
            for (int k = 0; k < C; k++) {
                a[i][j][k] = base + j + k;
                sum += k;
            }
            rows[i][j] = sum;
        }
    }
    for (int i = 0; i < A; i++)
        for (int j = 0; j < B; j++) {
            CHECK_INT(rows[i][j], 100 * i + C * (C - 1) / 2, "rows[%d][%d]", i, j);
            for (int k = 0; k < C; k++)
                CHECK_INT(a[i][j][k], 100 * i + j + k, "a[%d][%d][%d]", i, j, k);
        }
    return check_end();
}
