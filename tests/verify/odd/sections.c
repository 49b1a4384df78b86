// Right: reductions of sections and of arrays of arrays. Wrong: one is not a reduction.
// FAULT: 13 'p'
#include <stdio.h>
int main(void)
{
    enum { N = 300 };
    static int v[N];
    long s[10] = {0}, *p = s;
    double m[2][3] = {{0}};
    for (int i = 0; i < N; i++)
        v[i] = i;
#ifdef FAULT
#pragma omp target teams distribute parallel for map(to: v) map(tofrom: s) reduction(+: m)
#else
#pragma omp target teams distribute parallel for map(to: v) reduction(+: p[2:6]) reduction(+: m)
#endif
    for (int i = 0; i < N; i++) {
        p[2 + i % 6] += v[i];
        m[i & 1][i % 3] += v[i] * 0.1;
    }
    printf("%ld %ld %g\n", s[2], s[7], m[1][2]);
}
