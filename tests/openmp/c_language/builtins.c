// ROW: C: builtins of the compiler
// SPEC: 4.0 1.7
/* Counting bits, swapping bytes, overflow, expectation, memory. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int r[24] = {0}, n = 0;
    unsigned x = 0xf0u;
    long big = 0x7fffffffffffffff;
#pragma omp target map(tofrom: r, n)
    {
        int k = 0, o;
        long l;
        char a[8], b[8] = "abcdefg";
        r[k++] = __builtin_popcount(x) == 4 && __builtin_popcountl(~0ul) == 64 && __builtin_parity(7) == 1;
        r[k++] = __builtin_clz(x) == 24 && __builtin_ctz(x) == 4 && __builtin_clzl(x) == 56 && __builtin_ctzll(8) == 3;
        r[k++] = __builtin_ffs(8) == 4 && __builtin_ffsl(0) == 0;
        r[k++] = __builtin_bswap16(0x0102) == 0x0201 && __builtin_bswap32(0x01020304) == 0x04030201;
        r[k++] = __builtin_bswap64(1) == 1ul << 56;
        r[k++] = __builtin_add_overflow(0x7fffffff, 1, &o) && o < 0 && !__builtin_sub_overflow(3, 4, &o) && o == -1;
        r[k++] = __builtin_mul_overflow(big, 2L, &l) && !__builtin_mul_overflow(3L, 4L, &l) && l == 12;
        r[k++] = __builtin_expect(x == 0xf0u, 1) == 1;
        __builtin_memcpy(a, b, 8);
        __builtin_memset(b, 0, 4);
        r[k++] = a[6] == 'g' && b[3] == 0 && b[4] == 'e' && __builtin_strlen(a) == 7 && __builtin_memcmp(a, b, 8) > 0;
        r[k++] = __builtin_isnan(__builtin_nan("")) && __builtin_isinf(__builtin_inf()) && __builtin_signbit(-0.0);
        r[k++] = __builtin_constant_p(3) && __builtin_types_compatible_p(int, int) && __builtin_abs(-3) == 3;
        r[k++] = __builtin_fabs(-2.5) == 2.5 && __builtin_sqrt(16.0) == 4 && __builtin_fma(2.0, 3.0, 1.0) == 7;
        if (x == 1)
            __builtin_unreachable();
        n = k;
    }
    CHECK_INT(n, 12, "groups");
    for (int k = 0; k < n; k++)
        CHECK_INT(r[k], 1, "group %d", k);
    return check_end();
}
