/* escape.c: does the address of a local variable stay where everybody can see it? It does if it is only dereferenced,
 * or passed to functions that do no more with it than that: then no pointer that anything else holds leads to the
 * variable, and who names a copy in its place gives that to all of them. */
#include <string.h>

#include "../tables/tables.h"
#include "annotate_priv.h"

enum { DEEPEST = 4 }; /* functions that pass it on */

static bool place_stays(struct annotation *a, const struct node *n, unsigned depth);
static bool pointer_stays(struct annotation *a, const struct node *n, unsigned depth);

static bool is_discarded(const struct node *n) { return n->parent && n->parent->kind == NODE_EXPRESSION; }

/* a parameter that the function does not change */
static bool parameter_stays(struct annotation *a, const struct func *f, unsigned place, unsigned depth)
{
    if (depth == DEEPEST || !f->tree || f->is_variadic || place >= f->params.n)
        return false;
    const struct var *p = f->params.v[place];
    if (p->written || p->addr_taken || p->type->kind != TYPE_POINTER)
        return false;
    for (const struct node *n = f->tree; n; n = tree_next(f->tree, n))
        if (n->kind == NODE_NAME && n->var == p && !n->unevaluated && !pointer_stays(a, n, depth + 1))
            return false;
    return true;
}

static bool argument_stays(struct annotation *a, const struct node *call, unsigned place, unsigned depth)
{
    static const char *const returned[] = {"memset", "memcpy", "memmove"};
    const struct func *f = place > 0 ? called_function(call) : NULL;
    if (f && given(f->def))
        return parameter_stays(a, f, place - 1, depth);
    const struct library_row *row = f ? library_find(f->name) : NULL;
    for (size_t i = 0; f && i < sizeof returned / sizeof *returned; i++)
        if (strcmp(f->name, returned[i]) == 0)
            return is_discarded(call);
    return row && row->effect == LIBRARY_COMPUTES && call->type && call->type->kind != TYPE_POINTER;
}

/* n is a value that leads to the variable. */
static bool pointer_stays(struct annotation *a, const struct node *n, unsigned depth)
{
    const struct node *p = n->parent;
    switch (p ? p->kind : NODE_KINDS) {
    case NODE_CALL:
        return argument_stays(a, p, n->place, depth);
    case NODE_CAST:
        return p->type && p->type->kind == TYPE_POINTER && pointer_stays(a, p, depth);
    case NODE_SUBSCRIPT:
    case NODE_DEREFERENCE:
    case NODE_ARROW:
        return place_stays(a, p, depth);
    case NODE_BINARY:
        return (p->operator>= OPERATOR_LT && p->operator<= OPERATOR_NE) ||
               ((p->operator== OPERATOR_ADD || p->operator== OPERATOR_SUB) && p->type &&
                p->type->kind == TYPE_POINTER && pointer_stays(a, p, depth));
    default:
        return false;
    }
}

/* n is an lvalue in the variable. */
static bool place_stays(struct annotation *a, const struct node *n, unsigned depth)
{
    const struct node *p = n->parent;
    if (n->unevaluated)
        return true;
    if (!p || !n->type)
        return false;
    if (p->kind == NODE_ADDRESS)
        return pointer_stays(a, p, depth);
    if (p->kind == NODE_MEMBER)
        return place_stays(a, p, depth);
    if (!type_is_array(n->type))
        return true; /* its value is read, or it is stored to */
    return p->kind == NODE_SUBSCRIPT && n->place == 0 ? place_stays(a, p, depth) : pointer_stays(a, n, depth);
}

bool address_stays(struct annotation *a, const struct var *v)
{
    if (v->is_global || v->is_static || !v->func || !v->func->tree || v->type->kind == TYPE_VLA)
        return false;
    for (const struct node *n = v->func->tree; n; n = tree_next(v->func->tree, n))
        if (n->kind == NODE_NAME && n->var == v && !place_stays(a, n, 0))
            return false;
    return true;
}
