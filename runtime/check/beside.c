/* beside.c: what the host loaded and stored last while there were several tasks: eight bytes for each four, of any
 * memory, since what one task does may be done before another maps the memory, or after it. constructs.c holds it
 * against what constructs copy, and asks here also for what came before the copy in this run but might as well have
 * come after it. Each access is held against what others did there before it (threads.c). */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "prompt.h"
#include "strands.h"

enum { ADDRESS_BITS = 47, WORD = CELL_BYTES, LIVE = 1 << 20, KNOWN = 1024, PROMPT = 16 };
enum { TOGETHER = 12, BY_LUCK = 4 }; /* accesses in a list; … of the latest, those that come before others by luck */
#define CHUNK CELL_CHUNK
typedef host_cell cell;
static struct host_access *accesses; /* by number, the last LIVE ones */
static uint32_t naccesses;
static _Atomic uint32_t oldest = 1; /* of those that somebody may still meet without an order */

static inline uint32_t number_in(uint64_t c, bool stored) { return (uint32_t)(stored ? c : c >> 32); }

static inline uint64_t with_number(uint64_t c, bool stored, uint32_t number)
{
    return stored ? c >> 32 << 32 | number : (uint64_t)number << 32 | (uint32_t)c;
}

static cell *cell_of(uintptr_t at, bool make)
{
    struct host_cells *c = host_cells && at >> ADDRESS_BITS == 0 ? host_cells[at >> GANTRY_CHUNK_SHIFT] : NULL;
    if (!c && make)
        c = host_cells_make(at);
    if (c && make)
        host_cells_begin(c, at);
    return c ? host_cell_at(c, at) : NULL;
}

static inline const struct host_access *access_at(uint32_t number) /* NULL: nobody, or one that is over */
{
    return number >= atomic_load_explicit(&oldest, memory_order_relaxed) ? &accesses[number % LIVE] : NULL;
}

const struct host_access *host_access_older(const struct host_access *a) { return access_at(a->older); }
uint32_t host_accesses_made(void) { return naccesses; }

/* ---- numbers: loops make the same again and again ---- */
static uint32_t add(struct host_access a)
{
    if (naccesses == UINT32_MAX || (!accesses && !(accesses = check_reserve(LIVE * sizeof *accesses))))
        return 0;
    a.by = strand_share(a.by);
    accesses[++naccesses % LIVE] = a;
    return naccesses;
}

static void make_room(void) /* for one, and those that stay beside it */
{
    enum { AT_ONCE = LIVE / 64 }; /* what is remembered of cells is of no use then */
    if (naccesses + 1 - oldest <= LIVE - 2 * TOGETHER)
        return;
    for (unsigned i = 0; i < AT_ONCE; i++)
        strand_drop(accesses[oldest++ % LIVE].by);
    strands_renew();
}

/* What meets a meets old, too: atomic accesses of one size exclude each other, and nothing else does. */
static inline bool meets_no_less(const struct host_access *a, const struct host_access *old)
{
    return !a->atomic || a->atomic == old->atomic;
}

/* Those of two sizes do not (OpenMP 5.2, 15.8.4), but for large objects, pairs of pointers and the like, at parts of
 * which programs look. */
static inline bool exclude(const struct host_access *a, const struct host_access *b)
{
    return a->atomic && b->atomic && (a->atomic == b->atomic || a->atomic == HOST_LARGE || b->atomic == HOST_LARGE);
}

static inline bool is_same(const struct host_access *a, const struct host_access *b)
{
    return a->by == b->by && a->at.clock == b->at.clock && a->caller == b->caller && a->atomic == b->atomic;
}

/* Parts of one loop that one thread got */
static bool are_alike(const struct strand *a, const struct strand *b)
{
    return a->iterates && b->iterates && a->parent == b->parent && a->phase == b->phase;
}

/* Those in the list that whoever meets them need not meet `a` for: made elsewhere, or by others, without an order. Of
 * iterations alike two are enough: who comes without an order to them all is not both of the two. */
