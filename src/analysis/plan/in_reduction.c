/* analysis/plan/in_reduction.c: in_reduction on a target construct (OpenMP 5.2, 5.5.11): the region is a task that adds
 * to its task group's copy of the item on the host, which goes to the device and back each time. needs: nothing.  sets:
 * map clauses that nobody wrote.  breaks: nothing. */
#include "../analysis.h"

static bool is_mapped(struct region *r, struct var *v) { return region_has_clause_for(r, v, CLAUSE_MAP, NULL, NULL); }

static void map_items(struct analysis *a, struct region *r, const struct clause *of)
{
    struct clause *map = NEW(a->unit->arena, struct clause), **end = &r->clauses;
    *map = (struct clause){
        .kind = CLAUSE_MAP, .loc = of->loc, .modifiers = MAPMOD_ALWAYS | MAPMOD_TO | MAPMOD_FROM, .implied = true};
    for (size_t i = 0; i < of->items.n; i++) {
        struct item it = of->items.v[i];
        if (it.var && it.var->declare_target)
            diag(a->unit->diag, DIAG_ERROR, it.loc, "GN0216",
                 "'in_reduction' of '%s', which is 'declare target': the device has a copy of its own, where the "
                 "host's tasks "
                 "have theirs; use a variable that is mapped",
                 it.written);
        if (it.var && !is_mapped(r, it.var))
            vec_push(a->unit->arena, &map->items, it);
    }
    while (*end)
        end = &(*end)->next;
    if (map->items.n)
        *end = map;
}

void pass_in_reduction(struct analysis *a)
{
    for (size_t i = 0; i < a->unit->regions.n; i++) {
        struct region *r = a->unit->regions.v[i];
        for (const struct clause *c = r->leaves & LEAF_TARGET ? r->clauses : NULL; c; c = c->next)
            if (c->kind == CLAUSE_IN_REDUCTION)
                map_items(a, r, c);
    }
}
