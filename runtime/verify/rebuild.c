/* rebuild.c: the device's memory as it was before a recorded launch. Each recorded block gets memory of its own,
 * variables of declare target are found by name; the pointers that the recording lists are set to where their targets
 * are now. Other words that are pointers by their layout would lead nowhere: they are refused by name. */
#include <stdlib.h>
#include <string.h>

#include "../host/present.h"
#include "replay.h"

static void *must(void *p)
{
    if (!p)
        gantry_verify_no_memory();
    return p;
}

bool gantry_is_block(const struct golden_array *a)
{
    return a->role == GOLDEN_DATA || a->role == GOLDEN_HIDDEN || a->role == GOLDEN_VARIABLE;
}

static _Noreturn void fail(const struct gantry_replay *r, const char *error)
{
    gantry_failf(NULL, "%s: %s", r->asked->file, error);
}

static void read_array(const struct gantry_replay *r, const struct golden_array *a, char *to)
{
    char error[1024] = "";
    if (!r->golden->read(r->file, a, to, error, sizeof error))
        gantry_failf(NULL, "%s", error);
}

/* ---- pointers that nothing knows ---- */
/* "p[3].next" */
static void element(const struct golden_array *a, const struct gantry_layout *l, uint64_t at, struct gantry_text *out)
{
    struct gantry_text path = {""};
    struct gantry_leaf leaf;
    uint64_t index = at / l->size, rest = a->size / l->size;
    gantry_layout_leaf(l, at % l->size, &leaf, &path);
    gantry_text_add(out, "%s", *a->name ? a->name : "?");
    for (uint32_t k = 0; a->ndims > 1 && k < a->ndims && rest; k++) {
        rest = a->dims[k] ? rest / a->dims[k] : 0;
        gantry_text_add(out, "[%llu]", (unsigned long long)(rest ? index / rest : index));
        index = rest ? index % rest : 0;
    }
    if (a->ndims <= 1 && a->size > l->size)
        gantry_text_add(out, "[%llu]", (unsigned long long)(index + a->first));
    gantry_text_add(out, "%s", path.s);
}

/* They are left NULL, or refused. */
static void unknown_pointers(const struct gantry_replay *r, const struct golden_array *a)
{
    const struct gantry_layout *l = *a->layout ? gantry_layout_of(a->layout) : NULL;
    struct gantry_text name = {""};
    uint32_t i = 0;
    while (i < a->npointers && a->pointers[i].target != GOLDEN_NOWHERE)
        i++;
    if (i == a->npointers || r->asked->null)
        return;
    if (l)
        element(a, l, a->pointers[i].at, &name);
    else
        gantry_text_add(&name, "%s, byte %llu", *a->name ? a->name : "?", (unsigned long long)a->pointers[i].at);
    gantry_failf(
        NULL,
        "%s: the pointer %s was 0x%llx, and nothing that was mapped, allocated or declared lay there: the region "
        "cannot be replayed with it. If it does not follow that pointer: --null makes it NULL",
        r->before->place, name.s, (unsigned long long)a->pointers[i].offset);
}

/* ---- where blocks are ---- */
/* Symbols of static variables hold a number made of their file's path, which may be another now. */
static bool same_name(const char *a, const char *b)
{
    int n, m;
    a = gantry_symbol_name(a, &n);
    b = gantry_symbol_name(b, &m);
    return n == m && strncmp(a, b, (size_t)n) == 0;
}

static struct gantry_block *variable_named(const struct gantry_replay *r, const char *name)
{
    const struct gantry_blocks *all = gantry_blocks_of(r->dev);
    struct gantry_block *found = NULL;
    unsigned n = 0;
    for (size_t i = 0; i < all->n; i++) {
        struct gantry_block *b = all->all[i];
        if (!b->host || !b->name || !same_name(b->name, name))
            continue;
        if (strcmp(b->name, name) == 0)
            return b;
        found = b;
        n++;
    }
    return n == 1 ? found : NULL;
}

