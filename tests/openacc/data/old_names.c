// ROW: present_or_copy(), pcopyin() ...
// SPEC: 3.3 2.7
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 50 };
    int a[N], b[N], c[N], d[N];
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i;
#pragma acc data present_or_copy(a) present_or_copyin(b) present_or_copyout(c) present_or_create(d)
#pragma acc parallel loop pcopy(a) pcopyin(b) pcopyout(c) pcreate(d)
    for (int i = 0; i < N; i++) {
        d[i] = i;
        a[i] += b[i];
        c[i] = d[i];
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 2 * i && c[i] == i, "[%d]", i);
    return check_end();
}
