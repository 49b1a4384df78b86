/* program.c: the program reference (off under GANTRY_VERIFY=region): what memory would hold if host and device shared
 * one memory. The host's memory and the device's differ between transfers, as OpenMP has it; what a program means to
 * compute does not. So each block of device memory has a *twin*, the bytes that one memory would hold there, wherever
 * these are not the device's own:
 *
 *   mapped              the twin holds what the host has, whether or not a clause copies it to the device
 *   before a region     what the host has stored since is stored to the twin too
 *   a region            the reference runs on the twins, too, where some differ
 *   copied back         device and twin are compared: a difference is a missing or wrong map or update
 *
 * A twin is written as the device's memory is, with the device's addresses in pointers. Under the lock of verify.c. */
#include <stdlib.h>
#include <string.h>

#include "../host/present.h"
#include "verify.h"

static const char stored_meanwhile[] = "the host has stored to it since, and that is lost";

static char *allocate(uint64_t n)
{
    char *p = malloc(n ? n : 1);
    if (!p)
        gantry_verify_no_memory();
    return p;
}

static char *copy_of(const char *bytes, uint64_t n) { return memcpy(allocate(n), bytes, n); }

static void drop(char **p)
{
    free(*p);
    *p = NULL;
}

static struct gantry_twin *twin_of(struct gantry_block *b)
{
    if (!b->twin && !(b->twin = calloc(1, sizeof *b->twin)))
        gantry_verify_no_memory();
    return b->twin;
}

static void fetch(struct gantry_dev *d, const struct gantry_block *b, char *to)
{
    struct gantry_err err = {0};
    if (d->plugin->copy_from(d->handle, to, b->begin, b->size, &err))
        gantry_fail(NULL, &err);
}

/* Attached pointers hold device addresses in twins, too. */
static void with_attached(const struct gantry_dev *d, const struct gantry_block *b, uintptr_t host, char *bytes,
                          const char *from)
{
    const struct gantry_entry *e = gantry_tree_at(d->present, host);
    for (size_t i = 0; e && e->dev == b->begin && i < e->nattached; i++)
        if (e->attached[i].offset + sizeof(uint64_t) <= b->size)
            memcpy(bytes + e->attached[i].offset, from + e->attached[i].offset, sizeof(uint64_t));
}

/* ---- what is mapped ---- */
static void begin_twin(struct gantry_dev *d, struct gantry_block *b, uintptr_t host, bool copied)
{
    struct gantry_twin *t = twin_of(b);
    t->host = host;
    t->seen = copy_of((const char *)host, b->size);
    if (copied)
        return;
    char *device = copy_of(t->seen, b->size);
    fetch(d, b, device);
    t->bytes = copy_of(t->seen, b->size);
    with_attached(d, b, host, t->bytes, device);
    if (memcmp(t->bytes, device, b->size) == 0) {
        drop(&t->bytes);
        free(device);
        return;
    }
    t->first = device;
    t->first_seen = copy_of(t->bytes, b->size);
}

void gantry_program_mapped(struct gantry_mapping *m)
{
    const struct gantry_blocks *blocks = gantry_blocks_of(m->dev);
    for (uint32_t i = 0; i < m->n; i++) {
        const struct gantry_entry *e = m->slots[i].entry;
        struct gantry_block *b = e ? gantry_block_at(blocks, e->dev) : NULL;
        const struct gantry_val *v = &m->vals[i];
        if (!b || b->begin != e->dev || b->twin || e->associated || b->size != e->end - e->begin ||
            (m->maps[i].flags & GANTRY_MAP_COPY))
            continue;
        bool whole = (uintptr_t)v->begin == e->begin && v->size == b->size;
        begin_twin(m->dev, b, e->begin, whole && (m->maps[i].flags & GANTRY_MAP_TO) && !e->nattached);
    }
}

void gantry_program_variable(struct gantry_dev *d, struct gantry_block *b)
{
    if (b->host && !b->constant && !b->twin)
        begin_twin(d, b, (uintptr_t)b->host, false);
}

