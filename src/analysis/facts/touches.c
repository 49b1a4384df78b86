/* analysis/facts/touches.c: where an access leads to, as a linear form, and the loops and conditions around it. */
#include "touches.h"

#include <string.h>

enum { MOST_CONDITIONS = 24 };

bool touch_fail(struct touches *s, enum why why, const struct node *n)
{
    if (s->why == WHY_NONE) {
        s->why = why;
        s->off = n->at.begin;
    }
    return false;
}

void touch_require(struct touches *s, struct formula p) /* p >= 0 at the launch, or nothing is known */
{
    int64_t value;
    struct footprint *f = s->f;
    if (formula_is_number(&p, &value) && value >= 0)
        return;
    for (size_t i = 0; i < f->conditions.n; i++) {
        struct formula more = formula_sum(&p, &f->conditions.v[i], -1);
        if (!formula_is_number(&more, &value))
            continue;
        if (value < 0) /* the stronger one */
            f->conditions.v[i] = p;
        return;
    }
    if (p.wrong || f->conditions.n == MOST_CONDITIONS || formula_is_number(&p, &value))
        touch_fail(s, WHY_BYTES_OVERLAP,
                   s->k->region->loops ? s->k->region->loops[0].tree : unit_statement(s->u, s->k->region->stmt));
    else
        vec_push(s->u->arena, &f->conditions, p);
}

/* ---- values ---- */
static bool value_of(struct touches *s, const struct scope *in, const struct node *n, int depth, struct form *out);

static bool is_number_form(const struct form *f)
{
    for (unsigned i = 0; i < MOST_LOOPS; i++)
        if (!formula_is_zero(&f->by[i]))
            return false;
    return !f->base.wrong;
}

static void sum_into(struct form *a, const struct form *b, int64_t factor)
{
    a->base = formula_sum(&a->base, &b->base, factor);
    for (unsigned i = 0; i < MOST_LOOPS; i++)
        if (b->by[i].n || b->by[i].wrong)
            a->by[i] = formula_sum(&a->by[i], &b->by[i], factor);
}

static void multiply_into(struct form *a, const struct formula *p)
{
    a->base = formula_product(&a->base, p);
    for (unsigned i = 0; i < MOST_LOOPS; i++)
        if (a->by[i].n || a->by[i].wrong)
            a->by[i] = formula_product(&a->by[i], p);
}

static struct form *new_form(struct touches *s) { return NEW(s->u->arena, struct form); }

/* a value that the launch knows, and that the region does not change */
static bool is_fixed(struct touches *s, const struct node *n)
{
    const struct unit *u = s->u;
    if (!clause_expr_on_host(s->a, s->k, n->at))
        return false;
    for_each_in (ref, r, u, n->at)
        if (r->var && (access_in(u, s->k->region->stmt, r->var) & (ACC_WRITE | ACC_ADDR)))
            return false;
    return n->type && (n->type->kind == TYPE_INT || n->type->kind == TYPE_BOOL || n->type->kind == TYPE_ENUM);
}

/* Does the construct map what the pointer v leads to? Then the host can follow it, too. */
static bool maps_pointee(const struct region *r, const struct var *v)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == CLAUSE_MAP)
            for_each (const struct item, it, c->items)
                if (it->var == v && it->is_name && it->nsections == 1)
                    return true;
    return false;
}

/* Could the region's code change a member of that type? By one of its kind, or with a whole structure. */
static bool may_store_member(struct touches *s, const struct type *t)
{
    const struct slice body = s->k->region->stmt;
    for_each_in (element, e, s->u, body) {
        const struct type *stored = e->node->type;
        bool like = !stored || stored->kind == t->kind || stored->kind == TYPE_RECORD;
        if ((e->access & ACC_WRITE) && like && e->size >= t->size)
            return true;
    }
    for_each_in (call, c, s->u, body)
        if (given(c->func->body))
            return true;
    return false;
}

/* A number or pointer in a structure, as g.n, or as g->n where the construct maps g[:1]: the launch finds it in the
 * host's copy, which is the device's unless the program forgot to update it. */
