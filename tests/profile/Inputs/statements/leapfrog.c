/* needs 4 to, 6 from: three pointers change places, the host looks at one of them now and then, and stores to it */
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 350;
    double *p = calloc(n, 8), *c = calloc(n, 8), *q = calloc(n, 8), s = 0;
    c[n / 2] = 1;
    for (int k = 0; k < 12; k++) {
#pragma omp target teams distribute parallel for map(tofrom: p[0:n], c[0:n], q[0:n])
        for (int i = 1; i < n - 1; i++) q[i] = 2 * c[i] - p[i] + 0.25 * (c[i - 1] - 2 * c[i] + c[i + 1]);
        double *t = p; p = c; c = q; q = t;
        if (k % 4 == 3)
            printf("%.9g\n", c[n / 2 + 1]);
        if (k == 5)
            c[7] = 3;
    }
    for (int i = 0; i < n; i++) s += c[i] + p[i];
    printf("%.12g\n", s);
}
