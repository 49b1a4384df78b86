/* describe.c: what a block holds, in the words of a recording: the name of its variable, the layout of one element, its
 * shape, and which element is the first. A block that holds several objects, or members of one, is a structure of
 * them. */
#include <stdlib.h>
#include <string.h>

#include "verify.h"

static const struct gantry_layout *element_of(const struct gantry_layout *l)
{
    while (l->kind == '[')
        l = l->inner;
    return l;
}

/* The layout's text without `*` and lengths of arrays */
static const char *element_text(const char *text)
{
    text += *text == '*';
    while (*text == '[')
        text = strchr(text, ']') + 1;
    return text;
}

static uint64_t end_of(const struct gantry_block *b, const struct gantry_seen *s)
{
    uint64_t end = b->begin + b->size;
    return s->layout->many || s->at + s->layout->size > end ? end : s->at + s->layout->size;
}

/* The lengths of an array of arrays; of a row of them that a pointer leads to, as many as are there */
static void shape(const struct gantry_layout *l, struct golden_array *a, uint64_t elements)
{
    uint64_t inner = 1;
    if (l->many && l->kind != '[')
        return;
    if (l->many)
        a->dims[a->ndims++] = 0;
    for (; l->kind == '[' && a->ndims < GOLDEN_DIMS; l = l->inner) {
        inner *= l->count;
        a->dims[a->ndims++] = l->count;
    }
    if (l->kind == '[')
        a->ndims = 0;
    else if (a->ndims && !a->dims[0])
        a->dims[0] = (a->first + elements + inner - 1) / inner;
}

/* Does the object, or the row of objects, fill the block with whole elements? */
static bool fills(const struct gantry_block *b, const struct gantry_seen *s)
{
    uint64_t size = element_of(s->layout)->size;
    return s->at <= b->begin && end_of(b, s) == b->begin + b->size && (b->begin - s->at) % size == 0 &&
           b->size % size == 0;
}

static bool is_bytes(const struct gantry_seen *s) { return element_of(s->layout)->kind == '?'; }

/* Of the objects that fill the block the latest, one of known type if there is any */
static const struct gantry_seen *filling(const struct gantry_block *b)
{
    const struct gantry_seen *found = NULL;
    for (uint32_t i = 0; i < b->nseen; i++)
        if (fills(b, &b->seen[i]) && (!found || (is_bytes(found) && !is_bytes(&b->seen[i]))))
            found = &b->seen[i];
    return found;
}

/* ---- a structure of what is known ---- */
struct text {
    char *s;
    size_t n, room;
};

static void add(struct text *t, const char *s, size_t n)
{
    if (t->n + n + 1 > t->room) {
        t->room = 2 * (t->n + n + 1);
        t->s = realloc(t->s, t->room);
        if (!t->s)
            gantry_verify_no_memory();
    }
    memcpy(t->s + t->n, s, n);
    t->s[t->n += n] = 0;
}

static void add_number(struct text *t, const char *before, uint64_t n, const char *after)
{
    char s[64];
    add(t, s, (size_t)snprintf(s, sizeof s, "%s%llu%s", before, (unsigned long long)n, after));
}

/* Layouts know no text of their own: it is written again. */
static void add_layout(struct text *t, const struct gantry_layout *l)
{
    if (l->kind == '[') {
        add_number(t, "[", l->count, "]");
        add_layout(t, l->inner);
    } else if (l->kind == 'c') {
        add(t, "c", 1);
        add_layout(t, l->inner);
    } else if (l->kind == '{') {
        add_number(t, "{", l->size, "|");
        for (uint32_t i = 0; i < l->nfields; i++) {
            add(t, l->fields[i].name, l->fields[i].length);
            add_number(t, "@", l->fields[i].offset, "");
            add_layout(t, l->fields[i].of);
            add(t, ";", 1);
        }
        add(t, "}", 1);
    } else {
        add(t, &l->kind, 1);
        if (strchr("iu?", l->kind))
            add_number(t, "", l->size, "");
    }
}

/* One object of the structure. at: its address; count: that many of it, one after the other */
static void add_field(struct text *t, const struct gantry_block *b, const char *name, size_t length, uint64_t at,
                      const struct gantry_layout *l, uint64_t count)
{
    add(t, name, length);
    add_number(t, "@", at - b->begin, "");
    if (count != 1)
        add_number(t, "[", count, "]");
    add_layout(t, l);
    add(t, ";", 1);
}

/* Those members of an object that lie in the block, up to `limit` */
static void add_members(struct text *t, const struct gantry_block *b, const struct gantry_layout *l, uint64_t at,
                        uint64_t *from, uint64_t limit)
{
    for (uint32_t i = 0; i < l->nfields; i++) {
        const struct gantry_field *f = &l->fields[i];
        uint64_t begin = at + f->offset, end = begin + f->of->size;
        if (begin < *from || end > limit)
            continue;
        add_field(t, b, f->name, f->length, begin, f->of, 1);
        *from = end;
    }
}

static int by_address(const void *a, const void *b)
{
    const struct gantry_seen *x = a, *y = b;
    return x->at < y->at ? -1 : x->at > y->at;
}

static const char *name_of(const struct gantry_block *b, const struct gantry_seen *s)
{
    const char *name = s && s->object->name ? s->object->name : b->name;
    return name ? name : "";
}

/* Whether members stand alone: then the structure has the object's name; else each is named for itself. */
static void structure(struct gantry_block *b, struct golden_array *a)
{
    struct gantry_seen s[64];
    uint32_t n = 0;
    uint64_t from = b->begin, block_end = b->begin + b->size;
    struct text t = {0};
    for (uint32_t i = 0; i < b->nseen && n < COUNT_OF(s); i++)
        if (!is_bytes(&b->seen[i]))
            s[n++] = b->seen[i];
    qsort(s, n, sizeof *s, by_address);
    add_number(&t, "{", b->size, "|");
    for (uint32_t i = 0; i < n; i++) {
        uint64_t limit = i + 1 < n && s[i + 1].at > s[i].at ? s[i + 1].at : block_end;
        const struct gantry_layout *l = s[i].layout;
        uint64_t end = l->many ? limit : s[i].at + l->size, at = s[i].at;
        if (at >= from && at < block_end && l->many && (end - at) / l->size) {
            uint64_t count = (end - at) / l->size;
            add_field(&t, b, name_of(b, &s[i]), strlen(name_of(b, &s[i])), at, l, count);
            from = at + count * l->size;
        } else if (at >= from && end <= block_end) {
            add_field(&t, b, name_of(b, &s[i]), strlen(name_of(b, &s[i])), at, l, 1);
            from = end;
        } else if (l->kind == '{' && at < block_end) {
            add_members(&t, b, l, at, &from, block_end);
        }
    }
    add(&t, "}", 1);
    free(b->layout);
    b->layout = t.s;
    a->layout = from > b->begin ? b->layout : "";
    a->name = n == 1 ? name_of(b, &s[0]) : b->name ? b->name : "";
}

void gantry_describe_block(struct gantry_block *b, struct golden_array *a)
{
    const struct gantry_seen *s = filling(b);
    if (!s) {
        structure(b, a);
        return;
    }
    uint64_t size = element_of(s->layout)->size;
    a->name = name_of(b, s);
    a->layout = element_text(s->object->layout);
    a->first = (b->begin - s->at) / size;
    shape(s->layout, a, b->size / size);
}
