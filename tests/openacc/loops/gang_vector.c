// ROW: loop gang with loop vector inside
// SPEC: 3.3 2.9.4
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { A = 9, C = 130 };
    static int a[A][C], rows[A];
#pragma acc parallel loop gang copyout(a, rows)
    for (int i = 0; i < A; i++) {
        int sum = 0;
#pragma acc loop vector reduction(+: sum)
        for (int k = 0; k < C; k++) {
            a[i][k] = i * k;
            sum += i;
        }
        rows[i] = sum;
    }
    for (int i = 0; i < A; i++) {
        CHECK_INT(rows[i], i * C, "rows[%d]", i);
        for (int k = 0; k < C; k++)
            CHECK_INT(a[i][k], i * k, "a[%d][%d]", i, k);
    }
    return check_end();
}
