/* analysis/plan/beside.c: regions of a graph that need not follow each other. In `taskgraph` a region with `nowait`
 * comes after what its dependences name alone, where every way by which the program may order it is seen: the block has
 * no tasks of its own, and no code that might wait for some. What waits there, taskwait and an inner taskgraph, is
 * known. needs: calls. sets: plan.beside, plan.joins. */
#include "../analysis.h"

static const struct region *graph_around(const struct region *r)
{
    while (r && r->dir != DIR_TASKGRAPH)
        r = r->parent;
    return r;
}

static bool may_stand(const struct region *r)
{
    return (r->leaves & LEAF_TARGET) || is_transparent(r->dir) || r->dir == DIR_TASKWAIT || r->dir == DIR_NOTHING;
}

/* Regions stand in order: those behind g that are in it. */
static bool is_seen_through(struct analysis *a, const struct region *g)
{
    enum { WAITS = HAS_TASKS | HAS_SYNC | HAS_TEAM | CALLS_UNSEEN | CALLS_POINTER };
    for_each_in (region, r, a->unit, g->stmt)
        if (!r->on_device && !may_stand(r))
            return false;
    return !(facts_of_callees(a, ON_HOST, g->stmt) & WAITS) &&
           !(facts_of_code(a->unit, g->stmt) & (CALLS_UNSEEN | CALLS_POINTER));
}

/* Each clause's items are known, as depobj and omp_all_memory are not. */
static bool names_dependences(const struct region *r)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == CLAUSE_DEPEND && (!c->items.n || c->iterators.n))
            return false;
    return true;
}

static bool waits(const struct region *r)
{
    return r->dir == DIR_TASKWAIT || (r->dir == DIR_TASKGRAPH && !region_clause(r, CLAUSE_NOGROUP));
}

void pass_beside(struct analysis *a)
{
    for_each_pointer (const struct region, r, a->unit->regions) {
        const struct region *g = graph_around(r->parent);
        if (!g || !r->plan || !is_seen_through(a, g))
            continue;
        r->plan->joins = waits(r);
        r->plan->beside = (r->leaves & LEAF_TARGET) && region_clause(r, CLAUSE_NOWAIT) && names_dependences(r);
    }
}
