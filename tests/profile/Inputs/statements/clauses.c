/* needs 9 to, 16 from: a clause asks the host for what a region changes */
#include <stdio.h>
static int a[300], len[300];
int main(void)
{
    for (int i = 0; i < 300; i++) len[i] = 10 + i;
    long s = 0;
    for (int k = 0; k < 8; k++) {
#pragma omp target teams distribute parallel for map(tofrom: len)
        for (int i = 0; i < 300; i++) len[i] += (i == 0) ? 5 : 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:len[0]])
        for (int i = 0; i < len[0]; i++) a[i] += 1;
    }
    for (int i = 0; i < 300; i++) s += a[i] * i;
    printf("%ld\n", s);
}
