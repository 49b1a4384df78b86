/* pairs.c: host memory and its copies on devices: what is mapped, and what was, as long as the host's copy is older
 * than what the device had; blocks of device memory. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../lib/check/values.h"
#include "check.h"
#include "gantry.h"

enum { MOST_PAST = 512, DEVICES = 64, STACK = 64 << 20 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
_Thread_local check_then_fn *volatile check_then;
_Thread_local bool check_within;           /* what this library frees itself goes through its own hooks */
static struct check_span *hosts, *devices; /* of the live ones */
static struct check_pair *live, *past;
static unsigned npast;
atomic_uint check_frames;
_Thread_local uint32_t check_taker;

void check_enter(void)
{
    check_within = true; /* before it has the lock: a signal's handler that comes between must not wait for it */
    pthread_mutex_lock(&lock);
}

static _Thread_local bool ending;

void check_ends(void) { ending = check_within = true; }

void check_leave(void)
{
    pthread_mutex_unlock(&lock);
    check_within = ending;
    check_then_fn *then = check_then;
    if (then && !ending) {
        check_then = NULL;
        then();
    }
}

bool check_is_emulated(int device)
{
    static signed char known[DEVICES]; /* 1: yes, -1: no */
    struct gantry_device_info info;
    if (device < 0 || device >= DEVICES)
        return false;
    if (!known[device])
        known[device] = gantry_get_device_info(device, &info) == 0 && strcmp(info.kind, "emulated") == 0 ? 1 : -1;
    return known[device] > 0;
}

struct check_pair *check_pairs(void) { return live; }

/* ---- those that live: a list, and ordered by each of their addresses ---- */
static void live_begin(struct check_pair *c)
{
    check_span_insert(&hosts, &c->by_host, c->p.host, c->p.size);
    check_span_insert(&devices, &c->by_device, c->p.dev, c->p.size);
    c->next = live;
    if (live)
        live->previous = c;
    live = c;
}

static void live_end(struct check_pair *c)
{
    check_span_remove(&hosts, &c->by_host);
    check_span_remove(&devices, &c->by_device);
    if (c->next)
        c->next->previous = c->previous;
    *(c->previous ? &c->previous->next : &live) = c->next;
}

/* several, where a program associates one device address with several variables */
static struct check_pair *next_of_device(const struct check_pair *c, uint64_t at)
{
    struct check_span *s = check_span_after(devices, c ? &c->by_device : NULL, at, at + 1);
    return s ? (struct check_pair *)((char *)s - offsetof(struct check_pair, by_device)) : NULL;
}

struct check_pair *check_pair_of_device(uint64_t at) { return next_of_device(NULL, at); }

struct check_part {
    struct check_part *next;
    struct gantry_pair p;
};

static void drop(struct check_pair *c)
{
    for (struct check_part *part; (part = c->parts) != NULL;) {
        c->parts = part->next;
        free(part);
    }
    if (c->on_stack)
        atomic_fetch_sub(&check_frames, 1);
    free(c->attached);
    free(c);
}

/* Static variables of declare target are "gantry_v_NAME_HASH" in the image. The copy stays: reports may name it later.
 */
static const char *program_name(const char *symbol)
{
    static const char prefix[] = "gantry_v_";
    if (!symbol || strncmp(symbol, prefix, sizeof prefix - 1) != 0)
        return symbol;
    const char *begin = symbol + sizeof prefix - 1, *end = strrchr(begin, '_');
    char *name = end ? strndup(begin, (size_t)(end - begin)) : NULL;
    return name ? name : symbol;
}

struct check_pair *check_pair_begin(const struct gantry_pair *p)
{
    struct check_pair *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->p = *p;
    c->p.name = program_name(p->name);
    c->named = p->where;
    c->on_stack = p->host - (uintptr_t)__builtin_frame_address(0) < STACK && !p->private;
    if (c->on_stack)
        atomic_fetch_add(&check_frames, 1);
    live_begin(c);
    return c;
}

