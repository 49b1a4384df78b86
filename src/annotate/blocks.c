/* blocks.c: how many elements a block has, by the call that allocates it. */
#include <string.h>

#include "annotate_priv.h"

static bool is_size_of(const struct node *n, int64_t size) { return n->constant && n->value == size && !node_var(n); }

bool runs_first(const struct node *n, const struct node *place)
{
    for (; n && !node_is_statement(n); n = n->parent) {
        const struct node *p = n->parent;
        bool always = p && (p->kind == NODE_CAST || p->kind == NODE_UNARY || p->kind == NODE_EXPRESSION ||
                            (p->kind == NODE_IF && n->place == 0) || (p->kind == NODE_ASSIGN && n->place == 1) ||
                            (p->kind == NODE_BINARY && p->operator!= OPERATOR_LAND && p->operator!= OPERATOR_LOR));
        if (!always)
            return false;
    }
    const struct node *block = n ? n->parent : NULL;
    return block && block->kind == NODE_COMPOUND && n->at.end <= place->at.begin &&
           slice_has(block->at, place->at.begin) && !(block->parent && block->parent->kind == NODE_SWITCH);
}

/* The number of elements, of this size, that the call allocates; NULL: not known */
static const struct node *length_of_call(const struct node *call, int64_t size)
{
    const struct func *f = call && call->kind == NODE_CALL ? node_called(call) : NULL;
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
    return is_size_of(y, size) ? x : is_size_of(x, size) ? y : NULL;
}

/* The same of pointers that are exchanged among themselves alone: each leads to a block of one of them, which all have
 * the same length. NULL: not known */
static const struct node *length_of_group(struct scope *s, const struct var *v, int64_t size)
{
    const struct node *length = NULL;
    var_list group = {0};
    function_exchanges(s->a, v, &group);
    for_each_pointer (const struct var, m, group) {
        const struct node *first = m->value ? node_uncast(m->value) : NULL;
        if (!first)
            return NULL;
        if (has_var(&group, node_var(first))) /* what they are exchanged by */
            continue;
        const struct node *own = length_of_call(first, size);
        if (!own || (length && !tree_equal(s->u, length, own)) || slice_has(s->loop->at, m->decl) ||
            !keeps_value_since(s, m->decl, m, own))
            return NULL;
        length = own;
    }
    return length;
}

/* The number of elements in the block that o leads to, as the call says that allocated it; NULL: not known */
const struct node *allocated_length(struct scope *s, const struct object *o)
{
    const struct var *v = o->kind == OBJECT_POINTEE ? o->var : NULL;
    const struct node *value = v ? only_value(s->a, v) : NULL, *call = value ? node_uncast(value) : NULL;
    int64_t size = o->elem ? o->elem->size : 0;
    if (v && !value && v->value && v->func && v->func->tree && !v->is_global && !v->is_param && !v->addr_taken)
        return length_of_group(s, v, size);
    const struct node *length = length_of_call(call, size);
    if (!length || (v->written && !runs_first(value->parent, s->loop)))
        return NULL;
    return keeps_value_since(s, v->written ? value->at.begin : v->decl, v, length) ? length : NULL;
}
