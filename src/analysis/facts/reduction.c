/* analysis/facts/reduction.c: questions about the list items of reductions that passes and generators share. */
#include "../analysis.h"

static const struct item *item_of(const struct region *r, const struct var *v)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++)
            if (c->items.v[i].var == v)
                return &c->items.v[i];
    return NULL;
}

bool reduction_in_memory(const struct region *r, const struct var *v)
{
    const struct item *it = item_of(r, v);
    if (!it || !reduction_is_array(it) || v->type->kind == TYPE_POINTER)
        return false;
    return it->nsections || v->type->size < 0 || v->type->size > REDUCTION_STACK;
}

bool reduces_pointee(const struct region *r, const struct var *v)
{
    const struct item *it = item_of(r, v);
    return it && it->nsections && v->type->kind == TYPE_POINTER;
}

bool has_declared_reduction(const struct region *r)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++)
            if (c->items.v[i].udr)
                return true;
    return false;
}

static bool is_scanned(const struct region *r)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == CLAUSE_REDUCTION && (c->modifiers & REDMOD_INSCAN))
            return true;
    return false;
}

/* A scan's prefixes begin with the original. */
bool reduces_in_order(const struct region *r)
{
    return r->dir == DIR_COMBINED && !(r->plan->leaves & ~LEAF_SIMD) && (!has_declared_reduction(r) || is_scanned(r));
}
