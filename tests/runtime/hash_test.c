/* The hash by which the profile knows copies again: every byte counts, its place, and the length. */
#include <stdint.h>
#include <string.h>

#include "../../runtime/profile/profile.h"
#include "../checks.h"

enum { MOST = 1000 };
static unsigned char a[MOST + 16], b[MOST + 16];

static int same(const void *x, size_t n, const void *y, size_t m)
{
    struct bytes_hash h = hash_copy(x, n), k = hash_copy(y, m);
    return h.low == k.low && h.high == k.high;
}

static void each_bit(size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (int bit = 0; bit < 8; bit++) {
            memcpy(b, a, n);
            b[i] ^= (unsigned char)(1 << bit);
            CHECK(!same(a, n, b, n), "%zu bytes, byte %zu, bit %d", n, i, bit);
        }
}

/* pieces of 16 bytes that change places, also with distances at which states are the same */
static void places(size_t n)
{
    for (size_t i = 0; i + 16 <= n; i += 16)
        for (size_t k = i + 16; k + 16 <= n; k += 16) {
            memcpy(b, a, n);
            memcpy(b + i, a + k, 16);
            memcpy(b + k, a + i, 16);
            CHECK(!same(a, n, b, n), "%zu bytes, %zu and %zu", n, i, k);
        }
}

static void lengths(void)
{
    static const unsigned char zero[MOST];
    for (size_t n = 0; n < 300; n++)
        for (size_t m = n + 1; m < 300; m++)
            CHECK(!same(zero, n, zero, m), "zeros: %zu and %zu bytes", n, m);
}

int main(void)
{
    uint32_t x = 1;
    for (size_t i = 0; i < sizeof a; i++)
        a[i] = (unsigned char)((x = x * 1664525u + 1013904223u) >> 24);
    for (size_t n = 1; n < 300; n += n < 140 ? 1 : 13)
        each_bit(n);
    each_bit(MOST);
    places(MOST);
    lengths();
    for (size_t n = 0; n < 200; n++) /* wherever it lies */
        for (size_t at = 0; at < 16; at++) {
            memmove(b + at, a, n);
            CHECK(same(a, n, b + at, n), "%zu bytes at %zu", n, at);
        }
    return failures != 0;
}
