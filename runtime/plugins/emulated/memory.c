/* memory.c: device memory. One range of addresses per process, reserved when the first device opens, is
 * divided among the devices; a shadow byte per 8 bytes says how many of them may be used. Blocks are kept
 * apart by red zones, and freed blocks rest in a quarantine, so that an access to either is found. Memory costs nothing
 * before it is touched. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "emulated.h"
#include "gantry_checker.h"

enum {
    GRANULE = 256, /* alignment of blocks */
    RED_ZONE = 64, /* bytes after each block, at least; before the first block there is a granule */
    SHADOW_SHIFT = 3,
    COMMIT = 1 << 22, /* memory becomes accessible in steps of this size */
    LARGE = 1 << 20,  /* from this size on the pages of freed blocks are given back to the system */
};
static const uint64_t preferred_base = 0x6f0000000000u;   /* away from programs, libraries and AddressSanitizer */
extern void __tsan_acquire(void *) __attribute__((weak)); /* with ThreadSanitizer, which allows mappings in certain
                                                           * ranges only */

unsigned char *__gd_emu_shadow;
unsigned long long __gd_emu_base, __gd_emu_size, emu_arena_size;

const char emu_parameters[] = "kernel parameters";
const char emu_dynamic_shared[] = "dynamic team-shared memory";

static pthread_mutex_t arena_lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t arena_each;

bool emu_in_arena(uint64_t addr) { return addr - __gd_emu_base < emu_arena_size; }

static uint64_t round_up(uint64_t n, uint64_t to) { return (n + to - 1) / to * to; }

/* ---- the reservation ---- */

static void *reserve(uint64_t at, uint64_t size, int protection)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *p = MAP_FAILED;
    if (at)
        p = mmap((void *)at, size, protection, flags | MAP_FIXED_NOREPLACE, -1, 0);
    if (p != MAP_FAILED && at && p != (void *)at) { /* Linux before 4.17 ignores the flag and takes the address as a
                                                     * hint */
        munmap(p, size);
        p = MAP_FAILED;
    }
    return p == MAP_FAILED ? mmap(NULL, size, protection, flags, -1, 0) : p;
}

static int reserve_arena(uint64_t size, bool no_fast_checks, struct gantry_err *err)
{
    void *base = reserve(__tsan_acquire ? 0 : preferred_base, size, PROT_NONE);
    void *shadow = base == MAP_FAILED ? MAP_FAILED : reserve(0, size >> SHADOW_SHIFT, PROT_READ | PROT_WRITE);
    if (shadow == MAP_FAILED) {
        if (base != MAP_FAILED)
            munmap(base, size);
        return emu_error(err,
                         "the emulated device needs %llu MiB of address space, which the system refuses; set "
                         "GANTRY_EMULATED_MEMORY to less, or raise the limit (ulimit -v)",
                         (unsigned long long)((size + (size >> SHADOW_SHIFT)) >> 20));
    }
    madvise(base, size, MADV_DONTDUMP);
    madvise(shadow, size >> SHADOW_SHIFT, MADV_DONTDUMP);
    __gd_emu_base = (uintptr_t)base;
    __gd_emu_shadow = shadow;
    emu_arena_size = size;
    __gd_emu_size = no_fast_checks ? 0 : size;
    return 0;
}

int emu_arena_reserve(unsigned devices, uint64_t each, bool no_fast_checks, struct gantry_err *err)
{
    int rc = 0;
    pthread_mutex_lock(&arena_lock);
    if (!emu_arena_size) {
        /* red zones and quarantine come on top of what the program may use */
        arena_each = round_up(each + each / 4 + 2 * COMMIT, COMMIT);
        rc = reserve_arena(arena_each * devices, no_fast_checks, err);
    }
    pthread_mutex_unlock(&arena_lock);
    return rc;
}

