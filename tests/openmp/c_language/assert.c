// ROW: C: assert
// SPEC: 4.0 1.7
/* An assertion that holds does nothing, in regions and functions. */
#include "check.h"

#include <assert.h>

static int checked(int x)
{
    assert(x >= 0 && "no negative numbers");
    return x + 1;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum)
    for (int i = 0; i < 100; i++) {
        assert(i < 100);
        sum += checked(i);
    }
    CHECK_INT(sum, 5050, "sum");
    return check_end();
}
