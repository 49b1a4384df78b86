/* present.c: which host ranges have a copy on a device, and what the map clauses of one construct do to them
 * (OpenMP 5.2, 5.8.3, 5.8.6, 13.8).
 *
 * A construct counts an entry once, however many of its list items lie in it. Entries that it makes are new
 * to all of its items. What only finds entries and counts runs under the read lock; whatever adds, removes or
 * attaches does so under the write lock. Copies are made outside of it, so that those of different threads
 * overlap: an entry that a construct makes or takes away is its alone (`mover`) until the bytes have arrived,
 * and every other construct that comes upon it waits, before it changes anything; what was there before is pinned.
 * Only copies of entries with attached pointers that others know are made under the lock. */
#include <stdlib.h>
#include <string.h>

#include "host.h"

typedef unsigned long long ull;

static _Atomic uint64_t serials = 1;

static struct gantry_loc item_place(const struct gantry_mapping *m, uint32_t i) {
    struct gantry_loc l = m->region->loc;
    if (m->maps[i].line > 0)
        l.line = m->maps[i].line, l.col = m->maps[i].col;
    return l;
}

/* Sizes that generated code gives to sections that cannot be mapped. */
static int check_sizes(struct gantry_mapping *m) {
    for (uint32_t i = 0; i < m->n; i++) {
        uint64_t size = m->vals[i].size;
        if (!(size >> 63))
            continue;
        m->at = item_place(m, i);
        return gantry_error(m->err, 0,
                            size == GANTRY_SIZE_GAPS      ? "the section '%s' is not contiguous: it cannot be mapped"
                            : size == GANTRY_SIZE_OUTSIDE ? "the section '%s' reaches beyond its array"
                                                          : "the section '%s' has a negative length or stride",
                            m->maps[i].name);
    }
    return 0;
}

int gantry_map_open(struct gantry_mapping *m, struct gantry_dev *d, const struct gantry_region *r,
                    const struct gantry_val *vals, struct gantry_err *err) {
    m->dev = d, m->region = r, m->err = err, m->slots = m->small;
    m->at = r->loc;
    m->serial = atomic_fetch_add(&serials, 1);
    if (gantry_items_open(&m->items, r, vals, err))
        return -1;
    m->maps = m->items.maps, m->vals = m->items.vals, m->n = m->items.n;
    if (m->n > COUNT_OF(m->small) && !(m->slots = malloc(m->n * sizeof *m->slots)))
        return gantry_error(err, 0, "out of host memory");
    memset(m->slots, 0, m->n * sizeof *m->slots);
    return check_sizes(m);
}

void gantry_map_close(struct gantry_mapping *m) {
    if (m->slots != m->small)
        free(m->slots);
    gantry_items_close(&m->items);
}

/* ---- one item ---- */
static bool is_mapped_item(const struct gantry_mapping *m, uint32_t i) {
    const struct gantry_map *map = &m->maps[i];
    return map->param != GANTRY_PARAM_VALUE && map->param != GANTRY_PARAM_DEVPTR &&
           !(map->flags & GANTRY_MAP_LOOKUP);
}

static uintptr_t item_begin(const struct gantry_mapping *m, uint32_t i) {
    return (uintptr_t)m->vals[i].begin;
}

static int overlap_error(struct gantry_mapping *m, uint32_t i, const struct gantry_entry *e) {
    const struct gantry_val *v = &m->vals[i];
    m->at = item_place(m, i);
    return gantry_error(
        m->err, 0,
        "'%s' (%llu bytes, %p to %p) lies only partly in what is mapped already: '%s' (%llu bytes, %p "
        "to %p), mapped at %s:%d. Map the larger range first, or release the smaller one before",
        m->maps[i].name, (ull)v->size, v->begin, (void *)((char *)v->begin + v->size),
        e->name ? e->name : "?", (ull)(e->end - e->begin), (void *)e->begin, (void *)e->end,
        e->where.file ? e->where.file : "?", e->where.line);
}

