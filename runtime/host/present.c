/* present.c: which host ranges have a copy on a device, and what the map clauses of one construct do to them
 * (OpenMP 5.2, 5.8.3, 5.8.6, 13.8).
 *
 * A construct counts an entry once, however many of its list items lie in it. Entries that it makes are new
 * to all of its items. What only finds entries and counts runs under the read lock; whatever adds, removes or
 * attaches does so under the write lock. Copies are made without the lock, so that those of different threads overlap:
 * an entry that a construct makes or removes belongs to it alone (`mover`) until the bytes have arrived, and any other
 * construct that needs it waits before it changes anything; entries that existed before are pinned meanwhile. Only
 * copies of entries that have attached pointers and that others may use are made under the lock. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gantry_findings.h"
#include "present.h"

typedef unsigned long long ull;

static _Atomic uint64_t serials = 1;

/* What is wrong with item i ends the program; with -fcheck it is a finding, too. */
static int faulty(struct gantry_mapping *m, uint32_t i)
{
    const struct gantry_checker *c = gantry_checker;
    if (c && c->faulty(&m->at, m->maps[i].name, m->err->text, m->err->code == GANTRY_ERR_NOT_PRESENT))
        gantry_error(m->err, GANTRY_ERR_TOLD, "stopped by what is reported above");
    return -1;
}

/* Reports the sizes that generated code gives to sections that cannot be mapped (GANTRY_SIZE_GAPS and others). */
static int check_sizes(struct gantry_mapping *m)
{
    for (uint32_t i = 0; i < m->n; i++) {
        uint64_t size = m->vals[i].size;
        if (!(size >> 63))
            continue;
        m->at = gantry_item_place(m, i);
        gantry_error(m->err, 0,
                     size == GANTRY_SIZE_GAPS      ? "the section '%s' is not contiguous: it cannot be mapped"
                     : size == GANTRY_SIZE_OUTSIDE ? "the section '%s' reaches beyond its array"
                                                   : "the section '%s' has a negative length or stride",
                     m->maps[i].name);
        return faulty(m, i);
    }
    return 0;
}

int gantry_map_open(struct gantry_mapping *m, struct gantry_dev *d, const struct gantry_region *r,
                    const struct gantry_val *vals, struct gantry_err *err)
{
    m->dev = d, m->region = r, m->err = err, m->slots = m->small;
    m->at = r->loc;
    m->serial = atomic_fetch_add(&serials, 1);
    m->tuned = NULL;
    if (gantry_items_open(&m->items, r, vals, err))
        return -1;
    m->maps = m->items.maps, m->vals = m->items.vals, m->n = m->items.n;
    if (m->n > COUNT_OF(m->small) && !(m->slots = malloc(m->n * sizeof *m->slots)))
        return gantry_error(err, 0, "out of host memory");
    memset(m->slots, 0, m->n * sizeof *m->slots);
    return check_sizes(m);
}

void gantry_map_close(struct gantry_mapping *m)
{
    if (m->slots != m->small)
        free(m->slots);
    gantry_items_close(&m->items);
}

/* ---- one item ---- */
static bool is_mapped_item(const struct gantry_mapping *m, uint32_t i)
{
    const struct gantry_map *map = &m->maps[i];
    return map->param != GANTRY_PARAM_VALUE && map->param != GANTRY_PARAM_DEVPTR && !(map->flags & GANTRY_MAP_LOOKUP);
}

/* where the object begins: an attached pointer leads to it */
static uintptr_t base_of(const struct gantry_mapping *m, uint32_t i)
{
    const void *base = m->vals[i].base;
    if (!base)
        return item_begin(m, i);
    return m->maps[i].flags & GANTRY_MAP_ATTACH ? *(const uintptr_t *)base : (uintptr_t)base;
}

/* list item i, wherever it is mapped or not, for the checker */
static struct gantry_pair pair_of_item(const struct gantry_mapping *m, uint32_t i)
{
    return (struct gantry_pair){.device = m->dev->number,
                                .host = item_begin(m, i),
                                .size = m->vals[i].size,
                                .name = m->maps[i].name,
                                .where = gantry_item_place(m, i),
                                .object = gantry_item_object(m, i),
                                .base = base_of(m, i)};
}

/* By offsets and not by addresses, which differ from run to run. */
static int overlap_error(struct gantry_mapping *m, uint32_t i, const struct gantry_entry *e)
{
    const struct gantry_val *v = &m->vals[i];
    int64_t offset = (int64_t)(item_begin(m, i) - e->begin);
    struct gantry_pair item = pair_of_item(m, i), there = gantry_pair_of(m->dev, e);
    bool told = gantry_checker && gantry_checker->resized &&
                gantry_checker->resized(&item, &there, m->region->construct == GANTRY_UPDATE);
    m->at = gantry_item_place(m, i);
    return gantry_error(m->err, told ? GANTRY_ERR_TOLD : GANTRY_ERR_PARTLY_PRESENT,
                        "'%s' (%llu bytes, beginning %llu bytes %s) lies only partly in what is mapped already: '%s' "
                        "(%llu bytes), mapped at %s:%d. Map the larger range first, or release the smaller one before",
                        m->maps[i].name, (ull)v->size, (ull)(offset < 0 ? -offset : offset),
                        offset < 0 ? "before it" : "into it", e->name ? e->name : "?", (ull)(e->end - e->begin),
                        e->where.file ? e->where.file : "?", e->where.line);
}

