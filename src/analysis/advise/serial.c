/* advise/serial.c: regions whose loops one thread runs, one thread of each
 * team, or one team. */
#include "advise.h"

static bool is_short(const struct node *n, struct loop *l)
{
    uint64_t trip = loop_read_header(l, n) ? 0 : loop_trip(l);
    if (!trip || trip >= SHORT_LOOP)
        return false;
    const struct node *body = node_kid(n, 3);
    for (const struct node *m = body; m; m = tree_next(body, m)) {
        struct loop inner = {0};
        if (m->kind == NODE_CALL || m->kind == NODE_WHILE || m->kind == NODE_DO)
            return false;
        if (m->kind == NODE_FOR)
            trip *= loop_read_header(&inner, m) || !loop_trip(&inner) ? UNKNOWN_TRIP : loop_trip(&inner);
    }
    return trip < SHORT_LOOP;
}

/* Can all variables of the clauses stand there: has r no other clause about
 * them, and do sums come back to the host? */
static bool takes_clauses(const struct region *r, const struct independence *in)
{
    enum { others = ATTRS_ALL & ~(ATTR_MAPPED | ATTR_SHARED) };
    for (size_t i = 0; i < in->privates.n; i++)
        if (sharing_of(r, in->privates.v[i], ATTRS_ALL))
            return false;
    for_each (const struct summed, x, in->reduced)
        if (sharing_of(r, x->var, others) || is_said_shared(r, x->var) ||
            ((r->leaves & LEAF_TARGET) && !sharing_of(r, x->var, ATTR_MAPPED)))
            return false;
    return true;
}

/* The loop directly inside, and nothing else, that may be collapsed with it;
 * NULL: none */
static const struct node *inner_loop(struct advice *ad, const struct node *loop, const struct loop *head)
{
    const struct node *inner = node_sole(node_kid(loop, 3));
    struct loop l = {0};
    if (!inner || inner->kind != NODE_FOR || loop_read_header(&l, inner) || unit_ref_to(ad->a->unit, l.lb, head->iv) ||
        unit_ref_to(ad->a->unit, l.ub, head->iv))
        return NULL;
    struct independence in = independence_of(ad->a, inner);
    return in.free && !in.reduced.n && !in.privates.n && head->iv_declared && l.iv_declared ? inner : NULL;
}

/* ---- one thread ---- */

static void propose(struct advice *ad, struct finding *f, const struct region *r, const struct node *loop)
{
    struct arena *ar = ad->arena;
    struct independence in = independence_of(ad->a, loop);
    struct loop head = {0};
    doubt_independence(ad, f, &in);
    if (!in.free || loop_read_header(&head, loop))
        return;
    const char *more = clauses_of(ar, &in);
    bool sole = node_sole(inner_statement(r)) == loop;
    if (sole && takes_clauses(r, &in)) {
        unsigned all = r->leaves | LEAF_TEAMS | LEAF_DISTRIBUTE | LEAF_PARALLEL | LEAF_FOR;
        unsigned loops = inner_loop(ad, loop, &head) ? 2 : 0;
        edit_directive(ad, f, r,
                       (struct rewrite_of){.leaves = all, .collapse = loops, .more = more, .drops = CLAUSE_NUM_TEAMS});
    } else {
        edit_insert(ad, f, unit_place(ad->a->unit, loop->at.begin),
                    arena_printf(ar, "#pragma omp parallel for%s%s", *more ? " " : "", more));
        if (!sole)
            f->hint = "the whole device takes the loop if it gets a construct of its own: "
                      "'target teams distribute parallel for'";
    }
}

/* The loop to speak of: the first long one that may run in parallel, else the
 * first long one; NULL: none is long */
