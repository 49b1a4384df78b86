/* races.c: of each word of memory, who was there last: accesses that a later one may conflict with. Two accesses race
 * when one of them writes, they are not both strong for each other, and nothing orders them (order.c), whatever the
 * order in which they happened in this run. */
#include "races.h"

#include "access.h"
#include "order.h"
#include "touched.h"
#include "watch.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 8, PAGE_WORDS = 512, MOST_TOLD = 8, SEARCHED = 64 };

struct entry { /* accesses of lanes of a warp by one instruction */
    uint32_t next, warp, lanes, clock, insn;
    uint8_t bytes, strength; /* of the word */
    bool write;
    uint64_t value; /* of a weak store: its bytes */
};
enum list { WEAK_WRITES, WEAK_READS, STRONG, LISTS };
struct use { /* of a word, by whomever: the last instruction, and all the bytes */
    uint32_t insn : 24, bytes : 8;
};
struct cell {
    uint32_t first[LISTS];         /* entries; 0: none */
    struct use stored, read_fixed; /* fixed: by loads that say that nobody stores there (.nc) */
};
struct page {
    uint64_t number;
    struct cell cells[PAGE_WORDS];
};
struct pair {
    uint32_t one, other; /* instructions */
};

struct races {
    VEC(struct entry) entries;
    uint32_t free;
    struct page **pages; /* a hash table */
    size_t npages, room;
    struct location *locations; /* another one; key 0: none */
    size_t nlocations, locations_room;
    VEC(struct pair) told;
    uint64_t found;
    bool same;   /* stores of one value race, too */
    bool narrow; /* some strong accesses are of a block alone */
};

#define EACH(L, LANES_)                                                                                                \
    for (uint32_t left_ = (LANES_), L; left_ && (L = (uint32_t)__builtin_ctz(left_), true); left_ &= left_ - 1)

static void *some(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p)
        abort();
    return p;
}

struct races *races_new(void)
{
    struct races *r = some(1, sizeof *r);
    r->pages = some(r->room = 64, sizeof *r->pages);
    r->locations = some(r->locations_room = 64, sizeof *r->locations);
    return r;
}

void races_begin(struct worker *k, struct launch *n)
{
    struct races *r = k->races;
    (void)n;
    r->same = k->device->same_races;
    r->entries.n = r->told.n = r->free = 0;
    r->found = 0;
    r->narrow = false;
    VEC_PUSH(&r->entries, (struct entry){0}); /* 0 is none */
}

void races_block(struct block *b) { b->cells = some(b->shared_size / WORD + 2, sizeof *b->cells); }