static int absent_error(struct gantry_mapping *m, uint32_t i)
{
    const struct gantry_val *v = &m->vals[i];
    m->at = gantry_item_place(m, i);
    char size[40] = " leads to";
    if (v->size)
        snprintf(size, sizeof size, " (%llu bytes)", (ull)v->size);
    gantry_error(
        m->err, GANTRY_ERR_NOT_PRESENT,
        "%s'%s'%s is not mapped on device %d, as the present modifier demands. Map it before, with target data "
        "or target enter data",
        v->size ? "" : "what ", m->maps[i].name, size, m->dev->number);
    return faulty(m, i);
}

/* The entry that holds item i. An implicit map of a variable that is mapped in part uses that part. 0 with
 * entry NULL: nothing is mapped there; -1: the ranges conflict. */
static int find_item(struct gantry_mapping *m, uint32_t i, struct gantry_entry **out)
{
    const struct gantry_val *v = &m->vals[i];
    uintptr_t begin = item_begin(m, i), end = begin + v->size;
    if (v->size == 0) {
        *out = gantry_tree_at(m->dev->present, begin);
        return 0;
    }
    struct gantry_entry *e = gantry_tree_first(m->dev->present, begin, end);
    *out = e;
    if (!e || (e->begin <= begin && end <= e->end))
        return 0;
    if (m->maps[i].flags & GANTRY_MAP_IF_ABSENT) {
        *out = NULL;
        return 0;
    }
    bool single = !gantry_tree_first(m->dev->present, e->end, end);
    if ((m->maps[i].flags & GANTRY_MAP_IMPLICIT) && single)
        return 0;
    return overlap_error(m, i, e);
}

static void fill_slot(struct gantry_mapping *m, uint32_t i, struct gantry_entry *e)
{
    if (gantry_checker && e && e->name != m->maps[i].name) {
        struct gantry_pair item = pair_of_item(m, i);
        GANTRY_TELL(named, &item, e->dev);
    }
    m->slots[i].entry = e;
    m->slots[i].dev = e ? e->dev + (item_begin(m, i) - e->begin) : 0;
}

/* What the program has associated goes away when the program says so; who holds it meanwhile is counted. */
static bool may_count(const struct gantry_mapping *m, uint32_t i)
{
    const struct gantry_entry *e = m->slots[i].entry;
    return e && is_mapped_item(m, i) && m->vals[i].size &&
           (!e->infinite || (e->associated && m->maps[i].flags & GANTRY_MAP_HOLD));
}

struct counted {
    const struct gantry_entry *entry;
    uint32_t item;
};

static int by_entry(const void *a, const void *b, void *unused)
{
    (void)unused;
    const struct counted *x = a, *y = b;
    if (x->entry != y->entry)
        return (uintptr_t)x->entry < (uintptr_t)y->entry ? -1 : 1;
    return x->item < y->item ? -1 : x->item > y->item;
}

/* Once the slots are filled: the first item in each entry counts for all of the construct. */
static int mark_counting(struct gantry_mapping *m)
{
    struct counted small[COUNT_OF(m->small)], *all = small;
    uint32_t n = 0;
    if (m->n > COUNT_OF(small) && !(all = malloc(m->n * sizeof *all)))
        return gantry_error(m->err, 0, "out of host memory");
    for (uint32_t i = 0; i < m->n; i++) {
        m->slots[i].counts = false;
        if (may_count(m, i))
            all[n++] = (struct counted){m->slots[i].entry, i};
    }
    if (n > 1) /* qsort is the program's where -fcheck looks at what it does */
        qsort_r(all, n, sizeof *all, by_entry, NULL);
    for (uint32_t k = 0; k < n; k++)
        m->slots[all[k].item].counts = k == 0 || all[k].entry != all[k - 1].entry;
    if (all != small)
        free(all);
    return 0;
}

static bool counts(const struct gantry_mapping *m, uint32_t i) { return m->slots[i].counts; }

static _Atomic uint64_t *counter(const struct gantry_mapping *m, uint32_t i)
{
    struct gantry_entry *e = m->slots[i].entry;
    return m->maps[i].flags & GANTRY_MAP_HOLD ? &e->hold : &e->count;
}

/* The members of a structure that one construct lists have one range (5.8.3), with the structure itself where that is
 * listed too: a flexible array member lies after it. */
static bool is_member(const struct gantry_mapping *m, uint32_t i) { return m->maps[i].flags & GANTRY_MAP_MEMBER; }

static bool share_range(const struct gantry_mapping *m, uint32_t i, uint32_t j)
{
    const struct gantry_val *v = &m->vals[i], *w = &m->vals[j];
    if ((m->maps[i].flags ^ m->maps[j].flags) &
        GANTRY_MAP_ATTACH) /* one base is a pointer's address, the other its value */
        return false;
    return v->base == w->base && w->size && (is_member(m, i) || is_member(m, j)) &&
           (is_member(m, i) || v->begin == v->base) && (is_member(m, j) || w->begin == w->base);
}

static struct gantry_val range_of_members(const struct gantry_mapping *m, uint32_t i)
{
    struct gantry_val v = m->vals[i];
    uintptr_t begin = item_begin(m, i), end = begin + v.size;
    for (uint32_t j = i + 1; m->members && j < m->n; j++) /* earlier items have made their ranges already */
        if (is_mapped_item(m, j) && share_range(m, i, j)) {
            uintptr_t b = item_begin(m, j), e = b + m->vals[j].size;
            if (gantry_tree_first(m->dev->present, b, e))
                continue;
            begin = b < begin ? b : begin;
            end = e > end ? e : end;
        }
    v.begin = (void *)begin;
    v.size = end - begin;
    return v;
}

