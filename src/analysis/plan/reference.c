/* analysis/plan/reference.c: which regions get a reference (docs/verify.md): the same region as serial C on the host,
 * whose results the run compares with the device's. One thread runs it, so regions that count threads or ask for their
 * number have no reference, but a reason.
 * needs: sharing, lower, calls, dataenv.
 * sets: kernel.reference_why, kernel.reference_flags, kernel.reference_vars, plan.any_order; only with -fverify. */
#include "../analysis.h"
#include "../../region/tree.h"
#include "../../../include/gantry_abi.h"

/* ---- code that many threads repeat ---- */

/* does more than one team, or thread of a team, run the code of a construct? */
struct many {
    bool teams, threads;
};

static bool is_one(const struct region *r, enum clause_kind number)
{
    const struct clause *c = region_clause(r, number);
    return c && c->expr_const && c->expr_value == 1;
}

static struct many inside(const struct region *r, struct many m)
{
    unsigned leaves = r->plan ? r->plan->leaves : r->leaves;
    if ((leaves & LEAF_TEAMS) && !is_one(r, CLAUSE_NUM_TEAMS))
        m.teams = true;
    if (leaves & LEAF_DISTRIBUTE)
        m.teams = false;
    if ((leaves & LEAF_PARALLEL) && !is_one(r, CLAUSE_NUM_THREADS))
        m.threads = true;
    if ((leaves & LEAF_FOR) || r->dir == DIR_SECTIONS || r->dir == DIR_SINGLE ||
        directive_rows[r->dir].class == CLASS_MASKED)
        m.threads = false;
    return m;
}

static struct many around(const struct region *r, const struct region *target)
{
    struct many m = {false, false};
    if (r != target && r->parent)
        m = around(r->parent, target);
    return inside(r, m);
}

static bool is_repeated(const struct region *r, const struct region *target)
{
    struct many m = around(r, target);
    return m.teams || m.threads;
}

/* Does code that many threads repeat store to a variable that r reduces? */
static bool repeats_reduction(const struct unit *u, const struct region *r, const struct region *target)
{
    for (const struct sharing *s = sharing_first(r, ATTRS_REDUCED); s; s = sharing_next(s, ATTRS_REDUCED))
        for (const struct ref *x = ref_first(u, r->stmt); x; x = ref_next(u, r->stmt, x)) {
            if (x->var == s->var && (x->access & (ACC_WRITE | ACC_ADDR | ACC_ELEM_WRITE)) &&
                is_repeated(unit_region_around(u, x->off), target))
                return true;
        }
    return false;
}

static bool repeats_update(struct analysis *a, const struct region *target)
{
    const struct unit *u = a->unit;
    struct slice s = region_text(target);
    for (const struct region *r = region_first(u, s); r; r = region_next(u, s, r)) {
        if ((is_atomic_update(r) || r->dir == DIR_CRITICAL || is_task(r)) && is_repeated(r, target))
            return true;
        if (repeats_reduction(u, r, target))
            return true;
    }
    for (const struct ref *x = ref_first(u, target->stmt); x; x = ref_next(u, target->stmt, x))
        if (x->func && (facts_of(a, ON_DEVICE, x->func) & HAS_UPDATE) &&
            is_repeated(unit_region_around(u, x->off), target))
            return true;
    return false;
}

/* ---- what private copies carry along ---- */

static bool shares_out(const struct region *r)
{
    unsigned leaves = r->plan ? r->plan->leaves : r->leaves;
    return (leaves & (LEAF_DISTRIBUTE | LEAF_FOR | LEAF_LOOP)) || r->dir == DIR_SECTIONS || (is_task(r) && r->nloops);
}

/* Is the place in iterations or sections that r, or a construct in it, shares out? */
static bool is_shared_out(const struct unit *u, const struct region *r, uint32_t off)
{
    for (const struct region *q = unit_region_around(u, off);; q = q->parent) {
        if (shares_out(q))
            return true;
        if (q == r)
            return false;
    }
}

static bool updates(const struct node *n, const struct var *v)
{
    bool assigns = n->kind == NODE_ASSIGN || n->kind == NODE_COMPOUND_ASSIGN;
    const struct node *to = assigns ? n->kids[0] : NULL;
    while (to && to->kind == NODE_SUBSCRIPT)
        to = node_uncast(to->kids[0]);
    return to && node_var(to) == v;
}

