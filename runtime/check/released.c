/* released.c: locks, critical constructs, flushes and atomics of the host: what was released last by a key happened
 * before what is acquired by it. A flush alone orders nothing (OpenMP 5.2, 1.4.5): what comes before it goes with the
 * atomic stores of its thread after it, and reaches who flushes after an atomic load of the same flag. Which store a
 * load sees is taken from this run: all before it. */
#include <stdlib.h>

#include "strands.h"

enum { KEYS = 1024, SEVERAL = INT32_MAX };
static struct released {
    struct released *next;
    uint64_t key;
    uint32_t by; /* owned_thread of all who released it; SEVERAL: not one alone; 0: nobody */
    struct order *order;
} *released[KEYS];
static atomic_bool has_flags; /* something was released by an atomic store */

static struct released **find(uint64_t key)
{
    struct released **r = &released[(key >> 3) % KEYS];
    while (*r && (*r)->key != key)
        r = &(*r)->next;
    return r;
}

static struct released *released_of(uint64_t key)
{
    struct released **r = find(key);
    if (!*r && (*r = calloc(1, sizeof **r)))
        (*r)->key = key;
    return *r;
}

void strand_releases(struct strand *s, uint64_t key, bool sure)
{
    struct released *r = released_of(key);
    if (!r)
        return;
    r->by = r->by == 0 || r->by == owned_thread() ? owned_thread() : SEVERAL;
    if (sure)
        order_join(&r->order, strand_past(s));
    else
        order_join_by_luck(&r->order, strand_past(s));
}

void strand_acquires(struct strand *s, uint64_t key)
{
    struct released *r = *find(key);
    if (r)
        strand_learns(s, r->order);
}

void strand_forgets(uint64_t key)
{
    struct released *r = *find(key);
    if (r)
        order_drop(r->order);
    if (r)
        r->order = NULL, r->by = 0;
}

bool strand_is_released(uint64_t key)
{
    const struct released *r = *find(key);
    return r && r->order;
}

/* What only this thread has had may be its own, thread-local or by its number: no other can hold it now. */
bool strand_released_beside(const struct strand *s, uint64_t key)
{
    const struct released *r = *find(key);
    const struct order *o = r && r->by != owned_thread() ? r->order : NULL;
    uint32_t i = 0;
    while (o && i < o->n &&
           (o->at[i].slot == s->now.slot || order_has(s->before, (struct moment){o->at[i].slot, o->at[i].clock})))
        i++;
    return o && i < o->n;
}

/* Iterations come after what their thread did before. */
static struct order *fenced(const struct strand *s)
{
    return s->fenced ? s->fenced : s->iterates ? s->parent->fenced : NULL;
}

bool strand_flag_matters(const struct strand *s, bool stores)
{
    return stores ? fenced(s) != NULL : atomic_load(&has_flags);
}

void strand_flushes(struct strand *s, bool acquires, bool releases)
{
    if (acquires)
        strand_learns(s, s->seen);
    if (!releases)
        return;
    struct order *was = s->fenced;
    s->fenced = order_share(strand_past(s));
    order_drop(was);
}

void strand_stores_flag(struct strand *s, uintptr_t at, bool orders)
{
    struct order *o = orders ? strand_past(s) : fenced(s);
    struct released *r = o ? released_of(at) : NULL;
    if (!r)
        return;
    atomic_store(&has_flags, true);
    order_join_by_luck(&r->order, o);
}

void strand_loads_flag(struct strand *s, uintptr_t at, bool orders)
{
    const struct released *r = *find(at);
    if (!r)
        return;
    if (orders)
        strand_learns(s, r->order);
    else
        order_join(&s->seen, r->order);
}
