/* needs 1 to, 1 from: also with x: the second region, and the host that stores in front of it, may be left out by continue */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    enum { N = 256 };
    double *a = malloc(N * sizeof *a), sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;
    for (int k = 0; k < 6; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:N])
        for (int i = 0; i < N; i++)
            a[i] += 1;
        if (argc < 2)
            continue;
        a[3] = k;
#pragma omp target teams distribute parallel for map(tofrom: a[0:N])
        for (int i = 0; i < N; i++)
            a[i] *= 2;
    }
    for (int i = 0; i < N; i++)
        sum += a[i];
    printf("%.12g\n", sum);
    free(a);
}