int emu_memory_open(struct emu_memory *m, unsigned device, struct gantry_err *err)
{
    m->base = __gd_emu_base + device * arena_each;
    m->limit = m->base + arena_each;
    m->committed = m->base;
    m->table = reserve(0, arena_each / GRANULE * sizeof *m->table, PROT_READ | PROT_WRITE);
    struct emu_block *all = calloc(1, sizeof *all);
    if (m->table == MAP_FAILED || !all)
        return emu_error(err, "out of host memory");
    pthread_mutex_init(&m->lock, NULL);
    *all = (struct emu_block){.addr = m->base + GRANULE, .span = arena_each - GRANULE, .state = EMU_FREE};
    m->first = all;
    m->bins[63 - __builtin_clzll(all->span)] = all;
    return 0;
}

void emu_memory_close(struct emu_memory *m)
{
    for (struct emu_block *b = m->first, *next; b; b = next) {
        next = b->next;
        free(b->name);
        free(b->file);
        free(b);
    }
    memset(__gd_emu_shadow + ((m->base - __gd_emu_base) >> SHADOW_SHIFT), 0, (m->committed - m->base) >> SHADOW_SHIFT);
    mprotect((void *)m->base, m->committed - m->base, PROT_NONE);
    madvise((void *)m->base, m->committed - m->base, MADV_DONTNEED);
    munmap(m->table, (m->limit - m->base) / GRANULE * sizeof *m->table);
    pthread_mutex_destroy(&m->lock);
    memset(m, 0, sizeof *m);
}

/* ---- shadow ---- */

static unsigned char *shadow_of(uint64_t addr) { return __gd_emu_shadow + ((addr - __gd_emu_base) >> SHADOW_SHIFT); }

static void set_shadow(const struct emu_block *b, bool usable)
{
    unsigned char *s = shadow_of(b->addr);
    memset(s, usable ? 8 : 0, b->size >> SHADOW_SHIFT);
    if (b->size & 7)
        s[b->size >> SHADOW_SHIFT] = usable ? b->size & 7 : 0;
}

bool emu_memory_usable(uint64_t addr, uint64_t n)
{
    if (n == 0)
        return true;
    if (!emu_in_arena(addr) || n > emu_arena_size - (addr - __gd_emu_base))
        return false;
    const unsigned char *s = shadow_of(addr), *last = shadow_of(addr + n - 1);
    for (; s + 8 <= last; s += 8) {
        uint64_t eight;
        memcpy(&eight, s, 8);
        if (eight != 0x0808080808080808u)
            return false;
    }
    for (; s < last; s++)
        if (*s != 8)
            return false;
    return ((addr + n - 1) & 7) < *last;
}

/* ---- free blocks in bins by size, all blocks in a list by address ---- */

static struct emu_block **entry_of(const struct emu_memory *m, uint64_t addr)
{
    return &m->table[(addr - m->base) / GRANULE];
}

static void bin_add(struct emu_memory *m, struct emu_block *b)
{
    struct emu_block **bin = &m->bins[63 - __builtin_clzll(b->span)];
    b->state = EMU_FREE;
    b->before = NULL;
    b->after = *bin;
    if (*bin)
        (*bin)->before = b;
    *bin = b;
}

static void bin_remove(struct emu_memory *m, struct emu_block *b)
{
    if (b->before)
        b->before->after = b->after;
    else
        m->bins[63 - __builtin_clzll(b->span)] = b->after;
    if (b->after)
        b->after->before = b->before;
}

