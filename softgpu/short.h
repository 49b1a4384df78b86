/* short.h: floats of 16 bits, f16 and bf16: their values as floats, and the way back. */
#ifndef GANTRY_SOFTGPU_SHORT_H
#define GANTRY_SOFTGPU_SHORT_H

#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* ---- f16 ---- */
static inline float half_get(uint32_t h)
{
    uint32_t sign = (h & 0x8000) << 16, e = h >> 10 & 31, m = h & 0x3ff, bits;
    float f;
    if (e == 0) { /* zero or a denormal: m * 2^-24 */
        f = (float)m * 0x1p-24f;
        return sign ? -f : f;
    }
    bits = e == 31 ? sign | 0x7f800000 | m << 13 : sign | (e + 112) << 23 | m << 13;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/* the nearest half, as a float: a double has more than twice its digits, so that one more rounding does no harm */
static inline float half_of(double v)
{
    double size = fabs(v);
    if (v != v || size == 0)
        return (float)v;
    if (size >= 65520)
        return v < 0 ? -INFINITY : INFINITY;
    int e;
    frexp(size, &e);
    double unit = ldexp(1, (e > -13 ? e : -13) - 11);
    return (float)(rint(v / unit) * unit);
}

/* a float that half_of gave, or any: rounded on the way */
static inline uint32_t half_put(float v)
{
    uint32_t bits;
    v = half_of((double)v);
    if (v != v)
        return 0x7fff;
    memcpy(&bits, &v, sizeof bits);
    uint32_t sign = bits >> 16 & 0x8000, e = bits >> 23 & 255, m = bits & 0x7fffff;
    if (e == 255)
        return sign | 0x7c00;
    if (e < 113)
        return sign | (uint32_t)(fabsf(v) * 0x1p24f);
    return sign | (e - 112) << 10 | m >> 13;
}
static inline float half_fma(float a, float b, float c) { return half_of((double)a * b + c); }

/* ---- bf16: the upper half of a float ---- */
static inline float half(uint32_t v) { return half_get(v & 0xffff); }
static inline float brain(uint32_t v)
{
    float f;
    v <<= 16;
    memcpy(&f, &v, sizeof f);
    return f;
}

/* the float of so many digits, from the least unit 2^(least - digits) on, that a mode chooses; beyond most there is
 * infinity */
static inline float narrowed(long double v, int mode, int digits, int least, float most)
{
    int e;
    if (v != v || v == 0 || v - v != 0)
        return (float)v;
    frexpl(v, &e);
    long double unit = ldexpl(1, (e > least ? e : least) - digits), q = v / unit;
    q = mode == FE_TONEAREST    ? rintl(q)
        : mode == FE_TOWARDZERO ? truncl(q)
        : mode == FE_DOWNWARD   ? floorl(q)
                                : ceill(q);
    v = q == 0 ? copysignl(0, v) : q * unit;
    bool up = mode == FE_TONEAREST || mode == (v > 0 ? FE_UPWARD : FE_DOWNWARD);
    if (fabsl(v) > most)
        return copysignf(up ? INFINITY : most, (float)v);
    return (float)v;
}
static inline float half_to(long double v, int mode) { return narrowed(v, mode, 11, -13, 65504); }
static inline float brain_of(long double v, int mode) { return narrowed(v, mode, 8, -125, 0x1.fep127f); }

static inline uint32_t brain_put(float v)
{
    uint32_t bits;
    v = brain_of(v, FE_TONEAREST);
    memcpy(&bits, &v, sizeof bits);
    return v != v ? 0x7fff : bits >> 16;
}

/* The product has 16 digits. Where the sum does not fit a double, an odd last digit stands for what is lost, so that
 * rounding again does no harm. */
static inline float brain_fma(float a, float b, float c)
{
    double p = (double)a * b, s = p + c, of_c = s - p, lost = (p - (s - of_c)) + (c - of_c);
    uint64_t bits;
    memcpy(&bits, &s, sizeof bits);
    if (lost == lost && lost != 0 && s - s == 0 && !(bits & 1))
        s = nextafter(s, lost > 0 ? INFINITY : -INFINITY);
    return brain_of(s, FE_TONEAREST);
}

static inline float positive(float v) { return v > 0 || v != v ? v : 0; }

#endif
