/* uninit.c: uninitialised memory, for images linked with --check (include/gantry_emulated.h): what their code tells of
 * shadows and origins, and what is said to the user. Where memory comes to be and is copied by the host, runtime/check
 * keeps the shadows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulated.h"
#include "gantry_checker.h"
#include "gantry_findings.h"

enum { STEPS = 16, MOST_ROWS = 1 << 20, TOLD = 1 << 13 };

static unsigned char *shadow_of(uint64_t addr) { return (unsigned char *)(addr ^ __GD_EMU_SHADOW_FLIP); }
static uint32_t *slot_of(uint64_t addr) { return (uint32_t *)(__GD_EMU_ORIGINS + (addr >> 3 & ~3ull)); }

static void set_computed(uint64_t addr, uint64_t n, bool on)
{
    for (uint64_t a = addr; a < addr + n; a++) {
        unsigned char *byte = (unsigned char *)(__GD_EMU_COMPUTED + (a >> 3)), bit = (unsigned char)(1u << (a & 7));
        if (on)
            __atomic_fetch_or(byte, bit, __ATOMIC_RELAXED);
        else if (*byte & bit)
            __atomic_fetch_and(byte, (unsigned char)~bit, __ATOMIC_RELAXED);
    }
}

static bool is_computed(uint64_t addr)
{
    return *(const unsigned char *)(__GD_EMU_COMPUTED + (addr >> 3)) >> (addr & 7) & 1;
}

/* ---- the rows of all images ---- */
struct rows {
    struct rows *next;
    const struct __gd_emu_uninit_table *table;
    uint32_t first;
    uint32_t from[]; /* of a store: the origin of what it stored first */
};
static struct rows *all_rows;
static uint32_t next_row;
static pthread_mutex_t rows_lock = PTHREAD_MUTEX_INITIALIZER;

void emu_uninit_add(const struct __gd_emu_uninit_table *t)
{
    pthread_mutex_lock(&rows_lock);
    struct rows *r = all_rows;
    while (r && r->table != t)
        r = r->next;
    if (!r && next_row + t->n < MOST_ROWS && (r = calloc(1, sizeof *r + t->n * sizeof *r->from)) != NULL) {
        r->table = t;
        r->first = next_row;
        r->next = all_rows;
        next_row += t->n;
        __atomic_store_n(&all_rows, r, __ATOMIC_RELEASE);
    }
    *t->base = r ? r->first : MOST_ROWS;
    pthread_mutex_unlock(&rows_lock);
}

static struct rows *rows_with(uint32_t id, uint32_t *k)
{
    struct rows *r = __atomic_load_n(&all_rows, __ATOMIC_ACQUIRE);
    uint32_t n = id & ~__GD_EMU_ORIGIN_ROW;
    while (r && !(n >= r->first && n - r->first < r->table->n))
        r = r->next;
    *k = r ? n - r->first : 0;
    return r;
}

/* ---- what code tells ---- */

/* the address in [lo, hi) whose low bits the origin has; 0: there is none */
static uint64_t address_in(uint32_t origin, uint64_t lo, uint64_t hi)
{
    const uint64_t window = (uint64_t)__GD_EMU_ORIGIN_ROW * __GD_EMU_ORIGIN_BYTES;
    uint64_t low = (uint64_t)origin * __GD_EMU_ORIGIN_BYTES, a = (lo & ~(window - 1)) | low;
    if (a + __GD_EMU_ORIGIN_BYTES <= lo)
        a += window;
    return a + __GD_EMU_ORIGIN_BYTES > lo && a < hi ? a : 0;
}

/* the address that the origin is, where it is in memory of the lane or its team; 0: it is elsewhere, or no address */
static uint64_t short_lived(const struct emu_lane *l, uint32_t origin)
{
    uint64_t a = 0;
    if (!l || origin & __GD_EMU_ORIGIN_ROW)
        return 0;
    if (l->fibre)
        a = address_in(origin, l->fibre->lo, l->fibre->hi);
    if (!a && !emu_in_team_shared(l->worker, 0, 0))
        a = address_in(origin, l->worker->tls_lo, l->worker->tls_hi);
    return a;
}

