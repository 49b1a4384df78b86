/* analysis/facts/footprint.c: how many different bytes of memory a target region reads and writes, as polynomials in
 * what its launch knows: what must move however good the caches are.
 * needs: sharing, lower, dataenv, calls.
 * sets: kernel.footprint.
 *
 * Each access becomes a box: base + the sum of distance * t over the loops around it, t from 0 to their trip counts.
 * Accesses of one object with the same distances are one box in several places, whose union is counted dimension by
 * dimension: where boxes end, some of them have no bytes, in between all have. Where that could be wrong (a branch, an
 * address that is not linear, rows that overlap) nothing is known, with the reason; what only the launch can tell, as
 * whether a loop has enough iterations, is a condition. */
#include "boxes.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LOOPS = 12, MOST_CONDITIONS = 24, DEEPEST = 6, MOST_PARTS = 4 };

struct scope { /* the region, or a function called from it */
    const struct scope *outer;
    const struct node *call;
    const struct func *func;
    struct slice body;
    unsigned depth;
};
struct around_loop { /* a loop around some access */
    const struct node *tree;
    const struct scope *scope;
    const struct var *iv;
    unsigned outer; /* how many loops are around it; they stand before it in `path` */
    unsigned path[MOST_LOOPS];
    struct formula trip; /* its iterations; and, if slope is not 0, so many more in each next iteration of loop `by` */
    int64_t slope;
    unsigned by;
};
struct form { /* base + by[0] * t0 + by[1] * t1 … */
    struct formula base, by[MOST_LOOPS];
};
struct loops_around {
    unsigned n;
    unsigned of[MOST_LOOPS];
    struct range range[MOST_LOOPS];
};
/* What an access leads to. Members have no offsets in the tree: those of different names are objects of their own. */
struct place {
    const struct node *root; /* the array or pointer variable, or the expression that the pointer is read from */
    const struct scope *scope;
    unsigned nparts;
    const struct node *part[MOST_PARTS]; /* MEMBER, ARROW: from the outside in */
};
struct touch { /* an access */
    struct place to;
    bool reads, writes, box_known;
    int64_t size;
    uint32_t order;
    struct loops_around in;
    struct form at;
};
struct state {
    struct analysis *a;
    const struct unit *u;
    struct kernel *k;
    struct footprint *f;
    VEC(struct around_loop) loops;
    VEC(struct touch) accesses;
    const unsigned *in; /* the loops around the access at work */
    unsigned nin;
    enum why why;
    uint32_t off; /* where */
};

static bool fail(struct state *s, enum why why, const struct node *n)
{
    if (s->why == WHY_NONE) {
        s->why = why;
        s->off = n->at.begin;
    }
    return false;
}

static void require(struct state *s, struct formula p) /* p >= 0 at the launch, or nothing is known */
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
        fail(s, WHY_BYTES_OVERLAP,
             s->k->region->loops ? s->k->region->loops[0].tree : unit_statement(s->u, s->k->region->stmt));
    else
        vec_push(s->u->arena, &f->conditions, p);
}

/* ---- values ---- */
static bool value_of(struct state *s, const struct scope *in, const struct node *n, int depth, struct form *out);

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

static struct form *new_form(struct state *s) { return NEW(s->u->arena, struct form); }

static bool is_pointer_type(const struct type *t) { return t && t->kind == TYPE_POINTER; }

