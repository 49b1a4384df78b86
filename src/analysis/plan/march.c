/* analysis/plan/march.c: collapsed nests of which the launch may undo the collapse. Threads that share all loops have
 * to take the number of each iteration apart, and begin anew with each. Where the loop that varies fastest has
 * iterations enough for all threads, another one may as well be each thread's own: it *marches* through that. Which is
 * better, the trip counts of the launch decide (gantry_variants.h): the kernel comes in both forms where one costs much
 * more. The loop to march through: the outermost but the one that varies fastest, so that neighbours stay neighbours;
 * of a nest that is deeper than the user's clause (deeper.c) the loop that this does not have, in any case, so that one
 * of the forms is what the user wrote.
 * needs: tuned, variants, schedules, order.   sets: kernel.variants, inner, march; plan.march. */
#include "../analysis.h"

static const double least_gain = 1.25; /* of an iteration that is one of many of its thread */

static unsigned fastest_of(const struct region *r)
{
    return r->plan->tuned_fastest ? r->plan->tuned_fastest - 1 : r->plan->fastest;
}

bool may_leave_loops(struct analysis *a, const struct kernel *k)
{
    const struct region *r = k->trip;
    return k->mode == MODE_SPMD && k->tight && !k->lone_threads && r && r->plan->one_range &&
           !k->parallel->plan->nsimd && !(k->teams && teams_meet(a->unit, k->teams)) && !has_static(a->unit, r->stmt) &&
           !loops_may_trap(r) && loops_on_host(a, (struct kernel *)k, r);
}

bool may_march(struct analysis *a, const struct kernel *k)
{
    return may_leave_loops(a, k) && free_nest(a, k) == k->trip;
}

static void offer(struct analysis *a, struct kernel *k)
{
    const struct region *r = k->trip;
    unsigned fastest = fastest_of(r), along = k->clause_loops ? 0 : fastest, said = k->on_device.march;
    struct gantry_variant shared = nest_cost(a, loop_body(r), &r->loops[fastest], r->nloops, false),
                          march = nest_cost(a, loop_body(r), &r->loops[along], r->nloops - 1, true);
    if (!said && !k->clause_loops && shared.warp < least_gain * (march.round + march.each))
        return;
    k->inner = k->trip;
    k->march = k->clause_loops ? k->clause_loops + 1 : fastest == 0 ? 2 : 1;
    k->trip->plan->march = said == 2 ? k->march : 0;
    if (said != 2)
        vec_push(a->unit->arena, &k->variants, shared);
    if (said != 1)
        vec_push(a->unit->arena, &k->variants, march);
    for (size_t v = 0; v < k->variants.n; v++)
        k->variants.v[v].kernel = v ? arena_printf(a->unit->arena, "%s__march", k->name) : k->name;
}

void pass_march(struct analysis *a)
{
    bool fixed = a->options.check || a->options.deterministic || a->options.lockstep || !a->options.variants;
    for (size_t i = 0; i < a->kernels.n; i++) {
        struct kernel *k = a->kernels.v[i];
        if (k->on_device.march != 1 && (!fixed || k->on_device.march) && !k->variants.n && may_march(a, k))
            offer(a, k);
    }
}
