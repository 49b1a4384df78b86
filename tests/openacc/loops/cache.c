// ROW: cache()
// SPEC: 3.3 2.10
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 90 };
    int a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma acc parallel loop copyin(a) copyout(b)
    for (int i = 0; i < N; i++) {
#pragma acc cache(readonly: a[i:1])
        b[i] = a[i] + 1;
    }
    for (int i = 0; i < N; i++)
        CHECK_INT(b[i], i + 1, "[%d]", i);
    return check_end();
}
