/* analysis/plan/host.c: constructs outside of regions. They belong to the host compiler, but for those that Clang 19
 * lacks or gets wrong (region.in_hand, some nests and arrays): these are printed like regions in place, in forms of
 * ours where necessary (gen/host/constructs.c). The choice of a form depends on constructs around and inside, too, so
 * the whole nest gets plans, as orphaned constructs of device functions do. Runs after all passes that plan device
 * code, since these treat all constructs with plans as device code.
 * needs: sharing, lower, calls.
 * sets: region.plan with leaves, rows of sharing (RULE_DEFAULT, RULE_TASK) of these nests. */
#include "../analysis.h"

static bool reduces_static_section(const struct region *r)
{
    for_each_row (s, r, ATTRS_REDUCED | ATTR_TASK_REDUCTION)
        if (is_static_section(s->item))
            return true;
    return false;
}

static bool holds_in_hand(const struct region *r)
{
    if (r->in_hand || is_counted(r) || reduces_in_other_words(r) || reduces_static_section(r) || loses_lanes(r))
        return true;
    for (const struct region *c = r->child; c; c = c->sibling)
        if (!c->plan && holds_in_hand(c))
            return true;
    return false;
}

static void add_rows(struct analysis *a, const struct region *r)
{
    if (r->leaves & LEAF_TARGET)
        return;
    give_default_rows(a, r);
    give_task_rows(a, r);
    for (const struct region *c = r->child; c; c = c->sibling)
        add_rows(a, c);
}

void pass_host(struct analysis *a)
{
    for_each_pointer (const struct region, r, a->unit->regions) {
        if (r->parent || r->plan || r->mapper || !holds_in_hand(r))
            continue;
        lower_orphan(a, r);
        add_rows(a, r);
    }
}
