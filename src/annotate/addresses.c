/* addresses.c: what a loop does with addresses, which on a device are others than on the host: there a pointer that the
 * clauses map leads to the device's copy, and any other one is what the host has. */
#include "collect_priv.h"

bool is_lvalue(const struct node *n)
{
    return n->kind == NODE_NAME || n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE || n->kind == NODE_MEMBER ||
           n->kind == NODE_ARROW;
}

static bool holds_address(const struct type *t) { return t && (t->kind == TYPE_POINTER || t->has_pointers); }

/* An address goes into memory, or a structure with addresses does, that is not just a copy out of memory. */
bool keeps_address(struct scope *s, const struct node *assign)
{
    const struct node *to = assign->kids[0], *from = node_uncast(assign->kids[1]);
    bool address = holds_address(to->type) || (assign->kids[1]->kind == NODE_CAST && from->type &&
                                               (from->type->kind == TYPE_POINTER || type_is_array(from->type)));
    bool record = to->type && to->type->kind == TYPE_RECORD;
    const struct var *v = node_var(to);
    bool local = v && (record ? is_declared_in(s, v) && !v->is_static : !is_memory(v));
    bool load = is_lvalue(from) && from->kind != NODE_NAME && !type_is_array(from->type);
    if (address && !local && load)
        vec_push(s->a->arena, &s->copied, from);
    return address && !local && !from->constant && !load;
}
