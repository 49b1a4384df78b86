/* analysis/plan/called.c: simd loops of device functions. A function's file does not know who calls it. So the loop
 * asks at run time: if the caller leads a group whose lanes wait (LEADERS), these lanes share the loop, else it runs
 * in order on one lane. Variables that the lanes use by reference are in the function's frame, in memory that all of
 * them reach; so are variables whose address may reach functions that lead to such loops. A part of pass_lanes.
 * needs: calls, share, mode.
 * sets: dfunc.level, simds, shared, only_with_lanes, alone; plan.called, lanes_of, lanes_why, simd_id, name and
 * captures of such loops; the fact HAS_SIMD of functions. */
#include "../analysis.h"
#include "../../../include/gantry_numbers.h"

#include <string.h>

static bool in_slices(const struct slice *s, size_t n, uint32_t off)
{
    for (size_t i = 0; i < n; i++)
        if (slice_has(s[i], off))
            return true;
    return false;
}

/* ---- which functions lead to such loops ---- */

bool threads_call(struct analysis *a, const struct region *par, unsigned facts, struct loc *where)
{
    for_each_in (ref, r, a->unit, par->stmt)
        if (r->func && r->is_call && !(r->access & ACC_UNEVALUATED) && facts_of(a, ON_DEVICE, r->func) & facts) {
            *where = unit_loc(a->unit, r->off);
            if (!simd_around(a->unit, par, r->off))
                return true;
        }
    return false;
}

/* ---- the loops ---- */

static bool is_own(const struct func *f, const struct var *v)
{
    return !v->is_global && (v->func == f || slice_has(f->def, v->decl));
}

bool only_leader(const struct unit *u, const struct region *r, const struct var *v)
{
    const struct sharing *s = sharing_of(r, v, ATTRS_REDUCED);
    const struct udr *udr = s && s->item ? s->item->udr : NULL;
    if (udr && access_in(u, udr->init, udr->orig))
        return false;
    return sharing_of(r, v, ATTRS_REDUCED | ATTRS_LAST) && !sharing_of(r, v, ATTR_FIRSTPRIVATE);
}

bool can_move_to_lanes(const struct var *v, const struct region *owner)
{
    bool aligned =
        v->align > __GD_SPACE_ALIGN || v->type->align > __GD_SPACE_ALIGN || v->allocate_align > __GD_SPACE_ALIGN;
    return !is_vla(v) && !v->type->unnameable && v->type->size > 0 && !aligned && !v->allocator &&
           !(owner && allocate_clause(owner, v));
}

static bool can_be_passed(struct analysis *a, const struct func *f, const struct region *r, const struct pcapture *c)
{
    const struct var *v = c->var;
    if (is_vla(v))
        return false;
    if (c->by_value)
        return v->align <= __GD_SPACE_ALIGN && v->type->align <= __GD_SPACE_ALIGN;
    return only_leader(a->unit, r, v) || !is_own(f, v) ||
           can_move_to_lanes(v, owner_at(a->unit, r->pragma_at.begin, v));
}

/* Gives r lanes if that is possible; returns the reason for lanes, or against them. */
static enum why take(struct analysis *a, struct dfunc *d, const struct region *r)
{
    struct plan *p = r->plan;
    enum why why = why_in_order(r);
    if (why != WHY_NONE)
        return why;
    p->called = true;
    capture_construct(a, r);
    bool ok = true;
    for (size_t i = 0; i < p->captures.n; i++)
        ok &= can_be_passed(a, d->func, r, &p->captures.v[i]);
    if (ok)
        return WHY_SIMD_CALLED;
    p->called = false;
    p->captures.n = 0;
    return WHY_SIMD_VLA;
}

/* A region that stands for the function's own code, so that the lanes' passes and generators treat it as they treat the
 * code of a parallel region. It is not in the tree. */
static const struct region *level_of(struct analysis *a, struct dfunc *d)
{
    if (d->level)
        return d->level;
    struct region *level = NEW(a->unit->arena, struct region);
    level->plan = NEW(a->unit->arena, struct plan);
    level->func = d->func;
    level->loc = d->func->loc;
    level->stmt = d->func->def;
    level->plan->crew = CREW_LEADERS;
    level->plan->name = arena_printf(a->unit->arena, "gantry_f_%s_%08x", d->func->name, (unsigned)a->hash);
    return d->level = level;
}

