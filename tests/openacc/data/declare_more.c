// ROW: declare device_resident, present, deviceptr
// SPEC: 3.3 2.13
#include "check.h"
#include <openacc.h>

enum { N = 30 };
static int resident[N];
#pragma acc declare device_resident(resident)

static void add(int *there, int *here)
{
#pragma acc declare deviceptr(there) present(here[0:N])
#pragma acc parallel loop
    for (int i = 0; i < N; i++)
        here[i] += there[i] + resident[i];
}

static int local(void)
{
    int t[N], sum = 0;
#pragma acc declare device_resident(t)
#pragma acc parallel loop
    for (int i = 0; i < N; i++)
        t[i] = i;
#pragma acc parallel loop reduction(+: sum)
    for (int i = 0; i < N; i++)
        sum += t[i];
    return sum;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[N], *there = acc_malloc(sizeof a);
#pragma acc parallel loop deviceptr(there)
    for (int i = 0; i < N; i++) {
        there[i] = i;
        resident[i] = 1;
    }
#pragma acc data copyout(a)
    {
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
            a[i] = 5;
        add(there, a);
    }
    acc_free(there);
    CHECK_INT(a[N - 1], N - 1 + 6, "device memory");
    CHECK_INT(local(), N * (N - 1) / 2, "of a function");
    return check_end();
}
