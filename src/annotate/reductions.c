/* reductions.c: variables into which the iterations of a loop reduce values, and with which they do nothing else: in
 * what order that happens changes no more than rounding. */
#include <string.h>

#include "../tables/tables.h"
#include "annotate_priv.h"

/* What is reduced into: a variable, or the memory that an lvalue leads to */
struct reduced {
    const struct unit *u;
    const struct var *v;
    const struct node *place; /* v == NULL */
};

static bool is_it(const struct reduced *d, const struct node *n)
{
    return d->v ? node_var(n) == d->v : n->kind != NODE_CAST && tree_equal(d->u, n, d->place);
}

static bool names(const struct node *n, const struct reduced *d)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        if (d->v ? m->kind == NODE_NAME && m->var == d->v : is_it(d, m))
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

/* ---- what runs only where the value so far says so ---- */
enum { MOST_CALLS = 4 };

static bool is_own_store(const struct node *store)
{
    const struct var *v = store->kids[0]->kind == NODE_NAME ? store->kids[0]->var : NULL;
    return v && !v->is_global && !v->is_static;
}

/* Does n, in a function that is called or not, do more than compute a value? Another order of iterations would run it
 * in other iterations. */
static bool acts(const struct node *n, unsigned calls)
{
    for (const struct node *m = n; m; m = tree_next(n, m)) {
        bool store = m->kind == NODE_ASSIGN || m->kind == NODE_COMPOUND_ASSIGN || m->kind == NODE_INCREMENT;
        if (m->kind == NODE_ASM || (store && (!calls || !is_own_store(m))))
            return true;
        if (m->kind != NODE_CALL)
            continue;
        const struct func *f = node_called(m);
        const struct library_row *row = f && !given(f->def) ? library_find(f->name) : NULL;
        bool computes =
            row ? row->effect == LIBRARY_COMPUTES : f && f->tree && calls < MOST_CALLS && !acts(f->tree, calls + 1);
        if (!computes)
            return true;
    }
    return false;
}

static const char *operator_name(enum operator o)
{
    static const char *const rows[] = {
        [OPERATOR_ADD] = "+", [OPERATOR_SUB] = "+", [OPERATOR_MUL] = "*",   [OPERATOR_AND] = "&",
        [OPERATOR_OR] = "|",  [OPERATOR_XOR] = "^", [OPERATOR_LAND] = "&&", [OPERATOR_LOR] = "||"};
    return o < sizeof rows / sizeof *rows ? rows[o] : NULL;
}

static bool same_type(const struct type *a, const struct type *b)
{
    return a && b && a->canonical && b->canonical && strcmp(a->canonical, b->canonical) == 0;
}

/* v op e, or e op v where the order does not matter; in place of v the same once more: v + a - b */
static const char *operation(const struct node *n, const struct reduced *d)
{
    const char *op = n->kind == NODE_BINARY ? operator_name(n->operator) : NULL;
    if (!op)
        return NULL;
    bool left = names(n->kids[0], d);
    if (names(n->kids[left], d) ||
        (!left && (n->operator== OPERATOR_SUB || n->operator== OPERATOR_LAND || n->operator== OPERATOR_LOR)))
        return NULL;
    bool logical = n->operator== OPERATOR_LAND || n->operator== OPERATOR_LOR;
    if (logical && acts(n->kids[1], 0))
        return NULL;
    const struct node *inner = n->kids[!left];
    const char *other = is_it(d, inner) ? op : same_type(inner->type, n->type) ? operation(inner, d) : NULL;
    return other && strcmp(other, op) == 0 ? op : NULL;
}

/* Is a value that is greater, as C compares both, still so when it is stored? Long numbers in an int are not. */
static bool keeps_order(const struct type *t, const struct type *from)
{
    if (t->kind != TYPE_INT || from->kind == TYPE_FLOAT)
        return true;
    bool wide = !t->is_signed && t->size >= 4;
    return from->size < t->size ? t->is_signed || wide || !from->is_signed
                                : from->size == t->size && (from->is_signed == t->is_signed || wide);
}

