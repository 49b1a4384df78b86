/* attempt.c: statements of one block that follow each other, with what they touch on the host and on the device: which
 * memory could stay there. */
#include <stdlib.h>
#include <string.h>

#include "data_priv.h"

/* ---- can the statements be enclosed? ---- */
static bool in_switch(const struct node *n, const struct node *all)
{
    for (const struct node *p = n->parent; p && slice_has(all->at, p->at.begin); p = p->parent)
        if (p->kind == NODE_SWITCH)
            return true;
    return false;
}

/* n leads out of the statements, or into them from elsewhere */
static bool crosses(const struct annotation *a, const struct node *n, const struct node *all)
{
    const struct node *loop = n->kind == NODE_BREAK || n->kind == NODE_CONTINUE ? node_loop(n) : NULL;
    bool inside = loop && slice_has(all->at, loop->at.begin);
    if (is_assumption(n))
        return false;
    switch (n->kind) {
    case NODE_RETURN:
    case NODE_GOTO:
    case NODE_COMPUTED_GOTO:
    case NODE_LABEL:
    case NODE_ASM:
        return true;
    case NODE_CONSTRUCT:
        return !is_in_user_construct(a, n) && !is_wait(a, n);
    case NODE_BREAK:
        return !inside && !in_switch(n, all);
    case NODE_CONTINUE:
        return !inside;
    case NODE_CASE:
    case NODE_DEFAULT:
        return !in_switch(n, all);
    default:
        return false;
    }
}

bool has_crossing(const struct annotation *a, const struct node *statement, const struct node *all)
{
    for (const struct node *n = statement; n; n = tree_next(statement, n))
        if (crosses(a, n, all))
            return true;
    return false;
}

/* ---- one attempt ---- */
struct node *statements_between(struct arena *a, const struct node *block, unsigned from, unsigned to)
{
    struct node *all = NEW(a, struct node);
    *all = *block;
    all->at = all->around = (struct slice){block->kids[from]->at.begin, block->kids[to]->at.end};
    all->off = all->at.begin;
    all->parent = block;
    all->kids = block->kids + from;
    all->nkids = to - from + 1;
    return all;
}

/* Is n made of variables that have the same values in front of the statements? */
static bool is_same_here(const struct attempt *t, const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m)) {
        bool local = m->kind == NODE_NAME && m->var && !m->var->is_global && !m->var->addr_taken;
        if (local ? slice_has(t->all->at, m->var->decl) || is_written_in(&t->s, m->var) || !has_name_here(&t->s, m->var)
                  : m->kind != NODE_BINARY && m->kind != NODE_CAST && m->kind != NODE_UNARY && !m->constant)
            return false;
    }
    return true;
}

/* What the regions among the statements test is tested in front of them, too (held.c), and so is known here. */
static void assume_small(struct attempt *t)
{
    struct annotation *a = t->a;
    t->s.loop = t->all;
    for (size_t i = first_loop(a, t->all->at.begin); is_loop_in(a, i, t->all->at); i++)
        for_each (struct small, x, a->loops.v[i]->smalls)
            if (runs_on_device(a->loops.v[i]) && !small_of(&t->s, x->node) && is_same_here(t, x->node))
                vec_push(a->arena, &t->s.smalls, *x);
}

/* ---- accesses by their regions ---- */
bool is_of_one_region(const struct touch *a, const struct touch *b)
{
    return a->region == b->region && a->instance == b->instance;
}

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
    return (x > y) - (x < y);
}

static int by_region(const void *a, const void *b)
{
    const struct touch *x = ((const struct of_region *)a)->touch, *y = ((const struct of_region *)b)->touch;
    int order = by_address(x->region, y->region);
    order = order ? order : by_address(x->instance, y->instance);
    return order ? order : by_address(x, y);
}

static void sort_by_region(struct attempt *t)
{
    t->by_region.n = 0;
    for_each (struct touch, x, t->s.accesses)
        if (x->region)
            vec_push(t->a->arena, &t->by_region, (struct of_region){.touch = x});
    if (t->by_region.n)
        qsort(t->by_region.v, t->by_region.n, sizeof *t->by_region.v, by_region);
}

struct of_region *first_of_region(struct attempt *t, const struct touch *x)
{
    size_t low = 0, high = t->by_region.n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct touch *y = t->by_region.v[middle].touch;
        int order = by_address(y->region, x->region);
        order = order ? order : by_address(y->instance, x->instance);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return &t->by_region.v[low];
}

