/* verdict.c: the verdict on a loop, under tests where that is better, with all that goes with it. */
#include "annotate_priv.h"

/* Is it an address of the device's that the host would get as a last value? */
static bool gives_back_address(const struct judged *j)
{
    for_each (struct role_row, r, j->roles)
        if (r->role == ROLE_LASTPRIVATE && r->var->type->kind == TYPE_POINTER)
            return true;
    return false;
}

/* A pointer in memory to what is mapped leads, on the device, to the device's copy of that. */
static bool copies_mapped_address(const struct scope *s)
{
    for_each_pointer (const struct node, n, s->copied)
        for_each_pointer (struct object, o, s->objects) {
            const char *to = n->type->elem ? n->type->elem->canonical : NULL;
            bool in_memory = !o->scratch && (o->kind == OBJECT_ROWS || (o->kind == OBJECT_POINTEE && !o->var));
            if (in_memory && (n->type->kind != TYPE_POINTER || !to || !o->elem || !o->elem->canonical ||
                              strcmp(to, o->elem->canonical) == 0))
                return true;
        }
    return false;
}

/* the variables of static storage duration that functions name which it calls */
static void find_far(struct scope *s, struct judged *j)
{
    j->calls_in_circles = s->calls_in_circles;
    j->calls_by_pointer = s->calls_by_pointer;
    j->allocates = s->allocates;
    j->stores_addresses =
        s->stores_addresses || compares_unlike(s, j->counted) || gives_back_address(j) || copies_mapped_address(s);
    j->elsewhere.v = s->elsewhere.v;
    j->elsewhere.n = s->elsewhere.n;
    for_each_pointer (struct object, o, s->objects)
        if (o->far && o->kind == OBJECT_VARIABLE && o->var->is_global)
            vec_push(s->a->arena, &j->far, o->var);
}

/* What nothing in the function says, its callers may. */
static void ask_callers(struct scope *s, struct judged *j)
{
    const struct judged before = *j;
    s->asks_callers = true;
    j->extents = (extent_list){0};
    find_extents(s, j);
    if (!j->is_mappable)
        *j = before;
}

/* Is what its tests and sections evaluate there whenever the loop is reached? Else it is under a test that an iteration
 * is, or without. */
static void enter_surely(struct scope *s, struct judged *j)
{
    const char *text = entering_text(s, &j->enters_all);
    j->entering = text && *text ? text : NULL;
    if (text)
        return;
    bool tested = j->verdict == VERDICT_GUARDED && j->is_mappable;
    j->is_unsure = true;
    j->is_mappable = j->is_sectioned = false;
    if (tested) {
        j->verdict = VERDICT_SERIAL;
        j->why = j->apart.n ? LOOP_OVERLAP : LOOP_UNKNOWN_PLACE;
        j->at = s->followed.v[0];
    }
}

void judge_loop(struct scope *s, struct judged *j)
{
    bool parallel = judge_with_sizes(s, j);
    if (!parallel || !j->is_mappable)
        parallel |= judge_by_small(s, j);
    if (parallel && !j->is_mappable && !s->a->lists_facts)
        ask_callers(s, j);
    if (!parallel && s->a->lists_facts && j->loop) {
        find_extents(s, j);
        j->is_mappable = false;
    }
    if (parallel) {
        name_findings(s, j);
        find_far(s, j);
        note_strides(s, j);
    }
    if (parallel) {
        j->is_strange = !find_head_test(s, j);
        enter_surely(s, j);
    }
    j->work = s->work;
    j->asserted.v = s->asserted.v;
    j->asserted.n = s->asserted.n;
}
