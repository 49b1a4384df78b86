/* analysis/lanes.c: simd loops over the lanes of a thread. A parallel region with simd loops gets SIMD groups: all lanes
 * run its threads' code where that is proved right (TOGETHER), else the first of each group does (LEADERS; S4-59…62).
 * What the lanes of a group share by reference moves to memory that all of them reach, the group space (S4-56, S4-63).
 * needs: mode.  sets: plan.crew, nsimd, group, guards, space of parallel regions; plan.lanes_of, simd_id, captures of simd
 * loops.  breaks: nothing. */
#include "analysis.h"

#include <stdlib.h>

bool is_nested_parallel(const struct region *r)
{
    for (r = r->parent; r && r->plan; r = r->parent)
        if (r->plan->leaves & LEAF_PARALLEL)
            return true;
    return false;
}

/* ---- which loops ---- */

/* Below other levels: a loop of its own, or one that teams share first where there is no parallel region. */
static bool is_simd_loop(const struct region *r)
{
    unsigned leaves = r->plan->leaves;
    return r->dir == DIR_COMBINED && (leaves & LEAF_SIMD) && !(leaves & (LEAF_PARALLEL | LEAF_FOR)) && r->nloops;
}

static enum why why_in_order(const struct region *r)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == CLAUSE_IF)
            return WHY_SIMD_CLAUSE;
    return WHY_NONE;
}

static void refuse_below(struct region *r, enum why why)
{
    for (struct region *c = r->child; c; c = c->sibling) {
        if (is_simd_loop(c))
            c->plan->lanes_why = why;
        refuse_below(c, why);
    }
}

static void take_simd(struct region *par, struct region *c)
{
    c->plan->lanes_why = why_in_order(c);
    if (c->plan->lanes_why == WHY_NONE) {
        c->plan->lanes_of = par;
        c->plan->simd_id = ++par->plan->nsimd;
    }
    refuse_below(c, WHY_SIMD_NESTED);
}

static void find_simd(struct region *par, struct region *r)
{
    if (r == par && is_simd_loop(r)) {
        take_simd(par, r);
        return;
    }
    for (struct region *c = r->child; c; c = c->sibling) {
        if (c->plan->leaves & LEAF_PARALLEL) {
            refuse_below(c, WHY_SIMD_NESTED);
            continue;
        }
        if (!is_simd_loop(c)) {
            find_simd(par, c);
            continue;
        }
        take_simd(par, c);
    }
}

/* `for simd` needs no groups; where there are some, its iterations are their lanes'. */
static void find_for_simd(struct region *par, struct region *r)
{
    for (struct region *c = r->child; c; c = c->sibling) {
        if (c->plan->leaves & LEAF_PARALLEL || c->plan->lanes_of)
            continue;
        if (c->plan->leaves == (LEAF_FOR | LEAF_SIMD) && c->nloops && why_in_order(c) == WHY_NONE)
            take_simd(par, c);
        else
            find_for_simd(par, c);
    }
}

static void each_simd(struct region *par, struct region *r, void (*f)(void *, struct region *), void *ctx)
{
    if (r == par && r->plan->lanes_of == par) {
        f(ctx, r);
        return;
    }
    for (struct region *c = r->child; c; c = c->sibling) {
        if (c->plan->lanes_of == par)
            f(ctx, c);
        else
            each_simd(par, c, f, ctx);
    }
}

/* ---- group space ---- */

struct sharing {
    struct analysis *a;
    struct region *par;
    bool impossible;
};

static struct region *simd_around(struct region *par, struct region *r, uint32_t off)
{
    if (r == par && r->plan->lanes_of == par)
        return slice_has(r->stmt, off) ? r : NULL;
    for (struct region *c = r->child; c; c = c->sibling)
        if (slice_has(c->stmt, off))
            return c->plan->lanes_of == par ? c : simd_around(par, c, off);
    return NULL;
}

/* Is the instance of v that `off` names one of the thread's own: declared in its code, or a private copy there? */
static bool is_threads_own(struct region *par, struct var *v, struct region *owner)
{
    if (owner)
        return region_inside(owner, par);
    return !v->is_global && slice_has(par->stmt, v->decl);
}

