// ROW: loop worker, loop vector: scalars assigned in them
// SPEC: 3.3 2.9
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { A = 6, B = 10, C = 40 };
    static int a[A][B][C], seen[A];
    int t, u, found;
#pragma acc parallel loop gang copyout(a, seen)
    for (int i = 0; i < A; i++) {
        found = 0;
#pragma acc loop worker
        for (int j = 0; j < B; j++) {
            t = i + 10 * j;
#pragma acc loop vector
            for (int k = 0; k < C; k++) {
                u = t + k;
                a[i][j][k] = 2 * u;
            }
            if (j == i)
                found = 1; /* the gang's: it is used after the loop */
        }
        seen[i] = found;
    }
    for (int i = 0; i < A; i++) {
        CHECK_INT(seen[i], 1, "seen[%d]", i);
        for (int j = 0; j < B; j++)
            for (int k = 0; k < C; k++)
                CHECK_INT(a[i][j][k], 2 * (i + 10 * j + k), "a[%d][%d][%d]", i, j, k);
    }
    return check_end();
}
