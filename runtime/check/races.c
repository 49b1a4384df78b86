/* races.c: conflicting accesses of one launch that nothing orders.
 *
 * Of each four bytes the last store and the last load are known. That is enough: what is ordered after the last store
 * is ordered after those before it, or they would have been reported; and of loads that were at the same time a level
 * says whether they were of several lanes, threads or teams. Atomic accesses do not conflict with each other; memory
 * that sees them, or accesses of one or two bytes, has a wider record.
 *
 * What is found is kept until the launch is over, then told in the order of places; of each pair of places the element
 * with the lowest address. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"

/* ---- places in the source ---- */
enum { MOST_SITES = 1 << 14 };
static struct __gd_emu_judged_site *sites[MOST_SITES];
static unsigned nsites;

/* 0: too many are executed; accesses there are judged, but reports cannot name the place */
uint16_t site_number(struct __gd_emu_judged_site *site)
{
    if (!site->number && nsites + 1 < MOST_SITES) {
        site->number = ++nsites;
        sites[nsites] = site;
    }
    return (uint16_t)site->number;
}

/* ---- what was found ---- */
struct race { /* one access and an earlier one */
    struct race *next;
    uint16_t site[2];
    uint64_t addr, times;
    struct row row[2]; /* now, before */
    uint8_t level;     /* of the earlier one */
    enum judged_memory owner;
};
enum { BUCKETS = 1024 };
static struct race *races[BUCKETS];
static unsigned nraces;
static uint64_t nfound; /* pairs of accesses */

static void found(uint64_t addr, uint16_t site, uint32_t row, const struct slot *before, enum judged_memory owner)
{
    uint32_t h = (site * 31u + before->site) * 0x9e3779b1u >> 22;
    struct race **r = &races[h % BUCKETS];
    nfound++;
    while (*r && ((*r)->site[0] != site || (*r)->site[1] != before->site))
        r = &(*r)->next;
    bool is_new = !*r;
    if (is_new) {
        if ((*r = calloc(1, sizeof **r)) == NULL)
            return;
        nraces++;
    }
    (*r)->times++;
    if (!is_new && addr >= (*r)->addr)
        return;
    (*r)->site[0] = site;
    (*r)->site[1] = before->site;
    (*r)->addr = addr;
    (*r)->row[0] = row_at(row);
    (*r)->row[1] = row_at(before->row);
    (*r)->level = before->level;
    (*r)->owner = owner;
}

/* ---- judging ---- */

struct access {
    const struct __gd_emu_lane *lane;
    uint64_t addr;
    struct __gd_emu_judged_site *site;
    uint32_t row;
    enum __gd_emu_judged_kind kind;
    enum judged_memory owner;
    uint32_t first; /* rows before it are of another life of the memory */
};

enum relation { NOBODY, ORDERED, LOCKED, UNORDERED };

/* Two tasks of one thread: who else it was were such tasks, too, and the one that is known stands for them. */
static bool are_tasks_of_one(const struct row *a, const struct row *b)
{
    return a->task && b->task && a->task != b->task && a->thread == b->thread;
}

static enum relation relation_to(const struct slot *s, const struct access *x)
{
    if (s->row < x->first)
        return NOBODY;
    struct row a = row_at(s->row), b = row_at(x->row);
    enum nearness n = rows_compare(&a, &b, x->owner);
    bool many = s->level == LEVEL_TEAMS ||
                (n > OTHER_PHASE && s->level == LEVEL_THREADS && !are_tasks_of_one(&a, &b)) ||
                (n > OTHER_SYNC && s->level == LEVEL_LANES);
    if (!many && (n == OTHER_PHASE || n == OTHER_SYNC || n == SAME_PLACE))
        return ORDERED;
    if (locks_common(a.locks, b.locks)) {
        order_by_locks = true;
        return LOCKED;
    }
    if (many) /* who they were is not known: taken for ordered by who has acquired something */
        return has_acquired(x->row) ? ORDERED : UNORDERED;
    return is_before(s->row, x->row, x->owner) ? ORDERED : UNORDERED;
}

