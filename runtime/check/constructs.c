/* constructs.c: target constructs that nothing orders, and the host beside them (GC402, GC403).
 *
 * Of each construct that somebody may meet without an order it is kept what it copies, loads and stores, as runs of
 * addresses. When it is over it is held against the others that are kept, and against what the host did (beside.c);
 * what the host does later is held against it. It is forgotten when it happened before all that can still come.
 *
 * Device memory goes by the address of its host counterpart: two constructs that map the same variable may share the
 * copy, whether they did in this run or not. A region's own copies are ordered by the present table against those of
 * others; against the host and against updates they are not. A copy of a map that changes nothing stores nothing; one
 * that an update or `always` asks for stores all of it, so that what is said does not depend on who came first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gantry_emulated.h"
#include "strands.h"

struct run {
    uintptr_t begin, end;
    const struct __gd_emu_site *site; /* NULL: a copy */
    uint32_t item;
    bool wanted; /* an update, or map(always) */
};
struct runs {
    struct run *v;
    uint32_t n, room;
    uintptr_t lo, hi;
};
struct held {
    uintptr_t begin, end;
    uint32_t item;
    bool brought; /* it did copy */
};
struct construct {
    struct construct *next;
    struct strand *strand;
    struct moment at;
    struct order *before;
    const struct gantry_region *region;
    uint64_t serial;
    const void *job; /* NULL: it is waited for where it is met, or a routine with _async */
    bool deferred;
    bool apart; /* its strand is its own, and ends with it */
    struct runs runs[RUN_KINDS];
    uintptr_t lo, hi;          /* of all runs: most constructs have nothing in common */
    struct gantry_pair *items; /* what runs lie in */
    uint32_t nitems;
    uint32_t side[2];  /* apart: the item, and one, of the host's memory that it reads, and stores to, mapped nowhere */
    struct held *held; /* what it brings at its end */
    uint32_t nheld;
};
static struct construct *kept, *under_way;
static _Thread_local struct construct *current;
static _Thread_local unsigned depth;

/* ---- jobs: constructs with nowait, from where they are met to where they are over ---- */
enum { JOBS = 1024 };
static struct job {
    struct job *next;
    uint64_t serial;
    const void *key;
    const struct gantry_region *region;
    struct strand *strand;
    uint32_t root;
    bool deferred;
    uint32_t n;
    struct {
        uintptr_t begin, end;
        const char *name;
    } item[];
} *jobs[JOBS]; /* by key */
static uint32_t njobs;
static uint64_t serial; /* of the last construct or job that began */

static bool asked(int device) { return gantry_check_on(GANTRY_CHECK_RACES) && check_is_emulated(device); }

static struct job **job_at(const void *key)
{
    struct job **j = &jobs[((uintptr_t)key >> 6) % JOBS];
    while (*j && (*j)->key != key)
        j = &(*j)->next;
    return j;
}

void construct_encountered(const void *key, const struct gantry_region *r, int device, const struct gantry_val *vals)
{
    struct strand *s = strand_here();
    struct job *j = s && asked(device) ? malloc(sizeof *j + r->nmaps * sizeof j->item[0]) : NULL;
    if (!j)
        return;
    check_enter();
    strand_depends_anew(s, (uintptr_t)key); /* its task names the job; an earlier one may have had the same memory */
    struct job **at = &jobs[((uintptr_t)key >> 6) % JOBS];
    *j = (struct job){.next = *at, .serial = ++serial, .key = key, .region = r, .root = s->root};
    *at = j;
    njobs++;
    check_watch(&check_beside);
    atomic_fetch_add(&check_frames, 1);
    for (uint32_t i = 0; i < r->nmaps; i++) {
        const struct gantry_map *m = &r->maps[i];
        if (m->param == GANTRY_PARAM_VALUE || (m->flags & (GANTRY_MAP_COPY | GANTRY_MAP_LIST)) || !vals[i].begin ||
            !vals[i].size)
            continue;
        uintptr_t begin = (uintptr_t)vals[i].begin;
        check_chunks_make(begin, vals[i].size, false); /* so that what the host does meanwhile is seen */
        j->item[j->n].begin = begin;
        j->item[j->n].end = begin + vals[i].size;
        j->item[j->n++].name = m->name;
    }
    check_leave();
}

