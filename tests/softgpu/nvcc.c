/* nvcc.c: kernels that nvcc compiled (nvcc/kernels.cu), with known answers. Arguments: the library, files of PTX. Each kernel reads and
 * stores words; what it must have stored is computed here by other means. */
#define MORE(X)                                                                                                        \
    X(cuLaunchCooperativeKernel, (handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, handle, void **))
#include <stddef.h>
#include <stdint.h>
typedef struct opaque *handle;
#include "machine.h"

#include <math.h>
#include <fenv.h>
#include <stdbool.h>

enum { WORDS = 4096 };
static uint32_t in[WORDS], out[WORDS], want[WORDS];
static const char *kernel_name, *file_name;
static double tolerance; /* of floats, relative; 0: bits */

static float as_float(uint32_t v)
{
    float f;
    memcpy(&f, &v, 4);
    return f;
}
static void put_float(uint32_t *to, float f) { memcpy(to, &f, 4); }
static void put_double(uint32_t *to, double d) { memcpy(to, &d, 8); }
static void put_wide(uint32_t *to, uint64_t v) { memcpy(to, &v, 8); }
static double as_double(const uint32_t *v)
{
    double d;
    memcpy(&d, v, 8);
    return d;
}

/* ---- what each kernel must store, threads being those of its launch ---- */
#define EXPECT(NAME) static void expect_##NAME(uint32_t n)
#define EACH(I, N) for (uint32_t I = 0; I < (N); I++)
static uint32_t sum_of(uint32_t from, uint32_t n)
{
    uint32_t s = 0;
    EACH(i, n) s += in[from + i];
    return s;
}
EXPECT(reduce_shared)
{
    EACH(b, 4) for (uint32_t i = b * 128; i < n; i += 512) want[b] += sum_of(i, n - i < 128 ? n - i : 128);
}
EXPECT(reduce_shuffle) { want[0] = sum_of(0, n); }
EXPECT(reduce_butterfly)
{
    EACH(t, 64)
    {
        EACH(l, 32) want[t] = in[t / 32 * 32 + l] > want[t] ? in[t / 32 * 32 + l] : want[t];
    }
}
EXPECT(reduce_redux)
{
    EACH(t, 64)
    {
        uint32_t add = 0, low = ~0u, bits = 0;
        int32_t high = INT32_MIN;
        EACH(l, 32)
        {
            uint32_t v = in[t / 32 * 32 + l];
            add += v, bits ^= v, low = v < low ? v : low, high = (int32_t)v > high ? (int32_t)v : high;
        }
        want[t] = add ^ low ^ bits ^ (uint32_t)high;
    }
}
EXPECT(reduce_last_block)
{
    EACH(b, 8) for (uint32_t i = b * 32; i < n; i += 256) want[1 + b] += sum_of(i, n - i < 32 ? n - i : 32);
    EACH(b, 8) want[0] += want[1 + b];
}
EXPECT(scan_block) { EACH(t, 256) want[t] = sum_of(0, t + 1); }
EXPECT(scan_look_back) { EACH(t, 512) want[t] = sum_of(0, t + 1); }
EXPECT(histogram) { EACH(i, n) want[in[i] % 64]++; }
EXPECT(histogram_match) { EACH(i, n) want[in[i] % 8]++; }
EXPECT(transpose) { EACH(y, 32) EACH(x, 64) want[x * 32 + y] = in[y * 64 + x]; }
static uint32_t at(int x, int y, int z, int size) { return x < 0 || y < 0 || z < 0 || x >= size || y >= size || z >= size ? 0 : in[(z * size + y) * size + x]; }
EXPECT(stencil)
{
    for (int y = 0; y < 32; y++)
        for (int x = 0; x < 32; x++)
            want[y * 32 + x] = at(x, y, 0, 32) + at(x - 1, y, 0, 32) + at(x + 1, y, 0, 32) + at(x, y - 1, 0, 32) + at(x, y + 1, 0, 32);
}
EXPECT(stencil_3d)
{
    for (int z = 0; z < 8; z++)
        for (int y = 0; y < 8; y++)
            for (int x = 0; x < 8; x++)
                want[(z * 8 + y) * 8 + x] = 6 * at(x, y, z, 8) - at(x - 1, y, z, 8) - at(x + 1, y, z, 8) - at(x, y - 1, z, 8) - at(x, y + 1, z, 8) - at(x, y, z - 1, 8) - at(x, y, z + 1, 8);
}
EXPECT(matmul)
{
    EACH(y, 32) EACH(x, 32)
    {
        uint32_t s = 0;
        EACH(k, 32) s += in[y * 32 + k] % 16 * (in[1024 + k * 32 + x] % 16);
        put_float(want + y * 32 + x, (float)s);
    }
}
static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}
EXPECT(sort_bitonic)
{
    memcpy(want, in, 512 * 4);
    qsort(want, 512, 4, by_value);
}
EXPECT(partition)
{
    uint32_t k = 0;
    for (uint32_t odd = 0; odd < 2; odd++)
        EACH(t, 256) if (in[t] % 2 == odd) want[k++] = in[t];
}
EXPECT(votes)
{
    EACH(t, 64)
    {
        uint32_t first = t / 32 * 32, some = 0, all_odd = 1, odd = 0, second = 0;
        EACH(l, 32)
        {
            uint32_t v = in[first + l];
            some |= v % 64 == 0, all_odd &= v % 2;
            odd += l % 2 && v & 1, second += l % 2 == 0 && v & 2;
        }
        want[t] = some | 1 << 1 | all_odd << 2 | (t % 2 ? odd << 8 : second << 16);
    }
}
EXPECT(matches)
{
    EACH(t, 32)
    {
        uint32_t four = 0, three = 0;
        EACH(l, 32) four |= (uint32_t)(in[l] % 4 == in[t] % 4) << l, three |= (uint32_t)(in[l] % 3 == in[t] % 3) << l;
        want[t] = four ^ three ^ 0xffffffff ^ 1;
    }
}
EXPECT(shuffles)
{
    EACH(t, 64)
    {
        uint32_t first = t / 32 * 32, from = first + (t % 32 + 5) % 32, part = t / 8 * 8, l = t % 8;
        want[t] = in[from] + from + in[l + 3 < 8 ? t + 3 : t] + in[l >= 2 ? t - 2 : t] + in[part + (l ^ 4)];
    }
}
EXPECT(block_votes)
{
    uint32_t count = 0, every = 1, some = 0;
    EACH(t, 96) count += in[t] & 1, every &= in[t] != 0xdeadbeef, some |= in[t] % 100 == 7;
    EACH(t, 96) want[t] = count | every << 16 | some << 17;
}
EXPECT(named_barriers) { EACH(k, 4) EACH(t, 64) want[k * 64 + t] = in[k * 64 + 63 - t] + k; }
EXPECT(groups)
{
    EACH(t, 64)
    {
        uint32_t odd = 0, rank = 0;
        EACH(l, 32)
        {
            odd += in[t / 32 * 32 + l] % 2;
            rank += l < t % 32 && in[t / 32 * 32 + l] % 2;
        }
        want[t] = sum_of(t / 8 * 8, 8) + (in[t] % 2 ? odd << 8 | rank : 0) + t / 8 + 32;
        if (in[t] % 2)
            want[t] = sum_of(t / 8 * 8, 8) + (odd << 8 | rank) + t / 8 + 32;
    }
}
EXPECT(grid_sync)
{
    uint32_t all = 256, a[256], b[256];
    memcpy(a, in, sizeof a);
    EACH(k, 5)
    {
        EACH(i, all) b[i] = a[(i + 1) % all] + a[i];
        memcpy(want + (k % 2 ? 0 : all), b, sizeof b);
        memcpy(a, b, sizeof a);
    }
}
EXPECT(atomics)
{
    uint32_t product = 1, half = 0;
    uint64_t w = 0, high = 0, cleared = 0, ored = 0;
    int64_t most = 0;
    double d = 0;
    EACH(t, 64)
    {
        uint32_t v = in[t];
        want[0] += v, want[2] = v > want[2] ? v : want[2];
        if ((int32_t)v < (int32_t)want[3])
            want[3] = v;
        if ((int32_t)v > (int32_t)want[4])
            want[4] = v;
        want[6] |= v & 0xff00, want[7] ^= v;
        want[8] = want[8] >= 100 ? 0 : want[8] + 1, want[9] = want[9] == 0 || want[9] > 100 ? 100 : want[9] - 1;
        want[10] -= v, half += v % 16;
        w += (uint64_t)v << 20, high = (uint64_t)v << 33 > high ? (uint64_t)v << 33 : high;
        most = (int64_t)(int32_t)v * 1000000007ll > most ? (int64_t)(int32_t)v * 1000000007ll : most;
        d += v % 1024, ored |= 1ull << v % 64;
        product *= v | 1;
    }
    want[1] = 0, want[5] = 0, cleared = 0;
    put_float(want + 11, (float)half);
    want[12] = 0; /* a product with 0 */
    (void)product;
    want[13] = 64, want[14] = 128, want[15] = out[15], want[16] = 0;
    want[17] = 7, want[18] = 1; /* the lower half of word 17 */
    put_wide(want + 32, w), put_wide(want + 34, 0), put_wide(want + 36, high), put_wide(want + 38, (uint64_t)most);
    put_double(want + 40, d), put_wide(want + 42, cleared), put_wide(want + 44, ored);
}
EXPECT(ticket_lock) { want[0] = want[1] = 128, want[2] = sum_of(0, 128); }
EXPECT(message)
{
    memcpy(want, in, 64 * 4);
    want[64] = 1;
    EACH(t, 64) want[128 + t] = in[63 - t];
}
EXPECT(recursion) { EACH(t, 64) want[t] = 2 * (in[t] % 6) + 3; }
EXPECT(table_of_functions) { EACH(t, 64) want[t] = in[t] % 3 == 0 ? 2 * in[t] : in[t] % 3 == 1 ? in[t] * in[t] : ~in[t]; }
EXPECT(objects) { EACH(t, 64) want[t] = in[t] % 1000 % 2 ? in[t] % 1000 * (in[t] % 1000) : in[t] % 1000 * (in[t] % 1000 + 1); }
EXPECT(list) { EACH(t, 64) EACH(k, in[t] % 8) want[t] += k * k; }
EXPECT(own_array)
{
    EACH(t, 64)
    {
        uint32_t v[32];
        EACH(k, 32) v[k] = k;
        EACH(k, 32)
        {
            uint32_t a = (in[t] >> k) % 32, b = in[k] % 32, x = v[a];
            v[a] = v[b], v[b] = x;
        }
        EACH(k, 32) want[t] = want[t] * 31 + v[k];
    }
}
EXPECT(says) { EACH(t, 32) want[t] = t; }
EXPECT(constants)
{
    static const uint32_t factors[] = {3, 5, 7, 11}, offsets[2][2] = {{1, 2}, {3, 4}};
    EACH(t, 64) want[t] = factors[in[t] % 4] * in[t] + offsets[t % 2][t / 2 % 2];
}
EXPECT(cases)
{
    EACH(t, 96)
    {
        uint32_t v = in[t], x = v;
        const uint32_t results[] = {x + 3, x * 5, x ^ v >> 3, 0 - x, (x - 7) | 0x10, x | 0x10, 0, x / 3, x % 1000, x << v % 9, 1};
        want[t] = results[v % 11];
    }
}
EXPECT(collatz)
{
    EACH(t, 64) for (uint32_t v = in[t] % 1000 + 1; v != 1; want[t]++) v = v % 2 ? 3 * v + 1 : v / 2;
}
static uint64_t turned(uint64_t v, int n)
{
    uint64_t o = 0;
    for (int i = 0; i < n; i++)
        o |= (v >> i & 1) << (n - 1 - i);
    return o;
}
static uint32_t zeros(uint64_t v, int n)
{
    uint32_t k = 0;
    while (n-- && !(v >> n & 1))
        k++;
    return k;
}
static uint32_t ones(uint64_t v)
{
    uint32_t k = 0;
    for (; v; v &= v - 1)
        k++;
    return k;
}
static uint32_t first_one(uint64_t v)
{
    for (uint32_t k = 0; k < 64; k++)
        if (v >> k & 1)
            return k + 1;
    return 0;
}
EXPECT(bits)
{
    EACH(t, 64)
    {
        uint32_t a = in[t], b = in[t + 64], *o = want + t * 24, bytes = 0, dot = 9, distance = (uint32_t)llabs((int64_t)(int32_t)a - (int32_t)b);
        int64_t s = (int32_t)a, r = (int32_t)b;
        int32_t signed_dot = 9;
        uint64_t w = (uint64_t)a << 32 | b, both = (uint64_t)b << 32 | a;
        EACH(k, 4)
        {
            bytes |= (uint32_t)(both >> 8 * ((b >> 7 & 0x7777) >> 4 * k & 7) & 255) << 8 * k;
            dot += (a >> 8 * k & 255) * (b >> 8 * k & 255);
            signed_dot += (int8_t)(a >> 8 * k) * (int8_t)(b >> 8 * k);
        }
        uint32_t c = b % 40 > 32 ? 32 : b % 40;
        const uint32_t results[] = {(uint32_t)turned(a, 32), zeros(a >> b % 32, 32), ones(a), first_one(a & (0u - (b & 7))), bytes,
            /* of hi:lo = b:a */
            (uint32_t)(both << (b & 31) >> 32), (uint32_t)(both >> (a & 31)), (uint32_t)(c == 32 ? a : both << c >> 32),
            (uint32_t)((uint64_t)a * b >> 32), (uint32_t)(s * r >> 32), (uint32_t)((unsigned __int128)w * (w * 3) >> 96), (uint32_t)((__int128)(int64_t)w * (int64_t)~w >> 64),
            distance + 5, (a > b ? a - b : b - a) + 5, (uint32_t)((s + r) >> 1), (uint32_t)((s + r + 1) >> 1), (uint32_t)(((uint64_t)a + b) >> 1),
            (uint32_t)(w / (b | 1)), (uint32_t)(w % (a | 1)), (uint32_t)((int64_t)w / (int64_t)(int32_t)(b | 1)), dot, (uint32_t)signed_dot,
            zeros(w >> a % 64, 64) + ones(w) + first_one(w & (0 - (w >> 40))), (uint32_t)(turned(w, 64) >> 16)};
        memcpy(o, results, sizeof results);
        o[22] = zeros((uint64_t)((int64_t)w >> a % 64), 64) + ones(w) + first_one(w & (0 - (w >> 40)));
    }
}
EXPECT(wide)
{
    EACH(t, 64)
    {
        unsigned __int128 a = (unsigned __int128)in[t] << 96 | (uint64_t)in[t + 1] << 32 | in[t + 2], b = a * in[t + 3] + ~a;
        b -= a >> 17;
        EACH(k, 4) want[t * 4 + k] = (uint32_t)(b >> 32 * k);
    }
}
#define IN_MODE(MODE, T, E) ({ fesetround(MODE); volatile T r_ = (E); fesetround(FE_TONEAREST); r_; })
EXPECT(rounding)
{
    EACH(t, 64)
    {
        volatile float a = as_float((in[t] & 0x0fffffff) | 0x38000000), b = as_float((in[t + 64] & 0x0fffffff) | 0x38000000);
        volatile int64_t wide = (int64_t)((uint64_t)in[t] << 20 | 1);
        volatile uint32_t u = in[t];
        uint32_t *o = want + t * 16;
        put_float(o + 0, IN_MODE(FE_TOWARDZERO, float, a + b)), put_float(o + 1, IN_MODE(FE_UPWARD, float, a - b)), put_float(o + 2, IN_MODE(FE_DOWNWARD, float, a * b));
        put_float(o + 3, IN_MODE(FE_UPWARD, float, a / b)), put_float(o + 4, IN_MODE(FE_DOWNWARD, float, sqrtf(a))), put_float(o + 5, IN_MODE(FE_TOWARDZERO, float, 1 / a));
        put_float(o + 6, IN_MODE(FE_UPWARD, float, fmaf(a, b, a)));
        float hundred = a * 100, minus = -a * 100, thousand = b * 1000;
        double low = floor(hundred), high = ceil(minus), cut = trunc(thousand);
        o[7] = low > 2147483647 ? 0x7fffffff : (uint32_t)(int32_t)low, o[8] = high < -2147483648.0 ? 0x80000000 : (uint32_t)(int32_t)high, o[9] = cut > 4294967295.0 ? 0xffffffff : (uint32_t)cut;
        put_float(o + 10, IN_MODE(FE_TOWARDZERO, float, (float)wide)), put_float(o + 11, IN_MODE(FE_UPWARD, float, (float)u));
        put_float(o + 12, floorf(a * 16)), put_float(o + 13, rintf(a * 16)), put_float(o + 14, truncf(-b * 16));
        float less = a - 1;
        put_float(o + 15, less > 0 ? less < 1 ? less : 1 : 0);
    }
}
EXPECT(rounding_double)
{
    EACH(t, 64)
    {
        volatile double a = (double)(in[t] | 1) / 3, b = (double)(in[t + 64] | 1) / 7;
        uint32_t *o = want + t * 16;
        put_double(o, IN_MODE(FE_DOWNWARD, double, a + b)), put_double(o + 2, IN_MODE(FE_UPWARD, double, a * b)), put_double(o + 4, IN_MODE(FE_TOWARDZERO, double, a / b));
        put_double(o + 6, IN_MODE(FE_UPWARD, double, sqrt(a))), put_double(o + 8, IN_MODE(FE_DOWNWARD, double, fma(a, b, -b))), put_double(o + 10, IN_MODE(FE_UPWARD, double, 1 / a));
        put_double(o + 12, IN_MODE(FE_DOWNWARD, float, (float)a)), put_double(o + 14, (double)(int64_t)ceil(a * 1000));
    }
}
EXPECT(functions_of_one)
{
    EACH(t, 64)
    {
        float x = (float)(in[t] % 10000 + 1) / 1000;
        const double results[] = {exp(x), log(x), sin(x), cos(x), pow(x, 1.5), 1 / sqrt(x), x / 3.7f, log2(x), exp(x), log(x), sin(x), cos(x), pow(x, 1.5), tanh(x), cbrt(x), atan2(x, 2)};
        EACH(k, 16) put_float(want + t * 16 + k, (float)results[k]);
    }
}
EXPECT(functions_of_one_double)
{
    EACH(t, 64)
    {
        double x = (double)(in[t] % 10000 + 1) / 1000;
        const double results[] = {exp(x), log(x), sin(x * 1e6), pow(x, 2.5), erf(x), tgamma(x), atan(x), sqrt(x) + fmod(x * 100, 7.0)};
        EACH(k, 8) put_double(want + (t * 8 + k) * 2, results[k]);
    }
}
/* to so many digits, as f16 and bf16 have them; the values here are neither tiny nor huge */
static double rounded(double v, int digits)
{
    int e;
    frexp(v, &e);
    return ldexp(rint(ldexp(v, digits - e)), e - digits);
}
EXPECT(halves)
{
    EACH(t, 64)
    {
        double a = rounded((in[t] % 100) / 8.0, 11), b = rounded((in[t + 64] % 100) / 4.0 + 1, 11), r = rounded(a * b + a, 11), r2 = rounded(a * b + b, 11);
        const double results[] = {rounded(a + b, 11), rounded(a * b, 11), r, r, rounded(r2 - a, 11), rounded(a / b, 11), a < b ? 1 : 2, -a > b ? -a : b};
        EACH(k, 8) put_float(want + t * 8 + k, (float)results[k]);
    }
}
EXPECT(short_floats)
{
    EACH(t, 64)
    {
        double x = rounded((in[t] % 1000) / 8.0, 8), y = rounded((in[t + 64] % 1000) / 4.0 + 1, 8);
        const double results[] = {x, rounded(x + y, 8), rounded(x * y, 8), rounded(x * y + x, 8)};
        EACH(k, 4) put_float(want + t * 4 + k, (float)results[k]);
    }
}
EXPECT(registers)
{
    EACH(i, 64)
    {
        uint32_t l = i % 32;
        want[i] = (l == 31 ? ~0u : (2u << l) - 1) ^ 0x1f ^ 32 << 8;
    }
}