/* The origin of a value from memory that is another's soon: what lies behind it, a variable's row or an address that
 * stays. Reductions move values through several such places. */
static uint32_t settled(uint32_t origin)
{
    const struct emu_lane *l = self();
    uint64_t a;
    for (int step = 0; step < STEPS && (a = short_lived(l, origin)) != 0 && *slot_of(a); step++)
        origin = *slot_of(a);
    return origin;
}

/* The first is kept of what comes from one place; the lowest, where several threads of the host have launches. */
static void come_from(uint32_t *from, uint32_t origin)
{
    bool lower = gantry_findings_held() && origin < *from && !(*from & __GD_EMU_ORIGIN_ROW);
    if (!*from || lower)
        *from = origin;
}

void __gd_emu_uninit_stored(const volatile void *p, unsigned origin, unsigned long long bytes, unsigned row)
{
    uint64_t addr = (uintptr_t)p;
    uint32_t k;
    struct rows *r = bytes ? rows_with(row, &k) : NULL;
    if (r)
        come_from(&r->from[k], settled(origin));
    if (bytes)
        set_computed(addr, bytes, true);
    *slot_of(addr) = bytes ? row : settled(origin);
}

enum how { ADDS, REPLACES, FAILED };

unsigned long long __gd_emu_uninit_update(const volatile void *p, unsigned long long bytes, unsigned long long shadow,
                                          unsigned origin, unsigned how)
{
    uint64_t addr = (uintptr_t)p, old = 0, now;
    unsigned char *s = shadow_of(addr);
    memcpy(&old, s, bytes);
    if (how == FAILED)
        return old;
    for (unsigned i = 0; i < bytes; i++) {
        unsigned char byte = (unsigned char)(shadow >> 8 * i);
        if (how == REPLACES)
            __atomic_store_n(s + i, byte, __ATOMIC_RELAXED);
        else if (byte)
            __atomic_fetch_or(s + i, byte, __ATOMIC_RELAXED);
    }
    now = how == REPLACES ? shadow : old | shadow;
    if (shadow)
        *slot_of(addr) = origin;
    if (how == ADDS && now)
        set_computed(addr, bytes, true);
    return old;
}

static bool any(const unsigned char *s, uint64_t n)
{
    uint64_t e[8];
    for (; n >= sizeof e; s += sizeof e, n -= sizeof e) {
        memcpy(e, s, sizeof e);
        if (e[0] | e[1] | e[2] | e[3] | e[4] | e[5] | e[6] | e[7])
            return true;
    }
    for (; n; s++, n--)
        if (*s)
            return true;
    return false;
}

/* the origin of what lies at addr: itself, where nobody has stored */
static uint32_t origin_at(uint64_t addr)
{
    uint32_t origin = *slot_of(addr);
    return origin ? origin : (uint32_t)(addr / __GD_EMU_ORIGIN_BYTES) & ~__GD_EMU_ORIGIN_ROW;
}

void __gd_emu_uninit_updated(const volatile void *p, unsigned long long bytes, unsigned row)
{
    uint64_t addr = (uintptr_t)p;
    uint32_t k;
    struct rows *r = any(shadow_of(addr), bytes) ? rows_with(row, &k) : NULL;
    if (!r || *slot_of(addr) == row)
        return;
    come_from(&r->from[k], settled(origin_at(addr)));
    *slot_of(addr) = row;
}

void __gd_emu_uninit_copied(const volatile void *to, const volatile void *from, unsigned long long n)
{
    uint64_t t = (uintptr_t)to, f = (uintptr_t)from;
    bool poisoned = any(shadow_of(f), n);
    memmove(shadow_of(t), shadow_of(f), n);
    if (!poisoned)
        return;
    for (uint64_t i = 0; i < n; i++) {
        set_computed(t + i, 1, is_computed(f + i));
        if ((t + i) % __GD_EMU_ORIGIN_BYTES == 0 || i == 0)
            *slot_of(t + i) = (uint32_t)((f + i) / __GD_EMU_ORIGIN_BYTES) & ~__GD_EMU_ORIGIN_ROW;
    }
}

void __gd_emu_uninit_string(const volatile char *s) { memset(shadow_of((uintptr_t)s), 0, strlen((const char *)s) + 1); }