/* ---- a launch ---- */
/* Stores to the twin what the host has changed since the last look */
static void take_over(const struct gantry_dev *d, struct gantry_block *b, const char *device)
{
    struct gantry_twin *t = b->twin;
    const char *host = (const char *)t->host;
    if (!t->seen || memcmp(host, t->seen, b->size) == 0)
        return;
    if (!t->bytes)
        t->bytes = copy_of(device, b->size);
    for (uint64_t i = 0; i < b->size; i++)
        if (host[i] != t->seen[i])
            t->bytes[i] = t->seen[i] = host[i];
    with_attached(d, b, t->host, t->bytes, device);
}

/* The copy's bytes with the device's addresses */
static char *as_on_device(const struct gantry_compared *c, const struct gantry_block *b)
{
    char *bytes = copy_of(b->shadow, b->size);
    for (uint64_t at = -b->begin % sizeof(uint64_t); at + sizeof(uint64_t) <= b->size; at += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, bytes + at, sizeof word);
        uint64_t device = gantry_to_device(c, word);
        if (device != word && gantry_may_be_pointer(b, b->begin + at))
            memcpy(bytes + at, &device, sizeof device);
    }
    return bytes;
}

/* ---- since when ---- */
static void element_at(const struct gantry_block *b, uint64_t at, struct gantry_leaf *leaf);

static bool is_fresh(const struct gantry_block *b)
{
    const struct gantry_twin *t = b->twin;
    return t->first && memcmp(t->first, b->before, b->size) == 0;
}

static void values(const struct gantry_block *b, const struct gantry_leaf *l, const char *device, const char *memory,
                   struct gantry_text *out)
{
    struct gantry_text on_device = {""}, in_memory = {""};
    struct gantry_leaf leaf;
    bool known;
    uint64_t address = b->begin + l->begin;
    gantry_element_name(b, gantry_seen_at(b, address, &leaf, &known), address, out);
    gantry_number_text(l->kind, l->bytes, device + l->begin, &on_device);
    gantry_number_text(l->kind, l->bytes, memory + l->begin, &in_memory);
    gantry_text_add(out, ": device %s, in one memory %s", on_device.s, in_memory.s);
}

/* The first block whose bytes, before the region, were not what one memory would hold. Blocks that were mapped without
 * a copy and never stored to come last: the region may not have read them. */
static const struct gantry_block *suspect(const struct gantry_compared *c)
{
    const struct gantry_block *fresh = NULL;
    for (size_t i = 0; i < c->nreached; i++) {
        const struct gantry_block *b = c->reached[i];
        if (!b->twin || !b->twin->bytes || b->hidden)
            continue;
        if (b->twin->cause || !is_fresh(b))
            return b;
        fresh = fresh ? fresh : b;
    }
    return fresh;
}

static char *cause_of(const struct gantry_compared *c)
{
    const struct gantry_block *b = suspect(c);
    const struct gantry_loc *at = &c->m->region->loc;
    struct gantry_text element = {""};
    struct gantry_leaf l;
    char text[512];
    uint64_t i = 0;
    if (!b || b->twin->cause)
        return b ? copy_of(b->twin->cause, strlen(b->twin->cause) + 1) : NULL;
    while (i + 1 < b->size && b->before[i] == b->twin->bytes[i])
        i++;
    element_at(b, i, &l);
    values(b, &l, b->before, b->twin->bytes, &element);
    snprintf(text, sizeof text, "since the region at %s:%d, in %s, which found %s", at->file, at->line,
             at->func ? at->func : "?", element.s);
    return copy_of(text, strlen(text) + 1);
}

static void change_places(struct gantry_compared *c)
{
    for (size_t i = 0; i < c->nreached; i++) {
        struct gantry_block *b = c->reached[i];
        if (b->twin && b->twin->bytes) {
            char *before = b->before;
            b->before = b->twin->bytes;
            b->twin->bytes = before;
        }
    }
}

static char *cause; /* of the differences that the current launch makes */