/* Accesses that may be at the same time, of one kind: s stands for them. */
static void join(struct slot *s, const struct access *x)
{
    struct slot mine = {x->row, site_number(x->site), LEVEL_ONE};
    if (s->row < x->first) {
        *s = mine;
        return;
    }
    struct row a = row_at(s->row), b = row_at(x->row);
    enum nearness n = rows_compare(&a, &b, x->owner);
    if (s->level == LEVEL_TEAMS)
        n = OTHER_TEAM;
    else if (n > OTHER_PHASE && s->level == LEVEL_THREADS)
        n = OTHER_THREAD;
    else if (n > OTHER_SYNC && s->level == LEVEL_LANES)
        n = OTHER_LANE;
    if (n == OTHER_PHASE || n == OTHER_SYNC || n == SAME_PLACE) {
        *s = mine;
        return;
    }
    uint16_t locks = locks_common(a.locks, b.locks);
    if (locks != a.locks)
        s->row = row_with_locks(s->row, locks);
    s->level = n == OTHER_TEAM ? LEVEL_TEAMS : n == OTHER_THREAD ? LEVEL_THREADS : LEVEL_LANES;
}

/* by kind of access: which kinds it conflicts with, as bits */
static const unsigned conflicts[4] = {
    [__GD_EMU_READ] = 1 << __GD_EMU_WRITE | 1 << __GD_EMU_ATOMIC_WRITE,
    [__GD_EMU_WRITE] = 15,
    [__GD_EMU_ATOMIC_READ] = 1 << __GD_EMU_WRITE,
    [__GD_EMU_ATOMIC_WRITE] = 1 << __GD_EMU_READ | 1 << __GD_EMU_WRITE,
};

/* by kind of atomic access: with which other one who comes first decides what is read */
static const int decides[4] = {
    [__GD_EMU_ATOMIC_READ] = __GD_EMU_ATOMIC_WRITE,
    [__GD_EMU_ATOMIC_WRITE] = __GD_EMU_ATOMIC_READ,
};

static void judge_slots(struct slot *of[4], const struct access *x)
{
    bool locked = false, reported = false;
    if (decides[x->kind] && !order_by_atomics)
        order_by_atomics = relation_to(of[decides[x->kind]], x) >= LOCKED;
    for (int k = 3; k >= 0; k--) {
        if (!of[k] || !(conflicts[x->kind] >> k & 1))
            continue;
        enum relation r = relation_to(of[k], x);
        locked = locked || (r == LOCKED && k == __GD_EMU_WRITE);
        if (r == UNORDERED && !reported) {
            found(x->addr, site_number(x->site), x->row, of[k], x->owner);
            reported = true;
        }
    }
    if (x->kind == __GD_EMU_WRITE && !locked)
        *of[x->kind] = (struct slot){x->row, site_number(x->site), LEVEL_ONE};
    else
        join(of[x->kind], x);
}

/* Stacks are each lane's own; that no other reaches them is looked at by the access checks. */
static bool is_own_stack(const struct access *x)
{
    uint32_t tid = x->lane->tid;
    return x->addr >= judged.lane[tid].low && x->addr < judged.lane[tid].high;
}

static bool look_up(struct access *x)
{
    x->owner = owner_of_memory(x->addr);
    if (x->owner != MEMORY_TEAM && is_own_stack(x))
        return false;
    x->first = x->owner == MEMORY_TEAM || x->owner == MEMORY_SPACE ? row_team : row_launch; /* blocks are forgotten when
                                                                                             * they are given anew */
    return true;
}

static bool is_wide(const unsigned char *c)
{
    uint32_t s;
    memcpy(&s, c, 4);
    return (s & CELL_WIDE) == CELL_WIDE;
}

/* bytes [from, to) of the four at x->addr & ~3 */
static void judge_part(struct access *x, unsigned char *c, unsigned from, unsigned to)
{
    if (!look_up(x))
        return;
    if (!is_wide(c) && from == 0 && to == 4 && x->kind <= __GD_EMU_WRITE) {
        struct slot load, store, *of[4] = {&load, &store};
        cell_read(c, &load, &store);
        judge_slots(of, x);
        cell_write(c, &load, &store);
        return;
    }
    struct wide *w = cell_wide(c);
    if (!w)
        return;
    uint64_t at = x->addr & ~3ull;
    for (unsigned b = from; b < to; b++) {
        struct slot *of[4] = {&w->of[b][0], &w->of[b][1], &w->of[b][2], &w->of[b][3]};
        x->addr = at + b;
        judge_slots(of, x);
    }
}

/* ---- the hooks ---- */

