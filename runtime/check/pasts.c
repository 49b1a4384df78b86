/* pasts.c: what happened before a moment of the host's: shared by all who have the same past, and never changed. */
#include <stdlib.h>

#include "strands.h"

struct order *order_share(struct order *o)
{
    if (o)
        o->refs++;
    return o;
}

void order_drop(struct order *o)
{
    if (o && --o->refs == 0)
        free(o);
}

static const struct past *past_of(const struct order *o, uint32_t slot)
{
    uint32_t lo = 0, hi = o ? o->n : 0;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (o->at[mid].slot < slot)
            lo = mid + 1;
        else
            hi = mid;
    }
    return o && lo < o->n && o->at[lo].slot == slot ? &o->at[lo] : NULL;
}

bool order_has(const struct order *o, struct moment m)
{
    const struct past *p = past_of(o, m.slot);
    return p && p->clock >= m.clock;
}

bool order_has_surely(const struct order *o, struct moment m)
{
    const struct past *p = past_of(o, m.slot);
    return p && p->sure >= m.clock;
}

static bool says_no_more(const struct order *o, const struct past *m, bool sure)
{
    const struct past *p = past_of(o, m->slot);
    return p && p->clock >= m->clock && (!sure || p->sure >= m->sure);
}

/* *o, and n moments by slot; sure: as sure as they are there, else not at all */
static void order_add_as(struct order **o, const struct past *m, uint32_t n, bool sure)
{
    uint32_t na = *o ? (*o)->n : 0, i = 0, k = 0, at = 0;
    while (at < n && says_no_more(*o, &m[at], sure))
        at++;
    struct order *r = at < n ? malloc(sizeof *r + ((size_t)na + n) * sizeof *r->at) : NULL;
    if (!r)
        return;
    *r = (struct order){.refs = 1};
    while (i < na || k < n) {
        const struct past *a = i < na ? &(*o)->at[i] : NULL, *b = k < n ? &m[k] : NULL;
        bool both = a && b && a->slot == b->slot, first = a && (!b || a->slot <= b->slot);
        struct past to = first ? *a : *b;
        if (both && b->clock > a->clock)
            to.clock = b->clock;
        if (both || !first)
            to.sure = !sure ? (first ? a->sure : 0) : both && a->sure > b->sure ? a->sure : b->sure;
        r->at[r->n++] = to;
        i += first;
        k += both || !first;
    }
    order_drop(*o);
    *o = r;
}

void order_add(struct order **o, const struct past *m, uint32_t n) { order_add_as(o, m, n, true); }

void order_add_moment(struct order **o, struct moment m)
{
    order_add(o, &(struct past){m.slot, m.clock, m.clock}, m.slot != 0);
}

void order_join(struct order **o, struct order *other)
{
    if (!*o)
        *o = order_share(other);
    else if (other && *o != other)
        order_add(o, other->at, other->n);
}

void order_join_by_luck(struct order **o, const struct order *other)
{
    if (other)
        order_add_as(o, other->at, other->n, false);
}
