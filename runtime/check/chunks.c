/* chunks.c: the states of host memory and its copies (gantry_checker.h). Instrumented code reads and sets them without
 * a lock: bits are changed by atomic operations, and a chunk stays once it is there. */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <sys/mman.h>

#include "check.h"

enum { ADDRESS_BITS = 47 };
struct gantry_chunk **gantry_check_root;

void *check_reserve(size_t n)
{
    void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    madvise(p, n, MADV_DONTDUMP);
    return p;
}

void *check_reserve_dense(size_t n)
{
    void *p = check_reserve(n);
    if (p)
        madvise(p, n, MADV_HUGEPAGE);
    return p;
}

__attribute__((constructor(101))) static void make_root(void)
{
    if (!gantry_check_root) /* another copy of this library, in a shared library, may have made it */
        gantry_check_root = check_reserve((1ul << (ADDRESS_BITS - GANTRY_CHUNK_SHIFT)) * sizeof *gantry_check_root);
}

bool check_chunks_make(uintptr_t begin, uint64_t n, bool device)
{
    static const uintptr_t size = 1ul << GANTRY_CHUNK_SHIFT;
    if (!gantry_check_root || !n || begin >> ADDRESS_BITS || (begin + n - 1) >> ADDRESS_BITS)
        return false;
    for (uintptr_t i = begin / size; i <= (begin + n - 1) / size; i++) {
        _Atomic(struct gantry_chunk *) *slot = (_Atomic(struct gantry_chunk *) *)&gantry_check_root[i];
        struct gantry_chunk *c = atomic_load(slot), *none = NULL;
        if (!c && !(c = check_reserve(sizeof *c)))
            return false;
        if (device)
            c->device = 1;
        if (atomic_load(slot) != c && !atomic_compare_exchange_strong(slot, &none, c))
            munmap(c, sizeof *c);
    }
    return true;
}

static void change(_Atomic uint64_t *w, uint64_t bits, bool set)
{
    uint64_t now = w ? atomic_load_explicit(w, memory_order_relaxed) : 0;
    if (!w || (now & bits) == (set ? bits : 0))
        return;
    if (set)
        atomic_fetch_or_explicit(w, bits, memory_order_relaxed);
    else
        atomic_fetch_and_explicit(w, ~bits, memory_order_relaxed);
}

void check_bits_change(enum gantry_state s, uintptr_t at, uint64_t bits, bool set)
{
    unsigned shift = at % 64;
    if (!bits)
        return;
    change(check_word(s, at - shift), bits << shift, set);
    if (shift)
        change(check_word(s, at - shift + 64), bits >> (64 - shift), set);
}

/* whole words of one chunk, or none of it */
static void change_words(_Atomic uint64_t *w, uint64_t n, bool set)
{
    uint64_t want = set ? ~0ull : 0;
    for (uint64_t i = 0; w && i < n; i++)
        if (atomic_load_explicit(&w[i], memory_order_relaxed) != want)
            atomic_store_explicit(&w[i], want, memory_order_relaxed);
}

void check_range_change(enum gantry_state s, uintptr_t at, uint64_t n, bool set)
{
    uint64_t head = -at % 64 < n ? -at % 64 : n;
    check_bits_change(s, at, head ? check_first(head) : 0, set);
    for (at += head, n -= head; n >= 64;) {
        uint64_t left = (1ul << GANTRY_CHUNK_SHIFT) - at % (1ul << GANTRY_CHUNK_SHIFT),
                 part = (left < n ? left : n) / 64 * 64;
        change_words(check_word(s, at), part / 64, set);
        at += part;
        n -= part;
    }
    check_bits_change(s, at, n ? check_first(n) : 0, set);
}

bool check_range_any(enum gantry_state s, uintptr_t at, uint64_t n)
{
    for (uint64_t k = 0; k < n; k += 64)
        if (check_bits(s, at + k) & check_first(n - k))
            return true;
    return false;
}
