/* blocks.c: blocks of device memory from their allocation to their release, and the objects in them, as constructs
 * declared them. Under the lock of verify.c. */
#define _GNU_SOURCE 1 /* pipe2 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../host/present.h"
#include "verify.h"

struct gantry_blocks *gantry_blocks_of(struct gantry_dev *d)
{
    static struct gantry_blocks *of;
    static size_t n;
    if ((size_t)d->number >= n) {
        size_t more = (size_t)gantry_num_devices() + 1; /* and the host: here.c */
        of = realloc(of, more * sizeof *of);
        if (!of)
            gantry_verify_no_memory();
        memset(of + n, 0, (more - n) * sizeof *of);
        n = more;
    }
    of[d->number].dev = d;
    return &of[d->number];
}

/* The index of the first block that begins after the address */
static size_t behind(const struct gantry_blocks *b, uint64_t address)
{
    size_t lo = 0, hi = b->n;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (b->all[mid]->begin > address)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

struct gantry_block *gantry_block_at(const struct gantry_blocks *b, uint64_t address)
{
    size_t i = behind(b, address);
    if (i == 0)
        return NULL;
    struct gantry_block *block = b->all[i - 1];
    return address - block->begin <= block->size ? block : NULL;
}

struct gantry_block *gantry_block_near(const struct gantry_blocks *b, uint64_t address)
{
    struct gantry_block *block = gantry_block_at(b, address);
    size_t i = behind(b, address);
    return block || i == b->n ? block : b->all[i];
}

static void release_twin(struct gantry_twin *t)
{
    char *parts[] = {t->seen, t->first, t->first_seen, t->plain};
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        free(parts[i]);
    for (size_t w = 0; w < GANTRY_WORLDS; w++) {
        free(t->in[w].bytes);
        free(t->in[w].cause);
        free(t->in[w].result);
    }
    free(t);
}

static void release(struct gantry_block *b)
{
    if (b->twin)
        release_twin(b->twin);
    free(b->seen);
    free(b->far);
    free(b->first);
    free(b->layout);
    free(b->before);
    free(b->after);
    free(b);
}

static void take_out(struct gantry_blocks *b, size_t i)
{
    release(b->all[i]);
    memmove(&b->all[i], &b->all[i + 1], (--b->n - i) * sizeof *b->all);
}

static void remove_at(struct gantry_blocks *b, uint64_t begin)
{
    size_t i = behind(b, begin);
    if (i > 0 && b->all[i - 1]->begin == begin)
        take_out(b, i - 1);
    else if (i < b->n && b->all[i]->begin - b->all[i]->skew == begin)
        take_out(b, i);
}

static struct gantry_block *add(struct gantry_blocks *b, uint64_t begin, uint64_t size, const char *name)
{
    remove_at(b, begin);
    if (b->n == b->cap) {
        b->cap = b->cap ? 2 * b->cap : 64;
        b->all = realloc(b->all, b->cap * sizeof *b->all);
    }
    struct gantry_block *block = calloc(1, sizeof *block);
    if (!b->all || !block)
        gantry_verify_no_memory();
    *block = (struct gantry_block){.begin = begin, .size = size, .name = name, .phase = (unsigned)(-begin % 8)};
    size_t i = behind(b, begin);
    memmove(&b->all[i + 1], &b->all[i], (b->n++ - i) * sizeof *b->all);
    return b->all[i] = block;
}

void gantry_block_added(struct gantry_dev *d, uint64_t begin, uint64_t size, const char *name)
{
    add(gantry_blocks_of(d), begin, size, name);
}

void gantry_block_gone(struct gantry_dev *d, uint64_t begin) { remove_at(gantry_blocks_of(d), begin); }

/* write() and read() a byte of the variable through a pipe: they return an error where a store would fault. */
static bool is_writable(void *variable)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return true;
    bool yes = write(ends[1], variable, 1) == 1 && read(ends[0], variable, 1) == 1;
    close(ends[0]);
    close(ends[1]);
    return yes;
}

void gantry_block_is_variable(struct gantry_dev *d, uint64_t begin, uint64_t size, const char *name, void *variable,
                              struct gantry_module *module)
{
    struct gantry_block *b = add(gantry_blocks_of(d), begin, size, name);
    b->host = variable, b->module = module;
    b->constant = !is_writable(variable);
}

void gantry_blocks_forget(struct gantry_dev *d, const struct gantry_module *m)
{
    struct gantry_blocks *b = gantry_blocks_of(d);
    for (size_t i = b->n; i-- > 0;)
        if (b->all[i]->module == m)
            take_out(b, i);
}

/* ---- objects ---- */
/* Moves the object to the front of the block's list, or adds it there */
void gantry_block_note(struct gantry_block *b, uint64_t at, const struct gantry_object *object)
{
    struct gantry_seen s = {at, object, gantry_layout_of(object->layout)};
    uint32_t i = 0;
    if (!s.layout)
        return;
    while (i < b->nseen && (b->seen[i].object != object || b->seen[i].at != at))
        i++;
    enum { MOST = 64 }; /* of one block: those of the last constructs */
    if (i == b->nseen && b->nseen < MOST) {
        struct gantry_seen *grown = realloc(b->seen, (b->nseen + 1u) * sizeof *grown);
        if (!grown)
            gantry_verify_no_memory();
        b->seen = grown;
        b->nseen++;
    }
    i = i < b->nseen ? i : b->nseen - 1;
    memmove(&b->seen[1], &b->seen[0], i * sizeof *b->seen);
    b->seen[0] = s;
}