/* ---- where an uninitialised value comes from ---- */
struct root {
    uint64_t addr; /* 0: unknown */
    const struct __gd_emu_uninit_row *variable, *store;
};

static uint64_t address_of(uint32_t origin)
{
    struct emu_worker *w = emu_worker_here();
    struct gantry_device *d;
    uint64_t a = 0;
    for (size_t i = 0; w && i < w->stacks.n && !a; i++)
        a = address_in(origin, w->stacks.all[i]->lo, w->stacks.all[i]->hi);
    if (!a && w && emu_in_team_shared(w, 0, 0) == false)
        a = address_in(origin, w->tls_lo, w->tls_hi);
    for (int i = 0; !a && (d = emu_device_at(i)) != NULL; i++)
        for (int k = 0; !a && k < d->memory.nzones; k++) {
            const struct emu_zone *z = &d->memory.zones[k];
            a = address_in(origin, z->base, z->paged ? z->limit : z->committed);
        }
    return a;
}

static struct root root_of(uint32_t origin)
{
    struct root r = {0};
    for (int step = 0; step < STEPS && origin; step++) {
        uint32_t k;
        if (origin & __GD_EMU_ORIGIN_ROW) {
            struct rows *rows = rows_with(origin, &k);
            const struct __gd_emu_uninit_row *row = rows ? &rows->table->rows[k] : NULL;
            if (!row || row == r.store)
                break;
            if (row->name) {
                r.variable = row;
                break;
            }
            r.store = row;
            origin = rows->from[k];
        } else {
            uint64_t a = address_of(origin);
            if (!a || a == r.addr)
                break;
            r.addr = a;
            origin = *slot_of(a);
        }
    }
    return r;
}

/* the first uninitialised byte of the 32 at addr */
static uint64_t first_byte(uint64_t addr)
{
    for (uint64_t i = 0; i < __GD_EMU_ORIGIN_BYTES; i++)
        if (shadow_of(addr)[i])
            return addr + i;
    return addr;
}

/* a member that no map clause has, of a structure that a pointer leads to */
static bool is_unlisted(const struct emu_block_info *b, uint64_t byte, struct __gd_emu_uninit_from *a)
{
    if (!gantry_checker || !gantry_checker->is_unlisted || !gantry_checker->is_unlisted(byte, a->name, sizeof a->name))
        return false;
    snprintf(a->more, sizeof a->more, "  the construct at %s:%d maps other members of the structure, and not %s\n",
             b->file, b->line, a->name);
    a->advice = "list this member, too, or the structure as a whole";
    return true;
}

static void account_for_block(const struct emu_block_info *b, uint64_t addr, struct __gd_emu_uninit_from *a)
{
    uint64_t byte = first_byte(addr < b->addr ? b->addr : addr);
    if (is_unlisted(b, byte, a))
        return;
    if (b->how == EMU_MAPPED)
        snprintf(a->name, sizeof a->name, "'%.150s'", b->name);
    else
        snprintf(a->name, sizeof a->name, "memory from %.140s", b->how == EMU_BY_MALLOC ? "malloc" : b->name);
    int n = snprintf(a->more, sizeof a->more, "  %s (%llu bytes", a->name, (unsigned long long)b->size);
    if (b->file[0])
        n += snprintf(a->more + n, sizeof a->more - (size_t)n, ", %s at %s:%d",
                      b->how == EMU_MAPPED      ? "mapped"
                      : b->how == EMU_BY_MALLOC ? "by the target region"
                                                : "taken",
                      b->file, b->line);
    if (byte >= b->addr && byte < b->addr + b->size)
        n += snprintf(a->more + n, sizeof a->more - (size_t)n, ") has no value at byte %llu",
                      (unsigned long long)(byte - b->addr));
    else
        n += snprintf(a->more + n, sizeof a->more - (size_t)n, ") has none there");
    snprintf(a->more + n, sizeof a->more - (size_t)n, "\n");
    a->advice = b->how == EMU_MAPPED ? "map it with to or tofrom, or store to it on the device before it is read"
                                     : "store to all of it before it is read";
}

