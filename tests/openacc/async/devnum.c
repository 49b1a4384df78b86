// ROW: wait(devnum: queues:)
// SPEC: 3.3 2.16
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 1000 };
    static int a[N], device = 0;
#pragma acc parallel loop async(3) copyout(a)
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma acc wait(devnum: device: queues: 3, 4)
    CHECK_INT(a[N - 1], N - 1, "waited");
#pragma acc parallel loop async(3) copy(a)
    for (int i = 0; i < N; i++)
        a[i]++;
#pragma acc parallel loop wait(devnum: 0: 3) copy(a)
    for (int i = 0; i < N; i++)
        a[i]++;
    CHECK_INT(a[N - 1], N + 1, "the clause");
    return check_end();
}