bool touch_is_fixed_member(struct touches *s, const struct node *n)
{
    const struct node *base = n;
    bool arrow = false;
    if ((n->kind != NODE_MEMBER && n->kind != NODE_ARROW) || (n->type->kind != TYPE_INT && !touch_is_pointer(n->type)))
        return false;
    for (; base->kind == NODE_MEMBER || (base->kind == NODE_ARROW && !arrow); base = base->kids[0])
        arrow = base->kind == NODE_ARROW;
    const struct var *v = node_var(base);
    if (!v || n->bit_field || slice_has(s->k->region->stmt, v->decl) || owner_at(s->u, n->off, v) ||
        (access_in(s->u, s->k->region->stmt, v) & (ACC_WRITE | ACC_ADDR)))
        return false;
    if (arrow ? !maps_pointee(s->k->region, v) : v->type->kind != TYPE_RECORD || v->is_global)
        return false;
    return !may_store_member(s, n->type);
}

static bool atom(struct touches *s, const struct scope *in, const struct node *n, struct form *out)
{
    if (in->outer || (!is_fixed(s, n) && (touch_is_pointer(n->type) || !touch_is_fixed_member(s, n))))
        return false;
    out->base = formula_atom(s->u, &s->f->atoms, n);
    return !out->base.wrong;
}

static bool variable(struct touches *s, const struct scope *in, const struct node *n, int depth, struct form *out)
{
    const struct var *v = n->var;
    for (unsigned i = s->nin; v && i-- > 0;) {
        const struct around_loop *l = &s->loops.v[s->in[i]];
        struct loop head = {0};
        if (l->iv != v || l->scope != in || loop_read_header(&head, l->tree))
            continue;
        if (!value_of(s, in, head.lower, depth + 1, out))
            return false;
        int64_t step = head.stride ? head.stride->value : 1;
        struct formula by = formula_number(head.step_sign < 0 ? -step : step);
        out->by[s->in[i]] = formula_sum(&out->by[s->in[i]], &by, 1);
        return true;
    }
    if (!v)
        return false;
    if (v->is_param && v->func == in->func && in->outer) {
        for (size_t i = 0; i < v->func->params.n; i++)
            if (v->func->params.v[i] == v && !v->written && !v->addr_taken && node_kid(in->call, (unsigned)i + 1))
                return value_of(s, in->outer, node_kid(in->call, (unsigned)i + 1), depth + 1, out);
        return false;
    }
    if (slice_has(in->body, v->decl)) /* of the region's own: set once */
        return !v->is_global && !v->written && !v->addr_taken && given(v->init) && v->value &&
               value_of(s, in, v->value, depth + 1, out);
    return atom(s, in, n, out);
}

static bool product(struct touches *s, const struct scope *in, const struct node *n, int depth, struct form *out)
{
    struct form *r = new_form(s);
    if (!value_of(s, in, n->kids[0], depth, out) || !value_of(s, in, n->kids[1], depth, r))
        return false;
    if (is_number_form(r)) {
        multiply_into(out, &r->base);
    } else if (is_number_form(out)) {
        struct formula p = out->base;
        *out = *r;
        multiply_into(out, &p);
    } else {
        return false;
    }
    return true;
}

static bool sum(struct touches *s, const struct scope *in, const struct node *n, int depth, struct form *out)
{
    struct form *r = new_form(s);
    if (!value_of(s, in, n->kids[0], depth, out) || !value_of(s, in, n->kids[1], depth, r))
        return false;
    sum_into(out, r, n->operator== OPERATOR_ADD ? 1 : - 1);
    return true;
}

/* an integer expression; *out is empty */
static bool value_of(struct touches *s, const struct scope *in, const struct node *n, int depth, struct form *out)
{
    if (!n || depth > DEEPEST_CALL)
        return false;
    if (n->constant) {
        out->base = formula_number(n->value);
        return !out->base.wrong;
    }
    if (n->kind == NODE_CAST && n->type && n->type->kind == TYPE_INT && n->type->size >= 4)
        return value_of(s, in, n->kids[0], depth, out);
    if (n->kind == NODE_NAME)
        return variable(s, in, n, depth, out);
    if (n->kind == NODE_BINARY && n->operator== OPERATOR_MUL)
        return product(s, in, n, depth, out);
    if (n->kind == NODE_BINARY && (n->operator== OPERATOR_ADD || n->operator== OPERATOR_SUB))
        return sum(s, in, n, depth, out);
    if (n->kind == NODE_UNARY && n->operator== OPERATOR_NEGATE) {
        struct form *r = new_form(s);
        if (!value_of(s, in, n->kids[0], depth, r))
            return false;
        sum_into(out, r, -1);
        return true;
    }
    return atom(s, in, n, out);
}

