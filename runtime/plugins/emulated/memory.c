/* memory.c: device memory, blocks of the device's part of the arena. Blocks are kept apart by red zones, larger ones by
 * gaps of their own size, and freed blocks rest in a quarantine, so that an access to either is found. Blocks of a MiB
 * and more have pages of their own, which cannot be accessed before and after them, nor once they are freed: code
 * without checks is stopped there, too. (One guard for each small block would exceed the system's limit of mappings.)
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "emulated.h"
#include "gantry_checker.h"

enum {
    RED_ZONE = 64,        /* bytes after each block, at least; before the first block of a zone there is more */
    PAGE = 4096,          /* from this size on gaps are as large as the block: their pages are never touched */
    LARGE = 1 << 20,      /* from this size on blocks have pages of their own, which go back to the system when freed */
    MOST_LARGE = 8192,    /* of a device: each takes two of the mappings that a process may have, about 65,000 */
    LARGE_SIXTEENTHS = 5, /* how much of the addresses is for them */
    LEAD = 1 << 20,       /* before the first block of a zone: pointers to parts of an array may point there */
};

const char emu_parameters[] = "kernel parameters";
const char emu_dynamic_shared[] = "dynamic team-shared memory";
const char emu_kernel_malloc[] = "malloc in a kernel";

static uint64_t round_up(uint64_t n, uint64_t to) { return (n + to - 1) / to * to; }

/* ---- zones: one for small blocks, one for large ones ---- */

static bool zone_open(struct emu_zone *z, uint64_t base, uint64_t bytes, bool paged, uint64_t rest)
{
    struct emu_block *all = calloc(1, sizeof *all);
    if (!all)
        return false;
    *z = (struct emu_zone){
        .base = base, .limit = base + bytes, .committed = base, .first = all, .paged = paged, .rest = rest};
    *all = (struct emu_block){.addr = base + LEAD, .span = bytes - LEAD, .state = EMU_FREE};
    z->bins[63 - __builtin_clzll(all->span)] = all;
    return true;
}

int emu_memory_open(struct emu_memory *m, unsigned device, struct gantry_err *err)
{
    bool roomy;
    uint64_t bytes, large = 0;
    m->base = emu_arena_part(device, &bytes, &roomy);
    m->limit = m->base + bytes;
    if (roomy)
        large = bytes / 16 / EMU_COMMIT * EMU_COMMIT * LARGE_SIXTEENTHS;
    m->nzones = large ? 2 : 1;
    pthread_mutex_init(&m->lock, NULL);
    if (zone_open(&m->zones[0], m->base, bytes - large, false, bytes / 8 < m->size / 4 ? bytes / 8 : m->size / 4) &&
        (!large || zone_open(&m->zones[1], m->limit - large, large, true, large / 4)))
        return 0;
    return emu_error(err, "out of host memory");
}

static void zone_close(struct emu_zone *z)
{
    for (struct emu_block *b = z->first, *next; b; b = next) {
        next = b->next;
        free(b->name);
        free(b->file);
        free(b);
    }
}

void emu_memory_close(struct emu_memory *m)
{
    for (int i = 0; i < m->nzones; i++)
        zone_close(&m->zones[i]);
    emu_arena_forget(m->base, m->limit - m->base);
    pthread_mutex_destroy(&m->lock);
    memset(m, 0, sizeof *m);
}

static struct emu_zone *zone_of(struct emu_memory *m, uint64_t addr)
{
    return &m->zones[m->nzones > 1 && addr >= m->zones[1].base];
}

/* ---- free blocks in bins by size, all blocks in a list by address ---- */

static void bin_add(struct emu_zone *z, struct emu_block *b)
{
    struct emu_block **bin = &z->bins[63 - __builtin_clzll(b->span)];
    b->state = EMU_FREE;
    b->before = NULL;
    b->after = *bin;
    if (*bin)
        (*bin)->before = b;
    *bin = b;
}

static void bin_remove(struct emu_zone *z, struct emu_block *b)
{
    if (b->before)
        b->before->after = b->after;
    else
        z->bins[63 - __builtin_clzll(b->span)] = b->after;
    if (b->after)
        b->after->before = b->before;
}

static struct emu_block *find_fit(const struct emu_zone *z, uint64_t span)
{
    for (int k = 63 - __builtin_clzll(span); k < EMU_BINS; k++) {
        struct emu_block *best = NULL;
        for (struct emu_block *b = z->bins[k]; b; b = b->after)
            if (b->span >= span && (!best || b->span < best->span))
                best = b;
        if (best)
            return best;
    }
    return NULL;
}

