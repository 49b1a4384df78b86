/* number.c: the numbers of a program: equal or not, how far apart, and as text. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"

bool gantry_is_float(char kind) { return kind && strchr("fdgh", kind); }

static double half(const void *p)
{
    uint16_t h;
    memcpy(&h, p, sizeof h);
    int exponent = h >> 10 & 31, fraction = h & 1023;
    double v = exponent == 31  ? (fraction ? NAN : INFINITY)
               : exponent == 0 ? ldexp(fraction, -24)
                               : ldexp(fraction + 1024, exponent - 25);
    return h >> 15 ? -v : v;
}

static long double integer(bool is_signed, uint32_t bytes, const void *p)
{
    unsigned __int128 u = 0;
    memcpy(&u, p, bytes);
    if (is_signed && bytes < 16 && u >> (bytes * 8 - 1))
        u |= ~(unsigned __int128)0 << (bytes * 8);
    return is_signed ? (long double)(__int128)u : (long double)u;
}

long double gantry_value(char kind, uint32_t bytes, const void *p)
{
    union gantry_number n = {{0}};
    memcpy(n.bytes, p, bytes <= sizeof n ? bytes : sizeof n);
    switch (kind) {
    case 'f':
        return n.f;
    case 'd':
        return n.d;
    case 'g':
        return n.g;
    case 'h':
        return half(p);
    default:
        return integer(kind == 'i', bytes <= 16 ? bytes : 16, p);
    }
}

/* Of a long double's 16 bytes 10 hold the number. */
bool gantry_same(char kind, uint32_t bytes, const void *a, const void *b)
{
    if (memcmp(a, b, kind == 'g' ? 10 : bytes) == 0)
        return true;
    return gantry_is_float(kind) && isnan(gantry_value(kind, bytes, a)) && isnan(gantry_value(kind, bytes, b));
}

static const struct {
    char kind;
    int digits, least; /* binary digits; exponent of the smallest step */
} formats[] = {{'f', FLT_MANT_DIG, FLT_MIN_EXP - FLT_MANT_DIG},
               {'d', DBL_MANT_DIG, DBL_MIN_EXP - DBL_MANT_DIG},
               {'g', LDBL_MANT_DIG, LDBL_MIN_EXP - LDBL_MANT_DIG},
               {'h', 11, -24}};

long double gantry_ulp(char kind, uint32_t bytes, const void *p)
{
    long double v = gantry_value(kind, bytes, p);
    int exponent;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].kind == kind && isfinite(v)) {
            frexpl(v, &exponent);
            exponent -= formats[i].digits;
            return ldexpl(1, v == 0 || exponent < formats[i].least ? formats[i].least : exponent);
        }
    return 0;
}

/* Maps the bits of a floating-point number to an integer, in the same order */
static int64_t ordered(uint64_t bits, int width)
{
    uint64_t sign = 1ull << (width - 1);
    return bits & sign ? -(int64_t)(bits & (sign - 1)) : (int64_t)bits;
}

uint64_t gantry_ulps(char kind, const void *a, const void *b)
{
    int bytes = kind == 'f' ? 4 : kind == 'd' ? 8 : kind == 'h' ? 2 : 0;
    uint64_t x = 0, y = 0;
    if (!bytes || !isfinite(gantry_value(kind, (uint32_t)bytes, a)) ||
        !isfinite(gantry_value(kind, (uint32_t)bytes, b)))
        return 0;
    memcpy(&x, a, (size_t)bytes);
    memcpy(&y, b, (size_t)bytes);
    int64_t m = ordered(x, bytes * 8), n = ordered(y, bytes * 8);
    return m > n ? (uint64_t)m - (uint64_t)n : (uint64_t)n - (uint64_t)m;
}

/* The fewest digits, six at least, that read back as the same number */
static void float_text(char kind, uint32_t bytes, const void *p, struct gantry_text *out)
{
    long double v = gantry_value(kind, bytes, p);
    char s[64];
    for (int digits = 6; digits <= 21; digits++) {
        snprintf(s, sizeof s, "%.*Lg", digits, v);
        long double again = kind == 'f'   ? (long double)strtof(s, NULL)
                            : kind == 'd' ? (long double)strtod(s, NULL)
                                          : strtold(s, NULL);
        if (again == v || (kind == 'h' && digits >= 5) || isnan(v))
            break;
    }
    gantry_text_add(out, "%s", s);
}

