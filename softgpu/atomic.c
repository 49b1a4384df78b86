/* atomic.c: atom and red. r: the result (of atom), the address, one or two values. */
#include "access.h"
#include "short.h"

#include <math.h>
#include <string.h>

static inline uint32_t inc_u32(uint32_t old, uint32_t most) { return old >= most ? 0 : old + 1; }
static inline uint32_t dec_u32(uint32_t old, uint32_t most) { return old == 0 || old > most ? most : old - 1; }
static inline uint32_t add_halves(uint32_t x, uint32_t y)
{
    return half_put(half(x) + half(y)) | half_put(half(x >> 16) + half(y >> 16)) << 16;
}
static inline uint32_t add_brains(uint32_t x, uint32_t y)
{
    return brain_put(brain(x & 0xffff) + brain(y & 0xffff)) | brain_put(brain(x >> 16) + brain(y >> 16)) << 16;
}

/* Floats in global memory are added without denormals, whatever the instruction says; in shared memory with them. */
static inline float flushed(float v) { return fabsf(v) < 0x1p-126f ? copysignf(0, v) : v; }
static inline float add_floats(const struct warp *w, const void *p, float x, float y)
{
    bool shared = (uintptr_t)p - (uintptr_t)w->block->shared < w->block->shared_size;
    return shared ? x + y : flushed(flushed(x) + flushed(y));
}

/* name, type, C type, type of the row, the new value from old, b and c */
#define ATOMICS(X)                                                                                                     \
    X(add, u32, uint32_t, uint32_t, old + b)                                                                           \
    X(add, s32, uint32_t, uint32_t, old + b)                                                                           \
    X(add, u64, uint64_t, uint64_t, old + b)                                                                           \
    X(add, s64, uint64_t, uint64_t, old + b)                                                                           \
    X(add, f32, float, float, add_floats(w, p, old, b))                                                                \
    X(add, f64, double, double, old + b)                                                                               \
    X(add, f16, uint16_t, uint32_t, half_put(half(old) + half(b)))                                                     \
    X(add, bf16, uint16_t, uint32_t, brain_put(brain(old) + brain(b)))                                                 \
    X(add, f16x2, uint32_t, uint32_t, add_halves(old, b))                                                              \
    X(add, bf16x2, uint32_t, uint32_t, add_brains(old, b))                                                             \
    X(min, u32, uint32_t, uint32_t, old < b ? old : b)                                                                 \
    X(min, s32, int32_t, int32_t, old < b ? old : b)                                                                   \
    X(min, u64, uint64_t, uint64_t, old < b ? old : b)                                                                 \
    X(min, s64, int64_t, int64_t, old < b ? old : b)                                                                   \
    X(max, u32, uint32_t, uint32_t, old > b ? old : b)                                                                 \
    X(max, s32, int32_t, int32_t, old > b ? old : b)                                                                   \
    X(max, u64, uint64_t, uint64_t, old > b ? old : b)                                                                 \
    X(max, s64, int64_t, int64_t, old > b ? old : b)                                                                   \
    X(inc, u32, uint32_t, uint32_t, inc_u32(old, b))                                                                   \
    X(dec, u32, uint32_t, uint32_t, dec_u32(old, b))                                                                   \
    X(and, b32, uint32_t, uint32_t, old &b)                                                                            \
    X(and, b64, uint64_t, uint64_t, old &b)                                                                            \
    X(or, b32, uint32_t, uint32_t, old | b)                                                                            \
    X(or, b64, uint64_t, uint64_t, old | b)                                                                            \
    X(xor, b32, uint32_t, uint32_t, old ^ b)                                                                           \
    X(xor, b64, uint64_t, uint64_t, old ^ b)                                                                           \
    X(exch, b32, uint32_t, uint32_t, b)                                                                                \
    X(exch, b64, uint64_t, uint64_t, b)                                                                                \
    X(cas, b16, uint16_t, uint32_t, old == b ? c : old)                                                                \
    X(cas, b32, uint32_t, uint32_t, old == b ? c : old)                                                                \
    X(cas, b64, uint64_t, uint64_t, old == b ? c : old)

#define ATOMIC(NAME, TYPE, MEM, ROW, ...)                                                                              \
    static void run_##NAME##_##TYPE(struct warp *w, const struct insn *i, uint32_t lanes)                              \
    {                                                                                                                  \
        bool result = i->nresults;                                                                                     \
        ROW *d = result ? row(w, i->r[0]) : NULL;                                                                      \
        const uint64_t *a = row(w, i->r[result]);                                                                      \
        const ROW *bs = row(w, i->r[result + 1]), *cs = row(w, i->r[result + 2]);                                      \
        struct span *s = span_of(w, i);                                                                                \
        for (uint32_t left = lanes; left; left &= left - 1) {                                                          \
            int l = __builtin_ctz(left);                                                                               \
            MEM *p = i->sub == SPACE_SHARED                                                                            \
                         ? find(w, i, s, l, SPACE_SHARED, a[l] + (uint64_t)i->offset, sizeof *p, true)                 \
                         : find(w, i, s, l, (enum space)i->sub, a[l] + (uint64_t)i->offset, sizeof *p, true);          \
            MEM old, now, b = (MEM)bs[l], c = (MEM)cs[l];                                                              \
            (void)b, (void)c;                                                                                          \
            __atomic_load(p, &old, __ATOMIC_RELAXED);                                                                  \
            do /* other workers may be at it */                                                                        \
                now = (MEM)(__VA_ARGS__);                                                                              \
            while (!__atomic_compare_exchange(p, &old, &now, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));              \
            if (result)                                                                                                \
                d[l] = (ROW)old;                                                                                       \
        }                                                                                                              \
    }
ATOMICS(ATOMIC)

static const struct {
    const char *name, *type;
    handler *run;
} rows[] = {
#define ROW(NAME, TYPE, MEM, ROW, ...) {#NAME, #TYPE, run_##NAME##_##TYPE},
    ATOMICS(ROW)
#undef ROW
};

handler *atomic_handler(const char *op, size_t n, const char *type)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strlen(rows[i].name) == n && !memcmp(rows[i].name, op, n) && !strcmp(rows[i].type, type))
            return rows[i].run;
    return NULL;
}
