// Right: data that stay, updates of sections. Wrong: an update one element short.
// FAULT: 16 'u[3:2][0:N]'
#include <stdio.h>
int main(void)
{
    enum { N = 64 };
    static double u[N][N], f[N];
    for (int i = 0; i < N; i++)
        f[i] = i;
#pragma omp target data map(to: f) map(tofrom: u)
    for (int t = 0; t < 4; t++) {
#pragma omp target teams distribute parallel for collapse(2)
        for (int i = 1; i < N; i++)
            for (int j = 1; j < N; j++)
                u[i][j] += f[i] * 0.25 + f[j];
#pragma omp target update from(u[3:2][0:N])
        for (int j = 0; j < N; j++)
            f[j] = u[3][j] + u[4][j];
#ifdef FAULT
#pragma omp target update to(f[0:N - 1])
#else
#pragma omp target update to(f)
#endif
    }
    printf("%g %g\n", u[N - 1][N - 1], u[5][7]);
}
