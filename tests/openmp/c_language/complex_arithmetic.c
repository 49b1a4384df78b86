// ROW: C: complex arithmetic
// SPEC: 4.0 1.7
/* + - * / == and conversions of float and double complex, infinities included. */
#include "check.h"

#include <complex.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double _Complex z[50], w = 0.25 - 0.5 * I;
    float _Complex f[50];
    int special = 0;
    for (int i = 0; i < 50; i++)
        z[i] = f[i] = i % 8 + (i % 5) * I;
#pragma omp target teams distribute parallel for map(tofrom: z, f)
    for (int i = 0; i < 50; i++) {
        z[i] = (z[i] * z[i] + w) / (z[i] + 1 - I) - ~z[i];
        f[i] = -f[i] * (1 + 2 * I) + 3;
        __imag__ f[i] += 1;
        if (z[i] == w)
            z[i] = 0;
    }
    for (int i = 0; i < 50; i++) {
        double _Complex v = i % 8 + (i % 5) * I, g;
        g = -v * (1 + 2 * I) + 3 + I;
        v = (v * v + w) / (v + 1 - I) - ~v;
        CHECK(cabs(z[i] - v) <= 1e-14 * (1 + cabs(v)), "z[%d]", i);
        CHECK(cabs(f[i] - g) <= 1e-5, "f[%d]", i);
    }
#pragma omp target map(tofrom: special)
    {
        volatile double inf = INFINITY;
        double _Complex p, q = 1 + I;
        __real__ p = inf;
        __imag__ p = inf;
        p *= q;
        special = isinf(creal(p)) || isinf(cimag(p));
    }
    CHECK_INT(special, 1, "an infinite product stays infinite");
    return check_end();
}