static uint32_t without(uint32_t number, const struct host_access *a, unsigned most, bool second)
{
    const struct host_access *old = access_at(number);
    if (!old || !most)
        return 0;
    bool covered = old->caller == a->caller && !(old->bytes & ~a->bytes) && meets_no_less(a, old);
    bool luck = most > TOGETHER - BY_LUCK, freer = a->held == old->held || !a->held;
    bool alike = covered && old->by != a->by && are_alike(old->by, a->by);
    uint32_t older = without(old->older, a, most - 1, second || alike);
    if (covered && ((old->by == a->by && (freer || !luck)) || (alike && second) ||
                    (luck ? order_has_surely : order_has)(strand_lasting(a->by), old->at)))
        return older;
    struct host_access other = *old;
    other.older = older;
    return older == old->older || !access_at(old->older) ? number : add(other);
}

/* What a cell that holds `before` is to hold after the access, if it was made before; else 0. Needs no lock: entries
 * are complete before a cell names them. */
static _Thread_local struct {
    uint32_t before, number;
} known[KNOWN];

static unsigned known_at(const struct host_access *a, uint32_t before)
{
    uintptr_t h =
        (uintptr_t)a->caller ^ (uintptr_t)a->by >> 4 ^ a->bytes ^ (unsigned)a->atomic << 4 ^ before * 0x9e3779b1u >> 8;
    return h % KNOWN;
}

/* who is over is nobody */
static inline uint32_t live_number(uint32_t number) { return access_at(number) ? number : 0; }

static uint32_t number_known(struct host_access *a, uint32_t before)
{
    const struct host_access *last = access_at(before);
    if (last && is_same(last, a)) { /* other bytes of the four */
        a->bytes |= last->bytes;
        if (a->bytes == last->bytes)
            return before;
    }
    before = last ? before : 0;
    unsigned h = known_at(a, before);
    const struct host_access *k = known[h].before == before ? access_at(known[h].number) : NULL;
    return k && is_same(k, a) && k->bytes == a->bytes ? known[h].number : 0;
}

/* The access, with those before it that stay. Memory to which different things were done before gets the same number
 * where the same stays of them, so that what comes next is like for all of it. */
static uint32_t number_of(struct host_access a, uint32_t before)
{
    enum { LATELY = 4096 };
    static uint32_t lately[LATELY]; /* by the access and what stays */
    make_room();
    uint32_t number = number_known(&a, before);
    if (number)
        return number;
    before = live_number(before);
    unsigned h = known_at(&a, before);
    a.older = without(before, &a, TOGETHER - 1, false);
    uint32_t *like = &lately[(known_at(&a, a.older) ^ (uintptr_t)a.by >> 4 ^ a.older << 4) % LATELY];
    const struct host_access *l = access_at(*like);
    if (!l || !is_same(l, &a) || l->bytes != a.bytes || l->older != a.older)
        *like = add(a);
    known[h].before = before;
    return known[h].number = *like;
}

/* ---- accesses of others, which threads.c judges: most lists are found harmless again and again ---- */
static _Thread_local struct {
    uint32_t number;
    struct moment by;
} harmless[KNOWN];

static inline unsigned harmless_at(uint32_t number) { return (number * 0x9e3779b1u >> 16) % KNOWN; }

static inline bool is_harmless(uint32_t number, struct moment by)
{
    unsigned h = harmless_at(number);
    return !access_at(number) ||
           (harmless[h].number == number && harmless[h].by.slot == by.slot && harmless[h].by.clock == by.clock);
}

