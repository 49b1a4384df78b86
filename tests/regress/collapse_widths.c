// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t
/* Collapsed nests whose unsigned index is narrower than its bound are counted right in place too. */
#include <stdio.h>
int main(void)
{
    long n = 4, c = 0, d = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(+: c)
    for (int a = 7; a <= 9; a++)
        for (unsigned b = 0; b <= n; b++)
            c++;
#pragma omp target parallel for collapse(2) reduction(+: d) schedule(static, 1)
    for (int a = 7; a <= 9; a++)
        for (unsigned b = 0; b <= n; b++)
            d++;
    printf("%ld %ld\n", c, d);
    return c != 15 || d != 15;
}
