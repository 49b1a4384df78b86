// ROW: serial loop gang worker vector
// SPEC: 3.3 2.11
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[100], order = 0, sum = 5;
#pragma acc serial loop gang worker vector copyout(a) copy(order) reduction(+: sum)
    for (int i = 0; i < 100; i++) {
        a[i] = order++;
        sum += i;
    }
    CHECK_INT(order, 100, "all iterations");
    CHECK_INT(sum, 4955, "a reduction is copied");
    for (int i = 0; i < 100; i++)
        CHECK_INT(a[i], i, "in order: %d", i);
    return check_end();
}
