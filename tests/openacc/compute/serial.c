// ROW: serial
// SPEC: 3.3 2.5.2
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[100] = {1, 1}, k = 3, sum = 0;
#pragma acc serial copy(a) copyout(sum)
    {
        sum = 0;
        for (int i = 2; i < 40; i++)
            a[i] = a[i - 1] + a[i - 2];
        k = 4; /* a copy of its own */
        for (int i = 0; i < 10; i++)
            sum += a[i];
    }
    CHECK_INT(a[39], 102334155, "in order");
    CHECK_INT(sum, 143, "the sum");
    CHECK_INT(k, 3, "a scalar is firstprivate");
    return check_end();
}