const struct gantry_object *gantry_object_of(const struct gantry_mapping *m, uint32_t i, uint32_t *at)
{
    const struct gantry_region *r = m->region;
    for (uint32_t k = *at; k < r->nmaps; k++)
        if (r->maps[k].name == m->maps[i].name && r->maps[k].line == m->maps[i].line &&
            !(r->maps[k].flags & GANTRY_MAP_LIST)) {
            *at = k + 1;
            return &r->verify->objects[k];
        }
    return NULL;
}

/* … or of a list; NULL where mappers of several types have items of that name */
static const struct gantry_object *named_object(const struct gantry_mapping *m, uint32_t i)
{
    const struct gantry_object *found = NULL;
    for (const struct gantry_named_object *n = m->region->verify->named; n && n->row; n++) {
        const char *layout = n->object.layout;
        if (strcmp(n->row, m->maps[i].name) != 0)
            continue;
        if (found && (!layout || !found->layout || strcmp(found->layout, layout) != 0))
            return NULL;
        found = &n->object;
    }
    return found;
}

/* Members of a structure have a block from the first to the last, which need not begin where memory is allocated. */
static void leave_out_skew(const struct gantry_entry *e, struct gantry_block *b)
{
    if (e->skew && !b->skew && b->begin + e->skew == e->dev) {
        b->skew = e->skew;
        b->begin += e->skew;
        b->size -= e->skew;
    }
}

/* … nor where a pointer could. */
static void note_phases(const struct gantry_mapping *m, struct gantry_blocks *b)
{
    for (uint32_t i = 0; i < m->n; i++) {
        const struct gantry_entry *e = m->slots[i].entry;
        struct gantry_block *block = e ? gantry_block_at(b, e->dev) : NULL;
        if (block)
            leave_out_skew(e, block);
        if (block && block->begin == e->dev)
            block->phase = (unsigned)(-e->begin % sizeof(void *));
    }
}

/* ---- lengths of arrays that the run decides ---- */
static bool length_of(const struct gantry_mapping *m, const char *name, size_t n, uint64_t *out)
{
    for (uint32_t i = 0; i < m->n; i++)
        if (m->maps[i].param == GANTRY_PARAM_VALUE && m->maps[i].name && strlen(m->maps[i].name) == n &&
            strncmp(m->maps[i].name, name, n) == 0 && m->vals[i].size <= sizeof *out) {
            *out = 0;
            memcpy(out, m->vals[i].begin, m->vals[i].size);
            return *out;
        }
    return false;
}

/* false: a length is not known, or 0 */
static bool write_lengths(const struct gantry_mapping *m, const char *layout, char *to, size_t room)
{
    size_t n = 0;
    while (*layout && n < room) {
        const char *end = layout[0] == '[' && layout[1] == '#' ? strchr(layout, ']') : NULL;
        uint64_t length;
        if (end && !length_of(m, layout + 2, (size_t)(end - layout - 2), &length))
            return false;
        if (end)
            n += (size_t)snprintf(to + n, room - n, "[%llu", (unsigned long long)length);
        else
            to[n++] = *layout;
        layout = end ? end : layout + 1;
    }
    if (n >= room)
        return false;
    to[n] = 0;
    return true;
}

/* The object with its lengths of this launch: kept, as layouts and objects are known by their addresses. NULL: nothing
 * is known */
static const struct gantry_object *with_lengths(const struct gantry_mapping *m, const struct gantry_object *o)
{
    static struct made {
        struct made *next;
        const struct gantry_object *of;
        struct gantry_object object;
    } *all;
    char text[4096];
    if (!o || !o->layout || !strstr(o->layout, "[#"))
        return o;
    if (!write_lengths(m, o->layout, text, sizeof text))
        return NULL;
    for (const struct made *p = all; p; p = p->next)
        if (p->of == o && strcmp(p->object.layout, text) == 0)
            return &p->object;
    struct made *p = calloc(1, sizeof *p);
    char *copy = strdup(text);
    if (!p || !copy)
        gantry_verify_no_memory();
    *p = (struct made){all, o, {o->name, copy}};
    all = p;
    return &p->object;
}

