/* asserted.c: what the user says of statements and loops: `#pragma omp assume holds(e)`, and the same as a line of
 * Gantry's own, `#pragma ompx holds(e) independent(a) sizes(a[0:n])` (docs/annotate.md). It is taken for true where it
 * still means what it meant at its place. */
#include <string.h>

#include "annotate_priv.h"

/* Of operand i of the assumption n: the expression that holds; NULL: it is another operand. n may be a copy, whose
 * clauses name the nodes of the original. */
static const struct node *fact_at(const struct node *n, unsigned i)
{
    const struct node *operand = n->region->tree->kids[i], *choice = operand ? node_kid(operand, 0) : NULL;
    for (const struct clause *c = n->region->clauses; c && choice; c = c->next)
        if (c->kind == CLAUSE_HOLDS && c->tree && node_kid(choice, 0) == c->tree)
            return n->kids[i]->kids[0]->kids[0];
    return NULL;
}

static void restrict_to(struct scope *s, const struct node *fact)
{
    bool exact = true;
    s->domain = isl_set_intersect(s->domain, condition_of(s, fact, true, &exact));
}

void assume_at(struct scope *s, const struct node *n)
{
    for (unsigned i = 1; i < n->nkids && !s->a->doubts; i++)
        if (fact_at(n, i))
            restrict_to(s, fact_at(n, i));
}

/* ---- from an assumption to a loop in its scope ---- */
/* Does nothing but other assumptions stand between? */
static bool is_directly_under(const struct node *n, const struct node *assumption)
{
    do
        n = n->parent;
    while (n && n != assumption && n->kind == NODE_CONSTRUCT);
    return n == assumption;
}

static struct slice scope_of(const struct node *assumption)
{
    const struct node *body = assumption->parent;
    return assumption->kids[0] ? assumption->region->stmt : body->at;
}

static bool may_store(struct annotation *a, const struct func *f, const struct var *v)
{
    bool stores;
    if (given(f->def) || is_known_elsewhere(a, f))
        return effects_of(a, f)->is_unknown || has_var(&effects_of(a, f)->written, v);
    return !is_library_func(f) && !is_host_function(f->name, &stores);
}

/* Has v one value in all of the scope? */
static bool stays_in(struct annotation *a, const struct var *v, struct slice scope)
{
    if (v->addr_taken || v->type->is_volatile || v->is_thread_local)
        return false;
    for_each_in (ref, r, a->u, scope)
        if ((r->var == v && (r->access & (ACC_WRITE | ACC_ADDR))) ||
            (v->is_global && r->func && may_store(a, r->func, v)))
            return false;
    return true;
}

static bool means_the_same_in(struct annotation *a, const struct node *e, struct slice scope)
{
    for (const struct node *n = e; n; n = tree_next(e, n)) {
        if (n->kind == NODE_DEREFERENCE || n->kind == NODE_ARROW || n->kind == NODE_SUBSCRIPT || n->kind == NODE_CALL)
            return false;
        if (n->kind == NODE_NAME && n->var && !stays_in(a, n->var, scope))
            return false;
    }
    return true;
}

static bool still_holds(struct annotation *a, const struct node *e, const struct node *assumption,
                        const struct node *loop)
{
    return is_directly_under(loop, assumption) || means_the_same_in(a, e, scope_of(assumption));
}

static void add_asserted(struct scope *s, const char *text, const struct node *assumption)
{
    vec_push(s->a->arena, &s->asserted, (struct asserted){text, assumption->region->loc.line});
}

static void assume_facts(struct scope *s, const struct node *assumption, const struct node *loop)
{
    for (unsigned i = 1; i < assumption->nkids; i++) {
        const struct node *fact = fact_at(assumption, i);
        if (!fact || !still_holds(s->a, fact, assumption, loop))
            continue;
        restrict_to(s, fact);
        add_asserted(s, text_slice(s->u, fact->at), assumption);
    }
}