static int null_error(struct gantry_mapping *m, const char *name, uint64_t size)
{
    char text[300];
    gantry_error(m->err, GANTRY_ERR_HOST_MEMORY, "'%s' has %llu bytes, but its pointer is NULL", name, (ull)size);
    snprintf(text, sizeof text, "%.299s", m->err->text);
    gantry_tell_fault(m->err, text, name, &m->at);
    return -1;
}

static bool is_part(const struct gantry_mapping *m, uint32_t i, uint32_t j, const struct gantry_val *range)
{
    uintptr_t begin = item_begin(m, j), all = (uintptr_t)range->begin;
    return is_mapped_item(m, j) && (j == i || share_range(m, i, j)) && m->vals[j].size && begin >= all &&
           begin + m->vals[j].size <= all + range->size;
}

/* What the memory of a range is called: with -fcheck by all its items, "s.x, s.y"; else by the first, as in the
 * profile, which has a row for each item that is copied */
static const char *name_of_range(const struct gantry_mapping *m, uint32_t i, const struct gantry_val *range)
{
    struct gantry_message text = {0};
    if (!gantry_checker || range->size == m->vals[i].size || !m->maps[i].name)
        return m->maps[i].name;
    for (uint32_t j = i; j < m->n; j++)
        if (is_part(m, i, j, range) && m->maps[j].name)
            gantry_message_add(&text, "%s%s", *text.s ? ", " : "", m->maps[j].name);
    const char *name = gantry_name_kept(text.s);
    return name ? name : m->maps[i].name;
}

static void tell_parts(const struct gantry_mapping *m, uint32_t i, const struct gantry_val *range, uint64_t dev)
{
    for (uint32_t j = i; gantry_checker && range->size != m->vals[i].size && j < m->n; j++)
        if (is_part(m, i, j, range)) {
            struct gantry_pair part = pair_of_item(m, j);
            part.dev = dev + (part.host - (uintptr_t)range->begin);
            GANTRY_TELL(part, &part);
        }
}

static int create(struct gantry_mapping *m, uint32_t i, struct gantry_entry **out)
{
    const struct gantry_val range = range_of_members(m, i), *v = &range;
    struct gantry_loc where = m->at = gantry_item_place(m, i);
    const char *name = m->maps[i].name;
    uint64_t dev;
    if (!v->begin)
        return null_error(m, name, v->size);
    uint32_t skew = gantry_skew(m->maps[i].flags, v->begin);
    if (gantry_dev_alloc(m->dev, v->size + skew, v->begin, name_of_range(m, i, v), &where, &dev, m->err))
        return -1;
    if (gantry_tree_first(m->dev->present, (uintptr_t)v->begin, (uintptr_t)v->begin + v->size))
        return overlap_error(m, i,
                             gantry_tree_first(m->dev->present, (uintptr_t)v->begin, (uintptr_t)v->begin + v->size));
    *out = gantry_entry_add(m->dev, (uintptr_t)v->begin, v->size, dev + skew, name, &where);
    if (!*out)
        return gantry_error(m->err, 0, "out of host memory");
    (*out)->skew = skew;
    gantry_dev_mark_constant(m->dev, *out, m->maps[i].flags & GANTRY_MAP_CONST);
    (*out)->born = m->serial;
    gantry_entry_take(m, *out);
    (*out)->implicit = m->maps[i].flags & GANTRY_MAP_IMPLICIT;
    struct gantry_pair pair = gantry_pair_of(m->dev, *out);
    pair.object = gantry_item_object(m, i);
    pair.private = (m->maps[i].flags & GANTRY_MAP_COPY) != 0;
    if (v->base)
        pair.base = base_of(m, i);
    GANTRY_TELL(mapped, &pair);
    tell_parts(m, i, v, (*out)->dev);
    return gantry_links_publish(m->dev, *out, m->err) || gantry_attach_waiting(m, i, *out) ? -1 : 0;
}

/* ---- on entry ---- */
static bool wants_copy_in(const struct gantry_mapping *m, uint32_t i)
{
    uint32_t f = m->maps[i].flags;
    const struct gantry_entry *e = m->slots[i].entry;
    return e && m->vals[i].size && (f & GANTRY_MAP_TO) && !(f & GANTRY_MAP_PARENT) &&
           ((f & GANTRY_MAP_ALWAYS) || (e->born == m->serial && (!(f & GANTRY_MAP_IMPLICIT) || e->implicit)));
}

static int count_up(struct gantry_mapping *m)
{
    if (mark_counting(m))
        return -1;
    for (uint32_t i = 0; i < m->n; i++)
        if (counts(m, i))
            atomic_fetch_add(counter(m, i), 1);
    return 0;
}

static int copy_in(struct gantry_mapping *m)
{
    for (uint32_t i = 0; i < m->n; i++)
        if (is_mapped_item(m, i) && wants_copy_in(m, i) && gantry_transfer(m, i, GANTRY_MAP_TO))
            return -1;
    return 1;
}

/* A place of no bytes counts, too, unless a pointer leads nowhere. */
static bool must_be_there(const struct gantry_mapping *m, uint32_t i)
{
    return (m->maps[i].flags & GANTRY_MAP_PRESENT) && (m->vals[i].size || item_begin(m, i));
}

