// ROW: create(zero:), copyout(zero:)
// SPEC: 3.3 2.7.9
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 50 };
    int a[N], b[N], n = N, *p = check_alloc(N * sizeof *p);
    for (int i = 0; i < N; i++)
        a[i] = b[i] = p[i] = 7;
#pragma acc data create(zero: a) copyout(zero: p[0:n])
    {
#pragma acc data create(zero: a) /* it is there already */
#pragma acc parallel loop copyout(b)
        for (int i = 0; i < N; i++) {
            b[i] = a[i];
            if (i % 2)
                p[i] = i;
            a[i] = 3;
        }
#pragma acc data create(zero: a)
        {
#pragma acc update self(a[4:1])
        }
    }
    if (check_device) {
        CHECK(b[0] == 0 && b[N - 1] == 0, "created as 0");
        CHECK(p[2] == 0 && p[3] == 3, "what is not stored to is 0");
    }
    CHECK_INT(a[4], 3, "not cleared a second time");
#pragma acc enter data create(zero: p[0:n])
#pragma acc parallel loop present(p[0:n])
    for (int i = 0; i < n; i++)
        p[i] += i;
#pragma acc exit data copyout(p[0:n])
    if (check_device)
        CHECK_INT(p[9], 9, "enter data");
#pragma acc parallel loop create(zero: a) copyout(b)
    for (int i = 0; i < N; i++)
        b[i] = a[i];
#pragma acc kernels copyout(zero: a)
    a[1] = 1;
    if (check_device)
        CHECK(b[7] == 0 && a[7] == 0 && a[1] == 1, "compute constructs");
    return check_end();
}
