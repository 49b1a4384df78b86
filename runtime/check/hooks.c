/* hooks.c: what host code calls that is compiled with LLVM's ThreadSanitizer pass, whose names these are. Its run-time
 * library is not linked: programs with both are refused (src/driver). Most memory is neither mapped nor a device's, and
 * one look tells. */
#include <string.h>

#include "prompt.h"
#include "gantry_emulated.h"

#define HOOK __attribute__((visibility("default")))
#define CALLER __builtin_return_address(0)
#define LIKELY(x) __builtin_expect(!!(x), 1)

static bool is_kernel(void) { return __gd_emu_self != NULL; } /* a routine that device code shares with the host */

static inline bool is_beside(void)
{
    return __builtin_expect(atomic_load_explicit(&check_beside, memory_order_relaxed) != 0, 0);
}

static inline bool is_of_loop(void)
{
    return __builtin_expect(atomic_load_explicit(&check_each, memory_order_relaxed) != 0, 0);
}

/* The chunk of most accesses, of which most have none. false: this one is to be looked at closely. */
static inline __attribute__((always_inline)) bool chunk_unwatched(uintptr_t at, struct gantry_chunk **out)
{
    struct gantry_chunk **root = atomic_load_explicit(&check_root_unwatched, memory_order_relaxed);
    if (__builtin_expect(!root, 0))
        return false;
    *out = root[at >> GANTRY_CHUNK_SHIFT];
    return true;
}

/* Most accesses lie within one line of bytes, of which one look says that there is nothing to do. */
static inline bool is_plain_line(const struct gantry_chunk *c, uintptr_t at, uint64_t n)
{
    return !c->device && check_is_of_line(at, n);
}

static inline bool line_is_read_well(const struct gantry_chunk *c, uintptr_t at, uint64_t n)
{
    uintptr_t line = at / GANTRY_LINE * GANTRY_LINE;
    uint64_t bad = check_bits_of_line(c, GANTRY_OLD, line) | check_bits_of_line(c, GANTRY_UNDEFINED, line);
    return LIKELY(!bad) || !((bad & ~check_bits_of_line(c, GANTRY_STORED, line)) >> at % GANTRY_LINE & check_first(n));
}

/* Code that is known to store, as what stored last here is, does so: all of that is done here. false: it is not as
 * simple. */
static inline bool line_stores(struct gantry_chunk *c, uintptr_t at, uint64_t n, const void *caller)
{
    uintptr_t in = at % (1ul << GANTRY_CHUNK_SHIFT), place = in / GANTRY_PLACE, last = (in + n - 1) / GANTRY_PLACE;
    uint32_t code = (uint32_t)(uintptr_t)caller;
    _Atomic uint64_t *stored = (_Atomic uint64_t *)c->state[GANTRY_STORED] + in / GANTRY_LINE;
    uint64_t mine = check_first(n) << at % GANTRY_LINE;
    if (place != last)
        return false;
    if (c->storer[place] != code) {
        if (!check_is_known(caller))
            return false;
        c->storer[place] = code;
    }
    if (mine & ~atomic_load_explicit(stored, memory_order_relaxed))
        atomic_fetch_or_explicit(stored, mine, memory_order_relaxed);
    return true;
}

/* … of one, two, four or eight bytes at a multiple of that */
static inline __attribute__((always_inline)) bool cells_store(struct gantry_chunk *c, uintptr_t at, unsigned n,
                                                              const void *caller)
{
    uintptr_t in = at % (1ul << GANTRY_CHUNK_SHIFT);
    uint32_t *storer = &c->storer[in / GANTRY_PLACE], code = (uint32_t)(uintptr_t)caller;
    if (*storer != code) {
        if (!check_is_known(caller))
            return false;
        *storer = code;
    }
    _Atomic uint8_t *stored = (_Atomic uint8_t *)&c->state[GANTRY_STORED][in / 8];
    uint8_t mine = (uint8_t)(check_first(n) << at % 8);
    if (mine & ~atomic_load_explicit(stored, memory_order_relaxed))
        atomic_fetch_or_explicit(stored, mine, memory_order_relaxed);
    return true;
}

