// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: %run_host %t 1000003 && %run_emulated32 %t 1000003
// RUN: for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* Reductions over the narrow and the wide types, whose combination wraps or needs a 64-bit exchange. */
#include "check.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static void narrow(long n)
{
    signed char c = 1, want_c = 1;
    unsigned char u = 250, want_u = 250;
    short s = -5, want_s = -5;
    unsigned short v = 65530, want_v = 65530;
#pragma omp target teams distribute parallel for reduction(^: c) reduction(+: u, s, v)
    for (long i = 0; i < n; i++) {
        c ^= (signed char)(i & 127);
        u += (unsigned char)i;
        s += (short)(i % 3);
        v += (unsigned short)(i % 9);
    }
    for (long i = 0; i < n; i++) {
        want_c ^= (signed char)(i & 127);
        want_u += (unsigned char)i;
        want_s += (short)(i % 3);
        want_v += (unsigned short)(i % 9);
    }
    CHECK_INT(c, want_c, "signed char ^, n=%ld", n);
    CHECK_INT(u, want_u, "unsigned char + wraps, n=%ld", n);
    CHECK_INT(s, want_s, "short +, n=%ld", n);
    CHECK_INT(v, want_v, "unsigned short + wraps, n=%ld", n);
}

static void truth(long n)
{
    bool all = true, any = false;
#pragma omp target teams distribute parallel for reduction(&&: all) reduction(||: any)
    for (long i = 0; i < n; i++) {
        all = all && i >= 0;
        any = any || i == n - 1;
    }
    CHECK_INT(all, 1, "bool &&, n=%ld", n);
    CHECK_INT(any, n > 0, "bool ||, n=%ld", n);
}

static void wide(long n)
{
    long long a = 1LL << 40, want_a = a;
    unsigned long long b = 1ULL << 63, want_b = b;
    size_t c = 7, want_c = c;
    int64_t low = INT64_MAX, high = INT64_MIN;
    uint64_t bits = 0, want_bits = 0;
#pragma omp target teams distribute parallel for reduction(+: a, c) reduction(^: b) reduction(min: low) \
    reduction(max: high) reduction(|: bits)
    for (long i = 0; i < n; i++) {
        a += i << 33;
        b ^= (unsigned long long)i << 50;
        c += (size_t)i * (size_t)i;
        low = -i < low ? -i : low;
        high = i * 4294967296 > high ? i * 4294967296 : high;
        bits |= UINT64_C(1) << i % 64;
    }
    for (long i = 0; i < n; i++) {
        want_a += i << 33;
        want_b ^= (unsigned long long)i << 50;
        want_c += (size_t)i * (size_t)i;
        want_bits |= UINT64_C(1) << i % 64;
    }
    CHECK_INT(a, want_a, "long long +, n=%ld", n);
    CHECK_INT(b, want_b, "unsigned long long ^, n=%ld", n);
    CHECK_INT(c, want_c, "size_t +, n=%ld", n);
    CHECK_INT(low, n ? 1 - n : INT64_MAX, "int64_t min, n=%ld", n);
    CHECK_INT(high, n ? (n - 1) * 4294967296 : INT64_MIN, "int64_t max, n=%ld", n);
    CHECK_INT(bits, want_bits, "uint64_t |, n=%ld", n);
}

/* identities at the ends of the type: every value lies beyond what a careless identity would be */
static void limits(long n)
{
    int low = INT32_MAX, high = INT32_MIN;
    unsigned ulow = UINT32_MAX, uhigh = 0;
    float flow = INFINITY, fhigh = -INFINITY;
    double dlow = INFINITY, dhigh = -INFINITY;
#pragma omp target teams distribute parallel for reduction(min: low, ulow, flow, dlow) \
    reduction(max: high, uhigh, fhigh, dhigh)
    for (long i = 0; i < n; i++) {
        int v = INT32_MAX - (int)i - 1, w = INT32_MIN + (int)i + 1;
        unsigned u = UINT32_MAX - (unsigned)i - 1;
        float f = 3e38f - (float)i * 1e31f;
        double d = -1e308 - (double)i * 1e300;
        low = v < low ? v : low;
        high = w > high ? w : high;
        ulow = u < ulow ? u : ulow;
        uhigh = (unsigned)i > uhigh ? (unsigned)i : uhigh;
        flow = f < flow ? f : flow;
        fhigh = -f > fhigh ? -f : fhigh;
        dlow = -d < dlow ? -d : dlow;
        dhigh = d > dhigh ? d : dhigh;
    }
    int m = (int)n;
    CHECK_INT(low, n ? INT32_MAX - m : INT32_MAX, "int min near the top, n=%ld", n);
    CHECK_INT(high, n ? INT32_MIN + m : INT32_MIN, "int max near the bottom, n=%ld", n);
    CHECK_INT(ulow, n ? UINT32_MAX - (unsigned)n : UINT32_MAX, "unsigned min near the top, n=%ld", n);
    CHECK_INT(uhigh, n ? n - 1 : 0, "unsigned max, n=%ld", n);
    CHECK_REAL(flow, n ? 3e38f - (float)(n - 1) * 1e31f : INFINITY, 1e9, "float min near the top, n=%ld", n);
    CHECK_REAL(fhigh, n ? -3e38f + (float)(n - 1) * 1e31f : -INFINITY, 1e9,
               "float max near the bottom, n=%ld", n);
    CHECK_REAL(dlow, n ? 1e308 : INFINITY, 1, "double min near the top, n=%ld", n);
    CHECK_REAL(dhigh, n ? -1e308 : -INFINITY, 1, "double max near the bottom, n=%ld", n);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n)
    {
        narrow(n);
        truth(n);
        wide(n);
        limits(n);
    }
    return check_end();
}
