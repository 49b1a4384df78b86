/* analysis/plan/lanes.c: simd loops over the lanes of a thread. In a parallel region with simd loops each thread is a
 * SIMD group of several lanes. The threads' code between simd loops is run by all lanes of a group where that is
 * proved correct (TOGETHER), else by the first lane (LEADERS). What the lanes of a group share by reference moves to
 * the group space, memory that all of them reach. Simd loops of device functions are called.c's.
 * needs: calls, share, mode.
 * sets: of parallel regions plan.crew, crew_why, crew_loc, nsimd, group, group_limit, group_why, guards, space; of
 * simd loops plan.lanes_of, lanes_why, simd_id, acts, name, captures. A kernel without parallel regions but with simd
 * loops becomes SPMD: mode, mode_why, why_loc, tight, lone_threads, parallel. It so corrects mode.c, which cannot know
 * yet whether a loop gets lanes. */
#include "../analysis.h"
#include "../../../include/gantry_numbers.h"

#include <stdlib.h>
#include <string.h>

/* ---- which loops ---- */

/* A simd loop for the lanes of a thread: `simd`, or `distribute simd`, whose iterations teams share first. */
bool is_simd_loop(const struct region *r)
{
    unsigned leaves = r->plan->leaves;
    return r->dir == DIR_COMBINED && (leaves & LEAF_SIMD) && !(leaves & (LEAF_PARALLEL | LEAF_FOR)) && r->nloops;
}

enum why why_in_order(const struct region *r)
{
    if (region_clause(r, CLAUSE_IF) || region_clause(r, CLAUSE_ORDERED))
        return WHY_SIMD_CLAUSE;
    if (inscan_reduction(r))
        return WHY_SIMD_SCAN;
    return region_holds(r, DIR_ORDERED) ? WHY_SIMD_CLAUSE : WHY_NONE;
}

void refuse_simds_below(const struct region *r, enum why why)
{
    for (const struct region *c = r->child; c; c = c->sibling) {
        if (is_simd_loop(c))
            c->plan->lanes_why = why;
        refuse_simds_below(c, why);
    }
}

static void take_simd(const struct region *par, const struct region *c)
{
    c->plan->lanes_why = why_in_order(c);
    if (c->plan->lanes_why == WHY_NONE) {
        c->plan->lanes_of = par;
        c->plan->simd_id = ++par->plan->nsimd;
    }
    refuse_simds_below(c, WHY_SIMD_NESTED);
}

static void find_simd(const struct region *par, const struct region *r)
{
    if (r == par && is_simd_loop(r)) {
        take_simd(par, r);
        return;
    }
    for (const struct region *c = r->child; c; c = c->sibling) {
        if ((c->plan->leaves & LEAF_PARALLEL) || is_task(c)) {
            refuse_simds_below(c, is_task(c) ? WHY_SIMD_TASK : WHY_SIMD_NESTED);
            continue;
        }
        if (!is_simd_loop(c)) {
            find_simd(par, c);
            continue;
        }
        take_simd(par, c);
    }
}

/* `for simd` alone is no reason for SIMD groups. Where other simd loops make the region have some, their lanes share
 * its iterations too. */
static void find_for_simd(const struct region *par, const struct region *r)
{
    for (const struct region *c = r->child; c; c = c->sibling) {
        if (c->plan->leaves & LEAF_PARALLEL || c->plan->lanes_of)
            continue;
        if (c->plan->leaves == (LEAF_FOR | LEAF_SIMD) && c->nloops && why_in_order(c) == WHY_NONE)
            take_simd(par, c);
        else
            find_for_simd(par, c);
    }
}

const struct region *simd_around(const struct unit *u, const struct region *par, uint32_t off)
{
    for (const struct region *r = unit_region_around(u, off); r && r->plan; r = r->parent)
        if (r->plan->lanes_of == par)
            return r;
    return NULL;
}