void construct_started(const void *key, int deferred)
{
    struct strand *s = strand_here();
    check_enter();
    struct job *j = *job_at(key);
    if (j && s) {
        j->strand = strand_share(s);
        j->deferred = deferred;
        if (deferred) /* libomp calls all tasks of a team of one undeferred */
            s->undeferred = false;
    }
    check_leave();
}

static void job_forget(const void *key)
{
    struct job **at = job_at(key), *j = *at;
    if (!j)
        return;
    *at = j->next;
    njobs--;
    strand_drop(j->strand);
    free(j);
    check_watch_no_more(&check_beside);
    atomic_fetch_sub(&check_frames, 1);
}

/* ---- from the beginning to the end ---- */
static void make_current(struct strand *s, const struct gantry_region *r)
{
    struct construct *c = s && !s->ended ? calloc(1, sizeof *c) : NULL;
    if (c) {
        c->serial = ++serial;
        c->strand = strand_share(s);
        c->at = strand_moment(s);
        c->before = order_share(s->before);
        c->region = r;
        c->next = under_way;
        under_way = c;
        check_watch(&check_beside);
        atomic_fetch_add(&check_frames, 1);
    }
    current = c;
}

static void begin(const void *key, const struct gantry_region *r)
{
    check_enter();
    struct job *j = key ? *job_at(key) : NULL;
    struct strand *s = j ? j->strand : key ? NULL : strand_here();
    bool wanted = j || strands_tasks() || atomic_load(&check_beside);
    make_current(wanted ? s : NULL, r);
    if (current) {
        current->job = key;
        current->deferred = j && j->deferred;
    } else if (j) {
        job_forget(key);
    }
    check_leave();
}

void construct_begins(const void *key, const struct gantry_region *r, int device)
{
    if (depth++ == 0 && asked(device))
        begin(key, r);
}

/* ---- omp_target_memcpy and the like: as constructs, by the place of the call ---- */
const struct gantry_region *construct_of_routine(const char *name, const void *caller)
{
    static struct routine {
        struct routine *next;
        const void *caller;
        struct gantry_region region;
    } *all;
    struct routine *r = all;
    while (r && r->caller != caller)
        r = r->next;
    if (r || !(r = calloc(1, sizeof *r)))
        return r ? &r->region : NULL;
    struct check_code code;
    check_code_of(caller, &code);
    *r = (struct routine){.next = all, .caller = caller};
    r->region = (struct gantry_region){.construct = ROUTINE, .kernel = name, .loc = code.at};
    r->region.loc.file = code.at.file ? strdup(code.at.file) : NULL;
    r->region.loc.func = NULL;
    all = r;
    return &r->region;
}

void construct_routine(const char *name, const void *caller)
{
    if (depth++ || !strand_here() || !gantry_check_on(GANTRY_CHECK_RACES))
        return;
    check_enter();
    bool others = strands_tasks() || atomic_load(&check_beside);
    const struct gantry_region *r = others ? construct_of_routine(name, caller) : NULL;
    check_leave();
    if (r)
        begin(NULL, r);
}

void construct_routine_task(struct strand *s, const char *name, const void *caller)
{
    if (depth++ || !s)
        return;
    check_enter();
    const struct gantry_region *r = construct_of_routine(name, caller);
    strand_start(s);
    make_current(r ? s : NULL, r);
    if (current) {
        current->apart = true;
        current->deferred = !s->undeferred;
    } else {
        strand_end(s);
        strand_drop(s);
    }
    check_leave();
}

/* ---- runs ---- */
bool construct_judged(void) { return current != NULL; }