void check_part(const struct gantry_pair *p)
{
    check_enter();
    struct check_pair *c = check_pair_of_device(p->dev);
    struct check_part *part = c && c->p.device == p->device ? malloc(sizeof *part) : NULL;
    if (part) {
        *part = (struct check_part){c->parts, *p};
        c->parts = part;
    }
    check_leave();
}

void check_narrow(struct check_pair *c, uint64_t *offset)
{
    const struct gantry_pair *found = NULL;
    uintptr_t at = c->p.host + *offset;
    for (const struct check_part *part = c->parts; part; part = part->next)
        if (at >= part->p.host && at < part->p.host + part->p.size && (!found || part->p.size < found->size))
            found = &part->p;
    c->parts = NULL; /* the pair's, of which this is a copy */
    if (!found)
        return;
    *offset = at - found->host;
    c->p.host = found->host;
    c->p.dev = found->dev;
    c->p.size = found->size;
    c->p.name = found->name;
    c->p.where = found->where;
    c->p.object = found->object;
    c->p.base = found->base;
}

/* ---- those that are over: few, the latest first ---- */
static bool overlaps(const struct check_pair *c, uintptr_t at, uint64_t n)
{
    return at < c->p.host + c->p.size && c->p.host < at + n;
}

static void drop_past(struct check_pair **at)
{
    struct check_pair *c = *at;
    *at = c->next;
    npast--;
    drop(c);
}

static void past_begin(struct check_pair *c)
{
    c->next = past;
    past = c;
    if (++npast <= MOST_PAST)
        return;
    struct check_pair **last = &past;
    while ((*last)->next)
        last = &(*last)->next;
    drop_past(last);
}

void check_pair_end(const struct gantry_pair *p, const struct gantry_loc *by, bool remember)
{
    struct check_pair *c = next_of_device(NULL, p->dev);
    while (c && (c->p.device != p->device || c->p.host != p->host || c->p.dev != p->dev))
        c = next_of_device(c, p->dev);
    if (!c)
        return;
    live_end(c);
    c->over = true;
    c->by = *by;
    if (remember)
        past_begin(c);
    else
        drop(c);
}

struct check_pair *check_pair_of_host(const struct check_pair *c, uintptr_t at, uint64_t n)
{
    struct check_span *s = check_span_after(hosts, c ? &c->by_host : NULL, at, at + n);
    return s ? (struct check_pair *)((char *)s - offsetof(struct check_pair, by_host)) : NULL;
}

struct check_pair *check_pair_past(uintptr_t at, uint64_t n)
{
    struct check_pair *c = past;
    while (c && !overlaps(c, at, n))
        c = c->next;
    return c;
}

void check_pairs_forget(uintptr_t host, uint64_t n)
{
    for (struct check_pair **at = &past; *at;)
        if (overlaps(*at, host, n))
            drop_past(at);
        else
            at = &(*at)->next;
}

uint64_t check_attached_bits(const struct check_pair *c, uint64_t dev)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < c->nattached; i++) {
        uint64_t at = c->attached[i];
        if (at + sizeof(void *) > dev && at < dev + 64)
            bits |= at >= dev ? 0xffull << (at - dev) : 0xffull >> (dev - at);
    }
    return bits;
}

/* ---- names of mapped memory ---- */
static bool same_variable(const char *a, const char *b)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    size_t n = strspn(a, letters);
    return n == strspn(b, letters) && strncmp(a, b, n) == 0;
}

/* Parallel regions and tasks are functions of their own to the compiler: "main.omp_outlined". */
bool check_same_function(const struct gantry_loc *a, const struct gantry_loc *b)
{
    size_t n = a->func && b->func ? strcspn(a->func, ".") : 0;
    return n && a->file && b->file && strcmp(a->file, b->file) == 0 && n == strcspn(b->func, ".") &&
           strncmp(a->func, b->func, n) == 0;
}

