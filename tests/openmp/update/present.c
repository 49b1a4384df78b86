// ROW: target update to(present:), from(present:)
// SPEC: 5.1 13.9
/* With everything present it is an update like any other. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[31];
    CHECK_MEANT(a, sizeof a);
    for (int i = 0; i < 31; i++)
        a[i] = i;
#pragma omp target data map(alloc: a)
    {
#pragma omp target update to(present: a[0:31])
#pragma omp target
        for (int i = 0; i < 31; i++)
            a[i] += 3;
#pragma omp target update from(present: a[1:29])
    }
    for (int i = 0; i < 31; i++)
        CHECK_INT(a[i], i + (!check_device || (i > 0 && i < 30) ? 3 : 0), "a[%d]", i);
    return check_end();
}
