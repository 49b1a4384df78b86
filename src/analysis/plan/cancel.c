/* analysis/plan/cancel.c: which construct a cancel directive ends, and what a device cannot cancel (OpenMP 5.2, chapter
 * 16). The pass only reports errors.
 * needs: sharing, lower, calls.
 *
 * A `cancel` directive stands directly in the construct that it ends, so it is known where threads may leave. When a
 * thread has left a parallel region, others may still come to a barrier: each barrier is a cancellation point, from
 * which they too go to the region's end. From inside a function they could not go there. So functions that such a
 * region calls must not contain barriers. */
#include "../analysis.h"

const struct region *cancelled_by(const struct region *r)
{
    const struct region *p = r->parent;
    return p && p->dir == DIR_SECTION ? p->parent : p;
}

static bool holds(const struct region *in, const struct region *of, enum clause_kind kind, bool points)
{
    for (const struct region *c = in->child; c; c = c->sibling)
        if (c->dir == DIR_SECTION ? holds(c, of, kind, points)
                                  : (c->dir == DIR_CANCEL || (points && c->dir == DIR_CANCELLATION_POINT)) &&
                                        region_clause(c, kind) && cancelled_by(c) == of)
            return true;
    return false;
}

bool is_cancelled(const struct region *r, enum clause_kind kind) { return r && holds(r, r, kind, false); }
bool has_cancellation_of_tasks(const struct region *r) { return holds(r, r, CLAUSE_OF_TASKGROUP, true); }

/* Is the code at off in a parallel region inside r? Its barriers are not met by r's threads. */
static bool in_nested_parallel(const struct region *r, uint32_t off)
{
    for (const struct region *c = r->child; c; c = c->sibling)
        if (slice_has(c->stmt, off))
            return (c->plan->leaves & LEAF_PARALLEL) || in_nested_parallel(c, off);
    return false;
}

/* Reports calls in r of functions with barriers. Calls inside worksharing constructs of r count too: a barrier that
 * is reached from there would be wrong in any case. */
static void check_calls(struct analysis *a, const struct region *r)
{
    const struct unit *u = a->unit;
    for_each_in (ref, x, u, r->stmt) {
        const struct func *f = x->func;
        if (!f || (x->access & ACC_UNEVALUATED) || is_library_func(f) || in_nested_parallel(r, x->off))
            continue;
        unsigned facts = facts_of(a, ON_DEVICE, f);
        bool bad = facts & HAS_TEAM, unseen = facts & (CALLS_POINTER | CALLS_UNSEEN);
        if (bad || unseen)
            diag(u->diag, DIAG_ERROR, unit_place(u, x->off), "GN0717",
                 "'%s' %s barriers of the parallel region that 'cancel parallel' ends: threads cannot leave the "
                 "function "
                 "there; %s",
                 f->name, bad ? "has" : "may have",
                 bad ? "move the construct to where it is called" : "define it in this file");
    }
}

bool runs_as_team(const struct region *r)
{
    if (r->dir == DIR_COMBINED)
        return (r->plan->leaves & LEAF_FOR) && !(r->plan->leaves & LEAF_PARALLEL);
    return is_worksharing(r->dir);
}

void pass_cancel(struct analysis *a)
{
    for_each_pointer (const struct region, r, a->unit->regions) {
        if (r->plan && is_cancelled(r, CLAUSE_OF_PARALLEL))
            check_calls(a, r);
        const struct sharing *scan = r->plan && is_cancelled(r, CLAUSE_OF_FOR) ? inscan_reduction(r) : NULL;
        if (scan)
            diag(a->unit->diag, DIAG_ERROR, scan->clause->loc, "GN0718",
                 "a loop with an inscan reduction cannot be cancelled: its threads compute their prefixes together; "
                 "test a flag in the body instead");
    }
}
