/* heap.c: what the program's own code has taken from the heap of the C library, by where blocks begin: a section that a
 * pointer to such a beginning leads to ends where the block does (GC105). */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

#include "../host/host.h"
#include "prompt.h"

#define CALLER __builtin_return_address(0)

void *__real_malloc(size_t n);
void *__wrap_malloc(size_t n);
void *__real_calloc(size_t many, size_t n);
void *__wrap_calloc(size_t many, size_t n);
void *__real_aligned_alloc(size_t alignment, size_t n);
void *__wrap_aligned_alloc(size_t alignment, size_t n);
int __real_posix_memalign(void **p, size_t alignment, size_t n);
int __wrap_posix_memalign(void **p, size_t alignment, size_t n);
void __real_free(void *p);

/* ---- a hash table with linear probing; nothing in it takes memory by way of the functions above ---- */
struct block {
    uintptr_t at; /* 0: none */
    size_t n;
    const void *caller;
    uint32_t taker; /* check_taker */
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct block *table;
static size_t room, used; /* room: 0, or a power of two */

static size_t slot_of(uintptr_t at) { return (size_t)((at >> 4) * 0x9e3779b97f4a7c15u >> 20) & (room - 1); }

static struct block *find(uintptr_t at)
{
    size_t i = slot_of(at);
    while (table[i].at && table[i].at != at)
        i = (i + 1) & (room - 1);
    return &table[i];
}

static bool grow(void)
{
    struct block *before = table, *larger = __real_calloc(room ? 2 * room : 1024, sizeof *larger);
    size_t n = room;
    if (!larger)
        return false;
    table = larger, room = room ? 2 * room : 1024;
    for (size_t i = 0; i < n; i++)
        if (before[i].at)
            *find(before[i].at) = before[i];
    __real_free(before);
    return true;
}

/* Those behind it move up, so that no search ends before what it looks for. */
static void clear(struct block *b)
{
    size_t hole = (size_t)(b - table), mask = room - 1;
    for (size_t i = (hole + 1) & mask; table[i].at; i = (i + 1) & mask)
        if (((i - slot_of(table[i].at)) & mask) >= ((i - hole) & mask)) {
            table[hole] = table[i];
            hole = i;
        }
    table[hole] = (struct block){0};
    used--;
}

void check_heap_took(void *p, size_t n, const void *caller)
{
    if (!p)
        return;
    host_cells_forget((uintptr_t)p, n); /* somebody whom nobody saw may have freed it */
    pthread_mutex_lock(&lock);
    if (4 * used < 3 * room || grow()) {
        struct block *b = find((uintptr_t)p);
        used += !b->at;
        *b = (struct block){(uintptr_t)p, n, caller, check_taker};
        hosts_take(b->at, n, caller);
    }
    pthread_mutex_unlock(&lock);
}

static struct block forget(void *p)
{
    pthread_mutex_lock(&lock);
    struct block *b = p && room ? find((uintptr_t)p) : NULL, was = b ? *b : (struct block){0};
    if (was.at)
        clear(b);
    pthread_mutex_unlock(&lock);
    return was;
}

void check_heap_gave_back(void *p)
{
    struct block b = forget(p);
    hosts_give_back((uintptr_t)p);
    host_cells_forget(b.at, b.n);
}

void check_heap_frees(void *p, const void *caller)
{
    struct block b = forget(p);
    check_heap_free(p, b.n, b.caller, caller);
}

static bool block_at(uintptr_t at, struct block *out)
{
    pthread_mutex_lock(&lock);
    *out = room ? *find(at) : (struct block){0};
    pthread_mutex_unlock(&lock);
    return check_block_is(out->at, out->n);
}

/* Before the first region of a program whose device code may access all that. */
void check_heap_launching(void)
{
    static bool asked;
    if (asked || !gantry_unified_required() || !gantry_check_on(GANTRY_CHECK_BOUNDS))
        return;
    pthread_mutex_lock(&lock);
    if (!asked && hosts_open()) {
        for (size_t i = 0; i < room; i++)
            if (table[i].at)
                hosts_take(table[i].at, table[i].n, table[i].caller);
        check_freed_host();
    }
    asked = true;
    pthread_mutex_unlock(&lock);
}

/* ---- the functions ---- */
void *__wrap_malloc(size_t n)
{
    void *p = __real_malloc(n);
    check_heap_took(p, n, CALLER);
    return p;
}

void *__wrap_calloc(size_t many, size_t n)
{
    void *p = __real_calloc(many, n);
    check_heap_took(p, many * n, CALLER);
    return p;
}

void *__wrap_aligned_alloc(size_t alignment, size_t n)
{
    void *p = __real_aligned_alloc(alignment, n);
    check_heap_took(p, n, CALLER);
    return p;
}

int __wrap_posix_memalign(void **p, size_t alignment, size_t n)
{
    int status = __real_posix_memalign(p, alignment, n);
    if (status == 0)
        check_heap_took(*p, n, CALLER);
    return status;
}

/* ---- what is mapped ---- */
void check_section(const struct gantry_pair *p)
{
    struct block b;
    char text[700], place[300];
    if (p->forever || p->private || !gantry_check_on(GANTRY_CHECK_BOUNDS) || check_freed_section(p) ||
        !block_at(p->base ? p->base : p->host, &b))
        return;
    uint64_t end = p->host + p->size;
    bool before = p->host < b.at && end > b.at, beyond = p->host >= b.at && p->host < b.at + b.n && end > b.at + b.n;
    if (!before && !beyond) /* a pointer that leads elsewhere than to its section says nothing of it */
        return;
    struct gantry_loc taken = check_place_of(b.caller);
    struct gantry_finding f = {.id = "GC105", .at = p->where, .other = taken, .name = p->name, .text = text};
    snprintf(
        text, sizeof text, "'%s' reaches %llu bytes %s the memory that its pointer leads to: %llu bytes, taken at %s",
        p->name ? p->name : "?", (unsigned long long)(before ? b.at - p->host : end - b.at - b.n),
        before ? "before" : "beyond the end of", (unsigned long long)b.n, check_place(&taken, place, sizeof place));
    f.advice = "the section must lie inside of that memory: its first element or its length is wrong";
    gantry_finding(&f);
}

/* ---- what the routines copy from and to the host ---- */
enum { LOADED, STORED, SIDES };
static _Thread_local struct side {
    const void *p;
    size_t known; /* bytes that its object has from there on; SIZE_MAX: the compiler does not know */
} sides[SIDES];

/* omp.h, before the call: what the compiler knows */
__attribute__((visibility("default"))) void __gantry_known(const void *dst, size_t dst_bytes, const void *src,
                                                           size_t src_bytes);
void __gantry_known(const void *dst, size_t dst_bytes, const void *src, size_t src_bytes)
{
    sides[STORED] = (struct side){dst, dst ? dst_bytes : SIZE_MAX};
    sides[LOADED] = (struct side){src, src ? src_bytes : SIZE_MAX};
}

static void side_is(struct side *s, const void *p)
{
    s->known = p && s->p == p ? s->known : SIZE_MAX; /* else it was said of another call */
    s->p = p;
}

void check_sides(const void *dst, const void *src)
{
    side_is(&sides[STORED], dst);
    side_is(&sides[LOADED], src);
}

/* the block that holds the byte, which may be in the middle of it */
static bool block_around(uintptr_t at, struct block *out)
{
    enum { MANY = 1 << 16 };
    uintptr_t begin = 0;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; used < MANY && i < room && !begin; i++)
        if (at - table[i].at < table[i].n && table[i].at)
            begin = table[i].at;
    pthread_mutex_unlock(&lock);
    return begin && block_at(begin, out);
}

