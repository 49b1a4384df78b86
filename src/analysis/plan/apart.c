/* analysis/plan/apart.c: may different threads run the iterations of a loop in the body of a parallel one, too?
 * Different iterations of the parallel loop are independent, since the user says so. What is left are two iterations of
 * the inner loop within the same one of the parallel loop: what one of them stores, the other may not touch. So
 * whatever is stored must lie elsewhere in each iteration, and nothing but that expression may lead to it. No pass:
 * in_place.c asks.
 *
 * Two names lead to different objects when they are different arrays, or when one of them is a `restrict` parameter and
 * the other an array, or a parameter that the function never sets and so cannot have been made from the first. */
#include "../analysis.h"
#include "../../region/tree.h"

enum { MOST_FOLLOWED = 200 }; /* calls, in one body */

struct place { /* the body, or a function called from it */
    struct analysis *a;
    const struct region *r;
    const struct var *row; /* counts the loop of the body */
    struct slice body;
    const struct call *call;   /* NULL: the body itself */
    const struct place *outer; /* the caller */
    unsigned *calls;
};

/* ---- which object ---- */

static bool is_array(const struct type *t) { return t && (t->kind == TYPE_ARRAY || t->kind == TYPE_VLA); }

static const struct var *object_of(const struct node *n);

/* the variable that a pointer's value is made from; NULL: it is found in memory, or nobody knows */
static const struct var *pointer_of(const struct node *n)
{
    n = node_uncast(n);
    if (!n)
        return NULL;
    if (is_array(n->type))
        return object_of(n);
    if (n->kind == NODE_NAME)
        return n->var;
    if (n->kind == NODE_ADDRESS)
        return object_of(n->kids[0]);
    if (n->kind != NODE_BINARY || (n->operator!= OPERATOR_ADD && n->operator!= OPERATOR_SUB))
        return NULL;
    const struct type *left = n->kids[0]->type;
    bool first = left && (left->kind == TYPE_POINTER || is_array(left));
    return n->type->kind == TYPE_POINTER ? pointer_of(n->kids[!first]) : NULL;
}

/* the variable whose object, or whose pointer's object, n is a part of */
static const struct var *object_of(const struct node *n)
{
    switch (n->kind) {
    case NODE_NAME:
        return n->var;
    case NODE_MEMBER:
        return object_of(n->kids[0]);
    case NODE_SUBSCRIPT:
    case NODE_ARROW:
    case NODE_DEREFERENCE:
        return pointer_of(n->kids[0]);
    default:
        return NULL;
    }
}

static const struct node *argument_for(const struct call *c, const struct var *v)
{
    for (size_t i = 0; i < c->func->params.n; i++)
        if (c->func->params.v[i] == v)
            return node_kid(c->node, (unsigned)i + 1);
    return NULL;
}

static bool is_fixed_parameter(const struct var *v)
{
    return v->is_param && v->type->kind == TYPE_POINTER && !v->written && !v->addr_taken;
}

/* v, as the caller, the caller's caller … and at last the body calls it */
static const struct var *seen_from_body(const struct place *p, const struct var *v)
{
    for (; v && p->call && v->is_param && v->type->kind == TYPE_POINTER; p = p->outer) {
        const struct node *argument = argument_for(p->call, v);
        v = argument && is_fixed_parameter(v) ? pointer_of(argument) : NULL;
    }
    return v;
}

static bool is_object(const struct var *v) { return !v->is_param && v->type->kind != TYPE_POINTER; }

static bool is_known(const struct region *r, const struct var *v)
{
    return is_object(v) || (is_fixed_parameter(v) && v->func == r->func);
}

static bool are_distinct(const struct region *r, const struct var *a, const struct var *b)
{
    if (a == b || !is_known(r, a) || !is_known(r, b))
        return false;
    return (is_object(a) && is_object(b)) || (a->is_param && a->type->is_restrict) ||
           (b->is_param && b->type->is_restrict);
}

/* Has every iteration of the body an object of its own? */
static bool is_own(const struct place *p, const struct var *v)
{
    bool here = p->call ? v->func == p->call->func : slice_has(p->body, v->decl);
    return (here && !v->is_global && v->type->kind != TYPE_POINTER) || (!p->call && sharing_of(p->r, v, ATTRS_REDUCED));
}

/* ---- what is stored ---- */

/* Is m a subscript or member on the way from n to its variable, without a pointer found in memory? */
static bool is_on_way(const struct node *n, const struct node *m)
{
    for (; m != n; m = m->parent)
        if (m->place || (m->parent->kind == NODE_SUBSCRIPT && !is_array(m->type)))
            return false;
    return true;
}

static bool wraps(const struct node *n)
{
    return !n->type || n->type->kind != TYPE_INT || (!n->type->is_signed && n->type->size < 8);
}

/* A subscript that is linear in the loops' variables for sure (strides are only likely to be right), and that can be
 * looked at in front of the loops. */
static bool is_plain(const struct place *p, const struct node *n)
{
    const struct var *i = p->r->loops[0].iv;
    for (const struct node *m = n; m; m = tree_next(n, m))
        switch (m->kind) {
        case NODE_SUBSCRIPT:
        case NODE_MEMBER:
            if (!is_on_way(n, m))
                return false;
            break;
        case NODE_BINARY:
            if (wraps(m) || (m->operator!= OPERATOR_ADD && m->operator!= OPERATOR_SUB && m->operator!= OPERATOR_MUL))
                return false;
            break;
        case NODE_CAST:
            if (wraps(m) || m->type->size < 8)
                return false;
            break;
        case NODE_NAME:
            if (!m->var || m->var->type->is_volatile ||
                (slice_has(p->r->stmt, m->var->decl) && m->var != i && m->var != p->row))
                return false;
            break;
        case NODE_NUMBER:
            break;
        default:
            return false;
        }
    return true;
}

