/* How many threads its regions have in place, and the program after them */
#include <omp.h>
#include <stdio.h>
static int first(void)
{
    int n[64] = {0};
    #pragma omp target parallel for map(tofrom: n) schedule(static, 1)
    for (int i = 0; i < 64; i++)
        n[i] = omp_get_num_threads();
    return n[5];
}
static int second(void)
{
    int n = 0;
    #pragma omp target parallel map(tofrom: n)
    #pragma omp single
    n = omp_get_num_threads();
    return n;
}
int main(void)
{
    int a = first(), b = second();
    printf("%d %d %d\n", a, b, omp_get_max_threads());
    return 0;
}