static void assume_independence(struct scope *s, const struct node *assumption)
{
    for (const struct clause *c = assumption->region->clauses; c; c = c->next) {
        if (c->kind != CLAUSE_INDEPENDENT)
            continue;
        s->all_independent |= !c->items.n;
        for_each (struct item, it, c->items)
            vec_push(s->a->arena, &s->independent, it->var);
        add_asserted(s, c->written, assumption);
    }
}

static bool is_in_front_of_function(const struct node *n) { return is_assumption(n) && !n->kids[0]; }

/* Calls `what` for each assumption in whose scope n is, the innermost first. */
static void each_assumption(struct scope *s, const struct node *n,
                            void (*what)(struct scope *, const struct node *, const struct node *))
{
    for (const struct node *p = n; p; p = p->parent) {
        const struct node *up = p->parent;
        if (up && is_assumption(up))
            what(s, up, n);
        for (unsigned i = 0; up && !up->parent && up->kind == NODE_COMPOUND && i < up->nkids; i++)
            if (is_in_front_of_function(up->kids[i]))
                what(s, up->kids[i], n);
    }
}

void assume_around(struct scope *s, const struct node *loop)
{
    if (s->a->doubts || !s->a->has_assumptions)
        return;
    each_assumption(s, loop, assume_facts);
    for (const struct node *p = loop->parent; p && p->kind == NODE_CONSTRUCT; p = p->parent)
        if (is_assumption(p))
            assume_independence(s, p);
}

/* ---- independence ---- */
static bool is_element(const struct scope *s, const struct object *o)
{
    if (o->kind == OBJECT_VARIABLE && type_is_scalar(o->var->type))
        return false;
    return s->all_independent || (o->kind != OBJECT_UNKNOWN && has_var(&s->independent, o->var));
}

bool are_independent(const struct scope *s, const struct object *a, const struct object *b)
{
    return is_element(s, a) && is_element(s, b);
}

/* ---- sizes ---- */
static const struct node *operand_at(const struct node *assumption, struct slice s)
{
    for (unsigned i = 1; i < assumption->nkids; i++)
        if (given(s) && assumption->kids[i]->at.begin >= s.begin && assumption->kids[i]->at.end <= s.end)
            return assumption->kids[i];
    return NULL;
}

static bool size_at(struct scope *s, const struct node *assumption, const struct object *o, struct asserted_size *size)
{
    for (const struct clause *c = assumption->region->clauses; c; c = c->next)
        for_each (struct item, it, c->items) {
            bool same = o->var ? it->is_name && it->var == o->var
                               : it->is_part && it->tree && tree_equal(s->u, it->tree, o->pointer);
            if (c->kind != CLAUSE_SIZES || !same || it->nsections != 1)
                continue;
            *size = (struct asserted_size){operand_at(assumption, it->sections->lower),
                                           operand_at(assumption, it->sections->length), c->written,
                                           assumption->region->loc.line};
            if (size->length && still_holds(s->a, it->tree, assumption, s->loop) &&
                still_holds(s->a, size->length, assumption, s->loop) &&
                (!size->lower || still_holds(s->a, size->lower, assumption, s->loop)))
                return true;
        }
    return false;
}

bool may_be_sized(const struct object *o)
{
    const struct node *n = o->kind == OBJECT_POINTEE && o->pointer ? node_uncast(o->pointer) : NULL;
    bool member = n && (n->kind == NODE_ARROW || n->kind == NODE_MEMBER) && node_var(node_uncast(n->kids[0]));
    return n && o->name && o->elem && (o->var || member) && o->elem->kind != TYPE_VLA;
}

bool find_asserted_size(struct scope *s, const struct object *o, struct asserted_size *size)
{
    bool found = false;
    if (s->a->doubts || !may_be_sized(o))
        return false;
    for (const struct node *p = s->loop; p && p->parent && !found; p = p->parent) {
        const struct node *up = p->parent;
        found = is_assumption(up) && size_at(s, up, o, size);
        for (unsigned i = 0; !found && !up->parent && up->kind == NODE_COMPOUND && i < up->nkids; i++)
            found = is_in_front_of_function(up->kids[i]) && size_at(s, up->kids[i], o, size);
    }
    return found;
}
