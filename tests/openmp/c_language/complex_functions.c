// ROW: C: functions of complex.h
// SPEC: 4.0 1.7
/* All functions of <complex.h>, double and float, against the host's. */
#include "check.h"

#include <complex.h>

#define FUNCTIONS(F) \
    F(csin) F(ccos) F(ctan) F(casin) F(cacos) F(catan) F(csinh) F(ccosh) F(ctanh) \
    F(casinh) F(cacosh) F(catanh) F(cexp) F(clog) F(csqrt) F(conj) F(cproj)

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 12, F = 17 };
    double _Complex z[N], got[N][F], pw[N];
    float _Complex small[N][F];
    double parts[N][4];
    for (int i = 0; i < N; i++)
        z[i] = (i % 4 - 1.7) * 0.4 + (i / 4 - 0.9) * 0.6 * I;
#pragma omp target teams distribute parallel for map(to: z) map(from: got, small, pw, parts)
    for (int i = 0; i < N; i++) {
        int k = 0;
#define DOUBLE(f) got[i][k++] = (f)(z[i]);
        FUNCTIONS(DOUBLE)
        k = 0;
        small[i][k++] = csinf((float _Complex)z[i]);
        small[i][k++] = ccosf((float _Complex)z[i]);
        small[i][k++] = ctanf((float _Complex)z[i]);
        small[i][k++] = casinf((float _Complex)z[i]);
        small[i][k++] = cacosf((float _Complex)z[i]);
        small[i][k++] = catanf((float _Complex)z[i]);
        small[i][k++] = csinhf((float _Complex)z[i]);
        small[i][k++] = ccoshf((float _Complex)z[i]);
        small[i][k++] = ctanhf((float _Complex)z[i]);
        small[i][k++] = casinhf((float _Complex)z[i]);
        small[i][k++] = cacoshf((float _Complex)z[i]);
        small[i][k++] = catanhf((float _Complex)z[i]);
        small[i][k++] = cexpf((float _Complex)z[i]);
        small[i][k++] = clogf((float _Complex)z[i]);
        small[i][k++] = csqrtf((float _Complex)z[i]);
        small[i][k++] = conjf((float _Complex)z[i]);
        small[i][k++] = cprojf((float _Complex)z[i]);
        pw[i] = cpow(z[i], 1.5 - 0.5 * I);
        parts[i][0] = cabs(z[i]);
        parts[i][1] = carg(z[i]);
        parts[i][2] = creal(z[i]) + 10 * cimag(z[i]);
        parts[i][3] = cabsf((float _Complex)z[i]) + cargf((float _Complex)z[i]);
    }
    for (int i = 0; i < N; i++) {
        int k = 0;
#define COMPARE(f)                                                                                           \
    CHECK(cabs(got[i][k] - (f)(z[i])) <= 1e-14 * (1 + cabs((f)(z[i]))), #f " of number %d", i);             \
    CHECK(cabs(small[i][k] - (f)(z[i])) <= 4e-6 * (1 + cabs((f)(z[i]))), #f "f of number %d", i);           \
    k++;
        FUNCTIONS(COMPARE)
        CHECK(cabs(pw[i] - cpow(z[i], 1.5 - 0.5 * I)) < 1e-13 * (1 + cabs(pw[i])), "cpow of number %d", i);
        CHECK_REAL(parts[i][0], cabs(z[i]), 4, "cabs of number %d", i);
        CHECK_REAL(parts[i][1], carg(z[i]), 4, "carg of number %d", i);
        CHECK_REAL(parts[i][2], creal(z[i]) + 10 * cimag(z[i]), 1, "creal and cimag of number %d", i);
        CHECK(fabs(parts[i][3] - cabs(z[i]) - carg(z[i])) < 1e-5, "cabsf and cargf of number %d", i);
    }
    return check_end();
}