static void forget_label(struct emu_block *b)
{
    free(b->name);
    free(b->file);
    b->name = b->file = NULL;
    b->size = 0;
}

/* merges the free block after b into b, which is in no bin */
static void absorb_next(struct emu_zone *z, struct emu_block *b)
{
    struct emu_block *n = b->next;
    bin_remove(z, n);
    b->span += n->span;
    b->next = n->next;
    if (n->next)
        n->next->prev = b;
    free(n);
}

static void make_free(struct emu_zone *z, struct emu_block *b)
{
    *emu_block_at(b->addr) = NULL;
    forget_label(b);
    if (b->next && b->next->state == EMU_FREE)
        absorb_next(z, b);
    if (b->prev && b->prev->state == EMU_FREE) {
        struct emu_block *p = b->prev;
        bin_remove(z, p);
        p->span += b->span;
        p->next = b->next;
        if (b->next)
            b->next->prev = p;
        free(b);
        b = p;
    }
    bin_add(z, b);
}

static void quarantine_pop(struct emu_zone *z)
{
    struct emu_block *b = z->oldest;
    z->oldest = b->after;
    if (!z->oldest)
        z->newest = NULL;
    z->quarantined -= b->span;
    make_free(z, b);
}

static void quarantine_push(struct emu_zone *z, struct emu_block *b)
{
    b->state = EMU_QUARANTINED;
    b->before = NULL;
    b->after = NULL;
    if (z->newest)
        z->newest->after = b;
    else
        z->oldest = b;
    z->newest = b;
    z->quarantined += b->span;
    while (z->quarantined > z->rest)
        quarantine_pop(z);
}

/* ---- allocation ---- */

/* Makes the block's memory accessible: small blocks' in large steps, from the beginning of the zone. */
static bool commit(struct emu_zone *z, const struct emu_block *b, uint64_t size)
{
    if (z->paged)
        return mprotect((void *)b->addr, round_up(size, PAGE), PROT_READ | PROT_WRITE) == 0;
    uint64_t end = b->addr + b->span;
    if (end <= z->committed)
        return true;
    uint64_t to = round_up(end - z->base, EMU_COMMIT) + z->base;
    if (to > z->limit)
        to = z->limit;
    if (mprotect((void *)z->committed, to - z->committed, PROT_READ | PROT_WRITE))
        return false;
    z->committed = to;
    return true;
}

/* Splits free block b: its front becomes a block of this span. */
static struct emu_block *cut(struct emu_zone *z, struct emu_block *b, uint64_t span)
{
    bin_remove(z, b);
    if (b->span - span < EMU_GRANULE)
        return b;
    struct emu_block *rest = calloc(1, sizeof *rest);
    if (!rest)
        return b;
    *rest = (struct emu_block){.addr = b->addr + span, .span = b->span - span, .prev = b, .next = b->next};
    if (b->next)
        b->next->prev = rest;
    b->next = rest;
    b->span = span;
    bin_add(z, rest);
    return b;
}

/* with a gap as large as the block where there is room for it, else with the least */
static struct emu_block *take(struct emu_zone *z, uint64_t size)
{
    uint64_t unit = z->paged ? PAGE : EMU_GRANULE;
    uint64_t least = z->paged ? round_up(size, PAGE) + PAGE : round_up(size + RED_ZONE, EMU_GRANULE);
    uint64_t roomy = size < PAGE ? least : round_up(2 * size, unit);
    uint64_t span = roomy < least ? least : roomy;
    struct emu_block *b = find_fit(z, span);
    if (!b)
        b = find_fit(z, span = least);
    while (!b && z->oldest) {
        quarantine_pop(z);
        b = find_fit(z, span);
    }
    return b ? cut(z, b, span) : NULL;
}

static struct emu_block *take_from(struct emu_zone *z, uint64_t size)
{
    struct emu_block *b = take(z, size);
    if (b && !commit(z, b, size)) {
        make_free(z, b);
        b = NULL;
    }
    return b;
}

static struct emu_block *take_anywhere(struct emu_memory *m, uint64_t size)
{
    struct emu_block *b = NULL;
    if (m->nzones > 1 && size >= LARGE && m->large < MOST_LARGE && (b = take_from(&m->zones[1], size)) != NULL)
        m->large++;
    return b ? b : take_from(&m->zones[0], size);
}

static void number(const struct emu_block *b, unsigned n)
{
    unsigned *p = emu_number_at(b->addr);
    p[0] = n; /* a block of no bytes has one, too */
    for (uint64_t k = 1; k < (b->size + EMU_GRANULE - 1) / EMU_GRANULE; k++)
        p[k] = n;
}