/* The function's group size is the largest that one of its loops wants; the tightest safelen limits it. */
static void choose_size(struct analysis *a, struct plan *level, const struct region *r)
{
    bool known;
    unsigned wanted = cheapest_group(a, r->plan->lanes_of, r, &known);
    for (const struct clause *c = r->clauses; c; c = c->next) {
        unsigned n = power_of_two_below(lanes_asked(c));
        if (!n)
            continue;
        if (c->kind == CLAUSE_SIMDLEN)
            wanted = n;
        else if (!level->group_limit || n < level->group_limit)
            level->group_limit = n;
    }
    level->group = wanted > level->group ? wanted : level->group;
}

static void share_captures(struct analysis *a, struct dfunc *d, const struct region *r)
{
    for (size_t i = 0; i < r->plan->captures.n; i++) {
        const struct var *v = r->plan->captures.v[i].var;
        if (!r->plan->captures.v[i].by_value && is_own(d->func, v) && !only_leader(a->unit, r, v))
            share_in_frame(a, d, v, owner_at(a->unit, r->pragma_at.begin, v));
    }
}

static void find(struct analysis *a, struct dfunc *d, const struct region *r)
{
    if (!r->plan || (r->plan->leaves & LEAF_PARALLEL)) /* lanes.c handles parallel regions */
        return;
    if (is_task(r)) {
        refuse_simds_below(r, WHY_SIMD_TASK);
        return;
    }
    if (!is_simd_loop(r) || (r->plan->leaves & ~LEAF_SIMD)) {
        for (const struct region *c = r->child; c; c = c->sibling)
            find(a, d, c);
        return;
    }
    r->plan->lanes_why = take(a, d, r);
    refuse_simds_below(r, WHY_SIMD_NESTED);
    if (!r->plan->called)
        return;
    vec_push(a->unit->arena, &d->simds, r);
    r->plan->lanes_of = level_of(a, d);
    r->plan->simd_id = (unsigned)d->simds.n;
    r->plan->name = arena_printf(a->unit->arena, "%s__simd%u", d->level->plan->name, r->plan->simd_id);
}

/* ---- variables to which such loops may be given pointers ---- */

static void share_pointees(struct analysis *a, struct dfunc *d)
{
    const struct unit *u = a->unit;
    const struct func *f = d->func;
    struct slice *own = arena_alloc(u->arena, (d->simds.n + 1) * sizeof *own); /* code that lanes run */
    for (size_t i = 0; i < d->simds.n; i++)
        own[i] = d->simds.v[i]->stmt;
    for_each_in (ref, r, u, f->def) {
        if (!r->var || !is_own(f, r->var) || r->var->of_combiner || !(r->access & ACC_ADDR) ||
            (r->access & ACC_UNEVALUATED))
            continue;
        const struct region *owner = owner_at(u, r->off, r->var);
        if (in_slices(own, d->simds.n, owner ? owner->stmt.begin : r->var->decl) ||
            leaf_around(owner ? owner : r->var->declared_in, LEAF_PARALLEL))
            continue;
        if (owner ? owner->plan->called : is_vla(r->var)) /* each lane has its own copy; or the array is
                                                           * in memory that all reach */
            continue;
        if (can_move_to_lanes(r->var, owner))
            share_in_frame(a, d, r->var, owner);
        else
            d->alone |= !is_vla(r->var);
    }
}

/* ---- all functions ---- */

/* May f lead to simd loops? Functions that only the device link sees may, too. */
static bool may_lead_to_simds(struct analysis *a, const struct func *f)
{
    return facts_of(a, ON_DEVICE, f) & (HAS_SIMD | CALLS_POINTER | CALLS_UNSEEN);
}

void find_called_simds(struct analysis *a)
{
    const struct unit *u = a->unit;
    for_each_pointer (struct dfunc, d, a->funcs) {
        for (size_t k = 0; k < u->regions.n; k++)
            if (u->regions.v[k]->func == d->func && !u->regions.v[k]->parent && u->regions.v[k]->plan &&
                !u->regions.v[k]->plan->kernel)
                find(a, d, u->regions.v[k]);
        if (d->simds.n)
            facts_add(a, d->func, HAS_SIMD);
    }
    facts_spread(a);
    for_each_pointer (struct dfunc, d, a->funcs) {
        bool team = d->shared.n != 0;
        for (size_t k = 0; k < d->simds.n; k++) {
            share_captures(a, d, d->simds.v[k]);
            choose_size(a, d->level->plan, d->simds.v[k]);
        }
        if (may_lead_to_simds(a, d->func))
            share_pointees(a, d);
        d->only_with_lanes = !team && d->shared.n;
    }
}