static const struct node *main_loop(struct advice *ad, const struct node *root, struct loop *head)
{
    const struct node *first = NULL;
    for (const struct node *n = root; n;) {
        struct loop l = {0};
        if (n->kind != NODE_FOR || is_short(n, &l)) {
            n = n->kind == NODE_FOR ? tree_after(root, n) : tree_next(root, n);
            continue;
        }
        bool free = independence_of(ad->a, n).free;
        if (!first || free) {
            first = n;
            *head = l;
        }
        if (free)
            break;
        n = tree_after(root, n);
    }
    return first;
}

static void find_on_one_thread(struct advice *ad, const struct kernel *k)
{
    const struct region *r = k->region;
    struct loop head = {0};
    const struct node *loop = r->child ? NULL : main_loop(ad, node_kid(r->tree, 0), &head);
    if (!loop)
        return;
    struct finding *f = finding_add(ad, FOUND_SERIAL, r, unit_place(ad->a->unit, loop->at.begin));
    double trip = head.iv && head.lower && head.upper ? trip_or_guess(loop_trip(&head)) : UNKNOWN_TRIP;
    f->text = k->has_teams ? "one thread of each team runs this loop, and all of it: nothing shares it"
                           : "one thread of the device runs this loop: nothing in its region "
                             "makes threads";
    f->costs = arena_printf(ad->arena, "1 lane of %d works%s", DEVICE_LANES,
                            k->has_teams ? ", or several on the same iterations" : "");
    propose(ad, f, r, loop);
    f->cost = f->edits.n && f->edits.v[0].replaces ? lanes_busy(trip * trip) : f->edits.n ? TEAM_LANES : 1;
}

static void find_one_thread_of_teams(struct advice *ad, const struct kernel *k)
{
    const struct region *d = k->distribute;
    if (!d || !d->nloops || d->child || d->plan->leaves & (LEAF_FOR | LEAF_SIMD))
        return;
    struct loop l = {0};
    if (is_short(d->loops[0].tree, &l))
        return;
    struct independence in = independence_of(ad->a, d->loops[0].tree);
    struct finding *f = finding_add(ad, FOUND_SERIAL, d, d->loc);
    f->text = "each team has one thread here: nothing in the region makes more";
    f->costs = arena_printf(ad->arena, "1 lane of the %d of each warp works", WARP_LANES);
    f->cost = WARP_LANES;
    doubt_independence(ad, f, &in);
    if (in.free && takes_clauses(d, &in))
        edit_directive(
            ad, f, d,
            (struct rewrite_of){.leaves = d->leaves | LEAF_PARALLEL | LEAF_FOR, .more = clauses_of(ad->arena, &in)});
}

/* A loop of the teams' code between parallel regions, which one thread of each
 * team runs, or all with the same values */
static void find_loop_of_team(struct advice *ad, const struct region *r, const struct node *n)
{
    struct loop l = {0};
    if (is_short(n, &l))
        return;
    struct independence in = independence_of(ad->a, n);
    const char *more = clauses_of(ad->arena, &in);
    if (!in.free)
        return;
    struct finding *f = finding_add(ad, FOUND_SERIAL, r, unit_place(ad->a->unit, n->at.begin));
    f->text = "one thread of each team runs this loop: it is in no parallel region";
    f->costs = arena_printf(ad->arena, "1 lane of each team's %d works in this loop", TEAM_LANES);
    f->cost = TEAM_LANES;
    doubt_independence(ad, f, &in);
    edit_insert(ad, f, unit_place(ad->a->unit, n->at.begin),
                arena_printf(ad->arena, "#pragma omp parallel for%s%s", *more ? " " : "", more));
}

static bool is_associated(const struct region *r, const struct node *loop)
{
    for (unsigned i = 0; i < r->nloops; i++)
        if (r->loops[i].tree == loop)
            return true;
    return false;
}

static bool holds_construct(const struct node *n) { return n->kind == NODE_CONSTRUCT; }

/* Code of the teams stands in constructs of these leaves alone. */
static bool is_of_teams(const struct region *r)
{
    enum { teams = LEAF_TARGET | LEAF_TEAMS | LEAF_DISTRIBUTE };
    return r->dir == DIR_COMBINED && !(r->leaves & ~(unsigned)teams);
}