static unsigned next_number(void)
{
    static atomic_uint last;
    unsigned n;
    while ((n = atomic_fetch_add(&last, 1) & ~(EMU_REACHED_FROM_OUTSIDE | __GD_EMU_HOST_BLOCK)) == 0)
        ;
    return n;
}

void emu_poison(uint64_t addr, uint64_t n)
{
    static const uint64_t pattern = EMU_POISON;
    uint64_t *p = (uint64_t *)addr, words = n / sizeof *p;
    for (uint64_t k = 0; k < words; k++)
        p[k] = pattern;
    memcpy(p + words, &pattern, n % sizeof *p);
}

void __gd_emu_poison(void *p, unsigned long long size) { emu_poison((uintptr_t)p, size); }

static int device_of(const struct emu_memory *m) { return (int)((m->base - __gd_emu_base) / (m->limit - m->base)); }

int emu_memory_alloc(struct emu_memory *m, uint64_t size, const char *name, const char *file, int line, uint64_t *addr,
                     struct gantry_err *err)
{
    struct emu_block *b = NULL;
    pthread_mutex_lock(&m->lock);
    if (size <= m->size - m->live)
        b = take_anywhere(m, size);
    if (b) {
        b->state = EMU_LIVE;
        b->size = b->length = size;
        b->begin = b->addr;
        b->number = next_number();
        b->name = name ? strdup(name) : NULL;
        b->file = file ? strdup(file) : NULL;
        b->line = line;
        b->code = NULL;
        b->of_kernel = name == emu_kernel_malloc;
        b->renamed = false;
        b->internal = name == emu_parameters || name == emu_dynamic_shared;
        m->live += size;
        *emu_block_at(b->addr) = b;
        *addr = b->addr;
    }
    uint64_t left = m->size - m->live;
    pthread_mutex_unlock(&m->lock);
    if (!b)
        return emu_error(err,
                         "the emulated device is out of memory: %llu bytes are wanted, %llu of %llu are free "
                         "(GANTRY_EMULATED_MEMORY sets how many there are)",
                         (unsigned long long)size, (unsigned long long)left, (unsigned long long)m->size);
    if (m->poison)
        emu_poison(b->addr, size);
    number(b, b->number);
    emu_shadow_set(b->addr, b->size, true);
    GANTRY_TELL(allocated, device_of(m), b->addr, size, name, &(struct gantry_loc){file, NULL, line, 0});
    return 0;
}

/* Nobody can access a large freed block, and its pages go back to the system. */
static void give_back(struct emu_memory *m, const struct emu_zone *z, const struct emu_block *b)
{
    uint64_t from = round_up(b->addr, PAGE), to = (b->addr + b->size) / PAGE * PAGE;
    if (z->paged) {
        to = b->addr + round_up(b->size, PAGE);
        mprotect((void *)from, to - from, PROT_NONE);
        m->large--;
    }
    if (b->size >= LARGE)
        madvise((void *)from, to - from, MADV_DONTNEED);
}

static bool is_ours(const struct emu_memory *m, uint64_t addr) { return addr >= m->base && addr < m->limit; }

/* the block that begins there; NULL: none does */
static struct emu_block *block_of(const struct emu_memory *m, uint64_t addr)
{
    return is_ours(m, addr) && addr % EMU_GRANULE == 0 ? *emu_block_at(addr) : NULL;
}

int emu_memory_free(struct emu_memory *m, uint64_t addr, bool in_kernel, struct gantry_err *err)
{
    const char *why = "no allocation begins there";
    pthread_mutex_lock(&m->lock);
    struct emu_block *b = block_of(m, addr);
    if (b && b->state != EMU_LIVE) {
        why = "it has been freed before";
        b = NULL;
    } else if (b && b->of_kernel != in_kernel) {
        why = in_kernel ? "malloc in a kernel has not given it"
                        : "malloc in a kernel has given it, and free in a "
                          "kernel takes it back";
        b = NULL;
    }
    if (b) {
        struct emu_zone *z = zone_of(m, addr);
        emu_shadow_set(b->addr, b->size, false);
        number(b, 0);
        GANTRY_TELL(freed, device_of(m), b->addr, b->size);
        give_back(m, z, b);
        m->live -= b->size;
        quarantine_push(z, b);
    }
    pthread_mutex_unlock(&m->lock);
    if (b)
        return 0;
    char near[384] = "no device memory", number[EMU_ADDRESS];
    emu_memory_describe(m, addr, 1, near, sizeof near);
    return emu_error(err, "%s cannot be freed: %s; it is %s", emu_address(addr, number), why, near);
}

