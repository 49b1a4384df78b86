/* math_test.c: the device's mathematical functions against the host's, function by function.
 *
 * runtime/device/math.c and complex.c are built for the host under the prefix gd_, together with libclc's
 * bitcode turned to the host's architecture; so what is measured here is the very code that runs on a GPU,
 * but for the operations that its hardware does itself. Special values must agree as C11's annex F has them;
 * elsewhere the error in units in the last place stays below each row's bound. */
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef CMPLX
#define CMPLX(re, im) __builtin_complex((double)(re), (double)(im))
#endif

static int failures;

/* ---- arguments: special values, then random bit patterns and random moderate numbers ---- */
static const double specials[] = {0.0,
                                  -0.0,
                                  1.0,
                                  -1.0,
                                  0.5,
                                  -0.5,
                                  1.5,
                                  2.5,
                                  -2.5,
                                  3.0,
                                  -3.0,
                                  10.0,
                                  0.1,
                                  0.49999999999999994,
                                  1e-300,
                                  1e300,
                                  -1e300,
                                  0x1p-1074,
                                  -0x1p-1074,
                                  0x1p-1022,
                                  0x1.fffffffffffffp+1023,
                                  0x1p52,
                                  0x1p53,
                                  4503599627370497.0,
                                  1e17,
                                  -1e17,
                                  1e22,
                                  709.5,
                                  710.0,
                                  -745.0,
                                  -746.0,
                                  88.0,
                                  89.0,
                                  3.141592653589793,
                                  1.5707963267948966,
                                  170.5,
                                  171.7,
                                  33.3,
                                  (double)INFINITY,
                                  -(double)INFINITY,
                                  (double)NAN,
                                  1e-10,
                                  0.9999999999999999,
                                  1.0000000000000002,
                                  20.0,
                                  -20.5,
                                  1e9};
enum { NSPECIAL = sizeof specials / sizeof *specials, NRANDOM = 20000 };

static uint64_t state = 88172645463325252u;
static uint64_t next_bits(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}
static double random_double(int i)
{
    double d;
    uint64_t b = next_bits();
    if (i % 3 == 0) { /* any number at all */
        memcpy(&d, &b, sizeof d);
        return isnan(d) ? (double)NAN : d; /* no signalling ones */
    }
    d = (double)(int64_t)b * 0x1p-63;
    return i % 3 == 1 ? d * 30 : d;
}
static double argument(int i) { return i < NSPECIAL ? specials[i] : random_double(i); }

/* Floats go through the same list, rounded; any float pattern in turn. */
static float argument_float(int i)
{
    float f;
    uint32_t b = (uint32_t)next_bits();
    if (i < NSPECIAL || i % 3)
        return (float)argument(i);
    memcpy(&f, &b, sizeof f);
    return isnan(f) ? NAN : f;
}

/* ---- distance in units in the last place; infinite where special values differ ---- */
static double ulps(double got, double want, int digits, double smallest)
{
    if (isnan(got) || isnan(want))
        return isnan(got) && isnan(want) ? 0 : INFINITY;
    if (got == want)
        return signbit(got) == signbit(want) ? 0 : want == 0 ? 0.25 : INFINITY;
    if (isinf(got) || isinf(want)) { /* the largest number next to infinity is one step off */
        double finite = isinf(got) ? want : got,
               largest = digits == 53 ? 0x1.fffffffffffffp+1023 : 0x1.fffffep+127;
        return !isinf(finite) && fabs(finite) > largest * (1 - ldexp(1, 5 - digits)) &&
                       signbit(got) == signbit(want)
                   ? 1
                   : INFINITY;
    }
    double unit = ldexp(fabs(want), 1 - digits);
    int e;
    frexp(want, &e);
    unit = fmax(ldexp(1, e - digits), smallest);
    return fabs(got - want) / unit;
}
static double ulps_double(double got, double want) { return ulps(got, want, 53, 0x1p-1074); }
static double ulps_float(float got, float want) { return ulps(got, want, 24, 0x1p-149); }