static void find_loops_of_teams(struct advice *ad, const struct kernel *k)
{
    const struct region *in = k->region;
    for (const struct node *n = k->region->tree; n;) {
        const struct node *at = n;
        n = tree_next(k->region->tree, n);
        if (at->kind == NODE_CONSTRUCT && is_of_teams(at->region))
            in = at->region;
        else if (at->kind == NODE_CONSTRUCT)
            n = tree_after(k->region->tree, at);
        if (at->kind != NODE_FOR || tree_has(at, holds_construct) || is_associated(in, at))
            continue;
        find_loop_of_team(ad, in, at);
        n = tree_after(k->region->tree, at);
    }
}

void find_serial(struct advice *ad, const struct kernel *k)
{
    if (!k->region->tree)
        return;
    if (leaf_within(k->region, LEAF_PARALLEL) && is_of_teams(k->region))
        find_loops_of_teams(ad, k);
    if (k->mode_why != WHY_NO_PARALLEL || reaches_parallel(ad->a, k->region->stmt))
        return;
    if (k->has_teams && (k->distribute || asks_identity(ad->a, k->region->stmt, true)))
        find_one_thread_of_teams(ad, k);
    else
        find_on_one_thread(ad, k);
}

/* ---- one team ---- */

/* What only a single team has, or means: such constructs stay as they are. */
static bool asks_for_team(const struct region *r)
{
    static const enum clause_kind kinds[] = {CLAUSE_ORDERED,  CLAUSE_NUM_THREADS, CLAUSE_LINEAR,  CLAUSE_IF,
                                             CLAUSE_SCHEDULE, CLAUSE_ORDER,       CLAUSE_ALLOCATE};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (region_clause(r, kinds[i]))
            return true;
    return false;
}

static bool only_plain_children(const struct region *r)
{
    for (const struct region *c = r->child; c; c = c->sibling)
        if (c->dir != DIR_ATOMIC && !(c->dir == DIR_COMBINED && c->leaves == LEAF_SIMD))
            return false;
    return true;
}

/* The construct that makes the team's threads share its loops, and is all that
 * the region does; NULL: none */
static const struct region *loop_of_team(const struct kernel *k)
{
    const struct region *r = k->region;
    if (!(r->leaves & (LEAF_PARALLEL | LEAF_LOOP)) && !r->nloops)
        r = sole_child(r);
    bool loop = r && r->dir == DIR_COMBINED && r->nloops &&
                (r->plan->leaves & (LEAF_PARALLEL | LEAF_FOR)) == (LEAF_PARALLEL | LEAF_FOR);
    return loop && only_plain_children(r) && !asks_for_team(r) ? r : NULL;
}

void find_one_team(struct advice *ad, const struct kernel *k)
{
    const struct region *r = k->has_teams ? NULL : loop_of_team(k);
    uint64_t trip = r ? constant_trip(r) : 0;
    if (!r || (trip && trip <= TEAM_LANES) || asks_identity(ad->a, r->stmt, true) ||
        (r != k->region && sharing_first(r, ATTRS_REDUCED)))
        return;
    struct finding *f = finding_add(ad, FOUND_ONE_TEAM, r, r->loc);
    unsigned leaves = r->leaves & LEAF_LOOP ? (r->leaves & ~(unsigned)LEAF_PARALLEL) | LEAF_TEAMS
                                            : r->leaves | LEAF_TEAMS | LEAF_DISTRIBUTE;
    f->text = "one team runs this loop, on one multiprocessor of the device";
    f->costs = arena_printf(ad->arena, "%d lanes of %d work", TEAM_LANES, DEVICE_LANES);
    f->cost = lanes_busy(trip ? (double)trip : (double)UNKNOWN_TRIP * UNKNOWN_TRIP) / TEAM_LANES;
    f->certain = true;
    edit_directive(ad, f, r, (struct rewrite_of){.leaves = leaves});
}