/* x > v or v < x: which of the two replaces v is "max" */
static const char *extreme(const struct node *condition, const struct reduced *d, const struct node **other)
{
    if (condition->kind != NODE_BINARY || condition->operator<OPERATOR_LT || condition->operator> OPERATOR_GE)
        return NULL;
    bool v_left = is_it(d, condition->kids[0]);
    if (!v_left && !is_it(d, condition->kids[1]))
        return NULL;
    *other = condition->kids[v_left];
    const struct type *kept = condition->kids[!v_left]->type, *from = (*other)->type;
    if (!kept || !from || !keeps_order(kept, from))
        return NULL;
    bool less = condition->operator== OPERATOR_LT || condition->operator== OPERATOR_LE;
    return names(*other, d) ? NULL : less == v_left ? "max" : "min";
}

static const char *opposite(const char *op) { return strcmp(op, "max") == 0 ? "min" : "max"; }

/* v = x > v ? x : v, or the other way round. Not x > v ? x : -x > v ? -x : v: a copy that begins at the least number
 * would take x where -x is greater. */
static const char *chosen(const struct node *n, const struct reduced *d)
{
    const struct node *other = NULL;
    const char *op = n->kind == NODE_CONDITIONAL ? extreme(n->kids[0], d, &other) : NULL;
    if (!op || acts(other, 0))
        return NULL;
    if (is_it(d, n->kids[2]) && tree_equal(d->u, n->kids[1], other))
        return op;
    return is_it(d, n->kids[1]) && tree_equal(d->u, n->kids[2], other) ? opposite(op) : NULL;
}

/* what the function returns where the condition holds, and where it does not; false: its body is another one */
static bool returned(const struct func *f, const struct node **condition, const struct node *result[2])
{
    const struct node *body = f->tree, *sole = body ? node_sole(body) : NULL, *second = NULL;
    const struct node *e = sole && sole->kind == NODE_RETURN && sole->nkids ? sole->kids[0] : NULL;
    if (e && e->kind == NODE_CONDITIONAL) {
        *condition = e->kids[0];
        result[0] = e->kids[1];
        result[1] = e->kids[2];
        return true;
    }
    if (body && body->kind == NODE_COMPOUND && body->nkids == 2) {
        sole = body->kids[0];
        second = body->kids[1];
    }
    if (!sole || sole->kind != NODE_IF || (second != NULL) == (node_kid(sole, 2) != NULL))
        return false;
    const struct node *first = node_sole(sole->kids[1]);
    second = node_sole(second ? second : sole->kids[2]);
    bool both = first && second && first->kind == NODE_RETURN && second->kind == NODE_RETURN;
    *condition = sole->kids[0];
    result[0] = both ? node_kid(first, 0) : NULL;
    result[1] = both ? node_kid(second, 0) : NULL;
    return result[0] && result[1];
}

static const char *library_extreme(const char *name)
{
    return !strcmp(name, "fmax") || !strcmp(name, "fmaxf")   ? "max"
           : !strcmp(name, "fmin") || !strcmp(name, "fminf") ? "min"
                                                             : NULL;
}

/* Is f a function of the user's that returns the larger or the smaller one of its two parameters? */
static const char *extreme_function(const struct unit *u, const struct func *f)
{
    const struct node *condition, *result[2], *other = NULL;
    if (f->params.n != 2 || !f->result || !f->result->canonical)
        return NULL;
    for_each_pointer (const struct var, p, f->params)
        if (!p->type->canonical || strcmp(p->type->canonical, f->result->canonical) != 0 || p->written)
            return NULL;
    const struct var *a = f->params.v[0], *b = f->params.v[1];
    const struct node *sole = f->tree ? node_sole(f->tree) : NULL, *e = sole ? node_kid(sole, 0) : NULL;
    const struct func *g = e && sole->kind == NODE_RETURN && e->kind == NODE_CALL ? node_called(e) : NULL;
    if (g && !given(g->def) && e->nkids == 3 && library_extreme(g->name) && same_type(e->type, f->result))
        return (node_var(e->kids[1]) == a && node_var(e->kids[2]) == b) ||
                       (node_var(e->kids[1]) == b && node_var(e->kids[2]) == a)
                   ? library_extreme(g->name)
                   : NULL;
    const struct reduced first = {.u = u, .v = a};
    const char *op = returned(f, &condition, result) ? extreme(condition, &first, &other) : NULL;
    if (!op || node_var(other) != b)
        return NULL;
    if (node_var(result[0]) == b && node_var(result[1]) == a)
        return op;
    return node_var(result[0]) == a && node_var(result[1]) == b ? opposite(op) : NULL;
}

