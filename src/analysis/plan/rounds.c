/* analysis/plan/rounds.c: loops of which a thread does several rounds behind one comparison. Of a loop that strides
 * over all threads the comparison and the branch are a good part of a short body, and what several rounds load can be
 * under way at once. The order of a thread's iterations stays, so that results keep their bits. The code of the body is
 * there once more for what is left, so it must be short, and may hold nothing that exists only once.
 * A loop that reads what its kernel only reads has that first form for launches in which the data is apart
 * (only_read.c); one with a loop inside, which then need not load again what a store could have changed, has it with
 * one round.
 * needs: lower, mode, schedules, narrow, only_read.
 * sets: plan.rounds, apart; kernel.asks_apart. */
#include "../analysis.h"

enum {
    ROUNDS = 4,
    MOST_NODES = 80,   /* of the body */
    MOST_NESTED = 200, /* … with a loop in it */
};

/* What has a name in the whole function, and code of unknown length */
static bool stands_alone(const struct node *n)
{
    switch (n->kind) {
    case NODE_LABEL:
    case NODE_GOTO:
    case NODE_COMPUTED_GOTO:
    case NODE_ASM:
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

static bool is_nested(const struct node *n) { return is_loop_statement(n); }

static bool is_short(const struct node *body, unsigned most)
{
    unsigned nodes = 0;
    for (const struct node *n = body; n && nodes <= most; n = tree_next(body, n))
        nodes++;
    return body && nodes <= most && !tree_has(body, stands_alone);
}

/* By how many rounds; 0: it has no such form. */
static unsigned rounds_of(const struct node *body, bool apart)
{
    if (!tree_has(body, is_nested))
        return is_short(body, MOST_NODES) ? ROUNDS : 0;
    return apart && is_short(body, MOST_NESTED) ? 1 : 0;
}

static bool reads_apart(const struct analysis *a, const struct region *r)
{
    const struct kernel *k = r->plan->kernel;
    for (size_t i = 0; k && i < k->captures.n; i++)
        if (k->captures.v[i].only_read && access_in(a->unit, r->stmt, k->captures.v[i].var))
            return true;
    return false;
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
    for_each_pointer (const struct region, r, a->unit->regions) {
        if (!on || !r->plan || !r->plan->narrow || !strides_over_threads(r->plan) || !is_bare(r))
            continue;
        bool apart = reads_apart(a, r);
        r->plan->rounds = rounds_of(inner_statement(r), apart);
        r->plan->apart = apart && r->plan->rounds;
        if (r->plan->apart)
            r->plan->kernel->asks_apart = true;
    }
}
