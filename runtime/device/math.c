/* math.c: <math.h> for GPUs, double and float. math.def says what comes from libclc and what from the
 * hardware; the rest is here. errno is not set and floating-point exceptions do not exist.
 *
 * No function here calls another by its C name: the compiler would make intrinsics of such calls, which the
 * target cannot compile, or not exactly (fmod).
 *
 * tests/device/math_test.c compares every function with the host's. Compiled there for the host, MATH(name)
 * adds a prefix. */
#include "math_bits.h"

#define GUARDED1(name, mangled)                                                                                        \
    double lib_##name(double) __asm__(#mangled "d");                                                                   \
    float lib_##name##f(float) __asm__(#mangled "f");
#define GUARDED2(name, mangled)                                                                                        \
    double lib_##name(double, double) __asm__(#mangled "dd");                                                          \
    float lib_##name##f(float, float) __asm__(#mangled "ff");
#define LIBRARY1(name, mangled)                                                                                        \
    GUARDED1(name, mangled)                                                                                            \
    double MATH(name)(double x) { return lib_##name(x); }                                                              \
    float MATH(name##f)(float x) { return lib_##name##f(x); }
#define LIBRARY2(name, mangled)                                                                                        \
    GUARDED2(name, mangled)                                                                                            \
    double MATH(name)(double x, double y) { return lib_##name(x, y); }                                                 \
    float MATH(name##f)(float x, float y) { return lib_##name##f(x, y); }
#define NATIVE1(name)                                                                                                  \
    double MATH(name)(double x) { return __builtin_##name(x); }                                                        \
    float MATH(name##f)(float x) { return __builtin_##name##f(x); }
#define NATIVE2(name)                                                                                                  \
    double MATH(name)(double x, double y) { return __builtin_##name(x, y); }                                           \
    float MATH(name##f)(float x, float y) { return __builtin_##name##f(x, y); }
#define NATIVE3(name)                                                                                                  \
    double MATH(name)(double x, double y, double z) { return __builtin_##name(x, y, z); }                              \
    float MATH(name##f)(float x, float y, float z) { return __builtin_##name##f(x, y, z); }
#include "math.def"

/* ---- around libclc's gaps. Some functions look far outside their tables for arguments that have no result
 * there; float functions flush subnormal results to zero, so those are computed in double. ---- */
#define FINITE_ONLY(name)                                                                                              \
    double MATH(name)(double x) { return is_finite(x) ? lib_##name(x) : x - x; }                                       \
    float MATH(name##f)(float x) { return is_finite(x) ? lib_##name##f(x) : x - x; }
FINITE_ONLY(sin)
FINITE_ONLY(cos)
FINITE_ONLY(tan)

double MATH(sinh)(double x) { return __builtin_fabs(x) < 720 ? lib_sinh(x) : x * __builtin_inf(); }
double MATH(cosh)(double x) { return __builtin_fabs(x) < 720 ? lib_cosh(x) : __builtin_fabs(x) * __builtin_inf(); }
float MATH(sinhf)(float x) { return __builtin_fabsf(x) < 100 ? lib_sinhf(x) : x * __builtin_inff(); }
float MATH(coshf)(float x) { return __builtin_fabsf(x) < 100 ? lib_coshf(x) : __builtin_fabsf(x) * __builtin_inff(); }

double MATH(exp)(double x) { return lib_exp(x); }
double MATH(exp2)(double x) { return lib_exp2(x); }
double MATH(erfc)(double x) { return lib_erfc(x); }
float MATH(expf)(float x) { return x < -87 ? (float)lib_exp(x) : lib_expf(x); }
float MATH(exp2f)(float x) { return x < -126 ? (float)lib_exp2(x) : lib_exp2f(x); }
float MATH(erfcf)(float x) { return x > 2 ? (float)lib_erfc(x) : lib_erfcf(x); }

/* Gamma is 1/x - 0.577 near 0. From 10 on Stirling's series is better than libclc, with the power in two
 * halves, which do not overflow, and the reflection formula for negative arguments. */
static double stirling_series(double y)
{
    static const double c[] = {1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
                               1.0 / 1188, -691.0 / 360360, 1.0 / 156,  -3617.0 / 122400};
    double w = 1 / y, sum = 0;
    for (int i = sizeof c / sizeof *c; i-- > 0;)
        sum = sum * (w * w) + c[i];
    return lib_exp(sum * w) * 2.5066282746310005024; /* sqrt(2 pi) */
}

static double gamma_large(double x)
{
    const double pi = 3.14159265358979323846;
    double y = __builtin_fabs(x), near = __builtin_rint(y), half, series;
    if (x > 172)
        return __builtin_inf();
    if (x < 0 && x == __builtin_floor(x))
        return __builtin_nan("");
    int odd = near * 0.5 != __builtin_floor(near * 0.5);
    double sine = lib_sin(pi * (y - near)) * (odd ? -1 : 1);
    if (x < -190)
        return __builtin_copysign(0, -sine);
    half = lib_pow(y, 0.5 * y - 0.25);
    series = stirling_series(y);
    return x > 0 ? series * lib_exp(-y) * half * half : -pi / (y * sine * series) * lib_exp(y) / half / half;
}

double MATH(tgamma)(double x)
{
    if (__builtin_fabs(x) < 1e-8)
        return 1 / x - 0.57721566490153286061;
    return __builtin_fabs(x) >= 10 ? gamma_large(x) : lib_tgamma(x);
}
float MATH(tgammaf)(float x) { return (float)MATH(tgamma)(x); }
double MATH(lgamma)(double x) { return is_infinite(x) ? __builtin_inf() : lib_lgamma(x); }
float MATH(lgammaf)(float x) { return (float)MATH(lgamma)(x); }

/* Computed in double where a float function would flush the result: a remainder is a multiple of the smaller argument's
 * last place. */
static int tiny(float x) { return __builtin_fabsf(x) < 0x1p-100f; }
double MATH(fmod)(double x, double y) { return lib_fmod(x, y); }
double MATH(remainder)(double x, double y) { return lib_remainder(x, y); }
float MATH(fmodf)(float x, float y) { return tiny(x) || tiny(y) ? (float)lib_fmod(x, y) : lib_fmodf(x, y); }
float MATH(remainderf)(float x, float y)
{
    return tiny(x) || tiny(y) ? (float)lib_remainder(x, y) : lib_remainderf(x, y);
}

/* The next number is the next bit pattern: floating-point numbers of one sign are ordered like their bits. */
#define NEXTAFTER(name, type, word)                                                                                    \
    type MATH(name)(type x, type y)                                                                                    \
    {                                                                                                                  \
        word bits;                                                                                                     \
        if (x != x || y != y)                                                                                          \
            return x + y;                                                                                              \
        if (x == y)                                                                                                    \
            return y;                                                                                                  \
        __builtin_memcpy(&bits, &x, sizeof bits);                                                                      \
        if (x == 0)                                                                                                    \
            bits = 1 | (word)(y < 0) << (8 * sizeof bits - 1);                                                         \
        else                                                                                                           \
            bits += (x < y) == (x > 0) ? 1 : -1;                                                                       \
        __builtin_memcpy(&x, &bits, sizeof bits);                                                                      \
        return x;                                                                                                      \
    }
NEXTAFTER(nextafter, double, u64)
NEXTAFTER(nextafterf, float, unsigned)

/* ---- taking numbers apart. A float's parts are those of the double of the same value. ---- */
enum { BIAS = 1023, FRACTION = 52, EXPONENT = 0x7ff };

/* exponent of x, with subnormal numbers normalised; x is finite and not 0 */
static int exponent_of(double x)
{
    int e = (int)(bits_of(x) >> FRACTION & EXPONENT);
    return e ? e - BIAS : 63 - __builtin_clzl(bits_of(x) << 1 >> 1) - FRACTION - BIAS + 1;
}

/* 2^e for a normal result */
static double power_of_2(int e) { return of_bits((u64)(e + BIAS) << FRACTION); }

/* Scaling in steps that are exact, but for the last one. */
static double scaled(double x, int n)
{
    for (int step = 0; step < 3 && n > BIAS; step++, n -= BIAS)
        x *= power_of_2(BIAS);
    for (int step = 0; step < 3 && n < -BIAS + 1; step++, n += BIAS - 1 - FRACTION - 1)
        x *= power_of_2(-BIAS + 1 + FRACTION + 1); /* keeps intermediate results normal, so that only the last step
                                                    * rounds */
    return x * power_of_2(n > BIAS ? BIAS : n < -BIAS + 1 ? -BIAS + 1 : n);
}
double MATH(ldexp)(double x, int n) { return scaled(x, n); }
float MATH(ldexpf)(float x, int n) { return (float)scaled(x, n); }
double MATH(scalbn)(double x, int n) { return scaled(x, n); }
float MATH(scalbnf)(float x, int n) { return (float)scaled(x, n); }
static int to_int(long n) { return n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n; }
double MATH(scalbln)(double x, long n) { return scaled(x, to_int(n)); }
float MATH(scalblnf)(float x, long n) { return (float)scaled(x, to_int(n)); }

static double parts(double x, int *e)
{
    *e = 0;
    if (x == 0 || !is_finite(x))
        return x;
    *e = exponent_of(x) + 1;
    return scaled(x, -*e);
}
double MATH(frexp)(double x, int *e) { return parts(x, e); }
float MATH(frexpf)(float x, int *e) { return (float)parts(x, e); }

/* the values glibc has for numbers without an exponent */
int MATH(ilogb)(double x)
{
    if (is_nan(x) || x == 0)
        return -2147483647 - 1;
    return is_finite(x) ? exponent_of(x) : 2147483647;
}
int MATH(ilogbf)(float x) { return MATH(ilogb)(x); }

double MATH(logb)(double x)
{
    if (x == 0)
        return -__builtin_inf();
    return is_finite(x) ? exponent_of(x) : x * x; /* infinity for both, NaN stays */
}
float MATH(logbf)(float x) { return (float)MATH(logb)(x); }

double MATH(modf)(double x, double *whole)
{
    *whole = __builtin_trunc(x);
    return __builtin_copysign(is_infinite(x) ? 0 : x - *whole, x);
}
float MATH(modff)(float x, float *whole)
{
    *whole = __builtin_truncf(x);
    return __builtin_copysignf(is_infinite(x) ? 0 : x - *whole, x);
}

/* ---- rounding to integers ---- */
#define TO_INTEGER(name, type, round)                                                                                  \
    type MATH(name)(double x) { return (type)__builtin_##round(x); }                                                   \
    type MATH(name##f)(float x) { return (type)__builtin_##round##f(x); }
TO_INTEGER(lround, long, round)
TO_INTEGER(llround, long long, round)
TO_INTEGER(lrint, long, rint)
TO_INTEGER(llrint, long long, rint)

/* ---- differences ---- */
double MATH(fdim)(double x, double y) { return is_nan(x) || is_nan(y) ? x + y : x > y ? x - y : 0; }
float MATH(fdimf)(float x, float y) { return is_nan(x) || is_nan(y) ? x + y : x > y ? x - y : 0; }

/* The remainder for the quotient rounded to nearest, ties to even, and the quotient's low three bits: x modulo 8y,
 * reduced by 4y, 2y and y. All steps are exact, very large and small y being scaled first. */
double MATH(remquo)(double x, double y, int *quotient)
{
    double ax = __builtin_fabs(x), ay = __builtin_fabs(y), scale = 1;
    unsigned q = 0;
    *quotient = 0;
    if (y == 0 || !is_finite(x) || is_nan(y))
        return __builtin_nan("");
    if (is_infinite(y) || (ay >= 0x1p1015 && ax < 0x1p1010))
        return x;
    if (ay >= 0x1p1015) {
        scale = 0x1p-8;
        ax *= scale;
        ay *= scale;
    }
    ax = lib_fmod(ax, 8 * ay);
    if (ay < 0x1p-1000) {
        scale = 0x1p64;
        ax *= scale;
        ay *= scale;
    }
    for (unsigned bit = 4; bit; bit /= 2)
        if (ax >= bit * ay) {
            ax -= bit * ay;
            q += bit;
        }
    if (ax + ax > ay || (ax + ax == ay && (q & 1))) {
        ax -= ay;
        q++;
    }
    q &= 7;
    *quotient = (bits_of(x) ^ bits_of(y)) >> 63 ? -(int)q : (int)q;
    if (ax == 0)
        return __builtin_copysign(0, x);
    return (bits_of(x) >> 63 ? -ax : ax) / scale;
}
float MATH(remquof)(float x, float y, int *quotient) { return (float)MATH(remquo)(x, y, quotient); }

double MATH(nan)(const char *tag)
{
    (void)tag;
    return __builtin_nan("");
}
float MATH(nanf)(const char *tag)
{
    (void)tag;
    return __builtin_nanf("");
}

/* ---- GNU and glibc-internal names that headers turn calls into ---- */
void MATH(sincos)(double x, double *s, double *c)
{
    *s = is_finite(x) ? lib_sin(x) : x - x;
    *c = is_finite(x) ? lib_cos(x) : x - x;
}
void MATH(sincosf)(float x, float *s, float *c)
{
    *s = is_finite(x) ? lib_sinf(x) : x - x;
    *c = is_finite(x) ? lib_cosf(x) : x - x;
}

/* FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL, FP_NORMAL of glibc */
static int classify(double x, double smallest)
{
    if (is_nan(x))
        return 0;
    if (is_infinite(x))
        return 1;
    if (x == 0)
        return 2;
    return __builtin_fabs(x) < smallest ? 3 : 4;
}
int MATH(__fpclassify)(double x) { return classify(x, 0x1p-1022); }
int MATH(__fpclassifyf)(float x) { return classify(x, 0x1p-126); }
int MATH(__isnan)(double x) { return is_nan(x); }
int MATH(__isnanf)(float x) { return is_nan(x); }
int MATH(__isinf)(double x) { return is_infinite(x) ? (x > 0 ? 1 : -1) : 0; }
int MATH(__isinff)(float x) { return is_infinite(x) ? (x > 0 ? 1 : -1) : 0; }
int MATH(__finite)(double x) { return is_finite(x); }
int MATH(__finitef)(float x) { return is_finite(x); }
int MATH(__signbit)(double x) { return (int)(bits_of(x) >> 63); }
int MATH(__signbitf)(float x) { return (int)(bits_of(x) >> 63); }