static void give_space(struct sharing *s, struct var *v, struct region *owner)
{
    struct plan *p = s->par->plan;
    for (size_t i = 0; i < p->space.n; i++)
        if (p->space.v[i].var == v && p->space.v[i].owner == owner)
            return;
    if (v->type->kind == TYPE_VLA || v->type->unnameable || v->type->size <= 0) {
        s->impossible = true;
        return;
    }
    struct arena *ar = s->a->unit->arena;
    const char *field = slot_field(ar, p->space.v, p->space.n, v->name);
    vec_push(ar, &p->space, (struct slot){v, owner, field});
}

/* What a simd loop stores to, and whatever has its address taken: pointers must mean the same to all lanes. */
static void share_with_lanes(struct sharing *s)
{
    struct unit *u = s->a->unit;
    struct slice body = s->par->stmt;
    for (size_t i = unit_ref_from(u, body.begin); i < u->refs.n && u->refs.v[i].off < body.end; i++) {
        struct ref *r = &u->refs.v[i];
        if (!r->var || (r->access & ACC_UNEVALUATED))
            continue;
        struct region *simd = simd_around(s->par, s->par, r->off), *owner = owner_at(u, r->off, r->var);
        if (!is_threads_own(s->par, r->var, owner))
            continue;
        if (simd && ((owner && region_inside(owner, simd)) || (!owner && slice_has(simd->stmt, r->var->decl))))
            continue; /* each lane's own */
        unsigned stored = ACC_WRITE | (is_object_type(r->var->type) ? ACC_ELEM_WRITE : 0);
        if ((r->access & ACC_ADDR) || (simd && (r->access & stored)))
            give_space(s, r->var, owner);
    }
}

/* LEADERS: the other lanes cannot reach the leader's stack. The originals of reductions and lastprivate copies are
 * touched by the leader alone. */
static void share_captures(void *ctx, struct region *simd)
{
    struct sharing *s = ctx;
    capture_construct(s->a, simd);
    for (size_t i = 0; i < simd->plan->captures.n; i++) {
        struct var *v = simd->plan->captures.v[i].var;
        bool result = region_has_clause_for(simd, v, CLAUSE_REDUCTION, NULL, NULL) ||
                      region_has_clause_for(simd, v, CLAUSE_LASTPRIVATE, NULL, NULL);
        struct region *owner = owner_at(s->a->unit, simd->pragma_at.begin, v);
        if (!simd->plan->captures.v[i].by_value && !result && is_threads_own(s->par, v, owner))
            give_space(s, v, owner);
    }
    simd->plan->name = arena_printf(s->a->unit->arena, "%s__simd%u", s->par->plan->name, simd->plan->simd_id);
}

/* ---- size ---- */

/* a literal, or 0 */
static int64_t literal(const struct unit *u, struct slice s)
{
    char *end;
    long v = strtol(u->text + s.begin, &end, 0);
    while (end < u->text + s.end && (*end == ' ' || *end == '\n'))
        end++;
    return end == u->text + s.end && s.end > s.begin ? v : INT64_MIN;
}

uint64_t constant_trip(const struct unit *u, const struct region *r)
{
    uint64_t n = 1;
    for (unsigned i = 0; i < r->nloops; i++) {
        const struct loop *l = &r->loops[i];
        int64_t lb = literal(u, l->lb), ub = literal(u, l->ub);
        if (lb == INT64_MIN || ub == INT64_MIN || l->step.end > l->step.begin || (l->rel != REL_LT && l->rel != REL_LE))
            return 0;
        ub += l->rel == REL_LE;
        n *= ub > lb ? (uint64_t)(ub - lb) : 0;
    }
    return n;
}

/* The model of docs/counters.md, applied to an estimate: slots per iteration of the threads' loop. What is assumed where
 * the text does not tell: the trips below, that rows begin at the beginning of a sector where nothing speaks against it,
 * and the instructions of what every thread does. */
