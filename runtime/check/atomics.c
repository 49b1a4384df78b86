/* atomics.c: atomic operations of host code, which LLVM's ThreadSanitizer pass has made calls; they are carried out
 * here. What they order is taken from their memory orders (C11 7.17.3): a release at an address happened before an
 * acquire there that comes later in this run. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check.h"

#define HOOK __attribute__((visibility("default")))
#define CALLER __builtin_return_address(0)
enum { CONSUME = 1, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST }; /* the pass's numbers; 0: relaxed */

static bool acquires(int order) { return order == ACQUIRE || order == CONSUME || order >= ACQ_REL; }
static bool releases(int order) { return order >= RELEASE; }

static void before(const volatile void *p, uint64_t n, bool reads, bool stores, int order, const void *caller)
{
    check_atomic((uintptr_t)p, n, reads, stores, caller);
    if (stores)
        check_flag((uintptr_t)p, true, releases(order));
}

static void after(const volatile void *p, bool reads, int order)
{
    if (reads)
        check_flag((uintptr_t)p, false, acquires(order));
}

#define UPDATE(N, T, NAME)                                                                                             \
    HOOK T __tsan_atomic##N##_fetch_##NAME(volatile T *p, T v, int order);                                             \
    T __tsan_atomic##N##_fetch_##NAME(volatile T *p, T v, int order)                                                   \
    {                                                                                                                  \
        before(p, sizeof *p, true, true, order, CALLER);                                                               \
        T old = __atomic_fetch_##NAME(p, v, __ATOMIC_SEQ_CST);                                                         \
        after(p, true, order);                                                                                         \
        return old;                                                                                                    \
    }

