// ROW: routine bind(name), bind(string)
// SPEC: 3.3 2.15.1
#include "check.h"

#pragma acc routine seq
static int of_device(int x)
{
    return x + 1;
}
#pragma acc routine seq bind(of_device)
static int f(int x)
{
    return x;
}
#pragma acc routine seq bind("of_device")
static int g(int x)
{
    return x;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[10];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < 10; i++)
        a[i] = f(i) + g(i);
    for (int i = 0; i < 10; i++)
        CHECK_INT(a[i], 2 * i + 2 * check_device, "[%d]", i);
    CHECK_INT(f(3) + g(3), 6, "on the host");
    return check_end();
}
