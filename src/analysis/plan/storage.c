/* analysis/plan/storage.c: in which memory a construct's instance of a variable is on the device.
 * needs: share, lanes.  sets: nothing. */
#include "../analysis.h"

static bool is_in(const struct slot *s, size_t n, const struct var *v, const struct region *owner)
{
    for (size_t i = 0; i < n; i++)
        if (s[i].var == v && s[i].owner == owner)
            return true;
    return false;
}

/* Is the instance in the group space of r or of a parallel region around it? */
static bool in_group_space(const struct region *r, const struct var *v)
{
    for (const struct region *p = r; p && p->plan; p = p->parent)
        if (is_in(p->plan->space.v, p->plan->space.n, v, r))
            return true;
    return false;
}

enum storage storage_of(struct analysis *a, const struct region *r, const struct sharing *s)
{
    if (!(s->attribute & ATTRS_OWN))
        return STORAGE_ORIGINAL;
    if (!r->plan)
        return STORAGE_HOST;
    if ((s->attribute & ATTRS_REDUCED) && reduces_in_order(r) && !r->plan->lanes_of)
        return STORAGE_ORIGINAL;
    const struct slot *slot = slot_of(r->plan->kernel, dfunc_of(a, r->func), s->var, r);
    if (slot)
        return slot->far ? STORAGE_HEAP : STORAGE_TEAM;
    if (in_group_space(r, s->var))
        return STORAGE_GROUP;
    if (wants_memory(allocate_clause(r, s->var), s->var))
        return STORAGE_ALLOCATOR;
    bool heap = has_variable_length(s->var->type) || ((s->attribute & ATTRS_REDUCED) && reduction_in_memory(r, s->var));
    return heap ? STORAGE_HEAP : STORAGE_STACK;
}

/* r, or the parallel region around it whose threads run r; NULL: a team or a function's caller runs r */
static const struct region *parallel_of(const struct region *r)
{
    while (r && r->plan && !(r->plan->leaves & LEAF_PARALLEL))
        r = r->parent;
    return r && r->plan ? r : NULL;
}

static bool in_simd(const struct region *r)
{
    for (; r && r->plan; r = r->parent)
        if (r->plan->lanes_of || r->plan->leaves == LEAF_SIMD)
            return true;
    return false;
}

bool others_reach_copies(const struct region *r)
{
    const struct region *par = parallel_of(r);
    return !in_simd(r) && (!par || par->plan->crew != CREW_ALONE);
}
