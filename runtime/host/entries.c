/* entries.c: entries of a device's present table are made and dropped; pointer attachment: the device copy of a pointer
 * is made to point to the device copy of its target (OpenMP 5.2, 5.8.6). */
#include <stdlib.h>
#include <string.h>

#include "present.h"

struct gantry_loc gantry_item_place(const struct gantry_mapping *m, uint32_t i)
{
    struct gantry_loc l = m->region->loc;
    if (m->maps[i].line > 0)
        l.line = m->maps[i].line, l.col = m->maps[i].col;
    return l;
}

/* ---- entries come and go ---- */
struct gantry_entry *gantry_entry_add(struct gantry_dev *d, uintptr_t begin, uint64_t size, uint64_t dev,
                                      const char *name, const struct gantry_loc *where)
{
    struct gantry_entry *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->begin = begin, e->end = begin + size, e->dev = dev, e->name = name, e->where = *where;
    gantry_tree_insert(&d->present, e);
    atomic_fetch_add(&d->changes, 1);
    d->present_bytes += size;
    d->present_count++;
    return e;
}

static size_t first_waiting(const struct gantry_dev *d, uintptr_t from)
{ /* with pointer >= from */
    size_t lo = 0, hi = d->nwaiting;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (d->waiting[mid].pointer < from)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* Dead rows stay until they are half of all: so dropping many targets takes no longer than mapping them did. */
static void forget_waiting(struct gantry_dev *d, const struct gantry_entry *target)
{
    size_t from = target->awaited == 1 ? first_waiting(d, target->awaited_by) : 0, n = 0;
    for (size_t i = from, left = target->awaited; i < d->nwaiting && left; i++)
        if (d->waiting[i].target == target) {
            d->waiting[i].target = NULL;
            d->gone_waiting++;
            left--;
        } else if (target->awaited == 1)
            break; /* the pointer waits for another one by now */
    if (2 * d->gone_waiting <= d->nwaiting)
        return;
    for (size_t i = 0; i < d->nwaiting; i++)
        if (d->waiting[i].target)
            d->waiting[n++] = d->waiting[i];
    d->nwaiting = n;
    d->gone_waiting = 0;
}

void gantry_entry_unlink(struct gantry_dev *d, struct gantry_entry *e)
{
    if (e->awaited)
        forget_waiting(d, e);
    gantry_tree_remove(&d->present, e);
    atomic_fetch_add(&d->changes, 1);
    d->present_bytes -= e->end - e->begin;
    d->present_count--;
}

void gantry_entry_free(struct gantry_entry *e)
{
    free(e->attached);
    free(e);
}

void gantry_entry_drop(struct gantry_dev *d, struct gantry_entry *e)
{
    gantry_entry_unlink(d, e);
    gantry_entry_free(e);
}

/* ---- attachment ---- */
size_t gantry_attached_from(const struct gantry_entry *e, uint64_t from)
{ /* with offset >= from */
    size_t lo = 0, hi = e->nattached;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (e->attached[mid].offset < from)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

int gantry_remember_attached(const struct gantry_dev *d, struct gantry_entry *e, uint64_t offset, uint64_t value,
                             struct gantry_err *err)
{
    size_t k = gantry_attached_from(e, offset);
    if (k == e->nattached || e->attached[k].offset != offset) {
        if (e->nattached == e->cap) {
            size_t cap = e->cap ? 2 * e->cap : 4;
            struct gantry_attached *grown = realloc(e->attached, cap * sizeof *grown);
            if (!grown)
                return gantry_error(err, 0, "out of host memory");
            e->attached = grown, e->cap = cap;
        }
        memmove(&e->attached[k + 1], &e->attached[k], (e->nattached - k) * sizeof *e->attached);
        e->nattached++;
    }
    e->attached[k] = (struct gantry_attached){offset, value, 1};
    if (d->plugin->mark)
        d->plugin->mark(d->handle, e->dev + offset, sizeof value, GANTRY_MARK_ATTACHED);
    return 0;
}

/* `map(to: s.p[0:n])` and later `map(s)`: the pointer is attached when the structure comes. */
static int wait_for_pointer(struct gantry_dev *d, uintptr_t pointer, struct gantry_entry *target,
                            struct gantry_err *err)
{
    size_t k = first_waiting(d, pointer);
    if (k == d->nwaiting || d->waiting[k].pointer != pointer) {
        if (d->nwaiting == d->cap_waiting) {
            size_t cap = d->cap_waiting ? 2 * d->cap_waiting : 8;
            struct gantry_waiting *grown = realloc(d->waiting, cap * sizeof *grown);
            if (!grown)
                return gantry_error(err, 0, "out of host memory");
            d->waiting = grown, d->cap_waiting = cap;
        }
        memmove(&d->waiting[k + 1], &d->waiting[k], (d->nwaiting - k) * sizeof *d->waiting);
        d->nwaiting++;
    } else if (!d->waiting[k].target)
        d->gone_waiting--;
    d->waiting[k] = (struct gantry_waiting){pointer, target};
    target->awaited++;
    target->awaited_by = pointer;
    return 0;
}

int gantry_attach_waiting(struct gantry_mapping *m, uint32_t i, struct gantry_entry *e)
{
    struct gantry_loc where = gantry_item_place(m, i);
    for (size_t k = first_waiting(m->dev, e->begin); k < m->dev->nwaiting; k++) {
        const struct gantry_waiting *w = &m->dev->waiting[k];
        uintptr_t value;
        if (w->pointer + sizeof value > e->end)
            break;
        if (!w->target)
            continue;
        memcpy(&value, (const void *)w->pointer, sizeof value);
        if (value < w->target->begin || value >= w->target->end)
            continue; /* it points elsewhere by now */
        uint64_t address = w->target->dev + (value - w->target->begin), offset = w->pointer - e->begin;
        gantry_dev_outside(m->dev, w->target, address);
        if (gantry_dev_to(m->dev, e->dev + offset, &address, sizeof address, NULL, &where, m->err) ||
            gantry_remember_attached(m->dev, e, offset, address, m->err))
            return -1;
        GANTRY_TELL(attached, m->dev->number, e->dev + offset);
    }
    return 0;
}

/* what the device's copy of the pointer is to be */
static uint64_t attached_value(const struct gantry_mapping *m, uint32_t i)
{
    uintptr_t target;
    memcpy(&target, m->vals[i].base, sizeof target);
    return m->slots[i].dev + (target - item_begin(m, i));
}

static bool is_attached(const struct gantry_mapping *m, uint32_t i, const struct gantry_entry *p)
{
    uint64_t offset = (uintptr_t)m->vals[i].base - p->begin;
    size_t k = gantry_attached_from(p, offset);
    return k < p->nattached && p->attached[k].offset == offset && p->attached[k].value == attached_value(m, i);
}

bool gantry_must_attach(const struct gantry_mapping *m, uint32_t i)
{
    if (!gantry_counts_attachment(&m->maps[i]) || !m->slots[i].entry)
        return false;
    uintptr_t at = (uintptr_t)m->vals[i].base;
    const struct gantry_entry *p = gantry_tree_at(m->dev->present, at);
    return p && at + sizeof(void *) <= p->end && !is_attached(m, i, p);
}

int gantry_attach(struct gantry_mapping *m, uint32_t i)
{
    const struct gantry_val *v = &m->vals[i];
    const struct gantry_map *map = &m->maps[i];
    uintptr_t at = (uintptr_t)v->base;
    struct gantry_entry *p = gantry_tree_at(m->dev->present, at), *t = m->slots[i].entry;
    if (!p && t && t->born == m->serial)
        return wait_for_pointer(m->dev, at, t, m->err);
    if (!p || !t || at + sizeof(void *) > p->end)
        return 0;
    bool is_new = p->born == m->serial || t->born == m->serial;
    if (!is_new && gantry_counts_attachment(map) && is_attached(m, i, p)) {
        p->attached[gantry_attached_from(p, at - p->begin)].count++;
        return 0;
    }
    if (!is_new && !(map->flags & GANTRY_MAP_ALWAYS) && !gantry_must_attach(m, i))
        return 0;
    uint64_t value = attached_value(m, i), offset = at - p->begin;
    struct gantry_loc where = gantry_item_place(m, i);
    gantry_dev_outside(m->dev, t, value);
    if (gantry_dev_to(m->dev, p->dev + offset, &value, sizeof value, NULL, &where, m->err))
        return -1;
    GANTRY_TELL(attached, m->dev->number, p->dev + offset);
    return gantry_remember_attached(m->dev, p, offset, value, m->err);
}