/* a value that the launch knows, and that the region does not change */
static bool is_fixed(struct state *s, const struct node *n)
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
static bool may_store_member(struct state *s, const struct type *t)
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
static bool is_fixed_member(struct state *s, const struct node *n)
{
    const struct node *base = n;
    bool arrow = false;
    if ((n->kind != NODE_MEMBER && n->kind != NODE_ARROW) || (n->type->kind != TYPE_INT && !is_pointer_type(n->type)))
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

static bool atom(struct state *s, const struct scope *in, const struct node *n, struct form *out)
{
    if (in->outer || (!is_fixed(s, n) && (is_pointer_type(n->type) || !is_fixed_member(s, n))))
        return false;
    out->base = formula_atom(s->u, &s->f->atoms, n);
    return !out->base.wrong;
}

static bool variable(struct state *s, const struct scope *in, const struct node *n, int depth, struct form *out)
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

static bool product(struct state *s, const struct scope *in, const struct node *n, int depth, struct form *out)
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

static bool sum(struct state *s, const struct scope *in, const struct node *n, int depth, struct form *out)
{
    struct form *r = new_form(s);
    if (!value_of(s, in, n->kids[0], depth, out) || !value_of(s, in, n->kids[1], depth, r))
        return false;
    sum_into(out, r, n->operator== OPERATOR_ADD ? 1 : - 1);
    return true;
}

/* an integer expression; *out is empty */
static bool value_of(struct state *s, const struct scope *in, const struct node *n, int depth, struct form *out)
{
    if (!n || depth > DEEPEST)
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
static bool place_of(struct state *s, const struct scope *in, const struct node *n, int depth, struct place *p,
                     struct form *out);

/* the arrays of constant length that t's arrays of variable length consist of */
static size_t constant_arrays(const struct type *t)
{
    size_t n = 0;
    for (; type_is_array(t); t = t->elem)
        n += t->size > 0;
    return n;
}

/* The bytes of t, the type of what n leads to: a row of variable length is as long as its declaration says. */
static bool size_of(struct state *s, const struct scope *in, const struct node *n, const struct type *t,
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
static bool add_index(struct state *s, const struct scope *in, const struct node *index, const struct node *n,
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

/* what a pointer points to, or an array's first element */
static bool pointee(struct state *s, const struct scope *in, const struct node *n, int depth, struct place *p,
                    struct form *out)
{
    if (!n || depth > DEEPEST)
        return false;
    if (type_is_array(n->type))
        return place_of(s, in, n, depth, p, out);
    if (n->kind == NODE_CAST && is_pointer_type(n->type))
        return pointee(s, in, n->kids[0], depth, p, out);
    if (n->kind == NODE_ADDRESS)
        return place_of(s, in, n->kids[0], depth, p, out);
    if (n->kind == NODE_BINARY && (n->operator== OPERATOR_ADD || n->operator== OPERATOR_SUB)) {
        bool left = is_pointer_type(n->kids[0]->type) || type_is_array(n->kids[0]->type);
        const struct node *base = n->kids[!left], *index = n->kids[left];
        return (is_pointer_type(base->type) || type_is_array(base->type)) && pointee(s, in, base, depth + 1, p, out) &&
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
    if ((n->kind == NODE_ARROW || n->kind == NODE_MEMBER) && !in->outer) {
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
static bool place_of(struct state *s, const struct scope *in, const struct node *n, int depth, struct place *p,
                     struct form *out)
{
    switch (n->kind) {
    case NODE_NAME:
        if (!n->var || is_pointer_type(n->type) || slice_has(s->k->region->stmt, n->var->decl) || in->outer)
            return false;
        *p = (struct place){.root = n, .scope = in};
        return true;
    case NODE_SUBSCRIPT:
        return pointee(s, in, n->kids[0], depth, p, out) &&
               add_index(s, in, n->kids[1], n->kids[0], n->type, 1, depth, out);
    case NODE_DEREFERENCE:
        return pointee(s, in, n->kids[0], depth, p, out);
    case NODE_MEMBER:
        return place_of(s, in, n->kids[0], depth, p, out) && add_part(p, n);
    case NODE_ARROW:
        return pointee(s, in, n->kids[0], depth, p, out) && add_part(p, n);
    default:
        return false;
    }
}

/* ---- loops around an access ---- */
/* As many in each iteration of the loops around it, or more or fewer by a constant from one of `by` to the next. */
static bool is_sloped(struct state *s, const struct form *d, struct around_loop *x)
{
    for (unsigned i = 0; i < s->nin; i++) {
        const unsigned at = s->in[i];
        if (formula_is_zero(&d->by[at]))
            continue;
        if (x->slope || s->loops.v[at].slope || !formula_is_number(&d->by[at], &x->slope))
            return false;
        x->by = at;
    }
    return true;
}

static bool trip_of(struct state *s, const struct scope *in, const struct loop *l, struct around_loop *x)
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

static bool is_jump(const struct node *n)
{
    return n->kind == NODE_BREAK || n->kind == NODE_CONTINUE || n->kind == NODE_GOTO || n->kind == NODE_LABEL ||
           n->kind == NODE_SWITCH || n->kind == NODE_COMPUTED_GOTO || n->kind == NODE_ASM;
}

/* The number of the loop in s->loops, with those around it; -1 after fail. */
static int enter_loop(struct state *s, const struct scope *in, const struct node *n, const unsigned *outer,
                      unsigned nouter)
{
    struct loop l = {0};
    for (size_t i = 0; i < s->loops.n; i++)
        if (s->loops.v[i].tree == n && s->loops.v[i].scope == in)
            return (int)i;
    struct around_loop x = {.tree = n, .scope = in, .outer = nouter};
    memcpy(x.path, outer, nouter * sizeof *outer);
    s->in = x.path, s->nin = nouter;
    if (s->loops.n == MOST_LOOPS || n->kind != NODE_FOR || loop_read_header(&l, n) || tree_has(n, is_jump) ||
        (access_in(s->u, node_kid(n, 3)->at, l.iv) & (ACC_WRITE | ACC_ADDR)) || !trip_of(s, in, &l, &x)) {
        fail(s, WHY_BYTES_LOOP, n);
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

static bool apply(struct state *s, const struct scope *in, const struct node *c, bool holds, struct loops_around *l)
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
    const struct node *p = n->parent;
    switch (p->kind) {
    case NODE_IF:
    case NODE_CONDITIONAL:
        return n->place > 0;
    case NODE_BINARY:
        return n->place > 0 && (p->operator== OPERATOR_LAND || p->operator== OPERATOR_LOR);
    case NODE_SWITCH:
    case NODE_WHILE:
    case NODE_DO:
        return true;
    default:
        return false;
    }
}

static bool within(const struct scope *in, const struct node *n)
{
    return n && n->at.begin >= in->body.begin && n->at.end <= in->body.end;
}

/* The loops around n, from the outside; false after fail: what decides whether n is reached is no range. */
static bool context(struct state *s, const struct scope *in, const struct node *n, struct loops_around *l)
{
    const struct node *fors[MOST_LOOPS], *top = n;
    unsigned nfors = 0;
    if (in->outer && !context(s, in->outer, in->call, l))
        return false;
    if (!in->outer)
        l->n = 0;
    for (; within(in, n) && within(in, n->parent); n = n->parent) {
        if (n->parent->kind != NODE_FOR || n->place < 2) /* the bound is the same in each iteration */
            continue;
        if (n->place != 3 || nfors == MOST_LOOPS)
            return fail(s, WHY_BYTES_LOOP, n);
        fors[nfors++] = n->parent;
    }
    while (nfors) {
        int k = enter_loop(s, in, fors[--nfors], l->of, l->n);
        if (k < 0 || l->n == MOST_LOOPS)
            return false;
        for (unsigned i = 0; i < l->n && s->loops.v[k].slope; i++)
            if (s->loops.v[l->of[i]].slope)
                return fail(s, WHY_BYTES_LOOP, s->loops.v[k].tree);
        l->range[l->n] = (struct range){formula_number(0), s->loops.v[k].trip};
        l->of[l->n++] = (unsigned)k;
    }
    for (n = top; within(in, n) && within(in, n->parent); n = n->parent) {
        const struct node *p = n->parent;
        bool range = p->kind == NODE_IF || p->kind == NODE_CONDITIONAL || p->kind == NODE_BINARY;
        if (is_conditional(n) && (!range || (p->kind == NODE_BINARY && p->operator== OPERATOR_LOR) ||
                                  !apply(s, in, p->kids[0], n->place < 2, l)))
            return fail(s, WHY_BYTES_BRANCH, n);
    }
    return true;
}

/* ---- gathering ---- */
static bool is_private(struct state *s, const struct scope *in, const struct node *root)
{
    const struct var *v = node_var(root);
    if (!v)
        return false;
    return slice_has(in->body, v->decl) || (!in->outer && owner_at(s->u, root->off, v));
}

static bool is_arrow(const struct node *n)
{
    return n->kind == NODE_ARROW || n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE;
}

static bool same_root(struct state *s, const struct place *a, const struct place *b)
{
    return a->scope == b->scope && tree_equal(s->u, a->root, b->root);
}

/* how many members both have in common */
static unsigned common_parts(struct state *s, const struct place *a, const struct place *b)
{
    unsigned n = 0;
    while (n < a->nparts && n < b->nparts && node_same_member(s->u, a->part[n], b->part[n]))
        n++;
    return n;
}

static bool same_object(struct state *s, const struct place *a, const struct place *b)
{
    return same_root(s, a, b) && a->nparts == b->nparts && common_parts(s, a, b) == a->nparts;
}

/* Is one a structure that the other one is in? */
static bool encloses(struct state *s, const struct place *a, const struct place *b)
{
    unsigned n = same_root(s, a, b) ? common_parts(s, a, b) : 0;
    return same_root(s, a, b) && a->nparts != b->nparts && (n == a->nparts || n == b->nparts);
}

static bool add_access(struct state *s, const struct scope *in, const struct node *n, int64_t size, bool reads,
                       bool writes)
{
    struct touch *x = NEW(s->u->arena, struct touch);
    bool assigned = n->parent && n->parent->kind == NODE_ASSIGN && n->place == 0; /* after the value was read */
    *x = (struct touch){.reads = reads, .writes = writes, .size = size, .order = assigned ? n->parent->at.end : n->off};
    if (!context(s, in, n, &x->in))
        return false;
    s->in = x->in.of, s->nin = x->in.n;
    if (size <= 0 || n->bit_field || s->accesses.n == BOXES_MOST)
        return fail(s, WHY_BYTES_ADDRESS, n);
    if (!place_of(s, in, n, 0, &x->to, &x->at))
        return fail(s, WHY_BYTES_ADDRESS, n);
    for_each (const struct touch, other, s->accesses)
        if (encloses(s, &other->to, &x->to))
            return fail(s, WHY_BYTES_ADDRESS, n);
    vec_push(s->u->arena, &s->accesses, *x);
    return true;
}

/* variables that the device has one of, named without a subscript */
static bool gather_names(struct state *s, const struct scope *in)
{
    for_each_in (ref, r, s->u, in->body) {
        const struct var *v = r->var;
        const struct capture *c = v ? find_capture(s->k, v) : NULL;
        bool object = r->node && r->node->kind == NODE_NAME && v && !type_is_array(v->type) &&
                      v->type->kind != TYPE_RECORD && !(r->access & ACC_UNEVALUATED);
        if (!object ||
            !(c ? c->how == CAP_ADDRESS || c->how == CAP_COPY : v->is_global && !v->is_constexpr && !r->node->constant))
            continue;
        if (slice_has(s->k->region->stmt, v->decl) || owner_at(s->u, r->off, v))
            continue;
        if (c && c->how == CAP_COPY)
            return fail(s, WHY_BYTES_RUNTIME, r->node);
        if (in->outer)
            return fail(s, WHY_BYTES_ADDRESS, r->node);
        if (!add_access(s, in, r->node, v->type->size, r->access & (ACC_READ | ACC_DEREF), r->access & ACC_WRITE))
            return false;
    }
    return true;
}

static bool gather(struct state *s, const struct scope *in);

static bool returns_early(const struct node *body)
{
    for (const struct node *n = body; n; n = tree_next(body, n))
        if (n->kind == NODE_RETURN && (n->parent != body || n->place + 1 != body->nkids))
            return true;
    return false;
}

static bool gather_calls(struct state *s, const struct scope *in)
{
    for (const struct node *top = unit_statement(s->u, in->body), *n = top; n; n = tree_next(top, n)) {
        if (n->kind != NODE_CALL || n->unevaluated)
            continue;
        const struct func *f = node_called(n);
        if (!f)
            return fail(s, WHY_BYTES_CALL, n);
        if (given(f->body)) {
            struct scope *inner = NEW(s->u->arena, struct scope);
            *inner = (struct scope){in, n, f, f->body, in->depth + 1};
            const struct node *body = unit_statement(s->u, f->body);
            if (in->depth >= DEEPEST || !body || tree_has(body, is_jump) || returns_early(body) || !gather(s, inner))
                return fail(s, WHY_BYTES_CALL, n);
            continue;
        }
        for (unsigned i = 1; i < n->nkids; i++) /* sqrt and the like */
            if (!n->kids[i]->type || !type_is_arithmetic(n->kids[i]->type))
                return fail(s, WHY_BYTES_CALL, n);
    }
    return true;
}

static bool gather(struct state *s, const struct scope *in)
{
    for_each_in (element, e, s->u, in->body) {
        const struct node *root = e->node;
        if (e->node->unevaluated || e->node->listed)
            continue;
        for (;;) { /* the object that it is part of, if that is a variable's own */
            if (root->kind == NODE_MEMBER || (root->kind == NODE_SUBSCRIPT && type_is_array(root->kids[0]->type)))
                root = root->kids[0];
            else
                break;
        }
        if (root->kind == NODE_NAME && !is_pointer_type(root->type) && is_private(s, in, root))
            continue;
        if (!add_access(s, in, e->node, e->size, e->access & ACC_READ, e->access & ACC_WRITE))
            return false;
    }
    return gather_names(s, in) && gather_calls(s, in);
}

/* What the last team writes of a reduction: the originals on the device, read and written once. */
static bool gather_reductions(struct state *s, const struct region *r, const struct scope *in)
{
    for_each_row (x, r, ATTRS_REDUCED) {
        const struct capture *c = find_capture(s->k, x->var);
        const struct node *n = x->item ? x->item->tree : NULL;
        bool outermost = (r->plan->leaves & LEAF_TEAMS) || !leaf_around(r, LEAF_TEAMS);
        if (!c || slice_has(s->k->region->stmt, x->var->decl) || owner_above(r, x->var))
            continue;
        if (!n || n->kind != NODE_NAME || c->how != CAP_ADDRESS || type_is_array(x->var->type) || !outermost)
            return fail(s, WHY_BYTES_RUNTIME, unit_statement(s->u, s->k->region->stmt));
        struct touch a = {.to = {.root = n, .scope = in}, .reads = true, .writes = true, .size = x->var->type->size};
        vec_push(s->u->arena, &s->accesses, a);
    }
    for (const struct region *c = r->child; c; c = c->sibling)
        if (c->plan && !gather_reductions(s, c, in))
            return false;
    return true;
}

/* Two arrays are not the same; a pointer may lead to what another one does. */
bool footprints_meet(const struct reached *a, const struct reached *b)
{
    return a->written == b->written && a->root != b->root &&
           (is_pointer_type(a->root->type) || is_pointer_type(b->root->type));
}

static bool can_compare(struct state *s, const struct node *root)
{
    return !tree_has(root, is_arrow) || is_fixed_member(s, root);
}

/* The launch must be able to compare r's address with others: not where it stands in memory that a pointer leads to. */
static bool look_apart(struct state *s, const struct reached *r)
{
    for_each (const struct reached, other, s->f->reached)
        if (footprints_meet(r, other) && (!can_compare(s, r->root) || !can_compare(s, other->root)))
            return false;
    return true;
}

static void require_of(void *s, struct formula p) { require(s, p); }

static struct box_counter counter_of(struct state *s) { return (struct box_counter){s->u->arena, require_of, s}; }

/* Where in l a loop is whose iterations are more or fewer with another one's, which is where `by` says; else -1 */
static int find_triangle(const struct state *s, const struct loops_around *l, int *by)
{
    for (unsigned i = 0; i < l->n; i++)
        if (s->loops.v[l->of[i]].slope) {
            for (*by = 0; l->of[*by] != s->loops.v[l->of[i]].by;)
                ++*by;
            return (int)i;
        }
    return *by = -1;
}

static struct triangle triangle_of(struct state *s, const struct loops_around *l, int at, int by)
{
    const struct around_loop *x = &s->loops.v[l->of[at]];
    const struct box_counter c = counter_of(s);
    return triangle_made(&c, &l->range[by], x->trip, x->slope);
}

static bool make_box(struct state *s, const struct touch *x, struct box *b)
{
    const struct formula less = formula_number(-1);
    const struct loops_around *l = &x->in;
    int by, at = find_triangle(s, l, &by);
    *b = (struct box){.base = x->at.base, .size = x->size};
    for (int i = 0; i < (int)l->n; i++) {
        struct formula trip = formula_sum(&l->range[i].end, &l->range[i].from, -1);
        if (at >= 0 && (i == at || i == by))
            continue;
        require(s, formula_sum(&trip, &less, 1));
        if (!box_stretch(b, x->at.by[l->of[i]], &l->range[i]))
            return false;
    }
    if (at >= 0) {
        const struct box_counter c = counter_of(s);
        const struct triangle t = triangle_of(s, l, at, by);
        if (!box_stretch_triangle(&c, b, x->at.by[l->of[by]], x->at.by[l->of[at]], &t))
            return false;
    }
    box_finish(b);
    return true;
}

/* one node for all that begins at the same root */
static const struct node *first_root(struct state *s, const struct place *p)
{
    for_each (const struct touch, x, s->accesses)
        if (same_root(s, &x->to, p))
            return x->to.root;
    return p->root;
}

/* all that is read, or written, of the root of s->accesses[first] */
static bool count_root(struct state *s, size_t first, bool writes, struct formula *bytes)
{
    struct box *boxes = arena_alloc(s->u->arena, BOXES_MOST * sizeof *boxes);
    const struct touch *of = &s->accesses.v[first];
    unsigned n = 0;
    for (size_t i = first; i < s->accesses.n; i++) {
        const struct touch *x = &s->accesses.v[i];
        if (!same_object(s, &of->to, &x->to) || !(writes ? x->writes : x->reads))
            continue;
        if (!make_box(s, x, &boxes[n]) || (n && !boxes_alike(&boxes[0], &boxes[n])))
            return false;
        n++;
    }
    struct reached r = {.root = first_root(s, &of->to), .written = writes};
    const struct box_counter counter = counter_of(s);
    if (n && !boxes_count(&counter, boxes, n, &r, bytes))
        return false;
    if (of->to.nparts) { /* somewhere in the structure that it is a member of */
        const struct type *t = of->to.part[0]->kids[0]->type;
        const struct formula whole = formula_number(t->kind == TYPE_POINTER ? t->elem->size : t->size);
        r.span = formula_sum(&r.span, &whole, 1);
    }
    if (n && !look_apart(s, &r))
        return fail(s, WHY_BYTES_OVERLAP, of->to.root);
    if (n)
        vec_push(s->u->arena, &s->f->reached, r);
    return true;
}

static bool is_first(struct state *s, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (same_object(s, &s->accesses.v[k].to, &s->accesses.v[i].to))
            return false;
    return true;
}

static bool same_place(const struct touch *a, const struct touch *b)
{
    bool same = a->in.n == b->in.n && a->size == b->size && formula_equal(&a->at.base, &b->at.base);
    for (unsigned i = 0; i < a->in.n && same; i++)
        same = a->in.of[i] == b->in.of[i] && formula_equal(&a->in.range[i].from, &b->in.range[i].from) &&
               formula_equal(&a->in.range[i].end, &b->in.range[i].end) &&
               formula_equal(&a->at.by[a->in.of[i]], &b->at.by[a->in.of[i]]);
    return same;
}

static int64_t common(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b, b = rest;
    }
    return a < 0 ? -a : a;
}

/* Elements that are never the same, as a[2 * i] and a[2 * i + 1]: all steps have a common divisor, between whose
 * multiples both have room. */
static bool never_meet(const struct touch *a, const struct touch *b)
{
    int64_t step = 0, at = 0;
    struct formula d = formula_sum(&b->at.base, &a->at.base, -1);
    for (unsigned i = 0; i < MOST_LOOPS; i++)
        for (unsigned k = 0; k < 2; k++) {
            const struct formula *by = k ? &b->at.by[i] : &a->at.by[i];
            for (unsigned t = 0; t < by->n; t++)
                step = common(step, by->term[t].factor);
        }
    for (unsigned t = 0; t < d.n; t++) {
        const struct formula one = {.n = 1, .term = {d.term[t]}};
        if (!formula_is_number(&one, &at))
            step = common(step, d.term[t].factor), at = 0;
    }
    if (d.wrong || step == 0)
        return false;
    at = (at % step + step) % step;
    return at >= a->size && at + b->size <= step;
}

/* What the same iteration has stored before need not be read; false: whether it has is not known. */
static bool forget_stored(struct state *s, struct touch *x)
{
    bool known = true;
    for (size_t i = 0; i < s->accesses.n && x->reads; i++) {
        const struct touch *w = &s->accesses.v[i];
        if (!w->writes || w->reads || !same_object(s, &w->to, &x->to) || never_meet(w, x))
            continue;
        known &= same_place(w, x);
        if (same_place(w, x) && w->order < x->order)
            x->reads = false;
    }
    return known;
}

static void count_all(struct state *s)
{
    struct footprint *f = s->f;
    for (size_t i = 0; i < s->accesses.n; i++)
        if (!forget_stored(s, &s->accesses.v[i]))
            fail(s, WHY_BYTES_AGAIN, s->accesses.v[i].to.root);
    for (size_t i = 0; i < s->accesses.n && s->why == WHY_NONE; i++) {
        const struct touch *x = &s->accesses.v[i];
        if (is_first(s, i) && (!count_root(s, i, false, &f->read) || !count_root(s, i, true, &f->written)))
            fail(s, WHY_BYTES_OVERLAP, x->to.root);
    }
}

/* How often what is in the loops l runs; constant: gets the product of constant numbers of iterations, which is then
 * left out. */
static struct formula iterations(struct state *s, const struct loops_around *l, struct formula *constant)
{
    struct formula times = formula_number(1);
    int64_t value;
    int by, at = find_triangle(s, l, &by);
    for (int i = 0; i < (int)l->n; i++) {
        struct formula trip = formula_sum(&l->range[i].end, &l->range[i].from, -1);
        if (at >= 0 && i == by)
            continue;
        if (at >= 0 && i == at) {
            const struct triangle t = triangle_of(s, l, at, by);
            trip = triangle_places(&t);
        }
        struct formula *to = constant && formula_is_number(&trip, &value) ? constant : &times;
        *to = formula_product(to, &trip);
    }
    return times;
}

/* ---- operations ---- */
static bool is_operation(const struct node *n)
{
    bool arithmetic = (n->kind == NODE_BINARY || n->kind == NODE_COMPOUND_ASSIGN) &&
                      (n->operator== OPERATOR_ADD || n->operator== OPERATOR_SUB || n->operator== OPERATOR_MUL ||
                       n->operator== OPERATOR_DIV);
    const struct node *value = n->kind == NODE_COMPOUND_ASSIGN ? n->kids[0] : n;
    return arithmetic && value->type && value->type->kind == TYPE_FLOAT;
}

/* additions, subtractions, multiplications and divisions of the source; unknown where a branch decides */
static void count_operations(struct state *s, const struct scope *in)
{
    struct footprint *f = s->f;
    for (const struct node *top = unit_statement(s->u, in->body), *n = top; n; n = tree_next(top, n)) {
        struct loops_around *l = NEW(s->u->arena, struct loops_around);
        const struct func *called = n->kind == NODE_CALL ? node_called(n) : NULL;
        if (n->unevaluated || (!is_operation(n) && !called))
            continue;
        if (called && given(called->body)) {
            struct scope inner = {in, n, called, called->body, in->depth + 1};
            if (in->depth < DEEPEST)
                count_operations(s, &inner);
            continue;
        }
        if (called || !within(in, n))
            continue;
        if (!context(s, in, n, l)) {
            s->f->operations_known = false;
            return;
        }
        struct formula times = iterations(s, l, NULL);
        const struct node *value = n->kind == NODE_COMPOUND_ASSIGN ? n->kids[0] : n;
        struct formula *to = value->type->size > 4 ? &f->doubles : &f->floats;
        *to = formula_sum(to, &times, 1);
    }
}

/* The iterations of the loops around the innermost access, without those of a constant number if there are others: what
 * a program calls its points. */
static void count_points(struct state *s)
{
    for (size_t i = 0; i < s->accesses.n; i++) {
        struct loops_around whole = s->accesses.v[i].in; /* whatever conditions leave out */
        for (unsigned j = 0; j < whole.n; j++)
            whole.range[j] = (struct range){formula_number(0), s->loops.v[whole.of[j]].trip};
        int64_t value;
        struct formula constant = formula_number(whole.n > 0), n = iterations(s, &whole, &constant);
        if (!whole.n)
            n = constant;
        const struct formula *found = formula_is_number(&n, &value) ? &constant : &n;
        if (i == 0 || formula_before(&s->f->points, found))
            s->f->points = *found;
    }
}

static bool can_be_known(struct state *s)
{
    const struct region *r = s->k->region;
    const struct node *top = unit_statement(s->u, r->stmt);
    if (!top)
        return false;
    if (tree_has(top, is_jump))
        return fail(s, WHY_BYTES_BRANCH, top);
    if (s->k->mode == MODE_GENERIC && s->k->mode_why != WHY_NO_PARALLEL)
        return fail(s, WHY_BYTES_RUNTIME, top);
    if (facts_in(s->a, ON_DEVICE, r->stmt) &
        (CALLS_POINTER | CALLS_UNSEEN | CALLS_MALLOC | USES_HANDLES | HAS_TASKS | ASKS))
        return fail(s, WHY_BYTES_CALL, top);
    for (size_t i = 0; i < s->k->shared.n; i++)
        if (s->k->shared.v[i].far)
            return fail(s, WHY_BYTES_RUNTIME, top);
    for_each_in (region, c, s->u, region_text(r))
        if (c->dir == DIR_ATOMIC || c->dir == DIR_CRITICAL || c->dir == DIR_SCAN || c->dir == DIR_ORDERED)
            return fail(s, WHY_BYTES_RUNTIME, top);
    return true;
}

static void find(struct analysis *a, struct kernel *k)
{
    struct state s = {.a = a, .u = a->unit, .k = k, .f = &k->footprint};
    struct scope *in = NEW(a->unit->arena, struct scope);
    *in = (struct scope){.body = k->region->stmt, .func = k->region->func};
    k->footprint.operations_known = true;
    if (can_be_known(&s) && gather(&s, in) && gather_reductions(&s, k->region, in))
        count_all(&s);
    if (s.why == WHY_NONE) {
        struct state ops = s;
        ops.why = WHY_NONE;
        count_operations(&ops, in);
        count_points(&s);
    }
    k->footprint.why = s.why;
    if (s.why)
        k->footprint.loc = unit_place(a->unit, s.off);
}

void pass_footprint(struct analysis *a)
{
    for_each_pointer (struct kernel, k, a->kernels)
        find(a, k);
}
