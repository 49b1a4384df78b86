/* arrays.c: the elements of arrays: what they are, how the program writes them, and each N-th of them. */
#include <stdlib.h>

#include "check.h"

const struct gantry_layout *layout_known(const char *text)
{
    static struct map numbers;
    static struct bytes layouts; /* of pointers */
    uint64_t n = layouts.n / sizeof(struct gantry_layout *);
    bool is_new;
    if (!text || !*text || !map_put(&numbers, hash_of(text, strlen(text)), &n, &is_new))
        return NULL;
    if (is_new) {
        char *copy = strdup(text); /* names of fields stay in it */
        struct gantry_layout *l = copy && *copy != '*' ? gantry_layout_parse(copy) : NULL;
        if (!l)
            free(copy);
        if (!bytes_add(&layouts, &l, sizeof l))
            abort();
    }
    return ((const struct gantry_layout **)(void *)layouts.at)[n];
}

uint64_t element_bytes(const struct golden_array *a)
{
    const struct gantry_layout *l = layout_known(a->layout);
    return l ? l->size : sizeof(uint64_t);
}

/* Has everything in it this letter and size? *kind 0: not known yet */
static bool uniform(const struct gantry_layout *l, char *kind, uint64_t *bytes)
{
    if (l->inner)
        return uniform(l->inner, kind, bytes);
    for (uint32_t i = 0; i < l->nfields; i++)
        if (!uniform(l->fields[i].of, kind, bytes))
            return false;
    if (l->kind == '{')
        return true;
    if (!*kind)
        *kind = l->kind, *bytes = l->size;
    return *kind == l->kind && *bytes == l->size;
}

char value_kind(const struct golden_array *a, uint64_t *bytes)
{
    const struct gantry_layout *l = layout_known(a->layout);
    char kind = 0;
    if (l && uniform(l, &kind, bytes) && kind && kind != '?' && l->values * *bytes == l->size && a->size % *bytes == 0)
        return kind;
    *bytes = 1;
    return '?';
}

/* ---- names ---- */
static void add_indices(const struct golden_array *a, uint64_t i, struct gantry_text *name)
{
    uint64_t below = 1;
    for (uint32_t d = 1; d < a->ndims; d++)
        below *= a->dims[d] ? a->dims[d] : 1;
    if (a->ndims < 2) {
        gantry_text_add(name, "[%llu]", (unsigned long long)(a->first + i));
        return;
    }
    i += a->first;
    for (uint32_t d = 0; d < a->ndims; d++) {
        gantry_text_add(name, "[%llu]", (unsigned long long)(i / below));
        i %= below;
        if (d + 1 < a->ndims)
            below /= a->dims[d + 1] ? a->dims[d + 1] : 1;
    }
}

/* One object has no index: a variable, an argument. */
static bool is_single(const struct golden_array *a, uint64_t element)
{
    return a->size <= element && a->first == 0 && a->ndims == 0 && a->stride <= 1;
}

/* A static variable of declare target has a linkage name with a number that is another in each build:
 * gantry_v_NAME_1a2b3c4d. */
const char *array_name(const struct golden_array *a, struct gantry_text *room)
{
    static const char prefix[] = "gantry_v_";
    enum { NUMBER = 9 }; /* with the line before it */
    size_t n = strlen(a->name), before = sizeof prefix - 1;
    if (a->role == GOLDEN_ARGUMENT || n <= before + NUMBER || strncmp(a->name, prefix, before) != 0 ||
        a->name[n - NUMBER] != '_' || strspn(a->name + n - NUMBER + 1, "0123456789abcdef") != NUMBER - 1)
        return a->name;
    room->s[0] = 0;
    gantry_text_add(room, "%.*s", (int)(n - before - NUMBER), a->name + before);
    return room->s;
}

bool same_name(const struct golden_array *a, const struct golden_array *b)
{
    struct gantry_text x, y;
    return strcmp(array_name(a, &x), array_name(b, &y)) == 0;
}