/* false, too: values that turn out to vary lead to others all the time */
bool attempt_begin(struct attempt *t)
{
    enum { MOST_TRIES = 4 };
    struct annotation *a = t->a;
    t->all = statements_between(a->arena, t->block, t->from, t->to);
    t->busy = t->entering = NULL;
    t->unsteady.n = 0;
    for (unsigned tries = 1;; tries++) {
        t->s = (struct scope){.a = a, .u = a->u, .isl = a->isl, .unsteady = t->unsteady};
        t->s.place = t->block->kids[t->from];
        t->s.defers = a->wishes.advise;
        assume_small(t);
        if (!collect_statements(&t->s, t->all))
            return false;
        if (!find_unsteady(t)) {
            sort_by_region(t);
            return true;
        }
        if (tries == MOST_TRIES) {
            t->s.here = t->all->kids[0];
            return false;
        }
        scope_end(&t->s);
    }
}

void attempt_end(struct attempt *t)
{
    scope_end(&t->s);
    t->rows.n = t->apart.n = t->updates.n = 0;
}

unsigned attempt_child(const struct attempt *t, const struct node *n)
{
    for (unsigned i = t->from; i <= t->to; i++)
        if (n && slice_has(t->block->kids[i]->at, n->at.begin))
            return i;
    return t->from;
}

bool is_scalar_object(const struct object *o) { return o->kind == OBJECT_VARIABLE && type_is_scalar(o->var->type); }

struct candidate *candidate_of(struct attempt *t, const struct object *o)
{
    for_each (struct candidate, c, t->rows)
        if (c->object == o)
            return c;
    return NULL;
}

bool same_group(const struct scope *s, const struct object *a, const struct object *b)
{
    const var_list *group = a->kind == OBJECT_POINTEE ? exchanged_with(s, a->var) : NULL;
    return a == b || (group && b->kind == OBJECT_POINTEE && has_var(group, b->var));
}

/* Some of the statements, or one around them, keep the same memory there already. */
static bool is_held_around(const struct attempt *t, const struct object *o)
{
    for_each (struct data_range, r, t->a->ranges)
        for_each (struct data_item, i, r->items)
            if (r->first->at.begin < t->all->at.end && t->all->at.begin < r->last->at.end &&
                i->object->kind == o->kind && i->object->var == o->var &&
                (o->var || tree_equal(t->a->u, i->object->pointer, o->pointer)))
                return true;
    return false;
}

static bool names_at(const struct unit *u, struct slice at, const struct var *v)
{
    for_each_in (ref, r, u, at)
        if (v && r->var == v)
            return true;
    return false;
}

/* In a function that is called: statements there that keep data on the device already. */
static const struct data_range *range_of(const struct attempt *t, const struct touch *x)
{
    for_each (struct data_range, r, t->a->ranges)
        if (x->instance && r->first->at.begin <= x->node->at.begin && x->node->at.begin < r->last->at.end)
            for_each (struct data_item, i, r->items)
                if (names_at(t->a->u, x->node->at, root_of(i->object)))
                    return r;
    return NULL;
}

/* How often regions use the object: twice if in a loop */
static unsigned count_uses(const struct attempt *t, const struct object *o)
{
    unsigned n = 0;
    const void *last = NULL;
    const struct node *at = NULL;
    for_each (struct touch, x, t->s.accesses) {
        if (!x->region || !same_group(&t->s, x->object, o))
            continue;
        const struct data_range *r = range_of(t, x);
        const void *unit = r ? (const void *)r : x->region;
        if (r ? x->called_often : x->repeated)
            return 2;
        n += unit != last || x->instance != at;
        last = unit;
        at = x->instance;
    }
    return n;
}

static bool is_written_there(const struct attempt *t, const struct object *o)
{
    for_each (struct touch, x, t->s.accesses)
        if (x->region && x->write && same_group(&t->s, x->object, o))
            return true;
    return false;
}

/* Each member of the group has a row, so that all are on the device. */
void find_candidates(struct attempt *t)
{
    for_each_pointer (struct object, o, t->s.objects) {
        if (o->kind == OBJECT_UNKNOWN || is_scalar_object(o) || is_held_around(t, o))
            continue;
        if (o->var && !o->var->is_global && slice_has(t->all->at, o->var->decl))
            continue;
        struct candidate c = {.object = o, .uses = count_uses(t, o), .written = is_written_there(t, o)};
        if (c.uses > 0)
            vec_push(t->a->arena, &t->rows, c);
    }
}

/* The access of the host, or of memory that is not known, that keeps o from staying on the device. */
const struct touch *conflict_of(struct attempt *t, const struct candidate *c)
{
    for_each (struct touch, x, t->s.accesses) {
        if (same_group(&t->s, x->object, c->object) ? x->region || c->updated : x->object->kind != OBJECT_UNKNOWN)
            continue;
        if (objects_overlap(x->object, c->object) == OVERLAP_NEVER && x->object != c->object)
            continue;
        if ((x->region || x->write || c->written) && !is_beside(t, c->object, x))
            return x;
    }
    return NULL;
}
