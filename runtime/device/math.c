/* math.c: <math.h> for GPUs, double and float. math.def says what comes from libclc and what from the hardware; the
 * rest is here. errno is not set and floating-point exceptions do not exist.
 *
 * tests/device/math.c compares every function with the host's. Compiled there for the host, MATH(name) adds a prefix. */
#include "math_bits.h"

#define LIBRARY1(name, mangled)                                                                               \
    double name##_of_double(double) __asm__(#mangled "d");                                                     \
    float name##_of_float(float) __asm__(#mangled "f");                                                        \
    double MATH(name)(double x) { return name##_of_double(x); }                                                \
    float MATH(name##f)(float x) { return name##_of_float(x); }
#define LIBRARY2(name, mangled)                                                                               \
    double name##_of_double(double, double) __asm__(#mangled "dd");                                            \
    float name##_of_float(float, float) __asm__(#mangled "ff");                                                \
    double MATH(name)(double x, double y) { return name##_of_double(x, y); }                                   \
    float MATH(name##f)(float x, float y) { return name##_of_float(x, y); }
#define NATIVE1(name)                                                                                         \
    double MATH(name)(double x) { return __builtin_##name(x); }                                                \
    float MATH(name##f)(float x) { return __builtin_##name##f(x); }
#define NATIVE2(name)                                                                                         \
    double MATH(name)(double x, double y) { return __builtin_##name(x, y); }                                   \
    float MATH(name##f)(float x, float y) { return __builtin_##name##f(x, y); }
#define NATIVE3(name)                                                                                         \
    double MATH(name)(double x, double y, double z) { return __builtin_##name(x, y, z); }                      \
    float MATH(name##f)(float x, float y, float z) { return __builtin_##name##f(x, y, z); }
#include "math.def"

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
double MATH(ldexp)(double x, int n)
{
    for (int step = 0; step < 3 && n > BIAS; step++, n -= BIAS)
        x *= power_of_2(BIAS);
    for (int step = 0; step < 3 && n < -BIAS + 1; step++, n += BIAS - 1 - FRACTION - 1)
        x *= power_of_2(-BIAS + 1 + FRACTION + 1); /* leaves the last bits for the last step */
    return x * power_of_2(n > BIAS ? BIAS : n < -BIAS + 1 ? -BIAS + 1 : n);
}
float MATH(ldexpf)(float x, int n) { return (float)MATH(ldexp)(x, n); }
double MATH(scalbn)(double x, int n) { return MATH(ldexp)(x, n); }
float MATH(scalbnf)(float x, int n) { return (float)MATH(ldexp)(x, n); }
static int to_int(long n) { return n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n; }
double MATH(scalbln)(double x, long n) { return MATH(ldexp)(x, to_int(n)); }
float MATH(scalblnf)(float x, long n) { return (float)MATH(ldexp)(x, to_int(n)); }

double MATH(frexp)(double x, int *e)
{
    *e = 0;
    if (x == 0 || !is_finite(x))
        return x;
    *e = exponent_of(x) + 1;
    return MATH(ldexp)(x, -*e);
}
float MATH(frexpf)(float x, int *e) { return (float)MATH(frexp)(x, e); }

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
#define TO_INTEGER(name, type, round)                                                                         \
    type MATH(name)(double x) { return (type)__builtin_##round(x); }                                           \
    type MATH(name##f)(float x) { return (type)__builtin_##round##f(x); }
TO_INTEGER(lround, long, round)
TO_INTEGER(llround, long long, round)
TO_INTEGER(lrint, long, rint)
TO_INTEGER(llrint, long long, rint)

/* ---- differences ---- */
double MATH(fdim)(double x, double y) { return is_nan(x) || is_nan(y) ? x + y : x > y ? x - y : 0; }
float MATH(fdimf)(float x, float y) { return is_nan(x) || is_nan(y) ? x + y : x > y ? x - y : 0; }

/* The remainder by the nearest integer quotient (even when two are as near) and the quotient's low three bits: what is
 * left modulo 8y, taken apart by 4y, 2y and y. All steps are exact, very large and small y being scaled first. */
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
    ax = MATH(fmod)(ax, 8 * ay);
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
    *s = MATH(sin)(x);
    *c = MATH(cos)(x);
}
void MATH(sincosf)(float x, float *s, float *c)
{
    *s = MATH(sinf)(x);
    *c = MATH(cosf)(x);
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
