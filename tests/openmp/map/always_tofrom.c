// ROW: target map(always, tofrom:)
// SPEC: 4.5 5.8.3
/* Copied in and out although it is present. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[30];
    CHECK_MEANT(a, sizeof a);
    for (int i = 0; i < 30; i++)
        a[i] = i;
#pragma omp target data map(alloc: a)
    {
#pragma omp target map(always, tofrom: a)
        for (int i = 0; i < 30; i++)
            a[i] += 7;
        for (int i = 0; i < 30; i++)
            CHECK_INT(a[i], i + 7, "a[%d]", i);
#pragma omp target map(always, from: a[3:5])
        for (int i = 0; i < 30; i++)
            a[i] = -1;
        for (int i = 0; i < 30; i++)
            CHECK_INT(a[i], !check_device || (i >= 3 && i < 8) ? -1 : i + 7, "part: a[%d]", i);
    }
    return check_end();
}
