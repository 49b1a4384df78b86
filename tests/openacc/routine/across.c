// ROW: routine across files: seq, vector, worker, gang; a prototype in a header
// SPEC: 3.3 2.15.1
// FILES: across.inc.c
#include "check.h"

#include "across.h"

enum { N = 40 };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[N], b[N], sum = 0;
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++)
        a[i] = one(i);
    for (int i = 0; i < N; i++)
        CHECK_INT(a[i], 3 * i, "seq: a[%d]", i);
#pragma acc parallel copyin(a) copyout(b) num_gangs(1)
    workers(N, a, b);
    for (int i = 0; i < N; i++)
        CHECK_INT(b[i], 3 * i + 1, "worker: b[%d]", i);
#pragma acc parallel loop gang copyin(a) reduction(+: sum)
    for (int k = 0; k < 4; k++)
        sum += vectors(N / 4, a + k * (N / 4));
    CHECK_INT(sum, 3 * N * (N - 1) / 2, "vector");
#pragma acc parallel copy(a) num_gangs(4)
    gangs(N, a);
    CHECK_INT(a[7], 42, "gang");
    return check_end();
}
