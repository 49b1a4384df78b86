/* blocks.c: how many elements a block has, by the call that allocates it. */
#include <string.h>

#include "annotate_priv.h"

static bool is_size_of(const struct node *n, int64_t size) { return n->constant && n->value == size && !node_var(n); }

/* The number of elements in the block that o leads to, as the call says that allocated it; NULL: not known */
const struct node *allocated_length(struct scope *s, const struct object *o)
{
    const struct var *v = o->kind == OBJECT_POINTEE ? o->var : NULL;
    const struct node *call =
        v && v->value && !v->written && !v->addr_taken && !v->is_global ? node_uncast(v->value) : NULL;
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
    return length && keeps_value(s, v, length) ? length : NULL;
}
