/* analysis/plan/unsupported.c: legal constructs that Gantry has no code for yet. Each gets an error with its place and,
 * where there is one, a way around. Generators rely on these checks. A few limits depend on the memory that a copy is
 * in, which only generators know (allocate, alignment): they report those themselves.
 * needs: sharing, lower, dataenv, mode, lanes. */
#include "../analysis.h"
#include "../../../include/gantry_numbers.h"

/* ---- the host's side ---- */

static void check_device(struct analysis *a, struct region *r)
{
    const struct clause *d = region_clause(r, CLAUSE_DEVICE);
    if (d && (d->modifiers & DEVICE_ANCESTOR))
        diag(a->unit->diag, DIAG_ERROR, d->loc, "GN0606", "'device(ancestor: …)' is not supported yet");
}

/* The host evaluates what shapes the launch, before it. */
static void check_known(struct analysis *a, struct kernel *k, const struct region *r, enum clause_kind kind)
{
    const struct clause *c = r && r != k->region ? region_clause(r, kind) : NULL;
    if (c && !clause_expr_on_host(a, k, c->expr))
        diag(a->unit->diag, DIAG_ERROR, c->loc, "GN0607",
             "'%s' must be known before the region starts: it may name only variables that the target gets by value",
             clause_name(c->kind));
}

static void check_launch(struct analysis *a, struct region *r)
{
    struct kernel *k = (r->leaves & LEAF_TARGET) ? kernel_of(a, r) : NULL;
    if (!k)
        return;
    check_known(a, k, k->teams, CLAUSE_NUM_TEAMS);
    check_known(a, k, k->teams, CLAUSE_IF);
    check_known(a, k, k->teams, CLAUSE_THREAD_LIMIT);
    if (k->mode == MODE_SPMD && !k->lone_threads)
        check_known(a, k, k->parallel, CLAUSE_NUM_THREADS);
}

/* ---- the device's ---- */

static void check_nesting(struct analysis *a, struct region *r)
{
    bool inside = r->func && r->func->on_device;
    for (const struct region *p = r->parent; p; p = p->parent)
        inside |= (p->leaves & LEAF_TARGET) != 0;
    if ((r->leaves & LEAF_TARGET) && inside)
        diag(a->unit->diag, DIAG_ERROR, r->loc, "GN0604", "a 'target' construct cannot be inside device code");
}

static void check_atomic(struct analysis *a, struct region *r)
{
    if (r->plan && r->dir == DIR_ATOMIC && (!r->atomic || r->atomic->wrong))
        diag(a->unit->diag, DIAG_ERROR, r->loc, "GN0603", "this form of 'atomic' is not supported on the device: %s",
             r->atomic && r->atomic->wrong ? r->atomic->wrong : "unknown statement");
}

/* lastprivate(conditional: v) notes the iteration that stored last. In a parallel region inside the loop that number is
 * not known, so stores there are refused. */
static void check_stores(struct analysis *a, const struct region *r, const struct var *v)
{
    const struct unit *u = a->unit;
    for (size_t i = unit_ref_from(u, r->stmt.begin); i < u->refs.n && u->refs.v[i].off < r->stmt.end; i++) {
        const struct region *in = NULL;
        if (u->refs.v[i].var != v || !(u->refs.v[i].access & (ACC_WRITE | ACC_ADDR)))
            continue;
        for (size_t q = r->id; q < u->regions.n && region_inside(u->regions.v[q], r); q++)
            if (slice_has(u->regions.v[q]->stmt, u->refs.v[i].off))
                in = u->regions.v[q];
        for (; in && in != r; in = in->parent)
            if (in->plan && (in->plan->leaves & LEAF_PARALLEL) && !var_private_in(in, v)) {
                diag(u->diag, DIAG_ERROR, unit_place(u, u->refs.v[i].off), "GN0671",
                     "'%s' is conditionally lastprivate and is assigned to in a parallel region inside the loop: not "
                     "supported",
                     v->name);
                return;
            }
    }
}

static void check_conditional(struct analysis *a, struct region *r)
{
    const struct sharing *s = r->plan ? sharing_first(r, ATTR_CONDITIONAL) : NULL;
    for (; s; s = sharing_next(s, ATTR_CONDITIONAL))
        check_stores(a, r, s->var);
}

/* ---- scans ---- */

/* Does the part of the body after the scan directive name what the part before it declares? */
static bool parts_share_names(const struct unit *u, struct slice before, struct slice after)
{
    for (size_t i = unit_ref_from(u, after.begin); i < u->refs.n && u->refs.v[i].off < after.end; i++)
        if (u->refs.v[i].var && slice_has(before, u->refs.v[i].var->decl))
            return true;
    return false;
}

static bool declares_variable_length(const struct unit *u, struct slice s)
{
    for (size_t i = 0; i < u->vars.n; i++)
        if (slice_has(s, u->vars.v[i]->decl) && has_variable_length(u->vars.v[i]->type))
            return true;
    return false;
}

static bool has_large_element(const struct region *r)
{
    for (const struct sharing *s = sharing_first(r, ATTRS_REDUCED); s; s = sharing_next(s, ATTRS_REDUCED)) {
        const struct type *t = item_type(s->item);
        if (t && t->size > __GD_SCAN_BYTES)
            return true;
    }
    return false;
}

static void check_scan(struct analysis *a, struct region *r)
{
    const struct region *scan = r->plan && (r->plan->leaves & (LEAF_FOR | LEAF_DISTRIBUTE)) ? scan_of(r) : NULL;
    if (!scan)
        return;
    const char *what = NULL;
    struct slice body = r->loops[r->nloops - 1].body;
    struct slice before = {body.begin + 1, scan->pragma_at.begin}, after = {scan->pragma_at.end, body.end - 1};
    bool exclusive = region_clause(scan, CLAUSE_EXCLUSIVE) != NULL;
    if (!region_is_rectangular(r) || region_is_imperfect(r))
        what = "a 'scan' in a nest that is not rectangular or has code between its loops";
    else if (exclusive && parts_share_names(a->unit, before, after))
        what = "a variable declared in front of an exclusive 'scan' and used behind it";
    else if (!exclusive && declares_variable_length(a->unit, before))
        what = "an array of variable length declared in front of 'scan'";
    else if (sharing_first(r, ATTR_CONDITIONAL))
        what = "a conditional 'lastprivate' on a loop with a 'scan'";
    else if (has_large_element(r))
        what = "a 'scan' of objects of more than 128 bytes";
    if (what)
        diag(a->unit->diag, DIAG_ERROR, scan->loc, "GN0673", "%s is not supported", what);
}

void pass_unsupported(struct analysis *a)
{
    static void (*const checks[])(struct analysis *, struct region *) = {check_device, check_launch,      check_nesting,
                                                                         check_atomic, check_conditional, check_scan};
    for (size_t i = 0; i < a->unit->regions.n; i++)
        for (size_t c = 0; c < sizeof checks / sizeof *checks; c++)
            checks[c](a, a->unit->regions.v[i]);
}