/* The orders that the program asks for are allowed to be stronger. */
#define ATOMICS(N, T)                                                                                                  \
    HOOK T __tsan_atomic##N##_load(const volatile T *p, int order);                                                    \
    T __tsan_atomic##N##_load(const volatile T *p, int order)                                                          \
    {                                                                                                                  \
        before(p, sizeof *p, true, false, order, CALLER);                                                              \
        T v = __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                                    \
        after(p, true, order);                                                                                         \
        return v;                                                                                                      \
    }                                                                                                                  \
    HOOK void __tsan_atomic##N##_store(volatile T *p, T v, int order);                                                 \
    void __tsan_atomic##N##_store(volatile T *p, T v, int order)                                                       \
    {                                                                                                                  \
        before(p, sizeof *p, false, true, order, CALLER);                                                              \
        __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                                                                      \
    }                                                                                                                  \
    HOOK T __tsan_atomic##N##_exchange(volatile T *p, T v, int order);                                                 \
    T __tsan_atomic##N##_exchange(volatile T *p, T v, int order)                                                       \
    {                                                                                                                  \
        before(p, sizeof *p, true, true, order, CALLER);                                                               \
        T old = __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);                                                           \
        after(p, true, order);                                                                                         \
        return old;                                                                                                    \
    }                                                                                                                  \
    HOOK T __tsan_atomic##N##_compare_exchange_val(volatile T *p, T old, T v, int order, int failed);                  \
    T __tsan_atomic##N##_compare_exchange_val(volatile T *p, T old, T v, int order, int failed)                        \
    {                                                                                                                  \
        before(p, sizeof *p, true, true, order, CALLER);                                                               \
        bool done = __atomic_compare_exchange_n(p, &old, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                \
        after(p, true, done ? order : failed);                                                                         \
        return old;                                                                                                    \
    }                                                                                                                  \
    UPDATE(N, T, add)                                                                                                  \
    UPDATE(N, T, sub)                                                                                                  \
    UPDATE(N, T, and)                                                                                                  \
    UPDATE(N, T, or)                                                                                                   \
    UPDATE(N, T, xor)                                                                                                  \
    UPDATE(N, T, nand)
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

#ifdef __x86_64__
/* Of 16 bytes, where the program is compiled for processors that have it (-mcx16): all by compare and swap. */
typedef unsigned __int128 wide;
#define CX16 __attribute__((target("cx16")))
CX16 static wide swap(volatile wide *p, wide old, wide v) { return __sync_val_compare_and_swap(p, old, v); }

HOOK CX16 wide __tsan_atomic128_load(const volatile wide *p, int order);
CX16 wide __tsan_atomic128_load(const volatile wide *p, int order)
{
    before(p, sizeof *p, true, false, order, CALLER);
    wide v = swap((volatile wide *)(uintptr_t)p, 0, 0);
    after(p, true, order);
    return v;
}

HOOK CX16 wide __tsan_atomic128_compare_exchange_val(volatile wide *p, wide old, wide v, int order, int failed);
CX16 wide __tsan_atomic128_compare_exchange_val(volatile wide *p, wide old, wide v, int order, int failed)
{
    before(p, sizeof *p, true, true, order, CALLER);
    wide was = swap(p, old, v);
    after(p, true, was == old ? order : failed);
    return was;
}

#define UPDATE16(NAME, NEW)                                                                                            \
    HOOK CX16 wide __tsan_atomic128_##NAME(volatile wide *p, wide v, int order);                                       \
    CX16 wide __tsan_atomic128_##NAME(volatile wide *p, wide v, int order)                                             \
    {                                                                                                                  \
        before(p, sizeof *p, true, true, order, CALLER);                                                               \
        wide old = *p, was;                                                                                            \
        while ((was = swap(p, old, NEW)) != old)                                                                       \
            old = was;                                                                                                 \
        after(p, true, order);                                                                                         \
        return old;                                                                                                    \
    }
UPDATE16(exchange, v)
UPDATE16(fetch_add, old + v)
UPDATE16(fetch_sub, old - v)
UPDATE16(fetch_and, old &v)
UPDATE16(fetch_or, old | v)
UPDATE16(fetch_xor, old ^ v)
UPDATE16(fetch_nand, ~(old &v))

HOOK CX16 void __tsan_atomic128_store(volatile wide *p, wide v, int order);
CX16 void __tsan_atomic128_store(volatile wide *p, wide v, int order)
{
    before(p, sizeof *p, false, true, order, CALLER);
    wide old = *p, was;
    while ((was = swap(p, old, v)) != old)
        old = was;
}
#endif

/* ---- of other sizes: Clang calls libatomic for them ---- */
void __real___atomic_load(size_t n, const volatile void *p, void *to, int order);
void __wrap___atomic_load(size_t n, const volatile void *p, void *to, int order);
void __wrap___atomic_load(size_t n, const volatile void *p, void *to, int order)
{
    before(p, n, true, false, order, CALLER);
    __real___atomic_load(n, p, to, order);
    after(p, true, order);
}

void __real___atomic_store(size_t n, volatile void *p, const void *from, int order);
void __wrap___atomic_store(size_t n, volatile void *p, const void *from, int order);
void __wrap___atomic_store(size_t n, volatile void *p, const void *from, int order)
{
    before(p, n, false, true, order, CALLER);
    __real___atomic_store(n, p, from, order);
}

void __real___atomic_exchange(size_t n, volatile void *p, const void *value, void *old, int order);
void __wrap___atomic_exchange(size_t n, volatile void *p, const void *value, void *old, int order);
void __wrap___atomic_exchange(size_t n, volatile void *p, const void *value, void *old, int order)
{
    before(p, n, true, true, order, CALLER);
    __real___atomic_exchange(n, p, value, old, order);
    after(p, true, order);
}

bool __real___atomic_compare_exchange(size_t n, volatile void *p, void *old, const void *value, int order, int failed);
bool __wrap___atomic_compare_exchange(size_t n, volatile void *p, void *old, const void *value, int order, int failed);
bool __wrap___atomic_compare_exchange(size_t n, volatile void *p, void *old, const void *value, int order, int failed)
{
    before(p, n, true, true, order, CALLER);
    bool done = __real___atomic_compare_exchange(n, p, old, value, order, failed);
    after(p, true, done ? order : failed);
    return done;
}

HOOK void __tsan_atomic_thread_fence(int order);
HOOK void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
    check_flushes(acquires(order), releases(order));
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int order)
{
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
