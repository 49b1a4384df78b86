/* analysis/plan/rounds.c: loops of which a thread does several rounds behind one comparison. Of a loop that strides
 * over all threads the comparison and the branch are a good part of a short body, and what several rounds load can be
 * under way at once. The order of a thread's iterations stays, so that results keep their bits. The code of the body is
 * there once more for what is left, so it must be short, and may hold nothing that exists only once. needs: lower,
 * schedules, narrow. sets: plan.rounds. */
#include "../analysis.h"

enum {
    ROUNDS = 4,
    MOST_NODES = 80, /* of the body */
};

/* What has a name in the whole function, a loop, whose own comparisons are most of it, and code of unknown length */
static bool stands_alone(const struct node *n)
{
    switch (n->kind) {
    case NODE_LABEL:
    case NODE_GOTO:
    case NODE_COMPUTED_GOTO:
    case NODE_ASM:
    case NODE_FOR:
    case NODE_WHILE:
    case NODE_DO:
    case NODE_SWITCH:
    case NODE_CALL:
    case NODE_CONSTRUCT:
    case NODE_ATOMIC:
    case NODE_TYPES:
    case NODE_OTHER_STATEMENT:
    case NODE_OTHER_EXPRESSION:
        return true;
    case NODE_VARIABLE:
        return !n->var || n->var->is_static;
    default:
        return false;
    }
}

static bool is_short(const struct node *body)
{
    unsigned nodes = 0;
    for (const struct node *n = body; n && nodes <= MOST_NODES; n = tree_next(body, n))
        nodes++;
    return body && nodes <= MOST_NODES && !tree_has(body, stands_alone);
}

/* The loop's own constructs do nothing with an iteration but run it. */
static bool is_bare(const struct region *r)
{
    return !r->child && !sharing_first(r, ATTRS_LAST) && !region_clause(r, CLAUSE_LINEAR) &&
           !region_clause(r, CLAUSE_ORDERED);
}

static bool strides_over_threads(const struct plan *p)
{
    return (p->leaves & LEAF_FOR) && !(p->leaves & LEAF_SIMD) && p->threads_schedule.kind == SCHED_AUTO;
}

void pass_rounds(struct analysis *a)
{
    bool on = a->options.rounds && !a->options.check && !a->options.debuggable;
    for_each_pointer (const struct region, r, a->unit->regions)
        if (on && r->plan && r->plan->narrow && strides_over_threads(r->plan) && is_bare(r) &&
            is_short(inner_statement(r)))
            r->plan->rounds = ROUNDS;
}
