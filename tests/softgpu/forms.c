/* forms.c: each form of ops.def, rare.def and halves.def computes what the host does by other means: integers in 128 bits, floats in
 * long double, the formulas of the PTX ISA. A row without an expected value here is a failure. Values: the edges of each type
 * in all pairs, NaN, infinities, -0 and denormals among them, and seeded random bits; halves exhaustively. */
#include "machine.h"

#include "../../softgpu/rows.h"
#include <fenv.h>
#include <math.h>
#include <stdbool.h>

#define MOST 5
struct row {
    const char *name;
    int n; /* operands with the result */
    const char *type[MOST];
    bool compares;
};
#define OP1(NAME, SUFFIX, D, A, ...) {#NAME "_" #SUFFIX, 2, {#D, #A}, false},
#define OP2(NAME, SUFFIX, D, A, B, ...) {#NAME "_" #SUFFIX, 3, {#D, #A, #B}, false},
#define OP3(NAME, SUFFIX, D, A, B, C, ...) {#NAME "_" #SUFFIX, 4, {#D, #A, #B, #C}, false},
#define OP4(NAME, SUFFIX, D, A, B, C, E, ...) {#NAME "_" #SUFFIX, 5, {#D, #A, #B, #C, #E}, false},
#define CMP(NAME, SUFFIX, A, B, ...) {#NAME "_" #SUFFIX, 3, {"pred", #A, #B}, true},
#define CMP1(NAME, SUFFIX, A, ...) {#NAME "_" #SUFFIX, 2, {"pred", #A}, true},
#define PRED1(NAME, ...) {#NAME "_pred", 2, {"pred", "pred"}, false},
#define PRED2(NAME, ...) {#NAME "_pred", 3, {"pred", "pred", "pred"}, false},
static const struct row rows[] = {
#include "../../softgpu/ops.def"
#include "../../softgpu/floats.def"
#include "../../softgpu/rare.def"
#include "../../softgpu/halves.def"
};
enum { ROWS = sizeof rows / sizeof *rows, SAMPLES = 4096 };

/* ---- types ---- */
static bool is_brain(const char *t) { return !strncmp(t, "bf16", 4); }
static bool is_pair(const char *t) { return strstr(t, "x2") != NULL; }
static int bits_of(const char *t)
{
    return !strcmp(t, "pred") ? 1 : !strcmp(t, "w") || is_pair(t) ? 32 : atoi(t + 1 + is_brain(t));
}
static bool is_float(const char *t) { return t[0] == 'f' || is_brain(t); }
static uint64_t cut(uint64_t v, int bits) { return bits == 64 ? v : v & ((1ull << bits) - 1); }
static __int128 integer(uint64_t v, const char *t)
{
    int n = bits_of(t);
    v = cut(v, n);
    return t[0] == 's' && v >> (n - 1) ? (__int128)v - ((__int128)1 << n) : (__int128)v;
}

/* of f16, or bf16 */
static double short_value(uint64_t h, bool brain)
{
    int digits = brain ? 7 : 10, most = brain ? 255 : 31, bias = brain ? 127 : 15, e = (int)(h >> digits) & most, m = (int)h & ((1 << digits) - 1);
    double v = e == most ? m ? NAN : INFINITY : e ? ldexp((1 << digits) + m, e - bias - digits) : ldexp(m, 1 - bias - digits);
    return h >> 15 & 1 ? -v : v;
}

/* one of the two short floats around it, found by search; the mode says which */
static uint64_t short_bits(long double v, bool brain, int mode)
{
    uint64_t sign = signbit(v) ? 0x8000 : 0;
    bool negative = sign != 0;
    v = fabsl(v);
    if (v != v)
        return 0x7fff;
    int low = 0, high = brain ? 0x7f80 : 0x7c00; /* those without a sign are in the order of their bits; the last is infinity */
    if (v - v != 0)
        return sign | (uint64_t)high;
    int infinite = high;
    long double beyond = brain ? 0x1p128L : 65536;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (short_value((uint64_t)middle, brain) <= v)
            low = middle;
        else
            high = middle;
    }
    long double below = v - short_value((uint64_t)low, brain), above = (high == infinite ? beyond : short_value((uint64_t)high, brain)) - v;
    if (below == 0)
        return sign | (uint64_t)low;
    if (mode != FE_TONEAREST)
        return sign | (uint64_t)(mode == (negative ? FE_DOWNWARD : FE_UPWARD) ? high : low);
    return sign | (uint64_t)(below < above || (below == above && !(low & 1)) ? low : high);
}