/* A list item leads to what is mapped. What omp_target_associate_ptr has put there gets its name from the first. */
void check_named(const struct gantry_pair *item, uint64_t dev)
{
    check_enter();
    struct check_pair *c = check_pair_of_device(dev);
    if (c && c->p.unnamed && c->p.host == item->host) {
        c->p.unnamed = 0;
        c->p.name = item->name;
        c->p.object = item->object;
        c->p.base = item->base;
        c->named = item->where;
    } else if (c && c->p.name && item->name && check_same_function(&c->named, &item->where)) {
        c->renamed |= !same_variable(c->p.name, item->name);
    }
    check_leave();
}

bool check_can_name(const struct check_pair *c, const struct gantry_loc *at)
{
    return c->p.name && !c->p.unnamed && !c->renamed && check_same_function(&c->named, at);
}

void check_attached(int device, uint64_t at)
{
    if (!check_is_emulated(device))
        return;
    check_enter();
    struct check_pair *c = check_pair_of_device(at);
    bool known = false;
    for (uint32_t i = 0; c && i < c->nattached; i++)
        known |= c->attached[i] == at;
    if (c && !known && (c->nattached & (c->nattached + 1)) == 0) { /* 0, 1, 3, 7 …: no room is left */
        uint64_t *grown = realloc(c->attached, (2u * c->nattached + 1) * sizeof *grown);
        known = !grown;
        c->attached = grown ? grown : c->attached;
    }
    if (c && !known)
        c->attached[c->nattached++] = at;
    if (c)
        check_range_change(GANTRY_OLD, at, sizeof(void *), false);
    check_leave();
}

/* ---- blocks of omp_target_alloc ---- */
static struct check_block *blocks;
static struct check_span *by_address;

const struct check_block *check_blocks(void) { return blocks; }

static struct check_block *block_at(uint64_t at) { return (void *)check_span_after(by_address, NULL, at, at + 1); }

const struct check_block *check_block_at(uint64_t at) { return block_at(at); }

const char *check_block_words(uint64_t at, char *out, unsigned room)
{
    const struct check_block *b = check_block_at(at);
    struct gantry_loc taken = check_place_of(b ? b->caller : NULL);
    char place[300];
    if (taken.file)
        snprintf(out, room, "a block of omp_target_alloc (taken at %s)", check_place(&taken, place, sizeof place));
    else
        snprintf(out, room, "a block of omp_target_alloc");
    return out;
}

static void block_unlink(struct check_block *b)
{
    check_span_remove(&by_address, &b->span);
    *(b->before ? &b->before->next : &blocks) = b->next;
    if (b->next)
        b->next->before = b->before;
}

static void block_link(struct check_block *b)
{
    check_span_insert(&by_address, &b->span, b->at, b->n);
    b->next = blocks;
    if (blocks)
        blocks->before = b;
    blocks = b;
}

void check_device_block(int device, uint64_t at, uint64_t n, const void *caller)
{
    check_enter();
    struct check_block *b = block_at(at);
    if (b && b->at == at) {
        block_unlink(b);
        free(b);
    }
    if (n && check_chunks_make(at, n, true) && (b = malloc(sizeof *b)) != NULL) {
        *b = (struct check_block){.at = at, .n = n, .caller = caller, .device = device, .taker = check_taker};
        block_link(b);
    }
    check_leave();
}

/* ---- names ---- */
bool check_path(const struct check_pair *c, uint64_t offset, char *out, unsigned room)
{
    const struct gantry_object *o = c->p.object;
    const struct gantry_layout *l = o && o->name ? gantry_layout_of(o->layout) : NULL;
    uint64_t at = c->p.host + offset - c->p.base, index = l && l->many && l->size ? at / l->size : 0;
    struct gantry_text path = {""};
    struct gantry_leaf leaf;
    if (!l || !l->size || !(l->many || at < l->size) || c->p.base > c->p.host + offset)
        return false;
    bool known = gantry_layout_leaf(l, at - index * l->size, &leaf, &path);
    if (known && l->many)
        snprintf(out, room, "%s[%llu]%s", o->name, (unsigned long long)index, path.s);
    else if (*path.s)
        snprintf(out, room, "%s%s", o->name, path.s);
    else
        return false;
    return true;
}

