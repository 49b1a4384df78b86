/* analysis/plan/schedules.c: which team, thread or lane gets which iterations of a loop. Without a clause neighbouring
 * threads take neighbouring iterations; with one its schedule holds, except where that could deadlock, or
 * (--deterministic) make results differ from run to run.
 * needs: lower, lanes.
 * sets: plan.teams_schedule, threads_schedule, one_range. */
#include "../analysis.h"

static struct schedule of_clause(const struct clause *c)
{
    struct schedule s = {.clause = c, .kind = c->modifiers & SCHED_KIND, .chunk = CHUNK_ANY, .why = WHY_EXPLICIT};
    if (s.kind == SCHED_RUNTIME)
        s.chunk = CHUNK_OF_RUN;
    else if (given(c->expr))
        s.chunk = CHUNK_OF_CLAUSE;
    return s;
}

/* Chunks of the same sizes, given out in turn: which thread runs a chunk does not depend on the order of arrival. */
static void in_turn(struct schedule *s, enum why why)
{
    s->kind = SCHED_STATIC;
    s->chunk = s->chunk == CHUNK_ANY ? CHUNK_ONE : s->chunk;
    s->why = why;
}

/* What was measured; a loop whose iterations wait for each other, or that lanes share, keeps what it has. */
static bool tuned(const struct analysis *a, const struct region *r, struct schedule *s)
{
    const struct tuned *t = r->plan->kernel ? &r->plan->kernel->on_device : NULL;
    if (!t || !t->schedule || r->ndeep || r->plan->lanes_of || region_clause(r, CLAUSE_ORDERED) ||
        (a->options.deterministic && t->schedule != SCHED_STATIC))
        return false;
    *s = (struct schedule){.clause = region_clause(r, CLAUSE_SCHEDULE),
                           .kind = t->schedule,
                           .chunk = t->chunk ? CHUNK_TUNED : CHUNK_ANY,
                           .size = t->chunk,
                           .why = WHY_TUNED};
    return true;
}

static struct schedule of_threads(const struct analysis *a, const struct region *r)
{
    struct schedule measured;
    if (tuned(a, r, &measured))
        return measured;
    const struct clause *c = region_clause(r, CLAUSE_SCHEDULE);
    if (!c)
        return (struct schedule){.kind = SCHED_AUTO, .chunk = CHUNK_ANY, .why = WHY_SCHEDULE_NEAR};
    struct schedule s = of_clause(c);
    bool as_they_come = s.kind == SCHED_DYNAMIC || s.kind == SCHED_GUIDED;
    if (a->options.deterministic && as_they_come)
        in_turn(&s, WHY_SCHEDULE_SAME);
    else if (a->options.deterministic && s.kind == SCHED_RUNTIME)
        s = (struct schedule){.clause = c, .kind = SCHED_AUTO, .chunk = CHUNK_ANY, .why = WHY_SCHEDULE_SAME};
    else if (r->ndeep && as_they_come) /* threads could take chunks in another order than they depend on each other */
        in_turn(&s, WHY_SCHEDULE_WAITS);
    return s;
}

static struct schedule of_teams(const struct region *r)
{
    const struct clause *c = region_clause(r, CLAUSE_DIST_SCHEDULE);
    return c ? of_clause(c) : (struct schedule){.kind = SCHED_STATIC, .chunk = CHUNK_ANY, .why = WHY_SCHEDULE_BLOCKS};
}

void pass_schedules(struct analysis *a)
{
    for_each_pointer (const struct region, r, a->unit->regions) {
        struct plan *p = r->plan;
        if (!p || !(p->leaves & (LEAF_FOR | LEAF_DISTRIBUTE)))
            continue;
        p->teams_schedule = of_teams(r);
        p->threads_schedule = of_threads(a, r);
        if (p->lanes_of && p->threads_schedule.kind == SCHED_AUTO) {
            p->threads_schedule.kind = SCHED_STATIC;
            p->threads_schedule.chunk = CHUNK_OF_LANES;
        }
        p->threads_schedule.in_ranges = p->lanes_of;
        p->one_range = !p->teams_schedule.clause && p->threads_schedule.kind == SCHED_AUTO;
    }
}
