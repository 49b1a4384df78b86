/* alu.h: what makes handlers of the rows of ops.def and rare.def. A file that includes it defines CLONES, an attribute
 * of the handlers, and then includes the rows, and alu_table.h for the table of them. */
#ifndef GANTRY_SOFTGPU_ALU_H
#define GANTRY_SOFTGPU_ALU_H

#include "forms.h"
#include "rows.h"
#include "short.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

/* ---- types: what a value is in C, what holds it in a row, the width that products need, how it is read and stored
 * ---- */
typedef uint32_t C_w, C_pred;
typedef uint8_t C_u8;
typedef int8_t C_s8;
typedef uint16_t C_u16, C_b16;
typedef int16_t C_s16;
typedef uint32_t C_u32, C_b32;
typedef int32_t C_s32;
typedef uint64_t C_u64, C_b64;
typedef int64_t C_s64;
typedef float C_f16, C_f32, C_f32z, C_f32s, C_f32zs;
typedef double C_f64, C_f64s;
typedef uint32_t R_u8, R_u16, R_b16, R_u32, R_b32, R_w, R_f16, R_pred;
typedef int32_t R_s8, R_s16, R_s32;
typedef uint64_t R_u64, R_b64;
typedef int64_t R_s64;
typedef float R_f32, R_f32z, R_f32s, R_f32zs;
typedef double R_f64, R_f64s;
typedef uint32_t X_u8, X_u16, X_b16, X_w;
typedef int32_t X_s8, X_s16;
typedef uint64_t X_u32, X_b32;
typedef int64_t X_s32;
typedef unsigned __int128 X_u64, X_b64;
typedef __int128 X_s64;
typedef float X_f16, X_f32, X_f32z, X_f32s, X_f32zs, X_pred;
typedef double X_f64, X_f64s;

static inline float flushed(float v) { return fabsf(v) < 0x1p-126f ? copysignf(0, v) : v; }
static inline float saturated(float v) { return v > 0 ? v < 1 ? v : 1 : 0; }
/* PTX has one NaN for f32 */
static inline float plain_nan(float v)
{
    uint32_t bits = 0x7fffffff;
    float nan;
    memcpy(&nan, &bits, sizeof nan);
    return v == v ? v : nan;
}
#define SAME(V) (V)
/* lane l of the row x */
#define AS_IT_IS(X, L) (X)[L]
#define GET_pred(X, L) (*(X) >> (L) & 1)
#define GET_f16(X, L) half_get((X)[L])
#define GET_f32z(X, L) flushed((X)[L])
#define GET_f32zs(X, L) flushed((X)[L])
#define GET_w AS_IT_IS
#define GET_u8 AS_IT_IS
#define GET_s8 AS_IT_IS
#define GET_u16 AS_IT_IS
#define GET_b16 AS_IT_IS
#define GET_s16 AS_IT_IS
#define GET_u32 AS_IT_IS
#define GET_b32 AS_IT_IS
#define GET_s32 AS_IT_IS
#define GET_u64 AS_IT_IS
#define GET_b64 AS_IT_IS
#define GET_s64 AS_IT_IS
#define GET_f32 AS_IT_IS
#define GET_f32s AS_IT_IS
#define GET_f64 AS_IT_IS
#define PUT_w SAME
#define PUT_u8 (uint8_t)
#define PUT_s8 (int8_t)
#define PUT_u16 (uint16_t)
#define PUT_b16 (uint16_t)
#define PUT_s16 (int16_t)
#define PUT_u32 SAME
#define PUT_b32 SAME
#define PUT_s32 SAME
#define PUT_u64 SAME
#define PUT_b64 SAME
#define PUT_s64 SAME
#define PUT_f16 half_put
#define PUT_f32 plain_nan
#define PUT_f32z(V) plain_nan(flushed(V))
#define PUT_f32s saturated
#define PUT_f32zs(V) saturated(flushed(V))
#define PUT_f64 SAME
#define PUT_f64s(V) ((V) > 0 ? (V) < 1 ? (V) : 1 : 0)

/* ---- what the rows call ---- */
static inline int64_t clamped(int64_t v, int64_t least, int64_t most)
{
    return v < least ? least : v > most ? most : v;
}

static inline uint64_t reversed(uint64_t v, uint32_t bits)
{
    uint64_t out = 0;
    for (uint32_t i = 0; i < bits; i++)
        out |= (v >> i & 1) << (bits - 1 - i);
    return out;
}

#define SIGNED_TYPE(A) _Generic((A), int32_t: 1, int64_t: 1, default: 0)
/* the place of the highest bit that is set */
static inline uint32_t highest(uint64_t v) { return v ? 63 - (uint32_t)__builtin_clzll(v) : 0xffffffff; }
static inline uint32_t distance(uint64_t v, size_t bits) { return v ? (uint32_t)bits - 1 - highest(v) : 0xffffffff; }

