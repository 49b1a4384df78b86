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

/* Is it a pointer out of memory, or a variable that began as one? On a device it is an address of the host's. */
static bool is_kept_address(const struct node *n)
{
    n = node_uncast(n);
    if (n->kind == NODE_NAME && n->var && n->var->value)
        n = node_uncast(n->var->value);
    return is_lvalue(n) && n->kind != NODE_NAME && !type_is_array(n->type);
}

static bool is_pointer(const struct node *n)
{
    return n->type && (n->type->kind == TYPE_POINTER || type_is_array(n->type));
}

/* The variable that a pointer is counted from; NULL: not known */
static const struct var *counted_from(const struct scope *s, const struct node *n, unsigned depth)
{
    enum { DEEPEST = 3 };
    n = node_uncast(n);
    if (n->kind == NODE_BINARY && (n->operator== OPERATOR_ADD || n->operator== OPERATOR_SUB))
        return counted_from(s, n->kids[n->kids[0]->type && n->kids[0]->type->kind == TYPE_INT], depth);
    if (n->kind == NODE_INCREMENT)
        return counted_from(s, n->kids[0], depth);
    while (n->kind == NODE_ADDRESS || n->kind == NODE_MEMBER ||
           (n->kind == NODE_SUBSCRIPT && (n->parent->kind == NODE_ADDRESS || type_is_array(n->type))))
        n = n->kids[0];
    const struct var *v = node_var(n), *from = v;
    if (!v || v->addr_taken || depth == DEEPEST)
        return v;
    if (v->value && slice_has(s->loop->at, v->decl))
        from = counted_from(s, v->value, depth + 1);
    for_each_in (ref, r, s->u, s->loop->at) {
        const struct node *store = plain_store(r, v);
        const struct var *x = store ? counted_from(s, store->kids[1], depth + 1) : v;
        if (x != v && from != v && x != from)
            return NULL;
        from = x != v ? x : from;
    }
    return from;
}

/* A pointer is compared with one that leads to other memory, or the distance is asked for: the end of an array, or what
 * was out of memory, may still be an address of the host's where the other one is one of the device's. */
bool compares_addresses(const struct scope *s, const struct node *n)
{
    static const enum operator between[] = {
        OPERATOR_EQ,
        OPERATOR_NE,
        OPERATOR_LT,
        OPERATOR_GT,
        OPERATOR_LE,
        OPERATOR_GE,
        OPERATOR_SUB
    };
    const struct node *x = n->kids[0], *y = n->kids[1];
    bool asks = false;
    for (size_t i = 0; i < sizeof between / sizeof *between; i++)
        asks |= n->operator== between[i];
    if (!asks || !is_pointer(x) || !is_pointer(y) || node_uncast(x)->constant || node_uncast(y)->constant)
        return false;
    if (is_kept_address(x) || is_kept_address(y))
        return is_kept_address(x) != is_kept_address(y);
    const struct var *v = counted_from(s, x, 0);
    return !v || v != counted_from(s, y, 0);
}

/* An address that the loop computes becomes a number. */
bool makes_number(const struct node *n)
{
    const struct node *of = n->kind == NODE_CAST ? node_uncast(n) : NULL;
    return of && n->type && n->type->kind == TYPE_INT && is_pointer(of) && !of->constant && !is_kept_address(of);
}