static bool is_part_of_update(const struct ref *x)
{
    for (const struct node *n = x->node; n; n = n->parent)
        if (updates(n, x->var))
            return true;
    return false;
}

/* Does a copy that starts from the original, or from the identity, take something from one iteration or section to the
 * next? Then its value depends on who runs both. */
static bool carries(const struct unit *u, const struct region *r)
{
    unsigned set = ATTR_FIRSTPRIVATE | ATTRS_REDUCED;
    bool scans = r->nloops && scan_of(r);
    for (const struct sharing *s = sharing_first(r, set); s; s = sharing_next(s, set)) {
        bool reduced = s->attribute != ATTR_FIRSTPRIVATE;
        if (s->rule == RULE_LINEAR || (is_task(r) && !r->nloops) ||
            (reduced && (scans || s->item->udr || s->clause->op == OP_MIN || s->clause->op == OP_MAX)))
            continue;
        for (const struct ref *x = ref_first(u, r->stmt); x; x = ref_next(u, r->stmt, x)) {
            bool reads = (x->access & (ACC_READ | ACC_ELEM_READ)) && !(x->access & (ACC_WRITE | ACC_ELEM_WRITE));
            bool looks = reduced ? reads && !is_part_of_update(x) : (x->access & (ACC_WRITE | ACC_ELEM_WRITE)) != 0;
            if (x->var == s->var && looks && is_shared_out(u, r, x->off))
                return true;
        }
    }
    return false;
}

static bool carries_along(const struct unit *u, const struct region *target)
{
    const struct region *r = region_first(u, region_text(target)); /* target itself */
    while (r && !carries(u, r))
        r = region_next(u, region_text(target), r);
    return r;
}

/* ---- what exists on the device only ---- */

static bool names_allocator(const struct unit *u, const struct region *target)
{
    const struct region *r = region_first(u, region_text(target));
    while (r && !region_clause(r, CLAUSE_ALLOCATE))
        r = region_next(u, region_text(target), r);
    return r || sharing_first(target, ATTR_ALLOCATOR);
}

/* ---- variables that a separate function cannot have ---- */

static size_t own_arrays(const struct type *t)
{
    size_t n = 0;
    for (; t && type_is_array(t); t = t->elem)
        n++;
    return n;
}

/* Without the first length, a mapped array is known by the address of its first row. */
static bool has_shape(const struct kernel *k, const struct var *v, bool is_copied)
{
    if (v->type->unnameable || v->vla_wrong)
        return false;
    for (size_t i = v->vla_arrays && !is_copied; i < v->dims.n; i++)
        if (v->dims.v[i].count < 0 && (!v->dims.v[i].var || !find_capture(k, v->dims.v[i].var)))
            return false;
    return !v->dims.n || own_arrays(v->type) == v->dims.n || (!v->vla_arrays && v->type->kind == TYPE_POINTER);
}

/* May a constant table of this type be declared again? Not if it points to other tables, or if its type is declared
 * together with it.
 */
static bool may_be_declared_again(const struct type *t)
{
    while (t->kind == TYPE_ARRAY && t->elem)
        t = t->elem;
    return t->kind != TYPE_POINTER && !t->has_pointers && !t->unnameable && !t->local;
}

/* does a local type contain a length that is known only at run time? */
static bool has_length(const struct unit *u, const struct local_decl *d)
{
    for (size_t i = 0; i < u->vla_typedefs.n; i++)
        if (slice_has(d->text, u->vla_typedefs.v[i]))
            return true;
    return false;
}