bool gantry_program_before(struct gantry_compared *c)
{
    bool differ = false;
    for (size_t i = 0; i < c->nreached; i++) {
        struct gantry_block *b = c->reached[i];
        if (!b->twin || b->hidden)
            continue;
        take_over(c->m->dev, b, b->before);
        if (b->twin->bytes && memcmp(b->twin->bytes, b->before, b->size) == 0)
            drop(&b->twin->bytes);
        differ |= b->twin->bytes != NULL;
    }
    if (!differ)
        return false;
    free(cause);
    cause = cause_of(c);
    change_places(c);
    const char *why = gantry_reference_run(c, 0);
    for (size_t i = 0; i < c->nreached && !why; i++)
        twin_of(c->reached[i])->result = as_on_device(c, c->reached[i]);
    change_places(c);
    return !why;
}

void gantry_program_plain(struct gantry_compared *c)
{
    for (size_t i = 0; i < c->nreached; i++)
        twin_of(c->reached[i])->plain = as_on_device(c, c->reached[i]);
}

/* The bytes of the element at `at`: [*begin, *end) of the block */
static void element_at(const struct gantry_block *b, uint64_t at, struct gantry_leaf *leaf)
{
    bool known;
    const struct gantry_seen *s = gantry_seen_at(b, b->begin + at, leaf, &known);
    if (s && leaf->begin <= at && leaf->begin + leaf->bytes <= b->size)
        return;
    uint64_t begin = at - (b->begin + at) % 8;
    begin = begin <= at ? begin : 0;
    *leaf = (struct gantry_leaf){'?', (uint32_t)(b->size - begin < 8 ? b->size - begin : 8), begin};
}

/* Where both runs of the reference agree, the device is right, within its rounding; elsewhere one memory holds what the
 * run on the twins gave. */
static void settle(struct gantry_dev *d, struct gantry_block *b)
{
    struct gantry_twin *t = b->twin;
    char *device = t->plain; /* not needed byte by byte: its place is taken */
    char *plain = copy_of(t->plain, b->size);
    struct gantry_leaf leaf;
    fetch(d, b, device);
    free(t->bytes);
    t->bytes = copy_of(device, b->size);
    for (uint64_t at = 0; at < b->size;) {
        if (t->result[at] == plain[at]) {
            at++;
            continue;
        }
        element_at(b, at, &leaf);
        memcpy(t->bytes + leaf.begin, t->result + leaf.begin, leaf.bytes);
        at = leaf.begin + leaf.bytes > at ? leaf.begin + leaf.bytes : at + 1;
    }
    free(plain);
    if (memcmp(t->bytes, device, b->size) == 0)
        drop(&t->bytes), drop(&t->cause);
    else if (!t->cause && cause)
        t->cause = copy_of(cause, strlen(cause) + 1);
}

void gantry_program_after(struct gantry_compared *c, bool compared)
{
    for (size_t i = 0; i < c->nreached; i++) {
        struct gantry_block *b = c->reached[i];
        struct gantry_twin *t = b->twin;
        if (!t)
            continue;
        if (compared && t->result && t->plain)
            settle(c->m->dev, b);
        else if (!compared)
            drop(&t->bytes);
        drop(&t->result);
        drop(&t->plain);
    }
}

/* A launch that cannot be compared: from now on one memory holds what the device has. */
void gantry_program_forget(const struct gantry_mapping *m)
{
    const struct gantry_blocks *blocks = gantry_blocks_of(m->dev);
    for (size_t i = 0; i < blocks->n; i++) {
        struct gantry_twin *t = blocks->all[i]->twin;
        if (!t)
            continue;
        drop(&t->bytes);
        if (t->seen)
            memcpy(t->seen, (const char *)t->host, blocks->all[i]->size);
    }
}

/* ---- transfers ---- */
static struct gantry_block *block_of(struct gantry_dev *d, uint64_t address, uint64_t n)
{
    struct gantry_block *b = gantry_block_at(gantry_blocks_of(d), address);
    return b && b->twin && address + n <= b->begin + b->size ? b : NULL;
}

void gantry_program_to(struct gantry_dev *d, uint64_t dst, const void *src, uint64_t n)
{
    struct gantry_block *b = block_of(d, dst, n);
    uint64_t at = b ? dst - b->begin : 0;
    if (b && b->twin->bytes)
        memcpy(b->twin->bytes + at, src, n);
    if (b && b->twin->seen)
        memcpy(b->twin->seen + at, (const char *)b->twin->host + at, n);
}

/* Nobody has stored to it since it was mapped without a copy: what the host had was of no use, or the device's garbage
 * is not looked at. */
