// ROW: routine(name), nohost, a prototype
// SPEC: 3.3 2.15.1
#include "check.h"

static int twice(int x);
#pragma acc routine(twice) seq
#pragma acc routine seq nohost
static int thrice(int x)
{
    return 3 * x;
}
#pragma acc routine seq
static int four(int x);

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[10], b[10];
#pragma acc parallel loop copyout(a, b)
    for (int i = 0; i < 10; i++) {
        a[i] = twice(i) + four(i);
        b[i] = check_device ? thrice(i) : 3 * i;
    }
    for (int i = 0; i < 10; i++)
        CHECK(a[i] == 6 * i && b[i] == 3 * i, "[%d]", i);
    return check_end();
}

static int twice(int x)
{
    return 2 * x;
}
static int four(int x)
{
    return 4 * x;
}
