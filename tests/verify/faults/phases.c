/* Phases of one team with barriers between them. */
#include <stdio.h>
enum { N = 512 };
int main(void)
{
    int a[N], b[N], c[N], total = 0;
    for (int i = 0; i < N; i++)
        a[i] = b[i] = c[i] = i;
#pragma omp target parallel num_threads(64) map(tofrom : a, b) map(tofrom : c) map(tofrom : total)
    {
#pragma omp for
        for (int i = 0; i < N; i++)
            a[i] = 3 * i;
#pragma omp for nowait
        for (int i = 0; i < N; i++)
            b[i] = a[N - 1 - i] + 1;
#pragma omp barrier
#pragma omp for nowait
        for (int i = 0; i < N; i++)
            c[i] = b[(i + 77) % N] - a[i];
#pragma omp barrier
#pragma omp single
        for (int i = 0; i < N; i++)
            total += c[i];
#pragma omp for
        for (int i = 0; i < N; i++)
            a[i] = total + c[N - 1 - i];
    }
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += (long)(i + 1) * (a[i] + 3 * b[i] + 7 * c[i]);
    printf("%d %ld\n", total, sum);
    return 0;
}