/* ---- few teams ---- */

static double lanes_asked_for(const struct region *r, const struct clause *teams)
{
    const struct clause *c = region_clause(r, CLAUSE_NUM_THREADS);
    int64_t lanes = c && c->expr_const ? c->expr_value : TEAM_LANES;
    return (double)teams->expr_value * (double)lanes;
}

/* num_teams with a small number, where nothing can tell how many teams there
 * are */
void find_few_teams(struct advice *ad, const struct kernel *k)
{
    const struct region *r = k->teams, *loops = r && !r->nloops ? sole_child(r) : r;
    const struct clause *c = r ? region_clause(r, CLAUSE_NUM_TEAMS) : NULL;
    if (!c || !c->expr_const || given(c->expr2) || !loops || !loops->nloops || !(loops->plan->leaves & LEAF_FOR) ||
        (loops == r ? teams_are_seen(ad->a, r) : asks_identity(ad->a, r->stmt, true)) || !only_plain_children(loops))
        return;
    double lanes = lanes_asked_for(r, c), all = 1;
    for (unsigned i = 0; i < loops->nloops; i++)
        all *= trip_or_guess(loop_trip(&loops->loops[i]));
    all = constant_trip(loops) ? lanes_busy(all) : DEVICE_LANES;
    if (lanes * 2 > all)
        return;
    struct finding *f = finding_add(ad, FOUND_FEW, r, r->loc);
    f->certain = true;
    f->text = arena_printf(ad->arena, "'%s' leaves most of the device idle", c->written);
    f->costs = arena_printf(ad->arena, "%.0f lanes of %d work (%s)", lanes, DEVICE_LANES,
                            percent(ad->arena, lanes_busy(lanes) / DEVICE_LANES));
    f->cost = all / lanes;
    edit_directive(ad, f, r, (struct rewrite_of){.leaves = r->leaves, .drops = CLAUSE_NUM_TEAMS});
}

/* ---- few iterations for a team ---- */

static int64_t lanes_of_team(const struct region *r)
{
    static const enum clause_kind kinds[] = {CLAUSE_NUM_THREADS, CLAUSE_THREAD_LIMIT};
    for (const struct region *x = r; x; x = x->parent)
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            const struct clause *c = region_clause(x, kinds[i]);
            if (c)
                return c->expr_const ? c->expr_value : 0;
        }
    return TEAM_LANES;
}

/* dist_schedule with chunks of fewer iterations than a team has threads, where nothing can tell which team runs which
 */
void find_small_chunks(struct advice *ad, const struct kernel *k)
{
    for_each_in (region, r, ad->a->unit, region_text(k->region)) {
        const struct clause *c = r->plan && r->plan->leaves & LEAF_FOR ? region_clause(r, CLAUSE_DIST_SCHEDULE) : NULL;
        int64_t lanes = c && c->expr_const && c->expr_value > 0 ? lanes_of_team(r) : 0;
        if (!lanes || c->expr_value * 2 > lanes || !k->teams || teams_are_seen(ad->a, k->teams) ||
            asks_identity(ad->a, r->stmt, true))
            continue;
        struct finding *f = finding_add(ad, FOUND_FEW, r, r->loc);
        f->certain = true;
        f->text = arena_printf(ad->arena, "'%s' gives a team %lld iterations at a time, and it has %lld lanes",
                               c->written, (long long)c->expr_value, (long long)lanes);
        f->costs = arena_printf(ad->arena, "%lld lanes of each team's %lld work (%s)", (long long)c->expr_value,
                                (long long)lanes, percent(ad->arena, (double)c->expr_value / (double)lanes));
        f->cost = (double)lanes / (double)c->expr_value;
        edit_directive(ad, f, r, (struct rewrite_of){.leaves = r->leaves, .drops = CLAUSE_DIST_SCHEDULE});
    }
}