static long double real(uint64_t v, const char *t)
{
    if (bits_of(t) == 64) {
        double d;
        memcpy(&d, &v, sizeof d);
        return d;
    }
    if (bits_of(t) == 16)
        return short_value(v & 0xffff, is_brain(t));
    float f;
    uint32_t low = (uint32_t)v;
    memcpy(&f, &low, sizeof f);
    if (strchr(t, 'z') && fabsf(f) < 0x1p-126f)
        f = signbit(f) ? -0.0f : 0.0f;
    return f;
}

static uint64_t real_bits(long double v, const char *t)
{
    uint64_t out = 0;
    bool saturates = strlen(t) > 3 && t[strlen(t) - 1] == 's';
    if (bits_of(t) == 16)
        return short_bits(saturates ? v > 0 ? v < 1 ? v : 1 : 0 : v, is_brain(t), fegetround());
    if (bits_of(t) == 64) {
        volatile double d = (double)v;
        if (saturates)
            d = d > 0 ? d < 1 ? d : 1 : 0;
        memcpy(&out, (double *)&d, sizeof d);
        return out;
    }
    volatile float f = (float)v;
    if (strchr(t, 'z') && fabsf(f) < 0x1p-126f)
        f = signbit(f) ? -0.0f : 0.0f;
    if (saturates)
        f = f > 0 ? f < 1 ? f : 1 : 0;
    memcpy(&out, (float *)&f, sizeof f);
    return out;
}

/* ---- expected values ---- */
static bool has(const char *name, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = name; (p = strstr(p, word)); p++)
        if ((p == name || p[-1] == '_') && (p[n] == 0 || p[n] == '_'))
            return true;
    return false;
}
static bool begins(const char *name, const char *word) { return !strncmp(name, word, strlen(word)) && (name[strlen(word)] == '_'); }

static int mode_of(const char *name)
{
    return has(name, "rz") ? FE_TOWARDZERO : has(name, "rm") ? FE_DOWNWARD : has(name, "rp") ? FE_UPWARD : FE_TONEAREST;
}

static __int128 limit(const char *t, bool most)
{
    int n = bits_of(t);
    if (t[0] == 's')
        return most ? ((__int128)1 << (n - 1)) - 1 : -((__int128)1 << (n - 1));
    return most ? ((__int128)1 << n) - 1 : 0;
}
static __int128 between(__int128 v, const char *t) { return v < limit(t, false) ? limit(t, false) : v > limit(t, true) ? limit(t, true) : v; }

