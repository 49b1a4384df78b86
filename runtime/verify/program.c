/* program.c: the program reference (off under GANTRY_VERIFY=region): what memory would hold in two stricter worlds than
 * OpenMP's, where the host's memory and the device's differ between transfers:
 *
 *   COPIED   what is mapped is copied to the device, whatever the map type says
 *   SHARED   and the host's stores reach the device at once: host and device have but one memory
 *
 * What a program computes in COPIED and does not on the device is a mistake: it used memory that nobody had filled.
 * What it computes only in SHARED is a mistake where an update is missing, but no program has to mean one memory.
 *
 * So each block of device memory has a *twin*: its bytes in each world, wherever these are not the device's own.
 *
 *   mapped              the twin holds what the host has, whether or not a clause copies it to the device
 *   before a region     SHARED: what the host has stored since is stored to the twin too
 *   a region            the reference runs on the twins, too, where some differ
 *   copied back         device and twin are compared (transfer.c)
 *
 * A twin is written as the device's memory is, with the device's addresses in pointers. Under the lock of verify.c. */
#include <stdlib.h>
#include <string.h>

#include "../host/present.h"
#include "verify.h"

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

static void drop_held(struct gantry_held *h)
{
    drop(&h->bytes);
    drop(&h->cause);
}

static struct gantry_twin *twin_of(struct gantry_block *b)
{
    if (!b->twin && !(b->twin = calloc(1, sizeof *b->twin)))
        gantry_verify_no_memory();
    return b->twin;
}

void gantry_block_fetch(struct gantry_dev *d, const struct gantry_block *b, char *to)
{
    struct gantry_err err = {0};
    if (d->plugin->copy_from(d->handle, to, b->begin, b->size, &err))
        gantry_fail(NULL, &err);
}

const char *gantry_twin_bytes(const struct gantry_twin *t, enum gantry_world w, const char *device)
{
    return w == GANTRY_SHARED && t->in[w].bytes ? t->in[w].bytes
           : t->in[GANTRY_COPIED].bytes         ? t->in[GANTRY_COPIED].bytes
                                                : device;
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
/* copied: the device has the same bytes; else they are the world's, and of those that include it */
static void begin_twin(struct gantry_dev *d, struct gantry_block *b, uintptr_t host, bool copied, enum gantry_world w)
{
    struct gantry_twin *t = twin_of(b);
    t->host = host;
    t->seen = copy_of((const char *)host, b->size);
    if (copied)
        return;
    char *device = copy_of(t->seen, b->size), *bytes = copy_of(t->seen, b->size);
    gantry_block_fetch(d, b, device);
    with_attached(d, b, host, bytes, device);
    if (memcmp(bytes, device, b->size) == 0) {
        free(device);
        free(bytes);
        return;
    }
    t->first = device;
    t->first_seen = copy_of(bytes, b->size);
    t->in[w].bytes = bytes;
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
        bool whole = (uintptr_t)v->begin == e->begin && v->size == b->size && !(m->maps[i].flags & GANTRY_MAP_PARENT);
        begin_twin(m->dev, b, e->begin, whole && (m->maps[i].flags & GANTRY_MAP_TO) && !e->nattached, GANTRY_COPIED);
    }
}

/* The device's begins as its initialiser says; the host may have stored to its own before. */
void gantry_program_variable(struct gantry_dev *d, struct gantry_block *b)
{
    if (b->host && !b->constant && !b->twin)
        begin_twin(d, b, (uintptr_t)b->host, false, GANTRY_SHARED);
}

/* ---- a launch ---- */
static void take_over(const struct gantry_dev *d, struct gantry_block *b, const char *device)
{
    struct gantry_twin *t = b->twin;
    const char *host = (const char *)t->host;
    char **bytes = &t->in[GANTRY_SHARED].bytes;
    if (!*bytes)
        *bytes = copy_of(gantry_twin_bytes(t, GANTRY_COPIED, device), b->size);
    for (uint64_t i = 0; i < b->size; i++)
        if (host[i] != t->seen[i])
            (*bytes)[i] = t->seen[i] = host[i];
    with_attached(d, b, t->host, *bytes, device);
}

bool gantry_twin_look(const struct gantry_dev *d, struct gantry_block *b, uint64_t at, uint64_t n, const char *device)
{
    struct gantry_twin *t = b->twin;
    if (!t->seen || memcmp((const char *)t->host + at, t->seen + at, n) == 0)
        return false;
    take_over(d, b, device);
    return true;
}