/* ---- addresses: a root, its members, and a distance from it ---- */
/* the arrays of constant length that t's arrays of variable length consist of */
static size_t constant_arrays(const struct type *t)
{
    size_t n = 0;
    for (; type_is_array(t); t = t->elem)
        n += t->size > 0;
    return n;
}

/* The bytes of t, the type of what n leads to: a row of variable length is as long as its declaration says. */
static bool size_of(struct touches *s, const struct scope *in, const struct node *n, const struct type *t,
                    struct formula *size)
{
    const struct var *v = row_owner(n);
    size_t arrays = 0;
    *size = formula_number(1);
    for (const struct type *inner = t; inner && inner->size <= 0 && type_is_array(inner); inner = inner->elem)
        arrays++;
    for (; arrays > 0; t = t->elem, arrays--) {
        struct form *length = new_form(s);
        const struct node *count = t->count <= 0 && v ? row_length(s->u, v, arrays + constant_arrays(t)) : NULL;
        if (t->count > 0)
            length->base = formula_number(t->count);
        else if (!count || !value_of(s, in, count, 0, length) || !is_number_form(length))
            return false;
        *size = formula_product(size, &length->base);
    }
    if (!t || t->size <= 0)
        return false;
    *size = formula_times(size, t->size);
    return !size->wrong;
}

/* one index further in what n leads to, of which the elements have type t */
static bool add_index(struct touches *s, const struct scope *in, const struct node *index, const struct node *n,
                      const struct type *t, int64_t sign, int depth, struct form *out)
{
    struct form *i = new_form(s);
    struct formula size;
    if (!size_of(s, in, n, t, &size) || !value_of(s, in, index, depth, i))
        return false;
    multiply_into(i, &size);
    sum_into(out, i, sign);
    return true;
}

/* Does the launch have the variables that n names? Not those of the region's own, or copies of them. */
static bool is_of_launch(struct touches *s, const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        if (m->kind == NODE_NAME && m->var &&
            (slice_has(s->k->region->stmt, m->var->decl) || owner_at(s->u, m->off, m->var)))
            return false;
    return true;
}

/* what a pointer points to, or an array's first element */
static bool pointee(struct touches *s, const struct scope *in, const struct node *n, int depth, struct place *p,
                    struct form *out)
{
    if (!n || depth > DEEPEST_CALL)
        return false;
    if (type_is_array(n->type))
        return touch_place(s, in, n, depth, p, out);
    if (n->kind == NODE_CAST && touch_is_pointer(n->type))
        return pointee(s, in, n->kids[0], depth, p, out);
    if (n->kind == NODE_ADDRESS)
        return touch_place(s, in, n->kids[0], depth, p, out);
    if (n->kind == NODE_BINARY && (n->operator== OPERATOR_ADD || n->operator== OPERATOR_SUB)) {
        bool left = touch_is_pointer(n->kids[0]->type) || type_is_array(n->kids[0]->type);
        const struct node *base = n->kids[!left], *index = n->kids[left];
        return (touch_is_pointer(base->type) || type_is_array(base->type)) && pointee(s, in, base, depth + 1, p, out) &&
               add_index(s, in, index, base, base->type->elem, n->operator== OPERATOR_ADD ? 1 : - 1, depth, out);
    }
    if (n->kind == NODE_NAME && n->var) {
        const struct var *v = n->var;
        if (v->is_param && v->func == in->func && in->outer) {
            for (size_t i = 0; i < v->func->params.n; i++)
                if (v->func->params.v[i] == v && !v->written && !v->addr_taken)
                    return pointee(s, in->outer, node_kid(in->call, (unsigned)i + 1), depth + 1, p, out);
            return false;
        }
        if (slice_has(in->body, v->decl))
            return !v->is_global && !v->written && !v->addr_taken && given(v->init) && v->value &&
                   pointee(s, in, v->value, depth + 1, p, out);
        if (in->outer || (access_in(s->u, s->k->region->stmt, v) & (ACC_WRITE | ACC_ADDR)))
            return false;
        *p = (struct place){.root = n, .scope = in};
        return true;
    }
    if ((n->kind == NODE_ARROW || n->kind == NODE_MEMBER) && !in->outer && is_of_launch(s, n)) {
        *p = (struct place){.root = n, .scope = in};
        return true;
    }
    return false;
}