/* a copy that a clause makes */
static void account_for_copy(const struct __gd_emu_uninit_row *v, struct __gd_emu_uninit_from *a)
{
    snprintf(a->more, sizeof a->more, "  %s(%s) at %s:%d makes this copy, which begins without a value\n", v->clause,
             v->name, v->file, v->line);
    a->advice = strcmp(v->clause, "private") == 0
                    ? "firstprivate in place of private gives the copy the value from before; else store to it before "
                      "it is read"
                    : "lastprivate takes the last value out, and brings none in: store to it before it is read";
}

static struct __gd_emu_uninit_from account_of(uint32_t origin)
{
    struct __gd_emu_uninit_from a = {.name = "an uninitialised value", .advice = "give it a value before it is used"};
    struct root r = root_of(origin);
    struct emu_block_info b;
    struct gantry_device *d;
    if (r.variable) {
        a.variable = true;
        a.advice = "give it a value where it is declared, or on all ways that lead here";
        snprintf(a.name, sizeof a.name, "'%s'", r.variable->name);
        if (r.variable->clause)
            account_for_copy(r.variable, &a);
        else if (r.variable->line)
            snprintf(a.more, sizeof a.more, "  '%s' is a variable of '%s', %s:%d\n", r.variable->name, r.variable->func,
                     r.variable->file, r.variable->line);
        else
            snprintf(a.more, sizeof a.more, "  '%s' is a variable of %s%s%s\n", r.variable->name,
                     *r.variable->func ? "'" : "the team", r.variable->func, *r.variable->func ? "'" : "");
        return a;
    }
    if (!r.addr)
        return a;
    for (int i = 0; emu_in_arena(r.addr) && (d = emu_device_at(i)) != NULL; i++)
        if (emu_memory_block_at(&d->memory, r.addr, __GD_EMU_ORIGIN_BYTES, &b)) {
            account_for_block(&b, r.addr, &a);
            return a;
        }
    struct emu_worker *w = emu_worker_here();
    if (w && emu_in_team_shared(w, r.addr, 1)) {
        snprintf(a.name, sizeof a.name, "a variable of the team");
        a.advice = "store to it before threads of the team read it";
    } else if (w) {
        snprintf(a.name, sizeof a.name, "a local variable");
    }
    return a;
}

void __gd_emu_uninit_from(unsigned long long addr, struct __gd_emu_uninit_from *out)
{
    uint32_t origin = *slot_of(addr);
    uint64_t root = root_of(origin).addr;
    struct emu_block_info b;
    struct gantry_device *d;
    *out = account_of(origin);
    for (int i = 0; root && !out->variable && emu_in_arena(root) && (d = emu_device_at(i)) != NULL; i++)
        out->variable = emu_memory_block_at(&d->memory, root, __GD_EMU_ORIGIN_BYTES, &b) && addr - b.addr >= b.size;
}

/* ---- reports ---- */
static const char *const ids[] = {"GC201", "GC202", "GC201", "GC203", "GC202", "GC202"};
static const char *const uses[] = {"a decision depends on",      "an address depends on", "a division depends on",
                                   "what is printed depends on", "a length depends on",   "a call depends on"};

/* Each place is told once: most uses of uninitialised values are in loops. Where findings are held, for several threads
 * of the host have launches, once in each launch. */
