// ROW: declare target, static variables of functions
// SPEC: 4.5 7.8
/* A function's static variable is the device's, kept from region to region. */
#include "check.h"

#pragma omp begin declare target
static int next(void)
{
    static int last = 41;
    static const int step[2] = {1, 100};
    last += step[last > 43];
    return last;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    int a = 0, b = 0, c = 0;
    check_begin(argc, argv);
#pragma omp target map(from: a, b)
    {
        a = next();
        b = next();
    }
#pragma omp target map(from: c)
    {
        c = next();
        c = next();
    }
    CHECK_INT(a, 42, "first");
    CHECK_INT(b, 43, "second");
    CHECK_INT(c, 144, "in another region");
    return check_end();
}
