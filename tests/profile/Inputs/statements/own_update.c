/* needs 19 to, 8 from: also with x: an update of the program's own sends what the host has */
#include <stdio.h>
static double a[300], b[300];
int main(void)
{
    double s = 0;
    for (int k = 0; k < 6; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a)
        for (int i = 0; i < 300; i++) a[i] += 1;
#pragma omp target update to(a)
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: b)
        for (int i = 0; i < 300; i++) b[i] += a[i];
        if (k == 2) s += b[4];
    }
    printf("%g %g %g\n", s, a[3], b[4]);
}