/* v = fmax(v, x), or a function of the user's that does the same; in place of v the same once more */
static const char *called(const struct node *n, const struct reduced *d)
{
    const struct func *f = n->kind == NODE_CALL ? node_called(n) : NULL;
    if (!f || n->nkids != 3)
        return NULL;
    bool first = names(n->kids[1], d);
    const struct node *inner = n->kids[first ? 1 : 2];
    if (names(n->kids[first ? 2 : 1], d))
        return NULL;
    const char *op = !given(f->def)                                             ? library_extreme(f->name)
                     : same_type(f->result, d->v ? d->v->type : d->place->type) ? extreme_function(d->u, f)
                                                                                : NULL;
    const char *other = !op || is_it(d, inner) ? op : called(inner, d);
    return other && strcmp(op, other) == 0 ? op : NULL;
}

/* one of the conditions that all have to hold for n to be true, which chooses the extreme */
static const char *extreme_in(const struct node *n, const struct reduced *d, const struct node *value,
                              const struct node **all)
{
    if (n->kind == NODE_BINARY && n->operator== OPERATOR_LAND) {
        const char *op = acts(n->kids[1], 0) ? NULL : extreme_in(n->kids[0], d, value, all);
        return op ? op : extreme_in(n->kids[1], d, value, all);
    }
    const struct node *other = NULL;
    const char *op = extreme(n, d, &other);
    if (!op || !tree_equal(d->u, other, value) || acts(value, 0))
        return NULL;
    *all = n;
    return op;
}

/* if (x > v) v = x; */
static const char *guarded(const struct node *assign, const struct reduced *d, const struct node **all)
{
    const struct node *n = assign->parent;
    while (n && (n->kind == NODE_EXPRESSION || (n->kind == NODE_COMPOUND && n->nkids == 1)))
        n = n->parent;
    if (!n || n->kind != NODE_IF || node_kid(n, 2))
        return NULL;
    return extreme_in(n->kids[0], d, assign->kids[1], all);
}

/* int += double rounds each time towards 0, from whichever side the sum so far lies. */
static bool rounds(const struct node *store, const struct reduced *d)
{
    const struct type *t = d->v ? d->v->type : d->place->type;
    const struct node *e = store->kind == NODE_INCREMENT ? NULL : store->kids[1];
    return e && e->type && t && (e->type->kind == TYPE_FLOAT || e->type->kind == TYPE_COMPLEX) &&
           t->kind != TYPE_FLOAT && t->kind != TYPE_COMPLEX;
}

/* How p, which stores to d, reduces into it, or NULL. `all`: the condition around it, if any */
static const char *step(const struct node *p, const struct reduced *d, const struct node **all)
{
    if (!is_discarded(p))
        return NULL;
    if (p->kind == NODE_INCREMENT)
        return "+";
    if (p->kind == NODE_COMPOUND_ASSIGN)
        return names(p->kids[1], d) || rounds(p, d) ? NULL : operator_name(p->operator);
    if (p->kind != NODE_ASSIGN)
        return NULL;
    const struct node *e = p->kids[1];
    const char *op = rounds(p, d) ? NULL : operation(e, d);
    op = op ? op : chosen(e, d);
    op = op ? op : called(e, d);
    return op ? op : guarded(p, d, all);
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
    if (t->kind == TYPE_BOOL) /* 1 + 1 is 1 there, and 1 ^ 2 */
        return strcmp(op, "&") == 0 || strcmp(op, "|") == 0 || strcmp(op, "&&") == 0 || strcmp(op, "||") == 0;
    if (strchr("&|^", *op) && op[1] == 0)
        return whole;
    return real || (t->kind == TYPE_COMPLEX && (*op == '+' || *op == '*'));
}

