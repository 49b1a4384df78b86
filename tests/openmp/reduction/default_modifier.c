// ROW: target teams distribute parallel for reduction(default, +:)
// SPEC: 5.0 5.5.8
/* The modifier that says nothing. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    long sum = 1;
#pragma omp target teams distribute parallel for reduction(default, +: sum)
    for (long i = 0; i < 1000; i++)
        sum += i;
    CHECK_INT(sum, 1 + 499500, "sum");
    return check_end();
}
