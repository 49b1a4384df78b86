// ROW: sections of data constructs, in constructs without clauses
// SPEC: 3.3 2.6.2
#include "check.h"

#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double *y = malloc(N * sizeof *y), a[N], m[N][4];
    int first = 10;
    for (int i = 0; i < N; i++) {
        a[i] = y[i] = i;
        for (int k = 0; k < 4; k++)
            m[i][k] = i + k;
    }
#pragma acc data copy(y[first:50], a[20:30], m[30:20])
    {
#pragma acc parallel loop
        for (int i = 30; i < 50; i++) {
            y[i] *= 2;
            a[i] *= 3;
            m[i][1] += a[i];
        }
#pragma acc data copyin(a[25:4]) /* it is there */
        {
#pragma acc serial
            a[26] = y[40];
#pragma acc kernels
            for (int i = 30; i < 40; i++)
                a[i] += 1;
        }
    }
#pragma acc data copy(a[0:10]) if (0)
#pragma acc parallel loop copy(y[0:N]) /* of a construct that does nothing nothing is there */
    for (int i = 0; i < N; i++)
        y[i] += a[i];
    for (int i = 0; i < N; i++) {
        double tripled = i == 26 ? 80 : i >= 30 && i < 50 ? 3 * i + (i < 40) : i;
        CHECK_REAL(a[i], tripled, 0, "a[%d]", i);
        CHECK_REAL(y[i], (i >= 30 && i < 50 ? 2 * i : i) + tripled, 0, "y[%d]", i);
        CHECK_REAL(m[i][1], i + 1 + (i >= 30 && i < 50 ? 3 * i : 0), 0, "m[%d][1]", i);
    }
    free(y);
    return check_end();
}