bool array_leaf(const struct golden_array *a, uint64_t at, struct gantry_leaf *out, struct gantry_text *name)
{
    const struct gantry_layout *l = layout_known(a->layout);
    uint64_t size = element_bytes(a), i = at / size;
    struct gantry_text own;
    if (name) {
        gantry_text_add(name, "%s", array_name(a, &own));
        if (l && !is_single(a, size))
            add_indices(a, i * (a->stride ? a->stride : 1), name);
        else if (!l)
            gantry_text_add(name, ", byte %llu", (unsigned long long)at);
    }
    if (!l)
        *out = (struct gantry_leaf){'?', a->size - i * size < 8 ? (uint32_t)(a->size - i * size) : 8, 0, NULL};
    else if (!gantry_layout_leaf(l, at % size, out, name))
        return false;
    out->begin += i * size;
    if (out->begin + out->bytes > a->size) /* a part of an element */
        *out = (struct gantry_leaf){'?', 1, at, NULL};
    return true;
}

uint64_t array_values(const struct golden_array *a)
{
    const struct gantry_layout *l = layout_known(a->layout);
    return l ? a->size / l->size * l->values : (a->size + 7) / 8;
}

const char *counted_word(const struct golden_checkpoint *c) { return c->moment == GOLDEN_CHECK ? "check" : "launch"; }

void checkpoint_text(const struct golden_checkpoint *c, struct gantry_text *out)
{
    const char *moment = c->moment == GOLDEN_BEFORE ? ", before" : c->moment == GOLDEN_AFTER ? ", after" : "";
    if (c->moment == GOLDEN_CHECK)
        gantry_text_add(out, "%s, check %llu", c->place, (unsigned long long)c->launch);
    else
        gantry_text_add(out, "%s%s%s, launch %llu%s", c->file ? c->file : "", c->file && *c->file ? ": " : "", c->place,
                        (unsigned long long)c->launch, moment);
}

/* ---- what the words and bytes of an array are, besides values ---- */
uint64_t pointer_extent(const struct golden_pointer *p)
{
    return p->target == GOLDEN_UNSTORED ? (uint64_t)p->offset : sizeof(uint64_t);
}

/* They are in order, and do not overlap. */
const struct golden_pointer *unstored_at(const struct golden_array *a, uint64_t at, uint64_t bytes)
{
    uint32_t lo = 0, hi = a->npointers;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (a->pointers[mid].at <= at)
            lo = mid + 1;
        else
            hi = mid;
    }
    const struct golden_pointer *p = lo ? &a->pointers[lo - 1] : NULL;
    return p && p->target == GOLDEN_UNSTORED && at + bytes <= p->at + (uint64_t)p->offset ? p : NULL;
}

/* ---- each N-th element ---- */
/* The part of a range that is about sampled elements: those that lie wholly in it */
static bool sample_range(struct golden_pointer *p, uint64_t size, uint32_t stride)
{
    uint64_t from = (p->at + size - 1) / size, to = (p->at + (uint64_t)p->offset) / size;
    from = (from + stride - 1) / stride;
    to = (to + stride - 1) / stride;
    p->at = from * size;
    p->offset = (int64_t)((to - from) * size);
    return to > from;
}

static bool sample_pointers(const struct golden_array *a, uint32_t stride, struct golden_array *out, struct bytes *room)
{
    uint64_t size = element_bytes(a);
    for (uint32_t i = 0; i < a->npointers; i++) {
        struct golden_pointer p = a->pointers[i];
        uint64_t element = p.at / size;
        if (p.target == GOLDEN_UNSTORED ? !sample_range(&p, size, stride) : element % stride)
            continue;
        if (p.target != GOLDEN_UNSTORED)
            p.at = element / stride * size + p.at % size;
        if (!bytes_add(room, &p, sizeof p))
            return false;
        out->npointers++;
    }
    return true;
}

bool array_sampled(const struct golden_array *a, uint32_t stride, struct golden_array *out, struct bytes *room)
{
    uint64_t size = element_bytes(a);
    *out = *a;
    out->stride = 1;
    room->n = 0;
    if (stride <= 1 || a->size <= SAMPLED || size >= a->size)
        return true;
    out->stride = stride;
    out->npointers = 0;
    if (!sample_pointers(a, stride, out, room))
        return false;
    size_t pointers = room->n;
    for (uint64_t at = 0; at + size <= a->size; at += size * stride)
        if (!bytes_add(room, (const char *)a->bytes + at, size))
            return false;
    out->pointers = (const struct golden_pointer *)(const void *)room->at;
    out->bytes = room->at + pointers;
    out->size = room->n - pointers;
    return true;
}
