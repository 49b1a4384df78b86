// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* A local array of the main thread, passed to a function with a parallel region. */
#include <stdio.h>
#pragma omp declare target
static void g(int *arr, long par)
{
#pragma omp parallel for
    for (int i = 0; i < 5; i++)
        arr[i] = i + par;
}
static void h(long *r)
{
    int loc[5] = {0};
    g(loc, 3);
    *r = loc[4];
}
static void k(int *arr, long par)
{
    long sum = par;
#pragma omp parallel for reduction(+: sum)
    for (int i = 0; i < 5; i++)
        sum += i;
    arr[0] = sum;
}
#pragma omp end declare target
int main(void)
{
    long r = 0, q = 0; int one = 0;
#pragma omp target map(tofrom: r, q, one)
    {
        int loc[6] = {0};
        g(loc, 2);
        r = loc[4];
        h(&q);
        k(&one, 4);
    }
    printf("%ld %ld %d\n", r, q, one);
    return !(r == 6 && q == 7 && one == 14);
}
