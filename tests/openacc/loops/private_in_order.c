// ROW: private of loops that run in order
// SPEC: 3.3 2.9.10
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 10 };
    int x = 5, y = 0, a[N], t[4] = {1, 2, 3, 4};
#pragma acc serial copy(y) copyout(a)
    {
        x = 19;
#pragma acc loop private(x)
        for (int i = 0; i < N; i++) {
            x = i;
            a[i] = x;
        }
        y = x;
    }
    CHECK_INT(y, 19, "after a loop of serial");
    x = 7;
#pragma acc kernels copy(a, x)
    {
#pragma acc loop private(x)
        for (int i = 1; i < N; i++) {
            x = i;
            a[i] = a[i - 1] + x;
        }
    }
    CHECK_INT(x, 7, "after a loop of kernels");
#pragma acc kernels loop private(x) copy(a)
    for (int i = 1; i < N; i++) {
        x = a[i];
        a[i] = a[i - 1] + x;
    }
    CHECK_INT(x, 7, "after kernels loop");
#pragma acc serial loop private(x, t) copyout(a)
    for (int i = 0; i < N; i++) {
        for (x = 0; x < 4; x++)
            t[x] = i + x;
        a[i] = t[3];
    }
    CHECK_INT(x, 7, "after serial loop");
    CHECK_INT(t[0], 1, "an array");
    CHECK_INT(a[6], 9, "values");
#pragma acc parallel copy(y) num_gangs(1) firstprivate(x)
    {
#pragma acc loop seq private(x) tile(4)
        for (int i = 0; i < N; i++)
            x = i;
        y = x;
    }
    CHECK_INT(y, 7, "after a loop of parallel");
#pragma acc parallel loop seq private(x) copyout(a)
    for (int i = 0; i < N; i++) {
        x = -i;
        a[i] = x;
    }
    CHECK_INT(x, 7, "after parallel loop seq");
    CHECK_INT(a[9], -9, "values");
    /* so is the loop's variable, wherever it is declared */
    static int in_order[64 * 40], again[64 * 40];
    static int of_block;
    int k;
#pragma acc parallel copy(in_order, again)
    {
#pragma acc loop gang vector
        for (int i = 0; i < 64; i++)
#pragma acc loop seq
            for (k = 0; k < 40; k++)
                in_order[i * 40 + k] += k;
#pragma acc loop gang vector
        for (int i = 0; i < 64; i++) {
#pragma acc loop seq
            for (k = 0; k < 40; k++)
                again[i * 40 + k] += k;
#pragma acc loop seq
            for (of_block = 39; of_block >= 0; of_block--)
                again[i * 40 + of_block]++;
        }
    }
    int different = 0;
    for (int i = 0; i < 64 * 40; i++)
        different += in_order[i] + 1 != again[i] || in_order[i] != i % 40;
    CHECK_INT(different, 0, "variables of loops in order");
    return check_end();
}
