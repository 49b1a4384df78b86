// ROW: declare in a function
// SPEC: 3.3 2.13
#include "check.h"

enum { N = 30 };

static int twice(const int *p, int *q, int n, int early)
{
#pragma acc declare copyin(p[0:n]) copy(q[0:n])
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        q[i] = 2 * p[i];
    if (early)
        return 1;
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        q[i]++;
    return 2;
}

static int scratch(int *out)
{
    int t[N], last = 4;
#pragma acc declare create(t) copyin(last)
#pragma acc parallel loop
    for (int i = 0; i < N; i++)
        t[i] = i + last;
    {
        int u[N];
#pragma acc declare copyout(u)
#pragma acc parallel loop present(t, u)
        for (int i = 0; i < N; i++)
            u[i] = t[N - 1 - i];
#pragma acc update self(u)
        for (int i = 0; i < N; i++)
            out[i] = u[i];
    }
#pragma acc serial present(last)
    last = 9;
#pragma acc update self(last)
    return last;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
    CHECK_INT(twice(a, b, N, 1), 1, "early");
    CHECK_INT(b[9], 18, "copied back at an early return");
    CHECK_INT(twice(a, b, N, 0), 2, "late");
    CHECK_INT(b[9], 19, "copied back");
    CHECK_INT(scratch(b), 9, "a scalar");
    CHECK_INT(b[1], N - 2 + 4, "u");
    return check_end();
}