/* Simd loops inside of one that lanes share run in order on each of them. */
static bool is_within_simd(const struct region *r, const struct region *par)
{
    for (; r != par; r = r->parent)
        if (r->parent->plan->lanes_of == par)
            return true;
    return false;
}

const struct region *simd_of(const struct unit *u, const struct region *par, size_t from)
{
    for (size_t i = from; i < u->regions.n && region_inside(u->regions.v[i], par); i++)
        if (u->regions.v[i]->plan->lanes_of == par && !is_within_simd(u->regions.v[i], par))
            return u->regions.v[i];
    return NULL;
}

/* ---- group space ---- */

struct lane_space {
    struct analysis *a;
    const struct region *par;
    bool impossible;
};

/* Has each thread of par an instance of v of its own: declared in its code, or a private copy (of `owner`) there? */
static bool is_threads_own(const struct region *par, const struct var *v, const struct region *owner)
{
    if (owner)
        return region_inside(owner, par);
    return !v->is_global && slice_has(par->stmt, v->decl);
}

static void give_space(struct lane_space *s, const struct var *v, const struct region *owner)
{
    struct plan *p = s->par->plan;
    if ((owner && reduction_in_memory(owner, v)) || find_slot(&p->space, v, owner))
        return;
    if (is_vla(v) || v->type->unnameable || v->type->size <= 0 ||
        (!p->nsimd && !can_move_to_lanes(v, owner))) { /* these lanes are only for called functions: no reason to refuse
                                                        * the program */
        s->impossible = true;
        return;
    }
    struct arena *ar = s->a->unit->arena;
    const char *field = slot_field(ar, &p->space, v->name);
    vec_push(ar, &p->space, (struct slot){.var = v, .owner = owner, .field = field});
}

/* alloca allocates on the stack of one lane. */
static bool is_alloca(const char *name) { return !strcmp(name, "alloca") || str_starts(name, "__builtin_alloca"); }

/* Gives group space to the threads' variables that simd loops store to, and to those whose address is taken, since a
 * pointer must mean the same to all lanes. */
static void share_with_lanes(struct lane_space *s)
{
    const struct unit *u = s->a->unit;
    struct slice body = s->par->stmt;
    for_each_in (ref, r, u, body) {
        if (r->func && r->is_call && is_alloca(r->func->name) && !simd_around(u, s->par, r->off))
            s->impossible = true;
        if (!r->var || r->var->of_combiner || (r->access & ACC_UNEVALUATED))
            continue;
        const struct region *simd = simd_around(u, s->par, r->off), *owner = owner_at(u, r->off, r->var);
        if (!is_threads_own(s->par, r->var, owner))
            continue;
        if (simd && ((owner && region_inside(owner, simd)) || (!owner && slice_has(simd->stmt, r->var->decl))))
            continue; /* each lane's own */
        unsigned stored = ACC_WRITE | (is_object_type(r->var->type) ? ACC_ELEM_WRITE : 0);
        if ((r->access & ACC_ADDR) || (simd && (r->access & stored)))
            give_space(s, r->var, owner);
    }
}

/* Has v one value from the parallel region's beginning to its end? */
static bool is_fixed(const struct lane_space *s, const struct var *v, const struct region *owner)
{
    unsigned stores = ACC_WRITE | ACC_ADDR | (is_object_type(v->type) ? ACC_ELEM_WRITE : 0);
    return !is_threads_own(s->par, v, owner) && !v->addr_taken && !v->type->is_volatile && !v->type->is_atomic &&
           !(access_in(s->a->unit, s->par->stmt, v) & stores);
}