static struct emu_block *find_fit(const struct emu_memory *m, uint64_t span)
{
    for (int k = 63 - __builtin_clzll(span); k < EMU_BINS; k++) {
        struct emu_block *best = NULL;
        for (struct emu_block *b = m->bins[k]; b; b = b->after)
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
static void absorb_next(struct emu_memory *m, struct emu_block *b)
{
    struct emu_block *n = b->next;
    bin_remove(m, n);
    b->span += n->span;
    b->next = n->next;
    if (n->next)
        n->next->prev = b;
    free(n);
}

static void make_free(struct emu_memory *m, struct emu_block *b)
{
    *entry_of(m, b->addr) = NULL;
    forget_label(b);
    if (b->next && b->next->state == EMU_FREE)
        absorb_next(m, b);
    if (b->prev && b->prev->state == EMU_FREE) {
        struct emu_block *p = b->prev;
        bin_remove(m, p);
        p->span += b->span;
        p->next = b->next;
        if (b->next)
            b->next->prev = p;
        free(b);
        b = p;
    }
    bin_add(m, b);
}

static void quarantine_pop(struct emu_memory *m)
{
    struct emu_block *b = m->oldest;
    m->oldest = b->after;
    if (!m->oldest)
        m->newest = NULL;
    m->quarantined -= b->span;
    make_free(m, b);
}

static void quarantine_push(struct emu_memory *m, struct emu_block *b)
{
    b->state = EMU_QUARANTINED;
    b->before = NULL;
    b->after = NULL;
    if (m->newest)
        m->newest->after = b;
    else
        m->oldest = b;
    m->newest = b;
    m->quarantined += b->span;
    while (m->quarantined > (m->limit - m->base) / 8)
        quarantine_pop(m);
}

/* ---- allocation ---- */

static bool commit(struct emu_memory *m, uint64_t end)
{
    if (end <= m->committed)
        return true;
    uint64_t to = round_up(end - m->base, COMMIT) + m->base;
    if (to > m->limit)
        to = m->limit;
    if (mprotect((void *)m->committed, to - m->committed, PROT_READ | PROT_WRITE))
        return false;
    m->committed = to;
    return true;
}

/* Splits free block b: its front becomes a block of this span. */
static struct emu_block *cut(struct emu_memory *m, struct emu_block *b, uint64_t span)
{
    bin_remove(m, b);
    if (b->span - span < GRANULE)
        return b;
    struct emu_block *rest = calloc(1, sizeof *rest);
    if (!rest)
        return b;
    *rest = (struct emu_block){.addr = b->addr + span, .span = b->span - span, .prev = b, .next = b->next};
    if (b->next)
        b->next->prev = rest;
    b->next = rest;
    b->span = span;
    bin_add(m, rest);
    return b;
}

static struct emu_block *take(struct emu_memory *m, uint64_t span)
{
    struct emu_block *b = find_fit(m, span);
    while (!b && m->oldest) {
        quarantine_pop(m);
        b = find_fit(m, span);
    }
    return b ? cut(m, b, span) : NULL;
}

int emu_memory_alloc(struct emu_memory *m, uint64_t size, const char *name, const char *file, int line, uint64_t *addr,
                     struct gantry_err *err)
{
    struct emu_block *b = NULL;
    pthread_mutex_lock(&m->lock);
    if (size <= m->size - m->live)
        b = take(m, round_up(size + RED_ZONE, GRANULE));
    if (b && !commit(m, b->addr + b->span)) {
        make_free(m, b);
        b = NULL;
    }
    if (b) {
        b->state = EMU_LIVE;
        b->size = size;
        b->name = name ? strdup(name) : NULL;
        b->file = file ? strdup(file) : NULL;
        b->line = line;
        b->internal = name == emu_parameters || name == emu_dynamic_shared;
        m->live += size;
        *entry_of(m, b->addr) = b;
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
        memset((void *)b->addr, EMU_POISON_BYTE, size);
    set_shadow(b, true);
    GANTRY_TELL(allocated, (int)((m->base - __gd_emu_base) / arena_each), b->addr, size, name,
                &(struct gantry_loc){file, NULL, line, 0});
    return 0;
}

/* Gives the pages of a large freed block back to the system. */
static void give_back_pages(const struct emu_block *b)
{
    uint64_t from = round_up(b->addr, 4096), to = (b->addr + b->size) / 4096 * 4096;
    if (b->size >= LARGE)
        madvise((void *)from, to - from, MADV_DONTNEED);
}

int emu_memory_free(struct emu_memory *m, uint64_t addr, struct gantry_err *err)
{
    bool ours = addr >= m->base && addr < m->limit, freed_before = false;
    pthread_mutex_lock(&m->lock);
    struct emu_block *b = ours && addr % GRANULE == m->base % GRANULE ? *entry_of(m, addr) : NULL;
    if (b && b->state != EMU_LIVE) {
        freed_before = true;
        b = NULL;
    }
    if (b) {
        set_shadow(b, false);
        GANTRY_TELL(freed, (int)((m->base - __gd_emu_base) / arena_each), b->addr, b->size);
        give_back_pages(b);
        m->live -= b->size;
        quarantine_push(m, b);
    }
    pthread_mutex_unlock(&m->lock);
    if (b)
        return 0;
    char near[384] = "no device memory";
    emu_memory_describe(m, addr, 1, near, sizeof near);
    return emu_error(err, "%#llx cannot be freed: %s; it is %s", (unsigned long long)addr,
                     freed_before ? "it has been freed before" : "no allocation begins there", near);
}

/* ---- reports ---- */

static void label(const struct emu_block *b, char *out, size_t room)
{
    char name[160];
    snprintf(name, sizeof name, b->name ? "'%s'" : "a block", b->name);
    if (b->file)
        snprintf(out, room, "%s (%llu bytes, mapped at %s:%d)", name, (unsigned long long)b->size, b->file, b->line);
    else
        snprintf(out, room, "%s (%llu bytes)", name, (unsigned long long)b->size);
}

/* the block nearest to [addr, addr + n): the one it touches, else the one with the smaller distance */
static struct emu_block *nearest(const struct emu_memory *m, uint64_t addr, uint64_t n)
{
    struct emu_block *best = NULL;
    uint64_t least = UINT64_MAX;
    for (struct emu_block *b = m->first; b; b = b->next) {
        uint64_t end = b->addr + b->size;
        uint64_t d = addr >= end ? addr - end + 1 : addr + n <= b->addr ? b->addr - (addr + n) + 1 : 0;
        bool counts = b->state != EMU_FREE && (d == 0 || !b->internal);
        if (counts && d < least) {
            least = d;
            best = b;
        }
    }
    return best;
}

bool emu_memory_block_at(struct emu_memory *m, uint64_t addr, uint64_t n, struct emu_block_info *out)
{
    pthread_mutex_lock(&m->lock);
    const struct emu_block *b = m->first;
    while (b && !(b->state != EMU_FREE && b->addr < addr + n && addr < b->addr + b->size))
        b = b->next;
    if (b) {
        *out = (struct emu_block_info){.addr = b->addr, .size = b->size, .line = b->line};
        snprintf(out->name, sizeof out->name, "%s", b->name ? b->name : "");
        snprintf(out->file, sizeof out->file, "%s", b->file ? b->file : "");
    }
    pthread_mutex_unlock(&m->lock);
    return b != NULL;
}

static void plural(uint64_t n, char *out, size_t room)
{
    snprintf(out, room, n == 1 ? "%llu byte" : "%llu bytes", (unsigned long long)n);
}

bool emu_memory_describe(struct emu_memory *m, uint64_t addr, uint64_t n, char *out, size_t room)
{
    char what[320], bytes[32];
    pthread_mutex_lock(&m->lock);
    struct emu_block *b = addr >= m->base && addr < m->limit ? nearest(m, addr, n) : NULL;
    if (b) {
        uint64_t end = b->addr + b->size;
        label(b, what, sizeof what);
        if (addr >= end) {
            plural(addr - end, bytes, sizeof bytes);
            snprintf(out, room, addr == end ? "right after the end of %s%s" : "%s after the end of %s",
                     addr == end ? what : bytes, addr == end ? "" : what);
        } else if (addr < b->addr) {
            plural(b->addr - addr, bytes, sizeof bytes);
            snprintf(out, room, "%s before the beginning of %s", bytes, what);
        } else if (addr + n > end) {
            plural(addr + n - end, bytes, sizeof bytes);
            snprintf(out, room, "reaching %s beyond the end of %s", bytes, what);
        } else {
            snprintf(out, room, "at byte %llu of %s", (unsigned long long)(addr - b->addr), what);
        }
        if (b->state == EMU_QUARANTINED && strlen(out) + 24 < room)
            strcat(out, ", which has been freed");
    }
    pthread_mutex_unlock(&m->lock);
    return b != NULL;
}
