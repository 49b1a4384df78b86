// ROW: declare deviceptr at file scope, link in a function
// SPEC: 3.3 2.13
// FILES: declare_pointers.inc.c
#include "check.h"
#include <openacc.h>

enum { N = 20 };
double large[N];
int far_away[N];
#pragma acc declare link(far_away)
int sum_of_far(int n);
static double *there;
#pragma acc declare deviceptr(there)

static double sum(void)
{
    extern double large[N];
#pragma acc declare link(large)
    double s = 0;
#pragma acc parallel loop copyin(large) reduction(+: s)
    for (int i = 0; i < N; i++)
        s += large[i];
    return s;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double r[N];
    for (int i = 0; i < N; i++)
        large[i] = far_away[i] = i;
    CHECK_REAL(sum(), N * (N - 1) / 2, 0, "link");
    CHECK_INT(sum_of_far(N), N * (N - 1) / 2, "link, of another file's variable");
    there = acc_malloc(N * sizeof *there);
#pragma acc parallel loop copyout(r)
    for (int i = 0; i < N; i++) {
        there[i] = 2 * i;
        r[i] = there[i] + 1;
    }
    CHECK_REAL(r[N - 1], 2 * N - 1, 0, "deviceptr");
    acc_free(there);
    return check_end();
}