/* Constants are the program's own. */
static const struct gantry_block *constant_named(const struct gantry_replay *r, const struct golden_array *a)
{
    const struct gantry_block *b = variable_named(r, a->name);
    return b && b->constant && b->size == a->size ? b : NULL;
}

static const struct gantry_link *link_named(const struct gantry_replay *r, const char *name)
{
    const struct gantry_link *l = r->dev->links;
    while (l && !same_name(l->var->symbol, name))
        l = l->next;
    return l;
}

/* Host memory for the block's bytes: its pointers are aligned there as they were where they were recorded, by which the
 * rest of the runtime knows where pointers can lie. */
static char *memory_for(const struct golden_array *a)
{
    enum { ALIGN = 64 };
    uint32_t first = 0;
    while (first < a->npointers && a->pointers[first].target == GOLDEN_UNSTORED)
        first++;
    uint64_t phase = first < a->npointers ? a->pointers[first].at % sizeof(void *) : 0;
    char *p = must(aligned_alloc(ALIGN, (a->size + 2 * ALIGN - 1) / ALIGN * ALIGN));
    return p + (sizeof(void *) - phase) % sizeof(void *);
}

/* Parts of structures may have begun anywhere: here, where their numbers are aligned. */
static uint32_t skew_of(const struct golden_array *a)
{
    enum { MOST = 16, STEP = 4 };
    const struct gantry_layout *l = *a->layout ? gantry_layout_of(a->layout) : NULL;
    struct gantry_leaf leaf = {0};
    uint32_t skew = 0;
    for (uint64_t at = 0; l && skew < MOST && at < l->size;) {
        if (!gantry_layout_leaf(l, at, &leaf, NULL)) {
            at++;
            continue;
        }
        bool fits = leaf.kind == '?' || (skew + leaf.begin) % leaf.bytes == 0;
        skew += fits ? 0 : STEP;
        at = fits ? leaf.begin + leaf.bytes : 0;
    }
    return skew < MOST ? skew : 0;
}

static void allocate(const struct gantry_replay *r, struct gantry_recorded *x)
{
    struct gantry_err err = {0};
    const struct gantry_loc *where = &r->region->loc;
    const struct golden_array *a = x->array;
    uint32_t skew = skew_of(a);
    if (gantry_dev_alloc(r->dev, a->size + skew, NULL, a->name, where, &x->device, &err))
        gantry_fail(where, &err);
    x->device += skew;
    x->host = x->bytes;
    if (gantry_associate(r->dev, x->host, x->device, a->size, a->name, NULL, where, &err))
        gantry_fail(where, &err);
    gantry_tree_at(r->dev->present, (uintptr_t)x->host)->skew = skew;
}

/* A variable of declare target link, or a part of it, has its memory only while it is mapped. */
static void allocate_linked(const struct gantry_replay *r, struct gantry_recorded *x, const struct gantry_link *l)
{
    struct gantry_err err = {0};
    const struct golden_array *a = x->array;
    const struct gantry_loc *where = &r->region->loc;
    const struct gantry_layout *element = *a->layout ? gantry_layout_of(a->layout) : NULL;
    x->host = (char *)l->var->addr + (element ? a->first * element->size : 0);
    if (gantry_dev_alloc(r->dev, a->size, x->host, a->name, where, &x->device, &err))
        gantry_fail(where, &err);
    pthread_rwlock_wrlock(&r->dev->present_lock);
    struct gantry_entry *e = gantry_entry_add(r->dev, (uintptr_t)x->host, a->size, x->device, a->name, where);
    if (!e)
        gantry_verify_no_memory();
    e->infinite = true;
    if (gantry_links_publish(r->dev, e, &err))
        gantry_fail(where, &err);
    pthread_rwlock_unlock(&r->dev->present_lock);
}

