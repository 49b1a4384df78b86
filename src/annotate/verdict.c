/* verdict.c: the verdict on a loop, under tests where that is better, with all that goes with it. */
#include "annotate_priv.h"

/* the variables of static storage duration that functions name which it calls */
static void find_far(struct scope *s, struct judged *j)
{
    j->calls_in_circles = s->calls_in_circles;
    j->calls_by_pointer = s->calls_by_pointer;
    j->allocates = s->allocates;
    j->stores_addresses = s->stores_addresses;
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
    j->work = s->work;
    j->asserted.v = s->asserted.v;
    j->asserted.n = s->asserted.n;
}
