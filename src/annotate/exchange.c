/* exchange.c: pointers that statements exchange among themselves, as time steps do with their arrays:
 * `swap = u; u = v; v = swap;`. Whoever of them leads where, together they lead to what they led to before. */
#include <string.h>

#include "annotate_priv.h"

typedef VEC(struct slice) slice_list;

static const struct var *pointer_of(const struct node *n)
{
    const struct var *v = node_var(n);
    return v && v->type->kind == TYPE_POINTER && !v->is_global && !v->addr_taken ? v : NULL;
}

/* n copies a pointer into another one: `to = from;` or `T *to = from;` */
static bool is_copy(const struct node *n, const struct var **to, const struct var **from)
{
    const struct node *value = NULL;
    *to = NULL;
    if (n->kind == NODE_EXPRESSION && n->kids[0]->kind == NODE_ASSIGN) {
        *to = pointer_of(n->kids[0]->kids[0]);
        value = n->kids[0]->kids[1];
    } else if (n->kind == NODE_DECLARATIONS && n->nkids == 1 && n->kids[0]->kind == NODE_VARIABLE) {
        const struct var *v = n->kids[0]->var;
        *to = v && v->type->kind == TYPE_POINTER && !v->is_global && !v->addr_taken ? v : NULL;
        value = node_kid(n->kids[0], 0);
    }
    *from = *to && value ? pointer_of(node_uncast(value)) : NULL;
    return *from != NULL;
}

/* ---- one sequence of copies ---- */
struct place {
    const struct var *var, *holds; /* what this one held before */
};
typedef VEC(struct place) place_list;

static struct place *place_of_var(struct arena *a, place_list *l, const struct var *v)
{
    for_each (struct place, p, *l)
        if (p->var == v)
            return p;
    vec_push(a, l, (struct place){v, v});
    return &l->v[l->n - 1];
}

/* Nothing but such sequences, in `at`, names v. */
static bool is_aside(const struct scope *s, const struct var *v, const slice_list *at)
{
    for_each_in (ref, r, s->u, v->func->def) {
        bool inside = r->off == v->decl;
        for_each (struct slice, x, *at)
            inside |= slice_has(*x, r->off);
        if (r->var == v && !inside)
            return false;
    }
    return true;
}

static bool is_permuted(const place_list *l, const var_list *members)
{
    for_each_pointer (const struct var, m, *members) {
        unsigned holders = 0;
        for_each (struct place, p, *l)
            holders += has_var(members, p->var) && p->holds == m;
        if (holders != 1)
            return false;
    }
    return true;
}

/* The pointers that the copies from n on exchange: members.n is 0 if there are none. Returns the first node after them.
 */
static const struct node *read_copies(struct scope *s, const struct node *n, const slice_list *at, var_list *members)
{
    place_list l = {0};
    const struct node *block = n->parent, *end = n;
    const struct var *to, *from;
    var_list set = {0};
    for (; end && is_copy(end, &to, &from); end = node_kid(block, end->place + 1)) {
        const struct var *value = place_of_var(s->a->arena, &l, from)->holds;
        place_of_var(s->a->arena, &l, to)->holds = value;
        if (!has_var(&set, to))
            vec_push(s->a->arena, &set, to);
    }
    for_each_pointer (const struct var, v, set)
        if (!is_aside(s, v, at))
            vec_push(s->a->arena, members, v);
    if (!is_permuted(&l, members) || members->n < 2)
        members->n = 0;
    return end;
}

/* ---- all of them ---- */
/* The places of all sequences of copies in the function: what is only named there has no other use. */
static void find_sequences(struct scope *s, const struct node *top, slice_list *at)
{
    const struct var *to, *from;
    for (const struct node *n = top; n; n = tree_next(top, n))
        if (n->parent && n->parent->kind == NODE_COMPOUND && is_copy(n, &to, &from))
            vec_push(s->a->arena, at, n->at);
}

