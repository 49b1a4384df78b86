/* analysis/facts/owner.c: which construct's copy of a variable a name refers to.
 * needs: sharing, lower.
 * sets: nothing. */
#include "../analysis.h"

/* Is r, or a construct around it, one that threads share (parallel, for)? Then threads run r's code, each for
 * itself. */
bool thread_level(const struct region *r) { return leaf_around(r, LEAF_PARALLEL | LEAF_FOR); }

/* A simd loop of a team's sequential code runs in order on one lane and reduces into the original: there is no copy. */
static bool reduces_in_place(const struct region *r, const struct var *v)
{
    return r->plan->leaves == LEAF_SIMD && reduces_in_order(r) && sharing_of(r, v, ATTRS_REDUCED) && !thread_level(r);
}

/* The construct around r whose private copy of v is the instance that r sees; NULL: the variable itself, which for a
 * bare target's private clause is the kernel's parameter. */
const struct region *owner_above(const struct region *r, const struct var *v)
{
    for (r = r->parent; r && r->plan; r = r->parent)
        if ((r->plan->leaves || r->dir != DIR_COMBINED) && var_private_in(r, v) && !reduces_in_place(r, v))
            return r;
    return NULL;
}

const struct region *owner_at(const struct unit *u, uint32_t off, const struct var *v)
{
    const struct region *in = unit_region_around(u, off);
    while (in && !in->plan)
        in = in->parent;
    struct region below = {.parent = in};
    return owner_above(&below, v);
}