/* ---- tables ---- */
static size_t spread(uint64_t key, size_t room) { return (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (room - 1); }

static struct page **page_slot(struct page **pages, size_t room, uint64_t number)
{
    size_t at = spread(number, room);
    while (pages[at] && pages[at]->number != number)
        at = (at + 1) & (room - 1);
    return &pages[at];
}

static struct cell *global_cell(struct races *r, uint64_t address)
{
    uint64_t word = address / WORD, number = word / PAGE_WORDS;
    struct page **slot = page_slot(r->pages, r->room, number);
    if (!*slot) {
        if (++r->npages * 2 > r->room) {
            struct page **more = some(r->room * 2, sizeof *more);
            for (size_t i = 0; i < r->room; i++)
                if (r->pages[i])
                    *page_slot(more, r->room * 2, r->pages[i]->number) = r->pages[i];
            free(r->pages);
            r->pages = more;
            r->room *= 2;
            slot = page_slot(r->pages, r->room, number);
        }
        *slot = some(1, sizeof **slot);
        (*slot)->number = number;
    }
    return &(*slot)->cells[word % PAGE_WORDS];
}

static struct location *location_slot(struct location *v, size_t room, uint64_t key)
{
    size_t at = spread(key, room);
    while (v[at].key && v[at].key != key)
        at = (at + 1) & (room - 1);
    return &v[at];
}

static struct location *location(struct races *r, uint64_t key)
{
    struct location *l = location_slot(r->locations, r->locations_room, key);
    if (l->key)
        return l;
    if (++r->nlocations * 2 > r->locations_room) {
        struct location *more = some(r->locations_room * 2, sizeof *more);
        for (size_t i = 0; i < r->locations_room; i++)
            if (r->locations[i].key)
                *location_slot(more, r->locations_room * 2, r->locations[i].key) = r->locations[i];
        free(r->locations);
        r->locations = more;
        r->locations_room *= 2;
        l = location_slot(r->locations, r->locations_room, key);
    }
    *l = (struct location){.key = key, .block = UINT64_MAX};
    return l;
}

static void forget(struct races *r)
{
    for (size_t i = 0; i < r->room; i++) {
        free(r->pages[i]);
        r->pages[i] = NULL;
    }
    for (size_t i = 0; i < r->locations_room; i++) {
        for (int s = 0; s < SCOPES; s++)
            view_drop(r->locations[i].view[s]), view_drop(r->locations[i].own[s]);
        view_drop(r->locations[i].fenced);
        r->locations[i] = (struct location){0};
    }
    r->npages = r->nlocations = 0;
    views_forget();
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = (*(struct page *const *)a)->number, y = (*(struct page *const *)b)->number;
    return x < y ? -1 : x > y;
}

static void add_word(const struct races *r, const struct cell *c, uint64_t word, struct runs *to)
{
    struct run one = {.from = word, .to = word + 1};
    uint8_t any = 0;
    for (int list = 0; list < LISTS; list++)
        for (uint32_t at = c->first[list]; at; at = r->entries.v[at].next) {
            const struct entry *e = &r->entries.v[at];
            one.bytes[(e->strength == STRONG_DEVICE ? TOUCH_STRONG_READ : TOUCH_READ) + e->write] |= e->bytes;
            one.insn = !any || e->write ? e->insn : one.insn;
            any |= e->bytes;
        }
    if (any)
        runs_add(to, one);
}

/* which device memory the launch accessed: for other streams' work */
static void keep(struct races *r, struct runs *to)
{
    VEC(struct page *) pages = {0};
    for (size_t i = 0; i < r->room; i++)
        if (r->pages[i])
            VEC_PUSH(&pages, r->pages[i]);
    if (pages.n)
        qsort(pages.v, pages.n, sizeof *pages.v, by_number);
    for (size_t i = 0; i < pages.n; i++)
        for (uint64_t k = 0; k < PAGE_WORDS; k++)
            add_word(r, &pages.v[i]->cells[k], pages.v[i]->number * PAGE_WORDS + k, to);
    free(pages.v);
}

int races_end(struct worker *k, struct launch *n)
{
    struct races *r = k->races;
    keep(r, &k->touched);
    forget(r);
    if (r->found > r->told.n && !report_quiet())
        fprintf(stderr, "softgpu: %llu accesses of kernel %s race, by %zu pairs of instructions\n",
                (unsigned long long)r->found, n->module->functions.v[n->kernel->function].name, r->told.n);
    return r->found ? SG_LAUNCH_FAILED : SG_OK;
}

static void drop(struct races *r, uint32_t *at)
{
    uint32_t e = *at;
    *at = r->entries.v[e].next;
    r->entries.v[e].next = r->free;
    r->free = e;
}

void races_block_end(struct worker *k, struct block *b)
{
    for (size_t i = 0; i < b->shared_size / WORD + 2; i++)
        for (int list = 0; list < LISTS; list++)
            while (b->cells[i].first[list])
                drop(k->races, &b->cells[i].first[list]);
    free(b->cells);
}

/* ---- reports ---- */
struct access { /* of a lane to a word */
    struct warp *w;
    const struct insn *i;
    uint32_t lane;
    uint64_t address; /* of the first byte */
    bool shared, write;
    uint8_t bytes, strength;
    uint64_t value;
};

static const char *verb(const struct insn *i)
{
    static const char *const verbs[] = {"", "load", "store", "atomic access"};
    return i->read_only ? "read-only load" : verbs[i->memory];
}

/* now: by the lane that runs, whose calls are known */
static void tell_who(struct finding *f, const struct warp *w, const struct insn *i, uint32_t warp, uint32_t lane,
                     bool now)
{
    const struct launch *n = w->launch;
    const uint32_t *g = n->grid, *t = n->threads, nwarps = w->block->nwarps;
    uint32_t block = warp / nwarps, thread = warp % nwarps * LANES + lane;
    char place[512];
    finding_more(f, "%s%s of %u bytes by block (%u,%u,%u), thread (%u,%u,%u)\n  at %s\n", i->strong ? "strong " : "",
                 verb(i), i->size * (i->count ? i->count : 1u), block % g[0], block / g[0] % g[1], block / g[0] / g[1],
                 thread % t[0], thread / t[0] % t[1], thread / t[0] / t[1],
                 now ? finding_place_of(f, w, (int)lane, i, place, sizeof place)
                     : finding_place(f, n->module, i, place, sizeof place));
}

/* the shared variable that an offset of the block's memory is in, or the block of device memory */
static void tell_where(struct finding *f, const struct access *a)
{
    if (a->shared) {
        const struct shared_part *p = shared_near(a->w->block, a->address);
        if (p)
            finding_say(f, "byte %llu of the shared variable %s (%u bytes)", (unsigned long long)a->address - p->at,
                        p->name, p->size);
        else
            finding_say(f, "byte %llu of shared memory that the launch asked for",
                        (unsigned long long)a->address - a->w->block->launch->kernel->dynamic_at);
        return;
    }
    struct memory *m = &a->w->worker->device->memory;
    pthread_mutex_lock(&m->lock);
    const struct allocation *in = memory_find(m, a->address);
    if (in && a->address - in->address < in->size)
        finding_say(f, "byte %llu of %s%s (%llu bytes)", (unsigned long long)(a->address - in->address),
                    in->name ? "variable " : "a block of device memory", in->name ? in->name : "",
                    (unsigned long long)in->size);
    else
        finding_say(f, "0x%llx", (unsigned long long)a->address);
    pthread_mutex_unlock(&m->lock);
}

/* e: who else, with the lane; NULL: some lane, by a load of .nc or a store */
static void tell(struct races *r, const struct access *a, uint32_t insn, const struct entry *e, uint32_t lane,
                 bool one_value)
{
    const struct module *m = a->w->launch->module;
    const struct insn *other = &m->code.v[insn];
    uint32_t here = (uint32_t)(a->i - m->code.v);
    r->found++;
    for (size_t k = 0; k < r->told.n; k++)
        if ((r->told.v[k].one == here && r->told.v[k].other == insn) ||
            (r->told.v[k].one == insn && r->told.v[k].other == here))
            return;
    if (r->told.n == MOST_TOLD)
        return;
    VEC_PUSH(&r->told, (struct pair){here, insn});
    struct finding f = {.id = "GC401"};
    char place[512];
    finding_say(&f, "race on ");
    tell_where(&f, a);
    finding_say(&f, ", in kernel %s: nothing orders", m->functions.v[a->w->launch->kernel->function].name);
    tell_who(&f, a->w, a->i, order_number(a->w), a->lane, true);
    if (e)
        tell_who(&f, a->w, other, e->warp, lane, false);
    else
        finding_more(&f, "%s\n  at %s\nwhat read-only loads (.nc) read, nothing in the kernel may store\n", verb(other),
                     finding_place(&f, m, other, place, sizeof place));
    if (one_value)
        finding_more(&f, "both have the same value there: with GANTRY_SOFTGPU_STRICT=1 that is let pass\n");
    finding_tell(&f);
}

/* ---- the rule ---- */
static bool conflict(const struct access *a, const struct entry *e)
{
    if (!(a->write || e->write) || !(a->bytes & e->bytes))
        return false;
    if (!a->strength || !e->strength)
        return true;
    bool one_block = e->warp / a->w->block->nwarps == a->w->block->number;
    return !one_block && (a->strength == STRONG_BLOCK || e->strength == STRONG_BLOCK);
}

/* a weak store of those lanes that put the same value there */
static bool stored(const struct races *r, const struct cell *c, uint32_t warp, uint32_t lane, uint8_t bytes,
                   uint64_t value)
{
    for (uint32_t at = c->first[WEAK_WRITES]; at; at = r->entries.v[at].next) {
        const struct entry *e = &r->entries.v[at];
        if (e->warp == warp && e->lanes >> lane & 1 && e->bytes == bytes && e->value == value)
            return true;
    }
    return false;
}

/* Lanes that all store one value, and read what they stored, do no harm: it is how code says the same everywhere, and
 * what code between collapsed loops does. */
static bool agree(const struct races *r, const struct access *a, const struct cell *c, const struct entry *e,
                  uint32_t lane)
{
    if (a->strength || e->strength || a->bytes != e->bytes)
        return false;
    if (a->write && e->write)
        return a->value == e->value;
    return e->write ? stored(r, c, order_number(a->w), a->lane, e->bytes, e->value)
                    : stored(r, c, e->warp, lane, a->bytes, a->value);
}

/* Of the device runtime's own variables nobody wants to know that. */
static bool lets_pass(const struct races *r, const struct access *a)
{
    const struct shared_part *p = r->same && a->shared ? shared_near(a->w->block, a->address) : NULL;
    return !r->same || (p && !strncmp(p->name, "__gd_", 5));
}

/* Who was there before: what races is told; what is ordered before this access and can race with nothing that this one
 * does not race with is forgotten. */
static void judge(struct races *r, const struct access *a, struct cell *c, enum list list)
{
    for (uint32_t *at = &c->first[list]; *at;) {
        struct entry *e = &r->entries.v[*at];
        bool covered = !(e->bytes & ~a->bytes) && (a->write || !e->write) && a->strength <= e->strength;
        if (conflict(a, e) || (covered && e->warp == order_number(a->w))) {
            int lane = order_missing(a->w, a->lane, e->warp, e->lanes, e->clock);
            bool races = lane >= 0 && conflict(a, e), one_value = races && agree(r, a, c, e, (uint32_t)lane);
            if (races && !(one_value && lets_pass(r, a))) {
                tell(r, a, e->insn, e, (uint32_t)lane, one_value);
                drop(r, at); /* once is enough */
                continue;
            }
            if (lane < 0 && covered) {
                drop(r, at);
                continue;
            }
        }
        at = &e->next;
    }
}

static void enter(struct races *r, const struct access *a, uint32_t *list)
{
    uint32_t warp = order_number(a->w), clock = a->w->order->own[a->lane],
             insn = (uint32_t)(a->i - a->w->launch->module->code.v), n = 0;
    for (uint32_t at = *list; at && n < SEARCHED; at = r->entries.v[at].next, n++) {
        struct entry *e = &r->entries.v[at];
        if (e->warp == warp && e->clock == clock && e->bytes == a->bytes && e->strength == a->strength &&
            e->write == a->write && e->value == a->value && (e->insn == insn || e->lanes == 1u << a->lane)) {
            e->lanes |= 1u << a->lane;
            return;
        }
    }
    uint32_t at = r->free;
    if (at)
        r->free = r->entries.v[at].next;
    else {
        at = (uint32_t)r->entries.n;
        VEC_PUSH(&r->entries, (struct entry){0});
    }
    r->entries.v[at] =
        (struct entry){*list, warp, 1u << a->lane, clock, insn, a->bytes, a->strength, a->write, a->value};
    *list = at;
}

/* Loads of .nc may come from a cache that no store reaches: nothing orders them with stores of the same kernel, not
 * even that one lane does both. */
static void judge_fixed(struct races *r, const struct access *a, struct cell *c)
{
    struct use *mine = a->write ? &c->stored : &c->read_fixed, *other = a->write ? &c->read_fixed : &c->stored;
    if (!a->write && !a->i->read_only)
        return;
    if (other->bytes & a->bytes)
        tell(r, a, other->insn, NULL, 0, false);
    *mine = (struct use){(uint32_t)(a->i - a->w->launch->module->code.v), mine->bytes | a->bytes};
}

/* pairs of accesses that watched barriers may lie between, as far as they are not forgotten: of those that are, the
 * access that came after them is one of a pair */
static void watch_word(struct races *r, const struct access *a, const struct cell *c)
{
    for (int list = 0; list < LISTS; list++)
        for (uint32_t at = c->first[list]; at; at = r->entries.v[at].next) {
            const struct entry *e = &r->entries.v[at];
            bool own = e->warp == order_number(a->w);
            if (!(a->write || e->write) || !(a->bytes & e->bytes))
                continue;
            EACH(l, own ? e->lanes & ~(1u << a->lane) : e->lanes)
            if (r->same || !agree(r, a, c, e, l))
                watch_pair(a->w, a->lane, a->i->line, e->warp, l, e->clock, a->w->launch->module->code.v[e->insn].line,
                           !conflict(a, e));
        }
}

static void access_word(struct races *r, const struct access *a, struct cell *c)
{
    judge_fixed(r, a, c);
    enum list mine = a->strength ? STRONG : a->write ? WEAK_WRITES : WEAK_READS;
    const struct entry *e = &r->entries.v[c->first[mine]];
    if (c->first[mine] && e->warp == order_number(a->w) && e->lanes == 1u << a->lane &&
        e->clock == a->w->order->own[a->lane] && e->bytes == a->bytes && e->strength == a->strength &&
        e->write == a->write && e->value == a->value)
        return; /* as before */
    if (a->w->worker->watch)
        watch_word(r, a, c);
    judge(r, a, c, WEAK_WRITES);
    if (a->write)
        judge(r, a, c, WEAK_READS);
    r->narrow |= a->strength == STRONG_BLOCK;
    if (!a->strength || r->narrow)
        judge(r, a, c, STRONG);
    enter(r, a, &c->first[mine]);
}

/* ---- instructions ---- */
static uint32_t address_operand(const struct insn *i)
{
    return i->memory == MEMORY_LOAD ? i->count : i->memory == MEMORY_ATOMIC ? i->nresults : 0;
}

/* what a weak store puts there */
static void stored_bytes(const struct access *a, uint8_t bytes[32])
{
    const struct insn *i = a->i;
    for (uint32_t k = 0; k < i->count; k++)
        memcpy(bytes + k * i->size, (uint8_t *)row(a->w, i->r[k + 1]) + (i->size == 8 ? 8 : 4) * a->lane, i->size);
}

/* false: memory of the lane's own, or none that is looked at */
static bool place_of(const struct warp *w, const struct insn *i, uint64_t address, uint32_t size, struct access *a)
{
    if (i->space != SPACE_GENERIC && i->space != SPACE_GLOBAL && i->space != SPACE_SHARED)
        return false;
    uint64_t shared = i->space == SPACE_SHARED ? address : address - SHARED_WINDOW;
    a->shared = i->space == SPACE_SHARED || (i->space == SPACE_GENERIC && shared < WINDOW_SIZE);
    a->address = a->shared ? shared : address;
    if (a->shared)
        return shared_has(w->block, i, shared, size); /* else the access fails */
    return address - SHARED_WINDOW >= DEVICE_WINDOW - SHARED_WINDOW;
}

static void strong_order(struct races *r, const struct access *a)
{
    uint64_t key = a->shared ? 1ull << 63 | a->w->block->number << 32 | a->address : a->address;
    bool reads = a->i->memory != MEMORY_STORE;
    struct location *l = location(r, key);
    int scope = a->i->strong == STRONG_BLOCK ? SCOPE_BLOCK : SCOPE_DEVICE;
    if (reads)
        order_read(a->w, a->lane, l, a->i->fences & FENCES_AFTER ? scope : -1);
    if (reads && scope == SCOPE_DEVICE)
        order_read_fenced(a->w, a->lane, l);
    if (a->write)
        order_write(a->w, a->lane, l, reads, a->i->fences & FENCES_BEFORE ? scope : -1);
    if (a->write && scope == SCOPE_DEVICE)
        order_write_fenced(a->w, a->lane, l, reads);
}

static void fence(struct warp *w, const struct insn *i, uint32_t lanes, enum scope scope)
{
    order_fence(w, lanes, scope, i->sub);
    if (w->worker->watch)
        EACH(l, lanes)
    watch_passed(w, i, l);
}

void races_access(struct warp *w, const struct insn *i, uint32_t lanes)
{
    struct races *r = w->worker->races;
    if (i->memory == MEMORY_FENCE) {
        fence(w, i, lanes, i->strong == STRONG_BLOCK ? SCOPE_BLOCK : SCOPE_DEVICE);
        return;
    }
    const uint64_t *to = row(w, i->r[address_operand(i)]);
    uint32_t size = i->size * (i->count ? i->count : 1u);
    struct access a = {.w = w, .i = i, .strength = i->strong, .write = i->memory != MEMORY_LOAD};
    EACH(l, lanes)
    {
        a.lane = l;
        uint8_t bytes[32];
        if (!place_of(w, i, to[l] + (uint64_t)i->offset, size, &a))
            continue;
        if (w->worker->watch)
            watch_access(w, l);
        if (i->memory == MEMORY_STORE)
            stored_bytes(&a, bytes);
        for (uint64_t at = a.address, end = at + size; at < end;) {
            uint64_t next = (at / WORD + 1) * WORD < end ? (at / WORD + 1) * WORD : end;
            a.bytes = (uint8_t)(((1u << (next - at)) - 1) << at % WORD);
            a.value = 0;
            if (i->memory == MEMORY_STORE)
                memcpy(&a.value, bytes + (at - a.address), next - at);
            access_word(r, &a, a.shared ? &w->block->cells[at / WORD] : global_cell(r, at));
            at = next;
        }
        if (i->strong)
            strong_order(r, &a);
    }
}
