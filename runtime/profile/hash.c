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

/* Bytes that come in pieces of HASH_PIECE, the last of which may be smaller; NULL: it could not be read */
enum { HASH_PIECE = 1 << 16 };
typedef const void *hash_reader(void *of, size_t at, size_t n);
struct pieces {
    size_t n;
    hash_reader *read;
    void *of;
};

static size_t length_of_piece(const struct pieces *from, size_t at)
{
    return from->n - at < HASH_PIECE ? from->n - at : HASH_PIECE;
}

static bool portable(const struct pieces *from, struct bytes_hash *out)
{
    XXH3_state_t state;
    XXH3_128bits_reset(&state);
    for (size_t at = 0; at < from->n; at += HASH_PIECE) {
        size_t n = length_of_piece(from, at);
        const void *p = from->read(from->of, at, n);
        if (!p || XXH3_128bits_update(&state, p, n) != XXH_OK)
            return false;
    }
    XXH128_hash_t h = XXH3_128bits_digest(&state);
    *out = (struct bytes_hash){h.low64, h.high64};
    return true;
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

/* Whole turns; returns their end. */
WITH_AES static const char *turns(__m128i states[STATES], const char *p, size_t n)
{
    __m128i s[STATES];
    memcpy(s, states, sizeof s);
    for (const char *end = p + n / TURN * TURN; p < end; p += TURN)
#pragma GCC unroll 8
        for (int i = 0; i < STATES; i++) /* in registers, once it is unrolled */
            s[i] = _mm_aesenc_si128(s[i], block_at(p + i * BLOCK));
    memcpy(states, s, sizeof s);
    return p;
}

WITH_AES static struct bytes_hash at_the_end(__m128i s[STATES], const char *p, size_t n, __m128i seed)
{
    __m128i sum = seed;
    for (; n >= BLOCK; n -= BLOCK, p += BLOCK)
        s[0] = _mm_aesenc_si128(s[0], block_at(p));
    if (n) {
        char last[BLOCK] = {0};
        memcpy(last, p, n);
        s[1] = _mm_aesenc_si128(s[1], block_at(last));
    }
    for (int i = 0; i < STATES; i++)
        sum = _mm_aesenc_si128(_mm_aesenc_si128(sum, s[i]), seed);
    for (int i = 0; i < 3; i++)
        sum = _mm_aesenc_si128(sum, seed);
    return halves(sum);
}

WITH_AES static bool by_aes(const struct pieces *from, struct bytes_hash *out)
{
    const __m128i seed = _mm_set_epi64x((long long)from->n, 0x243f6a8885a308d3);
    const char *p = NULL;
    size_t n = 0;
    __m128i s[STATES];
    for (int i = 0; i < STATES; i++) /* different ones, so that blocks that change places are seen */
        s[i] = _mm_add_epi64(seed, _mm_set1_epi64x((long long)(0x13198a2e03707344u * (unsigned)(i + 1))));
    for (size_t at = 0; at < from->n; at += n) {
        n = length_of_piece(from, at);
        if (!(p = from->read(from->of, at, n)))
            return false;
        if (from->n >= TURN)
            p = turns(s, p, n);
    }
    *out = from->n < TURN ? few_by_aes(p, n, seed) : at_the_end(s, p, n % TURN, seed);
    return true;
}

static bool has_aes(void) { return __builtin_cpu_supports("aes") && __builtin_cpu_supports("avx"); }
#else
static bool by_aes(const struct pieces *from, struct bytes_hash *out) { return portable(from, out); }

static bool has_aes(void) { return false; }
#endif

static bool hash_pieces(size_t n, hash_reader *read, void *of, struct bytes_hash *out)
{
    static _Atomic signed char known; /* 0: not asked yet */
    const struct pieces from = {n, read, of};
    if (n <= sizeof(uint64_t)) { /* they are their own hash */
        const void *data = read(of, 0, n);
        *out = (struct bytes_hash){0, n};
        return data && memcpy(&out->low, data, n);
    }
    signed char k = atomic_load_explicit(&known, memory_order_relaxed);
    if (k == 0)
        atomic_store_explicit(&known, k = has_aes() ? 1 : -1, memory_order_relaxed);
    return k > 0 ? by_aes(&from, out) : portable(&from, out);
}

static const void *piece_of(void *of, size_t at, size_t n)
{
    (void)n;
    return (const char *)*(const void **)of + at;
}

struct bytes_hash hash_copy(const void *data, size_t n)
{
    struct bytes_hash hash = {0, 0};
    hash_pieces(n, piece_of, &data, &hash);
    return hash;
}

struct device_bytes {
    const struct gantry_dev *d;
    uint64_t address;
};

static const void *read_piece(void *of, size_t at, size_t n)
{
    enum { PAGE = 4096, FEW = 512 };
    static char few[FEW]; /* in a page that others have touched; these are under the lock */
    static _Alignas(PAGE) char piece[HASH_PIECE] GANTRY_BEHIND;
    static size_t touched; /* a page that is read first, as it may be before a copy, is made twice */
    const struct device_bytes *b = of;
    struct gantry_err err = {0};
    char *to = n <= sizeof few ? few : piece;
    for (; to == piece && touched < n; touched += PAGE)
        piece[touched] = 0;
    return b->d->plugin->copy_from(b->d->handle, to, b->address + at, n, &err) == 0 ? to : NULL;
}

bool hash_device(const struct gantry_dev *d, uint64_t address, size_t n, struct bytes_hash *out)
{
    struct device_bytes bytes = {d, address};
    return hash_pieces(n, read_piece, &bytes, out);
}