/* false: those in the list are of memory that lay there before, and was another's */
static bool meets(const struct host_access *a, bool stores, uint32_t number, bool stored, uintptr_t word)
{
    uint32_t first = number;
    bool all_ordered = true, dead = false;
    for (const struct host_access *old; (old = access_at(number)) != NULL; number = old->older) {
        if (old->by == a->by || old->by->root != a->by->root)
            continue;
        bool ordered = order_has(a->by->before, old->at), both = old->bytes & a->bytes && !exclude(old, a);
        all_ordered = all_ordered && ordered;
        if (both && ordered && !order_has_surely(a->by->before, old->at))
            threads_might_meet(old, number, a, word);
        else if (both && !ordered)
            dead = !threads_meet(old, number, stored, a, stores, word) || dead;
    }
    if (all_ordered) {
        unsigned h = harmless_at(first);
        harmless[h].number = first;
        harmless[h].by = a->at;
    }
    return !dead;
}

/* ---- loads by parts of a loop, of which two are enough: who comes without an order to a third has none to these, if
 * they have ended and released nothing. Not both may be of one other thread, since what that keeps to itself is no
 * conflict with its own. ---- */
static bool covers(const struct host_access *old, const struct host_access *a)
{
    const struct strand *s = old->by, *t = a->by;
    return s != t && s->iterates && s->part == PART_ITERATIONS && s->ended && !s->told && t->iterates &&
           t->part == PART_ITERATIONS && s->team == t->team && s->phase == t->phase && old->caller == a->caller &&
           !(a->bytes & ~old->bytes) && meets_no_less(old, a);
}

static bool is_covered(uint32_t number, const struct host_access *a)
{
    const struct host_access *first = NULL;
    for (const struct host_access *old; (old = access_at(number)) != NULL; number = old->older) {
        if (!covers(old, a))
            continue;
        const struct strand *thread = old->by->parent;
        if (first && (first->by->parent != thread || thread == a->by->parent))
            return true;
        first = first ? first : old;
    }
    return false;
}

/* ---- cells ---- */
static unsigned char bytes_of(uintptr_t at, uint64_t n, uint64_t *here) /* of the first four */
{
    unsigned first = at % WORD;
    *here = WORD - first < n ? WORD - first : n;
    return (unsigned char)(((1u << *here) - 1) << first);
}

/* Of the list, is one the same already? */
static bool is_there(uint32_t number, const struct host_access *a)
{
    const struct host_access *there = access_at(number);
    while (there && !(is_same(there, a) && !(a->bytes & ~there->bytes)))
        there = access_at(there->older);
    return there;
}

static inline struct host_access made(struct strand *s, unsigned bytes, enum host_kind kind, const void *caller)
{
    uint32_t clock = __atomic_load_n(&s->now.clock, __ATOMIC_RELAXED);
    return (struct host_access){
        .by = s, .at = {s->now.slot, clock}, .caller = caller, .bytes = bytes, .atomic = (uint8_t)(kind / HOST_ATOMIC)};
}

static inline bool is_kept_as(const struct host_access *last, const struct host_access *a)
{
    return last && is_same(last, a) && !(a->bytes & ~last->bytes);
}

/* What a cell that is `was` will hold, if an access like this one was kept before; 0: it is not known. Of one that is
 * there already nothing more is asked: who came since was held against it. */
static uint64_t known_cell(uint64_t was, struct strand *s, unsigned bytes, enum host_kind kind, const void *caller)
{
    bool store = kind & HOST_STORES;
    uint32_t there = number_in(was, store), number;
    struct host_access a = made(s, bytes, kind, caller);
    if (is_kept_as(access_at(there), &a) || is_there(there, &a))
        return was;
    if (!is_harmless(number_in(was, true), a.at) || (store && !is_harmless(number_in(was, false), a.at)) ||
        (number = number_known(&a, there)) == 0)
        return 0;
    return with_number(was, store, number);
}

/* ---- what is remembered of cells (prompt.h) ---- */
static _Thread_local struct prompt remembered;

static void set_entry(struct prompt_entry *e, const struct prompt_entry *to)
{
    e->epoch = 0; /* a signal's handler may ask between */
    atomic_signal_fence(memory_order_seq_cst);
    e->was = to->was;
    e->code = to->code;
    e->now = to->now;
    atomic_signal_fence(memory_order_seq_cst);
    e->epoch = to->epoch;
}