bool check_heap_block(const void *p, uintptr_t *at, size_t *n, const void **caller)
{
    struct block b;
    if (!p || (!block_at((uintptr_t)p, &b) && !block_around((uintptr_t)p, &b)))
        return false;
    *at = b.at;
    *n = b.n;
    *caller = b.caller;
    return true;
}

bool check_heap_taker(uintptr_t at, uint32_t *taker)
{
    struct block b;
    if (!at || (!block_at(at, &b) && !block_around(at, &b)))
        return false;
    *taker = b.taker;
    return true;
}

static bool object_of(const struct side *s, struct block *out)
{
    uintptr_t at = (uintptr_t)s->p;
    if (!at || block_at(at, out) || block_around(at, out))
        return at;
    *out = (struct block){.at = at, .n = s->known};
    return s->known != SIZE_MAX;
}

void check_side_reaches(uintptr_t at, uint64_t n, bool store, const void *caller)
{
    struct check_code code;
    struct block b;
    char text[700], place[300] = "";
    if (!gantry_check_on(GANTRY_CHECK_BOUNDS) || check_freed_side(at, store, caller) || !object_of(&sides[store], &b))
        return;
    if (at >= b.at && at - b.at <= b.n && n <= b.n - (at - b.at))
        return;
    check_enter();
    if (check_code_new("GC105", caller)) {
        struct gantry_loc taken = b.caller ? check_place_of(b.caller) : (struct gantry_loc){0};
        if (b.caller)
            check_place(&taken, place, sizeof place);
        check_code_of(caller, &code);
        struct gantry_finding f = {.id = "GC105", .at = code.at, .other = taken, .text = text};
        snprintf(text, sizeof text,
                 "the copy %s %llu bytes of the host's memory, reaching %llu bytes beyond the end of the object that "
                 "its pointer leads to: %llu bytes%s%s",
                 store ? "stores to" : "reads", (unsigned long long)n, (unsigned long long)(at + n - b.at - b.n),
                 (unsigned long long)b.n, b.caller ? ", taken at " : " from there on", place);
        f.advice = "length and offset are in bytes, and together must not exceed the object";
        gantry_finding(&f);
    }
    check_leave();
}

/* omp_target_memcpy_rect: what leaves a dimension goes on in the next row, within the object or not. */
void check_dimension(const char *routine, int store, int device, int k, uint64_t volume, uint64_t offset,
                     uint64_t extent, const void *caller)
{
    struct check_code code;
    char text[700];
    const char *id = device < 0 ? "GC105" : "GC101";
    bool fits = offset <= extent && volume <= extent - offset;
    if (fits || !gantry_check_on(GANTRY_CHECK_BOUNDS))
        return;
    check_enter();
    if (check_code_new(id, caller)) {
        check_code_of(caller, &code);
        struct gantry_finding f = {.id = id, .at = code.at, .text = text};
        snprintf(text, sizeof text,
                 "%s: dimension %d of the %s has %llu elements, and the volume has %llu of them from element %llu on",
                 routine, k, store ? "destination" : "source", (unsigned long long)extent, (unsigned long long)volume,
                 (unsigned long long)offset);
        f.advice = "offset and volume together must not exceed the dimension: what does goes on in the next row";
        gantry_finding(&f);
    }
    check_leave();
}
