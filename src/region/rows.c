/* region/rows.c: how long the rows of arrays of variable length are. */
#include "tree.h"

const struct var *row_owner(const struct node *n)
{
    while (n && n->nkids &&
           (n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE ||
            (n->kind == NODE_BINARY && n->kids[0]->type && n->kids[0]->type->kind == TYPE_POINTER)))
        n = n->kids[0];
    return node_var(n);
}

static const struct node *node_at(const struct unit *u, struct slice at)
{
    for_each_pointer (const struct node, t, u->trees)
        for (const struct node *n = t; n; n = tree_next(t, n))
            if (n->around.begin == at.begin && n->around.end == at.end && n->type && n->type->kind == TYPE_INT)
                return n;
    return NULL;
}

/* The length is what it was where the array was declared: its variables have one value in all their life. */
static bool is_lasting(const struct node *length)
{
    for (const struct node *m = length; m; m = tree_next(length, m)) {
        bool plain = m->kind == NODE_BINARY || m->kind == NODE_CAST || m->kind == NODE_UNARY || m->constant;
        const struct var *v = node_var(m);
        if (!plain && (!v || v->is_global || v->written || v->addr_taken))
            return false;
    }
    return true;
}

const struct node *row_length(const struct unit *u, const struct var *v, size_t inside)
{
    if (v->vla_wrong || v->dims.n < inside || !given(v->dims.v[v->dims.n - inside].expr))
        return NULL;
    const struct node *length = node_at(u, v->dims.v[v->dims.n - inside].expr);
    return length && is_lasting(length) ? length : NULL;
}