/* What another entry took the place of lies beside it, where hooks do not look. */
static struct prompt_entry *beside(struct prompt_entry *e) { return &remembered.entries[(e - remembered.entries) ^ 1]; }

static void remember(uint64_t was, uint64_t code, uint64_t epoch, uint64_t now)
{
    struct prompt_entry *e = prompt_at(&remembered, was, code);
    if (epoch == EPOCH_NEVER)
        return;
    if (prompt_holds(&remembered, e) && (e->was != was || e->code != code))
        set_entry(beside(e), e);
    set_entry(e, &(struct prompt_entry){.was = was, .code = code, .epoch = epoch, .now = now});
}

/* … and comes back when it is asked for. */
static const struct prompt_entry *recall(uint64_t was, uint64_t code)
{
    struct prompt_entry *e = prompt_at(&remembered, was, code), *other = beside(e), found = *other;
    if (prompt_is(&remembered, e, was, code))
        return e;
    if (!prompt_is(&remembered, other, was, code))
        return NULL;
    set_entry(other, e);
    set_entry(e, &found);
    return e;
}

static inline uint64_t live(uint64_t was)
{
    return with_number(with_number(was, true, live_number(number_in(was, true))), false,
                       live_number(number_in(was, false)));
}

/* What the cell will hold; 0: it is not known. Who is over counts as nobody, so that a cell that holds such is like
 * others. */
static uint64_t next_cell(uint64_t was, struct strand *s, unsigned bytes, enum host_kind kind, const void *caller)
{
    uint64_t code = prompt_code(caller, bytes, kind), own = atomic_load(&s->epochs.own), alive = live(was), now;
    const struct prompt_entry *e = recall(was, code);
    if (e)
        return e->now;
    e = alive != was ? recall(alive, code) : NULL;
    now = e ? e->now : known_cell(alive, s, bytes, kind, caller);
    if (!now)
        return 0;
    remember(was, code, own, now);
    if (!e && alive != was)
        remember(alive, code, own, now);
    return now;
}

/* … of so many cells that are `was` each; false: that one is to be looked at closely */
static inline bool keep_cells(cell *c, unsigned cells, uint64_t was, struct strand *s, unsigned bytes,
                              enum host_kind kind, const void *caller)
{
    uint64_t now = next_cell(was, s, bytes, kind, caller);
    return now && (now == was || prompt_change(c, cells, was, now));
}

static bool keep_each(struct strand *s, uintptr_t at, uint64_t n, enum host_kind kind, const void *caller)
{
    for (uint64_t k = 0, here; k < n; k += here) {
        struct host_cells *in = __atomic_load_n(&host_cells[(at + k) >> GANTRY_CHUNK_SHIFT], __ATOMIC_ACQUIRE);
        unsigned bytes = bytes_of(at + k, n - k, &here);
        cell *c = in ? host_cell_at(in, at + k) : NULL;
        if (!c || !keep_cells(c, 1, atomic_load_explicit(c, memory_order_acquire), s, bytes, kind, caller))
            return false;
    }
    return true;
}

static bool keep_promptly(struct strand *s, uintptr_t at, uint64_t n, enum host_kind kind, const void *caller)
{
    if (n > PROMPT || at >> ADDRESS_BITS || !host_cells || atomic_load(&s->epochs.own) == EPOCH_NEVER)
        return false;
    struct host_cells *in = __atomic_load_n(&host_cells[at >> GANTRY_CHUNK_SHIFT], __ATOMIC_ACQUIRE);
    cell *c = in && n == 2 * WORD && at % n == 0 ? host_cell_at(in, at) : NULL;
    uint64_t was = c ? atomic_load_explicit(c, memory_order_acquire) : 0;
    return c && atomic_load_explicit(c + 1, memory_order_acquire) == was
               ? keep_cells(c, 2, was, s, CELL_ALL, kind, caller)
               : keep_each(s, at, n, kind, caller);
}