/* … and all of their line; false: one is to look closer */
static inline __attribute__((always_inline)) bool cells_are_well(const struct gantry_chunk *c, uintptr_t at, unsigned n)
{
    uintptr_t line = at / GANTRY_LINE * GANTRY_LINE;
    return at % n == 0 && !c->device &&
           !(check_bits_of_line(c, GANTRY_OLD, line) | check_bits_of_line(c, GANTRY_UNDEFINED, line));
}

/* value: of one variable, else of several bytes, the first of which may be as they should be */
static __attribute__((noinline)) void looks_slowly(uintptr_t at, uint64_t n, const void *caller, bool value,
                                                   enum host_kind atomic)
{
    const struct gantry_chunk *c = check_chunk(at);
    if (is_kernel() || check_inside())
        return;
    if (is_of_loop())
        check_each_touches(at, n, false, caller);
    bool well = !c || (is_plain_line(c, at, n) && line_is_read_well(c, at, n));
    if (!is_beside() && well)
        return;
    if (c && c->device) {
        check_host_touches_device(at, n, false, caller);
        return;
    }
    if (is_beside() && !check_host_kept(at, n, HOST_READS | atomic, caller))
        check_host_beside(at, n, HOST_READS | atomic, caller);
    if (!well)
        check_looks(at, n, caller, value);
}

static inline __attribute__((always_inline)) void looks_at(uintptr_t at, uint64_t n, const void *caller, bool value)
{
    struct gantry_chunk *c;
    if (!chunk_unwatched(at, &c) || (!LIKELY(!c) && !(is_plain_line(c, at, n) && line_is_read_well(c, at, n))))
        looks_slowly(at, n, caller, value, 0);
}

/* ---- of one cell or a part of it, or two, beside others, like one that was kept before ---- */
struct known {
    const struct prompt_entry *entry; /* NULL: it is not known what becomes of the cells */
    uint64_t was, now;
    host_cell *cell;
    struct gantry_chunk *states;
};

static inline __attribute__((always_inline)) struct known known_of(uintptr_t at, unsigned n, enum host_kind kind,
                                                                   const void *caller)
{
    struct host_cells **all = atomic_load_explicit(&host_cells_beside, memory_order_relaxed), *in;
    struct known k = {.entry = NULL};
    if (at % n || !all || !(in = all[at >> GANTRY_CHUNK_SHIFT]))
        return k;
    host_cell *c = host_cell_at(in, at);
    k.was = atomic_load_explicit(c, memory_order_relaxed);
    if (!k.was)
        host_cells_begin(in, at);
    if (n > CELL_BYTES && atomic_load_explicit(c + 1, memory_order_relaxed) != k.was)
        return k;
    unsigned bytes = n < CELL_BYTES ? (unsigned)check_first(n) << at % CELL_BYTES : CELL_ALL;
    k.entry = prompt_find(prompt_here, k.was, prompt_code(caller, bytes, kind));
    k.now = k.entry ? k.entry->now : 0;
    k.cell = c;
    k.states = in->states;
    return k;
}

/* Whether a construct has copied what is here one asks when it is kept: see construct_ends */
static inline __attribute__((always_inline)) bool changes(const struct known *k, unsigned n)
{
    return k->now == k->was ||
           (prompt_change(k->cell, n > CELL_BYTES ? 2 : 1, k->was, k->now) && atomic_load(&host_cells_beside) != NULL);
}

static inline __attribute__((always_inline)) void looks_beside(uintptr_t at, unsigned n, const void *caller)
{
    struct known k = known_of(at, n, HOST_READS, caller);
    if (!k.entry || !cells_are_well(k.states, at, n) || !changes(&k, n))
        looks_slowly(at, n, caller, true, 0);
}

void check_read(uintptr_t at, uint64_t n, const void *caller)
{
    if (n)
        looks_at(at, n, caller, false);
}

static __attribute__((noinline)) void stores_slowly(uintptr_t at, uint64_t n, const void *caller, enum host_kind atomic)
{
    struct gantry_chunk *c = check_chunk(at);
    if (is_kernel() || check_inside())
        return;
    if (is_of_loop())
        check_each_touches(at, n, true, caller);
    if (c && c->device) {
        check_host_touches_device(at, n, true, caller);
        return;
    }
    if (is_beside() && !check_host_kept(at, n, HOST_STORES | atomic, caller))
        check_host_beside(at, n, HOST_STORES | atomic, caller);
    if (c && !(check_is_of_line(at, n) && line_stores(c, at, n, caller)))
        check_host_stores(at, n, caller);
}