static void find_variable(const struct gantry_replay *r, struct gantry_recorded *x)
{
    int n;
    const char *name = gantry_symbol_name(x->array->name, &n);
    const struct gantry_block *b = variable_named(r, x->array->name);
    if (!b)
        gantry_failf(&r->region->loc,
                     "the recording has a variable of declare target, '%.*s', which this program lacks", n, name);
    if (b->size != x->array->size)
        gantry_failf(&r->region->loc,
                     "variable '%.*s' of declare target has %llu bytes in this program, and %llu in the recording", n,
                     name, (unsigned long long)b->size, (unsigned long long)x->array->size);
    x->device = b->begin, x->host = b->host;
}

static void place(const struct gantry_replay *r, struct gantry_recorded *x)
{
    const struct golden_array *a = x->array;
    if (a->stride > 1)
        gantry_failf(NULL,
                     "%s: '%s' was recorded in part (sample=%u): a region is replayed from a recording of all elements",
                     r->before->place, a->name, a->stride);
    x->bytes = memory_for(a);
    read_array(r, a, x->bytes);
    unknown_pointers(r, a);
    const struct gantry_block *constant = a->role == GOLDEN_HIDDEN ? constant_named(r, a) : NULL;
    const struct gantry_link *link = a->role == GOLDEN_DATA ? link_named(r, a->name) : NULL;
    if (constant)
        x->device = constant->begin, x->host = constant->host;
    else if (a->role == GOLDEN_VARIABLE)
        find_variable(r, x);
    else if (link)
        allocate_linked(r, x, link);
    else if (gantry_is_block(a))
        allocate(r, x);
    x->block = gantry_is_block(a) ? gantry_block_at(gantry_blocks_of(r->dev), x->device) : NULL;
}

/* ---- pointers ---- */
static const struct gantry_recorded *target_of(const struct gantry_replay *r, const struct golden_pointer *p)
{
    if (p->target >= r->n || !gantry_is_block(r->arrays[p->target].array))
        fail(r, "a pointer leads to an array that is no block of memory: the file is damaged");
    return &r->arrays[p->target];
}

/* It leads to an array: unknown_pointers has seen to others. */
static bool leads_to_array(const struct golden_pointer *p)
{
    return p->target != GOLDEN_NOWHERE && p->target != GOLDEN_UNSTORED;
}

static bool is_far(const struct gantry_recorded *target, const struct golden_pointer *p)
{
    return p->offset < 0 || (uint64_t)p->offset > target->array->size;
}

static void relocate(const struct gantry_replay *r, struct gantry_recorded *x)
{
    for (uint32_t i = 0; i < x->array->npointers; i++) {
        const struct golden_pointer *p = &x->array->pointers[i];
        if (!leads_to_array(p))
            continue;
        const struct gantry_recorded *target = target_of(r, p);
        uint64_t value = target->device + (uint64_t)p->offset;
        if (p->at + sizeof value > x->array->size)
            fail(r, "a pointer lies outside of its array: the file is damaged");
        memcpy(x->bytes + p->at, &value, sizeof value);
        if (x->block && is_far(target, p))
            gantry_blocks_note_far(r->dev, (struct gantry_far){x->device + p->at, value, target->device});
    }
}

static void to_device(const struct gantry_replay *r, const struct gantry_recorded *x)
{
    struct gantry_err err = {0};
    if (!gantry_is_block(x->array) || (x->block && x->block->constant))
        return;
    if (r->dev->plugin->copy_to(r->dev->handle, x->device, x->bytes, x->array->size, &err))
        gantry_fail(&r->region->loc, &err);
}

/* ---- what was recorded after the launch ---- */
static bool is_of(const struct golden_array *after, const struct golden_array *before)
{
    return after->role == before->role && after->size == before->size && strcmp(after->name, before->name) == 0;
}

/* Both list the arrays in one order; the later may leave some out. */
static void match_results(struct gantry_replay *r)
{
    uint32_t next = 0;
    for (uint32_t i = 0; r->after && i < r->n; i++)
        for (uint32_t k = next; k < r->after->narrays && !r->arrays[i].after; k++)
            if (gantry_is_block(r->arrays[i].array) && is_of(&r->after->arrays[k], r->arrays[i].array)) {
                r->arrays[i].after = &r->after->arrays[k];
                next = k + 1;
            }
}