/* Eight bytes mostly have two cells alike, which the access leaves alike. */
static inline bool are_alike(const unsigned char *c) { return memcmp(c, c + CELL_BYTES, CELL_BYTES) == 0; }

/* Nothing is owned by halves of eight bytes. False: the second word, or both, are judged by themselves. */
static bool judge_pair(struct access *x)
{
    unsigned char *c = x->addr & 7 || x->kind > __GD_EMU_WRITE ? NULL : cell_at(x->addr);
    uint64_t before = nfound;
    if (!c || is_wide(c) || !are_alike(c))
        return false;
    judge_part(x, c, 0, 4);
    if (nfound != before) { /* each word counts in reports */
        x->addr += 4;
        return false;
    }
    memcpy(c + CELL_BYTES, c, CELL_BYTES);
    return true;
}

static __attribute__((noinline)) void judge_slowly(uint64_t addr, uint64_t n, struct __gd_emu_judged_site *site,
                                                   enum __gd_emu_judged_kind kind)
{
    const struct __gd_emu_lane *lane = __gd_emu_self;
    if (addr + n > 1ull << 47 || n > 1ull << 47)
        return;
    struct access x = {.lane = lane, .addr = addr, .site = site, .row = lane->place->row, .kind = kind};
    uint64_t end = addr + n;
    if (n == 8 && judge_pair(&x))
        return;
    while (x.addr < end) {
        uint64_t at = x.addr, word = at & ~3ull, next = word + 4;
        unsigned char *c = cell_at(word);
        if (!c)
            return;
        judge_part(&x, c, (unsigned)(at - word), (unsigned)((next < end ? next : end) - word));
        x.addr = next;
    }
}

/* Beyond so many changes of place within a launch the judge begins anew. */
static __attribute__((noinline)) void forget(void)
{
    rows_forget();
    order_begin_launch();
    lock_order_begin_launch();
    tasks_forget_times();
}

/* Nobody has been there in this launch, or the same lane from the same place; true: that was all. */
static inline bool judge_quickly(unsigned char *c, uint32_t row, enum __gd_emu_judged_kind kind, uint16_t site)
{
    uint32_t s, l;
    uint16_t x;
    memcpy(&s, c, 4);
    memcpy(&l, c + 4, 4);
    memcpy(&x, c + 8, 2);
    uint32_t stored = s & CELL_WIDE, loaded = l & CELL_WIDE;
    if (stored == row && (x >> 12 & 3) == LEVEL_ONE && kind == __GD_EMU_READ)
        return true;
    if (kind == __GD_EMU_READ) {
        if (stored >= row_launch)
            return false;
        if (loaded >= row_launch) /* by itself, or in a team among others */
            return loaded == row || x >> 14 == LEVEL_TEAMS;
        l = row | (uint32_t)site << ROW_BITS;
        x = (uint16_t)((x & 0x303f) | (site >> 8 & 0x3f) << 6);
        memcpy(c + 4, &l, 4);
        memcpy(c + 8, &x, 2);
        return true;
    }
    bool free = loaded < row_launch || (loaded == row && x >> 14 == LEVEL_ONE);
    if (!free || (stored >= row_launch && stored != row) || stored == CELL_WIDE)
        return false;
    s = row | (uint32_t)site << ROW_BITS;
    x = (uint16_t)((x & 0xcfc0) | (site >> 8 & 0x3f));
    memcpy(c, &s, 4);
    memcpy(c + 8, &x, 2);
    return true;
}

/* The same, of bytes of a wide cell; stacks are not kept (look_up). */
static bool bytes_are_new(const struct access *x, const struct wide *w, unsigned from, unsigned to)
{
    if (is_own_stack(x))
        return false;
    for (unsigned b = from; b < to; b++)
        for (int k = 0; k < 4; k++)
            if (w->of[b][k].row >= row_launch)
                return false;
    return true;
}

static __attribute__((noinline)) void judge_bytes(uint64_t addr, uint64_t n, struct __gd_emu_judged_site *site,
                                                  enum __gd_emu_judged_kind kind)
{
    const struct access x = {.lane = __gd_emu_self, .addr = addr};
    unsigned from = addr & 3, to = from + (unsigned)n;
    unsigned char *c = n < 4 && to <= 4 ? cell_at(addr) : NULL;
    struct wide *w = c && is_wide(c) ? cell_wide(c) : NULL;
    if (!w || !bytes_are_new(&x, w, from, to)) {
        judge_slowly(addr, n, site, kind);
        return;
    }
    for (unsigned b = from; b < to; b++)
        w->of[b][kind] = (struct slot){x.lane->place->row, (uint16_t)site->number, LEVEL_ONE};
}

