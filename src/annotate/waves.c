/* waves.c: nests of two loops that are serial each, whose iterations can run in waves: those with the same sum of what
 * both loops have gone beside each other, the sums one after the other; or by threads that wait for iterations of each
 * other. Two iterations that meet must have different sums then, the later one the greater (in_order.c). */
#include <string.h>

#include "annotate_priv.h"

enum { MOST_BY = 3, FEW = 32 };
/* operations of an iteration that are more than what waiting for another thread's costs */
static const double doacross_work = 1000;

/* ---- is it such a nest? ---- */
static bool is_by_memory(const struct judged *j)
{
    return j->verdict == VERDICT_SERIAL &&
           (j->why == LOOP_FLOW || j->why == LOOP_OUTPUT || j->why == LOOP_UNKNOWN_PLACE);
}

static bool does_more(const struct node *n)
{
    return n->kind == NODE_CALL || n->kind == NODE_ASSIGN || n->kind == NODE_COMPOUND_ASSIGN ||
           n->kind == NODE_INCREMENT;
}

/* Has the bound the same value when it is converted to the variable's type? */
static bool fits(const struct node *bound, const struct type *t)
{
    const struct type *b = bound->type;
    return (bound->constant && bound->value >= 0) ||
           (b && b->kind == TYPE_INT && b->size <= t->size && (b->is_signed == t->is_signed || b->size < 4));
}

static bool is_plain_loop(const struct judged *j)
{
    const struct loop *l = j->loop;
    const struct type *t = l ? l->iv->type : NULL;
    return l && j->tree->kind == NODE_FOR && !j->counted && !j->is_annotated && !l->stride && l->rel != REL_NE &&
           t->kind == TYPE_INT && t->size >= 4 && t->size <= 8 && l->lower && l->upper && given(l->lower->around) &&
           given(l->upper->around) && fits(l->lower, t) && fits(l->upper, t) && !tree_has(l->lower, does_more) &&
           !tree_has(l->upper, does_more);
}

static struct judged *inner_of(const struct annotation *a, const struct judged *j)
{
    const struct node *n = node_sole(j->tree->kids[3]);
    for (size_t i = n ? first_loop(a, n->at.begin) : 0; n && is_loop_in(a, i, n->at); i++)
        if (a->loops.v[i]->tree == n)
            return a->loops.v[i];
    return NULL;
}

static const struct role_row *row_of(const struct judged *j, const struct var *v)
{
    for_each (struct role_row, r, j->roles)
        if (r->var == v)
            return r;
    return NULL;
}

/* Each iteration of the nest has its own of what is private to both loops; what one of them alone has for itself goes
 * from iteration to iteration of the other one. */
static bool have_same_roles(const struct judged *j, const struct judged *k)
{
    for_each (struct role_row, r, j->roles) {
        const struct role_row *other = row_of(k, r->var);
        if (r->var == k->loop->iv)
            continue;
        if (r->role != ROLE_SHARED && r->role != ROLE_PRIVATE && r->role != ROLE_REDUCTION)
            return false;
        if (other ? other->role != r->role || (r->op && strcmp(r->op, other->op) != 0) : r->role != ROLE_SHARED)
            return false;
    }
    for_each (struct role_row, r, k->roles)
        if (r->role != ROLE_SHARED && r->var != j->loop->iv && !row_of(j, r->var))
            return false;
    return true;
}

static long sign_of(const struct loop *l) { return loop_goes_up(l) ? 1 : -1; }

static bool has_few_trips(const struct judged *j)
{
    bool known;
    double trips = loop_trips(j, &known);
    return known && trips < FEW;
}

/* Loops inside that are parallel, and more than sums, have more to do at a time. */
static bool has_better_inside(const struct annotation *a, const struct judged *j)
{
    for (size_t i = first_loop(a, j->tree->at.begin); is_loop_in(a, i, j->tree->at); i++) {
        const struct judged *k = a->loops.v[i];
        if (k != j && k->verdict != VERDICT_SERIAL && k->why != LOOP_REDUCED && !k->elements.n && !has_few_trips(k))
            return true;
    }
    return false;
}