/* The array of `before` that a pointer in `after` leads to */
static const struct gantry_recorded *target_after(const struct gantry_replay *r, const struct golden_pointer *p)
{
    for (uint32_t i = 0; p->target < r->after->narrays && i < r->n; i++)
        if (r->arrays[i].after == &r->after->arrays[p->target])
            return &r->arrays[i];
    return NULL;
}

/* --null: a pointer that nothing knew before the launch either, and that it left alone */
static bool was_null(const struct gantry_replay *r, const struct golden_array *before, const struct golden_pointer *p)
{
    for (uint32_t i = 0; r->asked->null && p->target == GOLDEN_NOWHERE && i < before->npointers; i++)
        if (before->pointers[i].at == p->at && before->pointers[i].target == p->target)
            return before->pointers[i].offset == p->offset;
    return false;
}

static void fill_block(const struct gantry_replay *r, const struct gantry_compared *c, const struct gantry_recorded *x)
{
    read_array(r, x->after, x->block->shadow);
    for (uint32_t i = 0; i < x->after->npointers; i++) {
        const struct golden_pointer *p = &x->after->pointers[i];
        const struct gantry_recorded *target = target_after(r, p);
        uint64_t value = (uint64_t)p->offset + (target ? gantry_to_shadow(c->blocks, target->device) : 0);
        bool there = p->target != GOLDEN_UNSTORED && p->at + sizeof value <= x->after->size;
        if (there && !was_null(r, x->array, p))
            memcpy(x->block->shadow + p->at, &value, sizeof value);
    }
}

void gantry_recorded_fill(const struct gantry_replay *r, struct gantry_compared *c)
{
    for (size_t i = 0; i < c->nreached; i++)
        c->reached[i]->hidden = true;
    for (uint32_t i = 0; i < r->n; i++) {
        const struct gantry_recorded *x = &r->arrays[i];
        if (!x->after || !x->block->reached || x->array->role == GOLDEN_HIDDEN || x->block->constant)
            continue;
        x->block->hidden = false;
        fill_block(r, c, x);
    }
}

/* ---- all of it ---- */
int64_t gantry_recorded_launch(const struct gantry_replay *r, const char *field, int64_t none)
{
    for (uint32_t i = 0; i < r->n; i++) {
        const struct golden_array *a = r->arrays[i].array;
        const struct gantry_layout *l = a->role == GOLDEN_LAUNCH ? gantry_layout_of(a->layout) : NULL;
        for (uint32_t k = 0; l && l->kind == '{' && k < l->nfields; k++) {
            const struct gantry_field *f = &l->fields[k];
            if (f->length != strlen(field) || strncmp(f->name, field, f->length) != 0 ||
                f->offset + f->of->size > a->size)
                continue;
            return (int64_t)gantry_value(f->of->kind, (uint32_t)f->of->size, r->arrays[i].bytes + f->offset);
        }
    }
    return none;
}

void gantry_rebuild_again(struct gantry_replay *r)
{
    for (uint32_t i = 0; i < r->n; i++)
        to_device(r, &r->arrays[i]);
}

void gantry_replay_arrays(struct gantry_replay *r)
{
    r->n = r->before->narrays;
    r->arrays = must(calloc(r->n ? r->n : 1, sizeof *r->arrays));
    for (uint32_t i = 0; i < r->n; i++)
        r->arrays[i].array = &r->before->arrays[i];
    match_results(r);
}

void gantry_rebuild(struct gantry_replay *r)
{
    for (uint32_t i = 0; i < r->n; i++)
        place(r, &r->arrays[i]);
    for (uint32_t i = 0; i < r->n; i++) /* all addresses are known */
        relocate(r, &r->arrays[i]);
    gantry_rebuild_again(r);
}
