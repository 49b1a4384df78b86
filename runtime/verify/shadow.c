/* shadow.c: the device memory that a region can reach, fetched before the launch, and the copy (the shadow) that its
 * reference works on. What can be reached is found as a conservative garbage collector does it: from the kernel's
 * arguments on, each word that may be a pointer and points into a known block makes that block reachable.
 *
 * Blocks that are adjacent on the device are so in the copy, at the same distance, so that a pointer to the end of one
 * is as good as one to the beginning of the next. */
#define _DEFAULT_SOURCE /* mincore */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "verify.h"

enum { ALIGN = 256, NEAR = 4096 };

static void *must(void *p)
{
    if (!p)
        gantry_verify_no_memory();
    return p;
}

bool gantry_may_be_pointer(const struct gantry_block *b, uint64_t address)
{
    struct gantry_leaf leaf;
    bool known;
    const struct gantry_seen *s = gantry_seen_at(b, address, &leaf, &known);
    if (!s)
        return !known;
    return leaf.kind == 'p' || leaf.kind == '?' || (leaf.bytes == sizeof(void *) && strchr("iu", leaf.kind));
}

/* Do known objects fill the block, none of which holds pointers? */
bool gantry_holds_no_pointers(const struct gantry_block *b)
{
    bool filled = false;
    for (uint32_t i = 0; i < b->nseen; i++) {
        const struct gantry_seen *s = &b->seen[i];
        if (s->layout->pointers)
            return false;
        filled |= s->at <= b->begin && (s->layout->many || s->at + s->layout->size >= b->begin + b->size);
    }
    return filled;
}

const struct gantry_far *gantry_far_at(const struct gantry_block *b, uint64_t address, uint64_t value)
{
    for (uint32_t i = 0; i < b->nfar; i++)
        if (b->far[i].at == address && b->far[i].value == value)
            return &b->far[i];
    return NULL;
}

/* ---- reach ---- */
static void reach_block(struct gantry_compared *c, struct gantry_block *b)
{
    if (!b || b->reached)
        return;
    if (c->nreached == c->cap_reached) {
        c->cap_reached = c->cap_reached ? 2 * c->cap_reached : 64;
        c->reached = must(realloc(c->reached, c->cap_reached * sizeof *c->reached));
    }
    b->reached = true;
    c->reached[c->nreached++] = b;
}

static void reach(struct gantry_compared *c, uint64_t address) { reach_block(c, gantry_block_at(c->blocks, address)); }

/* Calls `found` for each word of the bytes that may be a pointer into a block: where, and what is in it. */
static void each_pointer(const struct gantry_compared *c, const struct gantry_block *b, char *bytes,
                         void (*found)(const struct gantry_compared *c, const struct gantry_block *b, char *word,
                                       uint64_t address, uint64_t value))
{
    const struct gantry_blocks *all = c->blocks;
    uint64_t lowest = all->all[0]->begin, highest = all->all[all->n - 1]->begin + all->all[all->n - 1]->size;
    if (gantry_holds_no_pointers(b))
        return;
    for (uint64_t at = b->phase; at + sizeof(uint64_t) <= b->size; at += sizeof(uint64_t)) {
        uint64_t value;
        memcpy(&value, bytes + at, sizeof value);
        bool far = b->nfar && gantry_far_at(b, b->begin + at, value);
        if (!far && (value < lowest || value > highest || !gantry_block_at(all, value)))
            continue;
        if (far || gantry_may_be_pointer(b, b->begin + at))
            found(c, b, bytes + at, b->begin + at, value);
    }
}

static void reach_word(const struct gantry_compared *c, const struct gantry_block *b, char *word, uint64_t address,
                       uint64_t value)
{
    const struct gantry_far *far = gantry_far_at(b, address, value);
    (void)word;
    reach((struct gantry_compared *)c, far ? far->target : value);
}

