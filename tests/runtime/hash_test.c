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

/* Device memory comes in pieces: the hash is that of all of it; where a piece cannot be read, there is none. */
static unsigned char large[200001];
static uint64_t unread = UINT64_MAX;

static int copy_from(struct gantry_device *dev, void *dst, uint64_t src, uint64_t n, struct gantry_err *err)
{
    (void)dev, (void)err;
    if (src <= unread && unread < src + n)
        return 1;
    memcpy(dst, (const void *)(uintptr_t)src, n);
    return 0;
}

static void pieces(void)
{
    static const size_t sizes[] = {1, 8, 9, 100, 65535, 65536, 65537, 65664, 131072, 131080, 200001};
    const struct gantry_plugin plugin = {.copy_from = copy_from};
    const struct gantry_dev d = {.plugin = &plugin};
    struct bytes_hash all, h;
    uint64_t at = (uintptr_t)large;
    for (size_t i = 0; i < sizeof large; i++)
        large[i] = (unsigned char)(i * i >> 3);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t n = sizes[i];
        all = hash_copy(large, n);
        CHECK(hash_device(&d, at, n, &h) && h.low == all.low && h.high == all.high, "%zu bytes in pieces", n);
        large[n - 1] ^= 1;
        CHECK(hash_device(&d, at, n, &h) && (h.low != all.low || h.high != all.high), "%zu bytes, the last one", n);
        unread = at + n - 1;
        CHECK(!hash_device(&d, at, n, &h), "%zu bytes, the last one unread", n);
        unread = UINT64_MAX;
    }
}

int main(void)
{
    pieces();
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
