/* advise/nests.c: loops that each thread runs alone though all lanes could
 * share them: the inner ones of a nest, which collapse or simd give to lanes.
 * Neighbouring lanes then take neighbouring elements where the inner loop has
 * the unit stride. */
#include "advise.h"

static bool over_lanes(const struct region *r)
{
    return r->plan && r->nloops && r->nloops < MOST_STRIDES && (r->plan->leaves & LEAF_FOR) &&
           !(r->plan->leaves & LEAF_SIMD) && r->plan->crew == CREW_ALONE;
}

/* Speaks a clause of the order or number of the loops as they are? */
static bool is_fixed(const struct region *r)
{
    static const enum clause_kind kinds[] = {CLAUSE_ORDERED, CLAUSE_SCHEDULE, CLAUSE_DIST_SCHEDULE, CLAUSE_LINEAR,
                                             CLAUSE_LASTPRIVATE};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (region_clause(r, kinds[i]))
            return true;
    return false;
}

/* Do the loop's bounds and step name a variable of r's loops, or one that its
 * body sets? */
static bool depends_on_nest(const struct unit *u, const struct region *r, const struct loop *l)
{
    const struct slice parts[] = {l->lb, l->ub, l->step};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for_each_in (ref, x, u, parts[i])
            if (!x->var || is_loop_variable(r, r->nloops, x->var) || slice_has(r->stmt, x->var->decl) ||
                access_in(u, r->stmt, x->var) & ACC_WRITE)
                return true;
    return false;
}

/* Does r's directive reduce all that the inner loop does, by the same
 * operators? */
static bool reduces_already(const struct region *r, const struct independence *in)
{
    for_each (const struct summed, x, in->reduced) {
        const struct sharing *s = sharing_of(r, x->var, ATTRS_REDUCED);
        if (!s || !s->clause || s->clause->op != x->op)
            return false;
    }
    return true;
}

struct inner {
    const struct node *tree;
    struct loop head;
    struct independence in;
    bool perfect; /* it is all that the body holds, and its bounds are those of a
                     rectangular nest: collapse takes it */
};

/* The only loop in the body of r's innermost loop, not within another one;
 * false: there is none, or several */
static bool inner_of(struct advice *ad, const struct region *r, struct inner *i)
{
    const struct node *body = inner_statement(r), *sole = node_sole(body);
    for (const struct node *n = body; n;) {
        if (!is_loop_statement(n)) {
            n = tree_next(body, n);
            continue;
        }
        if (n->kind != NODE_FOR || i->tree)
            return false;
        i->tree = n;
        n = tree_after(body, n);
    }
    if (!i->tree || loop_read_header(&i->head, i->tree))
        return false;
    i->in = independence_of(ad->a, i->tree);
    i->perfect = sole == i->tree && !depends_on_nest(ad->a->unit, r, &i->head) && reduces_already(r, &i->in) &&
                 !i->in.privates.n && i->head.iv_declared && !is_fixed(r) &&
                 !(r->plan->kernel && r->plan->kernel->on_device.collapse); /* measured, and undone */
    return true;
}

/* sectors that a warp asks for with lanes over r's fastest loop, and over the
 * inner one */
static bool inner_is_better(struct advice *ad, const struct region *r, const struct inner *i, int64_t *now,
                            int64_t *then)
{
    const struct loop *loops[] = {&r->loops[r->plan->fastest], &i->head};
    strides_list list = {0};
    strides_of(ad->a, loops, 2, loop_body(r), &list);
    *now = sectors_of_warp(&list, 0, false);
    *then = sectors_of_warp(&list, 1, true);
    return best_loop(&list, 2, 0) == 1;
}

/* iterations of all loops around r's body in its kernel that teams and threads
 * share; *known: all are constants */