static void reach_words(struct gantry_compared *c, const char *bytes, uint64_t size)
{
    for (uint64_t at = 0; at + sizeof(uint64_t) <= size; at += sizeof(uint64_t)) {
        uint64_t value;
        memcpy(&value, bytes + at, sizeof value);
        reach(c, value);
    }
}

static void reach_arguments(struct gantry_compared *c)
{
    const struct gantry_mapping *m = c->m;
    for (uint32_t i = 0; i < m->n; i++) {
        const struct gantry_val *v = &m->vals[i];
        uint64_t begin = (uint64_t)(uintptr_t)v->begin;
        if (m->maps[i].param == GANTRY_PARAM_VALUE)
            reach_words(c, v->begin, v->size);
        else if (m->maps[i].param == GANTRY_PARAM_DEVPTR)
            reach_block(c, gantry_block_near(c->blocks, begin));
        else
            reach(c, m->slots[i].entry ? m->slots[i].entry->dev : begin);
        struct gantry_block *b = m->slots[i].entry ? gantry_block_at(c->blocks, m->slots[i].entry->dev) : NULL;
        if (b && (m->maps[i].flags & GANTRY_MAP_COPY))
            b->hidden = true;
    }
}

/* ---- variables of declare target ---- */
static int by_name(const void *a, const void *b)
{
    const struct gantry_block *x = *(struct gantry_block *const *)a, *y = *(struct gantry_block *const *)b;
    int order = strcmp(x->name ? x->name : "", y->name ? y->name : "");
    return order ? order : x->begin < y->begin ? -1 : x->begin > y->begin;
}

/* The reference uses them by their names, so they are not copied elsewhere. */
static void find_variables(const struct gantry_compared *c, bool all)
{
    struct gantry_dev *d = c->m->dev;
    for (size_t i = 0; i < c->blocks->n; i++) {
        struct gantry_block *b = c->blocks->all[i];
        if (!b->host)
            continue;
        b->variable = b->host;
        b->hidden = b->constant;
        if (all)
            reach_block((struct gantry_compared *)c, b);
    }
    for (const struct gantry_link *l = d->links; l; l = l->next) {
        uintptr_t begin = (uintptr_t)l->var->addr;
        const struct gantry_entry *e = gantry_tree_first(d->present, begin, begin + l->var->size);
        struct gantry_block *b = e ? gantry_block_at(c->blocks, e->dev) : NULL;
        if (b && b->begin == e->dev) {
            b->variable = (void *)e->begin;
            if (all)
                reach_block((struct gantry_compared *)c, b);
        }
    }
}

/* Those that the region names are fetched, and what these lead to; all, where it may name others. In the order of their
 * names, which all runs have in common. */
static void reach_variables(struct gantry_compared *c)
{
    struct gantry_dev *d = c->m->dev;
    const struct gantry_verify *of = c->m->region->verify;
    const struct gantry_variable_object *v = of ? of->variables : NULL;
    size_t first = c->nreached;
    pthread_rwlock_rdlock(&d->present_lock);
    find_variables(c, !v || (of->flags & GANTRY_VERIFY_VARIABLES));
    for (; v && v->address; v++) {
        const struct gantry_layout *l = gantry_layout_of(v->object.layout);
        uintptr_t begin = (uintptr_t)v->address;
        const struct gantry_entry *e = gantry_tree_first(d->present, begin, begin + (l ? l->size : 1));
        struct gantry_block *b = e ? gantry_block_at(c->blocks, e->dev) : NULL;
        if (!b || !b->variable)
            continue;
        reach_block(c, b);
        if (l)
            gantry_block_note(b, e->dev - (e->begin - begin), &v->object);
    }
    pthread_rwlock_unlock(&d->present_lock);
    if (c->nreached - first > 1)
        qsort(c->reached + first, c->nreached - first, sizeof *c->reached, by_name);
}