uint32_t construct_item(const struct gantry_pair *p)
{
    struct construct *c = current;
    uint32_t i = c ? c->nitems : 0;
    while (i-- > 0)
        if (c->items[i].host == p->host && c->items[i].size == p->size && c->items[i].name == p->name)
            return i;
    struct gantry_pair *v = c ? realloc(c->items, (c->nitems + 1) * sizeof *v) : NULL;
    if (!v)
        return NO_ITEM;
    c->items = v;
    v[c->nitems] = *p;
    return c->nitems++;
}

static void run_add(enum run_kind kind, const struct run *r)
{
    struct runs *all = &current->runs[kind];
    struct run *last = all->n ? &all->v[all->n - 1] : NULL;
    all->lo = !last || r->begin < all->lo ? r->begin : all->lo;
    all->hi = !last || r->end > all->hi ? r->end : all->hi;
    if (last && last->end == r->begin && last->site == r->site && last->item == r->item && last->wanted == r->wanted) {
        last->end = r->end;
        return;
    }
    if (all->n == all->room) {
        uint32_t room = all->room ? 2 * all->room : 4;
        struct run *v = realloc(all->v, room * sizeof *v);
        if (!v)
            return;
        all->v = v;
        all->room = room;
    }
    all->v[all->n++] = *r;
}

void construct_runs(enum run_kind kind, uintptr_t begin, uintptr_t end, uint32_t item, const struct __gd_emu_site *site)
{
    if (current && item != NO_ITEM)
        run_add(kind, &(struct run){begin, end, site, item, false});
}

void construct_touches(int device, uint64_t at, uint64_t n, int store)
{
    if (!current || !check_is_emulated(device))
        return;
    check_enter();
    const struct check_pair *c = check_pair_of_device(at);
    const struct check_block *b = c ? NULL : check_block_at(at);
    if (c || b) {
        struct gantry_pair p = {.device = device};
        p.host = b ? b->at : 0;
        p.dev = p.host;
        p.size = b ? b->n : 0;
        p = c ? c->p : p;
        uint64_t from = at - p.dev, left = p.size - from;
        struct run r = {.begin = p.host + from, .item = construct_item(&p), .wanted = true};
        r.end = r.begin + (n < left ? n : left);
        if (r.item != NO_ITEM)
            run_add(store ? RUN_COPIED_TO : RUN_COPIED_FROM, &r);
    }
    check_leave();
}

static uint32_t side_item(struct construct *c, uintptr_t at, uint64_t n, bool store)
{
    const struct check_pair *m = check_pair_of_host(NULL, at, n);
    if (m && at >= m->p.host && at + n <= m->p.host + m->p.size)
        return construct_item(&m->p);
    if (!c->side[store])
        c->side[store] = construct_item(&(struct gantry_pair){.host = at, .size = n}) + 1;
    return c->side[store] - 1;
}

/* The other side of a routine's copy. One that returns when it is over does it as the task that calls it. */
bool construct_touches_host(uintptr_t at, uint64_t n, bool store)
{
    if (!current || !current->apart)
        return false;
    check_enter();
    struct run r = {.begin = at, .end = at + n, .item = side_item(current, at, n, store), .wanted = true};
    check_chunks_make(at, n, false); /* so that what the host does meanwhile is seen */
    if (r.item != NO_ITEM)
        run_add(store ? RUN_BROUGHT : RUN_TAKEN, &r);
    check_leave();
    return true;
}

/* Of 64 bytes those that the copy changes, or that somebody has stored to since they were equal */
static uint64_t changed(uintptr_t to, uintptr_t from, uint64_t all)
{
    uint64_t bits = (check_bits(GANTRY_STORED, from) | check_bits(GANTRY_NEWER, from)) & all;
    for (unsigned k = 0; k < 64 && all >> k; k++)
        if (all >> k & 1 && *(const unsigned char *)(to + k) != *(const unsigned char *)(from + k))
            bits |= 1ull << k;
    return bits;
}

static void add_bits(enum run_kind kind, uintptr_t at, uint64_t bits, struct run *r)
{
    while (bits) {
        unsigned first = (unsigned)__builtin_ctzll(bits);
        uint64_t rest = ~(bits >> first);
        unsigned n = rest ? (unsigned)__builtin_ctzll(rest) : 64;
        n = n > 64 - first ? 64 - first : n;
        r->begin = at + first;
        r->end = at + first + n;
        run_add(kind, r);
        bits = first + n == 64 ? 0 : bits >> (first + n) << (first + n);
    }
}