enum { MOST_LANES = 32, SECTOR = 32, SECTOR_SLOTS = 6 };
enum { SAME_TRIP = 64, VARYING_TRIP = 16 }; /* of loops of the same length in all threads, and of others */
enum { THREAD_WORK = 60, ROUND_WORK = 6, PER_NAME = 2, REDUCE_STEP = 24 /* instructions, and a shuffle of 8 slots */,
       ATOMIC_LANE = 4 /* lanes that change one place do so one after the other */ };

/* sectors of one request by n neighbours that are `by` apart */
static double touched(double n, unsigned bytes, enum reach by, bool aligned)
{
    double pieces = bytes < SECTOR ? 1 : bytes / (double)SECTOR, dense = n * bytes / SECTOR;
    if (by == REACH_NONE)
        return pieces;
    if (by == REACH_FAR)
        return n * pieces;
    if (aligned && by == REACH_UNIT)
        return dense > pieces ? dense : pieces;
    return pieces + (n - 1) * bytes / SECTOR; /* the mean over all places to begin */
}

/* sectors of a warp's request, of g lanes for each of 32 / g threads */
static double warp_sectors(const struct access_kind *a, unsigned g, bool aligned)
{
    double threads = MOST_LANES / (double)g;
    enum reach lane = g > 1 ? a->by[BY_LANE] : REACH_NONE, thread = a->by[BY_THREAD];
    double within = touched(g, a->bytes, lane, aligned && a->aligned);
    if (lane == REACH_UNIT && thread == REACH_UNIT)
        return touched(g + threads, a->bytes, REACH_UNIT, false);
    if (lane == REACH_NONE || lane == REACH_FAR)
        return within * touched(threads, a->bytes, thread, false);
    return within * (thread == REACH_NONE ? 1 : threads);
}

struct simd_cost {
    struct work work;
    double trip, times; /* times: per iteration of the threads' loop */
    unsigned reductions, atomics;
    bool aligned;
};

static double cost_of_accesses(const struct work *w, unsigned g, bool aligned)
{
    double sum = 0;
    for (size_t i = 0; i < w->accesses.n; i++)
        sum += SECTOR_SLOTS * w->accesses.v[i].times * warp_sectors(&w->accesses.v[i], g, aligned);
    return sum;
}

/* of a warp; a thread has g of its 32 lanes */
static double cost_of_simd(const struct simd_cost *c, unsigned g)
{
    double rounds = (double)(((uint64_t)c->trip + g - 1) / g), steps = 0;
    for (unsigned n = g; n > 1; n /= 2)
        steps++;
    double full = c->trip / (rounds * g); /* of the lanes, over all rounds */
    return c->times * (rounds * (ROUND_WORK + PER_NAME * c->work.instructions + c->atomics * ATOMIC_LANE * g) +
                       rounds * full * cost_of_accesses(&c->work, g, c->aligned) +
                       c->reductions * REDUCE_STEP * (steps + (steps > 0)));
}

/* The loop that gives the threads their iterations. */
static struct var *thread_variable(const struct region *simd, const struct region *par)
{
    for (const struct region *r = simd->parent; r; r = r->parent) {
        if (r->nloops && (r->plan->leaves & LEAF_FOR))
            return r->loops[r->nloops - 1].iv;
        if (r == par)
            break;
    }
    return NULL;
}

struct sizing {
    struct sharing *s;
    VEC(struct simd_cost) loops;
    struct work between; /* what the threads do besides */
    bool known;          /* all trips */
};

static void add_simd_work(void *ctx, struct region *simd)
{
    struct sizing *z = ctx;
    struct unit *u = z->s->a->unit;
    const struct loop *l = &simd->loops[simd->nloops - 1];
    struct var *thread = thread_variable(simd, z->s->par);
    struct simd_cost c = {.trip = (double)constant_trip(u, simd), .times = 1, .aligned = literal(u, l->lb) == 0};
    if (c.trip == 0) {
        bool same = true;
        for (unsigned i = 0; i < simd->nloops; i++)
            same &= !varies_with(u, simd->loops[i].lb, thread) && !varies_with(u, simd->loops[i].ub, thread);
        c.trip = same ? SAME_TRIP : VARYING_TRIP;
        z->known = false;
    }
    for (const struct clause *k = simd->clauses; k; k = k->next)
        c.reductions += k->kind == CLAUSE_REDUCTION ? (unsigned)k->items.n : 0;
    for (const struct region *r = simd->child; r; r = r->sibling)
        c.atomics += r->dir == DIR_ATOMIC;
    estimate_work(u, l->body, (struct slice){0, 0}, l->step.end > l->step.begin ? NULL : l->iv, thread, &c.work);
    vec_push(u->arena, &z->loops, c);
}