void gantry_block_bytes(const struct gantry_compared *c, const struct gantry_block *b, char *to)
{
    struct gantry_dev *d = c->m->dev;
    if (d->plugin->copy_from(d->handle, to, b->begin, b->size, c->m->err))
        gantry_fail(&c->m->region->loc, c->m->err);
}

char *gantry_block_before(const struct gantry_compared *c, struct gantry_block *b)
{
    if (!b->before)
        b->before = must(malloc(b->size ? b->size : 1));
    if (!b->fetched)
        gantry_block_bytes(c, b, b->before);
    b->fetched = true;
    return b->before;
}

uint64_t gantry_argument(const struct gantry_compared *c, uint32_t i, const struct gantry_block **b)
{
    const struct gantry_mapping *m = c->m;
    uint64_t begin = (uint64_t)(uintptr_t)m->vals[i].begin, base = (uint64_t)(uintptr_t)m->vals[i].base;
    const struct gantry_slot *s = &m->slots[i];
    if (m->maps[i].param == GANTRY_PARAM_DEVPTR) {
        *b = gantry_block_near(c->blocks, begin);
        return begin;
    }
    *b = gantry_block_at(c->blocks, s->entry ? s->entry->dev : begin);
    return (s->entry ? s->dev : begin) - (begin - base);
}

/* Can the host read there? The kernel is asked. */
static bool is_memory(uint64_t address)
{
    unsigned char resident;
    return mincore((void *)(uintptr_t)(address / NEAR * NEAR), 1, &resident) == 0;
}

/* ---- what a copy cannot be made of ----
 * Memory that device code has allocated is known to the device alone; a reference that follows a pointer to it would
 * work on the device's own. Host addresses look the same, so this is asked only once some region allocates. */
static bool is_strange(const struct gantry_compared *c, uint64_t value)
{
    return value >= NEAR && value >> 47 == 0 && !gantry_block_at(c->blocks, value) && is_memory(value);
}

static bool holds_strange_pointers(const struct gantry_compared *c, const struct gantry_block *b)
{
    for (uint64_t at = b->phase; !b->constant && at + sizeof(uint64_t) <= b->size; at += sizeof(uint64_t)) {
        struct gantry_leaf leaf;
        uint64_t value;
        bool known;
        memcpy(&value, b->before + at, sizeof value);
        if (!is_strange(c, value))
            continue;
        if (gantry_seen_at(b, b->begin + at, &leaf, &known) ? strchr("p?", leaf.kind) != NULL : !known)
            return true;
    }
    return false;
}

static bool has_strange_arguments(const struct gantry_compared *c)
{
    const struct gantry_mapping *m = c->m;
    uint32_t row = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        const struct gantry_object *o = gantry_object_of(m, i, &row);
        const struct gantry_layout *l = o ? gantry_layout_of(o->layout) : NULL;
        uint64_t word = (uint64_t)(uintptr_t)m->vals[i].begin;
        if (m->maps[i].param == GANTRY_PARAM_ADDRESS && !m->slots[i].entry && is_strange(c, word))
            return true;
        for (uint64_t at = 0; m->maps[i].param == GANTRY_PARAM_VALUE && at + sizeof word <= m->vals[i].size;
             at += sizeof word) {
            memcpy(&word, (char *)m->vals[i].begin + at, sizeof word);
            if (is_strange(c, word) && (!l || l->pointers))
                return true;
        }
    }
    return false;
}

static bool is_strange_to_host(const struct gantry_compared *c)
{
    for (size_t i = 0; c->blocks->heap && i < c->nreached; i++)
        if (holds_strange_pointers(c, c->reached[i]))
            return true;
    return c->blocks->heap && has_strange_arguments(c);
}

