/* chunks.c: the states of host memory and its copies (gantry_checker.h). Instrumented code reads and sets them without
 * a lock: bits are changed by atomic operations, and a chunk stays once it is there. */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

#include "prompt.h"

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

/* ---- is each access looked at closely? ---- */
static pthread_mutex_t watching = PTHREAD_MUTEX_INITIALIZER;
static unsigned watchers;
struct gantry_chunk **_Atomic check_root_unwatched;
atomic_uint check_beside;

/* ---- cells of the host's accesses, which beside.c fills ---- */
struct host_cells **host_cells, **_Atomic host_cells_beside;
static const struct epochs nobody = {EPOCH_NEVER, EPOCH_NEVER};
struct prompt prompt_empty = {.epochs = &nobody};
_Thread_local struct prompt *prompt_here = &prompt_empty;
static bool only_beside;

static void let_cells_know(void) { atomic_store(&host_cells_beside, only_beside ? host_cells : NULL); }

struct host_cells *host_cells_make(uintptr_t at)
{
    if (!host_cells) {
        struct host_cells **made = check_reserve((1ul << (ADDRESS_BITS - GANTRY_CHUNK_SHIFT)) * sizeof *made);
        pthread_mutex_lock(&watching);
        host_cells = made;
        let_cells_know();
        pthread_mutex_unlock(&watching);
    }
    struct host_cells **c = host_cells && at >> ADDRESS_BITS == 0 ? &host_cells[at >> GANTRY_CHUNK_SHIFT] : NULL;
    struct host_cells *made = c && !*c && check_chunks_make(at, 1, false) ? check_reserve(sizeof *made) : NULL;
    if (made) {
        made->states = check_chunk(at);
        __atomic_store_n(c, made, __ATOMIC_RELEASE);
    }
    return c ? *c : NULL;
}

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* of Linux 5.14; others take no notice */
#endif

void host_cells_write(struct host_cells *c, unsigned part)
{
    enum { CELLS = CELL_PART / CELL_BYTES };
    if (!(atomic_fetch_or(&c->written, 1ull << part) >> part & 1))
        madvise((void *)&c->cell[part * CELLS], CELLS * sizeof *c->cell, MADV_POPULATE_WRITE);
}

/* Whole parts are pages of zeros again; those that nobody has written stay as they are. */
static void forget_part(struct host_cells *c, uintptr_t at, uint64_t n)
{
    unsigned part = (unsigned)(at % CELL_CHUNK / CELL_PART);
    if (!(atomic_load(&c->written) >> part & 1))
        return;
    if (n < CELL_PART) {
        memset((void *)host_cell_at(c, at), 0, (n + CELL_BYTES - 1) / CELL_BYTES * sizeof *c->cell);
        return;
    }
    atomic_fetch_and(&c->written, ~(1ull << part));
    madvise((void *)host_cell_at(c, at), CELL_PART / CELL_BYTES * sizeof *c->cell, MADV_DONTNEED);
}

void host_cells_forget(uintptr_t at, uint64_t n)
{
    for (uint64_t k = 0, here; host_cells && k < n && (at + k) >> ADDRESS_BITS == 0; k += here) {
        struct host_cells *c = __atomic_load_n(&host_cells[(at + k) >> GANTRY_CHUNK_SHIFT], __ATOMIC_ACQUIRE);
        uint64_t bound = c ? CELL_PART : CELL_CHUNK;
        here = bound - (at + k) % bound < n - k ? bound - (at + k) % bound : n - k;
        if (c)
            forget_part(c, at + k, here);
    }
}

bool host_cells_any(uintptr_t at)
{
    const struct host_cells *c = host_cells && at >> ADDRESS_BITS == 0 ? host_cells[at >> GANTRY_CHUNK_SHIFT] : NULL;
    return c && atomic_load(&c->written) >> at % CELL_CHUNK / CELL_PART & 1;
}

static void let_hooks_know(void)
{
    atomic_store(&check_root_unwatched, watchers ? NULL : gantry_check_root);
    only_beside = watchers && watchers == atomic_load(&check_beside);
    let_cells_know();
}

void check_watch(atomic_uint *why)
{
    pthread_mutex_lock(&watching);
    watchers++;
    let_hooks_know();
    atomic_fetch_add(why, 1);
    let_hooks_know();
    pthread_mutex_unlock(&watching);
}

void check_watch_no_more(atomic_uint *why)
{
    pthread_mutex_lock(&watching);
    atomic_fetch_sub(why, 1);
    watchers--;
    let_hooks_know();
    pthread_mutex_unlock(&watching);
}

__attribute__((constructor(101))) static void make_root(void)
{
    if (!gantry_check_root) /* another copy of this library, in a shared library, may have made it */
        gantry_check_root = check_reserve((1ul << (ADDRESS_BITS - GANTRY_CHUNK_SHIFT)) * sizeof *gantry_check_root);
    pthread_mutex_lock(&watching);
    let_hooks_know();
    pthread_mutex_unlock(&watching);
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

static inline void change(_Atomic uint64_t *w, uint64_t bits, bool set)
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

/* ---- ranges by words, so many of one chunk at a time ---- */
struct words {
    struct gantry_chunk *c; /* NULL: there is none */
    uint64_t first, last;   /* of its words */
    uint64_t head, tail;    /* the bits that count of these */
};

/* the words of [at, at + n) that lie in the chunk of `at`; returns how many bytes that are */
static uint64_t words_of(uintptr_t at, uint64_t n, struct words *w)
{
    uint64_t in = at % (1ul << GANTRY_CHUNK_SHIFT), left = (1ul << GANTRY_CHUNK_SHIFT) - in, part = n < left ? n : left;
    *w = (struct words){check_chunk(at), in / 64, (in + part - 1) / 64, ~0ull << in % 64,
                        ~0ull >> (63 - (in + part - 1) % 64)};
    return part;
}

static inline uint64_t mask_of(const struct words *w, uint64_t i)
{
    return (i == w->first ? w->head : ~0ull) & (i == w->last ? w->tail : ~0ull);
}

static inline _Atomic uint64_t *words_begin(const struct words *w, enum gantry_state s)
{
    return (_Atomic uint64_t *)w->c->state[s];
}

bool check_range_any(enum gantry_state s, uintptr_t at, uint64_t n)
{
    struct words w;
    for (uint64_t part; n; at += part, n -= part) {
        part = words_of(at, n, &w);
        for (uint64_t i = w.first; w.c && i <= w.last; i++)
            if (atomic_load_explicit(&words_begin(&w, s)[i], memory_order_relaxed) & mask_of(&w, i))
                return true;
    }
    return false;
}

void check_range_clear_where(enum gantry_state s, enum gantry_state where, uintptr_t at, uint64_t n)
{
    struct words w;
    for (uint64_t part; n; at += part, n -= part) {
        part = words_of(at, n, &w);
        for (uint64_t i = w.first; w.c && i <= w.last; i++)
            change(&words_begin(&w, s)[i],
                   atomic_load_explicit(&words_begin(&w, where)[i], memory_order_relaxed) & mask_of(&w, i), false);
    }
}
