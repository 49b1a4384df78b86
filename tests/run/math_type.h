/* tests/run/math_type.h: the functions of math.h for one real TYPE, included by math.c. M(f) is the name of f
 * for the type. A row is: name, lowest and highest argument, ulps that the device may differ from the host.
 */

#define EPSILON ((double)(M_EPS))

#define ONE(f, low, high, ulps)                                                                              \
    do {                                                                                                     \
        TYPE in[POINTS], out[POINTS];                                                                        \
        for (int i = 0; i < POINTS; i++)                                                                     \
            in[i] = (TYPE)((low) + ((high) - (low)) * (i + 0.5) / POINTS);                                   \
        _Pragma("omp target teams distribute parallel for map(to: in) map(from: out)") for (int i = 0;       \
                                                                                            i < POINTS; i++) \
            out[i] = M(f)(in[i]);                                                                            \
        for (int i = 0; i < POINTS; i++)                                                                     \
            near((double)out[i], (double)M(f)(in[i]), ulps, EPSILON, LABEL " " #f, (double)in[i], 0);        \
    } while (0)

#define TWO(f, low, high, ulps)                                                                              \
    do {                                                                                                     \
        TYPE in[POINTS], by[POINTS], out[POINTS];                                                            \
        for (int i = 0; i < POINTS; i++) {                                                                   \
            in[i] = (TYPE)((low) + ((high) - (low)) * (i + 0.5) / POINTS);                                   \
            by[i] = (TYPE)(0.3 + 2.9 * (i * 7 % POINTS) / POINTS);                                           \
        }                                                                                                    \
        _Pragma("omp target teams distribute parallel for map(to: in, by) map(from: out)") for (int i = 0;   \
                                                                                                i < POINTS;  \
                                                                                                i++)         \
            out[i] = M(f)(in[i], by[i]);                                                                     \
        for (int i = 0; i < POINTS; i++)                                                                     \
            near((double)out[i], (double)M(f)(in[i], by[i]), ulps, EPSILON, LABEL " " #f, (double)in[i],     \
                 (double)by[i]);                                                                             \
    } while (0)

static void NAME(one_argument)(void)
{
    ONE(sqrt, 0, 1000, 1);
    ONE(cbrt, -100, 100, 4);
    ONE(fabs, -5, 5, 0);
    ONE(floor, -5, 5, 0);
    ONE(ceil, -5, 5, 0);
    ONE(trunc, -5, 5, 0);
    ONE(round, -5, 5, 0);
    ONE(rint, -5, 5, 0);
    ONE(nearbyint, -5, 5, 0);
    ONE(exp, -20, 20, 6);
    ONE(exp2, -20, 20, 6);
    ONE(expm1, -3, 3, 6);
    ONE(log, 0, 100, 6);
    ONE(log2, 0, 100, 6);
    ONE(log10, 0, 100, 6);
    ONE(log1p, -0.9, 10, 6);
    ONE(sin, -10, 10, 8);
    ONE(cos, -10, 10, 8);
    ONE(tan, -1.5, 1.5, 10);
    ONE(sin, 1e4, 1e5, 8);
    ONE(asin, -1, 1, 8);
    ONE(acos, -1, 1, 8);
    ONE(atan, -20, 20, 8);
    ONE(sinh, -5, 5, 8);
    ONE(cosh, -5, 5, 8);
    ONE(tanh, -5, 5, 8);
    ONE(asinh, -50, 50, 8);
    ONE(acosh, 1, 50, 8);
    ONE(atanh, -0.95, 0.95, 10);
    ONE(erf, -3, 3, 16);
    ONE(erfc, -3, 3, 40);
    ONE(tgamma, 0.5, 20, 40);
    ONE(lgamma, 3, 50, 40);
    ONE(logb, 0.1, 100, 0);
}

static void NAME(two_arguments)(void)
{
    TWO(pow, 0, 10, 20);
    TWO(atan2, -3, 3, 8);
    TWO(fmod, -30, 30, 0);
    TWO(remainder, -30, 30, 0);
    TWO(hypot, -30, 30, 6);
    TWO(fmin, 0, 3, 0);
    TWO(fmax, 0, 3, 0);
    TWO(fdim, 0, 3, 1);
    TWO(copysign, -3, 3, 0);
    TWO(nextafter, -3, 3, 0);
}

static void NAME(others)(void)
{
    TYPE real[12] = {0}, x = (TYPE)10.75;
    int whole[12] = {0};
    long wide[4] = {0};
#pragma omp target map(tofrom: real, whole, wide)
    {
        int e = 0;
        real[0] = M(fma)(x, (TYPE)2, (TYPE)0.5);
        real[1] = M(ldexp)(x, 5);
        real[2] = M(frexp)(x, &e);
        whole[0] = e;
        real[3] = M(scalbn)(x, -3);
        TYPE part = 0;
        real[4] = M(modf)(-x, &part);
        real[5] = part;
        whole[1] = M(ilogb)(x);
        wide[0] = M(lround)(x);
        wide[1] = M(lrint)(-x);
        wide[2] = (long)M(llround)((TYPE)-2.5);
        whole[2] = isnan(x) != 0;
        whole[3] = isinf((TYPE)1 / (x - x)) != 0;
        whole[4] = signbit(-x) != 0;
        whole[5] = isfinite(x) != 0;
        TYPE nan = (x - x) / (x - x);
        whole[6] = isnan(nan) != 0;
        whole[7] = M(fmax)(nan, x) == x;
        real[6] = INFINITY;
        real[7] = M(fabs)((TYPE)-0.0);
        real[8] = (TYPE)abs(-7) + (TYPE)labs(-8L);
    }
    CHECK_REAL(real[0], 22, 0, "%s fma", LABEL);
    CHECK_REAL(real[1], 344, 0, "%s ldexp", LABEL);
    CHECK_REAL(real[2], 0.671875, 0, "%s frexp", LABEL);
    CHECK_INT(whole[0], 4, "%s frexp, exponent", LABEL);
    CHECK_REAL(real[3], 1.34375, 0, "%s scalbn", LABEL);
    CHECK_REAL(real[4], -0.75, 0, "%s modf", LABEL);
    CHECK_REAL(real[5], -10, 0, "%s modf, whole part", LABEL);
    CHECK_INT(whole[1], 3, "%s ilogb", LABEL);
    CHECK_INT(wide[0], 11, "%s lround", LABEL);
    CHECK_INT(wide[1], -11, "%s lrint", LABEL);
    CHECK_INT(wide[2], -3, "%s llround", LABEL);
    CHECK_INT(whole[2], 0, "%s isnan of a number", LABEL);
    CHECK_INT(whole[3], 1, "%s isinf", LABEL);
    CHECK_INT(whole[4], 1, "%s signbit", LABEL);
    CHECK_INT(whole[5], 1, "%s isfinite", LABEL);
    CHECK_INT(whole[6], 1, "%s isnan", LABEL);
    CHECK_INT(whole[7], 1, "%s fmax with a NaN", LABEL);
    CHECK(isinf((double)real[6]), "%s INFINITY", LABEL);
    CHECK_REAL(real[7], 0, 0, "%s fabs(-0)", LABEL);
    CHECK_REAL(real[8], 15, 0, "%s abs and labs", LABEL);
}

static void NAME(all)(void)
{
    NAME(one_argument)();
    NAME(two_arguments)();
    NAME(others)();
}

#undef TYPE
#undef LABEL
#undef NAME
#undef M
#undef M_EPS
#undef EPSILON
#undef ONE
#undef TWO