void emu_memory_narrow(struct emu_memory *m, uint64_t addr, uint64_t begin, uint64_t length)
{
    pthread_mutex_lock(&m->lock);
    struct emu_block *b = block_of(m, addr);
    if (b) {
        emu_shadow_set(b->addr, b->size, false);
        emu_shadow_set(b->begin = begin, b->length = length, true);
    }
    pthread_mutex_unlock(&m->lock);
}

void emu_memory_rename(struct emu_memory *m, uint64_t addr, const char *name, const char *file, int line)
{
    char *own = strdup(name), *own_file = strdup(file);
    pthread_mutex_lock(&m->lock);
    struct emu_block *b = block_of(m, addr);
    if (b) {
        char *was = b->name, *was_file = b->file;
        b->name = own, b->file = own_file;
        own = was, own_file = was_file;
        b->line = line;
        b->renamed = true;
    }
    pthread_mutex_unlock(&m->lock);
    free(own);
    free(own_file);
}

void emu_memory_taken(struct emu_memory *m, uint64_t addr, const void *code)
{
    pthread_mutex_lock(&m->lock);
    struct emu_block *b = block_of(m, addr);
    if (b)
        b->code = code;
    pthread_mutex_unlock(&m->lock);
}

bool emu_memory_size(struct emu_memory *m, uint64_t addr, uint64_t *size)
{
    pthread_mutex_lock(&m->lock);
    const struct emu_block *b = block_of(m, addr);
    bool live = b && b->state == EMU_LIVE;
    if (live)
        *size = b->size;
    pthread_mutex_unlock(&m->lock);
    return live;
}

/* ---- pointers that lead to a block, and point outside of it: map(a[100:10]) passes `a` ---- */

/* A granule of the gap before a block may have its number. */
static struct emu_block *block_around(const struct emu_memory *m, uint64_t addr)
{
    uint64_t at = addr / EMU_GRANULE * EMU_GRANULE;
    unsigned n = is_ours(m, addr) ? *emu_number_at(at) : 0;
    while (n && !*emu_block_at(at) && at > m->base && *emu_number_at(at - EMU_GRANULE) == n)
        at -= EMU_GRANULE;
    return n ? *emu_block_at(at) : NULL;
}

void emu_memory_outside(struct emu_memory *m, uint64_t addr, uint64_t pointer)
{
    pthread_mutex_lock(&m->lock);
    struct emu_block *b = block_around(m, addr);
    bool outside = b && b->state == EMU_LIVE && pointer - b->addr > b->size;
    if (outside && !(b->number & EMU_REACHED_FROM_OUTSIDE))
        number(b, b->number |= EMU_REACHED_FROM_OUTSIDE);
    bool first = pointer - __gd_emu_base < EMU_GRANULE; /* which stands for all that is no device memory */
    if (outside && emu_in_arena(pointer) && !first && !*emu_number_at(pointer))
        *emu_number_at(pointer) = b->number;
    pthread_mutex_unlock(&m->lock);
}

/* ---- reports ---- */

static enum emu_taken how_taken(const struct emu_block *b)
{
    if (b->of_kernel)
        return b->renamed ? EMU_BY_DECLARATION : EMU_BY_MALLOC;
    return b->code ? EMU_BY_ROUTINE : EMU_MAPPED;
}

/* Where a call has taken the block, that is its place. To ask starts a process, so that it is done when it is told. */
static void find_call(struct emu_block *b)
{
    struct emu_place p;
    if (b->code && !b->file && emu_place_of_call(b->code, &p) && p.line > 0 && (b->file = strdup(p.file)) != NULL)
        b->line = p.line;
}

static void label(struct emu_block *b, char *out, size_t room)
{
    char name[160];
    find_call(b);
    static const char *const how[] = {[EMU_MAPPED] = "mapped at",
                                      [EMU_BY_ROUTINE] = "taken at",
                                      [EMU_BY_MALLOC] = "taken by the region of",
                                      [EMU_BY_DECLARATION] = "taken at"};
    snprintf(name, sizeof name, b->name ? "'%s'" : "a block", b->name);
    if (b->file)
        snprintf(out, room, "%s (%llu bytes, %s %s:%d)", name, (unsigned long long)b->length, how[how_taken(b)],
                 b->file, b->line);
    else
        snprintf(out, room, "%s (%llu bytes)", name, (unsigned long long)b->length);
}