/* Everything is there already: 1 = done, 0 = the write lock is needed, -1 = error. */
static int enter_by_counting(struct gantry_mapping *m)
{
    uint32_t n = m->n;
    for (uint32_t i = 0; i < n; i++) {
        const struct gantry_map *map = &m->maps[i];
        struct gantry_entry *e = NULL;
        if (map->param == GANTRY_PARAM_VALUE || map->param == GANTRY_PARAM_DEVPTR)
            continue;
        if ((map->flags & GANTRY_MAP_ATTACH) && (map->flags & (GANTRY_MAP_ALWAYS | GANTRY_MAP_REATTACH)))
            return 0;
        if (map->flags & GANTRY_MAP_LOOKUP)
            e = gantry_tree_at(m->dev->present, item_begin(m, i));
        else if (find_item(m, i, &e) || (!e && (m->vals[i].size || must_be_there(m, i))))
            return 0;
        fill_slot(m, i, e);
    }
    if (count_up(m))
        return -1;
    return copy_in(m);
}

/* Of the rows alone: nothing is copied, attached or removed where all of them are there. */
static bool only_uses(const struct gantry_mapping *m)
{
    enum { NOT = GANTRY_MAP_ALWAYS | GANTRY_MAP_DELETE | GANTRY_MAP_HOLD | GANTRY_MAP_LIST | GANTRY_MAP_COPY };
    for (uint32_t i = 0; i < m->region->nmaps; i++)
        if (m->region->maps[i].flags & (uint32_t)NOT)
            return false;
    return true;
}

bool gantry_map_find(struct gantry_mapping *m)
{
    bool found = only_uses(m);
    pthread_rwlock_rdlock(&m->dev->present_lock);
    for (uint32_t i = 0; found && i < m->n; i++) {
        const struct gantry_map *map = &m->maps[i];
        struct gantry_entry *e = NULL;
        if (map->param == GANTRY_PARAM_VALUE || map->param == GANTRY_PARAM_DEVPTR)
            continue;
        if (map->flags & GANTRY_MAP_LOOKUP)
            e = gantry_tree_at(m->dev->present, item_begin(m, i));
        else
            found = find_item(m, i, &e) == 0 && (e || !m->vals[i].size);
        fill_slot(m, i, e);
        found = found && !gantry_must_attach(m, i);
    }
    found = found && !gantry_must_wait(m);
    pthread_rwlock_unlock(&m->dev->present_lock);
    return found;
}

/* An implicit map of an array of structures of which a part is mapped leaves the rest unmapped, with a mapper or
 * without. */
static bool is_left_out(struct gantry_mapping *m, uint32_t i, const struct gantry_entry *e)
{
    uint32_t flags = m->maps[i].flags;
    uintptr_t begin = item_begin(m, i), end = begin + m->vals[i].size;
    if (!(flags & GANTRY_MAP_IMPLICIT))
        return false;
    if (flags & GANTRY_MAP_PARENT) {
        bool partly = e && (begin < e->begin || end > e->end);
        m->partly_begin = partly ? begin : 0, m->partly_end = partly ? end : 0;
    }
    return !e && begin >= m->partly_begin && end <= m->partly_end;
}

static int enter_item(struct gantry_mapping *m, uint32_t i)
{
    const struct gantry_map *map = &m->maps[i];
    struct gantry_entry *e = NULL;
    if (find_item(m, i, &e))
        return -1;
    if (is_left_out(m, i, e) || (!e && (map->flags & GANTRY_MAP_NO_CREATE))) {
        fill_slot(m, i, NULL);
        return 0;
    }
    if (!e && must_be_there(m, i))
        return absent_error(m, i);
    bool parts = (map->flags & GANTRY_MAP_IF_ABSENT) &&
                 gantry_tree_first(m->dev->present, item_begin(m, i), item_begin(m, i) + m->vals[i].size);
    if (!e && m->vals[i].size && !parts && create(m, i, &e))
        return -1;
    fill_slot(m, i, e);
    return 0;
}

static int enter_fully(struct gantry_mapping *m)
{
    uint32_t n = m->n;
    memset(m->slots, 0, n * sizeof *m->slots);
    m->members = false;
    m->partly_begin = m->partly_end = 0;
    for (uint32_t i = 0; i < n; i++)
        m->members |= is_member(m, i);
    for (uint32_t i = 0; i < n; i++)
        if (is_mapped_item(m, i) && enter_item(m, i))
            return -1;
    if (count_up(m))
        return -1;
    for (uint32_t i = 0; i < n; i++) /* what this construct maps is found as well */
        if (m->maps[i].flags & GANTRY_MAP_LOOKUP)
            fill_slot(m, i, gantry_tree_at(m->dev->present, item_begin(m, i)));
    for (uint32_t i = 0; i < n; i++)
        if ((m->maps[i].flags & GANTRY_MAP_ATTACH) && gantry_attach(m, i))
            return -1;
    return copy_in(m); /* last: copies leave attached pointers alone */
}

static bool brings(const struct gantry_mapping *m, uint32_t j, uint32_t i)
{
    return (m->maps[j].flags & GANTRY_MAP_TO) && !(m->maps[j].flags & GANTRY_MAP_IMPLICIT) && is_mapped_item(m, j) &&
           item_begin(m, j) < item_begin(m, i) + m->vals[i].size &&
           item_begin(m, i) < item_begin(m, j) + m->vals[j].size;
}

/* A member that is listed without `to` has no value, though the structure that comes along has brought one. */
static void tell_valueless(const struct gantry_mapping *m)
{
    for (uint32_t i = 0; i < m->n && gantry_checker; i++) {
        const struct gantry_entry *e = m->slots[i].entry;
        uint32_t f = m->maps[i].flags, j = 0;
        if (!is_member(m, i) || !is_mapped_item(m, i) || !e || e->born != m->serial ||
            (f & (GANTRY_MAP_TO | GANTRY_MAP_IMPLICIT | GANTRY_MAP_PARENT)))
            continue;
        while (j < m->n && !brings(m, j, i))
            j++;
        if (j == m->n)
            GANTRY_TELL(valueless, m->dev->number, m->slots[i].dev, m->vals[i].size);
    }
}

