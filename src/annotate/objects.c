/* objects.c: can two objects be the same memory? */
#include <string.h>

#include "annotate_priv.h"

/* a pointer that has one value in all its life, from the caller or its declaration */
static bool is_steady(const struct var *v) { return v && !v->is_global && !v->written && !v->addr_taken; }

static bool is_allocated(const struct object *o) { return o->kind == OBJECT_POINTEE && o->is_new; }

/* C11 6.7.3.1: memory that is stored to through a restrict parameter is reached through that parameter alone. */
static bool is_restrict(const struct object *o)
{
    return o->kind == OBJECT_POINTEE && is_steady(o->var) && o->var->is_param && o->var->type->is_restrict;
}

/* Its address was there before the function began: so it cannot come from one of its parameters. */
static bool is_from_outside(const struct object *o)
{
    return o->kind == OBJECT_VARIABLE ? o->var->is_global : is_steady(o->var) && o->var->is_param;
}

/* Nobody stores to it: one of the two accesses that are asked about does. */
static bool is_constant(const struct object *o) { return o->kind == OBJECT_VARIABLE && o->var->type->is_const; }

static bool nobody_has_address(const struct object *o)
{
    return o->kind == OBJECT_VARIABLE && (!o->var->is_global || o->var->is_static) && !o->var->addr_taken &&
           !o->is_disguised;
}

/* A variable is no allocated block; and one of this function's did not exist when it was called. */
static bool is_variable_apart(const struct object *variable, const struct object *o)
{
    if (variable->kind != OBJECT_VARIABLE || o->kind != OBJECT_POINTEE)
        return false;
    return is_allocated(o) || (!variable->var->is_global && !variable->var->is_static && is_from_outside(o));
}

/* Rows may be anywhere if the loop stores pointers into their table. */
bool is_anywhere(const struct object *o)
{
    for (; o->kind == OBJECT_ROWS; o = o->table)
        if (o->table->written)
            return true;
    return o->kind == OBJECT_UNKNOWN;
}

enum overlap objects_overlap(const struct object *a, const struct object *b)
{
    if (a == b)
        return is_anywhere(a) ? OVERLAP_MAYBE : OVERLAP_SAME;
    if (a->kind == OBJECT_VARIABLE && b->kind == OBJECT_VARIABLE)
        return OVERLAP_NEVER; /* two variables */
    if (nobody_has_address(a) || nobody_has_address(b) || is_constant(a) || is_constant(b))
        return OVERLAP_NEVER;
    if (is_anywhere(a) || is_anywhere(b))
        return OVERLAP_MAYBE;
    if (is_allocated(a) && is_allocated(b))
        return OVERLAP_NEVER;
    if (is_variable_apart(a, b) || is_variable_apart(b, a))
        return OVERLAP_NEVER;
    if ((is_allocated(a) && is_from_outside(b)) || (is_allocated(b) && is_from_outside(a)))
        return OVERLAP_NEVER;
    if ((is_restrict(a) && is_from_outside(b)) || (is_restrict(b) && is_from_outside(a)))
        return OVERLAP_NEVER;
    return OVERLAP_MAYBE;
}

/* the variable with which the item begins */
const struct var *root_of(const struct object *o)
{
    const struct node *n = o->pointer;
    while (!o->var && n && n->nkids && n->kind != NODE_NAME)
        n = n->kids[0];
    return o->var ? o->var : node_var(n);
}

bool is_named_alike(const struct unit *u, const struct object *a, const struct object *b)
{
    return a->kind == b->kind && a->var == b->var && (a->var || tree_equal(u, a->pointer, b->pointer));
}
