// Right: tasks in an order that depend gives. Wrong: iterations that read what others store.
// FAULT: 23 'c'
#include <stdio.h>
int main(void)
{
    enum { N = 200 };
    static long a[N], b[N], c[N];
    for (int i = 0; i < N; i++)
        a[i] = i, b[i] = 0, c[i] = 1;
#pragma omp target data map(to: a) map(tofrom: b, c)
    {
#pragma omp target teams distribute parallel for nowait depend(out: b)
        for (int i = 0; i < N; i++)
            b[i] = a[i] * 2;
#pragma omp target teams distribute parallel for nowait depend(inout: b)
#ifdef FAULT
        for (int i = 1; i < N; i++)
            b[i] += b[i - 1] > 100000;
#else
        for (int i = 1; i < N; i++)
            b[i] += a[i - 1] > 100000;
#endif
#pragma omp target nowait depend(in: b) depend(out: c)
#pragma omp parallel for
        for (int i = 0; i < N; i++)
#ifdef FAULT
            c[i] = c[i ? i - 1 : 0] + b[i];
#else
            c[i] += b[i];
#endif
#pragma omp taskwait
    }
    printf("%ld %ld\n", b[N - 1], c[N - 1]);
}
