// ROW: async(), wait(), wait
// SPEC: 3.3 2.16
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 400, QUEUES = 3 };
    static int a[QUEUES][N], sum[N];
    int from = 1;
#pragma acc data create(a) copyout(sum)
    {
        for (int q = 0; q < QUEUES; q++) {
#pragma acc parallel loop async(q)
            for (int i = 0; i < N; i++)
                a[q][i] = from * i;
            from++; /* the region has its copy already */
#pragma acc parallel loop async(q)
            for (int i = 0; i < N; i++)
                a[q][i] += q;
        }
#pragma acc wait(1)
#pragma acc parallel loop async(0) wait(1, 2)
        for (int i = 0; i < N; i++)
            sum[i] = a[0][i] + a[1][i] + a[2][i];
#pragma acc wait
    }
    for (int i = 0; i < N; i++)
        CHECK_INT(sum[i], 6 * i + 3, "[%d]", i);
    return check_end();
}
