// ROW: no_create of arrays and scalars, and its count
// SPEC: 3.3 2.7.10
#include "check.h"
#include <openacc.h>

enum { N = 20 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int x[1] = {0}, s = 3, a[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma acc parallel no_create(a, s) copyout(x) num_gangs(1)
    x[0] = 1;
    CHECK_INT(acc_is_present(a, sizeof a), !check_device, "nothing comes into being");
    CHECK_INT(a[3] + s + x[0], 7, "and nothing is copied");
#pragma acc enter data copyin(a, s)
#pragma acc data no_create(a)
    {
#pragma acc exit data delete (a)
        CHECK_INT(acc_is_present(a, sizeof a), 1, "it is held");
#pragma acc parallel loop no_create(a, s)
        for (int i = 0; i < N; i++)
            a[i] *= s;
#pragma acc update self(a)
    }
    CHECK_INT(acc_is_present(a, sizeof a), !check_device, "and goes with the region");
    CHECK_INT(a[5], 15, "it was used");
#pragma acc exit data delete (s)
    return check_end();
}
