/* needs 1 to, 5 from: 'target data' within the loop, a do loop with a break, and the host that reads one number each turn */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    enum { N = 600 };
    double *a = malloc(N * sizeof *a), *t = malloc(N * sizeof *t), last = 0;
    for (int i = 0; i < N; i++)
        a[i] = i + 1;
    int k = 0;
    do {
#pragma omp target data map(tofrom: a[0:N]) map(tofrom: t[0:N])
        {
#pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                t[i] = a[i] * 0.5;
#pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                a[i] = t[i] + t[N - 1 - i] * 0.25;
        }
        last = a[N / 2];
        if (last < 40)
            break;
    } while (++k < 20);
    printf("%d %.12g %.12g\n", k, last, a[3]);
    free(a);
    free(t);
}