/* Forgets bytes that are what they would be without them. */
static void shorten(const struct gantry_block *b, const char *device)
{
    struct gantry_twin *t = b->twin;
    struct gantry_held *copied = &t->in[GANTRY_COPIED], *shared = &t->in[GANTRY_SHARED];
    if (copied->bytes && !shared->bytes && memcmp(copied->bytes, device, b->size) == 0)
        drop_held(copied);
    if (shared->bytes && memcmp(shared->bytes, gantry_twin_bytes(t, GANTRY_COPIED, device), b->size) == 0)
        drop_held(shared);
    if (copied->bytes && shared->bytes && memcmp(copied->bytes, device, b->size) == 0)
        drop_held(copied);
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
static bool is_fresh(const struct gantry_block *b)
{
    const struct gantry_twin *t = b->twin;
    return t->first && memcmp(t->first, b->before, b->size) == 0;
}

void gantry_element_at(const struct gantry_block *b, uint64_t at, struct gantry_leaf *leaf)
{
    bool known;
    const struct gantry_seen *s = gantry_seen_at(b, b->begin + at, leaf, &known);
    if (s && leaf->begin <= at && leaf->begin + leaf->bytes <= b->size)
        return;
    uint64_t begin = at - (b->begin + at) % 8;
    begin = begin <= at ? begin : 0;
    *leaf = (struct gantry_leaf){'?', (uint32_t)(b->size - begin < 8 ? b->size - begin : 8), begin, NULL};
}

/* The first of a unit's bit-fields that differ */
static const struct gantry_field *field_of(const struct gantry_leaf *l, const char *a, const char *b)
{
    for (uint32_t i = 0; l->unit && i < l->unit->nfields; i++) {
        union gantry_number x, y;
        gantry_bits_get(&l->unit->fields[i], l->bytes, a, &x);
        gantry_bits_get(&l->unit->fields[i], l->bytes, b, &y);
        if (memcmp(&x, &y, sizeof x) != 0)
            return &l->unit->fields[i];
    }
    return NULL;
}

static void value_text(const struct gantry_leaf *l, const struct gantry_field *field, const char *bytes,
                       struct gantry_text *out)
{
    union gantry_number value;
    if (!field) {
        gantry_number_text(l->kind, l->bytes, bytes, out);
        return;
    }
    gantry_bits_get(field, l->bytes, bytes, &value);
    gantry_number_text(field->of->kind, sizeof(uint64_t), value.bytes, out);
}

void gantry_element_text(const struct gantry_block *b, const struct gantry_leaf *l, const char *device,
                         const char *memory, struct gantry_text *out)
{
    const struct gantry_field *field = field_of(l, device + l->begin, memory + l->begin);
    struct gantry_text on_device = {""}, in_memory = {""};
    struct gantry_leaf leaf;
    bool known;
    uint64_t address = b->begin + l->begin;
    gantry_element_name(b, gantry_seen_at(b, address, &leaf, &known), address, field, out);
    value_text(l, field, device + l->begin, &on_device);
    value_text(l, field, memory + l->begin, &in_memory);
    gantry_text_add(out, ": device %s, in one memory %s", on_device.s, in_memory.s);
}

/* The first block whose bytes, before the region, were not the world's. Blocks that were mapped without a copy and
 * never stored to come last: the region may not have read them. */
static const struct gantry_block *suspect(const struct gantry_compared *c, enum gantry_world w)
{
    const struct gantry_block *fresh = NULL;
    for (size_t i = 0; i < c->nreached; i++) {
        const struct gantry_block *b = c->reached[i];
        if (!b->twin || !b->twin->in[w].bytes || b->hidden)
            continue;
        if (b->twin->in[w].cause || !is_fresh(b))
            return b;
        fresh = fresh ? fresh : b;
    }
    return fresh;
}

static char *cause_of(const struct gantry_compared *c, enum gantry_world w)
{
    const struct gantry_block *b = suspect(c, w);
    const struct gantry_held *h = b ? &b->twin->in[w] : NULL;
    const struct gantry_loc *at = &c->m->region->loc;
    struct gantry_text element = {""};
    struct gantry_leaf l;
    char text[512];
    uint64_t i = 0;
    if (!b || h->cause)
        return b ? copy_of(h->cause, strlen(h->cause) + 1) : NULL;
    while (i + 1 < b->size && b->before[i] == h->bytes[i])
        i++;
    gantry_element_at(b, i, &l);
    gantry_element_text(b, &l, b->before, h->bytes, &element);
    snprintf(text, sizeof text, "since the region at %s:%d, in %s, which found %s", at->file, at->line,
             at->func ? at->func : "?", element.s);
    return copy_of(text, strlen(text) + 1);
}

/* ---- the runs on what a world holds ---- */
static void change_places(struct gantry_compared *c, enum gantry_world w)
{
    for (size_t i = 0; i < c->nreached; i++) {
        struct gantry_block *b = c->reached[i];
        struct gantry_held *in = b->twin ? b->twin->in : NULL;
        struct gantry_held *h = in && w == GANTRY_SHARED && in[w].bytes ? &in[w] : in ? &in[GANTRY_COPIED] : NULL;
        if (h && h->bytes) {
            char *before = b->before;
            b->before = h->bytes;
            h->bytes = before;
        }
    }
}

static char *cause[GANTRY_WORLDS]; /* of the differences that the current launch makes */

static void run_in(struct gantry_compared *c, enum gantry_world w)
{
    free(cause[w]);
    cause[w] = cause_of(c, w);
    change_places(c, w);
    const char *why = gantry_reference_run(c, 0);
    for (size_t i = 0; i < c->nreached && !why; i++)
        twin_of(c->reached[i])->in[w].result = as_on_device(c, c->reached[i]);
    change_places(c, w);
}

bool gantry_program_before(struct gantry_compared *c)
{
    bool differ[GANTRY_WORLDS] = {false};
    for (size_t i = 0; i < c->nreached; i++) {
        struct gantry_block *b = c->reached[i];
        if (!b->twin || b->hidden)
            continue;
        gantry_twin_look(c->m->dev, b, 0, b->size, b->before);
        shorten(b, b->before);
        for (int w = 0; w < GANTRY_WORLDS; w++)
            differ[w] |= b->twin->in[w].bytes != NULL;
    }
    for (int w = 0; w < GANTRY_WORLDS; w++)
        if (differ[w])
            run_in(c, (enum gantry_world)w);
    return differ[GANTRY_COPIED] || differ[GANTRY_SHARED];
}

void gantry_program_plain(struct gantry_compared *c)
{
    for (size_t i = 0; i < c->nreached; i++)
        twin_of(c->reached[i])->plain = as_on_device(c, c->reached[i]);
}

/* Where both runs of the reference agree, the device is right, within its rounding; elsewhere the world holds what the
 * run in it gave. */
static char *settled(const struct gantry_block *b, const char *device, const char *result)
{
    const char *plain = b->twin->plain;
    char *bytes = copy_of(device, b->size);
    struct gantry_leaf leaf;
    for (uint64_t at = 0; at < b->size;) {
        if (result[at] == plain[at]) {
            at++;
            continue;
        }
        gantry_element_at(b, at, &leaf);
        memcpy(bytes + leaf.begin, result + leaf.begin, leaf.bytes);
        at = leaf.begin + leaf.bytes > at ? leaf.begin + leaf.bytes : at + 1;
    }
    return bytes;
}

static void settle(struct gantry_dev *d, struct gantry_block *b)
{
    struct gantry_twin *t = b->twin;
    char *device = allocate(b->size);
    gantry_block_fetch(d, b, device);
    for (int w = 0; w < GANTRY_WORLDS; w++) {
        struct gantry_held *h = &t->in[w];
        drop(&h->bytes);
        if (h->result)
            h->bytes = settled(b, device, h->result);
    }
    shorten(b, device);
    for (int w = 0; w < GANTRY_WORLDS; w++)
        if (!t->in[w].bytes)
            drop(&t->in[w].cause);
        else if (!t->in[w].cause && cause[w])
            t->in[w].cause = copy_of(cause[w], strlen(cause[w]) + 1);
    free(device);
}

void gantry_program_after(struct gantry_compared *c, bool compared)
{
    for (size_t i = 0; i < c->nreached; i++) {
        struct gantry_block *b = c->reached[i];
        struct gantry_twin *t = b->twin;
        if (!t)
            continue;
        if (compared && t->plain)
            settle(c->m->dev, b);
        for (int w = 0; w < GANTRY_WORLDS; w++) {
            if (!compared)
                drop_held(&t->in[w]);
            drop(&t->in[w].result);
        }
        drop(&t->plain);
    }
}

/* A routine has stored to the device's memory: in one memory it would have stored the same. */
void gantry_program_stored(struct gantry_dev *d, uint64_t at, uint64_t n)
{
    struct gantry_block *b = gantry_block_at(gantry_blocks_of(d), at);
    struct gantry_twin *t = b ? b->twin : NULL;
    if (!t || (!t->in[GANTRY_COPIED].bytes && !t->in[GANTRY_SHARED].bytes) || n > b->begin + b->size - at)
        return;
    char *device = allocate(b->size);
    gantry_block_fetch(d, b, device);
    for (int w = 0; w < GANTRY_WORLDS; w++)
        if (t->in[w].bytes)
            memcpy(t->in[w].bytes + (at - b->begin), device + (at - b->begin), n);
    free(device);
}

/* A launch that cannot be compared: from now on all worlds hold what the device has. */
void gantry_program_forget(const struct gantry_mapping *m)
{
    const struct gantry_blocks *blocks = gantry_blocks_of(m->dev);
    for (size_t i = 0; i < blocks->n; i++) {
        struct gantry_twin *t = blocks->all[i]->twin;
        if (!t)
            continue;
        for (int w = 0; w < GANTRY_WORLDS; w++)
            drop_held(&t->in[w]);
        if (t->seen)
            memcpy(t->seen, (const char *)t->host, blocks->all[i]->size);
    }
}
