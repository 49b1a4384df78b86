/* blocks.c: how many elements a block has, by the call that allocates it. */
#include <string.h>

#include "annotate_priv.h"

static bool is_size_of(const struct node *n, int64_t size) { return n->constant && n->value == size && !node_var(n); }

/* Is n, an assignment, evaluated in any case before the loop, in a block around it? */
static bool runs_before(const struct scope *s, const struct node *n)
{
    for (; n && !node_is_statement(n); n = n->parent) {
        const struct node *p = n->parent;
        bool always = p && (p->kind == NODE_CAST || p->kind == NODE_UNARY || p->kind == NODE_EXPRESSION ||
                            (p->kind == NODE_IF && n->place == 0) || (p->kind == NODE_ASSIGN && n->place == 1) ||
                            (p->kind == NODE_BINARY && p->operator!= OPERATOR_LAND && p->operator!= OPERATOR_LOR));
        if (!always)
            return false;
    }
    return n && n->parent && n->parent->kind == NODE_COMPOUND && n->at.end <= s->loop->at.begin &&
           slice_has(n->parent->at, s->loop->at.begin);
}

/* The number of elements in the block that o leads to, as the call says that allocated it; NULL: not known */
const struct node *allocated_length(struct scope *s, const struct object *o)
{
    const struct var *v = o->kind == OBJECT_POINTEE ? o->var : NULL;
    const struct node *value = v ? only_value(s->a, v) : NULL, *call = node_uncast(value);
    const struct func *f = call && call->kind == NODE_CALL ? node_called(call) : NULL;
    int64_t size = o->elem ? o->elem->size : 0;
    if (!f || given(f->def) || size <= 0)
        return NULL;
    const struct node *x, *y;
    if (strcmp(f->name, "calloc") == 0 && call->nkids == 3) {
        x = node_uncast(call->kids[1]);
        y = node_uncast(call->kids[2]);
    } else if (strcmp(f->name, "malloc") == 0 && call->nkids == 2 && node_uncast(call->kids[1])->kind == NODE_BINARY &&
               node_uncast(call->kids[1])->operator== OPERATOR_MUL) {
        x = node_uncast(node_uncast(call->kids[1])->kids[0]);
        y = node_uncast(node_uncast(call->kids[1])->kids[1]);
    } else {
        return NULL;
    }
    const struct node *length = is_size_of(y, size) ? x : is_size_of(x, size) ? y : NULL;
    if (!length || (v->written && !runs_before(s, value->parent)))
        return NULL;
    return keeps_value_since(s, v->written ? value->at.begin : v->decl, v, length) ? length : NULL;
}