static __attribute__((noinline)) void judge_unlike(unsigned char *c, uint64_t addr, struct __gd_emu_judged_site *site,
                                                   enum __gd_emu_judged_kind kind)
{
    uint32_t row = __gd_emu_self->place->row;
    for (unsigned k = 0; k < 2; k++)
        if (!judge_quickly(c + k * CELL_BYTES, row, kind, (uint16_t)site->number))
            judge_slowly(addr + 4 * k, 4, site, kind);
}

/* by a lane whose place has a row */
static inline __attribute__((always_inline)) void
judge_placed(uint64_t addr, uint64_t n, struct __gd_emu_judged_site *site, uint32_t row, enum __gd_emu_judged_kind kind)
{
    unsigned char *r = kind <= __GD_EMU_WRITE && addr >> 47 == 0 ? regions[addr >> REGION_SHIFT] : NULL;
    unsigned char *c = r + ((addr & ((1u << REGION_SHIFT) - 1)) >> 2) * CELL_BYTES;
    uint16_t number = (uint16_t)site->number;
    if (!r || !number)
        judge_slowly(addr, n, site, kind);
    else if (n == 4 && !(addr & 3)) {
        if (!judge_quickly(c, row, kind, number))
            judge_slowly(addr, n, site, kind);
    } else if (n != 8 || addr & 7)
        judge_bytes(addr, n, site, kind);
    else if (!are_alike(c))
        judge_unlike(c, addr, site, kind);
    else if (judge_quickly(c, row, kind, number))
        memcpy(c + CELL_BYTES, c, CELL_BYTES);
    else
        judge_slowly(addr, n, site, kind);
}

/* The lane has come to a new place. */
static __attribute__((noinline)) void judge_anew(uint64_t addr, uint64_t n, struct __gd_emu_judged_site *site,
                                                 enum __gd_emu_judged_kind kind)
{
    if (rows_full())
        forget();
    site_number(site);
    judge_placed(addr, n, site, row_make(*judged.self), kind);
}

static __attribute__((noinline)) void judge_traced(uint64_t addr, uint64_t n, struct __gd_emu_judged_site *site,
                                                   enum __gd_emu_judged_kind kind)
{
    uint32_t row = (*judged.self)->place->row;
    pages_touch(addr, n);
    if (row)
        judge_placed(addr, n, site, row, kind);
    else
        judge_anew(addr, n, site, kind);
}

static inline __attribute__((always_inline)) void
judge(const volatile void *p, uint64_t n, struct __gd_emu_judged_site *site, enum __gd_emu_judged_kind kind)
{
    if (!judged.on)
        return;
    const struct __gd_emu_lane *lane = *judged.self;
    if (!lane || !lane->place || lane->place->off)
        return;
    if (__builtin_expect(judged.traced, 0))
        judge_traced((uintptr_t)p, n, site, kind);
    else if (lane->place->row)
        judge_placed((uintptr_t)p, n, site, lane->place->row, kind);
    else
        judge_anew((uintptr_t)p, n, site, kind);
}

void __gd_emu_judge_read(const volatile void *p, unsigned long long size, struct __gd_emu_judged_site *site)
{
    judge(p, size, site, __GD_EMU_READ);
}

void __gd_emu_judge_write(const volatile void *p, unsigned long long size, struct __gd_emu_judged_site *site)
{
    judge(p, size, site, __GD_EMU_WRITE);
}

void __gd_emu_judge_atomic_read(const volatile void *p, unsigned long long size, struct __gd_emu_judged_site *site)
{
    __gd_emu_chance();
    judge(p, size, site, __GD_EMU_ATOMIC_READ);
    flush_atomic((uintptr_t)p, false);
    together_part(__gd_emu_self);
}

void __gd_emu_judge_atomic_write(const volatile void *p, unsigned long long size, struct __gd_emu_judged_site *site)
{
    __gd_emu_chance();
    judge(p, size, site, __GD_EMU_ATOMIC_WRITE);
    flush_atomic((uintptr_t)p, true);
    together_part(__gd_emu_self);
}

