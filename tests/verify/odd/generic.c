// Right: critical, barrier, nowait in a parallel region of teams. Wrong: the barrier left out.
// FAULT: 10 'r'
#include <stdio.h>
int main(void)
{
    enum { N = 128 };
    static float a[N], r[8];
    for (int i = 0; i < N; i++)
        a[i] = 1 + i % 7;
#pragma omp target teams distribute map(to: a) map(from: r)
    for (int t = 0; t < 8; t++) {
        float part[16], s = 0;
#pragma omp parallel num_threads(16)
        {
#pragma omp for nowait
            for (int i = 0; i < 16; i++)
                part[i] = a[t * 16 + i] * 2;
#ifndef FAULT
#pragma omp barrier
#endif
#pragma omp for
            for (int i = 0; i < 16; i++)
#pragma omp critical
                s += part[15 - i];
        }
        r[t] = s;
    }
    for (int t = 0; t < 8; t++)
        printf("%g ", r[t]);
    puts("");
}
