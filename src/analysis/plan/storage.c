/* analysis/plan/storage.c: in which memory a construct's instance of a variable is on the device, and who reaches it.
 * needs: sharing with the rows of rules, share, lanes.
 * sets: sharing.storage, sharing.one_for_all. */
#include "../analysis.h"
#include "../../../include/gantry_numbers.h"

struct place {
    const struct region *r, *owner; /* of its instances, for slots (struct slot) */
    const struct dfunc *function;   /* NULL in kernels */
    bool apart;                     /* the checks must tell what is reduced from its original */
    bool reached; /* other threads of the team, or lanes of the thread, reach the copies that r makes */
};

/* r, or the parallel region around it whose threads run r; NULL: a team or a function's caller runs r */
static const struct region *parallel_of(const struct region *r) { return leaf_around(r, LEAF_PARALLEL); }

static bool in_simd(const struct region *r)
{
    for (; r && r->plan; r = r->parent)
        if (r->plan->lanes_of || r->plan->leaves == LEAF_SIMD)
            return true;
    return false;
}

static bool others_reach(const struct region *r)
{
    const struct region *par = parallel_of(r);
    return !in_simd(r) && (!par || par->plan->crew != CREW_ALONE);
}

/* The threads of a region within reach what the lane has that meets it, but not its stack. */
static bool holds_parallel(const struct region *r)
{
    for (const struct region *c = r->child; c; c = c->sibling)
        if (c->leaves & LEAF_PARALLEL || holds_parallel(c))
            return true;
    return false;
}

/* Has the parallel region whose threads run r's code the instance in its group space? That of one further out is out of
 * reach: an inner one is a function of its own. */
static bool in_group_space(const struct region *r, const struct var *v)
{
    const struct region *par = parallel_of(r);
    if (par)
        return find_slot(&par->plan->space, v, r);
    for (const struct region *p = r; p && p->plan; p = p->parent)
        if (find_slot(&p->plan->space, v, r))
            return true;
    return false;
}

static enum storage storage_of_slot(const struct place *p, const struct var *v)
{
    const struct kernel *k = p->r->plan->kernel;
    /* where a team is one thread, its code is a thread's, whose copies are in group space or on its stack */
    const struct slot *slot = k && k->lone_threads ? NULL : slot_of(k, p->function, v, p->owner);
    if (slot)
        return slot->far ? STORAGE_FAR : STORAGE_TEAM;
    return in_group_space(p->r, v) ? STORAGE_GROUP : STORAGE_ORIGINAL;
}

/* The elements; a slot of a pointer holds the pointer to them. */
static enum storage storage_of_elements(const struct place *p, const struct sharing *s)
{
    const struct type *t = s->var->type, *elem = item_type(s->item);
    const struct clause *al = allocate_clause(p->r, s->var);
    int64_t count = reduction_count(s->item);
    bool small = count >= 0 && elem && count * elem->size <= REDUCTION_STACK;
    bool is_whole = t->kind == TYPE_ARRAY && t->size <= REDUCTION_STACK && !s->item->nsections;
    enum storage slot = t->kind == TYPE_ARRAY ? storage_of_slot(p, s->var) : STORAGE_ORIGINAL;
    if (slot != STORAGE_ORIGINAL)
        return slot;
    if (!p->reached && al && (wants_memory(al, s->var) || (al->align > __GD_HEAP_ALIGN && !small)))
        return STORAGE_ALLOCATOR; /* of an allocator, or aligned to more than the heap is */
    return is_whole || (small && !p->reached) ? STORAGE_STACK : STORAGE_HEAP;
}

static enum storage storage_of(const struct place *p, const struct sharing *s)
{
    if (!(s->attribute & ATTRS_OWN))
        return STORAGE_ORIGINAL;
    if ((s->attribute & ATTRS_REDUCED) && reduces_in_order(p->r) && !p->r->plan->lanes_of &&
        !(p->apart && !inscan_reduction(p->r)))
        return STORAGE_ORIGINAL;
    if ((s->attribute & ATTRS_REDUCED) && reduction_is_array(s->item))
        return storage_of_elements(p, s);
    enum storage slot = storage_of_slot(p, s->var);
    if (slot != STORAGE_ORIGINAL)
        return slot;
    if (wants_memory(allocate_clause(p->r, s->var), s->var))
        return STORAGE_ALLOCATOR;
    return is_vla(s->var) ? STORAGE_HEAP : STORAGE_STACK;
}

void pass_storage(struct analysis *a)
{
    for_each_pointer (const struct region, r, a->unit->regions) {
        if (!r->plan)
            continue;
        struct place p = {.r = r,
                          .owner = r->plan->leaves || r->dir != DIR_COMBINED ? r : NULL, /* target's own: NULL */
                          .function = r->plan->kernel ? NULL : dfunc_of(a, r->func),
                          .apart = a->options.check && !holds_parallel(r),
                          .reached = others_reach(r)};
        for (struct sharing *s = sharing_rows(r); s; s = s->next) {
            s->storage = storage_of(&p, s);
            s->one_for_all = s->storage == STORAGE_TEAM || s->storage == STORAGE_FAR || s->storage == STORAGE_GROUP ||
                             (s->storage == STORAGE_HEAP && p.reached);
        }
    }
}