static int absent_error(struct gantry_mapping *m, uint32_t i) {
    const struct gantry_val *v = &m->vals[i];
    m->at = item_place(m, i);
    return gantry_error(m->err, 0,
                        "'%s' (%llu bytes at %p) is not mapped on device %d, as the present modifier "
                        "demands. Map it before, with target data or target enter data",
                        m->maps[i].name, (ull)v->size, v->begin, m->dev->number);
}

/* The entry that holds item i. An implicit map of a variable that is mapped in part uses that part. 0 with
 * entry NULL: nothing is mapped there; -1: the ranges conflict. */
static int find_item(struct gantry_mapping *m, uint32_t i, struct gantry_entry **out) {
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

static void fill_slot(struct gantry_mapping *m, uint32_t i, struct gantry_entry *e) {
    m->slots[i].entry = e;
    m->slots[i].dev = e ? e->dev + (item_begin(m, i) - e->begin) : 0;
}

static bool may_count(const struct gantry_mapping *m, uint32_t i) {
    return m->slots[i].entry && is_mapped_item(m, i) && m->vals[i].size && !m->slots[i].entry->infinite;
}

struct counted {
    const struct gantry_entry *entry;
    uint32_t item;
};

static int by_entry(const void *a, const void *b) {
    const struct counted *x = a, *y = b;
    if (x->entry != y->entry)
        return (uintptr_t)x->entry < (uintptr_t)y->entry ? -1 : 1;
    return x->item < y->item ? -1 : x->item > y->item;
}

/* Once the slots are filled: the first item in each entry counts for all of the construct. */
static int mark_counting(struct gantry_mapping *m) {
    struct counted small[COUNT_OF(m->small)], *all = small;
    uint32_t n = 0;
    if (m->n > COUNT_OF(small) && !(all = malloc(m->n * sizeof *all)))
        return gantry_error(m->err, 0, "out of host memory");
    for (uint32_t i = 0; i < m->n; i++) {
        m->slots[i].counts = false;
        if (may_count(m, i))
            all[n++] = (struct counted){m->slots[i].entry, i};
    }
    if (n > 1)
        qsort(all, n, sizeof *all, by_entry);
    for (uint32_t k = 0; k < n; k++)
        m->slots[all[k].item].counts = k == 0 || all[k].entry != all[k - 1].entry;
    if (all != small)
        free(all);
    return 0;
}

static bool counts(const struct gantry_mapping *m, uint32_t i) {
    return m->slots[i].counts;
}

static _Atomic uint64_t *counter(const struct gantry_mapping *m, uint32_t i) {
    struct gantry_entry *e = m->slots[i].entry;
    return m->maps[i].flags & GANTRY_MAP_HOLD ? &e->hold : &e->count;
}

/* ---- copies that leave attached pointers alone ---- */
static size_t first_attached(const struct gantry_entry *e, uint64_t from) { /* with offset >= from */
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

static bool attached_range(const struct gantry_entry *e, uint64_t begin, uint64_t end, size_t *lo,
                           size_t *hi) {
    *lo = first_attached(e, begin < sizeof(void *) ? 0 : begin - sizeof(void *) + 1);
    *hi = first_attached(e, end);
    return *lo < *hi;
}

/* For each attached pointer in [begin, begin+n): the bytes of it that lie in the buffer of that range. */
static void patch(const struct gantry_entry *e, uint64_t begin, uint64_t n, size_t lo, size_t hi,
                  char *buffer, const char *from /* NULL: the device pointers */) {
    for (size_t k = lo; k < hi; k++)
        for (size_t b = 0; b < sizeof(void *); b++) {
            uint64_t at = e->attached[k].offset + b;
            if (at >= begin && at < begin + n)
                buffer[at - begin] = from ? from[at - begin] : ((const char *)&e->attached[k].value)[b];
        }
}

static int copy_range(struct gantry_mapping *m, uint32_t i, uintptr_t begin, uintptr_t end, bool to) {
    const struct gantry_entry *e = m->slots[i].entry;
    struct gantry_loc where = m->at = item_place(m, i);
    const char *name = m->maps[i].name;
    size_t lo, hi;
    bool own = e->mover == m->serial, pinned = m->slots[i].copy && !own; /* no pointers attached */
    if (begin < e->begin)
        begin = e->begin;
    if (end > e->end)
        end = e->end;
    uint64_t n = end - begin, offset = begin - e->begin, dev = e->dev + offset;
    char *host = (char *)begin, *staged = NULL;
    if (pinned || !attached_range(e, offset, offset + n, &lo, &hi))
        return to ? gantry_dev_to(m->dev, dev, host, n, name, &where, m->err)
                  : gantry_dev_from(m->dev, host, dev, n, name, &where, m->err);
    if (!(staged = malloc(n)))
        return gantry_error(m->err, 0, "out of host memory");
    int rc;
    if (to) {
        memcpy(staged, host, n);
        patch(e, offset, n, lo, hi, staged, NULL);
        rc = gantry_dev_to(m->dev, dev, staged, n, name, &where, m->err);
    } else {
        rc = gantry_dev_from(m->dev, staged, dev, n, name, &where, m->err);
        if (rc == 0) {
            patch(e, offset, n, lo, hi, staged, host);
            memcpy(host, staged, n);
        }
    }
    free(staged);
    return rc;
}

static int copy_pieces(struct gantry_mapping *m, uint32_t i, const struct gantry_section *s, uint32_t dim,
                       uintptr_t at, bool to) {
    if (dim == s->ndims)
        return copy_range(m, i, at, at + s->piece, to);
    for (int64_t k = 0; k < s->dims[dim].count; k++)
        if (copy_pieces(m, i, s, dim + 1, at + (uint64_t)(k * s->dims[dim].stride), to))
            return -1;
    return 0;
}

static int copy_item(struct gantry_mapping *m, uint32_t i, bool to) {
    uintptr_t begin = item_begin(m, i);
    const struct gantry_section *s = m->items.sections ? m->items.sections[i] : NULL;
    return s ? copy_pieces(m, i, s, 0, begin, to) : copy_range(m, i, begin, begin + m->vals[i].size, to);
}

static int copy_both(struct gantry_mapping *m, uint32_t i, uint32_t copy) {
    if ((copy & GANTRY_MAP_TO) && copy_item(m, i, true))
        return -1;
    return copy & GANTRY_MAP_FROM ? copy_item(m, i, false) : 0;
}

/* Under the lock: the copy is made at once, or when the lock is given back (carry_out). */
static int transfer(struct gantry_mapping *m, uint32_t i, uint32_t copy) {
    struct gantry_entry *e = m->slots[i].entry;
    if (e->mover != m->serial && e->nattached)
        return copy_both(m, i, copy);
    atomic_fetch_add(&e->pins, 1);
    m->slots[i].copy = copy;
    return 0;
}

/* ---- entries on their way ---- */
static void all_moved(struct gantry_dev *d) {
    pthread_mutex_lock(&d->moved_lock);
    atomic_fetch_add(&d->moves, 1);
    pthread_cond_broadcast(&d->moved);
    pthread_mutex_unlock(&d->moved_lock);
}

/* until something has moved since `seen` was read, which was before the table was looked at */
static void wait_for_moves(struct gantry_dev *d, uint64_t seen) {
    pthread_mutex_lock(&d->moved_lock);
    while (d->moves == seen)
        pthread_cond_wait(&d->moved, &d->moved_lock);
    pthread_mutex_unlock(&d->moved_lock);
}

static bool moved_by_others(const struct gantry_mapping *m, const struct gantry_entry *e) {
    return e && e->mover && e->mover != m->serial;
}

/* Under the lock: does an item, or the pointer that it hangs on, lie in what another construct copies? */
static bool must_wait(const struct gantry_mapping *m) {
    for (uint32_t i = 0; m->dev->nmoving && i < m->n; i++) {
        const struct gantry_map *map = &m->maps[i];
        uintptr_t begin = item_begin(m, i), end = begin + m->vals[i].size;
        if (map->param == GANTRY_PARAM_VALUE || map->param == GANTRY_PARAM_DEVPTR)
            continue;
        if (moved_by_others(m, gantry_tree_at(m->dev->present, begin)) ||
            ((map->flags & GANTRY_MAP_ATTACH) &&
             moved_by_others(m, gantry_tree_at(m->dev->present, (uintptr_t)m->vals[i].base))))
            return true;
        for (struct gantry_entry *e; begin < end && (e = gantry_tree_first(m->dev->present, begin, end)); begin = e->end)
            if (moved_by_others(m, e))
                return true;
    }
    return false;
}

static void take(struct gantry_mapping *m, struct gantry_entry *e) {
    e->mover = m->serial;
    atomic_fetch_add(&m->dev->nmoving, 1);
}

/* The copies of transfer(), without the lock: on entry in the order of the list, on exit the other way. */
static int carry_out(struct gantry_mapping *m, bool backwards) {
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
        all_moved(m->dev);
    return rc;
}

/* ---- entries come and go ---- */
static struct gantry_entry *add_entry(struct gantry_dev *d, uintptr_t begin, uint64_t size, uint64_t dev,
                                      const char *name, const struct gantry_loc *where) {
    struct gantry_entry *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->begin = begin, e->end = begin + size, e->dev = dev, e->name = name, e->where = *where;
    gantry_tree_insert(&d->present, e);
    d->present_bytes += size;
    d->present_count++;
    return e;
}

static size_t first_waiting(const struct gantry_dev *d, uintptr_t from) { /* with pointer >= from */
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

/* Rows stay until half of them are of no use: dropping many targets takes no longer than mapping them did. */
static void forget_waiting(struct gantry_dev *d, const struct gantry_entry *target) {
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

static void unlink_entry(struct gantry_dev *d, struct gantry_entry *e) {
    if (e->awaited)
        forget_waiting(d, e);
    gantry_tree_remove(&d->present, e);
    d->present_bytes -= e->end - e->begin;
    d->present_count--;
}

static void free_entry(struct gantry_entry *e) {
    free(e->attached);
    free(e);
}

static void drop_entry(struct gantry_dev *d, struct gantry_entry *e) {
    unlink_entry(d, e);
    free_entry(e);
}

/* ---- attachment (5.8.6): the device copy of a pointer points to the device copy of its target ---- */
static int remember(struct gantry_entry *e, uint64_t offset, uint64_t value, struct gantry_err *err) {
    size_t k = first_attached(e, offset);
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
    e->attached[k] = (struct gantry_attached){offset, value};
    return 0;
}

/* `map(to: s.p[0:n])` and later `map(s)`: the pointer is attached when the structure comes. */
static int wait_for_pointer(struct gantry_dev *d, uintptr_t pointer, struct gantry_entry *target,
                            struct gantry_err *err) {
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

static int attach_waiting(struct gantry_mapping *m, uint32_t i, struct gantry_entry *e) {
    struct gantry_loc where = item_place(m, i);
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
        if (gantry_dev_to(m->dev, e->dev + offset, &address, sizeof address, NULL, &where, m->err) ||
            remember(e, offset, address, m->err))
            return -1;
    }
    return 0;
}

static int attach(struct gantry_mapping *m, uint32_t i) {
    const struct gantry_val *v = &m->vals[i];
    const struct gantry_map *map = &m->maps[i];
    uintptr_t at = (uintptr_t)v->base, target;
    struct gantry_entry *p = gantry_tree_at(m->dev->present, at), *t = m->slots[i].entry;
    if (!p && t && t->born == m->serial)
        return wait_for_pointer(m->dev, at, t, m->err);
    if (!p || !t || at + sizeof(void *) > p->end)
        return 0;
    if (p->born != m->serial && t->born != m->serial && !(map->flags & GANTRY_MAP_ALWAYS))
        return 0;
    memcpy(&target, v->base, sizeof target);
    uint64_t value = m->slots[i].dev + (target - item_begin(m, i)), offset = at - p->begin;
    struct gantry_loc where = item_place(m, i);
    if (gantry_dev_to(m->dev, p->dev + offset, &value, sizeof value, NULL, &where, m->err))
        return -1;
    return remember(p, offset, value, m->err);
}

/* The members of a structure that one construct lists have one range (5.8.3), with the structure itself where that is
 * listed too: a flexible array member lies behind it. */
static bool is_member(const struct gantry_mapping *m, uint32_t i) {
    return m->maps[i].flags & GANTRY_MAP_MEMBER;
}

static bool share_range(const struct gantry_mapping *m, uint32_t i, uint32_t j) {
    const struct gantry_val *v = &m->vals[i], *w = &m->vals[j];
    if ((m->maps[i].flags ^ m->maps[j].flags) & GANTRY_MAP_ATTACH) /* one base is a pointer's address, the other its value */
        return false;
    return v->base == w->base && w->size && (is_member(m, i) || is_member(m, j)) &&
           (is_member(m, i) || v->begin == v->base) && (is_member(m, j) || w->begin == w->base);
}

static struct gantry_val range_of_members(const struct gantry_mapping *m, uint32_t i) {
    struct gantry_val v = m->vals[i];
    uintptr_t begin = item_begin(m, i), end = begin + v.size;
    for (uint32_t j = i + 1; m->members && j < m->n; j++) /* those before made theirs */
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

static int create(struct gantry_mapping *m, uint32_t i, struct gantry_entry **out) {
    const struct gantry_val range = range_of_members(m, i), *v = &range;
    struct gantry_loc where = m->at = item_place(m, i);
    const char *name = m->maps[i].name;
    uint64_t dev;
    if (!v->begin)
        return gantry_error(m->err, 0, "'%s' has %llu bytes, but its pointer is NULL", name, (ull)v->size);
    if (gantry_dev_alloc(m->dev, v->size, name, &where, &dev, m->err))
        return -1;
    if (gantry_tree_first(m->dev->present, (uintptr_t)v->begin, (uintptr_t)v->begin + v->size))
        return overlap_error(m, i, gantry_tree_first(m->dev->present, (uintptr_t)v->begin, (uintptr_t)v->begin + v->size));
    *out = add_entry(m->dev, (uintptr_t)v->begin, v->size, dev, name, &where);
    if (!*out)
        return gantry_error(m->err, 0, "out of host memory");
    (*out)->born = m->serial;
    take(m, *out);
    (*out)->implicit = m->maps[i].flags & GANTRY_MAP_IMPLICIT;
    return gantry_links_publish(m->dev, *out, m->err) || attach_waiting(m, i, *out) ? -1 : 0;
}

/* ---- on entry ---- */
static bool wants_copy_in(const struct gantry_mapping *m, uint32_t i) {
    uint32_t f = m->maps[i].flags;
    const struct gantry_entry *e = m->slots[i].entry;
    return e && m->vals[i].size && (f & GANTRY_MAP_TO) && !(f & GANTRY_MAP_PARENT) &&
           ((f & GANTRY_MAP_ALWAYS) || (e->born == m->serial && (!(f & GANTRY_MAP_IMPLICIT) || e->implicit)));
}

/* Everything is there already: 1 = done, 0 = the write lock is needed, -1 = error. */
static int enter_by_counting(struct gantry_mapping *m) {
    uint32_t n = m->n;
    for (uint32_t i = 0; i < n; i++) {
        const struct gantry_map *map = &m->maps[i];
        struct gantry_entry *e = NULL;
        if (map->param == GANTRY_PARAM_VALUE || map->param == GANTRY_PARAM_DEVPTR)
            continue;
        if ((map->flags & GANTRY_MAP_ATTACH) && (map->flags & GANTRY_MAP_ALWAYS))
            return 0;
        if (map->flags & GANTRY_MAP_LOOKUP)
            e = gantry_tree_at(m->dev->present, item_begin(m, i));
        else if (find_item(m, i, &e) || (!e && m->vals[i].size))
            return 0;
        fill_slot(m, i, e);
    }
    if (mark_counting(m))
        return -1;
    for (uint32_t i = 0; i < n; i++)
        if (counts(m, i))
            atomic_fetch_add(counter(m, i), 1);
    for (uint32_t i = 0; i < n; i++)
        if (is_mapped_item(m, i) && wants_copy_in(m, i) && transfer(m, i, GANTRY_MAP_TO))
            return -1;
    return 1;
}

static int enter_item(struct gantry_mapping *m, uint32_t i) {
    const struct gantry_map *map = &m->maps[i];
    struct gantry_entry *e = NULL;
    if (find_item(m, i, &e))
        return -1;
    if (!e && (map->flags & GANTRY_MAP_PRESENT))
        return absent_error(m, i);
    bool parts = (map->flags & GANTRY_MAP_IF_ABSENT) &&
                 gantry_tree_first(m->dev->present, item_begin(m, i), item_begin(m, i) + m->vals[i].size);
    if (!e && m->vals[i].size && !parts && create(m, i, &e))
        return -1;
    fill_slot(m, i, e);
    return 0;
}

static int enter_fully(struct gantry_mapping *m) {
    uint32_t n = m->n;
    memset(m->slots, 0, n * sizeof *m->slots);
    m->members = false;
    for (uint32_t i = 0; i < n; i++)
        m->members |= is_member(m, i);
    for (uint32_t i = 0; i < n; i++)
        if (is_mapped_item(m, i) && enter_item(m, i))
            return -1;
    if (mark_counting(m))
        return -1;
    for (uint32_t i = 0; i < n; i++)
        if (counts(m, i))
            atomic_fetch_add(counter(m, i), 1);
    for (uint32_t i = 0; i < n; i++) /* what this construct maps is found as well */
        if (m->maps[i].flags & GANTRY_MAP_LOOKUP)
            fill_slot(m, i, gantry_tree_at(m->dev->present, item_begin(m, i)));
    for (uint32_t i = 0; i < n; i++)
        if ((m->maps[i].flags & GANTRY_MAP_ATTACH) && attach(m, i))
            return -1;
    for (uint32_t i = 0; i < n; i++) /* behind what is attached, which copies leave alone */
        if (is_mapped_item(m, i) && wants_copy_in(m, i) && transfer(m, i, GANTRY_MAP_TO))
            return -1;
    return 1;
}

static int arrive(struct gantry_mapping *m) {
    int rc = carry_out(m, false);
    bool any = false;
    for (uint32_t i = 0; i < m->n; i++)
        if (counts(m, i) && m->slots[i].entry->mover == m->serial) {
            m->slots[i].entry->mover = 0;
            atomic_fetch_sub(&m->dev->nmoving, 1);
            any = true;
        }
    if (any)
        all_moved(m->dev);
    return rc;
}

/* Tries by counting, under the read lock, then all there is to do, under the write lock, until nothing that it needs is
 * on its way: 1 = done, -1 = error. */
static int at_work(struct gantry_mapping *m, int (*by_counting)(struct gantry_mapping *), int (*fully)(struct gantry_mapping *),
                   bool uses) {
    for (;;) {
        uint64_t seen = m->dev->moves;
        int rc = 0;
        bool wait = false;
        for (int full = 0; full < 2 && rc == 0 && !wait; full++) {
            if (full)
                pthread_rwlock_wrlock(&m->dev->present_lock);
            else
                pthread_rwlock_rdlock(&m->dev->present_lock);
            wait = must_wait(m);
            rc = wait ? 0 : (full ? fully : by_counting)(m);
            if (rc == 1 && uses)
                gantry_map_use(m, true);
            pthread_rwlock_unlock(&m->dev->present_lock);
        }
        if (rc)
            return rc;
        wait_for_moves(m->dev, seen);
    }
}

int gantry_map_enter(struct gantry_mapping *m) {
    return at_work(m, enter_by_counting, enter_fully, m->region->construct == GANTRY_TARGET) < 0 ? -1 : arrive(m);
}

void gantry_map_use(struct gantry_mapping *m, bool begin) {
    for (uint32_t i = 0; i < m->n; i++)
        if (m->slots[i].entry)
            atomic_fetch_add(&m->slots[i].entry->users, begin ? 1u : ~0u);
}

/* ---- on exit ---- */
static bool gone(const struct gantry_entry *e) {
    return !e->infinite && !e->count && !e->hold;
}

static int find_for_exit(struct gantry_mapping *m) {
    for (uint32_t i = 0; i < m->n; i++) {
        struct gantry_entry *e = NULL;
        if (is_mapped_item(m, i) && find_item(m, i, &e))
            return -1;
        if (!e && is_mapped_item(m, i) && (m->maps[i].flags & GANTRY_MAP_PRESENT) &&
            m->region->construct == GANTRY_EXIT_DATA)
            return absent_error(m, i);
        fill_slot(m, i, e);
    }
    return mark_counting(m);
}

/* Counts down where nothing goes away: 1 = done, 0 = the write lock is needed, -1 = error. */
static int exit_by_counting(struct gantry_mapping *m) {
    uint32_t n = m->n, i;
    if (find_for_exit(m))
        return -1;
    for (i = 0; i < n; i++)
        if (m->slots[i].entry && (m->maps[i].flags & (GANTRY_MAP_DELETE | GANTRY_MAP_HOLD)))
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
            (f & GANTRY_MAP_ALWAYS) && !(f & GANTRY_MAP_PARENT) && transfer(m, i, GANTRY_MAP_FROM))
            return -1;
    }
    return 1;
}

static void count_down(struct gantry_mapping *m) {
    for (uint32_t i = 0; i < m->n; i++) {
        struct gantry_entry *e = m->slots[i].entry;
        if (counts(m, i) && *counter(m, i) > 0)
            atomic_fetch_sub(counter(m, i), 1);
        if (e && is_mapped_item(m, i) && m->vals[i].size && (m->maps[i].flags & GANTRY_MAP_DELETE) &&
            !e->infinite)
            atomic_store(&e->count, 0);
    }
}

static int in_use_error(struct gantry_mapping *m, uint32_t i, const struct gantry_entry *e) {
    m->at = item_place(m, i);
    return gantry_error(m->err, 0,
                        "'%s' is released while a target region that uses it still runs in another "
                        "thread; it was mapped as '%s' at %s:%d. Wait for that region first",
                        m->maps[i].name, e->name ? e->name : "?", e->where.file ? e->where.file : "?",
                        e->where.line);
}

/* Under the write lock: what nobody refers to any more is this construct's alone from now on. */
static int take_gone(struct gantry_mapping *m) {
    for (uint32_t i = m->n; i-- > 0;) {
        struct gantry_entry *e = m->slots[i].entry;
        if (!counts(m, i) || !gone(e))
            continue;
        if (e->users)
            return in_use_error(m, i, e);
        take(m, e);
        m->slots[i].leaves = true;
    }
    return 0;
}

static int exit_fully(struct gantry_mapping *m) {
    if (find_for_exit(m))
        return -1;
    count_down(m);
    if (take_gone(m))
        return -1;
    for (uint32_t i = m->n; i-- > 0;) {
        uint32_t f = m->maps[i].flags;
        const struct gantry_entry *e = m->slots[i].entry;
        if (e && is_mapped_item(m, i) && m->vals[i].size && (f & GANTRY_MAP_FROM) &&
            !(f & GANTRY_MAP_PARENT) && ((f & GANTRY_MAP_ALWAYS) || gone(e)) && transfer(m, i, GANTRY_MAP_FROM))
            return -1;
    }
    return 1;
}

static bool leaves(const struct gantry_mapping *m, uint32_t i) {
    return counts(m, i) && m->slots[i].leaves;
}

/* Under the write lock: 1 = what was taken is out of the table, 0 = a copy of another thread is under way, -1 = error. */
static int unlink_gone(struct gantry_mapping *m) {
    for (uint32_t i = 0; i < m->n; i++)
        if (leaves(m, i) && m->slots[i].entry->pins)
            return 0;
    for (uint32_t i = m->n; i-- > 0;) {
        if (!leaves(m, i))
            continue;
        m->at = item_place(m, i);
        if (gantry_links_withdraw(m->dev, m->slots[i].entry, m->err))
            return -1;
        unlink_entry(m->dev, m->slots[i].entry);
        atomic_fetch_sub(&m->dev->nmoving, 1);
    }
    return 1;
}

static int leave(struct gantry_mapping *m) {
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
            wait_for_moves(m->dev, seen);
    }
    if (any)
        all_moved(m->dev);
    for (uint32_t i = m->n; i-- > 0;) {
        struct gantry_entry *e = m->slots[i].entry;
        struct gantry_loc where = item_place(m, i);
        if (!leaves(m, i))
            continue;
        if (gantry_dev_free(m->dev, e->dev, e->end - e->begin, e->name, &where, m->err))
            return -1;
        free_entry(e);
    }
    return 0;
}

int gantry_map_exit(struct gantry_mapping *m) {
    if (at_work(m, exit_by_counting, exit_fully, false) < 0 || carry_out(m, true))
        return -1;
    return leave(m);
}

/* ---- target update ---- */
static int update_item(struct gantry_mapping *m, uint32_t i) {
    uint32_t f = m->maps[i].flags;
    struct gantry_entry *e = NULL;
    if (!m->vals[i].size || (f & GANTRY_MAP_PARENT) || !(f & (GANTRY_MAP_TO | GANTRY_MAP_FROM)))
        return 0; /* of a mapper's items, those of the other direction too */
    if (find_item(m, i, &e))
        return -1;
    fill_slot(m, i, e);
    if (!e)
        return f & GANTRY_MAP_PRESENT ? absent_error(m, i) : 0;
    return transfer(m, i, f & (GANTRY_MAP_TO | GANTRY_MAP_FROM));
}

static int update_all(struct gantry_mapping *m) {
    for (uint32_t i = 0; i < m->n; i++)
        if (update_item(m, i))
            return -1;
    return 1;
}

int gantry_map_update(struct gantry_mapping *m) {
    return at_work(m, update_all, update_all, false) < 0 ? -1 : carry_out(m, false);
}

/* ---- outside of map clauses ---- */
bool gantry_translate(struct gantry_dev *d, const void *p, uint64_t *dev) {
    pthread_rwlock_rdlock(&d->present_lock);
    const struct gantry_entry *e = gantry_tree_at(d->present, (uintptr_t)p);
    if (e)
        *dev = e->dev + ((uintptr_t)p - e->begin);
    pthread_rwlock_unlock(&d->present_lock);
    return e != NULL;
}

int gantry_associate(struct gantry_dev *d, const void *host, uint64_t dev, uint64_t size, const char *name,
                     struct gantry_module *module, const struct gantry_loc *where, struct gantry_err *err) {
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
        rc = gantry_error(err, 0, "'%s' (%llu bytes at %p) overlaps '%s' (%llu bytes at %p), mapped at %s:%d",
                          name ? name : "?", (ull)size, host, e->name ? e->name : "?",
                          (ull)(e->end - e->begin), (void *)e->begin, e->where.file ? e->where.file : "?",
                          e->where.line);
    else if (!e && !(e = add_entry(d, begin, size, dev, name, where)))
        rc = gantry_error(err, 0, "out of host memory");
    if (rc == 0 && !same) {
        e->infinite = true;
        e->module = module;
        e->associated = !module;
    }
    pthread_rwlock_unlock(&d->present_lock);
    return rc;
}

int gantry_disassociate(struct gantry_dev *d, const void *host) {
    pthread_rwlock_wrlock(&d->present_lock);
    struct gantry_entry *e = gantry_tree_at(d->present, (uintptr_t)host);
    bool ok = e && e->associated && e->begin == (uintptr_t)host;
    if (ok)
        drop_entry(d, e);
    pthread_rwlock_unlock(&d->present_lock);
    return ok ? 0 : -1;
}

static struct gantry_entry *of_module(struct gantry_entry *e, const struct gantry_module *m) {
    struct gantry_entry *found = NULL;
    if (!e || e->module == m)
        return e;
    found = of_module(e->left, m);
    return found ? found : of_module(e->right, m);
}

void gantry_forget_module(struct gantry_dev *d, const struct gantry_module *m) {
    struct gantry_entry *e;
    pthread_rwlock_wrlock(&d->present_lock);
    while ((e = of_module(d->present, m)) != NULL)
        drop_entry(d, e);
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

uint64_t gantry_present_bytes(int device, uint64_t *entries) {
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