static void bytes_text(uint32_t bytes, const void *p, struct gantry_text *out)
{
    gantry_text_add(out, "bytes");
    for (uint32_t i = 0; i < bytes; i++)
        gantry_text_add(out, " %02x", ((const unsigned char *)p)[i]);
}

/* ---- bit-fields ---- */
static unsigned __int128 mask_of(const struct gantry_field *f)
{
    return (((unsigned __int128)1 << f->bits) - 1) << f->offset;
}

void gantry_bits_get(const struct gantry_field *field, uint32_t bytes, const void *unit, union gantry_number *out)
{
    unsigned __int128 u = 0;
    memcpy(&u, unit, bytes);
    uint64_t value = (uint64_t)((u & mask_of(field)) >> field->offset);
    if (field->of->kind == 'i' && value >> (field->bits - 1))
        value |= ~(uint64_t)0 << (field->bits - 1);
    *out = (union gantry_number){{0}};
    memcpy(out->bytes, &value, sizeof value);
}

void gantry_bits_put(const struct gantry_field *field, uint32_t bytes, void *unit, const union gantry_number *value)
{
    unsigned __int128 u = 0;
    uint64_t v;
    memcpy(&u, unit, bytes);
    memcpy(&v, value->bytes, sizeof v);
    u = (u & ~mask_of(field)) | (((unsigned __int128)v << field->offset) & mask_of(field));
    memcpy(unit, &u, bytes);
}

bool gantry_leaf_same(const struct gantry_leaf *l, const void *a, const void *b)
{
    if (!l->unit)
        return gantry_same(l->kind, l->bytes, a, b);
    for (uint32_t i = 0; i < l->unit->nfields; i++) {
        union gantry_number x, y;
        gantry_bits_get(&l->unit->fields[i], l->bytes, a, &x);
        gantry_bits_get(&l->unit->fields[i], l->bytes, b, &y);
        if (memcmp(&x, &y, sizeof x) != 0)
            return false;
    }
    return true;
}

void gantry_number_text(char kind, uint32_t bytes, const void *p, struct gantry_text *out)
{
    uint64_t u = 0;
    if (gantry_is_float(kind)) {
        float_text(kind, bytes, p, out);
        return;
    }
    if (kind == '?' || bytes > 8) {
        bytes_text(bytes, p, out);
        return;
    }
    memcpy(&u, p, bytes);
    if (kind == 'p')
        gantry_text_add(out, "0x%llx", (unsigned long long)u);
    else if (kind == 'i')
        gantry_text_add(out, "%lld", (long long)integer(true, bytes, p));
    else
        gantry_text_add(out, "%llu", (unsigned long long)u);
}

long double gantry_off_by(char kind, uint32_t bytes, const void *a, const void *b)
{
    long double off = fabsl(gantry_value(kind, bytes, a) - gantry_value(kind, bytes, b));
    return isnan(off) ? INFINITY : off;
}

void gantry_distance_text(char kind, uint32_t bytes, const void *a, const void *b, struct gantry_text *out)
{
    long double off = gantry_off_by(kind, bytes, a, b), reference = fabsl(gantry_value(kind, bytes, b));
    uint64_t ulps = gantry_ulps(kind, a, b);
    if (!isfinite(off) || strchr("p?b", kind))
        return;
    if (off == 0) {
        gantry_text_add(out, " (another sign)");
        return;
    }
    if (!gantry_is_float(kind)) {
        gantry_text_add(out, " (off by %.0Lf)", off);
        return;
    }
    gantry_text_add(out, " (off by %.4Lg", off);
    if (reference > 0)
        gantry_text_add(out, ", %.3Lg %%", off / reference * 100);
    if (ulps)
        gantry_text_add(out, ", %llu ULP", (unsigned long long)ulps);
    gantry_text_add(out, ")");
}