/* the byte behind what a list item brings, or says nothing of by itself, from `at` on; `at`: no item has that byte. The
 * pointer that an item is reached by has been attached. */
static uintptr_t listed_upto(const struct gantry_mapping *m, uintptr_t at, uintptr_t *next)
{
    for (uint32_t j = 0; j < m->n; j++) {
        uint32_t f = m->maps[j].flags;
        uintptr_t begin = item_begin(m, j), end = begin + m->vals[j].size, base = (uintptr_t)m->vals[j].base;
        if (f & GANTRY_MAP_ATTACH && base <= at && at < base + sizeof(void *))
            return base + sizeof(void *);
        if (f & GANTRY_MAP_ATTACH && base > at && base < *next)
            *next = base;
        if (f & GANTRY_MAP_IMPLICIT || !is_mapped_item(m, j))
            continue;
        if (begin <= at && at < end)
            return end;
        if (begin > at && begin < *next)
            *next = begin;
    }
    return at;
}

/* a list item that is a part of item i; m->n: there is none */
static uint32_t listed_part(const struct gantry_mapping *m, uint32_t i)
{
    uintptr_t begin = item_begin(m, i), end = begin + m->vals[i].size;
    uint32_t j = 0;
    for (; j < m->n; j++)
        if (is_member(m, j) && is_mapped_item(m, j) && !(m->maps[j].flags & GANTRY_MAP_IMPLICIT) &&
            begin <= item_begin(m, j) && item_begin(m, j) + m->vals[j].size <= end)
            break;
    return j;
}

/* Where a pointer leads to a structure of which members are listed, the others have no value, though the structure that
 * comes along has brought one: nothing maps them. (A structure that the region names is mapped implicitly.) */
static void tell_unlisted(const struct gantry_mapping *m)
{
    for (uint32_t i = 0; i < m->n && gantry_checker; i++) {
        const struct gantry_entry *e = m->slots[i].entry;
        const uint32_t way = GANTRY_MAP_IMPLICIT | GANTRY_MAP_MEMBER | GANTRY_MAP_TO;
        uint32_t part = m->n;
        if ((m->maps[i].flags & (way | GANTRY_MAP_FROM | GANTRY_MAP_PARENT)) == way && is_mapped_item(m, i) && e &&
            e->born == m->serial)
            part = listed_part(m, i);
        if (part == m->n)
            continue;
        struct gantry_pair item = pair_of_item(m, part);
        uintptr_t begin = item_begin(m, i), end = begin + m->vals[i].size;
        for (uintptr_t at = begin, next; at < end; at = next) {
            next = end;
            uintptr_t upto = listed_upto(m, at, &next);
            if (upto == at)
                GANTRY_TELL(unlisted, &item, m->slots[i].dev + (at - begin), next - at);
            else
                next = upto;
        }
    }
}

static void tell_holds(const struct gantry_mapping *m)
{
    for (uint32_t i = 0; i < m->n && gantry_checker; i++) {
        uint32_t f = m->maps[i].flags;
        struct gantry_pair p = pair_of_item(m, i);
        p.dev = m->slots[i].dev;
        if (counts(m, i) && !(f & GANTRY_MAP_PARENT))
            GANTRY_TELL(holds, &p, (f & GANTRY_MAP_TO) != 0, (f & GANTRY_MAP_FROM) != 0);
    }
}

static int arrive(struct gantry_mapping *m)
{
    int rc = gantry_carry_out(m, false);
    tell_holds(m);
    tell_valueless(m);
    tell_unlisted(m);
    bool any = false;
    for (uint32_t i = 0; i < m->n; i++)
        if (counts(m, i) && m->slots[i].entry->mover == m->serial) {
            m->slots[i].entry->mover = 0;
            atomic_fetch_sub(&m->dev->nmoving, 1);
            any = true;
        }
    if (any)
        gantry_all_moved(m->dev);
    return rc;
}

static void wait_for_others(const struct gantry_mapping *m, uint64_t seen)
{
    const struct gantry_loc *where = &m->region->loc;
    GANTRY_BEGINS(event, GANTRY_OP_WAIT, m->dev->number, .name = "copies of others", .where = where);
    gantry_wait_for_moves(m->dev, seen);
    GANTRY_ENDS(event);
}

/* Tries `by_counting` under the read lock, then `fully` under the write lock; waits and begins again while another
 * construct copies an entry that this one needs. 1 = done, -1 = error. */
static int at_work(struct gantry_mapping *m, int (*by_counting)(struct gantry_mapping *),
                   int (*fully)(struct gantry_mapping *), bool uses)
{
    gantry_dev_settles(m->dev);
    for (;;) {
        uint64_t seen = m->dev->moves;
        int rc = 0;
        bool wait = false;
        for (int full = 0; full < 2 && rc == 0 && !wait; full++) {
            if (full)
                pthread_rwlock_wrlock(&m->dev->present_lock);
            else
                pthread_rwlock_rdlock(&m->dev->present_lock);
            wait = gantry_must_wait(m);
            rc = wait ? 0 : (full ? fully : by_counting)(m);
            if (rc == 1 && uses)
                gantry_map_use(m, true);
            pthread_rwlock_unlock(&m->dev->present_lock);
        }
        if (rc)
            return rc;
        wait_for_others(m, seen);
    }
}

