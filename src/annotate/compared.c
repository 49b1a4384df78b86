/* compared.c: addresses that a loop compares or makes numbers of, or whose distance it asks for. In a region on a
 * device a pointer has the device's address if what it leads to is mapped, and else still the host's: `end`, behind the
 * last element of w, has the host's, and w + i the device's. So both must be computed from the same array, or from the
 * same pointer. */
#include <string.h>

#include "collect_priv.h"

enum { MOST_NAMES = 8 }; /* from which one address comes by way of others */

/* No root of its own: a null pointer, or the variable that is asked about, moved */
static const struct node no_root;

static const struct node *root_in(struct scope *s, const struct node *n, const struct var *asked, unsigned depth);

static bool is_pointer(const struct node *n)
{
    return n->type && (n->type->kind == TYPE_POINTER || type_is_array(n->type));
}

static bool is_object_name(const struct node *n)
{
    return n->kind == NODE_NAME && n->var && n->var->type->kind != TYPE_POINTER;
}

/* Is it a pointer out of memory? */
static bool is_load(const struct node *n)
{
    return n->type && n->type->kind == TYPE_POINTER &&
           (n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE || n->kind == NODE_MEMBER ||
            n->kind == NODE_ARROW);
}

/* The root of the address of lvalue n */
static const struct node *root_of_place(struct scope *s, const struct node *n, const struct var *asked, unsigned depth)
{
    while (n->kind == NODE_MEMBER)
        n = n->kids[0];
    if (n->kind == NODE_NAME || n->kind == NODE_STRING)
        return n;
    bool swapped = n->kind == NODE_SUBSCRIPT && n->kids[0]->type && n->kids[0]->type->kind == TYPE_INT;
    bool leads = n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE || n->kind == NODE_ARROW;
    return leads ? root_in(s, n->kids[swapped], asked, depth + 1) : NULL;
}

/* of pointers that may have the one or the other; NULL: not known */
static const struct node *joined(const struct scope *s, const struct node *a, const struct node *b)
{
    if (!a || !b || a == &no_root)
        return a ? b : NULL;
    return b == &no_root || tree_equal(s->u, a, b) ? a : NULL;
}

/* … after what the tree stores to v by its name. *declared: it is declared there */
static const struct node *stored_in(struct scope *s, const struct node *tree, const struct var *v,
                                    const struct node *before, bool *declared, unsigned depth)
{
    for (const struct node *m = tree; m && before; m = tree_next(tree, m)) {
        if (m->kind == NODE_VARIABLE && m->var == v) {
            *declared = true;
            if (m->nkids && m->kids[0])
                before = joined(s, before, root_in(s, m->kids[0], v, depth + 1));
        } else if (m->kind == NODE_ASSIGN && node_var(m->kids[0]) == v) {
            before = joined(s, before, root_in(s, m->kids[1], v, depth + 1));
        }
    }
    return before;
}

static const struct node *root_of_name(struct scope *s, const struct node *n, unsigned depth)
{
    bool declared = false;
    const struct node *root = stored_in(s, s->loop, n->var, &no_root, &declared, depth);
    for (size_t i = 0; i < s->inlined.n && root; i++)
        root = stored_in(s, s->inlined.v[i].body, n->var, root, &declared, depth);
    if (!declared && is_declared_in(s, n->var)) /* a parameter of a function called, which that stores to */
        return NULL;
    return root == &no_root && !declared ? n : root;
}

