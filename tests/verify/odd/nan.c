// Right: NaN, infinities, zeros with signs, denormals. Wrong: a neighbour is read.
// FAULT: 12 'y'
#include <math.h>
#include <stdio.h>
int main(void)
{
    double x[16], y[16];
    float m = -INFINITY;
    for (int i = 0; i < 16; i++)
        x[i] = i == 3 ? NAN : i == 5 ? INFINITY : i == 7 ? -INFINITY : i == 9 ? -0.0 : i == 11 ? 5e-324 : i;
#ifdef FAULT
#pragma omp target teams distribute parallel for map(to: x[0:12]) map(from: y)
#else
#pragma omp target teams distribute parallel for map(to: x) map(from: y) reduction(max: m)
#endif
    for (int i = 0; i < 16; i++) {
        y[i] = i < 12 ? x[i] / x[(i + 1) % 12] - x[i] * 0 : 0;
#ifdef FAULT
        y[i] = i & 1 ? y[i - 1] : y[i];
#else
        if (x[i] > m)
            m = x[i];
#endif
    }
    for (int i = 0; i < 16; i++)
        printf("%g ", y[i]);
    printf("%g\n", m);
}
