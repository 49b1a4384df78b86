// ROW: wait clauses, wait async(), async without a number
// SPEC: 3.3 2.16
#include "check.h"
#define NOVAL -1
#define SYNC -2

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 300 };
    static int a[N], b[N], c[N];
    int on = 1;
#pragma acc enter data create(a, b) async(5)
#pragma acc parallel loop present(a) async(5)
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma acc wait(5) async(6)
#pragma acc parallel loop present(a, b) async(6)
    for (int i = 0; i < N; i++)
        b[i] = 2 * a[i];
#pragma acc update self(b) wait(6)
    for (int i = 0; i < N; i++)
        CHECK_INT(b[i], 2 * i, "b[%d]", i);
#pragma acc parallel loop present(a) async
    for (int i = 0; i < N; i++)
        a[i]++;
#pragma acc parallel loop present(a) async(NOVAL)
    for (int i = 0; i < N; i++)
        a[i]++;
#pragma acc update self(a) async
#pragma acc wait if (on)
    for (int i = 0; i < N; i++)
        CHECK_INT(a[i], i + 2, "a[%d]", i);
#pragma acc parallel loop present(a) async(on ? SYNC : 3) copyout(c)
    for (int i = 0; i < N; i++)
        c[i] = a[i];
    CHECK_INT(c[7], 9, "no queue at all");
#pragma acc parallel loop present(a) async(7)
    for (int i = 0; i < N; i++)
        a[i] = -i;
    if (on)
#pragma acc serial wait present(a) copyout(c)
        c[0] = a[9];
    CHECK_INT(c[0], -9, "after all queues");
#pragma acc exit data copyout(a) delete(b) async(7) finalize
#pragma acc wait(7)
    CHECK_INT(a[3], -3, "copied");
    return check_end();
}
