/* accesses.c: where the walk through the body of a loop is, and the accesses of memory that it finds there. */
#include <string.h>

#include "collect_priv.h"

void scope_wrong(struct scope *s, enum loop_reason why, const struct node *at)
{
    if (s->wrong || (s->is_data && why == LOOP_VOLATILE))
        return;
    s->wrong = why;
    s->wrong_at = at;
}

/* ---- where we are ---- */
struct place place_here(const struct scope *s)
{
    return (struct place){isl_set_copy(s->domain), s->exact, s->sure, s->depth, s->regions.n, s->work};
}
void place_back(struct scope *s, struct place p)
{
    isl_set_free(s->domain);
    s->domain = p.domain;
    s->exact = p.exact;
    s->sure = p.sure;
    s->regions.n = p.regions;
    while (s->depth > p.depth)
        poly_free(s->frames[--s->depth].value);
}

void enter_region(struct scope *s) { vec_push(s->a->arena, &s->regions, (struct branch){++s->last_region, s->depth}); }

/* What follows runs for some values of the domain only. */
void only_sometimes(struct scope *s)
{
    s->exact = false;
    enter_region(s);
}

void only_where(struct scope *s, const struct node *condition, bool holds)
{
    bool exact = true;
    isl_set *set = condition_of(s, condition, holds, &exact);
    if (!exact)
        only_sometimes(s);
    s->domain = isl_set_coalesce(isl_set_intersect(s->domain, set));
}

/* ---- accesses ---- */
bool is_memory(const struct var *v)
{
    return v->is_global || v->addr_taken || v->type->kind == TYPE_RECORD || type_is_array(v->type);
}

/* "acgt"[k] and the like */
bool is_of_string(const struct node *n)
{
    while (n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE || (n->kind == NODE_BINARY && n->nkids == 2))
        n = n->kids[0];
    return n->kind == NODE_STRING;
}

void note_loops(const struct scope *s, struct touch *t)
{
    t->depth = s->depth;
    for (unsigned d = 0; d < s->depth; d++) {
        const struct frame *f = &s->frames[d];
        t->loops[d] = f->tree;
        t->up[d] = f->counted || f->value || loop_goes_up(f->loop);
    }
}

static bool is_private_in(const struct judged *j, const struct object *o)
{
    for_each (struct role_row, r, j->roles)
        if (o->kind == OBJECT_VARIABLE && r->var == o->var && r->role == ROLE_PRIVATE)
            return true;
    return false;
}

void note_place(const struct scope *s, struct touch *t)
{
    t->region = s->region;
    t->small = s->small;
    t->repeated = s->repeated;
    t->here = s->here;
    t->instance = s->region ? s->region_instance : s->instance;
    t->called_often = s->loops_at_call > 0;
}

void add_touch(struct scope *s, const struct node *n, bool write)
{
    if (n->kind == NODE_NAME && (!n->var || !is_memory(n->var) || is_declared_in(s, n->var)))
        return; /* what an iteration declares is its own */
    if (!write && is_of_string(n))
        return; /* nobody may store there */
    struct touch a = place_of(s, n);
    if (s->region && is_private_in(s->region, a.object))
        return;
    if (a.object->kind == OBJECT_VARIABLE && is_declared_in(s, a.object->var) && !a.object->var->is_static)
        return;
    a.write = write;
    a.op = element_reduction(s->u, n, &a.store);
    a.must = s->exact;
    a.sure = s->sure;
    a.nregions = (unsigned)s->regions.n;
    struct branch *regions = arena_alloc(s->a->arena, (s->regions.n + 1) * sizeof *regions);
    for (size_t i = 0; i < s->regions.n; i++)
        regions[i] = s->regions.v[i];
    a.regions = regions;
    a.far = s->inside.n > 0;
    a.domain = isl_set_copy(s->domain);
    a.object->read |= !write;
    a.object->written |= write;
    a.object->far |= a.far;
    note_loops(s, &a);
    note_place(s, &a);
    vec_push(s->a->arena, &s->accesses, a);
}

void whole_of_unknown(struct scope *s, const struct node *n, bool write)
{
    struct touch a = {.node = n, .write = write, .far = s->inside.n > 0, .domain = isl_set_copy(s->domain)};
    const struct object unknown = {.kind = OBJECT_UNKNOWN};
    a.object = NEW(s->a->arena, struct object);
    *a.object = unknown;
    a.object->read = !write;
    a.object->written = write;
    vec_push(s->a->arena, &s->objects, a.object);
    note_place(s, &a);
    vec_push(s->a->arena, &s->accesses, a);
}

/* What is evaluated to find the place of an lvalue. */