static bool add_part(struct place *p, const struct node *n)
{
    const struct type *t = n->kids[0]->type;
    if (t && t->kind == TYPE_POINTER)
        t = t->elem;
    if (!t || t->has_unions || p->nparts == MOST_PARTS)
        return false;
    p->part[p->nparts++] = n;
    return true;
}

/* the object n */
bool touch_place(struct touches *s, const struct scope *in, const struct node *n, int depth, struct place *p,
                 struct form *out)
{
    switch (n->kind) {
    case NODE_NAME:
        if (!n->var || touch_is_pointer(n->type) || slice_has(s->k->region->stmt, n->var->decl) || in->outer)
            return false;
        *p = (struct place){.root = n, .scope = in};
        return true;
    case NODE_SUBSCRIPT:
        return pointee(s, in, n->kids[0], depth, p, out) &&
               add_index(s, in, n->kids[1], n->kids[0], n->type, 1, depth, out);
    case NODE_DEREFERENCE:
        return pointee(s, in, n->kids[0], depth, p, out);
    case NODE_MEMBER:
        return touch_place(s, in, n->kids[0], depth, p, out) && add_part(p, n);
    case NODE_ARROW:
        return pointee(s, in, n->kids[0], depth, p, out) && add_part(p, n);
    default:
        return false;
    }
}

/* ---- loops around an access ---- */
/* As many in each iteration of the loops around it, or more or fewer by a constant from one of `by` to the next. */
static bool is_sloped(struct touches *s, const struct form *d, struct around_loop *x)
{
    for (unsigned i = 0; i < s->nin; i++) {
        const unsigned at = s->in[i];
        if (formula_is_zero(&d->by[at]))
            continue;
        if (s->loops.v[at].slope)
            return touch_fail(s, WHY_BYTES_BOUNDS, x->tree);
        if (x->slope || !formula_is_number(&d->by[at], &x->slope))
            return false;
        x->by = at;
    }
    return true;
}

static bool trip_of(struct touches *s, const struct scope *in, const struct loop *l, struct around_loop *x)
{
    struct form *low = new_form(s), *high = new_form(s);
    bool up = loop_goes_up(l);
    int64_t step = l->stride ? l->stride->value : 1, one = l->rel == REL_LE || l->rel == REL_GE;
    if (l->rel == REL_NE || (l->stride && !l->stride->constant) || step <= 0 || up != (l->step_sign > 0) || !l->iv ||
        l->iv->type->kind != TYPE_INT)
        return false;
    if (!value_of(s, in, up ? l->lower : l->upper, 0, low) || !value_of(s, in, up ? l->upper : l->lower, 0, high))
        return false;
    sum_into(high, low, -1);
    const struct formula more = formula_number(one);
    if (!is_sloped(s, high, x) || x->slope % step != 0)
        return false;
    x->trip = formula_sum(&high->base, &more, 1);
    if (step > 1)
        x->trip = formula_over(s->u, &s->f->atoms, &x->trip, step);
    x->slope /= step;
    return !x->trip.wrong;
}

bool touch_is_jump(const struct node *n)
{
    return n->kind == NODE_BREAK || n->kind == NODE_CONTINUE || n->kind == NODE_GOTO || n->kind == NODE_LABEL ||
           n->kind == NODE_SWITCH || n->kind == NODE_COMPUTED_GOTO || n->kind == NODE_ASM;
}

/* The number of the loop in s->loops, with those around it; -1 after fail. */
static int enter_loop(struct touches *s, const struct scope *in, const struct node *n, const unsigned *outer,
                      unsigned nouter)
{
    struct loop l = {0};
    for (size_t i = 0; i < s->loops.n; i++)
        if (s->loops.v[i].tree == n && s->loops.v[i].scope == in)
            return (int)i;
    struct around_loop x = {.tree = n, .scope = in, .outer = nouter};
    memcpy(x.path, outer, nouter * sizeof *outer);
    s->in = x.path, s->nin = nouter;
    if (s->loops.n == MOST_LOOPS || n->kind != NODE_FOR || loop_read_header(&l, n) || tree_has(n, touch_is_jump) ||
        (access_in(s->u, node_kid(n, 3)->at, l.iv) & (ACC_WRITE | ACC_ADDR)) || !trip_of(s, in, &l, &x)) {
        touch_fail(s, WHY_BYTES_LOOP, n);
        return -1;
    }
    x.iv = l.iv;
    vec_push(s->u->arena, &s->loops, x);
    return (int)s->loops.n - 1;
}