static const struct strides *strides_at(const strides_list *list, const struct element *e)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->v[i].of == e)
            return &list->v[i];
    return NULL;
}

/* The iterations of loop 1 store to different places, or a look at two of them will tell; other inner loops to the same
 * one. */
static bool moves(const struct strides *s, unsigned n)
{
    for (unsigned j = 2; s && j < n; j++)
        if (s->by[j].kind != STRIDE_NONE)
            return false;
    int64_t apart = s ? s->by[1].bytes < 0 ? -s->by[1].bytes : s->by[1].bytes : 0;
    return s && (s->by[1].kind == STRIDE_SYMBOLIC || (s->by[1].kind == STRIDE_BYTES && apart >= s->of->size));
}

static bool note_store(const struct place *p, const strides_list *list, unsigned n, const struct element *e,
                       element_list *stores)
{
    const struct unit *u = p->a->unit;
    const struct var *v = object_of(e->node);
    if (!v || !is_known(p->r, v) || e->node->bit_field || !is_plain(p, e->node) || !moves(strides_at(list, e), n))
        return false;
    for (size_t i = 0; i < stores->n; i++)
        if (tree_equal(u, stores->v[i]->node, e->node))
            return true;
    vec_push(u->arena, stores, e);
    return true;
}

/* ---- what may meet it ---- */

/* May an access of v's object, at n, meet what is stored by another iteration? */
static bool is_clear(const struct place *p, const struct var *v, const struct node *n, const element_list *stores)
{
    for (size_t i = 0; i < stores->n; i++) {
        const struct node *store = stores->v[i]->node;
        bool same = !p->call && n && tree_equal(p->a->unit, store, n);
        if (!same && !are_distinct(p->r, object_of(store), v))
            return false;
    }
    return true;
}

static bool calls_are_seen(const struct place *p)
{
    const struct unit *u = p->a->unit;
    for (size_t i = unit_ref_from(u, p->body.begin); i < u->refs.n && u->refs.v[i].off < p->body.end; i++) {
        const struct func *f = u->refs.v[i].func;
        if (f && (!u->refs.v[i].is_call || f->is_variadic))
            return false;
        for (size_t k = 0; f && !f->tree && k < f->params.n; k++)
            if (!type_is_arithmetic(f->params.v[k]->type)) /* it may read what the pointer leads to */
                return false;
    }
    return true;
}

static bool is_under_way(const struct place *p, const struct func *f)
{
    for (; p; p = p->outer)
        if (p->call && p->call->func == f)
            return true;
    return false;
}

/* variables by name, to which a pointer may lead as well */
static bool names_are_clear(const struct place *p, const element_list *stores)
{
    const struct unit *u = p->a->unit;
    for (size_t i = unit_ref_from(u, p->body.begin); i < u->refs.n && u->refs.v[i].off < p->body.end; i++) {
        const struct ref *f = &u->refs.v[i];
        if (f->var && (f->access & ACC_READ) && (f->var->is_global || f->var->addr_taken) && !is_array(f->var->type) &&
            !is_own(p, f->var) && !is_clear(p, f->var, f->node, stores))
            return false;
    }
    return true;
}

static bool elements_are_clear(const struct place *p, const element_list *stores)
{
    const struct unit *u = p->a->unit;
    for (size_t i = unit_element_from(u, p->body.begin); i < u->elements.n && u->elements.v[i].off < p->body.end; i++) {
        const struct element *e = &u->elements.v[i];
        const struct var *v = object_of(e->node);
        if (v && is_own(p, v))
            continue;
        v = seen_from_body(p, v);
        if (!v || (p->call && (e->access & ACC_WRITE)) || !is_clear(p, v, e->node, stores))
            return false;
    }
    return true;
}

static bool all_clear(const struct place *p, const element_list *stores)
{
    const struct unit *u = p->a->unit;
    if (!calls_are_seen(p) || !names_are_clear(p, stores) || !elements_are_clear(p, stores))
        return false;
    for (size_t i = unit_call_from(u, p->body.begin); i < u->calls.n && u->calls.v[i].off < p->body.end; i++) {
        const struct call *c = &u->calls.v[i];
        struct place inner = {p->a, p->r, p->row, c->func->body, c, p, p->calls};
        if (is_under_way(p, c->func) || (*p->calls)++ >= MOST_FOLLOWED || (c->func->tree && !all_clear(&inner, stores)))
            return false;
    }
    return true;
}

bool rows_are_apart(struct analysis *a, const struct region *r, const struct var *row, const strides_list *list,
                    unsigned n, struct slice body, element_list *stores)
{
    const struct unit *u = a->unit;
    unsigned calls = 0;
    struct place p = {a, r, row, body, NULL, NULL, &calls};
    for (size_t i = unit_element_from(u, body.begin); i < u->elements.n && u->elements.v[i].off < body.end; i++) {
        const struct element *e = &u->elements.v[i];
        const struct var *v = object_of(e->node);
        bool own = v && is_own(&p, v);
        if ((e->access & ACC_WRITE) && !own && !note_store(&p, list, n, e, stores))
            return false;
    }
    return all_clear(&p, stores);
}
