/* reductions.c: variables into which the iterations of a loop reduce values, and with which they do nothing else: in
 * what order that happens changes no more than rounding. */
#include <string.h>

#include "annotate_priv.h"

static bool names(const struct node *n, const struct var *v)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        if (m->kind == NODE_NAME && m->var == v)
            return true;
    return false;
}

/* Its value is not used by what is around it. */
static bool is_discarded(const struct node *n)
{
    const struct node *p = n->parent;
    return p && (p->kind == NODE_EXPRESSION || (p->kind == NODE_FOR && n->place == 2) ||
                 (p->kind == NODE_COMMA && (n->place == 0 || is_discarded(p))));
}

static const char *operator_name(enum operator o)
{
    static const char *const rows[] = {
        [OPERATOR_ADD] = "+", [OPERATOR_SUB] = "+", [OPERATOR_MUL] = "*",   [OPERATOR_AND] = "&",
        [OPERATOR_OR] = "|",  [OPERATOR_XOR] = "^", [OPERATOR_LAND] = "&&", [OPERATOR_LOR] = "||"};
    return o < sizeof rows / sizeof *rows ? rows[o] : NULL;
}

/* v op e, or e op v where the order does not matter */
static const char *operation(const struct node *n, const struct var *v)
{
    if (n->kind != NODE_BINARY || !operator_name(n->operator))
        return NULL;
    bool left = node_var(n->kids[0]) == v;
    if (!left && (node_var(n->kids[1]) != v || n->operator== OPERATOR_SUB || n->operator== OPERATOR_LAND ||
                                               n->operator== OPERATOR_LOR))
        return NULL;
    return names(n->kids[left], v) ? NULL : operator_name(n->operator);
}

/* x > v or v < x: which of the two replaces v is "max" */
static const char *extreme(const struct node *condition, const struct var *v, const struct node **other)
{
    if (condition->kind != NODE_BINARY || condition->operator<OPERATOR_LT || condition->operator> OPERATOR_GE)
        return NULL;
    bool v_left = node_var(condition->kids[0]) == v;
    if (!v_left && node_var(condition->kids[1]) != v)
        return NULL;
    *other = condition->kids[v_left];
    bool less = condition->operator== OPERATOR_LT || condition->operator== OPERATOR_LE;
    return names(*other, v) ? NULL : less == v_left ? "max" : "min";
}

static const char *opposite(const char *op) { return strcmp(op, "max") == 0 ? "min" : "max"; }

/* v = x > v ? x : v, or the other way round */
static const char *chosen(const struct unit *u, const struct node *n, const struct var *v)
{
    const struct node *other = NULL;
    const char *op = n->kind == NODE_CONDITIONAL ? extreme(n->kids[0], v, &other) : NULL;
    if (!op)
        return NULL;
    if (node_var(n->kids[2]) == v && tree_equal(u, n->kids[1], other))
        return op;
    return node_var(n->kids[1]) == v && tree_equal(u, n->kids[2], other) ? opposite(op) : NULL;
}

/* Is f a function of the user's that returns the larger or the smaller one of its two parameters? */
static const char *extreme_function(const struct unit *u, const struct func *f)
{
    const struct node *sole = f->tree ? node_sole(f->tree) : NULL, *e = sole && sole->nkids ? sole->kids[0] : NULL;
    if (f->params.n != 2 || !sole || sole->kind != NODE_RETURN || !e || !f->result || !f->result->canonical)
        return NULL;
    for_each_pointer (const struct var, p, f->params)
        if (!p->type->canonical || strcmp(p->type->canonical, f->result->canonical) != 0 || p->written)
            return NULL;
    const char *op = chosen(u, e, f->params.v[0]);
    return op && names(e, f->params.v[1]) && node_var(e->kids[0]->kids[0]) && node_var(e->kids[0]->kids[1]) ? op : NULL;
}

static bool same_type(const struct type *a, const struct type *b)
{
    return a && b && a->canonical && b->canonical && strcmp(a->canonical, b->canonical) == 0;
}

