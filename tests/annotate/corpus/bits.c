/* Tricks with bits and unsigned numbers: indices that wrap, masks, packed flags, Gray codes, sieves, hashes. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define N 512

static uint32_t ring[256], flags[N / 32 + 1];
static uint8_t small[256], wide[1024];
static int counts[N];

/* The index is a byte: it wraps at 256, so that iterations 256 apart meet. */
static void wrap_byte(int n)
{
    /* truth: serial flow(small) distance 256 -- up to n = 256 all iterations differ */
    for (int i = 0; i < n; i++)
        small[(uint8_t)i] = small[(uint8_t)i] * 3 + 1;
}

static void wrap_byte_once(void)
{
    /* truth: parallel */
    for (int i = 0; i < 256; i++)
        small[(uint8_t)(i + 77)] ^= i;
}

/* A counter of eight bits is less than 300 for ever; here the bound keeps it from that. */
static int counter_of_a_byte(int n)
{
    int sum = 0;
    /* truth: reduction(+: sum) */
    for (uint8_t i = 0; i < n && i < 200; i++)
        sum += wide[i * 5];
    return sum;
}

/* off is unsigned and may be near the top: i + off wraps, and then it does not go up with i. */
static void window(unsigned off, unsigned n, uint32_t *restrict to, const uint32_t *restrict from)
{
    /* truth: parallel -- i + off modulo 2^32 differs for different i, whether it wraps or not */
    for (unsigned i = 0; i < n; i++)
        to[i + off] = from[i];
}

static void masked(unsigned off, unsigned n)
{
    /* truth: guarded size(n <= 256) calls(fail) -- a ring of 256 */
    for (unsigned i = 0; i < n; i++)
        ring[(i + off) & 255] += i;
}

/* i * 64 & 255 takes four values only. */
static void strided_mask(unsigned n)
{
    /* truth: histogram(ring) */
    for (unsigned i = 0; i < n; i++)
        ring[i * 64 & 255] += 1;
}

/* An odd factor permutes what a mask keeps. */
static void odd_factor(void)
{
    /* truth: parallel -- multiplication by an odd number is one to one modulo 256 */
    for (unsigned i = 0; i < 256; i++)
        ring[i * 77u & 255] ^= i << 8;
}

/* Different bits of one word: neighbours read and write the same memory. */
static void set_flags(int n)
{
    /* truth: histogram(flags) -- an or of words */
    for (int i = 0; i < n; i++)
        if ((i * i) % 7 == 2)
            flags[i >> 5] |= 1u << (i & 31);
}

static void flip_flags(int n)
{
    /* truth: histogram(flags) -- an exclusive or of words */
    for (int i = 0; i < n; i += 3)
        flags[i / 32] ^= 1u << i % 32;
}

static void words_of_flags(int n)
{
    /* truth: parallel */
    for (int w = 0; w < n / 32; w++) {
        uint32_t v = 0;
        /* truth: reduction(|: v) */
        for (int b = 0; b < 32; b++)
            v |= (uint32_t)((w * 32 + b) % 5 == 0) << b;
        flags[w] |= v;
    }
}

static int ones(uint32_t v)
{
    int n = 0;
    /* truth: serial exit flow(v) distance 1 reduction(+: n) */
    while (v) {
        v &= v - 1;
        n++;
    }
    return n;
}

static void gray(uint16_t *restrict code, int bits)
{
    /* truth: parallel */
    for (uint32_t i = 0; i < 1u << bits; i++)
        code[i] = i ^ i >> 1;
}

static int sieve(uint8_t *composite, int n)
{
    int primes = 0;
    /* truth: serial flow(composite) output(composite) -- who is prime is known only after the smaller ones */
    for (int p = 2; p < n; p++) {
        if (composite[p])
            continue;
        primes++;
        /* truth: parallel */
        for (int m = 2 * p; m < n; m += p)
            composite[m] = 1;
    }
    return primes;
}

static uint32_t crc(const uint8_t *p, int n)
{
    uint32_t c = ~0u;
    /* truth: serial flow(c) distance 1 */
    for (int i = 0; i < n; i++) {
        c ^= p[i];
        /* truth: serial flow(c) distance 1 */
        for (int k = 0; k < 8; k++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
    }
    return ~c;
}

int main(void)
{
    static uint32_t window_of[N];
    static uint16_t codes[256];
    int set = 0, neighbours = 1;

    wrap_byte(600);
    wrap_byte_once();
    window(16, 200, window_of, ring);
    masked(250, 300);
    strided_mask(100);
    odd_factor();
    window(0u - 8 + 16, 200, window_of, ring);
    set_flags(N);
    flip_flags(N);
    words_of_flags(N);
    gray(codes, 8);
    /* truth: reduction(+: set) */
    for (int w = 0; w < N / 32; w++) {
        counts[w] = ones(flags[w]);
        set += counts[w];
    }
    /* truth: reduction(&&: neighbours) */
    for (int i = 1; i < 256; i++)
        neighbours = neighbours && ones(codes[i - 1] ^ codes[i]) == 1;
    printf("%d primes, %d set, Gray %d\n", sieve(wide, 1024), set, neighbours);
    printf("%d %08x %08x %08x\n", counter_of_a_byte(250), crc(small, 256), crc((uint8_t *)ring, sizeof ring),
           crc((uint8_t *)window_of, sizeof window_of));
    return 0;
}
