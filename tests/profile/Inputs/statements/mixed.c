/* needs 2 to, 9 from: also with x: a loop with 'enter data' of its own for one array and a map clause for another: all of it is one 'target data' */
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 256;
    double *a = calloc(n, 8), *b = calloc(n, 8), s = 0;
    for (int k = 0; k < 7; k++) {
#pragma omp target enter data map(to: a[0:n])
#pragma omp target teams distribute parallel for map(tofrom: b[0:n])
        for (int i = 0; i < n; i++) { a[i] += 1; b[i] += a[i]; }
#pragma omp target exit data map(from: a[0:n])
        if (k == 4)
            s += a[3] + b[2];
    }
    printf("%g %g %g\n", s, a[1], b[1]);
}