static void put(cell *c, bool stored, uint32_t number)
{
    uint64_t was = atomic_load_explicit(c, memory_order_relaxed);
    while (!atomic_compare_exchange_weak(c, &was, with_number(was, stored, number)))
        continue;
}

/* Did all in the list happen before its thread came to the iterations that it is at, and so before those to come? */
static bool is_harmless_to_thread(uint32_t number, const struct strand *s)
{
    const struct order *past = s->iterates ? s->parent->known ? s->parent->known : s->parent->before : NULL;
    const struct host_access *old = access_at(number);
    while (old && s->iterates && (old->by->root != s->root || order_has(past, old->at)))
        old = access_at(old->older);
    return !old;
}

/* A load for which others stand */
static void remember_covered(cell *c, struct strand *s, const struct host_access *a, enum host_kind kind)
{
    uint64_t was = atomic_load_explicit(c, memory_order_acquire), code = prompt_code(a->caller, a->bytes, kind);
    uint32_t stored = number_in(was, true);
    if (is_harmless_to_thread(stored, s))
        remember(was, code, atomic_load(&s->epochs.thread), was);
    else if (is_harmless(stored, a->at))
        remember(was, code, atomic_load(&s->epochs.own), was);
}

/* A store to memory that its thread keeps to itself: what came before, by iterations that the thread had, or in order,
 * nobody meets any more who does not meet the store. */
static bool takes_place_of(const struct host_access *a, uint32_t number, uintptr_t word)
{
    bool others = false;
    for (const struct host_access *old; (old = access_at(number)) != NULL; number = old->older) {
        if (old->by == a->by || old->by->root != a->by->root || old->bytes & ~a->bytes || !meets_no_less(a, old))
            return false;
        bool ordered = order_has(a->by->before, old->at);
        if (!ordered && !owned_by_both(old->by, a->by, word))
            return false;
        others |= !ordered;
    }
    return others;
}

static void meets_all(cell *c, const struct host_access *a, bool store, uintptr_t word)
{
    uint64_t was = atomic_load_explicit(c, memory_order_acquire);
    uint32_t stored = number_in(was, true), loaded = number_in(was, false);
    if (!is_harmless(stored, a->at) &&
        (!meets(a, store, stored, true, word) || (store && takes_place_of(a, stored, word))))
        put(c, true, 0);
    if (store && !is_harmless(loaded, a->at) &&
        (!meets(a, store, loaded, false, word) || takes_place_of(a, loaded, word)))
        put(c, false, 0);
}

/* Of cells with whole words that hold the same, in which nobody is met, one is looked at: the others become what it
 * became. */
struct alike {
    uint64_t was, now;
    bool known;
};

/* Bytes of such cells from c on, among the next n; they lie in one part. */
static uint64_t alike_from_here(const struct alike *l, cell *c, uint64_t n)
{
    uint64_t k = 0;
    for (; l->known && k + WORD <= n; k += WORD, c++) {
        uint64_t held = atomic_load_explicit(c, memory_order_acquire);
        if (held != l->was || (l->now != held && !atomic_compare_exchange_strong(c, &held, l->now)))
            break;
    }
    return k;
}

static struct alike alike_to(const struct host_access *a, bool store, uint64_t was, uint32_t number)
{
    bool nobody = is_harmless(number_in(was, true), a->at) && (!store || is_harmless(number_in(was, false), a->at));
    return (struct alike){was, with_number(was, store, number), nobody && a->bytes == CELL_ALL};
}