/* The array, or the name or place of the pointer, that n is computed from; NULL: not known */
static const struct node *root_in(struct scope *s, const struct node *n, const struct var *asked, unsigned depth)
{
    n = node_uncast(n);
    if (n->constant)
        return &no_root;
    if (!is_pointer(n) || depth > MOST_NAMES)
        return NULL;
    if (type_is_array(n->type))
        return root_of_place(s, n, asked, depth);
    if (is_load(n)) {
        const struct node *from = root_of_place(s, n, asked, depth);
        return from && is_object_name(from) && is_declared_in(s, from->var) ? NULL : n;
    }
    bool swapped = n->nkids == 2 && n->kids[0]->type && n->kids[0]->type->kind == TYPE_INT;
    switch (n->kind) {
    case NODE_NAME:
        return !n->var || n->var->addr_taken ? NULL : n->var == asked ? &no_root : root_of_name(s, n, depth);
    case NODE_ADDRESS:
        return root_of_place(s, n->kids[0], asked, depth);
    case NODE_BINARY:
        return root_in(s, n->kids[swapped], asked, depth);
    case NODE_COMPOUND_ASSIGN:
    case NODE_INCREMENT:
        return root_in(s, n->kids[0], asked, depth);
    case NODE_ASSIGN:
    case NODE_COMMA:
        return root_in(s, n->kids[1], asked, depth);
    case NODE_CONDITIONAL:
        return n->nkids == 3 ? joined(s, root_in(s, n->kids[1], asked, depth), root_in(s, n->kids[2], asked, depth))
                             : NULL;
    case NODE_CALL:
        return inlined_value(s, n) ? root_in(s, inlined_value(s, n), asked, depth + 1) : NULL;
    default:
        return NULL;
    }
}

static bool makes_number(const struct node *n)
{
    const struct node *of = n->kind == NODE_CAST ? n->kids[0] : NULL;
    return of && n->type && n->type->kind == TYPE_INT && strcmp(n->type->canonical, "_Bool") != 0 && is_pointer(of) &&
           !of->constant;
}

bool asks_of_addresses(const struct node *n)
{
    bool compares = n->kind == NODE_BINARY &&
                    ((n->operator>= OPERATOR_LT && n->operator<= OPERATOR_NE) || n->operator== OPERATOR_SUB);
    return makes_number(n) || (compares && is_pointer(n->kids[0]) && is_pointer(n->kids[1]) &&
                               !node_uncast(n->kids[0])->constant && !node_uncast(n->kids[1])->constant);
}

/* Whether they are alike may depend on the arguments: then a copy of f for this call says it. */
void compared_in_call(struct scope *s, const struct node *call, const struct func *f)
{
    bool here = f->tree && tree_has(f->tree, asks_of_addresses);
    const struct node *body = here ? inlined(s, call, f) : NULL;
    for (const struct node *m = body; m; m = tree_next(body, m))
        if (asks_of_addresses(m))
            vec_push(s->a->arena, &s->compared, m);
    s->stores_addresses |= here && !body;
    for_each_pointer (const struct func, g, effects_of(s->a, f)->reached)
        s->stores_addresses |= g != f && tree_has(g->tree, asks_of_addresses);
}

bool has_attached(const struct scope *s)
{
    for_each_pointer (struct object, o, s->objects)
        if (!o->scratch && (o->kind == OBJECT_ROWS || (o->kind == OBJECT_POINTEE && !o->var)))
            return true;
    return false;
}

/* Does the device give the same answer as the host? */
static bool are_alike(struct scope *s, const struct node *n)
{
    const struct node *x = root_in(s, n->kids[0], NULL, 0), *y = n->nkids > 1 ? root_in(s, n->kids[1], NULL, 0) : x;
    if (n->nkids > 1 && joined(s, x, y))
        return true;
    return x && y && is_load(x) && is_load(y) && !has_attached(s);
}

/* The condition of a counted loop becomes a number of iterations, which the host computes. */
static bool is_in_condition(const struct scope *s, const struct node *n)
{
    while (n && n != test_of(s->loop))
        n = n->parent;
    return n != NULL;
}

bool compares_unlike(struct scope *s, bool counted)
{
    for_each_pointer (const struct node, n, s->compared)
        if (!(counted && is_in_condition(s, n)) && !are_alike(s, n))
            return true;
    return false;
}
