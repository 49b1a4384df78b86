/* moves.c: the copies that map clauses ask for, which leave attached pointers as they are, and waiting for copies of
 * other constructs. */
#include <stdlib.h>
#include <string.h>

#include "present.h"

/* ---- copies that leave attached pointers alone ---- */
static bool attached_range(const struct gantry_entry *e, uint64_t begin, uint64_t end, size_t *lo, size_t *hi)
{
    *lo = gantry_attached_from(e, begin < sizeof(void *) ? 0 : begin - sizeof(void *) + 1);
    *hi = gantry_attached_from(e, end);
    return *lo < *hi;
}

/* Puts the right bytes of each attached pointer into the buffer for [begin, begin+n): those of `from`, or the device
 * pointer's. */
static void patch(const struct gantry_entry *e, uint64_t begin, uint64_t n, size_t lo, size_t hi, char *buffer,
                  const char *from /* NULL: the device pointers */)
{
    for (size_t k = lo; k < hi; k++)
        for (size_t b = 0; b < sizeof(void *); b++) {
            uint64_t at = e->attached[k].offset + b;
            if (at >= begin && at < begin + n)
                buffer[at - begin] = from ? from[at - begin] : ((const char *)&e->attached[k].value)[b];
        }
}

static int copy_range(struct gantry_mapping *m, uint32_t i, uintptr_t begin, uintptr_t end, bool to)
{
    const struct gantry_entry *e = m->slots[i].entry;
    struct gantry_loc where = m->at = gantry_item_place(m, i);
    const char *name = m->maps[i].name;
    size_t lo, hi;
    bool own = e->mover == m->serial, pinned = m->slots[i].copy && !own; /* pinned entries have no attached pointers */
    if (begin < e->begin)
        begin = e->begin;
    if (end > e->end)
        end = e->end;
    uint64_t n = end - begin, offset = begin - e->begin, dev = e->dev + offset;
    char *host = (char *)begin, *staged = NULL;
    enum gantry_wanted wanted = m->region->construct == GANTRY_UPDATE  ? GANTRY_BY_UPDATE
                                : m->maps[i].flags & GANTRY_MAP_ALWAYS ? GANTRY_BY_ALWAYS
                                                                       : GANTRY_BY_MAP;
    struct gantry_pair pair = {
        .device = m->dev->number, .host = begin, .dev = dev, .size = n, .name = name, .where = where};
    pair.private = (m->maps[i].flags & GANTRY_MAP_COPY) != 0;
    if (to)
        GANTRY_TELL(moving_to, &pair, &where, wanted);
    else
        GANTRY_TELL(moving_from, &pair, &where, wanted);
    if (pinned || !attached_range(e, offset, offset + n, &lo, &hi))
        return to ? gantry_dev_to(m->dev, dev, host, n, name, &where, m->err)
                  : gantry_dev_from(m->dev, host, dev, n, name, &where, m->err);
    if (!(staged = malloc(n)))
        return gantry_error(m->err, 0, "out of host memory");
    int rc;
    if (to) {
        rc = gantry_dev_host(m->dev, staged, host, n, false, name, &where, m->err);
        patch(e, offset, n, lo, hi, staged, NULL);
        if (rc == 0)
            rc = gantry_dev_to(m->dev, dev, staged, n, name, &where, m->err);
    } else {
        rc = gantry_dev_from(m->dev, staged, dev, n, name, &where, m->err);
        if (rc == 0) {
            patch(e, offset, n, lo, hi, staged, host);
            rc = gantry_dev_host(m->dev, host, staged, n, true, name, &where, m->err);
        }
    }
    free(staged);
    return rc;
}

static int copy_pieces(struct gantry_mapping *m, uint32_t i, const struct gantry_section *s, uint32_t dim, uintptr_t at,
                       bool to)
{
    if (dim == s->ndims)
        return copy_range(m, i, at, at + s->piece, to);
    for (int64_t k = 0; k < s->dims[dim].count; k++)
        if (copy_pieces(m, i, s, dim + 1, at + (uint64_t)(k * s->dims[dim].stride), to))
            return -1;
    return 0;
}

