/* disguised.c: which variables are reached by their names in ways that places.c does not follow: through casts, by
 * conditions, by statements. What it does not follow is unknown memory, which may be theirs though nobody has their
 * addresses. */
#include "annotate_priv.h"

/* n leads to the variable: an lvalue in it (`place`), or its address. Is all that is done with it followed? */
static bool is_followed(const struct node *n, bool place)
{
    const struct node *p = n->parent;
    bool array = place && type_is_array(n->type);
    if (place && !array && p && p->kind != NODE_MEMBER && p->kind != NODE_ADDRESS)
        return true; /* its value is read, or it is stored to */
    switch (p ? p->kind : NODE_KINDS) {
    case NODE_SUBSCRIPT:
    case NODE_DEREFERENCE:
    case NODE_ARROW:
    case NODE_MEMBER:
        return is_followed(p, true);
    case NODE_ADDRESS:
        return is_followed(p, false);
    case NODE_BINARY:
        return (p->operator== OPERATOR_ADD || p->operator== OPERATOR_SUB) && p->type && p->type->kind == TYPE_POINTER &&
               is_followed(p, false);
    default:
        return false;
    }
}

static void find_disguised(struct annotation *a)
{
    a->knows_disguised = true;
    for_each (struct ref, r, a->u->refs)
        if (r->var && r->node && !r->node->unevaluated && !r->var->addr_taken && !has_var(&a->disguised, r->var) &&
            !is_followed(r->node, true))
            vec_push(a->arena, &a->disguised, r->var);
}

bool is_disguised(struct annotation *a, const struct var *v)
{
    if (!a->knows_disguised)
        find_disguised(a);
    return has_var(&a->disguised, v);
}