static inline __attribute__((always_inline)) void stores_at(uintptr_t at, uint64_t n, const void *caller)
{
    struct gantry_chunk *c;
    if (!chunk_unwatched(at, &c) || (!LIKELY(!c) && !(is_plain_line(c, at, n) && line_stores(c, at, n, caller))))
        stores_slowly(at, n, caller, 0);
}

static inline __attribute__((always_inline)) void stores_beside(uintptr_t at, unsigned n, const void *caller)
{
    struct known k = known_of(at, n, HOST_STORES, caller);
    if (!k.entry || k.states->device || !cells_store(k.states, at, n, caller) || !changes(&k, n))
        stores_slowly(at, n, caller, 0);
}

void check_store(uintptr_t at, uint64_t n, const void *caller)
{
    if (n)
        stores_at(at, n, caller);
}

static enum host_kind atomic_of(uint64_t n)
{
    unsigned power = 0; /* of two */
    while (power < 4 && n != 1u << power)
        power++;
    return HOST_ATOMIC * (power + 1);
}

void check_atomic(uintptr_t at, uint64_t n, bool reads, bool stores, const void *caller)
{
    if (reads)
        looks_slowly(at, n, caller, true, atomic_of(n));
    if (stores)
        stores_slowly(at, n, caller, atomic_of(n));
}

static bool is_judged_order(void) { return is_beside() && !is_kernel() && !check_inside(); }

void check_flag(uintptr_t at, bool stores, bool orders)
{
    if (is_judged_order())
        check_host_flag(at, stores, orders);
}

void check_flushes(bool acquires, bool releases)
{
    if (is_judged_order())
        check_host_flushes(acquires, releases);
}

#define ACCESSES(N, LOOKS, STORES)                                                                                     \
    HOOK void __tsan_read##N(const void *p);                                                                           \
    HOOK void __tsan_write##N(const void *p);                                                                          \
    HOOK void __tsan_unaligned_read##N(const void *p);                                                                 \
    HOOK void __tsan_unaligned_write##N(const void *p);                                                                \
    void __tsan_read##N(const void *p) { LOOKS; }                                                                      \
    void __tsan_write##N(const void *p) { STORES; }                                                                    \
    void __tsan_unaligned_read##N(const void *p) { looks_at((uintptr_t)p, N, CALLER, true); }                          \
    void __tsan_unaligned_write##N(const void *p) { stores_at((uintptr_t)p, N, CALLER); }