static bool is_untouched(const struct gantry_twin *t, const char *device, const struct gantry_leaf *l)
{
    if (!t->first || l->kind != '?')
        return t->first && memcmp(device + l->begin, t->first + l->begin, l->bytes) == 0 &&
               memcmp(t->bytes + l->begin, t->first_seen + l->begin, l->bytes) == 0;
    for (uint64_t at = l->begin; at < l->begin + l->bytes; at++) { /* of several fields: not all need be stored to */
        int off = device[at] ^ t->bytes[at];
        if (((device[at] ^ t->first[at]) & off) || ((t->bytes[at] ^ t->first_seen[at]) & off))
            return false;
    }
    return true;
}

static bool is_address(struct gantry_dev *d, const char *word, const struct gantry_leaf *l)
{
    uint64_t value;
    if (l->kind == 'p')
        return true;
    if (l->kind != '?' || l->bytes != sizeof value)
        return false;
    memcpy(&value, word, sizeof value);
    return gantry_block_at(gantry_blocks_of(d), value) != NULL;
}

static void head(FILE *f, struct gantry_dev *d, const struct gantry_block *b, const char *name,
                 const struct gantry_loc *where)
{
    fflush(stdout);
    if (where && where->file)
        fprintf(f, "gantry verify: %s:%d: ", where->file, where->line);
    else
        fprintf(f, "gantry verify: ");
    fprintf(f,
            "'%s' comes back from device %d with other values than if host and device had one memory: a map or an "
            "update is missing, or takes too little along\n",
            name      ? name
            : b->name ? b->name
                      : "device memory",
            d->number);
}

/* Before a copy of [src, src + n) to the host. The device, and so the host, gets what one memory would hold. */
void gantry_program_from(struct gantry_dev *d, uint64_t src, uint64_t n, const char *name,
                         const struct gantry_loc *where)
{
    enum { SHOWN = 3 };
    struct gantry_block *b = block_of(d, src, n);
    struct gantry_twin *t = b ? b->twin : NULL;
    bool stored = t && t->seen && memcmp(t->seen + (src - b->begin), (char *)t->host + (src - b->begin), n) != 0;
    if (!t || (!t->bytes && !stored))
        return;
    FILE *f = gantry_verify_options()->report;
    char *device = allocate(b->size);
    uint64_t found = 0;
    struct gantry_leaf l;
    fetch(d, b, device);
    if (stored) {
        take_over(d, b, device);
        if (!t->cause)
            t->cause = copy_of(stored_meanwhile, sizeof stored_meanwhile);
    }
    for (uint64_t at = src - b->begin, end = at + n; at < end;) {
        if (device[at] == t->bytes[at]) {
            at++;
            continue;
        }
        element_at(b, at, &l);
        if (!gantry_same(l.kind, l.bytes, device + l.begin, t->bytes + l.begin) && !is_untouched(t, device, &l) &&
            !is_address(d, device + l.begin, &l)) {
            if (!found++)
                head(f, d, b, name, where);
            struct gantry_text element = {""};
            values(b, &l, device, t->bytes, &element);
            if (found <= SHOWN)
                fprintf(f, "  %s\n", element.s);
            memcpy(device + l.begin, t->bytes + l.begin, l.bytes);
        }
        at = l.begin + l.bytes;
    }
    if (found) {
        if (found > SHOWN)
            fprintf(f, "  %llu elements in all\n", (unsigned long long)found);
        if (t->cause)
            fprintf(f, "  %s\n", t->cause);
        fflush(f);
        gantry_program_differs();
        struct gantry_err err = {0};
        if (!gantry_verify_options()->nopatch && d->plugin->copy_to(d->handle, b->begin, device, b->size, &err))
            gantry_fail(where, &err);
    }
    free(device);
}

/* … and after it */
void gantry_program_came(struct gantry_dev *d, const void *dst, uint64_t src, uint64_t n)
{
    struct gantry_block *b = block_of(d, src, n);
    uint64_t at = b ? src - b->begin : 0;
    if (b && b->twin->seen && (uintptr_t)dst == b->twin->host + at)
        memcpy(b->twin->seen + at, dst, n);
}