static int copy_item(struct gantry_mapping *m, uint32_t i, bool to)
{
    uintptr_t begin = item_begin(m, i);
    const struct gantry_section *s = m->items.sections ? m->items.sections[i] : NULL;
    return s ? copy_pieces(m, i, s, 0, begin, to) : copy_range(m, i, begin, begin + m->vals[i].size, to);
}

static int copy_both(struct gantry_mapping *m, uint32_t i, uint32_t copy)
{
    if ((copy & GANTRY_MAP_TO) && copy_item(m, i, true))
        return -1;
    return copy & GANTRY_MAP_FROM ? copy_item(m, i, false) : 0;
}

/* Under the lock: the copy is made at once, or after the lock is released (gantry_carry_out). */
int gantry_transfer(struct gantry_mapping *m, uint32_t i, uint32_t copy)
{
    struct gantry_entry *e = m->slots[i].entry;
    if (e->mover != m->serial && e->nattached)
        return copy_both(m, i, copy);
    atomic_fetch_add(&e->pins, 1);
    m->slots[i].copy = copy;
    return 0;
}

/* ---- entries that are being copied ---- */
void gantry_all_moved(struct gantry_dev *d)
{
    pthread_mutex_lock(&d->moved_lock);
    atomic_fetch_add(&d->moves, 1);
    pthread_cond_broadcast(&d->moved);
    pthread_mutex_unlock(&d->moved_lock);
}

/* Waits until an entry lost its mover or a pin after `seen` was read (the caller read it before it looked at the
 * table). */
void gantry_wait_for_moves(struct gantry_dev *d, uint64_t seen)
{
    pthread_mutex_lock(&d->moved_lock);
    while (d->moves == seen)
        pthread_cond_wait(&d->moved, &d->moved_lock);
    pthread_mutex_unlock(&d->moved_lock);
}

static bool moved_by_others(const struct gantry_mapping *m, const struct gantry_entry *e)
{
    return e && e->mover && e->mover != m->serial;
}

/* Under the lock: does an item, or the pointer that is attached to it, lie in an entry that another construct is
 * copying? */
bool gantry_must_wait(const struct gantry_mapping *m)
{
    for (uint32_t i = 0; m->dev->nmoving && i < m->n; i++) {
        const struct gantry_map *map = &m->maps[i];
        uintptr_t begin = item_begin(m, i), end = begin + m->vals[i].size;
        if (map->param == GANTRY_PARAM_VALUE || map->param == GANTRY_PARAM_DEVPTR)
            continue;
        if (moved_by_others(m, gantry_tree_at(m->dev->present, begin)) ||
            ((map->flags & GANTRY_MAP_ATTACH) &&
             moved_by_others(m, gantry_tree_at(m->dev->present, (uintptr_t)m->vals[i].base))))
            return true;
        for (struct gantry_entry *e; begin < end && (e = gantry_tree_first(m->dev->present, begin, end));
             begin = e->end)
            if (moved_by_others(m, e))
                return true;
    }
    return false;
}

void gantry_entry_take(struct gantry_mapping *m, struct gantry_entry *e)
{
    e->mover = m->serial;
    atomic_fetch_add(&m->dev->nmoving, 1);
}

/* Makes the copies that gantry_transfer() put off, without the lock: on entry in the order of the list, on exit
 * backwards. */
int gantry_carry_out(struct gantry_mapping *m, bool backwards)
{
    int rc = 0;
    bool any = false;
    for (uint32_t k = 0; k < m->n; k++) {
        uint32_t i = backwards ? m->n - 1 - k : k;
        struct gantry_slot *s = &m->slots[i];
        if (!s->copy)
            continue;
        if (rc == 0)
            rc = copy_both(m, i, s->copy);
        s->copy = 0;
        atomic_fetch_sub(&s->entry->pins, 1);
        any = true;
    }
    if (any)
        gantry_all_moved(m->dev);
    return rc;
}