/* Those of cells have what is done beside others in functions of their own: the others need few registers. */
#define OF_CELLS(N)                                                                                                    \
    static __attribute__((noinline)) void looks_beside_##N(uintptr_t at, const void *caller)                           \
    {                                                                                                                  \
        looks_beside(at, N, caller);                                                                                   \
    }                                                                                                                  \
    static __attribute__((noinline)) void stores_beside_##N(uintptr_t at, const void *caller)                          \
    {                                                                                                                  \
        stores_beside(at, N, caller);                                                                                  \
    }                                                                                                                  \
    static inline void looks_at_##N(uintptr_t at, const void *caller)                                                  \
    {                                                                                                                  \
        struct gantry_chunk *c;                                                                                        \
        if (!chunk_unwatched(at, &c))                                                                                  \
            looks_beside_##N(at, caller);                                                                              \
        else if (!LIKELY(!c) && !cells_are_well(c, at, N) &&                                                           \
                 !(is_plain_line(c, at, N) && line_is_read_well(c, at, N)))                                            \
            looks_slowly(at, N, caller, true, 0);                                                                      \
    }                                                                                                                  \
    static inline void stores_at_##N(uintptr_t at, const void *caller)                                                 \
    {                                                                                                                  \
        struct gantry_chunk *c;                                                                                        \
        if (!chunk_unwatched(at, &c))                                                                                  \
            stores_beside_##N(at, caller);                                                                             \
        else if (!LIKELY(!c) && !(at % N ? is_plain_line(c, at, N) && line_stores(c, at, N, caller)                    \
                                         : !c->device && cells_store(c, at, N, caller)))                               \
            stores_slowly(at, N, caller, 0);                                                                           \
    }                                                                                                                  \
    ACCESSES(N, looks_at_##N((uintptr_t)p, CALLER), stores_at_##N((uintptr_t)p, CALLER))
OF_CELLS(1)
OF_CELLS(2)
OF_CELLS(4)
OF_CELLS(8)
ACCESSES(16, looks_at((uintptr_t)p, 16, CALLER, true), stores_at((uintptr_t)p, 16, CALLER))
#undef OF_CELLS
#undef ACCESSES

/* ---- vectors, element by element: src/link/host_vectors.c has these in place of the pass's own hooks. Those that lie
 * in one line of bytes, or a place of who stores, are done as one; `end` is such a bound. ---- */
static inline bool is_of_chunk(uintptr_t at, uint64_t n)
{
    return at >> GANTRY_CHUNK_SHIFT == (at + n - 1) >> GANTRY_CHUNK_SHIFT;
}

/* Cells that hold what a cell held before become what became of it. */
static inline bool all_cells_change(uintptr_t at, uint64_t n, enum host_kind kind, const void *caller)
{
    struct host_cells **all = atomic_load_explicit(&host_cells_beside, memory_order_relaxed), *in;
    if (!is_of_chunk(at, n) || !all || !(in = all[at >> GANTRY_CHUNK_SHIFT]))
        return false;
    uint64_t was = 0, now = 0;
    unsigned last = 0; /* the bytes of the cell before */
    for (uintptr_t a = at, end = at + n, next; a < end; a = next) {
        host_cell *c = host_cell_at(in, a);
        uint64_t held = atomic_load_explicit(c, memory_order_relaxed);
        next = (a / CELL_BYTES + 1) * CELL_BYTES;
        if (!held)
            host_cells_begin(in, a);
        unsigned bytes = (unsigned)(check_first((next < end ? next : end) - a) << a % CELL_BYTES);
        if (held != was || bytes != last) {
            const struct prompt_entry *e = prompt_find(prompt_here, held, prompt_code(caller, bytes, kind));
            if (!e)
                return false;
            was = held, now = e->now, last = bytes;
        }
        if (now != held && !prompt_change(c, 1, held, now))
            return false;
    }
    return atomic_load(&host_cells_beside) != NULL; /* see `changes` */
}

static void vector_beside(uintptr_t at, uint64_t n, enum host_kind kind, const void *caller)
{
    enum { AT_ONCE = 16 };
    for (uint64_t k = 0, here; is_beside() && k < n; k += here) {
        here = n - k < AT_ONCE ? n - k : AT_ONCE;
        if (!check_host_kept(at + k, here, kind, caller))
            check_host_beside(at + k, here, kind, caller);
    }
}

static __attribute__((noinline)) void vector_looks_slowly(uintptr_t at, uint64_t n, unsigned element,
                                                          const void *caller)
{
    if (is_kernel() || check_inside())
        return;
    const struct gantry_chunk *c = check_chunk(at);
    if (!c || !c->device)
        vector_beside(at, n, HOST_READS, caller);
    for (uint64_t k = 0; k < n; k += element) {
        if (is_of_loop())
            check_each_touches(at + k, element, false, caller);
        c = check_chunk(at + k);
        if (c && c->device)
            check_host_touches_device(at + k, element, false, caller);
        else if (c && !(is_plain_line(c, at + k, element) && line_is_read_well(c, at + k, element)))
            check_looks(at + k, element, caller, true);
    }
}

static __attribute__((noinline)) void vector_stores_slowly(uintptr_t at, uint64_t n, unsigned element,
                                                           const void *caller)
{
    if (is_kernel() || check_inside())
        return;
    struct gantry_chunk *c = check_chunk(at);
    if (!c || !c->device)
        vector_beside(at, n, HOST_STORES, caller);
    for (uint64_t k = 0; k < n; k += element) {
        if (is_of_loop())
            check_each_touches(at + k, element, true, caller);
        c = check_chunk(at + k);
        if (c && c->device)
            check_host_touches_device(at + k, element, true, caller);
        else if (c && !(check_is_of_line(at + k, element) && line_stores(c, at + k, element, caller)))
            check_host_stores(at + k, element, caller);
    }
}

/* in one line */
static inline __attribute__((always_inline)) void vector_looks(uintptr_t at, uint64_t n, unsigned element,
                                                               const void *caller)
{
    struct gantry_chunk *c;
    bool alone = chunk_unwatched(at, &c);
    if (!alone)
        c = check_chunk(at);
    bool well = !c || (is_plain_line(c, at, n) && line_is_read_well(c, at, n));
    if (!(well && (alone || all_cells_change(at, n, HOST_READS, caller))))
        vector_looks_slowly(at, n, element, caller);
}

/* in one place */
static inline __attribute__((always_inline)) void vector_stores(uintptr_t at, uint64_t n, unsigned element,
                                                                const void *caller)
{
    struct gantry_chunk *c;
    bool alone = chunk_unwatched(at, &c);
    if (!alone)
        c = check_chunk(at);
    bool well = !c || (is_plain_line(c, at, n) && line_stores(c, at, n, caller));
    if (!(well && (alone || all_cells_change(at, n, HOST_STORES, caller))))
        vector_stores_slowly(at, n, element, caller);
}

/* What lies before the next bound; an element that lies across it is done by itself. */
static inline uint64_t before_bound(uintptr_t at, uint64_t n, unsigned element, unsigned bound)
{
    uint64_t here = bound - at % bound;
    return here >= n ? n : here < element ? element : here - here % element;
}

HOOK void gantry_check_vector_read(const void *p, unsigned n, unsigned element);
HOOK void gantry_check_vector_write(const void *p, unsigned n, unsigned element);
HOOK void gantry_check_vector_part(const void *p, unsigned element, unsigned on, unsigned stores);
void gantry_check_vector_read(const void *p, unsigned n, unsigned element)
{
    for (uint64_t k = 0, here; k < n; k += here) {
        here = before_bound((uintptr_t)p + k, n - k, element, GANTRY_LINE);
        vector_looks((uintptr_t)p + k, here, element, CALLER);
    }
}

void gantry_check_vector_write(const void *p, unsigned n, unsigned element)
{
    for (uint64_t k = 0, here; k < n; k += here) {
        here = before_bound((uintptr_t)p + k, n - k, element, GANTRY_PLACE);
        vector_stores((uintptr_t)p + k, here, element, CALLER);
    }
}

void gantry_check_vector_part(const void *p, unsigned element, unsigned on, unsigned stores)
{
    if (on && stores)
        stores_at((uintptr_t)p, element, CALLER);
    else if (on)
        looks_at((uintptr_t)p, element, CALLER, true);
}

HOOK void __tsan_init(void);
void __tsan_init(void) {}
HOOK void *__tsan_memcpy(void *to, const void *from, size_t n);
HOOK void *__tsan_memmove(void *to, const void *from, size_t n);
HOOK void *__tsan_memset(void *to, int byte, size_t n);

void *__tsan_memcpy(void *to, const void *from, size_t n)
{
    check_read((uintptr_t)from, n, CALLER);
    check_store((uintptr_t)to, n, CALLER);
    return memcpy(to, from, n);
}

void *__tsan_memmove(void *to, const void *from, size_t n)
{
    check_read((uintptr_t)from, n, CALLER);
    check_store((uintptr_t)to, n, CALLER);
    return memmove(to, from, n);
}

void *__tsan_memset(void *to, int byte, size_t n)
{
    check_store((uintptr_t)to, n, CALLER);
    return memset(to, byte, n);
}

/* A function returns: memory of its frame that is still mapped is gone. Compiled with frame pointers. */
HOOK void __tsan_func_entry(void *caller);
HOOK void __tsan_func_exit(void);
void __tsan_func_entry(void *caller)
{
    (void)caller;
    if (LIKELY(!check_begins_frames) || is_kernel())
        return;
    check_begins_frames = false;
    const uintptr_t *frame = __builtin_frame_address(0);
    check_frames_begin(frame[0]);
}

void __tsan_func_exit(void)
{
    const uintptr_t *frame = __builtin_frame_address(0);
    uintptr_t begin = (uintptr_t)frame, end = frame[0]; /* where the caller keeps its own */
    unsigned frames = atomic_load_explicit(&check_frames, memory_order_relaxed);
    if (LIKELY(!frames) || end <= begin || is_kernel())
        return;
    if (frames >= CHECK_LEFT)
        left_frame(begin, end, CALLER);
    if (frames % CHECK_LEFT)
        check_host_gone(begin, end - begin, NULL, CALLER);
}