void gantry_blocks_note_items(struct gantry_mapping *m)
{
    struct gantry_blocks *b = gantry_blocks_of(m->dev);
    uint32_t at = 0;
    note_phases(m, b);
    if (!m->region->verify || !m->region->verify->objects)
        return;
    for (uint32_t i = 0; i < m->n; i++) {
        const struct gantry_object *object = gantry_object_of(m, i, &at);
        const struct gantry_map *map = &m->maps[i];
        object = with_lengths(m, object ? object : named_object(m, i));
        uint64_t begin = (uint64_t)(uintptr_t)m->vals[i].begin, base = (uint64_t)(uintptr_t)m->vals[i].base;
        bool is_device = map->param == GANTRY_PARAM_DEVPTR;
        uint64_t dev = is_device ? begin : m->slots[i].dev;
        struct gantry_block *block = object && is_device           ? gantry_block_near(b, begin)
                                     : object && m->slots[i].entry ? gantry_block_at(b, m->slots[i].entry->dev)
                                                                   : NULL;
        if (!block || !object->layout || map->param == GANTRY_PARAM_VALUE)
            continue;
        if ((map->flags & GANTRY_MAP_ATTACH) && base) /* of a pointer, to what it points to */
            base = (uint64_t)(uintptr_t)*(void **)m->vals[i].base;
        gantry_block_note(block, dev - (begin - base), object);
    }
}

/* notes an attached pointer whose target's first element is not mapped, so that it points outside its block */
void gantry_blocks_note_attached(struct gantry_mapping *m, uint32_t i)
{
    uintptr_t pointer = (uintptr_t)m->vals[i].base;
    const struct gantry_entry *e = gantry_tree_at(m->dev->present, pointer);
    size_t k = e ? gantry_attached_from(e, pointer - e->begin) : 0;
    if (!e || k >= e->nattached || e->attached[k].offset != pointer - e->begin || !m->slots[i].entry)
        return;
    gantry_blocks_note_far(
        m->dev, (struct gantry_far){e->dev + (pointer - e->begin), e->attached[k].value, m->slots[i].entry->dev});
}

void gantry_blocks_note_far(struct gantry_dev *d, struct gantry_far f)
{
    struct gantry_blocks *all = gantry_blocks_of(d);
    struct gantry_block *b = gantry_block_at(all, f.at);
    if (!b || gantry_block_at(all, f.value) == gantry_block_at(all, f.target))
        return;
    uint32_t at = 0;
    while (at < b->nfar && b->far[at].at != f.at)
        at++;
    if (at == b->nfar) {
        struct gantry_far *grown = realloc(b->far, (b->nfar + 1u) * sizeof *grown);
        if (!grown)
            gantry_verify_no_memory();
        b->far = grown;
        b->nfar++;
    }
    b->far[at] = f;
}

/* ---- elements ---- */
static bool in_object(const struct gantry_seen *s, uint64_t address, uint64_t *at, uint64_t *index)
{
    if (address < s->at)
        return false;
    *at = address - s->at;
    *index = *at / s->layout->size;
    if (*index && !s->layout->many)
        return false;
    *at %= s->layout->size;
    return true;
}

const struct gantry_seen *gantry_seen_at(const struct gantry_block *b, uint64_t address, struct gantry_leaf *leaf,
                                         bool *known)
{
    uint64_t at, index;
    const struct gantry_seen *bytes = NULL;
    *known = false;
    for (uint32_t i = 0; i < b->nseen; i++) {
        const struct gantry_seen *s = &b->seen[i];
        if (!in_object(s, address, &at, &index))
            continue;
        *known = true;
        if (!gantry_layout_leaf(s->layout, at, leaf, NULL))
            continue;
        leaf->begin += s->at + index * s->layout->size - b->begin; /* in the block */
        if (leaf->kind != '?')
            return s;
        bytes = bytes ? bytes : s;
    }
    if (!bytes || !in_object(bytes, address, &at, &index))
        return NULL;
    gantry_layout_leaf(bytes->layout, at, leaf, NULL);
    leaf->begin += bytes->at + index * bytes->layout->size - b->begin;
    return bytes;
}

/* The first part of an element's name: p->x where p points to one structure, p[3].x to several, *p to a single
 * number */
static void first_step(const struct gantry_block *b, const struct gantry_seen *s, uint64_t index, const char *path,
                       struct gantry_text *out)
{
    const char *name = s->object->name;
    bool alone = s->at >= b->begin && b->begin + b->size < s->at + 2 * s->layout->size && index == 0;
    if (!s->layout->many)
        gantry_text_add(out, "%s%s", name, path);
    else if (alone && path[0] == '.')
        gantry_text_add(out, "%s->%s", name, path + 1);
    else if (alone && !path[0])
        gantry_text_add(out, "*%s", name);
    else
        gantry_text_add(out, "%s[%llu]%s", name, (unsigned long long)index, path);
}

void gantry_element_name(const struct gantry_block *b, const struct gantry_seen *s, uint64_t address,
                         const struct gantry_field *field, struct gantry_text *out)
{
    struct gantry_text path = {""};
    struct gantry_leaf leaf;
    uint64_t at = 0, index = 0;
    if (s && s->object->name && in_object(s, address, &at, &index)) {
        gantry_layout_leaf(s->layout, at, &leaf, &path);
        char *last = field ? strrchr(path.s, '.') : NULL;
        if (last) {
            *last = 0;
            gantry_text_add(&path, ".%.*s", (int)field->length, field->name);
        }
        first_step(b, s, index, path.s, out);
    } else
        gantry_text_add(out, "%s, byte %llu", b->name ? b->name : "device memory",
                        (unsigned long long)(address - b->begin));
}
