/* math_bits.h: what math.c and complex.c share. */
#ifndef GANTRY_MATH_BITS_H
#define GANTRY_MATH_BITS_H

typedef unsigned long u64;

/* the name a function is defined under: C's own on a device; with a prefix where tests compare it with the host's
 */
#ifdef GANTRY_MATH_PREFIX
#define MATH_JOIN_(a, b) a##b
#define MATH_JOIN(a, b) MATH_JOIN_(a, b)
#define MATH(name) MATH_JOIN(GANTRY_MATH_PREFIX, name)
#else
#define MATH(name) name
#endif

static inline u64 bits_of(double x)
{
    u64 b;
    __builtin_memcpy(&b, &x, sizeof b);
    return b;
}
static inline double of_bits(u64 b)
{
    double x;
    __builtin_memcpy(&x, &b, sizeof x);
    return x;
}
static inline int is_nan(double x) { return x != x; }
static inline int is_infinite(double x) { return __builtin_fabs(x) == __builtin_inf(); }
static inline int is_finite(double x) { return __builtin_fabs(x) < __builtin_inf(); }

#endif