/* keeps: else it is looked at alone whom the access meets */
static void come_to(struct strand *s, uintptr_t at, uint64_t n, enum host_kind kind, const void *caller, bool keeps)
{
    bool store = kind & HOST_STORES;
    struct alike last = {.known = false};
    struct host_access a = {
        .by = s, .at = strand_moment(s), .caller = caller, .atomic = (uint8_t)(kind / HOST_ATOMIC), .held = held_now()};
    uint32_t before = 0, number = 0; /* of the last four bytes, which most are like */
    uint8_t bytes = 0;
    for (uint64_t k = 0, here; k < n; k += here) {
        uint64_t left = CELL_PART - (at + k) % CELL_PART;
        cell *c = cell_of(at + k, true);
        here = c && (at + k) % WORD == 0 ? alike_from_here(&last, c, left < n - k ? left : n - k) : 0;
        if (here)
            continue;
        a.bytes = bytes_of(at + k, n - k, &here);
        if (!c)
            continue;
        uint64_t held = atomic_load_explicit(c, memory_order_acquire);
        last.known = false;
        meets_all(c, &a, store, (at + k) / WORD * WORD);
        uint32_t there = number_in(atomic_load_explicit(c, memory_order_acquire), store);
        if (!store && is_covered(there, &a)) {
            remember_covered(c, s, &a, kind);
            continue;
        }
        if (keeps && (!number || there != before || a.bytes != bytes))
            number = number_of(a, before = there);
        bytes = a.bytes;
        if (keeps && number != there)
            put(c, store, number);
        last = alike_to(&a, store, held, keeps ? number : there);
    }
}

void host_access_keep(struct strand *s, uintptr_t at, uint64_t n, enum host_kind kind, const void *caller)
{
    check_chunks_make(at, n, false); /* so that it is seen when the memory goes */
    come_to(s, at, n, kind, caller, true);
}

void host_access_frees(struct strand *s, uintptr_t at, uint64_t n, bool rests, const void *caller)
{
    for (uint64_t k = 0, here; k < n && !rests; k += here) {
        uint64_t left = CELL_PART - (at + k) % CELL_PART;
        here = left < n - k ? left : n - k;
        if (host_cells_any(at + k))
            come_to(s, at + k, here, HOST_STORES, caller, false);
    }
    if (rests)
        host_access_keep(s, at, n, HOST_STORES, caller);
}

atomic_uint constructs_kept, constructs_unsettled;

static __attribute__((noinline)) bool may_be_carried(uintptr_t at, uint64_t n)
{
    unsigned before = atomic_load(&constructs_unsettled);
    return check_any(GANTRY_CARRIED, at, n) || before & 1 || atomic_load(&constructs_unsettled) != before;
}

bool check_host_kept(uintptr_t at, uint64_t n, enum host_kind kind, const void *caller)
{
    struct strand *s = strand_here();
    if (!s || s->ended)
        return true;
    luck_comes(at, n, caller);
    remembered.epochs = &s->epochs;
    prompt_here = &remembered;
    bool prompt = keep_promptly(s, at, n, kind, caller); /* and then one looks: see construct_ends */
    return prompt && !(atomic_load(&constructs_kept) && may_be_carried(at, n));
}

const struct host_access *host_access_of(uintptr_t at, bool store, uint64_t *next)
{
    cell *c = cell_of(at, false);
    *next = c ? WORD - at % WORD : CHUNK - at % CHUNK;
    return c ? access_at(number_in(*c, store)) : NULL;
}

/* ---- forgetting ---- */

/* Did it happen before all that can still come, in each run? Most were made by the strand of the one before, which is
 * over. */
static bool is_over(const struct host_access *a, struct moment *before)
{
    if (a->at.slot == before->slot && a->at.clock <= before->clock)
        return true;
    for (const struct strand *s = strands_open(); s; s = s->next)
        if (s->root == a->by->root && s != a->by && !order_has_surely(s->before, a->at))
            return false;
    *before = a->at;
    return true;
}

void host_accesses_retire(void)
{
    uint32_t was = oldest;
    struct moment before = {0, 0};
    while (oldest <= naccesses && is_over(&accesses[oldest % LIVE], &before))
        strand_drop(accesses[oldest++ % LIVE].by);
    if (oldest != was)
        strands_renew();
}
