// ROW: routine gang, worker, vector, seq
// SPEC: 3.3 2.15.1
#include "check.h"
enum { N = 120 };

#pragma acc routine gang
static void gangs(int n, int *a)
{
#pragma acc loop gang vector
    for (int i = 0; i < n; i++)
        a[i] = i;
}

#pragma acc routine worker
static void workers(int n, int *a, int add)
{
#pragma acc loop worker
    for (int i = 0; i < n; i++)
        a[i] += add;
}

#pragma acc routine vector
static int vectors(int n, const int *a)
{
    int sum = 0;
#pragma acc loop vector reduction(+: sum)
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

#pragma acc routine seq
static int in_order(int n)
{
    int product = 1;
#pragma acc loop
    for (int i = 2; i <= n; i++)
        product = product * i % 1000;
    return product;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[N], b[N], c[12];
#pragma acc parallel copyout(a)
    gangs(N, a);
    for (int i = 0; i < N; i++)
        CHECK_INT(a[i], i, "gangs: %d", i);
#pragma acc parallel loop gang copy(a)
    for (int i = 0; i < 4; i++)
        workers(N / 4, a + i * (N / 4), i);
    for (int i = 0; i < N; i++)
        CHECK_INT(a[i], i + i / (N / 4), "workers: %d", i);
#pragma acc parallel loop copyin(a) copyout(c)
    for (int i = 0; i < 12; i++)
        c[i] = vectors(N, a) + i;
    int sum = vectors(N, a);
    for (int i = 0; i < 12; i++)
        CHECK_INT(c[i], sum + i, "vectors: %d", i);
#pragma acc parallel loop copyout(b)
    for (int i = 0; i < N; i++)
        b[i] = in_order(i);
    for (int i = 0; i < N; i++)
        CHECK_INT(b[i], in_order(i), "in order: %d", i);
    return check_end();
}
