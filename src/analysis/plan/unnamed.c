/* analysis/plan/unnamed.c: has a target region no way to the data of an item that its map clause lists? No pass: rows
 * of the map list carry it to the runtime, which then does not take the launch for a use (runtime/profile/moves.c).
 *
 * A region gets to data by the variable's name, or by a pointer. Pointers that it names have rows of their own, by
 * which the runtime sees where they lead. Those that it loads from memory, casts or gets from functions of the program
 * may lead anywhere: a region that may have such ones uses all that is mapped. */
#include "../analysis.h"

#include "../../../include/gantry_abi.h"

static bool holds_no_pointer(const struct type *t)
{
    while (t && type_is_array(t))
        t = t->elem;
    return t && t->kind != TYPE_POINTER && !t->has_pointers && !t->has_unions && (type_is_arithmetic(t) || t->size > 0);
}

static bool is_cast_to_pointer(const struct node *n)
{
    while (n && !(n->kind == NODE_CAST && (!n->type || n->type->kind == TYPE_POINTER)))
        n = n->parent;
    return n != NULL;
}

/* Does it lead only to data that the runtime finds by a row, and to no pointers? */
static bool is_followed(const struct ref *x)
{
    const struct var *v = x->var;
    bool pointer = v->type && v->type->kind == TYPE_POINTER;
    bool kept = v->declare_target & VAR_NAMED || x->access & ACC_ADDR || (v->is_global && v->func);
    return pointer ? !kept && type_is_arithmetic(v->type->elem) : holds_no_pointer(v->type);
}

bool follows_names(struct analysis *a, const struct region *r)
{
    if (a->unit->requires_unified)
        return false;
    for_each_in (ref, x, a->unit, r->stmt)
        if (x->access & ACC_UNEVALUATED)
            continue;
        else if (x->func ? !is_library_func(x->func) : !is_followed(x) || is_cast_to_pointer(x->node))
            return false;
    return true;
}

static bool is_named(struct analysis *a, const struct region *r, const struct var *v)
{
    for_each_in (ref, x, a->unit, r->stmt)
        if (x->var == v)
            return true;
    for (const struct clause *c = r->clauses; c; c = c->next)
        for_each (const struct item, it, c->items)
            if (it->var == v && c->kind != CLAUSE_MAP)
                return true;
    return false;
}

bool is_unnamed(struct analysis *a, const struct region *r, const struct mapping *m)
{
    const unsigned others = GANTRY_MAP_IMPLICIT | GANTRY_MAP_LOOKUP | GANTRY_MAP_PARENT | GANTRY_MAP_COPY |
                            GANTRY_MAP_MEMBER | GANTRY_MAP_LIST | GANTRY_MAP_IF_ABSENT;
    const struct item *it = m->item;
    return r->leaves & LEAF_TARGET && m->part == PART_ITEM && it && it->var && m->clause &&
           m->clause->kind == CLAUSE_MAP && !m->mapper && !m->capture && m->param == GANTRY_PARAM_NONE &&
           !(m->flags & others) && !it->is_member && !it->var->declare_target && !is_named(a, r, it->var);
}