static bool has_shapes(struct analysis *a, const struct kernel *k)
{
    const struct unit *u = a->unit;
    struct slice s = k->region->stmt, all = region_text(k->region);
    for (size_t i = 0; i < k->captures.n; i++)
        if (!has_shape(k, k->captures.v[i].var, k->captures.v[i].how == CAP_PRIVATE))
            return false;
    for (const struct region *r = region_first(u, all); r; r = region_next(u, all, r))
        for (const struct sharing *x = sharing_first(r, ATTRS_COPIED); x; x = sharing_next(x, ATTRS_COPIED))
            if (x->var && !slice_has(s, x->var->decl) && !has_shape(k, x->var, true))
                return false;
    for (size_t i = 0; i < u->local_uses.n; i++)
        if (slice_has(s, u->local_uses.v[i].off) && has_length(u, &u->local_decls.v[u->local_uses.v[i].chunk]) &&
            !slice_has(s, u->local_decls.v[u->local_uses.v[i].chunk].text.begin))
            return false;
    for (const struct ref *x = ref_first(u, s); x; x = ref_next(u, s, x))
        if (x->var && (x->var->extern_at || (is_table_of_block(a, x->var) && !may_be_declared_again(x->var->type))))
            return false;
    return true;
}

static enum why why_not(struct analysis *a, struct kernel *k)
{
    const struct region *r = k->region;
    unsigned facts = facts_in(a, ON_DEVICE, r->stmt);
    if (facts & HAS_VARIANTS)
        return WHY_REFERENCE_VARIANT;
    if (facts & ASKS)
        return WHY_REFERENCE_ASKS;
    if ((facts & USES_HANDLES) || names_allocator(a->unit, r))
        return WHY_REFERENCE_LOCKS;
    if (region_holds(r, DIR_CANCEL))
        return WHY_REFERENCE_CANCEL;
    if (repeats_update(a, r))
        return WHY_REFERENCE_REPEATS;
    if (carries_along(a->unit, r))
        return WHY_REFERENCE_CARRIES;
    if (facts & HAS_MEMORY)
        return WHY_REFERENCE_STATIC;
    return has_shapes(a, k) ? WHY_NONE : WHY_REFERENCE_SHAPE;
}

/* ---- values that depend on who comes first ----
 * The run can find out which these are, where they come from one loop whose iterations the reference can run in any
 * order: they change. */

static bool takes_any_order(const struct region *r)
{
    unsigned leaves = r->plan->leaves;
    if (!r->nloops || !(leaves & (LEAF_FOR | LEAF_DISTRIBUTE)) ||
        ((leaves & LEAF_DISTRIBUTE) && !(leaves & LEAF_TEAMS)) || region_clause(r, CLAUSE_ORDERED) ||
        region_clause(r, CLAUSE_NOWAIT) || scan_of(r) || sharing_first(r, ATTRS_LAST | ATTR_LINEAR))
        return false;
    for (unsigned j = 0; j < r->nloops; j++)
        if (!r->loops[j].iv_declared || r->loops[j].imperfect || r->loops[j].ub_uses_outer)
            return false;
    return true;
}

static bool is_source(const struct unit *u, const struct region *r)
{
    return (r->dir == DIR_CRITICAL || r->dir == DIR_ATOMIC) && (facts_of_code(u, region_text(r)) & BY_ARRIVAL);
}

/* May floating-point numbers be added here in the order of arrival? What changes is how sums are rounded. */
static bool is_rounded_update(const struct region *r)
{
    const struct type *t = is_atomic_update(r) && !r->atomic->compare ? r->atomic->xtype : NULL;
    return t && (t->kind == TYPE_FLOAT || t->kind == TYPE_COMPLEX);
}

/* The outermost construct around r that shares out iterations or sections; NULL: none, or one keeps to an order */
static const struct region *order_of(const struct region *r, const struct region *target)
{
    const struct region *outermost = NULL;
    for (;; r = r->parent) {
        if (is_task(r) || (shares_out(r) && !takes_any_order(r)))
            return NULL;
        if (shares_out(r))
            outermost = r;
        if (r == target)
            return outermost;
    }
}

static bool has_orders(struct analysis *a, const struct region *target)
{
    const struct unit *u = a->unit;
    struct slice s = region_text(target);
    const struct region *loop = NULL;
    for (const struct ref *x = ref_first(u, target->stmt); x; x = ref_next(u, target->stmt, x))
        if (x->func && (facts_of(a, ON_DEVICE, x->func) & BY_ARRIVAL))
            return false;
    for (const struct region *r = region_first(u, s); r; r = region_next(u, s, r)) {
        if (!is_source(u, r))
            continue;
        const struct region *here = order_of(r, target);
        if (!here || (loop && here != loop))
            return false;
        loop = here;
    }
    return loop;
}

