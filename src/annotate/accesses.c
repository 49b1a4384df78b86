/* accesses.c: where the walk through the body of a loop is, and the accesses of memory that it finds there. */
#include <string.h>

#include "collect_priv.h"

void scope_wrong(struct scope *s, enum loop_reason why, const struct node *at)
{
    if (s->in_target) { /* whatever it is, it touches no more than what is mapped */
        whole_of_unknown(s, at, true);
        return;
    }
    if (s->wrong || (s->is_data && why == LOOP_VOLATILE))
        return;
    s->wrong = why;
    s->wrong_at = at;
}

/* ---- where we are ---- */
struct place place_here(const struct scope *s)
{
    return (struct place){isl_set_copy(s->domain), s->exact, s->sure, s->loose, s->depth, s->regions.n, s->work};
}
void place_back(struct scope *s, struct place p)
{
    isl_set_free(s->domain);
    s->domain = p.domain;
    s->exact = p.exact;
    s->sure = p.sure;
    s->loose = p.loose;
    s->regions.n = p.regions;
    while (s->depth > p.depth)
        poly_free(s->frames[--s->depth].value);
}

void enter_region(struct scope *s)
{
    vec_push(s->a->arena, &s->regions, (struct branch){++s->last_region, s->depth, s->entering});
}

/* What follows runs for some values of the domain only. */
void only_sometimes(struct scope *s)
{
    s->exact = false;
    enter_region(s);
}

static bool reads_memory(const struct node *n) { return n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE; }

/* Does the loop store to v what it finds in memory? Then it is data. */
static bool is_set_from_memory(const struct scope *s, const struct var *v)
{
    for_each_in (ref, r, s->u, s->loop->at) {
        const struct node *store = r->var == v && (r->access & ACC_WRITE) && r->node ? r->node->parent : NULL;
        bool sets = store && (store->kind == NODE_ASSIGN || store->kind == NODE_COMPOUND_ASSIGN);
        if (sets && tree_has(store->kids[1], reads_memory))
            return true;
    }
    return false;
}

/* Does n depend on the variables of loops, and on nothing that is read from memory? Such conditions keep indices in
 * bounds: i % width > 0. */
static bool is_of_numbers(const struct scope *s, const struct node *n)
{
    const struct var *v = n->kind == NODE_NAME && !n->constant ? n->var : NULL;
    bool own = v && is_declared_in(s, v) && !v->is_global;
    if (v)
        return v->type->kind == TYPE_INT && !v->addr_taken && !v->is_global && !is_set_from_memory(s, v) &&
               (!own || (v->value && !v->written && is_of_numbers(s, v->value)));
    bool known = n->constant || n->kind == NODE_BINARY || n->kind == NODE_UNARY || n->kind == NODE_CAST;
    for (unsigned i = 0; known && !n->constant && i < n->nkids; i++)
        known = n->kids[i] && is_of_numbers(s, n->kids[i]);
    return known;
}

static isl_set *where_holds(struct scope *s, const struct node *condition, bool holds, bool *exact)
{
    s->by_truths = true;
    isl_set *set = condition_of(s, condition, holds, exact);
    s->by_truths = false;
    return set;
}

/* Does it ask for something that is the same for all iterations, and that is not understood? Often that is whether some
 * memory is there at all. */
static bool asks_once(struct scope *s, const struct node *n)
{
    bool parts = n->kind == NODE_BINARY && (n->operator== OPERATOR_LAND || n->operator== OPERATOR_LOR), exact = true;
    if (parts || (n->kind == NODE_UNARY && n->operator== OPERATOR_LNOT))
        return asks_once(s, n->kids[0]) || (parts && asks_once(s, n->kids[1]));
    if (varies(s, n))
        return false;
    isl_set_free(where_holds(s, n, true, &exact));
    return !exact;
}

