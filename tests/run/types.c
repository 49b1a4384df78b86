// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Data of every basic type in and out of regions: char, short, _Bool, 64-bit, enumerations, complex. */
#include "check.h"

#include <complex.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#define ROUND_TRIP(type, name, expression)                                                                   \
    do {                                                                                                     \
        type in[50], out[50], mapped = 0, value = (type)3;                                                   \
        for (int i = 0; i < 50; i++) {                                                                       \
            in[i] = (type)i;                                                                                 \
            out[i] = 0;                                                                                      \
        }                                                                                                    \
        _Pragma("omp target teams distribute parallel for map(to: in) map(from: out)") for (int i = 0;       \
                                                                                            i < 50; i++)     \
        {                                                                                                    \
            type x = in[i];                                                                                  \
            out[i] = (type)(expression);                                                                     \
        }                                                                                                    \
        _Pragma("omp target map(tofrom: mapped)") mapped = value + mapped + in[4];                           \
        int wrong = 0;                                                                                       \
        for (int i = 0; i < 50; i++) {                                                                       \
            type x = (type)i;                                                                                \
            wrong += out[i] != (type)(expression);                                                           \
        }                                                                                                    \
        CHECK_INT(wrong, 0, "%s: array", name);                                                              \
        CHECK(mapped == (type)(value + in[4]), "%s: scalar, firstprivate and mapped", name);                 \
    } while (0)

static void basic(void)
{
    ROUND_TRIP(char, "char", x * 2 + value);
    ROUND_TRIP(signed char, "signed char", value - x * 2);
    ROUND_TRIP(unsigned char, "unsigned char", x * 7 + value);
    ROUND_TRIP(short, "short", x * 300 - value);
    ROUND_TRIP(unsigned short, "unsigned short", x * 3000 + value);
    ROUND_TRIP(int, "int", x * -70000 + value);
    ROUND_TRIP(unsigned, "unsigned", x * 3000000000u + value);
    ROUND_TRIP(long, "long", x * 5000000000 + value);
    ROUND_TRIP(unsigned long, "unsigned long", x * 0x123456789abcul ^ value);
    ROUND_TRIP(long long, "long long", -x * 5000000000 + value);
    ROUND_TRIP(_Bool, "_Bool", x ^ value);
    ROUND_TRIP(float, "float", x * 0.5f + value);
    ROUND_TRIP(double, "double", x * 0.1 + value);
    ROUND_TRIP(int8_t, "int8_t", x - 50);
    ROUND_TRIP(uint64_t, "uint64_t", x << 57 | x >> 3);
    ROUND_TRIP(size_t, "size_t", x * sizeof(long));
    ROUND_TRIP(float _Complex, "float complex", x *(1 + 2 * I) + value);
    ROUND_TRIP(double _Complex, "double complex", x *(1 + 2 * I) * I + value);
}

/* conversions and integer arithmetic as C defines them */
static void arithmetic(void)
{
    long out[16] = {0};
    double real[6] = {0};
    int minus = -7, three = 3, big = INT_MAX, shift = 33;
    unsigned u = 7;
    signed char c = -128;
    double d = -3.99, huge = 3e9;
#pragma omp target map(tofrom: out, real)
    {
        out[0] = minus / three;
        out[1] = minus % three;
        out[2] = minus / (long)three * 1000 + minus % 4;
        out[3] = (unsigned)minus / u;
        out[4] = minus >> 1;
        out[5] = 1L << shift;
        out[6] = (signed char)(c - 1);
        out[7] = (long)d;
        out[8] = (unsigned)huge;
        out[9] = (short)70000;
        out[10] = (long)big * big;
        out[11] = -1 < (int)u;
        out[12] = (unsigned)minus > u;
        out[13] = ~u & 0xff;
        out[14] = (bool)0.5;
        out[15] = 'a' + (minus < 0 ? 1 : 2);
        real[0] = (double)minus / three;
        real[1] = (float)big;
        real[2] = (double)(1UL << 63);
        real[3] = 1.0f / 3.0f;
        real[4] = 0.1 + 0.2;
        real[5] = (double)(unsigned char)300.0f;
    }
    static const long want[16] = {-2, -1,         -2003, 613566755,           -4, 1L << 33, 127,
                                  -3, 3000000000, 4464,  4611686014132420609, 1,  1,        0xf8,
                                  1,  'b'};
    for (int k = 0; k < 15; k++)
        CHECK_INT(out[k], want[k], "integer arithmetic, value %d", k);
    CHECK_REAL(real[0], -7.0 / 3, 0, "int to double");
    CHECK_REAL(real[1], 2147483648.0, 0, "int to float rounds");
    CHECK_REAL(real[2], 9223372036854775808.0, 0, "unsigned long to double");
    CHECK_REAL(real[3], (double)(1.0f / 3.0f), 0, "float division");
    CHECK_REAL(real[4], 0.1 + 0.2, 0, "double addition");
}

static void complex_arithmetic(long n)
{
    double _Complex *z = check_alloc((size_t)n * sizeof *z), c = 0.25 - 0.5 * I;
    float _Complex w = 1 + I, power = 0;
    long wrong = 0;
    for (long i = 0; i < n; i++)
        z[i] = (double)(i % 16) + 1 * I;
#pragma omp target teams distribute parallel for map(tofrom: z[0:n])
    for (long i = 0; i < n; i++)
        z[i] = (z[i] * z[i] + c) / (1 - I) - conj(z[i]);
    for (long i = 0; i < n; i++) {
        double _Complex v = (double)(i % 16) + 1 * I;
        v = (v * v + c) / (1 - I) - conj(v);
        wrong += !check_close(creal(z[i]), creal(v), 8) || !check_close(cimag(z[i]), cimag(v), 8);
    }
    CHECK_INT(wrong, 0, "complex arithmetic, n=%ld", n);
#pragma omp target map(from: power)
    {
        float _Complex p = w;
        for (int k = 0; k < 3; k++)
            p *= w;
        power = p;
    }
    CHECK_REAL(crealf(power), -4, 4, "(1+i)^4");
    CHECK(fabsf(cimagf(power)) < 1e-6f, "(1+i)^4, imaginary part");
    free(z);
}

/* volatile and const keep their meaning */
static void qualified(void)
{
    const int c = 11;
    volatile int v = 4;
    const double table[3] = {1, 2, 3};
    double sum = 0;
    static const long s = 20;
    register int r = 2;
    int *restrict none = NULL;
#pragma omp target map(tofrom: sum, v)
    {
        v += c;
        sum = table[0] + table[2] + v + (double)s + r + (none == NULL);
    }
    CHECK_INT(v, 15, "volatile");
    CHECK_REAL(sum, 4 + 15 + 20 + 2 + 1, 0, "const, static const, register, restrict");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    basic();
    arithmetic();
    qualified();
    FOR_EACH_SIZE(n)
    complex_arithmetic(n);
    return check_end();
}
