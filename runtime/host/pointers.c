/* pointers.c: OpenACC attaches and detaches pointers by count (3.3, 2.7.2): acc_attach and acc_detach, and the ends of
 * constructs. */
#include <string.h>

#include "present.h"

static int attach_here(struct gantry_dev *d, struct gantry_entry *p, uint64_t offset, const void *target,
                       const struct gantry_loc *where, struct gantry_err *err)
{
    const struct gantry_entry *t = gantry_tree_at(d->present, (uintptr_t)target);
    if (!t)
        return 0;
    uint64_t address = t->dev + ((uintptr_t)target - t->begin);
    gantry_dev_outside(d, t, address);
    if (gantry_dev_to(d, p->dev + offset, &address, sizeof address, NULL, where, err))
        return -1;
    GANTRY_TELL(attached, d->number, p->dev + offset);
    return gantry_remember_attached(d, p, offset, address, err);
}

static int detach_here(struct gantry_dev *d, struct gantry_entry *p, size_t k, const void *target,
                       const struct gantry_loc *where, struct gantry_err *err)
{
    uint64_t at = p->dev + p->attached[k].offset;
    p->nattached--;
    memmove(&p->attached[k], &p->attached[k + 1], (p->nattached - k) * sizeof *p->attached);
    return gantry_dev_to(d, at, &target, sizeof target, NULL, where, err);
}

static int point(struct gantry_dev *d, struct gantry_entry *p, void **at, enum gantry_pointing how,
                 const struct gantry_loc *where, struct gantry_err *err)
{
    uint64_t offset = (uintptr_t)at - p->begin;
    size_t k = gantry_attached_from(p, offset);
    bool attached = k < p->nattached && p->attached[k].offset == offset;
    if (how == GANTRY_ATTACH && !attached)
        return attach_here(d, p, offset, *at, where, err);
    if (how == GANTRY_ATTACH)
        p->attached[k].count++;
    else if (attached && (how == GANTRY_DETACH_ALL || --p->attached[k].count == 0))
        return detach_here(d, p, k, *at, where, err);
    return 0;
}

/* A pointer that goes away with what it lies in stays as it is: nobody sees it any more, and its copy back must not be
 * the device's. */
int gantry_detach(struct gantry_mapping *m, uint32_t i)
{
    void **at = (void **)m->vals[i].base;
    struct gantry_entry *p = gantry_tree_at(m->dev->present, (uintptr_t)at);
    struct gantry_loc where = gantry_item_place(m, i);
    if (!p || (uintptr_t)(at + 1) > p->end || gantry_is_gone(p))
        return 0;
    return point(m->dev, p, at, m->maps[i].flags & GANTRY_MAP_DELETE ? GANTRY_DETACH_ALL : GANTRY_DETACH, &where,
                 m->err);
}

int gantry_point(struct gantry_dev *d, void **at, enum gantry_pointing how, const struct gantry_loc *where,
                 struct gantry_err *err)
{
    gantry_dev_settles(d);
    for (;;) {
        uint64_t seen = d->moves;
        pthread_rwlock_wrlock(&d->present_lock);
        struct gantry_entry *p = gantry_tree_at(d->present, (uintptr_t)at);
        bool whole = p && (uintptr_t)(at + 1) <= p->end;
        bool busy = whole && (p->mover || p->pins);
        int rc = whole && !busy ? point(d, p, at, how, where, err) : 0;
        pthread_rwlock_unlock(&d->present_lock);
        if (!busy)
            return rc;
        gantry_wait_for_moves(d, seen);
    }
}