/* ---- the two forms ---- */
/* Takes over what was found of the nest: its test, and what is mapped. */
static void take(struct annotation *a, struct judged *j, const struct judged *nest, struct waves *w)
{
    j->waves = w;
    j->elements.n = j->findings.n = 0; /* of the verdict that it is serial, as far as that went */
    j->apart = nest->apart;
    j->extents.v = nest->extents.v;
    j->extents.n = nest->extents.n;
    j->is_mappable = nest->is_mappable;
    j->is_sectioned = nest->is_sectioned;
    j->unmapped.v = nest->unmapped.v;
    j->unmapped.n = nest->unmapped.n;
    j->by_pointers = nest->by_pointers;
    j->smalls = nest->smalls;
    j->named = nest->named;
    j->sized_by = nest->sized_by;
    j->sized_by_memory = nest->sized_by_memory;
    j->sizes = nest->sizes;
    j->heads = NULL;
    j->entering = nest->entering && *nest->entering ? nest->entering : NULL;
    j->enters_all = nest->enters_all;
    j->roles.n = 0;
    for_each (struct role_row, r, nest->roles)
        if (r->var != w->inner->loop->iv)
            vec_push(a->arena, &j->roles, *r);
    j->callees.v = nest->callees.v;
    j->callees.n = nest->callees.n;
    j->far = nest->far;
    j->elsewhere.v = nest->elsewhere.v;
    j->elsewhere.n = nest->elsewhere.n;
    j->calls_in_circles = nest->calls_in_circles;
    j->calls_by_pointer = nest->calls_by_pointer;
    j->allocates = nest->allocates;
    j->stores_addresses = nest->stores_addresses;
}

/* Are the iterations of the nest in order by so much? */
static bool try_waves(struct annotation *a, struct judged *j, const struct judged *k, long by, bool doacross)
{
    const struct wave wave = {j->tree, k->tree, {sign_of(j->loop), sign_of(k->loop)}, by, doacross ? 0 : 1};
    struct scope s = {.a = a, .u = a->u, .isl = a->isl, .wave = &wave};
    struct judged nest = {.tree = j->tree, .outer = j->outer, .depth = j->depth, .loc = j->loc};
    judge_loop(&s, &nest);
    struct waves *w = NEW(a->arena, struct waves);
    *w = (struct waves){.is_doacross = doacross, .by = by, .outer = j, .inner = k};
    bool ok = nest.verdict != VERDICT_SERIAL && !nest.counted && !nest.elements.n && !nest.findings.n &&
              have_same_roles(&nest, k) && !varies(&s, j->loop->lower) && !varies(&s, j->loop->upper) && s.nest &&
              (doacross || nest.is_mappable) && name_waves(&s, w) &&
              (nest.entering = entering_text(&s, &nest.enters_all));
    if (ok)
        take(a, j, &nest, w);
    scope_end(&s);
    return ok;
}

static bool has_continue(const struct node *n) { return n->kind == NODE_CONTINUE; }

void find_waves(struct annotation *a, struct judged *j)
{
    const enum annotate_waves wish = a->wishes.waves;
    const struct judged *k = is_by_memory(j) && is_plain_loop(j) ? inner_of(a, j) : NULL;
    if (wish == WAVES_NO || a->wishes.openacc || !k || !is_by_memory(k) || !is_plain_loop(k) || has_few_trips(j) ||
        has_few_trips(k) || has_better_inside(a, j))
        return;
    bool found = false;
    for (long by = 1; !found && by <= MOST_BY && wish != WAVES_DOACROSS; by++)
        found = try_waves(a, j, k, by, false);
    if (found || wish == WAVES_SKEWED || tree_has(k->tree, has_continue) ||
        (wish != WAVES_DOACROSS && k->work < doacross_work))
        return;
    for (long by = 0; !found && by < MOST_BY; by++)
        found = try_waves(a, j, k, by, true);
}
