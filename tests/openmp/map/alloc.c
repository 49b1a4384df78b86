// ROW: target map(alloc:)
// SPEC: 4.5 5.8.3
/* Room on the device, nothing copied either way. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[33], sum = 0;
    CHECK_MEANT(a, sizeof a);
    for (int i = 0; i < 33; i++)
        a[i] = 7;
#pragma omp target map(alloc: a) map(from: sum)
    {
        for (int i = 0; i < 33; i++)
            a[i] = i;
        sum = 0;
        for (int i = 0; i < 33; i++)
            sum += a[i];
    }
    CHECK_INT(sum, 32 * 33 / 2, "sum");
    for (int i = 0; i < 33 && check_device; i++)
        CHECK_INT(a[i], 7, "a[%d]", i);
    return check_end();
}