/* LEADERS: the other lanes cannot reach the leader's stack. */
static void share_captures(struct lane_space *s, const struct region *simd)
{
    capture_construct(s->a, simd);
    for (size_t i = 0; i < simd->plan->captures.n; i++) {
        const struct var *v = simd->plan->captures.v[i].var;
        s->impossible |= is_vla(v);
        const struct region *owner = owner_at(s->a->unit, simd->pragma_at.begin, v);
        struct pcapture *c = &simd->plan->captures.v[i];
        c->fixed = c->by_value && is_fixed(s, v, owner);
        s->impossible |= c->by_value && (v->align > __GD_SPACE_ALIGN || v->type->align > __GD_SPACE_ALIGN);
        if (!c->by_value && !only_leader(s->a->unit, simd, v) && is_threads_own(s->par, v, owner))
            give_space(s, v, owner);
    }
    simd->plan->name = arena_printf(s->a->unit->arena, "%s__simd%u", s->par->plan->name, simd->plan->simd_id);
}

/* ---- size ---- */

uint64_t constant_trip(const struct region *r)
{
    uint64_t n = 1;
    for (unsigned i = 0; i < r->nloops && n; i++)
        n *= loop_trip(&r->loops[i]);
    return n;
}

static unsigned lanes_of_warp(uint64_t n)
{
    unsigned g = __GD_WARP_NVIDIA;
    while (n && g / 2 >= n)
        g /= 2;
    return g;
}

/* A team of one thread may have all lanes of a warp. */
static void widen(struct plan *p, const struct region *simd)
{
    uint64_t n = simd->plan->leaves & LEAF_DISTRIBUTE ? 0 : constant_trip(simd);
    unsigned wanted = lanes_of_warp(n);
    if (wanted <= p->group)
        return;
    p->group = wanted;
    p->group_why = n ? WHY_GROUP_TRIP : WHY_GROUP_UNKNOWN;
}

unsigned lanes_asked(const struct clause *c)
{
    bool known = (c->kind == CLAUSE_SAFELEN || c->kind == CLAUSE_SIMDLEN) && c->expr_const && c->expr_value >= 1;
    return !known ? 0 : (unsigned)(c->expr_value < __GD_WARP_NVIDIA ? c->expr_value : __GD_WARP_NVIDIA);
}

/* Applies safelen, whose minimum limits all loops of the region, and simdlen, whose maximum replaces the chosen
 * size. */
static void heed_clauses(struct plan *p, const struct region *simd)
{
    for (const struct clause *c = simd->clauses; c; c = c->next) {
        unsigned n = lanes_asked(c);
        if (!n)
            continue;
        if (c->kind == CLAUSE_SAFELEN && (!p->group_limit || n < p->group_limit))
            p->group_limit = n;
        if (c->kind == CLAUSE_SIMDLEN && (p->group_why != WHY_GROUP_SIMDLEN || n > p->group)) {
            p->group = n;
            p->group_why = WHY_GROUP_SIMDLEN;
        }
    }
}

static void choose_size(struct lane_space *s)
{
    struct plan *p = s->par->plan;
    bool known = true;
    if (p->leaves & LEAF_PARALLEL) {
        p->group = cheapest_group(s->a, s->par, NULL, &known);
        p->group_why = known ? WHY_GROUP_TRIP : WHY_GROUP_UNKNOWN;
    } else {
        for_each_simd (simd, s->a->unit, s->par)
            widen(p, simd);
    }
    for_each_simd (simd, s->a->unit, s->par)
        heed_clauses(p, simd);
    if (p->kernel && p->kernel->on_device.lanes) {
        p->group = p->kernel->on_device.lanes;
        p->group_why = WHY_TUNED;
    }
    if (!p->nsimd) {
        p->group = 0;
        p->group_why = WHY_GROUP_CALLED;
    }
    p->group_limit = power_of_two_below(p->group_limit);
    if (p->group_limit && p->group > p->group_limit)
        p->group = p->group_limit;
    p->group = power_of_two_below(p->group);
}

/* ---- who runs the threads' code ---- */

/* Has a thread no code outside its simd loop? True for `parallel for simd`, and for `teams distribute simd` as the only
 * statement of its target construct. */