/* ---- conditions that leave out iterations at the ends of a loop ---- */
static enum operator negated(enum operator o)
{
    static const enum operator of[] = {
        [OPERATOR_LT] = OPERATOR_GE,
        [OPERATOR_LE] = OPERATOR_GT,
        [OPERATOR_GT] = OPERATOR_LE,
        [OPERATOR_GE] = OPERATOR_LT,
        [OPERATOR_NE] = OPERATOR_EQ,
    };
    return o < sizeof of / sizeof *of ? of[o] : OPERATOR_NONE;
}

static bool apply(struct touches *s, const struct scope *in, const struct node *c, bool holds, struct loops_around *l)
{
    if (c->kind == NODE_BINARY && c->operator== OPERATOR_LAND)
        return holds && apply(s, in, c->kids[0], true, l) && apply(s, in, c->kids[1], true, l);
    if (c->kind != NODE_BINARY)
        return false;
    struct form *d = new_form(s), *r = new_form(s);
    int at = -1;
    int64_t by = 0;
    s->in = l->of, s->nin = l->n;
    if (!value_of(s, in, c->kids[0], 0, d) || !value_of(s, in, c->kids[1], 0, r))
        return false;
    sum_into(d, r, -1);
    for (unsigned i = 0; i < l->n; i++)
        if (!formula_is_zero(&d->by[l->of[i]])) {
            if (at >= 0 || !formula_is_number(&d->by[l->of[i]], &by) || (by != 1 && by != -1))
                return false;
            at = (int)i;
        }
    return at >= 0 && s->loops.v[l->of[at]].slope == 0 &&
           range_narrow(&l->range[at], holds ? c->operator : negated(c->operator), d->base, by < 0);
}

static bool is_conditional(const struct node *n)
{
    return node_is_branch(n) || n->parent->kind == NODE_WHILE || n->parent->kind == NODE_DO;
}

bool touch_within(const struct scope *in, const struct node *n)
{
    return n && n->at.begin >= in->body.begin && n->at.end <= in->body.end;
}

/* The loops around n, from the outside; false after fail: what decides whether n is reached is no range. */
bool touch_loops(struct touches *s, const struct scope *in, const struct node *n, struct loops_around *l)
{
    const struct node *fors[MOST_LOOPS], *top = n;
    unsigned nfors = 0;
    if (in->outer && !touch_loops(s, in->outer, in->call, l))
        return false;
    if (!in->outer)
        l->n = 0;
    for (; touch_within(in, n) && touch_within(in, n->parent); n = n->parent) {
        if (n->parent->kind != NODE_FOR || n->place < 2) /* the bound is the same in each iteration */
            continue;
        if (n->place != 3 || nfors == MOST_LOOPS)
            return touch_fail(s, WHY_BYTES_LOOP, n);
        fors[nfors++] = n->parent;
    }
    while (nfors) {
        int k = enter_loop(s, in, fors[--nfors], l->of, l->n);
        if (k < 0 || l->n == MOST_LOOPS)
            return false;
        for (unsigned i = 0; i < l->n && s->loops.v[k].slope; i++)
            if (s->loops.v[l->of[i]].slope)
                return touch_fail(s, WHY_BYTES_BOUNDS, s->loops.v[k].tree);
        l->range[l->n] = (struct range){formula_number(0), s->loops.v[k].trip};
        l->of[l->n++] = (unsigned)k;
    }
    for (n = top; touch_within(in, n) && touch_within(in, n->parent); n = n->parent) {
        const struct node *p = n->parent;
        bool range = p->kind == NODE_IF || p->kind == NODE_CONDITIONAL || p->kind == NODE_BINARY;
        if (is_conditional(n) && (!range || (p->kind == NODE_BINARY && p->operator== OPERATOR_LOR) ||
                                  !apply(s, in, p->kids[0], n->place < 2, l)))
            return touch_fail(s, WHY_BYTES_BRANCH, n);
    }
    return true;
}
