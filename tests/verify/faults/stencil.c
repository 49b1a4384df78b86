/* A resident grid; the host sets its rim before each step and looks at its middle. */
#include <stdio.h>
enum { N = 48 };
static double u[N][N], next[N][N];
int main(void)
{
    double sum = 0;
#pragma omp target enter data map(to : u, next)
    for (int step = 0; step < 4; step++) {
        for (int j = 0; j < N; j++)
            u[0][j] = step + 1;
#pragma omp target update to(u[0 : 1])
#pragma omp target teams distribute parallel for collapse(2)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                next[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
#pragma omp target teams distribute parallel for collapse(2)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                u[i][j] = next[i][j];
#pragma omp target teams distribute parallel for map(tofrom : sum) reduction(+ : sum)
        for (int i = 0; i < N; i++)
            sum += u[i][N / 2];
    }
#pragma omp target exit data map(from : u) map(delete : next)
    printf("%.9g %.9g %.9g\n", sum, u[1][1], u[4][20]);
    return 0;
}