int gantry_map_enter(struct gantry_mapping *m)
{
    return at_work(m, enter_by_counting, enter_fully, m->region->construct == GANTRY_TARGET) < 0 ? -1 : arrive(m);
}

void gantry_map_use(struct gantry_mapping *m, bool begin)
{
    for (uint32_t i = 0; i < m->n; i++)
        if (m->slots[i].entry)
            atomic_fetch_add(&m->slots[i].entry->users, begin ? 1u : ~0u);
}

/* ---- on exit ---- */
static int find_for_exit(struct gantry_mapping *m)
{
    for (uint32_t i = 0; i < m->n; i++) {
        struct gantry_entry *e = NULL;
        if (is_mapped_item(m, i) && find_item(m, i, &e))
            return -1;
        if (!e && is_mapped_item(m, i) && (m->maps[i].flags & GANTRY_MAP_PRESENT) &&
            m->region->construct == GANTRY_EXIT_DATA)
            return absent_error(m, i);
        if (!e && is_mapped_item(m, i) && m->vals[i].size && m->region->construct == GANTRY_EXIT_DATA) {
            struct gantry_pair item = pair_of_item(m, i);
            GANTRY_TELL(absent, &item, "target exit data");
        }
        fill_slot(m, i, e);
    }
    return mark_counting(m);
}

/* Counts down where nothing goes away: 1 = done, 0 = the write lock is needed, -1 = error. */
static int exit_by_counting(struct gantry_mapping *m)
{
    uint32_t n = m->n, i;
    if (find_for_exit(m))
        return -1;
    for (i = 0; i < n; i++)
        if (m->slots[i].entry && (m->maps[i].flags & (GANTRY_MAP_DELETE | GANTRY_MAP_HOLD | GANTRY_MAP_REATTACH)))
            return 0;
    for (i = 0; i < n; i++) {
        if (!counts(m, i))
            continue;
        uint64_t c = atomic_load(counter(m, i));
        while (c > 1 && !atomic_compare_exchange_weak(counter(m, i), &c, c - 1))
            ;
        if (c <= 1)
            break;
    }
    if (i < n) {
        while (i-- > 0)
            if (counts(m, i))
                atomic_fetch_add(counter(m, i), 1);
        return 0;
    }
    for (i = n; i-- > 0;) {
        uint32_t f = m->maps[i].flags;
        if (is_mapped_item(m, i) && m->slots[i].entry && m->vals[i].size && (f & GANTRY_MAP_FROM) &&
            (f & GANTRY_MAP_ALWAYS) && !(f & GANTRY_MAP_PARENT) && gantry_transfer(m, i, GANTRY_MAP_FROM))
            return -1;
    }
    return 1;
}

static void count_down(struct gantry_mapping *m)
{
    for (uint32_t i = 0; i < m->n; i++) {
        struct gantry_entry *e = m->slots[i].entry;
        if (counts(m, i) && *counter(m, i) > 0)
            atomic_fetch_sub(counter(m, i), 1);
        if (e && is_mapped_item(m, i) && m->vals[i].size && (m->maps[i].flags & GANTRY_MAP_DELETE) && !e->infinite)
            atomic_store(&e->count, 0);
    }
}

static int in_use_error(struct gantry_mapping *m, uint32_t i, const struct gantry_entry *e)
{
    m->at = gantry_item_place(m, i);
    return gantry_error(m->err, 0,
                        "'%s' is released while a target region that uses it still runs in another "
                        "thread; it was mapped as '%s' at %s:%d. Wait for that region first",
                        m->maps[i].name, e->name ? e->name : "?", e->where.file ? e->where.file : "?", e->where.line);
}

/* Under the write lock: entries whose count became 0 belong to this construct alone from now on (it is their mover). */
static int take_gone(struct gantry_mapping *m)
{
    for (uint32_t i = m->n; i-- > 0;) {
        struct gantry_entry *e = m->slots[i].entry;
        if (!counts(m, i) || !gantry_is_gone(e))
            continue;
        if (e->users)
            return in_use_error(m, i, e);
        gantry_entry_take(m, e);
        m->slots[i].leaves = true;
    }
    return 0;
}

/* before anything is counted down: where nothing is counted any more, no action is taken (OpenACC 3.3, 2.7.9) */
static void note_detached(struct gantry_mapping *m)
{
    for (uint32_t i = 0; i < m->n; i++)
        m->slots[i].detaches = gantry_counts_attachment(&m->maps[i]) && m->slots[i].entry && *counter(m, i) > 0;
}

/* before anything is copied back: copies leave attached pointers alone */
static int detach(struct gantry_mapping *m)
{
    for (uint32_t i = m->n; i-- > 0;)
        if (m->slots[i].detaches && gantry_detach(m, i))
            return -1;
    return 0;
}

static int exit_fully(struct gantry_mapping *m)
{
    if (find_for_exit(m))
        return -1;
    note_detached(m);
    count_down(m);
    if (take_gone(m) || detach(m))
        return -1;
    for (uint32_t i = m->n; i-- > 0;) {
        uint32_t f = m->maps[i].flags;
        const struct gantry_entry *e = m->slots[i].entry;
        if (e && is_mapped_item(m, i) && m->vals[i].size && (f & GANTRY_MAP_FROM) && !(f & GANTRY_MAP_PARENT) &&
            ((f & GANTRY_MAP_ALWAYS) || gantry_is_gone(e)) && gantry_transfer(m, i, GANTRY_MAP_FROM))
            return -1;
    }
    return 1;
}

static bool leaves(const struct gantry_mapping *m, uint32_t i) { return counts(m, i) && m->slots[i].leaves; }