/* The code of the threads' loop besides the first simd loop: further ones count as one thread's code too, which says
 * little in comparison. */
static void add_between(void *ctx, struct region *simd)
{
    struct sizing *z = ctx;
    const struct region *r = simd->parent;
    while (r != z->s->par && !(r->nloops && (r->plan->leaves & LEAF_FOR)))
        r = r->parent;
    struct slice code = r->nloops ? r->loops[r->nloops - 1].body : r->stmt;
    if (z->between.instructions == 0 && z->between.accesses.n == 0)
        estimate_work(z->s->a->unit, code, (struct slice){simd->pragma_at.begin, simd->stmt.end}, NULL,
                      thread_variable(simd, z->s->par), &z->between);
}

/* the cheapest; of sizes that differ by less than the model can tell, the smaller */
static unsigned cheapest_group(const struct sizing *z)
{
    unsigned best = 1;
    double least = 0;
    for (unsigned g = 1; g <= MOST_LANES; g *= 2) {
        double cost = THREAD_WORK + PER_NAME * z->between.instructions + cost_of_accesses(&z->between, g, false);
        for (size_t i = 0; i < z->loops.n; i++)
            cost += cost_of_simd(&z->loops.v[i], g);
        cost *= g / (double)MOST_LANES;
        if (g == 1 || cost < 0.98 * least) {
            best = g;
            least = cost;
        }
    }
    return best;
}

static unsigned lanes_of_warp(uint64_t n)
{
    unsigned g = MOST_LANES;
    while (n && g / 2 >= n)
        g /= 2;
    return g;
}

static void size_alone(void *ctx, struct region *simd)
{
    struct sizing *z = ctx;
    unsigned *group = &z->s->par->plan->group;
    uint64_t n = simd->plan->leaves & LEAF_DISTRIBUTE ? 0 : constant_trip(z->s->a->unit, simd);
    unsigned g = lanes_of_warp(n);
    *group = g > *group ? g : *group;
    z->known &= n != 0;
}

static void size_from(void *ctx, struct region *simd)
{
    struct sharing *s = ctx;
    struct plan *p = s->par->plan;
    for (struct clause *c = simd->clauses; c; c = c->next) {
        if (!c->expr_const || c->expr_value < 1)
            continue;
        unsigned n = (unsigned)(c->expr_value < MOST_LANES ? c->expr_value : MOST_LANES);
        if (c->kind == CLAUSE_SAFELEN && (!p->group_limit || c->expr_value < p->group_limit))
            p->group_limit = n;
        if (c->kind == CLAUSE_SIMDLEN && (p->group_why != WHY_GROUP_SIMDLEN || n > p->group)) {
            p->group = n;
            p->group_why = WHY_GROUP_SIMDLEN;
        }
    }
}

static unsigned power_of_two_below(unsigned n)
{
    while (n & (n - 1))
        n &= n - 1;
    return n;
}

static void choose_size(struct sharing *s)
{
    struct plan *p = s->par->plan;
    struct sizing z = {.s = s, .known = true};
    if (p->leaves & LEAF_PARALLEL) {
        each_simd(s->par, s->par, add_simd_work, &z);
        each_simd(s->par, s->par, add_between, &z);
        p->group = cheapest_group(&z);
    } else { /* a team's only thread: all lanes of a warp are its own */
        each_simd(s->par, s->par, size_alone, &z);
    }
    p->group_why = z.known ? WHY_GROUP_TRIP : WHY_GROUP_UNKNOWN;
    each_simd(s->par, s->par, size_from, s); /* a wish of simdlen comes before */
    p->group_limit = power_of_two_below(p->group_limit);
    if (p->group_limit && p->group > p->group_limit)
        p->group = p->group_limit;
    p->group = power_of_two_below(p->group);
}

