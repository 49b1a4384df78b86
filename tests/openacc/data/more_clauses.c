// ROW: data, enter data, exit data, update, host_data: default, device_type, wait, if
// SPEC: 3.3 2.6
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 100 };
    static int a[N], b[N];
    int yes = 1, no = 0;
#pragma acc data copy(a) default(present) device_type(nvidia) async(1) device_type(*) wait(2)
    {
#pragma acc data present(a)
#pragma acc parallel loop async(1)
        for (int i = 0; i < N; i++)
            a[i] = i;
    }
#pragma acc wait(1)
    CHECK_INT(a[N - 1], N - 1, "data");
#pragma acc parallel loop async(5) copyout(b)
    for (int i = 0; i < N; i++)
        b[i] = 2;
#pragma acc enter data copyin(a, b) wait(5) async(5)
#pragma acc parallel loop present(a, b) async(5)
    for (int i = 0; i < N; i++)
        b[i] += a[i];
#pragma acc update self(b[0:2]) device_type(nvidia) wait(5)
    CHECK_INT(b[1], 3, "update");
#pragma acc parallel loop present(a, b) async(6)
    for (int i = 0; i < N; i++)
        b[i] += a[i];
#pragma acc exit data copyout(b) delete (a) wait(6)
    CHECK_INT(b[N - 1], 2 * N, "exit data");
    int *p = a, *q = a;
#pragma acc data copy(a)
    {
#pragma acc host_data use_device(p) if (no)
        CHECK(p == q, "not on the device");
#pragma acc host_data use_device(p) if (yes)
        CHECK(!check_device || p != q, "on the device");
    }
    int c[10], stored = 0, *elsewhere = b;
#pragma acc data copyout(c) default(present)
#pragma acc kernels
    {
        c[3] = 8;
        stored = 9;
    }
    CHECK(c[3] == 8 && stored == 9, "default(present): kernels copies scalars");
#pragma acc data copyin(b) copy(c, stored) default(none)
    {
#pragma acc parallel copyin(elsewhere)
        stored = c[3] + b[0] - b[0];
#pragma acc serial default(present) /* the nearer one */
        c[3] = 4 + (elsewhere == 0);
    }
    CHECK(c[3] == 4 && stored == 8, "default(none)");
    return check_end();
}
