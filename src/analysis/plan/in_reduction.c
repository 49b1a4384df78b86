/* analysis/plan/in_reduction.c: in_reduction on a target construct (OpenMP 5.2, 5.5.10). The region is a task that
 * adds to its task group's copy of the list item. That copy is on the host; it is copied to the device and back each
 * time, as if by map(always, tofrom:), also where no clause maps the variable.
 * needs: sharing.
 * sets: rows of sharing (RULE_TASK_TARGET). */
#include "../analysis.h"

static void map_item(struct analysis *a, const struct region *r, const struct sharing *s)
{
    const struct unit *u = a->unit;
    if (s->var->declare_target)
        diag(u->diag, DIAG_ERROR, s->item->loc, "GN0216",
             "'in_reduction' of '%s', which is 'declare target': the device has a copy of its own, where the "
             "host's tasks have theirs; use a variable that is mapped",
             s->item->written);
    if (sharing_of(r, s->var, ATTR_MAPPED))
        return;
    struct clause *map = NEW(u->arena, struct clause);
    *map = (struct clause){
        .kind = CLAUSE_MAP, .loc = s->clause->loc, .modifiers = MAPMOD_ALWAYS | MAPMOD_TO | MAPMOD_FROM};
    sharing_add(u->arena, r, s->var, ATTR_MAPPED, RULE_TASK_TARGET, map, s->item);
}

void pass_in_reduction(struct analysis *a)
{
    for_each_pointer (const struct region, r, a->unit->regions)
        for_each_row (s, r, ATTR_TARGET_REDUCTION)
            map_item(a, r, s);
}