/* ---- who runs the threads' code ---- */

static bool together(struct analysis *a, struct region *par)
{
    struct plan *p = par->plan;
    struct level l = {a, p->kernel, par};
    struct guard *guards = NULL;
    size_t n = 0;
    if (a->options.parallel_mode == FORCE_GENERIC && p->lanes_of != par) {
        p->crew_why = WHY_FORCED;
        p->crew_loc = par->loc;
        return false;
    }
    if (!guard_level(&l, &guards, &n, &p->crew_why, &p->crew_loc))
        return false;
    for (size_t i = 0; i < n; i++)
        vec_push(a->unit->arena, &p->guards, guards[i]);
    return true;
}

static void note_stores(void *ctx, struct region *simd)
{
    struct sharing *s = ctx;
    struct level l = {s->a, s->par->plan->kernel, s->par};
    simd->plan->acts = effects_in(&l, simd->stmt, NULL) != 0;
}

static void in_order(void *ctx, struct region *simd)
{
    (void)ctx;
    simd->plan->lanes_of = NULL;
    simd->plan->lanes_why = WHY_SIMD_VLA;
}

static void give_lanes(struct analysis *a, struct region *par)
{
    struct sharing s = {a, par, false};
    struct plan *p = par->plan;
    find_simd(par, par);
    if (!p->nsimd)
        return;
    find_for_simd(par, par);
    choose_size(&s);
    share_with_lanes(&s);
    each_simd(par, par, note_stores, &s);
    p->crew = s.impossible || together(a, par) ? CREW_TOGETHER : CREW_LEADERS;
    if (p->crew == CREW_LEADERS)
        each_simd(par, par, share_captures, &s);
    if (!s.impossible)
        return;
    each_simd(par, par, in_order, &s);
    *p = (struct plan){.leaves = p->leaves, .kernel = p->kernel, .inline_parallel = p->inline_parallel,
                       .parallel_id = p->parallel_id, .name = p->name, .captures = p->captures};
}

/* A kernel without parallel regions: its teams' only threads take all lanes of a warp for their simd loops. What they
 * call must not depend on a parallel region, nor open one. */
static void give_lanes_to_teams(struct analysis *a, struct kernel *k)
{
    struct region *r = k->region;
    struct level l = {a, k, NULL};
    if (k->mode != MODE_GENERIC || k->mode_why != WHY_NO_PARALLEL || a->options.teams_mode == FORCE_GENERIC ||
        (effects_in(&l, r->stmt, NULL) & (HAS_QUERY | HAS_SYNC | HAS_PARALLEL)))
        return;
    r->plan->name = arena_printf(a->unit->arena, "%s__par0", k->name);
    r->plan->inline_parallel = true;
    give_lanes(a, r);
    r->plan->inline_parallel = r->plan->crew != CREW_ALONE;
    if (r->plan->crew == CREW_ALONE)
        return;
    k->mode = MODE_SPMD;
    k->mode_why = WHY_LANES_OF_TEAMS;
    k->why_loc = r->loc;
    k->tight = k->lone_threads = true;
    k->parallel = r;
}

void pass_lanes(struct analysis *a)
{
    struct unit *u = a->unit;
    for (size_t i = 0; i < u->regions.n; i++)
        if (u->regions.v[i]->plan && is_simd_loop(u->regions.v[i]))
            u->regions.v[i]->plan->lanes_why = WHY_SIMD_ALONE;
    for (size_t i = 0; i < u->regions.n; i++) {
        struct region *r = u->regions.v[i];
        if (r->plan && (r->plan->leaves & LEAF_PARALLEL) && !is_nested_parallel(r))
            give_lanes(a, r);
    }
    for (size_t i = 0; i < a->kernels.n; i++)
        give_lanes_to_teams(a, a->kernels.v[i]);
}
