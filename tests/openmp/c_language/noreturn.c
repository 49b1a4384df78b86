// ROW: C: _Noreturn functions
// SPEC: 4.0 1.7
/* A function that does not return is called under a condition that never holds. */
#include "check.h"

static _Noreturn void stop(int code)
{
    if (code)
        abort();
    abort();
}
static int root(int x)
{
    for (int r = 0; r <= x; r++)
        if (r * r >= x)
            return r;
    stop(1);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum)
    for (int i = 0; i < 50; i++)
        sum += root(i * i);
    CHECK_INT(sum, 1225, "sum");
    return check_end();
}