/* the block nearest to [addr, addr + n): the one it touches, else the one with the smaller distance */
static struct emu_block *nearest(const struct emu_memory *m, uint64_t addr, uint64_t n)
{
    struct emu_block *best = NULL;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < m->nzones; i++)
        for (struct emu_block *b = m->zones[i].first; b; b = b->next) {
            uint64_t end = b->begin + b->length;
            uint64_t d = addr >= end ? addr - end + 1 : addr + n <= b->begin ? b->begin - (addr + n) + 1 : 0;
            bool counts = b->state != EMU_FREE && (d == 0 || !b->internal);
            if (counts && d < least) {
                least = d;
                best = b;
            }
        }
    return best;
}

static struct emu_block *numbered(const struct emu_memory *m, unsigned n)
{
    for (int i = 0; i < m->nzones; i++)
        for (struct emu_block *b = m->zones[i].first; b; b = b->next)
            if (b->state != EMU_FREE && (b->number & ~EMU_REACHED_FROM_OUTSIDE) == (n & ~EMU_REACHED_FROM_OUTSIDE))
                return b;
    return NULL;
}

static void inform(struct emu_block *b, struct emu_block_info *out)
{
    find_call(b);
    *out = (struct emu_block_info){.addr = b->begin, .size = b->length, .line = b->line, .how = how_taken(b)};
    snprintf(out->name, sizeof out->name, "%s", b->name ? b->name : "");
    snprintf(out->file, sizeof out->file, "%s", b->file ? b->file : "");
}

bool emu_memory_block_at(struct emu_memory *m, uint64_t addr, uint64_t n, struct emu_block_info *out)
{
    pthread_mutex_lock(&m->lock);
    struct emu_block *b = is_ours(m, addr) ? nearest(m, addr, n) : NULL;
    bool touched = b && b->addr < addr + n && addr < b->addr + b->size;
    if (touched)
        inform(b, out);
    pthread_mutex_unlock(&m->lock);
    return touched;
}

bool emu_memory_block(struct emu_memory *m, uint64_t addr, unsigned number, struct emu_block_info *out)
{
    pthread_mutex_lock(&m->lock);
    struct emu_block *b = number ? numbered(m, number) : is_ours(m, addr) ? nearest(m, addr, 1) : NULL;
    bool known = b && b->name;
    if (known)
        inform(b, out);
    pthread_mutex_unlock(&m->lock);
    return known;
}

static void plural(uint64_t n, char *out, size_t room)
{
    snprintf(out, room, n == 1 ? "%llu byte" : "%llu bytes", (unsigned long long)n);
}

static void describe(struct emu_block *b, uint64_t addr, uint64_t n, char *out, size_t room)
{
    char what[320], bytes[32];
    uint64_t end = b->begin + b->length;
    label(b, what, sizeof what);
    if (addr >= end) {
        plural(addr - end, bytes, sizeof bytes);
        snprintf(out, room, addr == end ? "right after the end of %s%s" : "%s after the end of %s",
                 addr == end ? what : bytes, addr == end ? "" : what);
    } else if (addr < b->begin) {
        plural(b->begin - addr, bytes, sizeof bytes);
        snprintf(out, room, "%s before the beginning of %s", bytes, what);
    } else if (addr + n > end) {
        plural(addr + n - end, bytes, sizeof bytes);
        snprintf(out, room, "reaching %s beyond the end of %s", bytes, what);
    } else {
        snprintf(out, room, "at byte %llu of %s", (unsigned long long)(addr - b->begin), what);
    }
    if (b->state == EMU_QUARANTINED && strlen(out) + 24 < room)
        strcat(out, ", which has been freed");
}

static enum emu_where where(const struct emu_block *b, uint64_t addr, uint64_t n)
{
    bool inside = addr >= b->begin && addr - b->begin <= b->length && n <= b->length - (addr - b->begin);
    return b->state == EMU_QUARANTINED ? EMU_IN_FREED : inside ? EMU_IN_BLOCK : EMU_OUTSIDE;
}

enum emu_where emu_memory_describe(struct emu_memory *m, uint64_t addr, uint64_t n, char *out, size_t room)
{
    enum emu_where w = EMU_NOWHERE;
    pthread_mutex_lock(&m->lock);
    struct emu_block *b = is_ours(m, addr) ? nearest(m, addr, n) : NULL;
    if (b) {
        describe(b, addr, n, out, room);
        w = where(b, addr, n);
    }
    pthread_mutex_unlock(&m->lock);
    return w;
}

enum emu_where emu_memory_describe_from(struct emu_memory *m, unsigned number, uint64_t addr, uint64_t n, char *out,
                                        size_t room)
{
    enum emu_where w = EMU_NOWHERE;
    pthread_mutex_lock(&m->lock);
    struct emu_block *b = numbered(m, number);
    if (b) {
        describe(b, addr, n, out, room);
        w = where(b, addr, n);
    }
    pthread_mutex_unlock(&m->lock);
    return w;
}