static bool is_truth(const struct node *n)
{
    n = n ? node_uncast(n) : NULL;
    if (!n)
        return false;
    bool test = (n->kind == NODE_BINARY && n->operator>= OPERATOR_LAND && n->operator<= OPERATOR_NE) ||
                (n->kind == NODE_UNARY && n->operator== OPERATOR_LNOT) || (n->type && n->type->kind == TYPE_BOOL);
    return test || (n->constant && (n->value == 0 || n->value == 1));
}

/* v has never been another number than 0 and 1: 5 && 1 is 1, also where no iteration runs. */
static bool is_logical(const struct unit *u, const struct var *v)
{
    bool is = !v->is_global && !v->is_param && !v->addr_taken && v->func && (!given(v->init) || is_truth(v->value));
    for_each_in (ref, r, u, v->func ? v->func->def : (struct slice){0})
        if (is && r->var == v && r->node && is_target(r->node))
            is = r->node->parent->kind == NODE_ASSIGN && is_truth(r->node->parent->kids[1]);
    return is || v->type->kind == TYPE_BOOL;
}

const char *reduction_of(const struct unit *u, const struct node *loop, const struct var *v)
{
    VEC(const struct node *) places = {0}; /* in which v may be named */
    const char *op = NULL;
    for_each_in (ref, r, u, loop->at) {
        if (r->var != v || !r->node || !is_target(r->node))
            continue;
        const struct node *condition = NULL;
        const struct reduced d = {.u = u, .v = v};
        const char *this = step(r->node->parent, &d, &condition);
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
    bool logical = op && (strcmp(op, "&&") == 0 || strcmp(op, "||") == 0);
    return op && has_type_for(v->type, op) && (!logical || is_logical(u, v)) ? op : NULL;
}

/* ---- memory ---- */
/* Does it matter how often the place of store p is evaluated? What a function does besides is judged where its call is:
 * here it is asked whether two calls give the same place, of which `a[f(x)] += y` has one. */
static bool has_effect(const struct node *p)
{
    bool once = p->kind != NODE_ASSIGN;
    const struct node *n = p->kids[0];
    for (const struct node *m = n; m; m = tree_next(n, m))
        if ((m->kind == NODE_CALL && !once) || m->kind == NODE_ASSIGN || m->kind == NODE_COMPOUND_ASSIGN ||
            m->kind == NODE_INCREMENT || m->kind == NODE_STATEMENTS)
            return true;
    return false;
}

/* the store that n, read or stored to, may be a part of */
static const struct node *store_around(const struct node *n)
{
    if (is_target(n))
        return n->parent;
    const struct node *p = n->parent, *below = n;
    while (p && !node_is_statement(p) && p->kind != NODE_ASSIGN) {
        below = p;
        p = p->parent;
    }
    if (p && p->kind == NODE_IF && below->place == 0) {
        p = node_sole(node_kid(p, 1));
        p = p && p->kind == NODE_EXPRESSION ? p->kids[0] : NULL;
    }
    return p && p->kind == NODE_ASSIGN ? p : NULL;
}

const char *element_reduction(const struct unit *u, const struct node *n, const struct node **store)
{
    const struct node *p = store_around(n), *condition = NULL;
    if (!p || n->kind == NODE_NAME || has_effect(p) || !p->kids[0]->type)
        return NULL;
    const struct reduced d = {.u = u, .place = p->kids[0]};
    const char *op = is_it(&d, n) && !p->kids[0]->bit_field ? step(p, &d, &condition) : NULL;
    if (!op || !has_type_for(p->kids[0]->type, op))
        return NULL;
    /* in the condition around the store it must be the operand that is compared */
    if (!is_below(n, p) && !(condition && is_below(n, condition)))
        return NULL;
    *store = p;
    return op;
}

const struct node *plain_store(const struct ref *r, const struct var *v)
{
    const struct node *p = r->var == v && r->node && r->node->place == 0 ? r->node->parent : NULL;
    return p && p->kind == NODE_ASSIGN ? p : NULL;
}