struct worst {
    double ulps, x, y, got, want;
};
static void note(struct worst *w, double u, double x, double y, double got, double want)
{
    if (u > w->ulps)
        *w = (struct worst){u, x, y, got, want};
}
static void verdict(const char *name, const struct worst *w, double bound)
{
    int bad = !(w->ulps <= bound);
    failures += bad;
    if (bad || getenv("VERBOSE"))
        printf("%s %-12s %8.3g ulp (bound %g) at (%a, %a): %a, host %a\n", bad ? "FAIL" : "  ok", name,
               w->ulps, bound, w->x, w->y, w->got, w->want);
}

#define TEST1(name, bound, bound_float)                                                                      \
    do {                                                                                                     \
        extern double gd_##name(double);                                                                     \
        extern float gd_##name##f(float);                                                                    \
        struct worst w = {0}, wf = {0};                                                                      \
        for (int i = 0; i < NSPECIAL + NRANDOM; i++) {                                                       \
            double x = argument(i);                                                                          \
            float xf = argument_float(i);                                                                    \
            note(&w, ulps_double(gd_##name(x), name(x)), x, 0, gd_##name(x), name(x));                       \
            note(&wf, ulps_float(gd_##name##f(xf), name##f(xf)), xf, 0, gd_##name##f(xf), name##f(xf));      \
        }                                                                                                    \
        verdict(#name, &w, bound);                                                                           \
        verdict(#name "f", &wf, bound_float);                                                                \
    } while (0)

#define TEST2(name, bound, bound_float)                                                                      \
    do {                                                                                                     \
        extern double gd_##name(double, double);                                                             \
        extern float gd_##name##f(float, float);                                                             \
        struct worst w = {0}, wf = {0};                                                                      \
        for (int i = 0; i < NSPECIAL * NSPECIAL + NRANDOM; i++) {                                            \
            int special = i < NSPECIAL * NSPECIAL;                                                           \
            double x = special ? specials[i / NSPECIAL] : random_double(i);                                  \
            double y = special ? specials[i % NSPECIAL] : random_double(i / 3);                              \
            float xf = (float)x, yf = (float)y;                                                              \
            note(&w, ulps_double(gd_##name(x, y), name(x, y)), x, y, gd_##name(x, y), name(x, y));           \
            note(&wf, ulps_float(gd_##name##f(xf, yf), name##f(xf, yf)), xf, yf, gd_##name##f(xf, yf),       \
                 name##f(xf, yf));                                                                           \
        }                                                                                                    \
        verdict(#name, &w, bound);                                                                           \
        verdict(#name "f", &wf, bound_float);                                                                \
    } while (0)

/* ---- functions whose results are integers, or more than one ---- */
static void expect(const char *name, int good, double x, double y)
{
    if (good)
        return;
    if (failures++ < 40)
        printf("FAIL %s(%a, %a)\n", name, x, y);
}
static int same(double a, double b) { return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b)); }

double gd_frexp(double, int *), gd_modf(double, double *), gd_ldexp(double, int), gd_logb(double);
double gd_remquo(double, double, int *), gd_scalbln(double, long), gd_nan(const char *),
    gd_fdim(double, double);
float gd_frexpf(float, int *), gd_modff(float, float *), gd_ldexpf(float, int), gd_logbf(float);
float gd_remquof(float, float, int *), gd_scalblnf(float, long), gd_fdimf(float, float),
    gd_nanf(const char *);
int gd_ilogb(double), gd_ilogbf(float), gd___fpclassify(double), gd___fpclassifyf(float), gd___isinf(double);
long gd_lround(double), gd_lrint(double), gd_lroundf(float), gd_lrintf(float);
long long gd_llround(double), gd_llrint(double), gd_llroundf(float), gd_llrintf(float);

static void test_parts(double x, float f)
{
    int e1, e2;
    double w1, w2;
    float f1, f2;
    expect("frexp", same(gd_frexp(x, &e1), frexp(x, &e2)) && (!isfinite(x) || e1 == e2), x, 0);
    expect("frexpf", same(gd_frexpf(f, &e1), frexpf(f, &e2)) && (!isfinite(f) || e1 == e2), f, 0);
    expect("modf", same(gd_modf(x, &w1), modf(x, &w2)) && same(w1, w2), x, 0);
    expect("modff", same(gd_modff(f, &f1), modff(f, &f2)) && same(f1, f2), f, 0);
    expect("ilogb", gd_ilogb(x) == ilogb(x), x, 0);
    expect("ilogbf", gd_ilogbf(f) == ilogbf(f), f, 0);
    expect("logb", same(gd_logb(x), logb(x)), x, 0);
    expect("logbf", same(gd_logbf(f), logbf(f)), f, 0);
    expect("fpclassify", gd___fpclassify(x) == fpclassify(x), x, 0);
    expect("fpclassifyf", gd___fpclassifyf(f) == fpclassify(f), f, 0);
    expect("isinf", !gd___isinf(x) == !isinf(x), x, 0);
    if (fabs(x) < 9e18) {
        expect("lround", gd_lround(x) == lround(x) && gd_llround(x) == llround(x), x, 0);
        expect("lrint", gd_lrint(x) == lrint(x) && gd_llrint(x) == llrint(x), x, 0);
    }
    if (fabsf(f) < 9e18f) {
        expect("lroundf", gd_lroundf(f) == lroundf(f) && gd_llroundf(f) == llroundf(f), f, 0);
        expect("lrintf", gd_lrintf(f) == lrintf(f) && gd_llrintf(f) == llrintf(f), f, 0);
    }
    for (int n = -2200; n <= 2200; n += n > -60 && n < 60 ? 1 : 97) {
        expect("ldexp", same(gd_ldexp(x, n), ldexp(x, n)), x, n);
        expect("ldexpf", same(gd_ldexpf(f, n), ldexpf(f, n)), f, n);
    }
    expect("scalbln", same(gd_scalbln(x, 1L << 40), scalbln(x, 1L << 40)), x, 0);
    expect("scalblnf", same(gd_scalblnf(f, -(1L << 40)), scalblnf(f, -(1L << 40))), f, 0);
}

static void test_pairs(double x, double y)
{
    int q1 = 0, q2 = 0;
    float xf = (float)x, yf = (float)y;
    expect("remquo", same(gd_remquo(x, y, &q1), remquo(x, y, &q2)), x, y);
    expect("remquo quotient", !isfinite(x) || isnan(y) || y == 0 || (q1 & 7) == (q2 & 7), x, y);
    expect("remquof", same(gd_remquof(xf, yf, &q1), remquof(xf, yf, &q2)), xf, yf);
    expect("fdim", same(gd_fdim(x, y), fdim(x, y)), x, y);
    expect("fdimf", same(gd_fdimf(xf, yf), fdimf(xf, yf)), xf, yf);
}

static void test_exact(void)
{
    for (int i = 0; i < NSPECIAL + 2000; i++)
        test_parts(argument(i), argument_float(i));
    for (int i = 0; i < NSPECIAL * NSPECIAL + NRANDOM; i++) {
        int special = i < NSPECIAL * NSPECIAL;
        test_pairs(special ? specials[i / NSPECIAL] : random_double(i),
                   special ? specials[i % NSPECIAL] : random_double(i / 3));
    }
    for (int i = 0; i < NRANDOM; i++) { /* quotients of all sizes */
        double y = ldexp(random_double(3 * i + 1), (int)(next_bits() % 2000) - 1000);
        test_pairs(y * (double)(next_bits() % 64) * 0.25, y);
    }
    expect("nan", isnan(gd_nan("")) && isnan(gd_nanf("7")), 0, 0);
}

/* ---- complex: error relative to the modulus ---- */
static double error_of(double complex got, double complex want)
{
    if (isinf(creal(want)) || isinf(cimag(want)))
        return isinf(creal(got)) || isinf(cimag(got)) ? 0 : INFINITY;
    if (isnan(creal(want)) || isnan(cimag(want)))
        return isnan(creal(got)) || isnan(cimag(got)) ? 0 : INFINITY;
    double size = fmax(cabs(want), 0x1p-1000);
    return cabs(got - want) / size * 0x1p53;
}
static double complex complex_argument(int i)
{
    static const double parts[] = {0, -0.0, 1, -1, 0.5, -2, 3.5, 1e-9, -1e5, 20, 0.999999, 1e-160, 1e150};
    enum { N = sizeof parts / sizeof *parts };
    if (i < N * N)
        return CMPLX(parts[i / N], parts[i % N]);
    double s = i % 2 ? 3 : 0.25;
    return CMPLX(s * random_double(3 * i + 2), s * random_double(3 * i + 2));
}

#define TESTC(name, bound)                                                                                   \
    do {                                                                                                     \
        extern double complex gd_##name(double complex);                                                     \
        extern float complex gd_##name##f(float complex);                                                    \
        struct worst w = {0}, wf = {0};                                                                      \
        for (int i = 0; i < 169 + 5000; i++) {                                                               \
            double complex z = complex_argument(i);                                                          \
            float complex zf = z;                                                                            \
            double complex got = gd_##name(z), want = name(z);                                               \
            note(&w, error_of(got, want), creal(z), cimag(z), creal(got), creal(want));                      \
            if (fabs(creal(z)) < 1e5 && fabs(cimag(z)) < 1e5) {                                              \
                got = gd_##name##f(zf), want = name##f(zf);                                                  \
                note(&wf, error_of(got, want) * 0x1p-29, crealf(zf), cimagf(zf), creal(got), creal(want));   \
            }                                                                                                \
        }                                                                                                    \
        verdict(#name, &w, bound);                                                                           \
        verdict(#name "f", &wf, bound);                                                                      \
    } while (0)

double complex gd___muldc3(double, double, double, double), gd___divdc3(double, double, double, double);
double complex gd_cpow(double complex, double complex);
double gd_cabs(double complex), gd_carg(double complex);
double complex gd_cproj(double complex);

static void test_complex_arithmetic(void)
{
    struct worst mul = {0}, div = {0}, power = {0}, modulus = {0};
    for (int i = 0; i < 169; i++)
        for (int j = 0; j < 169; j++) {
            double complex a = complex_argument(i), b = complex_argument(j);
            double complex got = gd___muldc3(creal(a), cimag(a), creal(b), cimag(b)), want = a * b;
            note(&mul, error_of(got, want), creal(a), creal(b), creal(got), creal(want));
            got = gd___divdc3(creal(a), cimag(a), creal(b), cimag(b)), want = a / b;
            if (cabs(b) == 0 || cabs(a) / cabs(b) < 1e300) /* libgcc's overflows to NaN */
                note(&div, error_of(got, want), creal(a), creal(b), creal(got), creal(want));
            if (cabs(a) > 1e-3 && cabs(a) < 1e3 && cabs(b) < 10) {
                got = gd_cpow(a, b), want = cpow(a, b);
                note(&power, error_of(got, want), creal(a), creal(b), creal(got), creal(want));
            }
            note(&modulus, ulps_double(gd_cabs(a), cabs(a)) + ulps_double(gd_carg(a), carg(a)), creal(a),
                 cimag(a), gd_cabs(a), cabs(a));
        }
    verdict("complex *", &mul, 2);
    verdict("complex /", &div, 4);
    verdict("cpow", &power, 200);
    verdict("cabs carg", &modulus, 8);
    double inf = INFINITY;
    expect("inf * z", isinf(creal(gd___muldc3(inf, NAN, 1, 1))), 0, 0);
    expect("z / 0", isinf(creal(gd___divdc3(1, 1, 0, 0))), 0, 0);
    expect("z / inf", gd_cabs(gd___divdc3(1, 1, inf, inf)) == 0, 0, 0);
    expect("cproj", isinf(creal(gd_cproj(CMPLX(NAN, -inf)))), 0, 0);
}

/* The logarithm of gamma crosses zero between its poles: an absolute error is all that can be asked for
 * there. */
static void test_lgamma(void)
{
    extern double gd_lgamma(double);
    extern float gd_lgammaf(float);
    struct worst w = {0}, wf = {0};
    for (int i = 0; i < NSPECIAL + NRANDOM; i++) {
        double x = argument(i), want = lgamma(x), got = gd_lgamma(x);
        float xf = argument_float(i), wantf = lgammaf(xf), gotf = gd_lgammaf(xf);
        note(&w, fabs(want) < 1 && x < 0 ? fabs(got - want) * 0x1p53 : ulps_double(got, want), x, 0, got,
             want);
        note(&wf, fabsf(wantf) < 1 && xf < 0 ? fabsf(gotf - wantf) * 0x1p24 : ulps_float(gotf, wantf), xf, 0,
             gotf, wantf);
    }
    verdict("lgamma", &w, 20);
    verdict("lgammaf", &wf, 20);
}

/* Powers whose results come near the ends of the range. */
static void test_small_powers(void)
{
    extern double gd_pow(double, double);
    extern float gd_powf(float, float), gd_exp10f(float);
    struct worst w = {0}, wf = {0}, w10 = {0};
    for (int i = 0; i < NRANDOM; i++) {
        double x = 1.5 + 8 * fabs(random_double(3 * i + 2)), e = random_double(3 * i + 2) * 1100 / log2(x);
        float xf = (float)x, ef = (float)(e / 7), ten = (float)random_double(3 * i + 2) * 46;
        note(&w, ulps_double(gd_pow(x, e), pow(x, e)), x, e, gd_pow(x, e), pow(x, e));
        note(&wf, ulps_float(gd_powf(xf, ef), powf(xf, ef)), xf, ef, gd_powf(xf, ef), powf(xf, ef));
        note(&w10, ulps_float(gd_exp10f(ten), exp10f(ten)), ten, 0, gd_exp10f(ten), exp10f(ten));
    }
    verdict("pow, ends", &w, 2);
    verdict("powf, ends", &wf, 3);
    verdict("exp10f, ends", &w10, 3);
    extern double gd_tgamma(double);
    struct worst wg = {0};
    for (int i = 0; i < NRANDOM; i++) {
        double x = random_double(3 * i + 2) * 200;
        note(&wg, ulps_double(gd_tgamma(x), tgamma(x)), x, 0, gd_tgamma(x), tgamma(x));
    }
    verdict("tgamma, ends", &wg, 40);
}

int main(void)
{
    test_small_powers();
    TEST1(sin, 2, 2);
    TEST1(cos, 2, 2);
    TEST1(tan, 3, 3);
    TEST1(asin, 3, 3);
    TEST1(acos, 3, 3);
    TEST1(atan, 2, 2);
    TEST1(sinh, 3, 3);
    TEST1(cosh, 3, 3);
    TEST1(tanh, 3, 3);
    TEST1(asinh, 3, 3);
    TEST1(acosh, 3, 3);
    TEST1(atanh, 3, 3);
    TEST1(exp, 2, 2);
    TEST1(exp2, 2, 2);
    TEST1(exp10, 3, 3);
    TEST1(expm1, 2, 3);
    TEST1(log, 2, 3);
    TEST1(log2, 2, 3);
    TEST1(log10, 3, 3);
    TEST1(log1p, 2, 3);
    TEST1(cbrt, 3, 3);
    TEST1(erf, 3, 3);
    TEST1(erfc, 6, 6);
    TEST1(tgamma, 40, 40);
    test_lgamma();
    TEST1(sqrt, 0, 0);
    TEST1(fabs, 0, 0);
    TEST1(floor, 0, 0);
    TEST1(ceil, 0, 0);
    TEST1(trunc, 0, 0);
    TEST1(rint, 0, 0);
    TEST1(nearbyint, 0, 0);
    TEST1(round, 0, 0);
    TEST2(pow, 2, 3);
    TEST2(atan2, 3, 3);
    TEST2(hypot, 2, 2);
    TEST2(fmod, 0, 0);
    TEST2(remainder, 0, 0);
    TEST2(nextafter, 0, 0);
    TEST2(fmin, 0.25, 0.25); /* either zero */
    TEST2(fmax, 0.25, 0.25);
    TEST2(copysign, 0, 0);
    test_exact();
    TESTC(conj, 0);
    TESTC(cexp, 10);
    TESTC(clog, 10);
    TESTC(csqrt, 5);
    TESTC(csinh, 10);
    TESTC(ccosh, 10);
    TESTC(ctanh, 20);
    TESTC(csin, 10);
    TESTC(ccos, 10);
    TESTC(ctan, 20);
    TESTC(casin, 20);
    TESTC(cacos, 20);
    TESTC(casinh, 20);
    TESTC(cacosh, 20);
    TESTC(catanh, 20);
    TESTC(catan, 20);
    test_complex_arithmetic();
    printf("%d failures\n", failures);
    return failures != 0;
}