/* The loops around each such update, also in functions that the region calls: can all run in any order? */
static bool has_spread(struct analysis *a, const struct region *target)
{
    const struct unit *u = a->unit;
    bool any = false;
    for (const struct ref *x = ref_first(u, target->stmt); x; x = ref_next(u, target->stmt, x)) {
        if (!x->func || !(facts_of(a, ON_DEVICE, x->func) & HAS_UPDATE))
            continue;
        if (!order_of(unit_region_around(u, x->off), target))
            return false;
        any = true;
    }
    struct slice s = region_text(target);
    for (const struct region *r = region_first(u, s); r; r = region_next(u, s, r)) {
        if (!is_rounded_update(r))
            continue;
        if (!order_of(r, target))
            return false;
        any = true;
    }
    return any;
}

static void run_in_any_order(const struct region *r, const struct region *target)
{
    for (; r; r = r == target ? NULL : r->parent)
        if (shares_out(r))
            r->plan->any_order = true;
}

/* what depends on who comes first; or how sums are rounded */
static void run_sources_in_any_order(struct analysis *a, const struct region *target, bool is_spread)
{
    const struct unit *u = a->unit;
    for (const struct ref *x = is_spread ? ref_first(u, target->stmt) : NULL; x; x = ref_next(u, target->stmt, x))
        if (x->func && (facts_of(a, ON_DEVICE, x->func) & HAS_UPDATE))
            run_in_any_order(unit_region_around(u, x->off), target);
    struct slice s = region_text(target);
    for (const struct region *r = region_first(u, s); r; r = region_next(u, s, r))
        if (is_spread ? is_rounded_update(r) : is_source(u, r))
            run_in_any_order(r, target);
}

/* ---- variables of declare target that it names ---- */

struct naming {
    const struct unit *u;
    struct kernel *k;
};

static void add_variable(struct naming *n, const struct var *v)
{
    for (size_t i = 0; i < n->k->reference_vars.n; i++)
        if (n->k->reference_vars.v[i] == v)
            return;
    vec_push(n->u->arena, &n->k->reference_vars, v);
}

static void add_variables_in(struct naming *n, struct slice s)
{
    const struct unit *u = n->u;
    for (const struct ref *x = ref_first(u, s); x; x = ref_next(u, s, x))
        if (x->var && (x->var->declare_target & VAR_NAMED))
            add_variable(n, x->var);
    for (const struct region *r = u->udrs.n ? region_first(u, s) : NULL; r; r = region_next(u, s, r))
        for (const struct sharing *row = sharing_first(r, ATTRS_ALL); row; row = sharing_next(row, ATTRS_ALL))
            if (row->item && row->item->udr)
                add_variables_in(n, row->item->udr->probe);
}

static void add_variables_of(void *ctx, const struct func *f)
{
    struct naming *n = ctx;
    if (f->def.begin < f->def.end)
        add_variables_in(n, f->def);
}

static void name_variables(struct analysis *a, struct kernel *k)
{
    struct naming n = {a->unit, k};
    struct slice all = region_text(k->region);
    add_variables_in(&n, all);
    each_callee(a, ON_DEVICE, all, add_variables_of, &n);
}

void pass_reference(struct analysis *a)
{
    for (size_t i = 0; i < a->kernels.n && a->options.verify; i++) {
        struct kernel *k = a->kernels.v[i];
        unsigned facts = facts_in(a, ON_DEVICE, k->region->stmt);
        k->reference_why = why_not(a, k);
        k->reference_flags = ((facts & BY_ARRIVAL) ? GANTRY_VERIFY_ARRIVAL : 0) |
                             ((facts & CALLS_MALLOC) ? GANTRY_VERIFY_ALLOCATES : 0) |
                             ((facts & (CALLS_POINTER | CALLS_UNSEEN)) ? GANTRY_VERIFY_VARIABLES : 0);
        if ((facts & BY_ARRIVAL) ? has_orders(a, k->region) : has_spread(a, k->region)) {
            k->reference_flags |= (facts & BY_ARRIVAL) ? GANTRY_VERIFY_ORDERS : GANTRY_VERIFY_SPREAD;
            run_sources_in_any_order(a, k->region, !(facts & BY_ARRIVAL));
        }
        name_variables(a, k);
    }
}