/* Under the write lock: removes the entries that take_gone took. 1 = done, 0 = another thread still copies one, -1 =
 * error.
 */
static int unlink_gone(struct gantry_mapping *m)
{
    for (uint32_t i = 0; i < m->n; i++)
        if (leaves(m, i) && m->slots[i].entry->pins)
            return 0;
    for (uint32_t i = m->n; i-- > 0;) {
        if (!leaves(m, i))
            continue;
        m->at = gantry_item_place(m, i);
        if (gantry_links_withdraw(m->dev, m->slots[i].entry, m->err))
            return -1;
        gantry_entry_unlink(m->dev, m->slots[i].entry);
        atomic_fetch_sub(&m->dev->nmoving, 1);
    }
    return 1;
}

static int leave(struct gantry_mapping *m)
{
    bool any = false;
    for (uint32_t i = 0; i < m->n; i++)
        any |= leaves(m, i);
    for (int rc = 0; any && rc == 0;) {
        uint64_t seen = m->dev->moves;
        pthread_rwlock_wrlock(&m->dev->present_lock);
        rc = unlink_gone(m);
        pthread_rwlock_unlock(&m->dev->present_lock);
        if (rc < 0)
            return -1;
        if (rc == 0)
            wait_for_others(m, seen);
    }
    if (any)
        gantry_all_moved(m->dev);
    for (uint32_t i = m->n; i-- > 0;) {
        struct gantry_entry *e = m->slots[i].entry;
        struct gantry_loc where = gantry_item_place(m, i);
        if (!leaves(m, i))
            continue;
        struct gantry_pair pair = gantry_pair_of(m->dev, e);
        pair.private = (m->maps[i].flags & GANTRY_MAP_COPY) != 0;
        GANTRY_TELL(unmapped, &pair, &where);
        if (gantry_dev_free(m->dev, e->dev - e->skew, e->end - e->begin + e->skew, e->name, &where, m->err))
            return -1;
        gantry_entry_free(e);
    }
    return 0;
}

int gantry_map_exit(struct gantry_mapping *m)
{
    if (at_work(m, exit_by_counting, exit_fully, false) < 0 || gantry_carry_out(m, true))
        return -1;
    return leave(m);
}

/* ---- target update ---- */
static int update_item(struct gantry_mapping *m, uint32_t i)
{
    uint32_t f = m->maps[i].flags;
    struct gantry_entry *e = NULL;
    if (!m->vals[i].size || (f & GANTRY_MAP_PARENT) || !(f & (GANTRY_MAP_TO | GANTRY_MAP_FROM)))
        return 0; /* a mapper lists items of both directions */
    if (find_item(m, i, &e))
        return -1;
    fill_slot(m, i, e);
    if (!e && !(f & (GANTRY_MAP_PRESENT | GANTRY_MAP_IMPLICIT))) {
        struct gantry_pair item = pair_of_item(m, i);
        GANTRY_TELL(absent, &item, "target update");
    }
    if (!e)
        return f & GANTRY_MAP_PRESENT ? absent_error(m, i) : 0;
    return gantry_transfer(m, i, f & (GANTRY_MAP_TO | GANTRY_MAP_FROM));
}

static int update_all(struct gantry_mapping *m)
{
    for (uint32_t i = 0; i < m->n; i++)
        if (update_item(m, i))
            return -1;
    return 1;
}

int gantry_map_update(struct gantry_mapping *m)
{
    return at_work(m, update_all, update_all, false) < 0 ? -1 : gantry_carry_out(m, false);
}

/* ---- outside of map clauses ---- */
bool gantry_translate_from(struct gantry_dev *d, const void *p, const void *origin, uint64_t *dev)
{
    pthread_rwlock_rdlock(&d->present_lock);
    const struct gantry_entry *e = gantry_tree_at(d->present, (uintptr_t)p);
    if (e) {
        *dev = e->dev + ((uintptr_t)origin - e->begin);
        gantry_dev_outside(d, e, *dev);
        GANTRY_NOTE(GANTRY_OP_ADDRESS, d->number, .address = e->dev, .host = (const void *)e->begin);
    }
    pthread_rwlock_unlock(&d->present_lock);
    return e != NULL;
}

bool gantry_translate(struct gantry_dev *d, const void *p, uint64_t *dev)
{
    return gantry_translate_from(d, p, p, dev);
}

bool gantry_is_mapped(struct gantry_dev *d, const void *p, uint64_t n)
{
    uintptr_t begin = (uintptr_t)p, end = begin + (n ? n : 1);
    pthread_rwlock_rdlock(&d->present_lock);
    while (begin < end) { /* neighbours may have been mapped each for itself */
        const struct gantry_entry *e = gantry_tree_at(d->present, begin);
        if (!e)
            break;
        begin = e->end;
    }
    pthread_rwlock_unlock(&d->present_lock);
    return begin >= end;
}

uint64_t gantry_mapped_rest(struct gantry_dev *d, const void *p)
{
    pthread_rwlock_rdlock(&d->present_lock);
    const struct gantry_entry *e = gantry_tree_at(d->present, (uintptr_t)p);
    uint64_t rest = e ? e->end - (uintptr_t)p : 0;
    pthread_rwlock_unlock(&d->present_lock);
    return rest;
}

bool gantry_is_touched(struct gantry_dev *d, const void *p, uint64_t n)
{
    pthread_rwlock_rdlock(&d->present_lock);
    bool touched = gantry_tree_first(d->present, (uintptr_t)p, (uintptr_t)p + n) != NULL;
    pthread_rwlock_unlock(&d->present_lock);
    return touched;
}

