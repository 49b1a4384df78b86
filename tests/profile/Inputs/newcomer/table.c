/* needs 5 to, 4 from: also with 2: data of a loop, of which the regions of a function only read one, and which the host
 * changes in each turn */
#include <stdio.h>
#include <stdlib.h>
#define N 500
static double w[N], a[N];
static void step(void)
{
#pragma omp target teams distribute parallel for map(to : w) map(tofrom : a)
    for (int i = 0; i < N; i++)
        a[i] += w[i];
}
int main(int argc, char **argv)
{
    int most = argc > 1 ? atoi(argv[1]) : 4;
    for (int i = 0; i < N; i++)
        w[i] = i % 3;
    for (int q = 0; q < most; q++) {
#pragma omp target data map(to : w) map(tofrom : a)
        for (int s = 0; s < 5; s++)
            step();
        for (int i = 0; i < N; i++)
            a[i] /= 16;
    }
    printf("%g\n", a[7]);
}
