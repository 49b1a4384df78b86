/* needs 11 to, 11 from: loops that share their lines with other statements; which of them is pasted first is by what copies took, and with another order it is 8 to */
#include <stdio.h>
#define TIMES(k, n) for (int k = 0; k < (n); k++)
static double a[300];
int main(void)
{
    double s = 0;
    TIMES(k, 6) {
#pragma omp target teams distribute parallel for map(tofrom: a)
        for (int i = 0; i < 300; i++) a[i] += k;
        s += a[2]; a[3] = 1; if (s > 5) { s -= a[1]; }
    }
    printf("%g\n", s);
    int j = 0; for (; j < 5; j++) {
#pragma omp target teams distribute parallel for map(tofrom: a)
        for (int i = 0; i < 300; i++) a[i] -= j;
    }
    printf("%g\n", a[7]); TIMES(k, 4) {
#pragma omp target teams distribute parallel for map(tofrom: a)
        for (int i = 0; i < 300; i++) a[i] *= 2;
    } printf("%g\n", a[9]);
}
