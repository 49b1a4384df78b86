// ROW: target map(tofrom: *p), map(tofrom: (*q)[0:n])
// SPEC: 5.1 5.8.3
/* What a pointer points to, as an lvalue. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int x = 4, *p = &x, a[3][8], (*q)[8] = &a[1];
    for (int i = 0; i < 24; i++)
        a[0][i] = i;
#pragma omp target map(tofrom: *p) map(tofrom: (*q)[0:8])
    {
        *p += 3;
        for (int i = 0; i < 8; i++)
            (*q)[i] += 1000;
    }
    CHECK_INT(x, 7, "*p");
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 8; i++)
            CHECK_INT(a[k][i], k * 8 + i + (k == 1 ? 1000 : 0), "a[%d][%d]", k, i);
    return check_end();
}
