// ROW: C: tgmath.h
// SPEC: 4.0 1.7
/* Functions chosen by the types of their arguments, complex ones too. */
#include "check.h"

#include <tgmath.h>

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double d[8];
    float f[4];
    double x = 0.7;
    float y = 0.3f;
    double complex z = 0.5 + 0.25 * I, w = 0;
#pragma omp target map(from: d, f, w)
    {
        d[0] = sin(x);
        d[1] = pow(x, y);
        d[2] = fabs(-x) + fmax(x, 1);
        d[3] = sqrt(2);
        d[4] = carg(z) + fabs(z);
        d[5] = sizeof sin(y) + 10 * sizeof sin(x) + 100 * sizeof exp(z);
        f[0] = cos(y);
        f[1] = atan2(y, 1.0f);
        w = exp(z) * sqrt(z);
    }
    CHECK_REAL(d[0], (sin)(0.7), 4, "sin");
    CHECK_REAL(d[1], (pow)(0.7, (double)0.3f), 4, "pow");
    CHECK_REAL(d[2], 1.7, 4, "fabs and fmax");
    CHECK_REAL(d[3], (sqrt)(2.0), 4, "sqrt of an int");
    CHECK_REAL(d[4], (carg)(z) + (cabs)(z), 4, "carg and cabs");
    CHECK_REAL(d[5], 4 + 80 + 1600, 0, "types");
    CHECK(fabsf(f[0] - cosf(0.3f)) < 1e-6f, "cosf");
    CHECK(fabsf(f[1] - atan2f(0.3f, 1)) < 1e-6f, "atan2f");
    CHECK(cabs(w - (cexp)(z) * (csqrt)(z)) < 1e-14, "complex");
    return check_end();
}
