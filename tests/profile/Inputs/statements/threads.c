/* needs 10 to, 4 from: the host's threads read and store */
#include <stdio.h>
static double a[500], b[500];
int main(void)
{
    double s = 0;
    for (int k = 0; k < 8; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a)
        for (int i = 0; i < 500; i++) a[i] += k;
        if (k % 3 == 0) {
#pragma omp parallel for reduction(+: s)
            for (int i = 0; i < 500; i++) s += a[i];
        }
#pragma omp parallel for
        for (int i = 0; i < 500; i++) b[i] = k;
#pragma omp target teams distribute parallel for map(tofrom: a, b)
        for (int i = 0; i < 500; i++) a[i] += b[i];
    }
    printf("%g %g\n", s, a[4]);
}
