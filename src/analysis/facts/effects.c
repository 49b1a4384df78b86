/* analysis/facts/effects.c: what a piece of code does that other lanes could see. Code without such effects may be run
 * by every lane; code with some must be run by one lane for all.
 *
 * Stores through pointers always count: a variable whose address is taken has no copy of its own on every lane, since
 * share.c and lanes.c moved it to memory that the lanes share. */
#include "../analysis.h"

/* ---- variables ---- */

bool has_slot(const struct level *l, const struct var *v, const struct region *owner)
{
    const struct plan *p = l->parallel ? l->parallel->plan : NULL;
    if ((p && find_slot(&p->space, v, owner)) || slot_of(l->kernel, NULL, v, owner))
        return true;
    struct dfunc *d = !l->kernel && l->parallel ? dfunc_of(l->a, l->parallel->func) : NULL;
    return d && slot_of(NULL, d, v, owner);
}

bool is_replicated(const struct level *l, const struct var *v, uint32_t off)
{
    const struct region *r = l->parallel ? l->parallel : l->kernel->region, *owner = owner_at(l->a->unit, off, v);
    if (has_slot(l, v, owner) || (owner && reduction_in_memory(owner, v)) || is_vla(v))
        return false; /* it is in memory that others reach */
    bool declared_inside = slice_has(r->stmt, v->decl) && !v->is_global;
    if (declared_inside || (owner && region_inside(owner, r)))
        return true;
    if (l->parallel && !r->plan->inline_parallel) { /* outlined: variables of the payload */
        const struct pcapture *p = find_pcapture(r->plan, v);
        return p && p->by_value;
    }
    if (owner || (l->kernel && slice_has(l->kernel->region->stmt, v->decl) && !v->is_global))
        return true; /* it belongs to the team's code and has no slot: every lane of the team has a copy */
    const struct capture *c = find_capture(l->kernel, v);
    return c && !captured_by_address(c);
}

static void add_set(const struct level *l, var_list *sets, const struct var *v)
{
    for (size_t i = 0; sets && i < sets->n; i++)
        if (sets->v[i] == v)
            return;
    if (sets)
        vec_push(l->a->unit->arena, sets, v);
}

/* v, as named at `off`, is stored to by code in s */
static unsigned store(const struct level *l, struct slice s, var_list *sets, const struct var *v, uint32_t off)
{
    const struct region *owner = owner_at(l->a->unit, off, v);
    if (owner && slice_has(s, owner->pragma_at.begin))
        return 0; /* a private copy within s */
    if (!owner && slice_has(s, v->decl) && !v->is_global)
        return 0;
    if (!is_replicated(l, v, off))
        return HAS_EFFECT;
    add_set(l, sets, v);
    return 0;
}

/* What construct r stores when it ends: reductions, lastprivate copies and loop variables leave their value in the
 * variable of the code around it. */
static unsigned results(const struct level *l, struct slice s, const struct region *r, var_list *sets)
{
    unsigned bits = 0;
    for_each_row (row, r, ATTRS_REDUCED | ATTRS_LAST)
        if ((row->attribute & ATTRS_REDUCED) && reduces_pointee(r, row->var))
            bits |= HAS_EFFECT;
        else
            bits |= store(l, s, sets, row->var, r->pragma_at.begin);
    for (unsigned i = 0; r->plan && r->plan->leaves == LEAF_SIMD && i < r->nloops; i++)
        if (!r->loops[i].iv_declared)
            bits |= store(l, s, sets, r->loops[i].iv, r->pragma_at.begin);
    return bits;
}

static unsigned name_effects(const struct level *l, struct slice s, const struct ref *r, var_list *sets)
{
    if (r->access & ACC_UNEVALUATED)
        return 0;
    if (r->func)
        return r->is_call ? facts_of(l->a, ON_DEVICE, r->func) & ANY_EFFECT : 0;
    if (r->var->is_literal) /* a compound literal is initialised where it stands */
        return has_slot(l, r->var, NULL) ? HAS_EFFECT : 0;
    bool object = is_object_type(r->var->type);
    unsigned far = (r->access & ACC_FAR_WRITE) || (!object && (r->access & ACC_ELEM_WRITE)) ? HAS_EFFECT : 0;
    if ((r->access & ACC_WRITE) || (object && (r->access & ACC_ELEM_WRITE)))
        return far | store(l, s, sets, r->var, r->off);
    return far;
}

unsigned effects_in(const struct level *l, struct slice s, var_list *sets)
{
    const struct unit *u = l->a->unit;
    unsigned bits = facts_of_memory(u, s) & ANY_EFFECT;
    for_each_in (region, r, u, s)
        bits |= facts_of_construct(r) | results(l, s, r, sets);
    for_each_in (ref, x, u, s)
        bits |= name_effects(l, s, x, sets);
    for_each_pointer (const struct var, v, u->vars) /* a declaration of a variable with a slot stores its initialiser */
        if (given(v->init) && slice_has(s, v->stmt.begin) && !v->is_global && has_slot(l, v, NULL))
            bits |= HAS_EFFECT;
    return bits;
}
