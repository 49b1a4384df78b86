// ROW: C: functions of math.h
// SPEC: 4.0 1.7
/* Every function of <math.h> in double and float, against the host's; classification too. */
#include "check.h"

#define ONE(F) \
    F(sin) F(cos) F(tan) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(tanh) F(asinh) F(exp) F(exp2) \
    F(expm1) F(log1p) F(cbrt) F(erf) F(erfc) F(tgamma) F(lgamma) F(ceil) F(floor) F(trunc) F(round) F(rint) F(nearbyint) F(fabs) F(logb)
#define TWO(F) \
    F(atan2) F(pow) F(hypot) F(fmod) F(remainder) F(copysign) F(nextafter) F(fdim) F(fmax) F(fmin)
#define FLOAT(x) x##f
static int near(double got, double want, double error) { return got == want || fabs(got - want) <= error * (1e-300 + fabs(want)); }

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 9, F1 = 27, F2 = 10 };
    static double one[N][F1], two[N][F2], more[N][16];
    static float onef[N][F1];
    static int ints[N][12];
    double x[N] = {-0.9, -0.5, -0.1, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99};
#pragma omp target teams distribute parallel for map(to: x) map(from: one, two, more, onef, ints)
    for (int i = 0; i < N; i++) {
        int k = 0, e, q;
        double y = 1.75 - x[i], whole;
#define DO1(f) one[i][k] = f(x[i]); onef[i][k++] = FLOAT(f)((float)x[i]);
        ONE(DO1)
        k = 0;
#define DO2(f) two[i][k++] = f(fabs(x[i]), y);
        TWO(DO2)
        k = 0;
        more[i][k++] = sqrt(y);
        more[i][k++] = log(y);
        more[i][k++] = log2(y);
        more[i][k++] = log10(y);
        more[i][k++] = acosh(1 + y);
        more[i][k++] = atanh(x[i]);
        more[i][k++] = fma(x[i], y, 1);
        more[i][k++] = frexp(y, &e) + e;
        more[i][k++] = ldexp(x[i], 3) + scalbn(x[i], 2) + scalbln(x[i], 1);
        more[i][k++] = modf(y * 10, &whole) + whole;
        more[i][k++] = remquo(y, x[i], &q) + (q & 7);
        more[i][k++] = isnan(nan("")) + 2 * isinf(HUGE_VAL) + 4 * isfinite(y);
        k = 0;
        ints[i][k++] = ilogb(y);
        ints[i][k++] = (int)lround(10 * y);
        ints[i][k++] = (int)llround(-10 * y);
        ints[i][k++] = (int)lrint(10 * y);
        ints[i][k++] = (int)llrint(-10 * y);
        ints[i][k++] = isnan(x[i]) + 2 * !!isinf(x[i]) + 4 * isfinite(x[i]) + 8 * isnormal(x[i]) + 16 * !!signbit(x[i]);
        ints[i][k++] = fpclassify(x[i]) == FP_NORMAL && fpclassify(0.0) == FP_ZERO && fpclassify(NAN) == FP_NAN;
        ints[i][k++] = isgreater(x[i], y) + 2 * isless(x[i], y) + 4 * isunordered(x[i], NAN) + 8 * islessgreater(x[i], y);
    }
    for (int i = 0; i < N; i++) {
        int k = 0, e, q;
        double y = 1.75 - x[i], whole;
#define SEE1(f)                                                                                              \
    CHECK(near(one[i][k], f(x[i]), 4e-15), #f "(%g): %.17g", x[i], one[i][k]);                               \
    CHECK(near(onef[i][k], FLOAT(f)((float)x[i]), 2e-6), #f "f(%g): %g", x[i], onef[i][k]);                      \
    k++;
        ONE(SEE1)
        k = 0;
#define SEE2(f) CHECK(near(two[i][k], f(fabs(x[i]), y), 2e-15), #f "(%g, %g): %.17g", fabs(x[i]), y, two[i][k]); k++;
        TWO(SEE2)
        k = 0;
#define SEE(want) CHECK(near(more[i][k], want, 2e-15), #want ", number %d: %.17g", i, more[i][k]); k++;
        SEE(sqrt(y))
        SEE(log(y))
        SEE(log2(y))
        SEE(log10(y))
        SEE(acosh(1 + y))
        SEE(atanh(x[i]))
        SEE(fma(x[i], y, 1))
        SEE(frexp(y, &e) + e)
        SEE(ldexp(x[i], 3) + scalbn(x[i], 2) + scalbln(x[i], 1))
        SEE(modf(y * 10, &whole) + whole)
        SEE(remquo(y, x[i], &q) + (q & 7))
        SEE(7)
        CHECK_INT(ints[i][0], ilogb(y), "ilogb");
        CHECK_INT(ints[i][1], lround(10 * y), "lround");
        CHECK_INT(ints[i][2], llround(-10 * y), "llround");
        CHECK_INT(ints[i][3], lrint(10 * y), "lrint");
        CHECK_INT(ints[i][4], llrint(-10 * y), "llrint");
        CHECK_INT(ints[i][5], 12 + 16 * (x[i] < 0), "classification");
        CHECK_INT(ints[i][6], 1, "fpclassify");
        CHECK_INT(ints[i][7], (x[i] > y ? 1 : 2) + 4 + 8, "comparisons");
    }
    return check_end();
}
