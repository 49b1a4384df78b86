// ROW: target map(present, tofrom:)
// SPEC: 5.1 5.8.3
/* What is mapped already is used as it is, not copied again. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[31];
    CHECK_MEANT(a, sizeof a);
    for (int i = 0; i < 31; i++)
        a[i] = i;
#pragma omp target enter data map(to: a)
    for (int i = 0; i < 31 && check_device; i++)
        a[i] = -5;
#pragma omp target map(present, tofrom: a)
    for (int i = 0; i < 31; i++)
        a[i] += 10;
#pragma omp target data map(present, alloc: a[3:4])
#pragma omp target map(present, to: a[0:31])
    for (int i = 0; i < 31; i++)
        a[i] += 10;
#pragma omp target exit data map(present, from: a)
    for (int i = 0; i < 31; i++)
        CHECK_INT(a[i], 20 + i, "a[%d]", i);
    return check_end();
}
