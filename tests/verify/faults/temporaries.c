/* Temporaries that each thread must have for itself. */
#include <stdio.h>
enum { N = 1000 };
static double x[N], y[N], z[N];
int main(void)
{
    double t = 0, s = 0;
    int k = 0;
    for (int i = 0; i < N; i++)
        x[i] = i;
#pragma omp target data map(to : x) map(from : y) map(tofrom : z)
    {
#pragma omp target map(tofrom : t)
#pragma omp teams distribute parallel for private(t)
        for (int i = 0; i < N; i++) {
            t = x[i] * x[i];
            y[i] = t - x[N - 1 - i];
            y[i] += t;
        }
#pragma omp target map(tofrom : k, s)
#pragma omp parallel num_threads(32) private(s)
        {
#pragma omp for private(k)
            for (int i = 0; i < N; i++) {
                s = 0;
                for (k = 0; k < 5; k++)
                    s += x[(i + k) % N];
                z[i] = s;
            }
        }
        for (int i = 0; i < N; i++)
            x[i] = 2 * i;
#pragma omp target update to(x)
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            z[i] += x[i];
    }
    printf("%g %g %g %g %g\n", y[0], y[N - 1], y[123], z[5], z[N - 1]);
    return 0;
}
