// ROW: target update if
// SPEC: 4.0 3.4
#include "check.h"

int main(int argc, char **argv)
{
    int a[5] = {0};
    check_begin(argc, argv);
    CHECK_MEANT(a, sizeof a);
#pragma omp target data map(to: a)
    {
#pragma omp target
        a[4] = 7;
#pragma omp target update if (a[0]) from(a)
        CHECK_INT(a[4], check_device ? 0 : 7, "if false");
#pragma omp target update if (!a[0]) from(a)
        CHECK_INT(a[4], 7, "if true");
    }
    return check_end();
}
