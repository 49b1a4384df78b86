/* compare.c: finds the elements whose value on the device is not the reference's. */
#include <stdlib.h>
#include <string.h>

#include "verify.h"

void gantry_difference_get(const struct gantry_difference *d, const char *block, union gantry_number *out)
{
    if (d->field)
        gantry_bits_get(d->field, d->unit, block + d->at, out);
    else
        memcpy(out->bytes, block + d->at, d->bytes);
}

void gantry_difference_put(const struct gantry_difference *d, char *block, const union gantry_number *value)
{
    if (d->field)
        gantry_bits_put(d->field, d->unit, block + d->at, value);
    else
        memcpy(block + d->at, value->bytes, d->bytes);
}

void gantry_difference_name(const struct gantry_difference *d, struct gantry_text *out)
{
    uint64_t address = d->block->begin + d->at;
    struct gantry_leaf leaf;
    bool known;
    gantry_element_name(d->block, gantry_seen_at(d->block, address, &leaf, &known), address, d->field, out);
}

static void add(struct gantry_compared *c, struct gantry_block *b, const struct gantry_leaf *leaf,
                const struct gantry_field *field)
{
    if (c->nfound == c->cap_found) {
        c->cap_found = c->cap_found ? 2 * c->cap_found : 64;
        c->found = realloc(c->found, c->cap_found * sizeof *c->found);
        if (!c->found)
            gantry_verify_no_memory();
    }
    struct gantry_difference *d = &c->found[c->nfound++];
    *d = (struct gantry_difference){.block = b,
                                    .at = leaf->begin,
                                    .kind = field ? field->of->kind : leaf->kind,
                                    .bytes = field ? sizeof(uint64_t) : leaf->bytes,
                                    .field = field,
                                    .unit = leaf->bytes};
    gantry_difference_get(d, b->after, &d->device);
    gantry_difference_get(d, b->shadow, &d->cpu);
    d->plain = d->cpu;
}

static void compare_bit_fields(struct gantry_compared *c, struct gantry_block *b, const struct gantry_leaf *leaf)
{
    for (uint32_t i = 0; i < leaf->unit->nfields; i++) {
        const struct gantry_field *f = &leaf->unit->fields[i];
        union gantry_number device, cpu;
        gantry_bits_get(f, leaf->bytes, b->after + leaf->begin, &device);
        gantry_bits_get(f, leaf->bytes, b->shadow + leaf->begin, &cpu);
        if (memcmp(&device, &cpu, sizeof device) != 0)
            add(c, b, leaf, f);
    }
}

/* Is the device's word the device address that the copy's word was translated from, or the same word? */
static bool same_pointer(const struct gantry_compared *c, const struct gantry_block *b, uint64_t at)
{
    uint64_t device, cpu;
    if (at + sizeof device > b->size)
        return false;
    memcpy(&device, b->after + at, sizeof device);
    memcpy(&cpu, b->shadow + at, sizeof cpu);
    if (device == cpu || gantry_to_shadow(c->blocks, device) == cpu)
        return true;
    for (uint32_t i = 0; i < b->nfar; i++) {
        const struct gantry_far *f = &b->far[i];
        if (f->at == b->begin + at && f->value == device)
            return gantry_to_shadow(c->blocks, f->target) + (device - f->target) == cpu;
    }
    return false;
}

/* Do both point outside all blocks? Functions, string literals and other constants have other addresses on the
 * device. */
static bool leads_to_no_block(const struct gantry_compared *c, const struct gantry_block *b, uint64_t at)
{
    uint64_t device, cpu;
    memcpy(&device, b->after + at, sizeof device);
    memcpy(&cpu, b->shadow + at, sizeof cpu);
    return device && cpu && !gantry_block_at(c->blocks, device) && gantry_to_device(c, cpu) == cpu;
}

/* Compares the element that the differing byte `at` belongs to; returns the offset to go on at. */
static uint64_t compare_at(struct gantry_compared *c, struct gantry_block *b, uint64_t at)
{
    struct gantry_leaf leaf;
    bool known;
    const struct gantry_seen *s = gantry_seen_at(b, b->begin + at, &leaf, &known);
    if (!s && known)
        return at + 1; /* padding */
    if (!s) {
        uint64_t begin = at < b->phase ? 0 : at - (at - b->phase) % 8, end = at < b->phase ? b->phase : begin + 8;
        end = end < b->size ? end : b->size;
        leaf = (struct gantry_leaf){'?', (uint32_t)(end - begin), begin, NULL};
    }
    uint64_t end = leaf.begin + leaf.bytes;
    if (end > b->size || leaf.begin > at) /* a part of an element is mapped */
        leaf = (struct gantry_leaf){'?', 1, at, NULL}, end = at + 1;
    if (leaf.unit) {
        compare_bit_fields(c, b, &leaf);
        return end;
    }
    bool same = leaf.bytes == 8 && strchr("piu?", leaf.kind) && same_pointer(c, b, leaf.begin);
    bool skipped =
        leaf.kind == 'p' && ((c->verify->flags & GANTRY_VERIFY_ALLOCATES) || leads_to_no_block(c, b, leaf.begin));
    if (!same && !skipped && !gantry_same(leaf.kind, leaf.bytes, b->after + leaf.begin, b->shadow + leaf.begin))
        add(c, b, &leaf, NULL);
    return end;
}

static void compare_bytes(struct gantry_compared *c, struct gantry_block *b)
{
    enum { PART = 256 };
    for (uint64_t at = 0; at < b->size;) {
        uint64_t n = b->size - at < PART ? b->size - at : PART;
        if (memcmp(b->after + at, b->shadow + at, n) == 0)
            at += n;
        else if (b->after[at] == b->shadow[at])
            at++;
        else
            at = compare_at(c, b, at);
    }
}

/* The device's bytes, into a buffer that is kept until a block needs it. */
static char *fetch(const struct gantry_compared *c, const struct gantry_block *b, char **buffer, uint64_t *room)
{
    struct gantry_dev *d = c->m->dev;
    if (!*buffer || *room < b->size) {
        free(*buffer);
        *buffer = malloc(*room = b->size);
    }
    if (!*buffer)
        gantry_verify_no_memory();
    if (d->plugin->copy_from(d->handle, *buffer, b->begin, b->size, c->m->err))
        gantry_fail(&c->m->region->loc, c->m->err);
    return *buffer;
}

void gantry_find_differences(struct gantry_compared *c)
{
    static char *buffer;
    static uint64_t room;
    c->nfound = c->nfine = 0;
    for (size_t i = 0; i < c->nreached; i++) {
        struct gantry_block *b = c->reached[i];
        if (b->hidden)
            continue;
        b->after = fetch(c, b, &buffer, &room);
        if (memcmp(b->after, b->shadow, b->size) == 0) {
            b->after = NULL;
            continue;
        }
        size_t before = c->nfound;
        compare_bytes(c, b);
        if (c->nfound > before)
            buffer = NULL; /* stays the block's */
        else
            b->after = NULL;
    }
}