/* ---- the launches ---- */
struct test {
    const char *name;
    void (*expect)(uint32_t n);
    unsigned grid[3], threads[3], shared, n;
    double near; /* how far floats may be away, or doubles where it is negative */
    bool together;
};
#define ROW(NAME, ...) {.name = #NAME, .expect = expect_##NAME, .grid = __VA_ARGS__}
static const struct test tests[] = {
    ROW(reduce_shared, {4, 1, 1}, {128, 1, 1}, 0, 3000), ROW(reduce_shuffle, {1, 1, 1}, {256, 1, 1}, 0, 2222), ROW(reduce_butterfly, {1, 1, 1}, {64, 1, 1}),
    ROW(reduce_redux, {1, 1, 1}, {64, 1, 1}), ROW(reduce_last_block, {8, 1, 1}, {32, 1, 1}, 0, 1000), ROW(scan_block, {1, 1, 1}, {256, 1, 1}),
    ROW(scan_look_back, {4, 1, 1}, {128, 1, 1}), ROW(histogram, {4, 1, 1}, {64, 1, 1}, 256, 3000), ROW(histogram_match, {2, 1, 1}, {64, 1, 1}, 0, 1000),
    ROW(transpose, {2, 1, 1}, {32, 8, 1}), ROW(stencil, {4, 4, 1}, {8, 8, 1}), ROW(stencil_3d, {2, 4, 4}, {4, 2, 2}), ROW(matmul, {2, 2, 1}, {16, 16, 1}),
    ROW(sort_bitonic, {1, 1, 1}, {256, 1, 1}), ROW(partition, {1, 1, 1}, {256, 1, 1}), ROW(votes, {1, 1, 1}, {64, 1, 1}), ROW(matches, {1, 1, 1}, {32, 1, 1}),
    ROW(shuffles, {1, 1, 1}, {64, 1, 1}), ROW(block_votes, {1, 1, 1}, {96, 1, 1}), ROW(named_barriers, {1, 1, 1}, {128, 1, 1}), ROW(groups, {1, 1, 1}, {64, 1, 1}),
    ROW(grid_sync, {4, 1, 1}, {64, 1, 1}, .together = true), ROW(atomics, {1, 1, 1}, {64, 1, 1}), ROW(ticket_lock, {4, 1, 1}, {32, 1, 1}), ROW(message, {2, 1, 1}, {64, 1, 1}),
    ROW(recursion, {1, 1, 1}, {64, 1, 1}), ROW(table_of_functions, {1, 1, 1}, {64, 1, 1}), ROW(objects, {1, 1, 1}, {64, 1, 1}), ROW(list, {1, 1, 1}, {64, 1, 1}),
    ROW(own_array, {1, 1, 1}, {64, 1, 1}), ROW(says, {1, 1, 1}, {32, 1, 1}), ROW(constants, {1, 1, 1}, {64, 1, 1}), ROW(cases, {1, 1, 1}, {96, 1, 1}), ROW(collatz, {1, 1, 1}, {64, 1, 1}),
    ROW(bits, {1, 1, 1}, {64, 1, 1}), ROW(wide, {1, 1, 1}, {64, 1, 1}), ROW(rounding, {1, 1, 1}, {64, 1, 1}), ROW(rounding_double, {1, 1, 1}, {64, 1, 1}),
    ROW(functions_of_one, {1, 1, 1}, {64, 1, 1}, .near = 2e-5), ROW(functions_of_one_double, {1, 1, 1}, {64, 1, 1}, .near = -1e-13),
    ROW(halves, {1, 1, 1}, {64, 1, 1}), ROW(short_floats, {1, 1, 1}, {64, 1, 1}), ROW(registers, {1, 1, 1}, {4, 4, 4}),
};

