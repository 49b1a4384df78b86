/* analysis/facts/reduction.c: questions about the list items of reductions that passes and generators share. */
#include "../analysis.h"

static const struct item *item_of(const struct region *r, const struct var *v)
{
    const struct sharing *s = sharing_of(r, v, ATTRS_REDUCED);
    return s ? s->item : NULL;
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
    for_each_row (s, r, ATTRS_REDUCED)
        if (s->item->udr)
            return true;
    return false;
}

const struct sharing *inscan_reduction(const struct region *r)
{
    const struct sharing *s = sharing_first(r, ATTR_REDUCTION);
    while (s && !(s->clause->modifiers & REDMOD_INSCAN))
        s = sharing_next(s, ATTR_REDUCTION);
    return s;
}

/* With inscan it does so even if the user declared the reduction: its prefixes start with the original. */
bool reduces_in_order(const struct region *r)
{
    return r->dir == DIR_COMBINED && !(r->plan->leaves & ~LEAF_SIMD) &&
           (!has_declared_reduction(r) || inscan_reduction(r));
}

/* ---- arrays at which Clang 19 crashes, or that it miscompiles ---- */

bool is_bool_array(const struct item *it)
{
    const struct type *t = item_type(it);
    return t && t->kind == TYPE_BOOL && !it->udr && reduction_is_array(it);
}

static enum type_kind innermost_array(const struct type *t)
{
    while (type_is_array(t->elem))
        t = t->elem;
    return t->kind;
}

/* An array of variable length whose elements are arrays: Clang 19 miscompiles some of them, but no sections of them. */
bool is_mixed_array(const struct item *it)
{
    return it->type && !it->nsections && it->type->kind == TYPE_VLA && innermost_array(it->type) == TYPE_ARRAY;
}

/* Threads get copies of these that the construct's code does not use. */
bool is_static_section(const struct item *it)
{
    return it->nsections && it->is_name && it->var && it->var->is_global && it->type &&
           (it->type->kind == TYPE_ARRAY || it->type->kind == TYPE_POINTER);
}

static bool is_copied_inside(const struct region *r, const struct var *v)
{
    enum { copies = ATTR_PRIVATE | ATTR_FIRSTPRIVATE | ATTRS_LAST | ATTR_LINEAR | ATTR_COPYPRIVATE };
    for (const struct region *c = r->child; c; c = c->sibling)
        if (sharing_of(c, v, copies) || is_copied_inside(c, v))
            return true;
    return false;
}

bool copies_static_section_again(const struct region *r)
{
    for_each_row (s, r, ATTRS_REDUCED)
        if (is_static_section(s->item) && is_copied_inside(r, s->var))
            return true;
    return false;
}

bool reduces_in_other_words(const struct region *r)
{
    for_each_row (s, r, ATTRS_REDUCED)
        if (is_bool_array(s->item) || is_mixed_array(s->item))
            return true;
    return false;
}
