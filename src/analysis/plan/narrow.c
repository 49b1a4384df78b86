/* analysis/plan/narrow.c: loops whose iterations 32 bits can count. GPUs take two instructions for each sum or
 * comparison of 64 bits, so the numbers of iterations, and with them the indices of elements, are computed in 32 where
 * it is sure that they fit: of a single loop there are at most 2^31 iterations, so that one more step, which is at
 * most as long, does not wrap.
 * needs: sharing.
 * sets: plan.narrow. */
#include "../analysis.h"

/* of a signed variable of 32 bits, or of any narrower one */
static bool is_small(const struct type *t)
{
    return t && t->kind == TYPE_INT && (t->size < 4 || (t->size == 4 && t->is_signed));
}

/* a bound, which is converted to more bits before iterations are counted */
static bool fits(const struct node *bound)
{
    return bound && (bound->constant ? bound->value >= INT32_MIN && bound->value <= INT32_MAX : is_small(bound->type));
}

/* Below this bound there are no values: then the positive half of the type is all that the variable goes through. */
static bool is_positive(const struct loop *l, const struct node *low, bool is_limit)
{
    bool excluded = is_limit && l->rel != REL_LE && l->rel != REL_GE;
    return low->constant && low->value >= (excluded ? -1 : 0);
}

static bool is_narrow(const struct loop *l)
{
    bool up = l->step_sign > 0;
    if (!is_small(l->iv->type) || !fits(l->lower) || !fits(l->upper) || l->ub_uses_outer || l->rel == REL_NE ||
        loop_goes_up(l) != up ||
        (l->stride && (!l->stride->constant || l->stride->value <= 0 || l->stride->value > INT32_MAX)))
        return false;
    return l->iv->type->size < 4 || is_positive(l, up ? l->lower : l->upper, !up);
}

void pass_narrow(struct analysis *a)
{
    for_each_pointer (const struct region, r, a->unit->regions)
        if (r->plan && a->options.narrow)
            r->plan->narrow = r->nloops == 1 && region_is_rectangular(r) && !r->ndeep && is_narrow(&r->loops[0]);
}
