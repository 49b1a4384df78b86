/* complex.c: <complex.h> for GPUs, and the compiler's own complex multiplication and division (C11, annex G).
 *
 * Computed in double; the float forms round once. Formulas by real and imaginary part; infinities and NaN
 * follow annex G in products, quotients, square roots and moduli. */
#include "math_bits.h"

typedef double _Complex cdouble;
typedef float _Complex cfloat;

/* math.c's functions, under names the compiler makes no intrinsics of */
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define OF_ONE(name) double m_##name(double) __asm__(#name);
#define OF_TWO(name) double m_##name(double, double) __asm__(#name);
OF_ONE(sin)
OF_ONE(cos)
OF_ONE(tan)
OF_ONE(sinh)
OF_ONE(cosh)
OF_ONE(exp)
OF_ONE(log)
OF_ONE(log1p)
OF_ONE(asinh)
OF_TWO(hypot)
OF_TWO(atan2)
OF_TWO(pow)
double m_logb(double) __asm__(TEXT(MATH(logb)));
double m_scalbn(double, int) __asm__(TEXT(MATH(scalbn)));
#define m_sqrt __builtin_sqrt

static inline cdouble make(double re, double im)
{
    cdouble z;
    __real__ z = re;
    __imag__ z = im;
    return z;
}
static inline cfloat make_float(float re, float im)
{
    cfloat z;
    __real__ z = re;
    __imag__ z = im;
    return z;
}
static inline double re(cdouble z) { return __real__ z; }
static inline double im(cdouble z) { return __imag__ z; }
static inline cfloat narrow(cdouble z) { return make_float((float)re(z), (float)im(z)); }
static inline cdouble wide(cfloat z) { return make(__real__ z, __imag__ z); }

/* annex G's "boxed": 1 for an infinite part, 0 for a finite one, with its sign */
static inline double boxed(double x) { return __builtin_copysign(is_infinite(x) ? 1 : 0, x); }
static inline double unless_nan(double x) { return is_nan(x) ? __builtin_copysign(0, x) : x; }

/* ---- products and quotients: the compiler calls these ---- */
static cdouble multiply(double a, double b, double c, double d)
{
    double ac = a * c, bd = b * d, ad = a * d, bc = b * c;
    double x = ac - bd, y = ad + bc;
    if (!is_nan(x) || !is_nan(y))
        return make(x, y);
    int again = 0;
    if (is_infinite(a) || is_infinite(b)) {
        a = boxed(a), b = boxed(b);
        c = unless_nan(c), d = unless_nan(d);
        again = 1;
    }
    if (is_infinite(c) || is_infinite(d)) {
        c = boxed(c), d = boxed(d);
        a = unless_nan(a), b = unless_nan(b);
        again = 1;
    }
    if (!again && (is_infinite(ac) || is_infinite(bd) || is_infinite(ad) || is_infinite(bc))) {
        a = unless_nan(a), b = unless_nan(b), c = unless_nan(c), d = unless_nan(d);
        again = 1;
    }
    if (!again)
        return make(x, y);
    return make(__builtin_inf() * (a * c - b * d), __builtin_inf() * (a * d + b * c));
}

/* The divisor is scaled to about 1, so that its square neither overflows nor vanishes. */
static cdouble divide(double a, double b, double c, double d)
{
    int scale = 0;
    double largest = __builtin_fmax(__builtin_fabs(c), __builtin_fabs(d));
    if (largest > 0 && is_finite(largest)) {
        scale = (int)m_logb(largest);
        c = m_scalbn(c, -scale);
        d = m_scalbn(d, -scale);
    }
    double square = c * c + d * d;
    double x = m_scalbn((a * c + b * d) / square, -scale);
    double y = m_scalbn((b * c - a * d) / square, -scale);
    if (!is_nan(x) || !is_nan(y))
        return make(x, y);
    if (square == 0 && (!is_nan(a) || !is_nan(b))) {
        double inf = __builtin_copysign(__builtin_inf(), c);
        return make(inf * a, inf * b);
    }
    if ((is_infinite(a) || is_infinite(b)) && is_finite(c) && is_finite(d)) {
        a = boxed(a), b = boxed(b);
        return make(__builtin_inf() * (a * c + b * d), __builtin_inf() * (b * c - a * d));
    }
    if (is_infinite(largest) && is_finite(a) && is_finite(b)) {
        c = boxed(c), d = boxed(d);
        return make(0 * (a * c + b * d), 0 * (b * c - a * d));
    }
    return make(x, y);
}