static const struct gantry_entry *by_device_address(const struct gantry_entry *e, uint64_t dev)
{
    const struct gantry_entry *found = NULL;
    if (!e || (dev >= e->dev && dev - e->dev < e->end - e->begin))
        return e;
    found = by_device_address(e->left, dev);
    return found ? found : by_device_address(e->right, dev);
}

void *gantry_host_of(struct gantry_dev *d, uint64_t dev)
{
    pthread_rwlock_rdlock(&d->present_lock);
    const struct gantry_entry *e = by_device_address(d->present, dev);
    uintptr_t host = e ? e->begin + (dev - e->dev) : 0;
    pthread_rwlock_unlock(&d->present_lock);
    return (void *)host;
}

int gantry_associate(struct gantry_dev *d, const void *host, uint64_t dev, uint64_t size, const char *name,
                     struct gantry_module *module, const struct gantry_loc *where, struct gantry_err *err)
{
    uintptr_t begin = (uintptr_t)host;
    int rc = 0;
    pthread_rwlock_wrlock(&d->present_lock);
    struct gantry_entry *e = gantry_tree_first(d->present, begin, begin + size);
    bool same = e && e->infinite && e->begin == begin && e->end == begin + size && e->dev == dev;
    if (e && module && e->module && e->module != module && e->begin == begin) /* the dynamic linker joined them */
        rc = gantry_error(err, 0,
                          "declare target variable '%s' is defined by '%s' and by '%s'; on the host they share one, on "
                          "the device each has its own. Make it static or hidden, or link the library with "
                          "-Wl,-Bsymbolic",
                          name, e->module->name, module->name);
    else if (e && !same)
        rc = gantry_error(err, 0, "'%s' (%llu bytes) overlaps '%s' (%llu bytes), mapped at %s:%d", name ? name : "?",
                          (ull)size, e->name ? e->name : "?", (ull)(e->end - e->begin),
                          e->where.file ? e->where.file : "?", e->where.line);
    else if (!e && !(e = gantry_entry_add(d, begin, size, dev, name, where)))
        rc = gantry_error(err, 0, "out of host memory");
    if (rc == 0 && !same) {
        e->infinite = true;
        e->module = module;
        e->associated = !module;
        struct gantry_pair pair = gantry_pair_of(d, e);
        if (module && (pair.object = gantry_object_of_variable(host)) != NULL)
            pair.base = begin;
        GANTRY_TELL(mapped, &pair);
        if (!module) /* the program's doing */
            GANTRY_NOTE(GANTRY_OP_ASSOCIATE, d->number, .bytes = size, .name = name, .host = host, .address = dev);
    }
    pthread_rwlock_unlock(&d->present_lock);
    return rc;
}

enum gantry_disassociated gantry_disassociate(struct gantry_dev *d, const void *host)
{
    pthread_rwlock_wrlock(&d->present_lock);
    struct gantry_entry *e = gantry_tree_at(d->present, (uintptr_t)host);
    bool known = e && e->associated && e->begin == (uintptr_t)host, held = known && (e->hold || e->users);
    if (known && !held) {
        struct gantry_pair pair = gantry_pair_of(d, e);
        GANTRY_TELL(unmapped, &pair, &e->where);
        GANTRY_NOTE(GANTRY_OP_DISASSOCIATE, d->number, .bytes = e->end - e->begin, .name = e->name, .host = host,
                    .address = e->dev);
        gantry_entry_drop(d, e);
    }
    pthread_rwlock_unlock(&d->present_lock);
    return held ? GANTRY_STILL_HELD : known ? GANTRY_DISASSOCIATED : GANTRY_NOT_ASSOCIATED;
}

bool gantry_is_mapping_memory(struct gantry_dev *d, uint64_t dev, const char **name, struct gantry_loc *where)
{
    pthread_rwlock_rdlock(&d->present_lock);
    const struct gantry_entry *e = by_device_address(d->present, dev);
    bool made = e && !e->associated;
    if (made) {
        *name = e->name ? e->name : "?";
        *where = e->where;
    }
    pthread_rwlock_unlock(&d->present_lock);
    return made;
}

static struct gantry_entry *of_module(struct gantry_entry *e, const struct gantry_module *m)
{
    struct gantry_entry *found = NULL;
    if (!e || e->module == m)
        return e;
    found = of_module(e->left, m);
    return found ? found : of_module(e->right, m);
}

void gantry_forget_module(struct gantry_dev *d, const struct gantry_module *m)
{
    struct gantry_entry *e;
    pthread_rwlock_wrlock(&d->present_lock);
    while ((e = of_module(d->present, m)) != NULL) {
        struct gantry_pair pair = gantry_pair_of(d, e);
        GANTRY_TELL(unmapped, &pair, &e->where);
        gantry_entry_drop(d, e);
    }
    for (struct gantry_link **p = &d->links; *p;) {
        struct gantry_link *l = *p;
        if (l->module != m) {
            p = &l->next;
            continue;
        }
        *p = l->next;
        free(l);
    }
    pthread_rwlock_unlock(&d->present_lock);
}

uint64_t gantry_present_bytes(int device, uint64_t *entries)
{
    struct gantry_dev *d = gantry_dev_if_open(device);
    uint64_t bytes = 0, n = 0;
    if (d) {
        pthread_rwlock_rdlock(&d->present_lock);
        bytes = d->present_bytes, n = d->present_count;
        pthread_rwlock_unlock(&d->present_lock);
    }
    if (entries)
        *entries = n;
    return bytes;
}
