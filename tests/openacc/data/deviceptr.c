// ROW: deviceptr()
// SPEC: 3.3 2.7.4
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int there = omp_get_default_device(), a[10];
    int *p = omp_target_alloc(sizeof a, there);
#pragma acc parallel loop deviceptr(p)
    for (int i = 0; i < 10; i++)
        p[i] = i;
#pragma acc data deviceptr(p)
    {
#pragma acc parallel loop copyout(a)
        for (int i = 0; i < 10; i++)
            a[i] = 2 * p[i];
    }
    omp_target_free(p, there);
    for (int i = 0; i < 10; i++)
        CHECK_INT(a[i], 2 * i, "a[%d]", i);
    return check_end();
}