static inline uint64_t field(uint64_t v, uint32_t at, uint32_t n, uint32_t bits, int sign)
{
    if (bits == 32 && sign)
        v = (uint64_t)(int64_t)(int32_t)v;
    uint64_t top = at + n > bits ? bits - 1 : at + n - 1, s = sign && n ? v >> (top < bits ? top : bits - 1) & 1 : 0,
             out = 0;
    uint32_t from_value = at >= bits ? 0 : n < bits - at ? n : bits - at;
    if (from_value)
        out = v >> at & (from_value == 64 ? ~0ull : (1ull << from_value) - 1);
    if (s && from_value < 64)
        out |= ~0ull << from_value;
    return out;
}

static inline uint64_t inserted(uint64_t from, uint64_t into, uint32_t at, uint32_t n, uint32_t bits)
{
    if (at >= bits || n == 0)
        return into;
    uint64_t mask = (n >= 64 ? ~0ull : (1ull << n) - 1) << at;
    return (into & ~mask) | (from << at & mask);
}

static inline uint32_t permuted(uint32_t a, uint32_t b, uint32_t how)
{
    uint64_t bytes = (uint64_t)b << 32 | a;
    uint32_t out = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t s = how >> 4 * i & 15, byte = (uint32_t)(bytes >> 8 * (s & 7)) & 255;
        out |= (s & 8 ? byte & 128 ? 255u : 0 : byte) << 8 * i;
    }
    return out;
}
static inline uint32_t selector(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t which)
{
    const uint32_t all[] = {a, b, c, d};
    return all[which & 3];
}

/* n bits from `at` on, both below 32 */
static inline uint32_t mask_of(uint32_t at, uint32_t n) { return (uint32_t)((((uint64_t)1 << n) - 1) << at); }

/* where the n-th bit is that is set, counted from `from` on, upwards; downwards where n is negative; 0: this one */
static inline uint32_t nth_set(uint32_t mask, uint32_t from, int32_t n)
{
    int64_t step = n < 0 ? -1 : 1, count = n < 0 ? -(int64_t)n : n ? n : 1;
    for (int64_t at = from; at >= 0 && at < 32; at += step) {
        if (mask >> at & 1 && --count == 0)
            return (uint32_t)at;
        if (n == 0)
            break;
    }
    return 0xffffffff;
}

/* bits n to n + 31 of b:a */
static inline uint32_t funnel(uint32_t a, uint32_t b, uint32_t n) { return (uint32_t)(((uint64_t)b << 32 | a) >> n); }

static inline uint32_t logic(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    uint32_t out = 0;
    for (uint32_t i = 0; i < 8; i++)
        if (table >> i & 1)
            out |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return out;
}

static inline uint32_t dot4(uint32_t a, uint32_t b, int a_signed, int b_signed)
{
    uint32_t sum = 0;
    for (int i = 0; i < 32; i += 8) {
        int32_t x = a_signed ? (int8_t)(a >> i) : (uint8_t)(a >> i),
                y = b_signed ? (int8_t)(b >> i) : (uint8_t)(b >> i);
        sum += (uint32_t)(x * y);
    }
    return sum;
}

/* halves of a times two bytes of b, from the bit `at` on */
static inline uint32_t dot2(uint32_t a, uint32_t b, int a_signed, int b_signed, int at)
{
    uint32_t sum = 0;
    for (int i = 0; i < 2; i++) {
        int64_t x = a_signed ? (int16_t)(a >> 16 * i) : (uint16_t)(a >> 16 * i),
                y = b_signed ? (int8_t)(b >> (at + 8 * i)) : (uint8_t)(b >> (at + 8 * i));
        sum += (uint32_t)(x * y);
    }
    return sum;
}

/* other roundings: the operands are volatile, so that no compiler moves the operation past the change of mode */
#define WITH_MODE(NAME, TYPE, PARAMS, VALUE, ...)                                                                      \
    static inline TYPE NAME PARAMS                                                                                     \
    {                                                                                                                  \
        volatile TYPE __VA_ARGS__, out;                                                                                \
        int before = fegetround();                                                                                     \
        fesetround(mode);                                                                                              \
        out = VALUE;                                                                                                   \
        fesetround(before);                                                                                            \
        return out;                                                                                                    \
    }