void construct_moves(const struct gantry_pair *p, bool to, bool wanted)
{
    if (!current || p->private)
        return;
    check_enter();
    const struct check_pair *c = check_pair_of_device(p->dev);
    enum gantry_construct what = (enum gantry_construct)current->region->construct;
    bool device = wanted || what == (to ? GANTRY_ENTER_DATA : GANTRY_EXIT_DATA);
    bool whole = wanted || (!to && what == GANTRY_EXIT_DATA); /* a region only may have mapped what it reads */
    struct run r = {.item = construct_item(c ? &c->p : p), .wanted = wanted};
    for (uint32_t i = 0; i < current->nheld && !to; i++)
        current->held[i].brought |= current->held[i].begin < p->host + p->size && p->host < current->held[i].end;
    for (uint64_t k = 0; c && r.item != NO_ITEM && k < p->size; k += 64) {
        uintptr_t host = p->host + k, dev = p->dev + k;
        uint64_t all = check_first(p->size - k) & ~check_attached_bits(c, dev);
        uint64_t bits = whole ? all : changed(to ? dev : host, to ? host : dev, all);
        add_bits(to ? RUN_TAKEN : RUN_BROUGHT, host, to ? all : bits, &r);
        if (device)
            add_bits(to ? RUN_COPIED_TO : RUN_COPIED_FROM, host, to ? bits : all, &r);
    }
    check_leave();
}

/* ---- Two regions that nothing orders may map the same memory, and which of them copies depends on who is faster. Each
 * would if it came alone, unless a data construct holds the memory around it. ---- */
static bool has_taken(const struct construct *c, const struct gantry_pair *p)
{
    const struct runs *all = &c->runs[RUN_TAKEN];
    uint32_t i = 0;
    while (i < all->n && (all->v[i].begin >= p->host + p->size || all->v[i].end <= p->host))
        i++;
    return i < all->n;
}

static void hold(const struct gantry_pair *p, uint32_t item, int to, int from)
{
    struct construct *c = current;
    struct run r = {.begin = p->host, .end = p->host + p->size, .item = item};
    if (to && !has_taken(c, p))
        run_add(RUN_TAKEN, &r);
    struct held *v = from ? realloc(c->held, (c->nheld + 1) * sizeof *v) : NULL;
    if (!v)
        return;
    c->held = v;
    c->held[c->nheld++] = (struct held){r.begin, r.end, item, false};
}

void construct_holds(const struct gantry_pair *p, int to, int from)
{
    check_enter();
    struct check_pair *entry = check_pair_of_device(p->dev);
    bool region = current && current->region->construct == GANTRY_TARGET;
    if (entry && !region)
        entry->lasting = true;
    bool comes_and_goes = entry && !entry->lasting && !entry->p.private && !entry->p.forever;
    uint32_t item = comes_and_goes ? construct_item(&entry->p) : NO_ITEM;
    if (item != NO_ITEM)
        hold(p, item, to, from);
    check_leave();
}

/* What it stored there and did not copy, since another still held it */
static void bring(const struct held *h, enum run_kind kind)
{
    for (uint32_t i = 0; i < current->runs[kind].n; i++) {
        struct run r = current->runs[kind].v[i];
        r.begin = r.begin > h->begin ? r.begin : h->begin;
        r.end = r.end < h->end ? r.end : h->end;
        if (r.begin < r.end)
            run_add(RUN_BROUGHT, &(struct run){.begin = r.begin, .end = r.end, .item = h->item});
    }
}

static void bring_held(void)
{
    for (uint32_t i = 0; i < current->nheld; i++)
        if (!current->held[i].brought) {
            bring(&current->held[i], RUN_STORED);
            bring(&current->held[i], RUN_ATOMIC_STORED);
        }
}