static bool are_one_construct(const struct region *par)
{
    const struct region *child = sole_child(par);
    return par->plan->lanes_of == par ||
           (child && child->plan && (child->plan->leaves & LEAF_TEAMS) && is_simd_loop(child));
}

static bool together(struct analysis *a, const struct region *par)
{
    struct plan *p = par->plan;
    struct level l = {a, p->kernel, par};
    p->crew_why = a->options.lockstep                                             ? WHY_NONE
                  : threads_call(a, par, HAS_SIMD, &p->crew_loc)                  ? WHY_CREW_CALLS
                  : !p->nsimd && threads_call(a, par, CALLS_UNSEEN, &p->crew_loc) ? WHY_CREW_UNSEEN
                                                                                  : WHY_NONE;
    if (p->crew_why != WHY_NONE) /* their simd loops get lanes only where the leader alone makes the call */
        return false;
    if (parallel_mode_of(a, p->kernel) == FORCE_GENERIC && !are_one_construct(par)) {
        p->crew_why = why_forced(p->kernel ? p->kernel->on_device.crew : FORCE_NOTHING);
        p->crew_loc = par->loc;
        return false;
    }
    return guard_level(&l, &p->guards, &p->crew_why, &p->crew_loc);
}

/* Does par call functions that have, or may have, simd loops? Then its threads get lanes for these loops; the device
 * link decides how many. */
static bool calls_lanes(struct analysis *a, const struct region *par)
{
    struct loc where;
    return !a->options.lockstep && threads_call(a, par, HAS_SIMD | CALLS_UNSEEN, &where);
}

static void give_lanes(struct analysis *a, const struct region *par)
{
    struct lane_space s = {a, par, false};
    struct plan *p = par->plan;
    find_simd(par, par);
    if (!p->nsimd && !(p->leaves & LEAF_PARALLEL && calls_lanes(a, par)))
        return;
    if (p->nsimd)
        find_for_simd(par, par);
    choose_size(&s);
    share_with_lanes(&s);
    for_each_simd (simd, a->unit, par)
        simd->plan->acts = effects_in(&(struct level){a, p->kernel, par}, simd->stmt, NULL) != 0;
    p->crew = s.impossible || together(a, par) ? CREW_TOGETHER : CREW_LEADERS;
    if (p->crew == CREW_LEADERS)
        for_each_simd (simd, a->unit, par)
            share_captures(&s, simd);
    if (!s.impossible)
        return;
    for_each_simd (simd, a->unit, par) {
        simd->plan->lanes_of = NULL;
        simd->plan->lanes_why = WHY_SIMD_VLA;
    }
    *p = (struct plan){.leaves = p->leaves,
                       .kernel = p->kernel,
                       .inline_parallel = p->inline_parallel,
                       .parallel_id = p->parallel_id,
                       .name = p->name,
                       .captures = p->captures};
}

/* A kernel without parallel regions: each team is one thread, whose simd loops may have all lanes of a warp. The code
 * must not ask for thread numbers, synchronise or open a parallel region. */
static void give_lanes_to_teams(struct analysis *a, struct kernel *k)
{
    const struct region *r = k->region;
    struct level l = {a, k, NULL};
    if (k->mode != MODE_GENERIC || k->mode_why != WHY_NO_PARALLEL || teams_mode_of(a, k) == FORCE_GENERIC ||
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
    const struct unit *u = a->unit;
    for (size_t i = 0; i < u->regions.n; i++)
        if (u->regions.v[i]->plan && is_simd_loop(u->regions.v[i]))
            u->regions.v[i]->plan->lanes_why = WHY_SIMD_ALONE;
    find_called_simds(a);
    for_each_pointer (const struct region, r, u->regions)
        if (r->plan && (r->plan->leaves & LEAF_PARALLEL) && !is_nested_parallel(r))
            give_lanes(a, r);
    for (size_t i = 0; i < a->kernels.n; i++)
        give_lanes_to_teams(a, a->kernels.v[i]);
}