/* ---- what the launch did ---- */
bool accesses_of(uint64_t addr, struct slot out[4][4])
{
    unsigned char *c = regions && regions[addr >> REGION_SHIFT] ? cell_at(addr) : NULL;
    memset(out, 0, 16 * sizeof **out);
    if (!c)
        return false;
    bool wide = is_wide(c);
    if (wide)
        memcpy(out, cell_wide(c)->of, 16 * sizeof **out);
    else
        cell_read(c, &out[0][__GD_EMU_READ], &out[0][__GD_EMU_WRITE]);
    for (int i = 0; i < 16; i++)
        if (out[i / 4][i % 4].row < row_launch)
            out[i / 4][i % 4].row = 0;
    return wide;
}

/* ---- reports ---- */

static const char *const verbs[] = {"loaded", "stored", "atomically read", "atomically updated"};

const struct __gd_emu_judged_site *site_at(uint16_t number)
{
    static const struct __gd_emu_judged_site unknown = {.at = {.file = "", .func = ""}, .name = ""};
    return number ? sites[number] : &unknown;
}

static struct gantry_loc loc_of(const struct __gd_emu_judged_site *s)
{
    return (struct gantry_loc){s->at.file, s->at.func, s->at.line, s->at.col};
}

static void name_what(const struct race *r, struct what *w)
{
    const struct __gd_emu_judged_site *s = site_at(r->site[0]), *other = site_at(r->site[1]);
    what_is_at(r->addr, *s->name ? s->name : other->name, w);
}

static void add_what(struct text *t, const struct race *r, const struct what *w)
{
    if (*w->name)
        text_add_what(t, w, site_at(r->site[0])->at.size);
    else
        text_add(t, r->owner == MEMORY_TEAM || r->owner == MEMORY_HEAP ? "a variable that the team shares"
                                                                       : "the same memory");
}

static bool is_plain(uint16_t site) { return site_at(site)->kind <= __GD_EMU_WRITE; }

/* What would order the two, by what keeps them apart. */
static const char *advice_for(const struct race *r, const struct what *w)
{
    const struct row *a = &r->row[1], *b = &r->row[0];
    enum nearness n = rows_compare(a, b, r->owner);
    struct iteration i, k;
    bool iterations = row_iteration(a, &i) && row_iteration(b, &k), one_loop = iterations && i.of == k.of;
    bool scalar = w->size && w->size == site_at(r->site[0])->at.size;
    int line = site_at(r->site[0])->at.line;
    bool same_line = line && line == site_at(r->site[1])->at.line;
    bool one_place = same_line && site_at(r->site[0])->at.col == site_at(r->site[1])->at.col;
    if (is_plain(r->site[0]) != is_plain(r->site[1]))
        return one_loop
                   ? "one side is atomic and the other is not: make both atomic; the value of an atomic update comes "
                     "by atomic capture"
                   : "one side is atomic and the other is not: make both atomic, or put a barrier between them";
    if (scalar && same_line)
        return "if this adds up, name the variable in a reduction clause; if each iteration needs its own, in private; "
               "else make the update atomic";
    if (one_loop && n == OTHER_LANE && !key_is_nested(a->group))
        return "the lanes of a simd loop run its iterations together: say how far apart they are independent with "
               "safelen, or take simd away";
    if (one_loop && one_place)
        return "several iterations of this loop update this element: make the update atomic, or name the array section "
               "in a reduction clause";
    if (one_loop)
        return "iterations of this loop depend on each other: store to another array than the one that is loaded, or "
               "do not share the loop; a variable of each iteration belongs in private";
    if (n == OTHER_TEAM)
        return "nothing orders the teams of a region before its end: split it in two target regions, or let one team "
               "do both";
    if (n == OTHER_THREAD)
        return "put a barrier between the two (or take nowait away), make them atomic, or both critical";
    return "order the two by a barrier, or make them atomic";
}

static int by_place(const void *a, const void *b)
{
    const struct race *x = *(struct race *const *)a, *y = *(struct race *const *)b;
    for (int k = 0; k < 2; k++) {
        const struct __gd_emu_site *s = &site_at(x->site[k])->at, *t = &site_at(y->site[k])->at;
        int c = strcmp(s->file, t->file);
        c = c ? c : s->line != t->line ? s->line - t->line : s->col - t->col;
        if (c)
            return c;
    }
    return x->addr < y->addr ? -1 : x->addr > y->addr;
}