static int by_begin(const void *a, const void *b)
{
    const struct run *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

static void construct_free(struct construct *c)
{
    for (int k = 0; k < RUN_KINDS; k++)
        free(c->runs[k].v);
    free(c->items);
    free(c->held);
    order_drop(c->before);
    strand_drop(c->strand);
    free(c);
    check_watch_no_more(&check_beside);
    atomic_fetch_sub(&check_frames, 1);
}

/* ---- two constructs ---- */
static bool is_before(const struct construct *a, const struct construct *b)
{
    return a->strand == b->strand || order_has(b->before, a->at);
}

static bool unordered(const struct construct *a, const struct construct *b)
{
    return a->strand->root == b->strand->root && !is_before(a, b) && !is_before(b, a);
}

enum { MOST_TOLD = 16, TOLD = 4096 };
static struct {
    const struct gantry_region *a, *b;
} told[TOLD]; /* pairs of which something was told: no more of them */

static bool told_before(const struct construct *a, const struct construct *b, bool set)
{
    const struct gantry_region *x = a->region < b->region ? a->region : b->region,
                               *y = a->region < b->region ? b->region : a->region;
    unsigned h = (unsigned)(((uintptr_t)x >> 4) * 31 + ((uintptr_t)y >> 4)) % TOLD;
    if (set) {
        told[h].a = x;
        told[h].b = y;
    }
    return told[h].a == x && told[h].b == y;
}

#define BIT(K) (1u << RUN_##K)
static const unsigned conflicts[RUN_KINDS] = {
    [RUN_TAKEN] = BIT(BROUGHT),
    [RUN_BROUGHT] = BIT(TAKEN) | BIT(BROUGHT),
    [RUN_LOADED] = BIT(STORED) | BIT(ATOMIC_STORED) | BIT(COPIED_TO),
    [RUN_STORED] =
        BIT(LOADED) | BIT(STORED) | BIT(ATOMIC_READ) | BIT(ATOMIC_STORED) | BIT(COPIED_FROM) | BIT(COPIED_TO),
    [RUN_ATOMIC_READ] = BIT(STORED) | BIT(COPIED_TO),
    [RUN_ATOMIC_STORED] = BIT(LOADED) | BIT(STORED) | BIT(COPIED_FROM) | BIT(COPIED_TO),
    [RUN_COPIED_FROM] = BIT(STORED) | BIT(ATOMIC_STORED) | BIT(COPIED_TO),
    [RUN_COPIED_TO] =
        BIT(LOADED) | BIT(STORED) | BIT(ATOMIC_READ) | BIT(ATOMIC_STORED) | BIT(COPIED_FROM) | BIT(COPIED_TO),
};
#undef BIT

/* Copies that map clauses ask for are made and left by the present table, one after the other. */
static bool may_conflict(const struct run *a, const struct run *b)
{
    return a->site || b->site || a->wanted || b->wanted;
}

static struct conflict_side side_of(const struct construct *c, enum run_kind kind, const struct run *r)
{
    return (struct conflict_side){c->region, kind, r->site, c->items[r->item], c->deferred, c->apart, c->job != NULL};
}

static unsigned compare_runs(const struct construct *a, enum run_kind ka, const struct construct *b, enum run_kind kb)
{
    const struct runs *x = &a->runs[ka], *y = &b->runs[kb];
    const struct __gd_emu_site *last[2] = {NULL, NULL};
    unsigned found = 0;
    if (!x->n || !y->n || x->lo >= y->hi || y->lo >= x->hi)
        return 0;
    for (uint32_t i = 0, k = 0; i < x->n && k < y->n && found < MOST_TOLD;) {
        const struct run *r = &x->v[i], *s = &y->v[k];
        uintptr_t at = r->begin > s->begin ? r->begin : s->begin;
        bool meet = at < r->end && at < s->end, again = found && last[0] == r->site && last[1] == s->site;
        if (meet && !again && may_conflict(r, s) && !strand_gone(a->strand, at) && !strand_gone(b->strand, at) &&
            !owned_by_both(a->strand, b->strand, at) && !check_expected(at, 1)) {
            conflict_found(&(struct conflict){.side = {side_of(a, ka, r), side_of(b, kb, s)}, .at = at});
            last[0] = r->site;
            last[1] = s->site;
            found++;
        }
        if (r->end <= s->end)
            i++;
        else
            k++;
    }
    return found;
}

static void compare(const struct construct *a, const struct construct *b)
{
    unsigned found = 0;
    bool all = check_waits(); /* who comes first is a matter of time */
    if (a->lo >= b->hi || b->lo >= a->hi || (!all && told_before(a, b, false)) || !unordered(a, b))
        return;
    for (int i = 0; i < RUN_KINDS; i++)
        for (int k = 0; k < RUN_KINDS && a->runs[i].n; k++)
            if (conflicts[i] >> k & 1)
                found += compare_runs(a, (enum run_kind)i, b, (enum run_kind)k);
    if (found && !all)
        told_before(a, b, true);
}

/* ---- a construct and the host ---- */
static bool host_unordered(const struct strand *s, const struct construct *c)
{
    return s->root == c->strand->root && s != c->strand && !order_has(s->before, c->at);
}

/* the first run that reaches beyond `at` */
static const struct run *run_from(const struct runs *r, uintptr_t at)
{
    uint32_t lo = 0, hi = r->n;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (r->v[mid].end <= at)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < r->n ? &r->v[lo] : NULL;
}

/* What it copies of [at, at + n), the first of it at *begin; NULL: nothing, or it is ordered */
static const struct run *unordered_run(const struct strand *s, const struct construct *c, enum run_kind kind,
                                       uintptr_t at, uint64_t n, uintptr_t *begin)
{
    const struct runs *all = &c->runs[kind];
    const struct run *r = all->n && at < all->hi && at + n > all->lo ? run_from(all, at) : NULL;
    uintptr_t first = r && r->begin > at ? r->begin : at;
    if (!r || first >= at + n || !host_unordered(s, c) || strand_gone(c->strand, first) ||
        owned_by_both(s, c->strand, first) || check_expected(first, 1))
        return NULL;
    *begin = first;
    return r;
}

/* s: whose access it is */
static void meet(const struct strand *s, const struct construct *c, enum run_kind kind, const struct run *r,
                 struct meeting m)
{
    m.region = c->region;
    m.item = c->items[r->item];
    m.brought = kind == RUN_BROUGHT;
    m.deferred = c->deferred;
    m.child = c->strand->parent == s;
    m.serial = c->serial;
    m.begun = serial;
    host_meets(s, &m);
}

static void meet_within(const struct strand *s, const struct construct *c, enum run_kind kind, uintptr_t at, uint64_t n,
                        const char *what, const void *caller)
{
    uintptr_t first;
    const struct run *r = unordered_run(s, c, kind, at, n, &first);
    if (r)
        meet(s, c, kind, r,
             (struct meeting){.what = what, .caller = caller, .at = first, .n = first == at && n <= 16 ? n : 1});
}

void check_host_beside(uintptr_t at, uint64_t n, enum host_kind kind, const void *caller)
{
    struct strand *s = strand_here();
    if (!s || s->ended)
        return;
    bool store = kind & HOST_STORES;
    check_enter();
    bool copied = atomic_load(&constructs_kept) && check_range_any(GANTRY_CARRIED, at, n);
    for (const struct construct *c = copied ? kept : NULL; c; c = c->next) { /* as in look_back_at_all: one is told */
        if (store)
            meet_within(s, c, RUN_TAKEN, at, n, "stores to", caller);
        meet_within(s, c, RUN_BROUGHT, at, n, store ? "stores to" : "reads", caller);
    }
    host_access_keep(s, at, n, kind, caller);
    check_leave();
}

/* What the host did before, in this run, and might as well have done later. */
static void look_back_at(const struct host_access *a, const struct construct *c, enum run_kind kind,
                         const struct run *r, uintptr_t at, bool store)
{
    unsigned first = at % 4, mine = 15u << first & 15u;
    if (r->end - at < 4 - first)
        mine &= (1u << (first + (r->end - at))) - 1;
    if (!(a->bytes & mine) || order_has(c->before, a->at) || !host_unordered(a->by, c) || /* it may know of the end
                                                                                           * to come */
        strand_gone(a->by, at) || strand_gone(c->strand, at) || owned_by_both(a->by, c->strand, at) ||
        check_expected(at, 1))
        return;
    uintptr_t begin = at - first + (unsigned)__builtin_ctz(a->bytes & mine);
    meet(a->by, c, kind, r,
         (struct meeting){
             .what = store ? "stores to" : "reads", .caller = a->caller, .at = begin, .n = a->bytes == 15 ? 4 : 1});
}

static void look_back(const struct construct *c, enum run_kind kind, const struct run *r, bool store)
{
    uint64_t next;
    for (uintptr_t at = r->begin; at < r->end; at += next)
        for (const struct host_access *a = host_access_of(at, store, &next); a; a = host_access_older(a))
            look_back_at(a, c, kind, r, at, store);
}

static void look_back_at_all(const struct construct *c)
{
    for (int k = RUN_TAKEN; k <= RUN_BROUGHT; k++)
        for (uint32_t i = 0; i < c->runs[k].n; i++) {
            look_back(c, (enum run_kind)k, &c->runs[k].v[i], true);
            if (k == RUN_BROUGHT)
                look_back(c, (enum run_kind)k, &c->runs[k].v[i], false);
        }
}

/* ---- who is kept ---- */
static bool can_meet(const struct construct *c)
{
    for (const struct strand *s = strands_open(); s; s = s->next)
        if (s->root == c->strand->root && s != c->strand && !order_has(s->before, c->at))
            return true;
    return false;
}

static void set_copied(const struct construct *c, bool set)
{
    for (int k = RUN_TAKEN; k <= RUN_BROUGHT; k++)
        for (uint32_t i = 0; i < c->runs[k].n; i++)
            check_range_change(GANTRY_CARRIED, c->runs[k].v[i].begin, c->runs[k].v[i].end - c->runs[k].v[i].begin, set);
}

static void retire(void)
{
    struct construct *gone = NULL;
    for (struct construct **at = &kept; *at;) {
        struct construct *c = *at;
        if (can_meet(c)) {
            at = &c->next;
            continue;
        }
        *at = c->next;
        c->next = gone;
        gone = c;
        check_watch_no_more(&constructs_kept);
    }
    atomic_fetch_add(&constructs_unsettled, 1);
    for (struct construct *c = gone; c; c = c->next)
        set_copied(c, false);
    for (const struct construct *c = gone ? kept : NULL; c; c = c->next)
        set_copied(c, true);
    atomic_fetch_add(&constructs_unsettled, 1);
    for (struct construct *c; (c = gone) != NULL;) {
        gone = c->next;
        construct_free(c);
    }
}

/* Looking through all costs as many steps as there are; each wait pays some. */
void constructs_retire(uint32_t credit)
{
    static uint64_t paid;
    paid += 16ull * (credit + 4);
    if (paid < atomic_load(&check_beside) + strands_tasks())
        return;
    paid = 0;
    host_accesses_retire();
    if (atomic_load(&constructs_kept))
        retire();
}

void construct_ends(void)
{
    struct construct *c = current;
    if (--depth || !c)
        return;
    check_enter();
    bring_held();
    current = NULL;
    struct construct **at = &under_way;
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    if (c->job)
        job_forget(c->job);
    c->lo = UINTPTR_MAX;
    for (int k = 0; k < RUN_KINDS; k++) {
        struct runs *r = &c->runs[k];
        if (r->n > 1)
            qsort(r->v, r->n, sizeof *r->v, by_begin);
        c->lo = r->n && r->lo < c->lo ? r->lo : c->lo;
        c->hi = r->n && r->hi > c->hi ? r->hi : c->hi;
    }
    for (const struct construct *other = kept; other; other = other->next)
        compare(c, other);
    bool stays = can_meet(c);
    if (stays) { /* before it looks: whoever comes meanwhile sees that, or is seen */
        check_watch(&constructs_kept);
        set_copied(c, true);
    }
    atomic_thread_fence(memory_order_seq_cst);
    look_back_at_all(c);
    struct strand *own = c->apart ? c->strand : NULL;
    if (stays) {
        c->next = kept;
        kept = c;
    } else {
        construct_free(c);
    }
    if (own) {
        strand_end(own);
        strand_drop(own);
    }
    check_leave();
}

/* ---- memory that goes: what comes there is another's ---- */
static void forget_range(struct runs *all, uintptr_t at, uint64_t n)
{
    uint32_t kept_runs = 0;
    if (!all->n || at >= all->hi || at + n <= all->lo)
        return;
    for (uint32_t i = 0; i < all->n; i++) {
        struct run r = all->v[i];
        if (r.begin >= at && r.end <= at + n)
            continue;
        if (r.begin < at && r.end > at)
            r.end = at;
        else if (r.begin >= at && r.begin < at + n)
            r.begin = at + n;
        all->v[kept_runs++] = r;
    }
    all->n = kept_runs;
}

static uint32_t item_at(const struct job *j, uintptr_t at, uint64_t n) /* j->n: none */
{
    uint32_t i = 0;
    while (i < j->n && (j->item[i].begin >= at + n || j->item[i].end <= at))
        i++;
    return i;
}

static bool holds(const struct construct *c, uintptr_t at, uint64_t n)
{
    uint32_t i = 0;
    while (i < c->nheld && (c->held[i].begin >= at + n || c->held[i].end <= at))
        i++;
    return i < c->nheld;
}

bool constructs_await(uintptr_t at, uint64_t n)
{
    for (const struct construct *c = under_way; c; c = c->next)
        if (c != current && holds(c, at, n))
            return true;
    for (int i = 0; i < JOBS && njobs; i++)
        for (const struct job *j = jobs[i]; j; j = j->next)
            if (item_at(j, at, n) < j->n)
                return true;
    return false;
}

static bool job_uses(struct strand *s, const struct job *j, uintptr_t at, uint64_t n, const char *how,
                     const void *caller)
{
    uint32_t i = item_at(j, at, n);
    if (i == j->n || s->root != j->root)
        return false;
    host_gone(&(struct meeting){.region = j->region,
                                .item.name = j->item[i].name,
                                .caller = caller,
                                .what = how,
                                .deferred = true,
                                .child = true,
                                .serial = j->serial,
                                .begun = serial});
    return true;
}

static bool construct_uses(struct strand *s, const struct construct *c, uintptr_t at, uint64_t n, const char *how,
                           const void *caller)
{
    static const bool of_host[RUN_KINDS] = {
        [RUN_TAKEN] = true, [RUN_BROUGHT] = true, [RUN_COPIED_FROM] = true /* though it changed nothing */};
    const struct gantry_chunk *chunk = check_chunk(at);
    const struct run *r = NULL;
    uintptr_t first;
    for (int k = 0; k < RUN_KINDS && !r; k++)
        if (of_host[k] || (chunk && chunk->device))
            r = unordered_run(s, c, (enum run_kind)k, at, n, &first);
    if (r)
        host_gone(&(struct meeting){.region = c->region,
                                    .item = c->items[r->item],
                                    .caller = caller,
                                    .what = how,
                                    .deferred = c->deferred,
                                    .child = c->strand->parent == s,
                                    .serial = c->serial,
                                    .begun = serial});
    return r;
}

bool constructs_and_free(uintptr_t at, uint64_t n, const char *how, const void *caller)
{
    struct strand *s = strand_here();
    bool found = false;
    for (int i = 0; s && i < JOBS && njobs && !found; i++)
        for (const struct job *j = jobs[i]; j && !found; j = j->next)
            found = job_uses(s, j, at, n, how, caller);
    for (struct construct *c = kept; c; c = c->next) {
        found = found || (s && construct_uses(s, c, at, n, how, caller));
        for (int k = 0; k < RUN_KINDS; k++)
            forget_range(&c->runs[k], at, n);
    }
    return found;
}