const char *check_element(const struct check_pair *c, uint64_t offset, uint64_t n, char *out, unsigned room)
{
    const char *name = c->p.name ? c->p.name : "?";
    char path[300];
    if (check_path(c, offset, path, sizeof path))
        snprintf(out, room, "'%s'", path);
    else if (offset == 0 && c->p.size == n)
        snprintf(out, room, "'%s'", name);
    else
        snprintf(out, room, "byte %llu of '%s'", (unsigned long long)offset, name);
    return out;
}

/* The last name of a path is that of all bit-fields that share bytes: "a/b". */
static unsigned add_bit_fields(struct gantry_text *names, const char *path, unsigned n)
{
    const char *name = strrchr(path, '.');
    for (name = name ? name + 1 : path; *name; name += *name == '/') {
        int length = (int)strcspn(name, "/");
        gantry_text_add(names, "%s'%.*s'", n++ ? ", " : "", length, name);
        name += length;
    }
    return n;
}

/* Who stores a bit-field stores those beside it, with the values that this copy has of them (C11, 3.14). */
const char *check_bit_fields(const struct check_pair *c, uint64_t offset, uint64_t n, char *out, unsigned room)
{
    const struct gantry_object *o = c->p.object;
    const struct gantry_layout *l = o && o->name ? gantry_layout_of(o->layout) : NULL;
    uint64_t at = c->p.host + offset - c->p.base, begin = l && l->many && l->size ? at / l->size * l->size : 0;
    struct gantry_text names = {""}, path = {""};
    struct gantry_leaf leaf;
    unsigned fields = 0;
    for (uint64_t k = at; l && k < at + n;) {
        bool known = gantry_layout_leaf(l, k - begin, &leaf, &path);
        if (known && leaf.kind == ':')
            fields = add_bit_fields(&names, path.s, fields);
        k = known ? begin + leaf.begin + leaf.bytes : k + 1;
        *path.s = 0;
    }
    char *last = strrchr(names.s, ',');
    if (fields < 2 || !last)
        return "";
    snprintf(out, room, "  %.*s and%s are bit-fields of one memory location: to store one is to store them all\n",
             (int)(last - names.s), names.s, last + 1);
    return out;
}

const char *check_place(const struct gantry_loc *at, char *out, unsigned room)
{
    if (at->file && *at->file && at->line > 0)
        snprintf(out, room, "%s:%d", at->file, at->line);
    else if (at->file && *at->file) /* a routine */
        snprintf(out, room, "%s", at->file);
    else
        snprintf(out, room, "an unknown place");
    return out;
}

/* ---- what the program means (gantry.h) ---- */
static struct meant {
    struct meant *next;
    uintptr_t begin, end;
} *meant;

void check_expect(const void *p, size_t bytes)
{
    struct meant *m = bytes ? malloc(sizeof *m) : NULL;
    if (!m)
        return;
    check_enter();
    *m = (struct meant){meant, (uintptr_t)p, (uintptr_t)p + bytes};
    meant = m;
    check_leave();
}

void check_expect_no_more(uintptr_t host, uint64_t n)
{
    for (struct meant **at = &meant; *at;) {
        struct meant *m = *at;
        if (m->begin >= host && m->end <= host + n) {
            *at = m->next;
            free(m);
        } else
            at = &m->next;
    }
}

bool check_expected(uintptr_t host, uint64_t n)
{
    const struct meant *m = meant;
    while (m && (host >= m->end || host + n <= m->begin))
        m = m->next;
    return m;
}