static bool compare(const char *name, bool less, bool equal, bool greater, bool unordered, bool *out)
{
    static const struct {
        const char *word;
        bool less, equal, greater, unordered;
    } kinds[] = {{"eq", 0, 1, 0, 0},  {"ne", 1, 0, 1, 0},  {"lt", 1, 0, 0, 0},  {"le", 1, 1, 0, 0},  {"gt", 0, 0, 1, 0},
                 {"ge", 0, 1, 1, 0},  {"lo", 1, 0, 0, 0},  {"ls", 1, 1, 0, 0},  {"hi", 0, 0, 1, 0},  {"hs", 0, 1, 1, 0},
                 {"equ", 0, 1, 0, 1}, {"neu", 1, 0, 1, 1}, {"ltu", 1, 0, 0, 1}, {"leu", 1, 1, 0, 1}, {"gtu", 0, 0, 1, 1},
                 {"geu", 0, 1, 1, 1}, {"num", 1, 1, 1, 0}, {"nan", 0, 0, 0, 1}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (has(name, kinds[k].word)) {
            *out = (kinds[k].less && less) || (kinds[k].equal && equal) || (kinds[k].greater && greater) || (kinds[k].unordered && unordered);
            return true;
        }
    return false;
}

/* A sum that is not exact gets an odd last digit, so that rounding it again does no harm. */
static long double exact_sum(long double product, long double addend)
{
    volatile long double p = product, c = addend; /* added anew in the other mode */
    volatile long double s = p + c, part = s - p, lost = (p - (s - part)) + (c - part);
    int before = fegetround();
    if (!(s - s == 0) || lost == 0)
        return s;
    fesetround(FE_TOWARDZERO);
    long double cut_off = p + c;
    fesetround(before);
    uint64_t m;
    memcpy(&m, &cut_off, sizeof m); /* the 64 digits of x86's long double */
    m |= 1;
    memcpy(&cut_off, &m, sizeof m);
    return cut_off;
}

/* how the value may differ */
enum verdict { NO_VALUE, EXACT, NEAR, ANY };

/* d = NAME of v[1..], for floats */
static enum verdict of_reals(const struct row *r, const uint64_t *v, uint64_t *out)
{
    const char *s = r->name, *d = r->type[0];
    long double a = real(v[1], r->type[1]), b = r->n > 2 ? real(v[2], r->type[2]) : 0, c = r->n > 3 ? real(v[3], r->type[3]) : 0, x;
    enum verdict how = EXACT;
    bool wide = bits_of(d) == 64, yes;
    if (begins(s, "testp")) {
        *out = has(s, "finite") ? isfinite(a) : has(s, "infinite") ? isinf(a) : has(s, "number") ? !isnan(a) : isnan(a);
        return EXACT;
    }
    if (r->compares)
        return compare(s, a < b, a == b, a > b, a != a || b != b, &yes) ? (*out = yes, EXACT) : NO_VALUE;
    int before = fegetround();
    fesetround(mode_of(s));
    if (begins(s, "add"))
        x = wide ? (volatile double)(double)a + (volatile double)(double)b : a + b;
    else if (begins(s, "sub"))
        x = wide ? (volatile double)(double)a - (volatile double)(double)b : a - b;
    else if (begins(s, "mul"))
        x = wide ? (volatile double)(double)a * (volatile double)(double)b : a * b;
    else if (begins(s, "fma") || begins(s, "mad")) {
        if (wide)
            x = fma((double)a, (double)b, (double)c);
        else if (bits_of(d) == 16)
            x = exact_sum(a * b, c);
        else
            x = fmaf((float)a, (float)b, (float)c);
    } else if (begins(s, "div"))
        x = wide ? (volatile double)(double)a / (volatile double)(double)b : a / b;
    else if (begins(s, "rcp"))
        x = wide ? 1 / (volatile double)(double)a : 1 / a;
    else if (begins(s, "sqrt"))
        x = wide ? sqrt((double)a) : sqrtl(a);
    else if (begins(s, "rsqrt"))
        x = 1 / sqrtl(a);
    else if (begins(s, "sin"))
        x = sinl(a);
    else if (begins(s, "cos"))
        x = cosl(a);
    else if (begins(s, "lg2"))
        x = log2l(a);
    else if (begins(s, "ex2"))
        x = exp2l(a);
    else if (begins(s, "tanh"))
        x = tanhl(a);
    else if (begins(s, "neg") || begins(s, "abs"))
        x = begins(s, "neg") ? -a : fabsl(a);
    else if (begins(s, "set")) {
        if (!compare(s, a < b, a == b, a > b, a != a || b != b, &yes))
            return NO_VALUE;
        if (!is_float(d)) {
            *out = yes ? ~0ull : 0;
            return EXACT;
        }
        x = yes;
    } else if (has(s, "NaN") && (a != a || b != b))
        x = NAN;
    else if (begins(s, "min") || begins(s, "max")) {
        bool low = begins(s, "min");
        x = a != a ? b : b != b ? a : a == b ? (signbit(a) ? 1 : 0) == low ? a : b : (a < b) == low ? a : b;
    } else if (begins(s, "cvt")) {
        x = a;
        if (has(s, "rni") || has(s, "rzi") || has(s, "rmi") || has(s, "rpi"))
            x = has(s, "rni") ? rintl(a) : has(s, "rzi") ? truncl(a) : has(s, "rmi") ? floorl(a) : ceill(a);
    } else {
        fesetround(before);
        return NO_VALUE;
    }
    if (has(s, "approx") || has(s, "full"))
        how = NEAR;
    if (has(s, "relu"))
        x = x <= 0 ? 0 : x;
    if (is_float(d))
        *out = real_bits(x, d);
    else {
        long double top = (long double)limit(d, true), bottom = (long double)limit(d, false);
        bool long_one = bits_of(d) == 64 || bits_of(r->type[1]) == 64; /* PTX ISA, cvt: what becomes of a NaN */
        *out = x != x ? long_one ? 1ull << (bits_of(d) - 1) : 0 : x >= top ? (uint64_t)limit(d, true) : x <= bottom ? (uint64_t)limit(d, false) : (uint64_t)(__int128)x;
    }
    fesetround(before);
    return how;
}

static uint64_t reverse(uint64_t v, int n)
{
    uint64_t out = 0;
    for (int i = 0; i < n; i++, v >>= 1)
        out = out << 1 | (v & 1);
    return out;
}

/* as the ISA writes bfe: bit by bit */
static uint64_t extract(uint64_t a, int at, int n, int bits, bool sign)
{
    int top = at + n - 1 < bits - 1 ? at + n - 1 : bits - 1;
    uint64_t s = !sign || n == 0 ? 0 : a >> top & 1, out = 0;
    for (int i = 0; i < bits; i++)
        out |= (i < n && at + i < bits ? a >> (at + i) & 1 : s) << i;
    return out;
}

static uint64_t permute(uint64_t a, uint64_t b, uint64_t c, const char *s)
{
    unsigned char in[8], mode = c & 3;
    uint64_t out = 0;
    for (int i = 0; i < 4; i++)
        in[i] = (unsigned char)(a >> 8 * i), in[4 + i] = (unsigned char)(b >> 8 * i);
    for (int i = 0; i < 4; i++) {
        int k = c >> 4 * i & 7;
        bool sign = c >> (4 * i + 3) & 1;
        if (has(s, "f4e"))
            k = mode + i, sign = false;
        else if (has(s, "b4e"))
            k = (mode - i) & 7, sign = false;
        else if (has(s, "rc8"))
            k = mode, sign = false;
        else if (has(s, "ecl"))
            k = i > mode ? i : mode, sign = false;
        else if (has(s, "ecr"))
            k = i < mode ? i : mode, sign = false;
        else if (has(s, "rc16"))
            k = (mode & 1) * 2 + (i & 1), sign = false;
        out |= (uint64_t)(sign ? in[k] & 128 ? 255 : 0 : in[k]) << 8 * i;
    }
    return out;
}

static enum verdict of_integers(const struct row *r, const uint64_t *v, uint64_t *out)
{
    const char *s = r->name, *t = r->type[1], *d = r->type[0];
    int n = bits_of(t), high = 0;
    __int128 a = integer(v[1], t), b = r->n > 2 ? integer(v[2], r->type[2]) : 0, c = r->n > 3 ? integer(v[3], r->type[3]) : 0, x = 0;
    uint64_t u = cut(v[1], n), w = r->n > 2 ? cut(v[2], bits_of(r->type[2])) : 0, y = r->n > 3 ? cut(v[3], bits_of(r->type[3])) : 0;
    bool yes;
    if (r->compares)
        return compare(s, a < b, a == b, a > b, false, &yes) ? (*out = yes, EXACT) : NO_VALUE;
    if (begins(s, "mov"))
        x = (__int128)u;
    else if (begins(s, "selp"))
        x = (__int128)(y & 1 ? u : w);
    else if (begins(s, "add"))
        x = has(s, "sat") ? between(a + b, d) : a + b;
    else if (begins(s, "sub"))
        x = has(s, "sat") ? between(a - b, d) : a - b;
    else if (begins(s, "mul24") || begins(s, "mad24")) {
        __int128 p = extract(u, 0, 24, 32, t[0] == 's'), q = extract(w, 0, 24, 32, t[0] == 's');
        x = p * q + (r->n > 3 ? c : 0);
    } else if (begins(s, "mul") || begins(s, "mad")) {
        unsigned __int128 whole = (unsigned __int128)a * (unsigned __int128)b;
        high = has(s, "hi") ? n : 0;
        x = t[0] == 's' ? (__int128)whole >> high : (__int128)(whole >> high);
        x = cut((uint64_t)x, bits_of(d)) == (uint64_t)x || high == 0 ? x : x;
        x = has(s, "sat") ? between(x + c, d) : (__int128)((unsigned __int128)x + (unsigned __int128)c);
    } else if (begins(s, "div") || begins(s, "rem")) {
        if (b == 0)
            return ANY;
        x = begins(s, "div") ? a / b : a % b;
    } else if (begins(s, "min") || begins(s, "max"))
        x = (a < b) == begins(s, "min") ? a : b, x = has(s, "relu") && x < 0 ? 0 : x;
    else if (begins(s, "abs"))
        x = a < 0 ? -a : a;
    else if (begins(s, "neg"))
        x = -a;
    else if (begins(s, "sad"))
        x = c + (a < b ? b - a : a - b);
    else if (begins(s, "and"))
        x = u & w;
    else if (begins(s, "or"))
        x = u | w;
    else if (begins(s, "xor"))
        x = u ^ w;
    else if (begins(s, "not"))
        x = ~u;
    else if (begins(s, "cnot"))
        x = u == 0;
    else if (begins(s, "shl"))
        x = w >= (uint64_t)n ? 0 : (__int128)(u << w);
    else if (begins(s, "shr"))
        x = t[0] == 's' ? a >> (w > 100 ? 100 : w) : w >= (uint64_t)n ? 0 : (__int128)(u >> w);
    else if (begins(s, "popc"))
        for (int i = 0; i < n; i++)
            x += u >> i & 1;
    else if (begins(s, "clz"))
        for (x = n; u; u >>= 1)
            x--;
    else if (begins(s, "brev"))
        x = reverse(u, n);
    else if (begins(s, "bfind")) {
        u = t[0] == 's' && a < 0 ? cut(~u, n) : u;
        for (x = -1; u; u >>= 1)
            x++;
        if (has(s, "shiftamt") && x >= 0)
            x = n - 1 - x;
    } else if (begins(s, "bfe"))
        x = extract(u, w & 255, y & 255, n, t[0] == 's');
    else if (begins(s, "bfi")) {
        int at = y & 255, len = v[4] & 255;
        x = w;
        for (int i = 0; i < len && at + i < n; i++)
            x = (x & ~((__int128)1 << (at + i))) | (__int128)(u >> i & 1) << (at + i);
    } else if (begins(s, "prmt"))
        x = permute(u, w, y, s);
    else if (begins(s, "shf")) {
        int by = has(s, "wrap") ? y & 31 : y > 32 ? 32 : y;
        for (int i = 0; i < 32; i++) {
            int from = has(s, "l") ? 32 + i - by : i + by;
            x |= (__int128)((from < 32 ? u >> from : w >> (from - 32)) & 1) << i;
        }
    } else if (begins(s, "lop3")) {
        for (int i = 0; i < 32; i++)
            x |= (__int128)(v[4] >> ((u >> i & 1) << 2 | (w >> i & 1) << 1 | (y >> i & 1)) & 1) << i;
    } else if (begins(s, "bmsk")) { /* as the ISA writes it; y: of the clamped form what is beyond 31 */
        bool clamp = has(s, "clamp");
        uint32_t one = (uint32_t)u & 31, two = (uint32_t)w & 31, mask0 = clamp && u > 31 ? 0 : ~0u << one, sum = one + two,
                 mask1 = sum > 31 || (clamp && (u > 31 || w > 31)) ? 0 : two == 0 ? ~0u << one : ~0u << sum;
        x = two == 0 && !(clamp && w > 31) ? 0 : mask0 & ~mask1;
    } else if (begins(s, "szext"))
        x = has(s, "clamp") && w > 31 ? a : (__int128)extract(u, 0, w & 31, 32, t[0] == 's');
    else if (begins(s, "fns")) {
        int64_t count = llabs((int64_t)c), at = (int64_t)w, found = -1;
        if (w > 31)
            return ANY;
        for (; c && at >= 0 && at < 32 && found < 0; at += c < 0 ? -1 : 1)
            if (u >> at & 1 && --count == 0)
                found = at;
        x = c == 0 && u >> w & 1 ? (__int128)w : found;
    } else if (begins(s, "dp2a")) {
        x = c;
        for (int i = 0; i < 2; i++)
            x += integer(u >> 16 * i, t[0] == 's' ? "s16" : "u16") * integer(w >> ((has(s, "hi") ? 16 : 0) + 8 * i), r->type[2][0] == 's' ? "s8" : "u8");
    } else if (begins(s, "dp4a")) {
        x = c;
        for (int i = 0; i < 4; i++)
            x += integer(u >> 8 * i, t[0] == 's' ? "s8" : "u8") * integer(w >> 8 * i, r->type[2][0] == 's' ? "s8" : "u8");
    } else if (begins(s, "copysign"))
        x = (__int128)((u >> (n - 1) << (n - 1)) | (w & ~(1ull << (n - 1))));
    else if (begins(s, "cvt")) {
        if (is_float(d)) {
            int before = fegetround();
            fesetround(mode_of(s));
            *out = bits_of(d) == 64 ? real_bits((long double)a, d) : real_bits((long double)a, d);
            fesetround(before);
            return EXACT;
        }
        x = has(s, "sat") ? between(a, d) : a;
    } else
        return NO_VALUE;
    *out = (uint64_t)x;
    return EXACT;
}

static enum verdict expected(const struct row *r, const uint64_t *v, uint64_t *out);

/* each half of a pair is what the form of single ones computes; a conversion of two floats makes the upper half of the first */
static enum verdict of_pairs(const struct row *r, const uint64_t *v, uint64_t *out)
{
    struct row one = *r;
    enum verdict how = EXACT;
    bool joins = begins(r->name, "cvt"), integers = has(r->name, "u16x2") || has(r->name, "s16x2");
    const char *single = has(r->name, "bf16x2") ? "bf16" : has(r->name, "f16x2") ? has(r->name, "sat") ? "f16s" : "f16" : has(r->name, "u16x2") ? "u16" : "s16";
    for (int i = 0; i < r->n; i++)
        one.type[i] = joins && i ? "f32" : i == 0 && begins(r->name, "set") && r->type[0][0] == 'u' ? "u16" : single;
    one.n = joins ? 2 : r->n;
    *out = 0;
    for (int h = 0; h < 2; h++) {
        uint64_t w[MOST] = {0}, part = 0;
        for (int i = 1; i < one.n; i++)
            w[i] = joins ? v[h ? 1 : 2] : v[i] >> 16 * h & 0xffff;
        if (begins(r->name, "neg") || begins(r->name, "abs"))
            part = r->name[0] == 'n' ? w[1] ^ 0x8000 : w[1] & 0x7fff;
        else
            how = integers ? of_integers(&one, w, &part) : of_reals(&one, w, &part);
        *out |= (part & 0xffff) << 16 * h;
    }
    return how;
}

static enum verdict expected(const struct row *r, const uint64_t *v, uint64_t *out)
{
    const char *t = r->type[1];
    bool moves = begins(r->name, "mov") || begins(r->name, "selp");
    if (has(r->name, "f16x2") || has(r->name, "bf16x2") || has(r->name, "u16x2") || has(r->name, "s16x2"))
        return of_pairs(r, v, out);
    if (begins(r->name, "vabsdiff2") || begins(r->name, "vabsdiff4")) {
        int bits = r->name[8] == '2' ? 16 : 8;
        *out = has(r->name, "add") ? v[3] : 0;
        for (int k = 0; k < 32; k += bits) {
            int64_t x = (int64_t)cut(v[1] >> k, bits), y = (int64_t)cut(v[2] >> k, bits), d = x < y ? y - x : x - y;
            *out += has(r->name, "add") ? (uint64_t)d : (uint64_t)d << k;
        }
        return EXACT;
    }
    if (!strcmp(r->name, "neg_bf16") || !strcmp(r->name, "abs_bf16")) {
        *out = r->name[0] == 'n' ? v[1] ^ 0x8000 : v[1] & 0x7fff;
        return EXACT;
    }
    if (!strcmp(r->name, "neg_f32") || !strcmp(r->name, "neg_f64") || !strcmp(r->name, "neg_f16")) {
        *out = v[1] ^ 1ull << (bits_of(t) - 1);
        return EXACT;
    }
    if (!strcmp(r->name, "abs_f32") || !strcmp(r->name, "abs_f64") || !strcmp(r->name, "abs_f16")) {
        *out = v[1] & ~(1ull << (bits_of(t) - 1));
        return EXACT;
    }
    return is_float(t) && !moves ? of_reals(r, v, out) : of_integers(r, v, out);
}

/* ---- PTX ---- */
static const char *class_of(const char *t) { return !strcmp(t, "pred") ? "p" : bits_of(t) == 64 ? "d" : bits_of(t) == 16 ? "h" : "w"; }

static size_t kernel_text(char *out, size_t room, int number)
{
    const struct row *r = &rows[number];
    char name[64];
    size_t n = 0, k = 0;
    for (; r->name[k]; k++)
        name[k] = r->name[k] == '_' ? '.' : r->name[k];
    name[k] = 0;
#define ADD(...) n += (size_t)snprintf(out + n, room - n, __VA_ARGS__)
    ADD(".visible .entry k%d(.param .u64 in, .param .u64 out)\n{\n.reg .pred %%p<8>;\n.reg .b16 %%h<8>;\n.reg .b32 %%w<9>;\n"
        ".reg .b64 %%d<16>;\nmov.u32 %%w8, %%ctaid.x;\nmov.u32 %%w7, %%ntid.x;\nmov.u32 %%w6, %%tid.x;\n"
        "mad.lo.u32 %%w8, %%w8, %%w7, %%w6;\nld.param.u64 %%d8, [in];\nld.param.u64 %%d9, [out];\n"
        "mad.wide.u32 %%d8, %%w8, 40, %%d8;\nmad.wide.u32 %%d9, %%w8, 8, %%d9;\n",
        number);
    for (int i = 1; i < r->n; i++) {
        const char *c = class_of(r->type[i]);
        ADD("ld.global.u64 %%d10, [%%d8+%d];\n", 8 * i);
        if (*c == 'd')
            ADD("mov.b64 %%d%d, %%d10;\n", i);
        else if (*c == 'p')
            ADD("and.b64 %%d10, %%d10, 1;\nsetp.ne.b64 %%p%d, %%d10, 0;\n", i);
        else
            ADD("cvt.u%d.u64 %%%s%d, %%d10;\n", *c == 'h' ? 16 : 32, c, i);
    }
    ADD("%s %%%s0", name, class_of(r->type[0]));
    for (int i = 1; i < r->n; i++)
        ADD(", %%%s%d", class_of(r->type[i]), i);
    ADD(";\n");
    switch (*class_of(r->type[0])) {
    case 'p':
        ADD("selp.u64 %%d0, 1, 0, %%p0;\n");
        break;
    case 'h':
        ADD("cvt.u64.u16 %%d0, %%h0;\n");
        break;
    case 'w':
        ADD("cvt.u64.u32 %%d0, %%w0;\n");
        break;
    }
    ADD("st.global.u64 [%%d9], %%d0;\nret;\n}\n");
#undef ADD
    return n;
}

/* ---- values ---- */
static uint64_t state = 88172645463325252ull;
static uint64_t chance(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static uint64_t sample(const char *t, uint64_t k)
{
    static const uint64_t integers[] = {0, 1, 2, 31, 32, 33, 63, 64, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff, 0x7fffffff,
                                        0x80000000, 0xffffffff, 0x7fffffffffffffff, 0x8000000000000000, ~0ull, ~1ull};
    static const uint64_t singles[] = {0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 1, 0x80000001,
                                       0x007fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x3f000000, 0x3fc00000, 0xc0200000, 0x4f000000, 0x4effffff, 0x5f000000, 0xcf000001};
    static const uint64_t doubles[] = {0, 1ull << 63, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000, 0xfff0000000000000,
                                       0x7ff8000000000000, 1, 0x000fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff, 0x3fe0000000000000,
                                       0x3ff8000000000000, 0xc004000000000000, 0x41dfffffffc00000, 0x41e0000000000000, 0x43e0000000000000, 0x3800000000000000, 0x36a0000000000000, 0x47efffffffffffff};
    static const uint64_t shorts[] = {0, 0x8000, 0x3c00, 0x3f80, 0xbf80, 0x7c00, 0xfc00, 0x7f80, 0xff80, 0x7fff, 1, 0x8001, 0x0080, 0x7bff, 0x7f7f, 0x4000, 0x3f00, 0x477f, 0x47ff, 0xc2f7};
#define PICK(A) (k < sizeof A / sizeof *A ? A[k] : chance())
    if (is_pair(t) || is_brain(t))
        return k < 22 ? PICK(shorts) | (chance() & 0xffff) << 16 : chance();
    if (!is_float(t))
        return k < 22 ? PICK(integers) : k & 1 ? chance() : chance() >> (chance() & 63);
    return bits_of(t) == 64 ? PICK(doubles) : bits_of(t) == 32 ? PICK(singles) : chance();
}

static void fill(const struct row *r, uint64_t (*in)[MOST], bool halves)
{
    for (uint64_t k = 0; k < SAMPLES; k++)
        for (int i = 1; i < r->n; i++) {
            uint64_t edge = i == 1 ? k % 22 : i == 2 ? k / 22 : chance() % 30;
            in[k][i] = k < 22 * 22 ? sample(r->type[i], edge) : sample(r->type[i], 1000);
            /* distances, positions and lengths are mostly small ones */
            if (!strcmp(r->type[i], "w") && k & 3)
                in[k][i] = chance() & 63;
            if (k >= 22 * 22 && is_float(r->type[i]) && bits_of(r->type[i]) >= 32 && !is_pair(r->type[i]) && k & 1) /* of like size, so that not all is lost */
                in[k][i] = bits_of(r->type[i]) == 64 ? (in[k][i] & 0x800fffffffffffff) | (1015 + chance() % 70) << 52
                                                      : (in[k][i] & 0x807fffff) | (119 + chance() % 40) << 23;
            if (halves && i == 1)
                in[k][i] = k; /* the caller adds the rest */
        }
}

static bool same(const struct row *r, uint64_t got, uint64_t wanted, enum verdict how)
{
    const char *t = r->type[0];
    /* a result is a bit pattern where the row has it in another type than PTX's name says */
    const char *named = strrchr(r->name, '_') + 1;
    bool real_result = is_float(t) || (begins(r->name, "copysign") && is_float(named));
    got = cut(got, bits_of(t)), wanted = cut(wanted, bits_of(t));
    if (!strcmp(t, "s8") || !strcmp(t, "u8"))
        got = cut(got, 8), wanted = cut(wanted, 8);
    if (got == wanted || how == ANY)
        return true;
    if (!real_result)
        return false;
    if (is_pair(t) || bits_of(t) == 16) {
        for (int h = 0; h < bits_of(t); h += 16) {
            double a = short_value(got >> h & 0xffff, is_brain(t)), b = short_value(wanted >> h & 0xffff, is_brain(t));
            bool near = how == NEAR && fabs(a - b) <= fabs(b) * (is_brain(t) ? 0x1p-8 : 0x1p-10) + (is_brain(t) ? 0x1p-133 : 0x1p-24);
            if (!near && a != b && !(a != a && b != b))
                return false;
            if (!near && a == b && (got >> h & 0xffff) != (wanted >> h & 0xffff))
                return false; /* the sign of 0 */
        }
        return true;
    }
    long double a = real(got, t), b = real(wanted, t);
    if (a != a && b != b)
        return true;
    return how == NEAR && fabsl(a - b) <= fabsl(b) * 0x1p-20L + 0x1p-125L;
}

static void try(handle module, int number, uint64_t (*in)[MOST], uint64_t *out, address a, address b, uint64_t first)
{
    const struct row *r = &rows[number];
    char name[16];
    handle f;
    void *params[] = {&a, &b};
    int bad = 0;
    snprintf(name, sizeof name, "k%d", number);
    CHECK(cuModuleGetFunction(&f, module, name) == 0);
    fill(r, in, first != ~0ull);
    for (int k = 0; first != ~0ull && k < SAMPLES; k++)
        in[k][1] += first;
    CHECK(cuMemcpyHtoD_v2(a, in, SAMPLES * sizeof *in) == 0);
    CHECK(machine_run(f, SAMPLES / 128, 128, params) == 0);
    CHECK(cuMemcpyDtoH_v2(out, b, SAMPLES * sizeof *out) == 0);
    for (int k = 0; k < SAMPLES && bad < 3; k++) {
        uint64_t wanted = 0;
        enum verdict how = expected(r, in[k], &wanted);
        if (how == NO_VALUE) {
            printf("%s: no expected value\n", r->name);
            bad = 3;
        } else if (!same(r, out[k], wanted, how)) {
            printf("%s(%llx, %llx, %llx, %llx) = %llx, expected %llx\n", r->name, (unsigned long long)in[k][1],
                   (unsigned long long)in[k][2], (unsigned long long)in[k][3], (unsigned long long)in[k][4],
                   (unsigned long long)out[k], (unsigned long long)wanted);
            bad++;
        }
    }
    failures += bad != 0;
}

int main(int argc, char **argv)
{
    enum { TEXT = 4 << 20 };
    char *text = malloc(TEXT);
    uint64_t(*in)[MOST] = calloc(SAMPLES, sizeof *in), *out = calloc(SAMPLES, sizeof *out);
    size_t n = (size_t)snprintf(text, TEXT, PTX);
    handle module;
    machine_open(argc > 1 ? argv[1] : "libgantry_softgpu.so");
    for (int k = 0; k < ROWS; k++)
        n += kernel_text(text + n, TEXT - n, k);
    if (machine_load(&module, text)) {
        printf("%s\n", machine_log);
        return 1;
    }
    address a = machine_copy(NULL, SAMPLES * sizeof *in), b = machine_copy(NULL, SAMPLES * sizeof *out);
    for (int k = 0; k < ROWS; k++) {
        try(module, k, in, out, a, b, ~0ull);
        for (uint64_t first = 0; first < 65536 && (!strcmp(rows[k].type[1], "f16") || (is_brain(rows[k].type[1]) && rows[k].n == 2)); first += SAMPLES)
            try(module, k, in, out, a, b, first);
    }
    printf("%d forms, %d failed\n", ROWS, failures);
    return failures != 0;
}
