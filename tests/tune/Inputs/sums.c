#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 200000; double *a = malloc(n*sizeof *a), s = 0, t[4] = {0};
    for (int i = 0; i < n; i++) a[i] = 1.0/(i+1);
#pragma omp target teams distribute parallel for map(to: a[0:n]) reduction(+: s) map(tofrom: t)
    for (int i = 0; i < n; i++) { s += a[i] * 1.1; if (i < 4) t[i] = a[i]; }
    printf("%.12g %g\n", s, t[3]);
}