static double shared_iterations(const struct region *r, bool *known)
{
    double n = 1;
    *known = true;
    for (; r; r = r->parent)
        if (r->plan && r->plan->leaves & (LEAF_FOR | LEAF_DISTRIBUTE))
            for (unsigned i = 0; i < r->nloops; i++) {
                uint64_t trip = loop_trip(&r->loops[i]);
                *known &= trip != 0;
                n *= trip_or_guess(trip);
            }
    return n;
}

const char *percent(struct arena *ar, double part)
{
    return arena_printf(ar, part < 0.1 ? "%.1f %%" : "%.0f %%", part < 0.001 ? 0.1 : 100 * part);
}

static void say_costs(struct advice *ad, struct finding *f, double now, bool known, int64_t sectors, int64_t least)
{
    struct sb text = {0};
    sb_printf(&text, "%.0f%s lanes of %d work (%s)", now, known ? "" : " or so", DEVICE_LANES,
              percent(ad->arena, lanes_busy(now) / DEVICE_LANES));
    if (sectors > least)
        sb_printf(&text, "; a warp's accesses take %lld memory transactions where %lld do", (long long)sectors,
                  (long long)least);
    f->costs = sb_take(&text, ad->arena);
}

static void find_nest(struct advice *ad, const struct region *r)
{
    struct inner i = {0};
    bool known, better;
    int64_t now = 0, then = 0;
    if (!over_lanes(r) || region_is_imperfect(r) || !inner_of(ad, r, &i) ||
        (r->plan->kernel && r->plan->kernel->deeper)) /* the launch sees to that */
        return;
    uint64_t trip = loop_trip(&i.head);
    double lanes = shared_iterations(r, &known), more = lanes * trip_or_guess(trip);
    better = inner_is_better(ad, r, &i, &now, &then);
    bool few = lanes_busy(more) > lanes_busy(lanes) && (!trip || trip >= WARP_LANES);
    if (!i.in.free || !(better || (few && i.perfect)) || (better && !i.perfect && trip && trip < 4))
        return;
    struct finding *f = finding_add(ad, better ? FOUND_WRONG_LOOP : known ? FOUND_FEW : FOUND_LEFT_SERIAL, r, r->loc);
    const char *name = i.head.iv->name, *of = r->loops[r->plan->fastest].iv->name;
    f->certain = i.in.proved;
    if (!i.in.proved)
        f->prevents = arena_printf(
            ad->arena, "that the inner loop's iterations are independent is likely, not proved: %s", i.in.doubt);
    f->text = better  ? arena_printf(ad->arena,
                                     "neighbouring elements are those of neighbouring "
                                      "%s, but neighbouring lanes take "
                                      "neighbouring %s: each runs the loop over %s alone",
                                     name, of, name)
              : known ? arena_printf(ad->arena,
                                     "%.0f iterations are too few for the device, and the "
                                     "loop over %s "
                                     "inside is left to each thread",
                                     lanes, name)
                      : arena_printf(ad->arena,
                                     "the loop over %s inside is left to each thread, though its "
                                     "iterations could be shared, too",
                                     name);
    say_costs(ad, f, lanes, known, better ? now : 0, then);
    f->cost = lanes_busy(more) / lanes_busy(lanes);
    if (better)
        f->cost *= (double)now / (double)(then ? then : 1);
    if (i.perfect) {
        edit_directive(ad, f, r, (struct rewrite_of){.leaves = r->leaves, .collapse = r->nloops + 1});
    } else {
        const char *more_clauses = clauses_of(ad->arena, &i.in);
        f->cost = better ? (double)now / (double)(then ? then : 1) : f->cost;
        edit_insert(ad, f, unit_place(ad->a->unit, i.tree->at.begin),
                    arena_printf(ad->arena, "#pragma omp simd%s%s", *more_clauses ? " " : "", more_clauses));
    }
}

void find_nests(struct advice *ad, const struct kernel *k)
{
    for_each_in (region, r, ad->a->unit, region_text(k->region))
        if (!r->child)
            find_nest(ad, r);
}
