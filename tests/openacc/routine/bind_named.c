// ROW: routine(name) bind(name), bind(string)
// SPEC: 3.3 2.15.1
#include "check.h"

static int of_device(int x);
static int f(int x);
static int g(int x);
#pragma acc routine(of_device) seq
#pragma acc routine(f) seq bind(of_device)
#pragma acc routine(g) seq bind("of_device")
static int of_device(int x)
{
    return x + 1;
}
static int f(int x)
{
    return x;
}
static int g(int x)
{
    return 2 * x;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[10];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < 10; i++)
        a[i] = f(i) + g(i);
    for (int i = 0; i < 10; i++)
        CHECK_INT(a[i], check_device ? 2 * i + 2 : 3 * i, "[%d]", i);
    CHECK_INT(f(3) + g(3), 9, "on the host");
    return check_end();
}