void only_where(struct scope *s, const struct node *condition, bool holds)
{
    bool exact = true;
    isl_set *set = where_holds(s, condition, holds, &exact);
    if (!exact) {
        only_sometimes(s);
        s->loose |= asks_once(s, condition) || (varies(s, condition) && is_of_numbers(s, condition));
    }
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
        t->from_zero |= (unsigned)(f->counted || f->value) << d;
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

/* ---- in constructs of the user's ---- */
static struct user_map *map_of(const struct user_frame *f, const struct object *o)
{
    for_each_pointer (struct user_map, m, f->maps)
        if (m->object == o)
            return m;
    return NULL;
}

/* t is an access of what m says, in a construct of the user's: of the device's copy. */
static void is_of_map(const struct scope *s, struct touch *t, const struct user_frame *f, const struct user_map *m)
{
    t->region = f->construct;
    t->instance = f->instance;
    t->repeated = f->repeated;
    t->lost = t->write && !m->from;
    if (!s->in_target)
        refuse(t->object, LOOP_HOST_TOUCHES, t->node);
}

/* Whatever a construct maps may be touched there. */
static void touch_mapped(struct scope *s, const struct touch *t)
{
    for_each (struct user_frame, f, s->users)
        for_each_pointer (struct user_map, m, f->maps) {
            struct touch x = {.object = m->object, .node = t->node, .write = t->write, .whole = true, .here = t->here};
            x.domain = isl_set_copy(s->domain);
            is_of_map(s, &x, f, m);
            x.object->written |= x.write;
            vec_push(s->a->arena, &s->accesses, x);
        }
}

static void drop(struct touch *t)
{
    for (unsigned i = 0; i < t->nsteps; i++)
        poly_free(t->steps[i].index);
    isl_set_free(t->domain);
}

/* In constructs of the user's what is touched is the copy of the outermost one that maps it. */
void push_touch(struct scope *s, struct touch *t)
{
    for_each (struct user_frame, f, s->users) {
        const struct user_map *m = map_of(f, t->object);
        if (!m)
            continue;
        is_of_map(s, t, f, m);
        vec_push(s->a->arena, &s->accesses, *t);
        return;
    }
    bool scalar = t->object->kind == OBJECT_VARIABLE && type_is_scalar(t->object->var->type);
    if (!s->in_target || scalar) {
        vec_push(s->a->arena, &s->accesses, *t);
        return;
    }
    refuse(t->object, LOOP_STRANGE_MAP, t->node);
    if (t->object->kind != OBJECT_VARIABLE)
        touch_mapped(s, t);
    drop(t);
}

/* One access, or what it is by one value of each `?:` on its way. */
static void add_one(struct scope *s, const struct node *n, bool write)
{
    struct touch a = place_of(s, n);
    for (unsigned i = 0; i < s->choices.n; i++)
        only_where(s, s->choices.nodes[i]->kids[0], !(s->choices.picks >> i & 1));
    a.choice = s->choices.n ? s->choices.nodes[0] : NULL;
    a.is_second = s->choices.picks & 1;
    bool own = a.object->kind == OBJECT_VARIABLE && is_declared_in(s, a.object->var) && !a.object->var->is_static;
    if (own || (s->region && is_private_in(s->region, a.object)) || s->choices.picks >> s->choices.n) {
        forget_dimensions(&a);
        return;
    }
    a.write = write;
    a.op = element_reduction(s->u, n, &a.store);
    a.must = s->exact;
    a.after_end = s->ends;
    a.sure = s->sure;
    a.loose = s->loose;
    a.nregions = (unsigned)s->regions.n;
    struct branch *regions = arena_alloc(s->a->arena, (s->regions.n + 1) * sizeof *regions);
    for (size_t i = 0; i < s->regions.n; i++)
        regions[i] = s->regions.v[i];
    a.regions = regions;
    a.far = s->inside.n > 0;
    a.domain = domain_of(s, &a);
    a.object->read |= !write;
    a.object->written |= write;
    a.object->far |= a.far;
    note_loops(s, &a);
    note_place(s, &a);
    push_touch(s, &a);
}

void add_touch(struct scope *s, const struct node *n, bool write)
{
    if (n->kind == NODE_NAME && (!n->var || !is_memory(n->var) || is_declared_in(s, n->var)))
        return; /* what an iteration declares is its own */
    if (!write && is_of_string(n))
        return; /* nobody may store there */
    struct place here = place_here(s);
    unsigned most = 0;
    for (unsigned picks = 0; picks < 1u << most; picks++) {
        s->choices = (struct choices){.allowed = s->is_data, .picks = picks};
        add_one(s, n, write);
        most = s->choices.n > most ? s->choices.n : most;
        if (most) { /* its conditions hold for this access alone */
            isl_set *domain = isl_set_copy(here.domain);
            place_back(s, here);
            here.domain = domain;
        }
    }
    s->choices = (struct choices){0};
    isl_set_free(here.domain);
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
    push_touch(s, &a);
}

/* What is evaluated to find the place of an lvalue. */