static bool is_within(const struct node *n, const struct node *all) { return slice_has(all->at, n->at.begin); }

/* Who is exchanged with one of them is exchanged with all. */
static void join(struct scope *s, var_list members)
{
    size_t n = 0;
    for_each (var_list, c, s->exchanged) {
        bool common = false;
        for_each_pointer (const struct var, v, members)
            common |= has_var(c, v);
        if (!common) {
            s->exchanged.v[n++] = *c;
            continue;
        }
        for_each_pointer (const struct var, v, *c)
            if (!has_var(&members, v))
                vec_push(s->a->arena, &members, v);
    }
    s->exchanged.n = n;
    vec_push(s->a->arena, &s->exchanged, members);
}

/* Is v stored to in s->loop by nothing but sequences in `good`, and does it live longer than them? */
static bool only_exchanged(const struct scope *s, const struct var *v, const slice_list *good)
{
    if (s->loop->parent && is_declared_in(s, v))
        return false;
    for_each_in (ref, r, s->u, s->loop->at) {
        bool inside = false;
        for_each (struct slice, x, *good)
            inside |= slice_has(*x, r->off);
        if (r->var == v && (r->access & (ACC_WRITE | ACC_ADDR)) && !inside)
            return false;
    }
    return true;
}

static bool same_element(const struct var *a, const struct var *b)
{
    const struct type *x = a->type->elem, *y = b->type->elem;
    return x && y && x->canonical && y->canonical && strcmp(x->canonical, y->canonical) == 0;
}

void find_exchanges(struct scope *s)
{
    slice_list at = {0}, good = {0};
    const struct node *top = s->loop;
    while (top->parent)
        top = top->parent;
    find_sequences(s, top, &at);
    for (const struct node *n = top; n; n = tree_next(top, n)) {
        const struct var *to, *from;
        bool begins = n->parent && n->parent->kind == NODE_COMPOUND && is_within(n, s->loop) && is_copy(n, &to, &from);
        const struct node *before = begins && n->place ? n->parent->kids[n->place - 1] : NULL;
        if (!begins || (before && is_within(before, s->loop) && is_copy(before, &to, &from)))
            continue;
        var_list members = {0};
        const struct node *end = read_copies(s, n, &at, &members);
        uint32_t last = end ? end->at.begin : n->parent->at.end;
        if (last > s->loop->at.end) /* it goes on behind these statements */
            continue;
        if (members.n) {
            vec_push(s->a->arena, &good, (struct slice){n->at.begin, last});
            join(s, members);
        }
    }
    size_t n = 0;
    for_each (var_list, c, s->exchanged) {
        bool ok = true;
        for_each_pointer (const struct var, v, *c)
            ok = ok && only_exchanged(s, v, &good) && same_element(v, c->v[0]);
        if (ok)
            s->exchanged.v[n++] = *c;
    }
    s->exchanged.n = n;
}

const var_list *exchanged_with(const struct scope *s, const struct var *v)
{
    for_each (var_list, c, s->exchanged)
        if (v && has_var(c, v))
            return c;
    return NULL;
}

/* The pointers that v is exchanged with, and those that are only used for that, if nothing else ever happens to them in
 * their function: none else. */
void function_exchanges(struct annotation *a, const struct var *v, var_list *group)
{
    struct scope s = {.a = a, .u = a->u, .isl = a->isl, .loop = v->func->tree};
    slice_list at = {0};
    find_exchanges(&s);
    const var_list *members = exchanged_with(&s, v);
    if (!members)
        return;
    for_each_pointer (const struct var, m, *members)
        vec_push(a->arena, group, m);
    find_sequences(&s, v->func->tree, &at);
    for_each (struct slice, x, at)
        for_each_in (ref, r, a->u, *x)
            if (r->var && !has_var(group, r->var) && is_aside(&s, r->var, &at))
                vec_push(a->arena, group, r->var);
}
