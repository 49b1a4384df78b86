/* needs 1 to, 2 from: regions that follow each other, and memory that nobody has stored to */
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 1000;
    double *x = malloc(n * sizeof *x), *t = malloc(n * sizeof *t), s = 0;
    for (int i = 0; i < n; i++) x[i] = i;
#pragma omp target teams distribute parallel for map(tofrom: x[0:n], t[0:n])
    for (int i = 0; i < n; i++) t[i] = x[i] * 2;
#pragma omp target teams distribute parallel for map(tofrom: x[0:n], t[0:n])
    for (int i = 0; i < n; i++) x[i] = t[i] + 1;
    printf("%g\n", x[5]);
#pragma omp target teams distribute parallel for map(tofrom: x[0:n], t[0:n])
    for (int i = 0; i < n; i++) t[i] = x[i] * 3;
#pragma omp target teams distribute parallel for map(tofrom: x[0:n], t[0:n])
    for (int i = 0; i < n; i++) x[i] = t[i] - 1;
    for (int i = 0; i < n; i++) s += x[i];
    printf("%.12g\n", s);
    free(x); free(t);
}