static bool good(uint32_t i)
{
    if (out[i] == want[i])
        return true;
    double a = as_float(out[i]), b = as_float(want[i]);
    if (tolerance < 0)
        a = as_double(out + i / 2 * 2), b = as_double(want + i / 2 * 2);
    return fabs(a - b) <= fabs(tolerance) * (fabs(b) + 1);
}

static void run(handle module, const struct test *t)
{
    handle k;
    address from = machine_copy(in, sizeof in), to = machine_copy(NULL, sizeof out);
    uint32_t n = t->n, bad = 0;
    int code;
    void *params[] = {&to, &from, &n};
    kernel_name = t->name, tolerance = t->near;
    code = cuModuleGetFunction(&k, module, t->name);
    if (code == 500 && t->near && strstr(file_name, "kept.ptx"))
        return; /* it is not kept */
    CHECK(code == 0);
    CHECK(cuMemsetD32Async(to, 0, WORDS, NULL) == 0);
    const unsigned *g = t->grid, *b = t->threads;
    code = t->together ? cuLaunchCooperativeKernel(k, g[0], g[1], g[2], b[0], b[1], b[2], t->shared, NULL, params)
                           : cuLaunchKernel(k, g[0], g[1], g[2], b[0], b[1], b[2], t->shared, NULL, params, NULL);
    code = code ? code : cuCtxSynchronize();
    if (code) {
        printf("%s: %s: error %d\n", file_name, t->name, code);
        exit(1); /* it stays */
    }
    CHECK(cuMemcpyDtoH_v2(out, to, sizeof out) == 0);
    memset(want, 0, sizeof want);
    t->expect(n);
    for (uint32_t i = 0; i < WORDS && bad < 3; i++)
        if (!good(i)) {
            printf("%s: %s: word %u is 0x%x (%g), expected 0x%x (%g)\n", file_name, t->name, i, out[i], as_float(out[i]), want[i], as_float(want[i]));
            bad++;
        }
    failures += bad != 0;
    CHECK(cuMemFree_v2(from) == 0 && cuMemFree_v2(to) == 0);
}

static char *read_file(const char *name)
{
    FILE *f = fopen(name, "r");
    char *text = calloc(1, 2 << 20);
    if (!f || !text || !fread(text, 1, (2 << 20) - 1, f)) {
        printf("%s cannot be read\n", name);
        exit(1);
    }
    fclose(f);
    return text;
}

int main(int argc, char **argv)
{
    uint64_t state = 88172645463325252ull;
    machine_open(argc > 1 ? argv[1] : "libgantry_softgpu.so");
    EACH(i, WORDS) state = state * 6364136223846793005u + 1442695040888963407u, in[i] = (uint32_t)(state >> 32);
    for (int f = 2; f < argc; f++) {
        handle module;
        char *text = read_file(file_name = argv[f]);
        if (machine_load(&module, text)) {
            printf("%s: %s\n", argv[f], machine_log);
            return 1;
        }
        for (size_t k = 0; k < sizeof tests / sizeof *tests; k++)
            run(module, &tests[k]);
        free(text);
    }
    printf("%zu kernels, %d failed\n", sizeof tests / sizeof *tests, failures);
    return failures != 0;
}
