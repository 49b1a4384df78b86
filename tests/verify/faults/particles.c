/* Structures with arrays of their own; the host moves some between the steps. */
#include <stdio.h>
#include <stdlib.h>
struct cloud {
    int n;
    double *at, *speed;
};
int main(void)
{
    struct cloud c = {300, malloc(300 * sizeof(double)), malloc(300 * sizeof(double))};
    double energy = 0, far = -1;
    for (int i = 0; i < c.n; i++)
        c.at[i] = i, c.speed[i] = 0.5 * (i % 3);
#pragma omp target data map(to : c) map(tofrom : c.at[0 : c.n]) map(to : c.speed[0 : c.n])
    for (int step = 0; step < 3; step++) {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < c.n; i++)
            c.at[i] += c.speed[i];
        for (int i = 0; i < c.n; i += 10)
            c.speed[i] += 1;
#pragma omp target update to(c.speed[0 : c.n])
#pragma omp target teams distribute parallel for map(tofrom : energy) reduction(+ : energy)
        for (int i = 0; i < c.n; i++)
            energy += c.speed[i] * c.speed[i];
    }
    double *at = c.at;
    int n = c.n;
#pragma omp target parallel for map(to : at[0 : n]) map(tofrom : far) reduction(max : far)
    for (int i = 0; i < n; i++)
        far = at[i] > far ? at[i] : far;
    printf("%g %g %g\n", energy, far, c.at[10]);
    free(c.at);
    free(c.speed);
    return 0;
}