static bool told_before(const struct emu_launch *l, const void *site)
{
    static const void *told[TOLD] GANTRY_BEHIND;
    static uint64_t by[TOLD]; /* launches, from 1 */
    uint64_t now = gantry_findings_held() ? l->number + 1 : 0;
    for (uintptr_t k = (uintptr_t)site / 16, i = 0; i < 16; i++) {
        size_t at = (k + i) % TOLD;
        const void *none = NULL;
        bool is_new = __atomic_compare_exchange_n(&told[at], &none, site, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
        if (is_new || none == site) {
            uint64_t last = __atomic_exchange_n(&by[at], now, __ATOMIC_RELAXED);
            return !is_new && (!now || last == now);
        }
    }
    return false;
}

void __gd_emu_uninit(unsigned origin, const struct __gd_emu_site *site, unsigned use)
{
    struct emu_lane *l = self();
    char text[320], detail[2048], by[512] = "";
    if (!l || !gantry_check_on(GANTRY_CHECK_UNINIT) || told_before(l->worker->launch, site))
        return;
    struct __gd_emu_uninit_from a = account_of(origin);
    emu_report_by(l, by, sizeof by);
    snprintf(text, sizeof text, "%s %s, which was never written", uses[use], a.name);
    snprintf(detail, sizeof detail, "%s%s", by, a.more);
    gantry_finding(&(struct gantry_finding){.id = ids[use],
                                            .at = {site->file, site->func, site->line, site->col},
                                            .name = a.name,
                                            .text = text,
                                            .detail = detail,
                                            .advice = a.advice});
}

void emu_uninit_string(uint64_t addr, uint64_t most, bool printed, const struct __gd_emu_site *site)
{
    const char *s = (const char *)addr;
    if (!gantry_check_on(GANTRY_CHECK_UNINIT) || !__atomic_load_n(&all_rows, __ATOMIC_ACQUIRE))
        return;
    for (uint64_t i = 0; i < most; i++) {
        if (*shadow_of(addr + i)) {
            __gd_emu_uninit(origin_at(addr + i), site, printed ? __GD_EMU_UNINIT_OUTPUT : __GD_EMU_UNINIT_DECISION);
            return;
        }
        if (!s[i])
            return;
    }
}

unsigned char emu_uninit_bits(uint64_t addr) { return *shadow_of(addr); }

void emu_uninit_decides(uint64_t addr, const struct __gd_emu_site *site)
{
    __gd_emu_uninit(origin_at(addr), site, __GD_EMU_UNINIT_DECISION);
}

/* Bytes that go back to the host. Not all of them must have been written; but what was computed from memory without
 * values is a fault wherever it is seen. */
void __gd_emu_uninit_result(unsigned long long from, unsigned long long n)
{
    const unsigned char *s = shadow_of(from);
    uint64_t i = 0;
    struct emu_block_info b = {0};
    struct gantry_device *d;
    while (i < n && !(s[i] && is_computed(from + i))) {
        bool clean = n - i >= 64 && !any(s + i, 64);
        i += clean ? 64 : 1;
    }
    if (i == n)
        return;
    uint32_t origin = origin_at(from + i);
    struct root r = root_of(origin);
    struct __gd_emu_uninit_from a = account_of(origin);
    char text[448], detail[1024];
    for (int k = 0; (d = emu_device_at(k)) != NULL && !b.size; k++)
        emu_memory_block_at(&d->memory, from + i, 1, &b);
    bool same = r.addr >= b.addr && r.addr < b.addr + b.size;
    struct gantry_loc at = {b.file[0] ? b.file : NULL, NULL, b.line, 0};
    if (r.store)
        at = (struct gantry_loc){r.store->file, r.store->func, r.store->line, r.store->col};
    snprintf(text, sizeof text, "'%s' goes to the host with values that depend on %s, which was never written",
             b.size ? b.name : "a variable", same ? "what it held before" : a.name);
    snprintf(detail, sizeof detail, "  byte %llu of '%s'%s%s\n%s", (unsigned long long)(from + i - b.addr),
             b.size ? b.name : "a variable", r.store ? " was stored here" : "", "", same ? "" : a.more);
    gantry_finding(&(struct gantry_finding){
        .id = "GC203", .at = at, .name = b.size ? b.name : NULL, .text = text, .detail = detail, .advice = a.advice});
}

/* ---- values that lanes exchange ---- */

/* Another lane finds nothing at an address of this one's. */
static void leaves_lane(struct __gd_emu_uninit_value *v)
{
    if (v->shadow)
        v->origin = settled(v->origin);
}

unsigned long long __gd_emu_uninit_shuffle(unsigned long long mask, unsigned long long value, unsigned src_lane,
                                           struct __gd_emu_uninit_value *v)
{
    struct emu_lane *l = self();
    l->caller = __builtin_return_address(0);
    leaves_lane(v);
    return emu_shuffle_shadowed(l, mask, value, src_lane, v);
}

unsigned long long __gd_emu_uninit_ballot(unsigned long long mask, int pred, struct __gd_emu_uninit_value *v)
{
    struct emu_lane *l = self();
    l->caller = __builtin_return_address(0);
    leaves_lane(v);
    return emu_ballot_shadowed(l, mask, pred, v);
}
