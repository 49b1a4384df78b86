/* advise/simd.c: simd directives that bring nothing: loops that one lane runs in order all the same, threads that have
 * one lane, and loops with fewer iterations than a thread has lanes. */
#include "advise.h"

/* Would r's clauses mean something else, or nothing, if r's loop were shared among threads, or had no directive? */
static bool is_plain(const struct region *r)
{
    static const enum clause_kind kinds[] = {CLAUSE_LINEAR, CLAUSE_LASTPRIVATE, CLAUSE_PRIVATE, CLAUSE_REDUCTION,
                                             CLAUSE_IF,     CLAUSE_SAFELEN,     CLAUSE_ALIGNED, CLAUSE_NONTEMPORAL};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (region_clause(r, kinds[i]))
            return false;
    for (unsigned i = 0; i < r->nloops; i++)
        if (!r->loops[i].iv_declared)
            return false;
    return true;
}

static const struct node *loop_of(const struct region *r) { return r->loops[0].tree; }

/* ---- in order, on one lane ---- */

static double lanes_for(uint64_t trip) { return trip && trip < WARP_LANES ? (double)trip : WARP_LANES; }

static void find_in_order(struct advice *ad, const struct region *r)
{
    enum why why = r->plan->lanes_why;
    uint64_t trip = constant_trip(r);
    if (why == WHY_NONE || trip == 1)
        return;
    struct finding *f = finding_add(ad, FOUND_SIMD, r, r->loc);
    f->certain = true;
    f->text = arena_printf(ad->arena, "'simd' brings nothing: one lane runs this loop in order: %s", why_said(why));
    f->costs = arena_printf(ad->arena, "1 lane of %.0f works in this loop", lanes_for(trip));
    f->cost = lanes_for(trip);
    f->hint = why_hint(why);
    if (why != WHY_SIMD_ALONE || leaf_around(r, LEAF_PARALLEL) || !is_plain(r) || r->nloops > 1)
        return;
    struct independence in = independence_of(ad->a, loop_of(r));
    doubt_independence(ad, f, &in);
    if (in.free && !in.reduced.n && !in.privates.n)
        edit_directive(ad, f, r, (struct rewrite_of){.leaves = r->leaves | LEAF_PARALLEL | LEAF_FOR});
}

/* ---- lanes that are idle ---- */

/* The construct whose only statement is r, whose loops threads share, and that could share r's loop, too */
static const struct region *threads_around(const struct region *r)
{
    static const enum clause_kind kinds[] = {CLAUSE_ORDERED, CLAUSE_SCHEDULE, CLAUSE_DIST_SCHEDULE, CLAUSE_LINEAR,
                                             CLAUSE_LASTPRIVATE};
    const struct region *p = r->parent;
    if (!p || !p->plan || !p->nloops || !(p->plan->leaves & LEAF_FOR) || sole_child(p) != r || region_is_imperfect(p))
        return NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (region_clause(p, kinds[i]))
            return NULL;
    return p;
}

/* Do the bounds of r's loop name a variable of p's loops, or one that changes within? */
static bool is_rectangular(const struct unit *u, const struct region *p, const struct region *r)
{
    const struct slice parts[] = {r->loops[0].lb, r->loops[0].ub, r->loops[0].step};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for_each_in (ref, x, u, parts[i])
            if (!x->var || is_loop_variable(p, p->nloops, x->var) || slice_has(p->stmt, x->var->decl) ||
                access_in(u, p->stmt, x->var) & ACC_WRITE)
                return false;
    return true;
}

/* The threads' own iterations are better for their lanes: more of them get some if the simd loop is shared, too. */
static void collapse_instead(struct advice *ad, struct finding *f, const struct region *r)
{
    const struct region *p = threads_around(r);
    if (!p || r->child || !is_plain(r) || r->nloops > 1 || !is_rectangular(ad->a->unit, p, r))
        return;
    struct independence in = independence_of(ad->a, loop_of(r));
    if (!in.free || in.reduced.n || in.privates.n)
        return;
    double lanes = 1;
    for (unsigned i = 0; i < p->nloops; i++)
        lanes *= trip_or_guess(loop_trip(&p->loops[i]));
    f->certain = in.proved;
    f->prevents = in.proved ? NULL : "that its iterations are independent is likely, not proved";
    f->cost = lanes_busy(lanes * trip_or_guess(constant_trip(r))) / lanes_busy(lanes);
    f->costs = arena_printf(ad->arena, "%.0f%s lanes of %d work", lanes_busy(lanes), constant_trip(p) ? "" : " or so",
                            DEVICE_LANES);
    edit_directive(ad, f, p, (struct rewrite_of){.leaves = p->leaves, .collapse = p->nloops + 1});
    edit_delete(ad, f, r);
}

static void find_one_lane(struct advice *ad, const struct region *r)
{
    if (r->child && leaf_within(r->child, LEAF_SIMD))
        return;
    struct finding *f = finding_add(ad, FOUND_SIMD, r, r->loc);
    f->certain = true;
    f->text = "'simd' brings nothing: each thread has one lane, since neighbouring threads make better use of them";
    f->costs = "nothing by itself: this loop's iterations add no lanes to those of the threads' loop";
    collapse_instead(ad, f, r);
}

/* Has another simd loop of the threads more iterations, or may it? */
static bool has_longer(struct advice *ad, const struct region *r, uint64_t trip)
{
    for_each_simd (other, ad->a->unit, r->plan->lanes_of) {
        uint64_t n = constant_trip(other);
        if (other != r && (!n || n > trip))
            return true;
    }
    return false;
}

/* The only such loop, for which the threads' lanes were chosen, or the longest */
static void find_few_alone(struct advice *ad, struct finding *f, const struct region *r)
{
    const char *costs = f->costs;
    double cost = f->cost;
    collapse_instead(ad, f, r);
    f->costs = costs, f->cost = cost;
}

static void find_few(struct advice *ad, const struct region *r, uint64_t trip)
{
    const struct plan *p = r->plan->lanes_of->plan;
    struct finding *f = finding_add(ad, FOUND_SIMD, r, r->loc);
    const struct clause *asked = region_clause(r, CLAUSE_SIMDLEN);
    f->certain = true;
    f->text = arena_printf(ad->arena, "'simd' brings little: %llu iterations for the %u lanes of each thread",
                           (unsigned long long)trip, p->group);
    f->costs = arena_printf(ad->arena, "%llu lanes of %u work in this loop", (unsigned long long)trip, p->group);
    f->cost = (double)p->group / (double)trip;
    if (asked && p->group_why == WHY_GROUP_SIMDLEN && lanes_asked(asked) >= p->group)
        edit_directive(ad, f, r, (struct rewrite_of){.leaves = r->leaves, .drops = CLAUSE_SIMDLEN});
    else if (has_longer(ad, r, trip))
        f->hint = "another simd loop of these threads has more: 'collapse' this one with a loop inside it";
    else
        find_few_alone(ad, f, r);
}

static void find_idle(struct advice *ad, const struct region *r)
{
    unsigned lanes = r->plan->lanes_of->plan->group;
    uint64_t trip = constant_trip(r);
    if (lanes == 1)
        find_one_lane(ad, r);
    else if (trip && trip * 2 <= lanes)
        find_few(ad, r, trip);
}

void find_simd(struct advice *ad, const struct kernel *k)
{
    for_each_in (region, r, ad->a->unit, region_text(k->region))
        if (r->plan && r->nloops && is_simd_loop(r) && !r->plan->called) {
            if (!r->plan->lanes_of)
                find_in_order(ad, r);
            else
                find_idle(ad, r);
        }
}
