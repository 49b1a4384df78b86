/* hash.c: a hash of 128 bits of the bytes that a copy moves, by which moves.c knows them again.
 *
 * Where the processor has instructions for AES, a round of it takes 16 bytes in one instruction: state = round(state) ^
 * bytes, in eight states side by side, since a round takes four cycles and one can begin in each. XXH3 takes seven
 * times as many instructions without vectors of 32 bytes, and is what other processors get. Neither shall withstand
 * someone who looks for collisions: who profiles a program has no enemy in it. */
#define XXH_INLINE_ALL
#include <string.h>
#include <xxhash.h>

#include "profile.h"

static struct bytes_hash portable(const void *data, size_t n)
{
    XXH128_hash_t h = XXH3_128bits(data, n);
    return (struct bytes_hash){h.low64, h.high64};
}

#ifdef __x86_64__
#include <immintrin.h>
#define WITH_AES __attribute__((target("aes,avx")))

enum { STATES = 8, BLOCK = 16, TURN = STATES * BLOCK };

WITH_AES static inline __m128i block_at(const char *p) { return _mm_loadu_si128((const __m128i *)p); }

WITH_AES static inline struct bytes_hash halves(__m128i sum)
{
    return (struct bytes_hash){(uint64_t)_mm_extract_epi64(sum, 0), (uint64_t)_mm_extract_epi64(sum, 1)};
}

/* less than a turn: one state */
WITH_AES static struct bytes_hash few_by_aes(const char *p, size_t n, __m128i seed)
{
    __m128i sum = seed;
    for (; n >= BLOCK; n -= BLOCK, p += BLOCK)
        sum = _mm_aesenc_si128(sum, block_at(p));
    if (n) {
        char last[BLOCK] = {0};
        memcpy(last, p, n);
        sum = _mm_aesenc_si128(sum, block_at(last));
    }
    for (int i = 0; i < 3; i++)
        sum = _mm_aesenc_si128(sum, seed);
    return halves(sum);
}

WITH_AES static struct bytes_hash by_aes(const void *data, size_t n)
{
    const __m128i seed = _mm_set_epi64x((long long)n, 0x243f6a8885a308d3);
    const char *p = data, *end = p + n / TURN * TURN;
    __m128i s[STATES], sum = seed;
    if (n < TURN)
        return few_by_aes(p, n, seed);
    for (int i = 0; i < STATES; i++) /* different ones, so that blocks that change places are seen */
        s[i] = _mm_add_epi64(seed, _mm_set1_epi64x((long long)(0x13198a2e03707344u * (unsigned)(i + 1))));
    for (; p < end; p += TURN)
#pragma GCC unroll 8
        for (int i = 0; i < STATES; i++) /* in registers, once it is unrolled */
            s[i] = _mm_aesenc_si128(s[i], block_at(p + i * BLOCK));
    for (end = (const char *)data + n / BLOCK * BLOCK; p < end; p += BLOCK)
        s[0] = _mm_aesenc_si128(s[0], block_at(p));
    if (n % BLOCK) {
        char last[BLOCK] = {0};
        memcpy(last, p, n % BLOCK);
        s[1] = _mm_aesenc_si128(s[1], block_at(last));
    }
    for (int i = 0; i < STATES; i++)
        sum = _mm_aesenc_si128(_mm_aesenc_si128(sum, s[i]), seed);
    for (int i = 0; i < 3; i++)
        sum = _mm_aesenc_si128(sum, seed);
    return halves(sum);
}

static bool has_aes(void) { return __builtin_cpu_supports("aes") && __builtin_cpu_supports("avx"); }
#else
static struct bytes_hash by_aes(const void *data, size_t n) { return portable(data, n); }

static bool has_aes(void) { return false; }
#endif

struct bytes_hash hash_copy(const void *data, size_t n)
{
    static _Atomic signed char known; /* 0: not asked yet */
    if (n <= sizeof(uint64_t)) {      /* they are their own hash */
        struct bytes_hash same = {0, n};
        memcpy(&same.low, data, n);
        return same;
    }
    signed char k = atomic_load_explicit(&known, memory_order_relaxed);
    if (k == 0)
        atomic_store_explicit(&known, k = has_aes() ? 1 : -1, memory_order_relaxed);
    return k > 0 ? by_aes(data, n) : portable(data, n);
}