/* ---- the copy ---- */
static int by_address(const void *a, const void *b)
{
    const struct gantry_block *x = *(struct gantry_block *const *)a, *y = *(struct gantry_block *const *)b;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

static uint64_t place_behind(uint64_t at, const struct gantry_block *last, const struct gantry_block *b)
{
    uint64_t end = last ? last->begin + last->size : 0;
    if (last && b->begin - end <= NEAR)
        return at + (b->begin - end);
    return (at + 2 * ALIGN - 1) / ALIGN * ALIGN + b->begin % ALIGN;
}

/* Kept from launch to launch: fresh pages cost as much as the copy. */
static char *memory_for(uint64_t size)
{
    static char *memory;
    static uint64_t room;
    if (size > room) {
        free(memory);
        room = (size + NEAR - 1) / NEAR * NEAR;
        memory = must(aligned_alloc(NEAR, room));
    }
    return memory;
}

static void lay_out(struct gantry_compared *c)
{
    uint64_t at = 0;
    qsort(c->reached, c->nreached, sizeof *c->reached, by_address);
    for (int pass = 0; pass < 2; pass++) {
        char *memory = pass ? memory_for(at) : NULL;
        at = 0;
        for (size_t i = 0; i < c->nreached; i++) {
            at = place_behind(at, i ? c->reached[i - 1] : NULL, c->reached[i]);
            c->reached[i]->shadow = pass ? memory + at : NULL;
            at += c->reached[i]->size;
        }
        at += NEAR;
    }
}

void gantry_shadow_reach(struct gantry_compared *c)
{
    c->nreached = 0;
    reach_arguments(c);
    reach_variables(c);
    for (size_t i = 0; i < c->nreached; i++)
        if (!gantry_holds_no_pointers(c->reached[i]))
            each_pointer(c, c->reached[i], gantry_block_before(c, c->reached[i]), reach_word);
}

void gantry_shadow_open(struct gantry_compared *c)
{
    for (size_t i = 0; i < c->nreached; i++)
        gantry_block_before(c, c->reached[i]);
    c->strange = is_strange_to_host(c);
    lay_out(c);
}

static uint64_t seen_by_reference(const struct gantry_block *b)
{
    return (uint64_t)(uintptr_t)(b->variable ? b->variable : b->shadow);
}

uint64_t gantry_to_shadow(const struct gantry_blocks *all, uint64_t address)
{
    const struct gantry_block *b = gantry_block_at(all, address);
    return b && b->reached ? seen_by_reference(b) + (address - b->begin) : address;
}

uint64_t gantry_to_device(const struct gantry_compared *c, uint64_t address)
{
    for (size_t i = 0; i < c->nreached; i++) {
        uint64_t at = address - seen_by_reference(c->reached[i]);
        if (at <= c->reached[i]->size)
            return c->reached[i]->begin + at;
    }
    return address;
}

static void translate_word(const struct gantry_compared *c, const struct gantry_block *b, char *word, uint64_t address,
                           uint64_t value)
{
    const struct gantry_far *far = gantry_far_at(b, address, value);
    value = far ? gantry_to_shadow(c->blocks, far->target) + (value - far->target) : gantry_to_shadow(c->blocks, value);
    memcpy(word, &value, sizeof value);
}

void gantry_shadow_translate(const struct gantry_compared *c, struct gantry_block *b, char *bytes)
{
    each_pointer(c, b, bytes, translate_word);
}

void gantry_shadow_fill(struct gantry_compared *c)
{
    for (size_t i = 0; i < c->nreached; i++) {
        struct gantry_block *b = c->reached[i];
        memcpy(b->shadow, b->before, b->size);
        gantry_shadow_translate(c, b, b->shadow);
    }
}

void gantry_shadow_close(struct gantry_compared *c)
{
    for (size_t i = 0; i < c->nreached; i++) {
        struct gantry_block *b = c->reached[i];
        b->reached = b->fetched = false;
        free(b->after);
        b->after = NULL;
    }
    for (size_t i = 0; i < c->blocks->n; i++) {
        c->blocks->all[i]->hidden = false;
        c->blocks->all[i]->variable = NULL;
    }
    free(c->reached);
    c->reached = NULL;
}
