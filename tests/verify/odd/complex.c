// Right: complex numbers. Wrong: a reduction left out.
// FAULT: 12 's'
#include <complex.h>
#include <stdio.h>
int main(void)
{
    double complex z[40], s = 0;
    float complex w = 1;
    for (int i = 0; i < 40; i++)
        z[i] = i + I * (40 - i);
#ifdef FAULT
#pragma omp target teams distribute parallel for map(tofrom: z) map(tofrom: s)
#else
#pragma omp target teams distribute parallel for map(tofrom: z) reduction(+: s)
#endif
    for (int i = 0; i < 40; i++) {
        z[i] *= 1 + 2 * I;
        s += z[i];
    }
#pragma omp target map(tofrom: w)
    w = w * (2 - 3 * (float complex)I) / (1 + 1 * (float complex)I);
    printf("%g %g %g %g\n", creal(s), cimag(s), crealf(w), cimagf(w));
}