/* The store first, and of two the one that comes first in the text: so the report does not depend on which was first
 * this time. */
static void put_store_first(struct race *r)
{
    const struct __gd_emu_judged_site *s = site_at(r->site[0]), *t = site_at(r->site[1]);
    bool now = s->kind & 1, then = t->kind & 1;
    bool later = s->at.line != t->at.line ? s->at.line > t->at.line : s->at.col > t->at.col;
    if (now > then || (now == then && !later))
        return;
    uint16_t site = r->site[0];
    struct row row = r->row[0];
    r->site[0] = r->site[1];
    r->site[1] = site;
    r->row[0] = r->row[1];
    r->row[1] = row;
}

static bool same_place(uint16_t a, uint16_t b)
{
    const struct __gd_emu_site *s = &site_at(a)->at, *t = &site_at(b)->at;
    return a == b || (s->line == t->line && s->col == t->col && strcmp(s->file, t->file) == 0);
}

/* the load and the store of `x += 1` stand at one place */
static bool same_places(const struct race *a, const struct race *b)
{
    return (same_place(a->site[0], b->site[0]) && same_place(a->site[1], b->site[1])) ||
           (same_place(a->site[0], b->site[1]) && same_place(a->site[1], b->site[0]));
}

static void report(const struct race *r, const struct gantry_kernel_info *kernel)
{
    const struct __gd_emu_judged_site *s = site_at(r->site[0]), *other = site_at(r->site[1]);
    struct text text = {0}, detail = {0};
    struct what what;
    name_what(r, &what);
    text_add(&text, "a race: ");
    add_what(&text, r, &what);
    text_add(&text, " is %s here by ", verbs[s->kind]);
    text_add_who(&text, &r->row[0]);
    text_add(&text, " and %s ", verbs[other->kind]);
    if (strcmp(s->at.file, other->at.file) != 0)
        text_add(&text, "at %s:%d:%d by ", other->at.file, other->at.line, other->at.col);
    else
        text_add(&text, "at line %d:%d by ", other->at.line, other->at.col);
    if (r->level && memcmp(&r->row[0].league, &r->row[1].league, offsetof(struct row, real_thread)) == 0)
        text_add(&text, "another");
    else
        text_add_who(&text, &r->row[1]);
    struct iteration i;
    if (row_iteration(&r->row[0], &i) && i.of->file)
        text_add(&detail, "  iterations of the loop '%s' of %s:%d, in the region of %s:%d\n",
                 i.of->name ? i.of->name : "", i.of->file, i.of->line, kernel->file ? kernel->file : "", kernel->line);
    else
        text_add(&detail, "  in the region of %s:%d\n", kernel->file ? kernel->file : "", kernel->line);
    if (order_by_locks || order_by_flushes || order_by_atomics)
        text_add(&detail, "  locks, flushes or atomics decided here who came first; another order of threads may show "
                          "more (GANTRY_EMULATED_SEED)\n");
    char name[160];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(what.name, "["), what.name);
    gantry_finding(&(struct gantry_finding){.id = "GC401",
                                            .at = loc_of(s),
                                            .other = loc_of(other),
                                            .name = *name ? name : NULL,
                                            .text = text.s,
                                            .detail = detail.s,
                                            .advice = advice_for(r, &what)});
}

void races_begin_launch(void) { nraces = 0; }

void races_end_launch(const struct gantry_kernel_info *kernel)
{
    if (order_by_locks || order_by_flushes || order_by_atomics)
        gantry_findings_depend_on_order();
    struct race **all = nraces ? calloc(nraces, sizeof *all) : NULL;
    unsigned n = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (struct race *r; (r = races[i]) != NULL;) {
            races[i] = r->next;
            put_store_first(r);
            if (all)
                all[n++] = r;
            else
                free(r);
        }
    if (n)
        qsort(all, n, sizeof *all, by_place);
    for (unsigned i = 0; i < n; i++) {
        bool told = false;
        for (unsigned k = 0; k < i && !told; k++)
            told = same_places(all[i], all[k]);
        if (!told)
            report(all[i], kernel);
    }
    for (unsigned i = 0; i < n; i++)
        free(all[i]);
    free(all);
    nraces = 0;
}