cdouble MATH(__muldc3)(double a, double b, double c, double d) { return multiply(a, b, c, d); }
cdouble MATH(__divdc3)(double a, double b, double c, double d) { return divide(a, b, c, d); }
cfloat MATH(__mulsc3)(float a, float b, float c, float d) { return narrow(multiply(a, b, c, d)); }
cfloat MATH(__divsc3)(float a, float b, float c, float d) { return narrow(divide(a, b, c, d)); }

/* ---- functions with a real result ---- */
#define REAL_RESULT(name, expression)                                                                                  \
    double MATH(name)(cdouble z) { return expression; }                                                                \
    float MATH(name##f)(cfloat zf)                                                                                     \
    {                                                                                                                  \
        cdouble z = wide(zf);                                                                                          \
        return (float)(expression);                                                                                    \
    }
REAL_RESULT(creal, re(z))
REAL_RESULT(cimag, im(z))
REAL_RESULT(cabs, m_hypot(re(z), im(z)))
REAL_RESULT(carg, m_atan2(im(z), re(z)))

/* ---- functions with a complex result ---- */
static cdouble conjugate(cdouble z) { return make(re(z), -im(z)); }

static cdouble project(cdouble z)
{
    if (is_infinite(re(z)) || is_infinite(im(z)))
        return make(__builtin_inf(), __builtin_copysign(0, im(z)));
    return z;
}

/* r (cos t + i sin t); a real number stays one even where r is infinite */
static cdouble polar(double r, double t) { return make(r * m_cos(t), t == 0 ? t : r * m_sin(t)); }

static cdouble exponential(cdouble z)
{
    double x = re(z), y = im(z);
    if (is_infinite(x) && !is_finite(y))
        return x < 0 ? make(0, __builtin_copysign(0, y)) : make(x, __builtin_nan(""));
    if (x > 709 && x < 1500) { /* exp(x) alone may overflow where exp(x) cos(y) does not */
        cdouble part = polar(m_exp(x - 700), y);
        double rest = 0x1.d945df4f8ec8ep+1009; /* exp(700) */
        return make(re(part) * rest, im(part) * rest);
    }
    return polar(m_exp(x), y);
}

static cdouble logarithm(cdouble z)
{
    double x = __builtin_fabs(re(z)), y = __builtin_fabs(im(z)), modulus = m_hypot(x, y);
    double big = __builtin_fmax(x, y), small = __builtin_fmin(x, y);
    double real = m_log(modulus);
    if (modulus > 0.5 && modulus < 2) /* |z|^2 - 1 without cancellation */
        real = 0.5 * m_log1p(__builtin_fma(small, small, (big - 1) * (big + 1)));
    else if (is_infinite(modulus) && is_finite(big))
        real = m_log(0.5 * big) + 0.69314718055994530942 + 0.5 * m_log1p(small / big * (small / big));
    return make(real, m_atan2(im(z), re(z)));
}

static cdouble square_root(cdouble z)
{
    double x = re(z), y = im(z);
    if (x == 0 && y == 0)
        return make(0, y);
    if (is_infinite(y))
        return make(__builtin_inf(), y);
    if (is_infinite(x)) {
        if (x > 0)
            return make(x, is_nan(y) ? y : __builtin_copysign(0, y));
        return make(is_nan(y) ? y : 0, __builtin_copysign(x, y));
    }
    double scale = 1;
    if (__builtin_fmax(__builtin_fabs(x), __builtin_fabs(y)) > 0x1p1020)
        x *= 0.0625, y *= 0.0625, scale = 4;
    else if (__builtin_fmax(__builtin_fabs(x), __builtin_fabs(y)) < 0x1p-1000)
        x *= 0x1p100, y *= 0x1p100, scale = 0x1p-50;
    double s = m_sqrt((__builtin_fabs(x) + m_hypot(x, y)) * 0.5), t = y / (2 * s);
    if (x >= 0)
        return make(scale * s, scale * t);
    return make(scale * __builtin_fabs(t), scale * __builtin_copysign(s, y));
}

static cdouble hyperbolic_sine(cdouble z)
{
    return make(m_sinh(re(z)) * m_cos(im(z)), im(z) == 0 ? im(z) : m_cosh(re(z)) * m_sin(im(z)));
}
static cdouble hyperbolic_cosine(cdouble z)
{
    return make(m_cosh(re(z)) * m_cos(im(z)),
                im(z) == 0 ? __builtin_copysign(im(z), re(z) * im(z)) : m_sinh(re(z)) * m_sin(im(z)));
}
static cdouble hyperbolic_tangent(cdouble z)
{
    double x = re(z), y = im(z);
    if (__builtin_fabs(x) > 22) /* the real part rounds to 1, the imaginary one is tiny */
        return make(__builtin_copysign(1, x), 4 * m_sin(y) * m_cos(y) * m_exp(-2 * __builtin_fabs(x)));
    double t = m_tan(y), s = m_sinh(x), b = 1 + t * t, r = m_sqrt(1 + s * s), d = 1 + b * s * s;
    if (is_infinite(t))
        return make(r / s, 1 / t);
    return make(b * r * s / d, t / d);
}
/* i z and -i z: the circular functions are the hyperbolic ones turned */
static inline cdouble turn(cdouble z) { return make(-im(z), re(z)); }
static inline cdouble turn_back(cdouble z) { return make(im(z), -re(z)); }
static cdouble sine(cdouble z) { return turn_back(hyperbolic_sine(turn(z))); }
static cdouble cosine(cdouble z) { return hyperbolic_cosine(turn(z)); }
static cdouble tangent(cdouble z) { return turn_back(hyperbolic_tangent(turn(z))); }

/* Kahan's formulas: no cancellation near the branch cuts */
static cdouble arc_sine(cdouble z)
{
    cdouble a = square_root(make(1 - re(z), -im(z))), b = square_root(make(1 + re(z), im(z)));
    return make(m_atan2(re(z), re(a) * re(b) - im(a) * im(b)), m_asinh(re(b) * im(a) * -1 + re(a) * im(b)));
}
static cdouble arc_cosine(cdouble z)
{
    cdouble a = square_root(make(1 - re(z), -im(z))), b = square_root(make(1 + re(z), im(z)));
    return make(2 * m_atan2(re(a), re(b)), m_asinh(re(b) * im(a) - im(b) * re(a)));
}
static cdouble area_sine(cdouble z) { return turn_back(arc_sine(turn(z))); }
static cdouble area_cosine(cdouble z)
{
    cdouble a = square_root(make(re(z) - 1, im(z))), b = square_root(make(re(z) + 1, im(z)));
    return make(m_asinh(re(a) * re(b) + im(a) * im(b)), 2 * m_atan2(im(a), re(b)));
}
static cdouble area_tangent(cdouble z)
{
    double x = __builtin_fabs(re(z)), y = im(z), yy = y * y, square = (1 - x) * (1 - x) + yy;
    double real = square < 0.01 ? 0.5 * m_log(m_hypot(1 + x, y) / m_hypot(1 - x, y)) : 0.25 * m_log1p(4 * x / square);
    return make(__builtin_copysign(real, re(z)), 0.5 * m_atan2(2 * y, (1 - x) * (1 + x) - yy));
}
static cdouble arc_tangent(cdouble z) { return turn_back(area_tangent(turn(z))); }

static cdouble power(cdouble z, cdouble w)
{
    if (re(w) == 0 && im(w) == 0)
        return make(1, 0);
    if (re(z) == 0 && im(z) == 0)
        return make(re(w) > 0 ? 0 : re(w) < 0 ? __builtin_inf() : __builtin_nan(""), 0);
    cdouble l = logarithm(z);
    double modulus = im(w) == 0 ? m_pow(m_hypot(re(z), im(z)), re(w)) : m_exp(re(w) * re(l) - im(w) * im(l));
    return polar(modulus, re(w) * im(l) + im(w) * re(l));
}

#define COMPLEX_RESULT(name, function)                                                                                 \
    cdouble MATH(name)(cdouble z) { return function(z); }                                                              \
    cfloat MATH(name##f)(cfloat z) { return narrow(function(wide(z))); }
COMPLEX_RESULT(conj, conjugate)
COMPLEX_RESULT(cproj, project)
COMPLEX_RESULT(cexp, exponential)
COMPLEX_RESULT(clog, logarithm)
COMPLEX_RESULT(csqrt, square_root)
COMPLEX_RESULT(csinh, hyperbolic_sine)
COMPLEX_RESULT(ccosh, hyperbolic_cosine)
COMPLEX_RESULT(ctanh, hyperbolic_tangent)
COMPLEX_RESULT(csin, sine)
COMPLEX_RESULT(ccos, cosine)
COMPLEX_RESULT(ctan, tangent)
COMPLEX_RESULT(casin, arc_sine)
COMPLEX_RESULT(cacos, arc_cosine)
COMPLEX_RESULT(casinh, area_sine)
COMPLEX_RESULT(cacosh, area_cosine)
COMPLEX_RESULT(catanh, area_tangent)
COMPLEX_RESULT(catan, arc_tangent)
cdouble MATH(cpow)(cdouble z, cdouble w) { return power(z, w); }
cfloat MATH(cpowf)(cfloat z, cfloat w) { return narrow(power(wide(z), wide(w))); }
