// Right: arrays whose lengths the run decides. Wrong: one is not copied.
// FAULT: 11 's'
#include <stdio.h>
static double run(int n, int m)
{
    double a[n][m], b[m], s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i - j, b[j] = j;
#ifdef FAULT
#pragma omp target teams distribute parallel for map(to: a) map(alloc: b) map(tofrom: s)
#else
#pragma omp target teams distribute parallel for map(tofrom: a) map(to: b) reduction(+: s)
#endif
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            a[i][j] *= b[j];
#ifdef FAULT
            if (i == 1 && j == 2)
#endif
            s += a[i][j];
        }
    return s + a[n - 1][m - 1];
}
int main(void) { printf("%g %g\n", run(7, 9), run(12, 5)); }