/* v = fmax(v, x), or a function of the user's that does the same */
static const char *called(const struct unit *u, const struct node *n, const struct var *v)
{
    const struct func *f = n->kind == NODE_CALL ? node_called(n) : NULL;
    if (!f || n->nkids != 3)
        return NULL;
    bool first = node_var(n->kids[1]) == v;
    if ((!first && node_var(n->kids[2]) != v) || names(n->kids[first ? 2 : 1], v))
        return NULL;
    if (given(f->def))
        return same_type(f->result, v->type) ? extreme_function(u, f) : NULL;
    return !strcmp(f->name, "fmax") || !strcmp(f->name, "fmaxf")   ? "max"
           : !strcmp(f->name, "fmin") || !strcmp(f->name, "fminf") ? "min"
                                                                   : NULL;
}

/* if (x > v) v = x; */
static const char *guarded(const struct unit *u, const struct node *assign, const struct var *v,
                           const struct node **all)
{
    const struct node *n = assign->parent;
    while (n && (n->kind == NODE_EXPRESSION || (n->kind == NODE_COMPOUND && n->nkids == 1)))
        n = n->parent;
    const struct node *other = NULL;
    if (!n || n->kind != NODE_IF || node_kid(n, 2))
        return NULL;
    const char *op = extreme(n->kids[0], v, &other);
    if (!op || !tree_equal(u, other, assign->kids[1]))
        return NULL;
    *all = n->kids[0];
    return op;
}

/* How the statement around the name n reduces into its variable, or NULL. `all`: the condition around it, if any */
static const char *step(const struct unit *u, const struct node *n, const struct node **all)
{
    const struct var *v = n->var;
    const struct node *p = n->parent;
    if (!p || n->place != 0 || !is_discarded(p))
        return NULL;
    if (p->kind == NODE_INCREMENT)
        return "+";
    if (p->kind == NODE_COMPOUND_ASSIGN)
        return names(p->kids[1], v) ? NULL : operator_name(p->operator);
    if (p->kind != NODE_ASSIGN)
        return NULL;
    const struct node *e = p->kids[1];
    const char *op = operation(e, v);
    op = op ? op : chosen(u, e, v);
    op = op ? op : called(u, e, v);
    return op ? op : guarded(u, p, v, all);
}

static bool is_target(const struct node *n)
{
    const struct node *p = n->parent;
    return p && n->place == 0 &&
           (p->kind == NODE_ASSIGN || p->kind == NODE_COMPOUND_ASSIGN || p->kind == NODE_INCREMENT);
}

static bool is_below(const struct node *n, const struct node *top)
{
    while (n && n != top)
        n = n->parent;
    return n != NULL;
}

static bool has_type_for(const struct type *t, const char *op)
{
    bool real = t->kind == TYPE_INT || t->kind == TYPE_FLOAT || t->kind == TYPE_BOOL;
    bool whole = t->kind == TYPE_INT || t->kind == TYPE_BOOL;
    if (t->is_volatile || t->is_atomic)
        return false;
    if (strchr("&|^", *op) && op[1] == 0)
        return whole;
    return real || (t->kind == TYPE_COMPLEX && (*op == '+' || *op == '*'));
}

const char *reduction_of(const struct unit *u, const struct node *loop, const struct var *v)
{
    VEC(const struct node *) places = {0}; /* in which v may be named */
    const char *op = NULL;
    for_each_in (ref, r, u, loop->at) {
        if (r->var != v || !r->node || !is_target(r->node))
            continue;
        const struct node *condition = NULL;
        const char *this = step(u, r->node, &condition);
        if (!this || (op && strcmp(op, this) != 0))
            return NULL;
        op = this;
        vec_push(u->arena, &places, r->node->parent);
        if (condition)
            vec_push(u->arena, &places, condition);
    }
    for_each_in (ref, r, u, loop->at) {
        bool known = r->var != v;
        for (size_t i = 0; i < places.n && !known; i++)
            known = is_below(r->node, places.v[i]);
        if (!known)
            return NULL;
    }
    return op && has_type_for(v->type, op) ? op : NULL;
}
