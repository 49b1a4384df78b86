/* analysis/plan/defaults.c: default(firstprivate) and default(private) (OpenMP 5.2, 5.4.1), as rows of sharing. They
 * apply to local variables and parameters that the construct uses, if no clause or rule gives another attribute.
 * Defaults of tasks are tasks.c's. In OpenACC each gang has its own copy of a scalar that no clause lists (3.3, 2.5.1);
 * and where one is assigned to in a loop and used nowhere else in the region, so has each iteration's thread or lane.
 * needs: sharing, lower.
 * sets: rows of sharing (RULE_DEFAULT). */
#include "../analysis.h"

/* Attributes that leave nothing to the default. Those of target's own clauses (map, is_device_ptr, …) are not among
 * them: they say how the variable reaches the device, not what the constructs inside do with it. */
enum {
    DECIDING = ATTR_PRIVATE | ATTR_FIRSTPRIVATE | ATTRS_LAST | ATTR_SHARED | ATTRS_REDUCED | ATTR_LINEAR |
               ATTR_ALLOCATOR | ATTR_LOOP
};

static void name_variables(struct analysis *a, const struct region *r, const struct clause *d)
{
    const struct unit *u = a->unit;
    bool private = d->modifiers == DEFAULT_PRIVATE;
    struct clause *like = NEW(u->arena, struct clause);
    *like = (struct clause){.kind = private ? CLAUSE_PRIVATE : CLAUSE_FIRSTPRIVATE, .loc = d->loc};
    for_each_in (ref, x, u, r->stmt) {
        const struct var *v = x->var;
        if (!v || (x->access & ACC_UNEVALUATED) || slice_has(r->stmt, v->decl) || v->is_constexpr ||
            sharing_of(r, v, DECIDING) || !access_shared_in(u, r, r->stmt, v) ||
            (v->is_global && !v->func)) /* a clause must list it: Clang's check reports where none does */
            continue;
        struct item it = {.var = v, .type = v->type, .written = v->name, .loc = d->loc, .is_name = true};
        sharing_add(u->arena, r, v, private ? ATTR_PRIVATE : ATTR_FIRSTPRIVATE, RULE_DEFAULT, like, &it);
    }
}

/* The scalars that code of the loop or compute construct r of OpenACC assigns to. */
static bool is_own_scalar(const struct analysis *a, const struct region *r, const struct region *target,
                          const struct var *v)
{
    const struct unit *u = a->unit;
    if (!type_is_scalar(v->type) || v->type->kind == TYPE_POINTER || slice_has(target->stmt, v->decl) ||
        v->declare_target || v->is_constexpr)
        return false;
    const struct sharing *listed = sharing_of(target, v, ATTRS_ALL & ~(unsigned)ATTR_SHARED);
    if (listed && (r == target || listed->rule != RULE_DEFAULT))
        return false;
    for (const struct region *o = r; o != target; o = o->parent) {
        const struct sharing *s = sharing_of(o, v, DECIDING);
        if (s && (o == r || s->rule != RULE_DEFAULT))
            return false;
    }
    if (!(access_shared_in(u, r, r->stmt, v) & (ACC_WRITE | ACC_ADDR)))
        return false;
    for_each_in (ref, x, u, target->stmt)
        if (x->var == v && r != target && !slice_has(r->stmt, x->off))
            return false;
    return true;
}

static void name_scalars(struct analysis *a, const struct region *r)
{
    const struct unit *u = a->unit;
    const struct region *target = r;
    while (target && !(target->leaves & LEAF_TARGET))
        target = target->parent;
    if (!target || !(r->leaves & (LEAF_TEAMS | LEAF_PARALLEL | LEAF_SIMD)))
        return;
    bool private = !(r->leaves & (LEAF_TEAMS | LEAF_PARALLEL));
    struct clause *like = NEW(u->arena, struct clause);
    *like = (struct clause){.kind = private ? CLAUSE_PRIVATE : CLAUSE_FIRSTPRIVATE, .loc = r->loc};
    for_each_in (ref, x, u, r->stmt) {
        const struct var *v = x->var;
        if (!v || !is_own_scalar(a, r, target, v))
            continue;
        struct item it = {.var = v, .type = v->type, .written = v->name, .loc = r->loc, .is_name = true};
        sharing_add(u->arena, r, v, private ? ATTR_PRIVATE : ATTR_FIRSTPRIVATE, RULE_DEFAULT, like, &it);
    }
}

void give_default_rows(struct analysis *a, const struct region *r)
{
    const struct clause *d = region_clause(r, CLAUSE_DEFAULT);
    if (r->plan && r->acc)
        name_scalars(a, r);
    if (r->plan && r->dir == DIR_COMBINED && d &&
        (d->modifiers == DEFAULT_FIRSTPRIVATE || d->modifiers == DEFAULT_PRIVATE))
        name_variables(a, r, d);
}

void pass_defaults(struct analysis *a)
{
    for (size_t i = 0; i < a->unit->regions.n; i++)
        give_default_rows(a, a->unit->regions.v[i]);
}