#define MODES(T, SUFFIX, FMA, SQRT)                                                                                    \
    WITH_MODE(add_##SUFFIX, T, (int mode, T a, T b), x + y, x = a, y = b)                                              \
    WITH_MODE(mul_##SUFFIX, T, (int mode, T a, T b), x *y, x = a, y = b)                                               \
    WITH_MODE(div_##SUFFIX, T, (int mode, T a, T b), x / y, x = a, y = b)                                              \
    WITH_MODE(fma_##SUFFIX, T, (int mode, T a, T b, T c), FMA(x, y, z), x = a, y = b, z = c)                           \
    WITH_MODE(sqrt_##SUFFIX, T, (int mode, T a), SQRT(x), x = a)
MODES(float, f32, fmaf, sqrtf)
MODES(double, f64, fma, sqrt)
#define ROUND_TO(TO, MODE, A)                                                                                          \
    ({                                                                                                                 \
        volatile __typeof__(A) from_ = (A);                                                                            \
        volatile TO to_;                                                                                               \
        int before_ = fegetround();                                                                                    \
        fesetround(MODE);                                                                                              \
        to_ = (TO)from_;                                                                                               \
        fesetround(before_);                                                                                           \
        (TO) to_;                                                                                                      \
    })

/* a NaN is the other operand; -0 is less than 0 */
#define LESS(NAME, T, FIRST, SIGN)                                                                                     \
    static inline T NAME(T a, T b)                                                                                     \
    {                                                                                                                  \
        if (a == b)                                                                                                    \
            return (SIGN(signbit(a))) ? a : b;                                                                         \
        return a != a ? b : b != b ? a : FIRST ? a : b;                                                                \
    }
LESS(lower_f32, float, a < b, )
LESS(lower_f64, double, a < b, )
LESS(higher_f32, float, a > b, !)
LESS(higher_f64, double, a > b, !)
#define lower(A, B) _Generic((A), float: lower_f32, double: lower_f64)(A, B)
#define higher(A, B) _Generic((A), float: higher_f32, double: higher_f64)(A, B)
static inline double high_word(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    bits &= ~0xffffffffull;
    memcpy(&v, &bits, sizeof v);
    return v;
}

#define NEGATIVE(T) ((T) - 1 < 1)
#define MOST(T) ((T)(NEGATIVE(T) ? ~0ull >> (65 - 8 * sizeof(T)) : ~0ull >> (64 - 8 * sizeof(T))))
#define LEAST(T) ((T)(NEGATIVE(T) ? ~MOST(T) : 0))
static inline __int128 within(__int128 v, __int128 least, __int128 most)
{
    return v < least ? least : v > most ? most : v;
}
#define SATURATED(T, A) (T) within(A, LEAST(T), MOST(T))
#define TO_INTEGER(T, V) (T) to_integer((double)(V), (int)sizeof(T) * 8, NEGATIVE(T), sizeof(T) == 8 || sizeof(A) == 8)
/* A NaN becomes 0, but the highest bit alone where either type has 64 bits. */
static inline int64_t to_integer(double v, int bits, bool sign, bool wide)
{
    if (v != v)
        return wide ? (int64_t)(1ull << (bits - 1)) : 0;
    double end = ldexp(1, sign ? bits - 1 : bits);
    uint64_t most = ~0ull >> (64 - bits + sign);
    if (v >= end)
        return (int64_t)most;
    if (v <= (sign ? -end : 0))
        return sign ? -(int64_t)most - 1 : 0;
    return sign ? (int64_t)v : (int64_t)(uint64_t)v;
}

/* ---- handlers ---- */
#define EACH(...)                                                                                                      \
    if (lanes == (uint32_t)ALL_LANES) {                                                                                \
        _Pragma("GCC ivdep") for (int l = 0; l < LANES; l++) { __VA_ARGS__; }                                          \
    } else                                                                                                             \
        for (uint32_t left = lanes; left; left &= left - 1) {                                                          \
            int l = __builtin_ctz(left);                                                                               \
            __VA_ARGS__;                                                                                               \
        }
#define BEGIN(NAME, SUFFIX, D)                                                                                         \
    CLONES static void run_##NAME##_##SUFFIX(struct warp *w, const struct insn *i, uint32_t lanes)                     \
    {                                                                                                                  \
        typedef C_##D T;                                                                                               \
        typedef X_##D WIDE;                                                                                            \
        enum { bits = sizeof(T) * 8 };                                                                                 \
        (void)sizeof(WIDE), (void)bits;                                                                                \
        R_##D *d = row(w, i->r[0]);
#define OPERAND(X, N, K) const R_##X *x##N = row(w, i->r[K]);
#define VALUE(X, V, N)                                                                                                 \
    C_##X V = (C_##X)GET_##X(x##N, l);                                                                                 \
    (void)V;
#define OP1(NAME, SUFFIX, D, A_, ...)                                                                                  \
    BEGIN(NAME, SUFFIX, D)                                                                                             \
    OPERAND(A_, 1, 1)                                                                                                  \
    EACH(VALUE(A_, A, 1) d[l] = (R_##D)PUT_##D(__VA_ARGS__))                                                           \
    }
#define OP2(NAME, SUFFIX, D, A_, B_, ...)                                                                              \
    BEGIN(NAME, SUFFIX, D)                                                                                             \
    OPERAND(A_, 1, 1)                                                                                                  \
    OPERAND(B_, 2, 2)                                                                                                  \
    EACH(VALUE(A_, A, 1) VALUE(B_, B, 2) d[l] = (R_##D)PUT_##D(__VA_ARGS__))                                           \
    }
#define OP3(NAME, SUFFIX, D, A_, B_, C_, ...)                                                                          \
    BEGIN(NAME, SUFFIX, D)                                                                                             \
    OPERAND(A_, 1, 1)                                                                                                  \
    OPERAND(B_, 2, 2)                                                                                                  \
    OPERAND(C_, 3, 3)                                                                                                  \
    EACH(VALUE(A_, A, 1) VALUE(B_, B, 2) VALUE(C_, C, 3) d[l] = (R_##D)PUT_##D(__VA_ARGS__))                           \
    }
#define OP4(NAME, SUFFIX, D, A_, B_, C_, E_, ...)                                                                      \
    BEGIN(NAME, SUFFIX, D)                                                                                             \
    OPERAND(A_, 1, 1)                                                                                                  \
    OPERAND(B_, 2, 2)                                                                                                  \
    OPERAND(C_, 3, 3)                                                                                                  \
    OPERAND(E_, 4, 4)                                                                                                  \
    EACH(VALUE(A_, A, 1) VALUE(B_, B, 2) VALUE(C_, C, 3) VALUE(E_, E, 4) d[l] = (R_##D)PUT_##D(__VA_ARGS__))           \
    }

#define PRED1(NAME, ...)                                                                                               \
    static void run_##NAME##_pred(struct warp *w, const struct insn *i, uint32_t lanes)                                \
    {                                                                                                                  \
        uint32_t *d = row(w, i->r[0]), A = lanes_of(w, i->r[1]);                                                       \
        *d = (*d & ~lanes) | ((__VA_ARGS__) & lanes);                                                                  \
    }
#define PRED2(NAME, ...)                                                                                               \
    static void run_##NAME##_pred(struct warp *w, const struct insn *i, uint32_t lanes)                                \
    {                                                                                                                  \
        uint32_t *d = row(w, i->r[0]), A = lanes_of(w, i->r[1]), B = lanes_of(w, i->r[2]);                             \
        *d = (*d & ~lanes) | ((__VA_ARGS__) & lanes);                                                                  \
    }

/* A predicate is a bit per lane. p|q get the result and its opposite, each joined with c where the form has one. */
static inline void set_predicates(struct warp *w, const struct insn *i, uint32_t lanes, uint32_t yes)
{
    uint32_t no = ~yes, *p = row(w, i->r[0]);
    if (i->sub & JOIN_KIND) {
        uint32_t c = lanes_of(w, i->r[3]);
        c = i->sub & JOIN_NOT ? ~c : c;
        switch (i->sub & JOIN_KIND) {
        case JOIN_AND:
            yes &= c, no &= c;
            break;
        case JOIN_OR:
            yes |= c, no |= c;
            break;
        default:
            yes ^= c, no ^= c;
        }
    }
    *p = (*p & ~lanes) | (yes & lanes);
    if (i->sub & JOIN_BOTH) {
        uint32_t *q = row(w, i->r[4]);
        *q = (*q & ~lanes) | (no & lanes);
    }
}
#define CMP(NAME, SUFFIX, A_, B_, ...)                                                                                 \
    CLONES static void run_##NAME##_##SUFFIX(struct warp *w, const struct insn *i, uint32_t lanes)                     \
    {                                                                                                                  \
        uint32_t yes = 0;                                                                                              \
        OPERAND(A_, 1, 1)                                                                                              \
        OPERAND(B_, 2, 2)                                                                                              \
        EACH(VALUE(A_, A, 1) VALUE(B_, B, 2) yes |= (uint32_t)(__VA_ARGS__) << l)                                      \
        set_predicates(w, i, lanes, yes);                                                                              \
    }
#define CMP1(NAME, SUFFIX, A_, ...)                                                                                    \
    static void run_##NAME##_##SUFFIX(struct warp *w, const struct insn *i, uint32_t lanes)                            \
    {                                                                                                                  \
        uint32_t yes = 0;                                                                                              \
        OPERAND(A_, 1, 1)                                                                                              \
        EACH(VALUE(A_, A, 1) yes |= (uint32_t)(__VA_ARGS__) << l)                                                      \
        set_predicates(w, i, lanes, yes);                                                                              \
    }

#endif
