// ROW: data copy() copyin() copyout() create()
// SPEC: 3.3 2.7
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 50 };
    int a[N], b[N], c[N], d[N];
    for (int i = 0; i < N; i++)
        a[i] = b[i] = c[i] = d[i] = i;
#pragma acc data copy(a) copyin(b) copyout(c) create(d)
    {
#pragma acc parallel loop
        for (int i = 0; i < N; i++) {
            a[i] += b[i];
            b[i] = -1;
            c[i] = d[i] = 2 * i;
        }
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
            c[i] += d[i];
        if (check_device)
            CHECK_MEANT(a, sizeof a), CHECK_INT(a[5], 5, "not yet copied back");
    }
    CHECK_MEANT(b, sizeof b);
    CHECK_MEANT(d, sizeof d);
    for (int i = 0; i < N; i++) {
        CHECK_INT(a[i], 2 * i, "a[%d]", i);
        CHECK_INT(b[i], check_device ? i : -1, "b[%d]", i);
        CHECK_INT(c[i], 4 * i, "c[%d]", i);
        CHECK_INT(d[i], check_device ? i : 2 * i, "d[%d]", i);
    }
    return check_end();
}
