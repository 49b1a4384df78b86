/* analysis/facts/query.c: small questions about the region tree that passes and generators share. They change
 * nothing. */
#include "../analysis.h"
#include "../../../include/gantry_abi.h"

#include <string.h>

bool is_plain_nest(const struct region *r) { return region_is_rectangular(r) && !region_is_imperfect(r); }

bool only_measured(const struct region *r, const struct var *v)
{
    bool measured = false;
    for (const struct node *n = r->tree; n; n = tree_next(r->tree, n)) {
        if (node_var(n) == v && (!n->unevaluated || n->listed))
            return false;
        measured = measured || node_var(n) == v;
    }
    return measured;
}

bool has_conditional(const struct region *r) { return sharing_first(r, ATTR_CONDITIONAL) != NULL; }

const struct region *scan_of(const struct region *r)
{
    const struct region *c = r->child;
    while (c && c->dir != DIR_SCAN)
        c = c->sibling;
    return c;
}

/* Is it more than a handful of scalars, since its elements are chosen when the program runs, or others see it? */
static bool is_array_in_memory(const struct region *r, const struct var *v)
{
    if (v->type->kind != TYPE_ARRAY && v->type->kind != TYPE_VLA)
        return false;
    for (const struct node *n = r->tree; n; n = tree_next(r->tree, n)) {
        const struct node *element = n, *up = n->parent;
        if (node_var(n) != v || n->unevaluated || n->listed)
            continue;
        for (; up && up->kind == NODE_SUBSCRIPT && up->kids[0] == element && up->kids[1]->constant; up = up->parent)
            element = up;
        if (element == n || (element->type && element->type->kind == TYPE_ARRAY))
            return true;
    }
    return false;
}

/* Clang 19 gives all lanes of a simd loop one copy of an array or of what a declared reduction reduces, which is wrong;
 * and lanes cannot take part in reductions with tasks. */
bool copies_beyond_lanes(const struct region *r)
{
    enum { copies = ATTR_PRIVATE | ATTR_FIRSTPRIVATE | ATTR_LASTPRIVATE };
    for_each_row (s, r, copies)
        if (is_array_in_memory(r, s->var))
            return true;
    for_each_row (s, r, ATTRS_REDUCED)
        if (s->item->udr || reduction_is_array(s->item) || (s->clause->modifiers & REDMOD_TASK))
            return true;
    return false;
}

/* Does Clang 19 make lanes of the iterations? */
static bool takes_lanes(const struct region *r)
{
    const struct clause *o = region_clause(r, CLAUSE_ORDER);
    return (r->leaves & LEAF_SIMD) || r->dir == DIR_TASKLOOP_SIMD || (o && (o->modifiers & ORDER_CONCURRENT));
}

bool loses_lanes(const struct region *r) { return takes_lanes(r) && copies_beyond_lanes(r); }

bool is_counted(const struct region *r) { return r->nloops && (!is_plain_nest(r) || has_conditional(r)); }

bool holds_cancel(const struct region *r)
{
    return region_holds(r, DIR_CANCEL) || region_holds(r, DIR_CANCELLATION_POINT);
}

const struct node *inner_statement(const struct region *r)
{
    for (unsigned j = 1; j < r->nloops; j++)
        if (r->loops[j].imperfect)
            return node_kid(r->loops[j - 1].tree, 3);
    if (r->nloops)
        return node_kid(r->loops[r->nloops - 1].tree, 3);
    return r->tree ? node_kid(r->tree, 0) : NULL;
}

const struct region *sole_child(const struct region *r)
{
    const struct node *n = node_sole(inner_statement(r));
    return n && n->kind == NODE_CONSTRUCT && node_kid(n, 0) ? n->region : NULL;
}

/* The statements before the first `section` directive are a section, too; each section ends at the next directive. */
struct sections sections_of(struct arena *a, const struct region *r)
{
    struct sections s = {0};
    const struct node *block = node_kid(r->tree, 0);
    struct slice at = {r->stmt.begin + 1, r->stmt.end - 1};
    bool any = false; /* statements since the last directive */
    for (unsigned i = 0; i < block->nkids; i++) {
        const struct node *n = block->kids[i];
        if (n->kind == NODE_CONSTRUCT && n->region->dir == DIR_SECTION) {
            at.end = n->region->pragma_at.begin;
            if (any)
                vec_push(a, &s.text, at);
            at = (struct slice){n->region->pragma_at.end, r->stmt.end - 1};
            any = true;
        } else {
            any |= !is_empty_statement(n);
        }
    }
    if (any)
        vec_push(a, &s.text, at);
    return s;
}

bool var_private_in(const struct region *r, const struct var *v) { return sharing_of(r, v, ATTRS_OWN) != NULL; }

unsigned access_in(const struct unit *u, struct slice s, const struct var *v)
{
    unsigned acc = 0;
    for_each_in (ref, x, u, s)
        acc |= x->var == v ? x->access : 0;
    return acc;
}

bool is_plain_value(const struct unit *u, struct slice s)
{
    for_each_in (ref, x, u, s)
        if (x->func || (x->access & ~ACC_READ) || x->var->type->is_volatile)
            return false;
    return true;
}

bool is_evaluated_inside(const struct clause *c)
{
    return c->kind == CLAUSE_SCHEDULE || c->kind == CLAUSE_DIST_SCHEDULE || c->kind == CLAUSE_ALLOCATE ||
           c->kind == CLAUSE_LINEAR;
}

const struct clause *lanes_condition(const struct region *r)
{
    const struct clause *c = r->leaves & LEAF_SIMD ? region_if(r, LEAF_SIMD) : NULL;
    return c && c->applies_to == LEAF_NONE && (r->leaves & LEAF_TARGET) ? NULL : c;
}

bool can_ask_for_lanes(const struct unit *u, const struct region *r)
{
    const struct clause *c = lanes_condition(r);
    if (!c || c->expr_const || !is_plain_value(u, c->expr))
        return c && c->expr_const;
    for_each_in (ref, x, u, c->expr)
        if ((r->leaves & LEAF_TARGET) && !type_is_arithmetic(x->var->type))
            return false;
    return true;
}

static bool private_below(const struct region *r, uint32_t off, const struct var *v)
{
    for (const struct region *c = r->child; c; c = c->sibling)
        if (off >= c->pragma_at.begin && off < c->stmt.end) {
            if (slice_has(c->stmt, off) && var_private_in(c, v))
                return true;
            return private_below(c, off, v);
        }
    return false;
}

unsigned access_shared_in(const struct unit *u, const struct region *r, struct slice s, const struct var *v)
{
    unsigned acc = 0;
    for_each_in (ref, x, u, s)
        if (x->var == v && !private_below(r, x->off, v))
            acc |= x->access;
    /* a construct inside with a reduction or lastprivate stores to the variable of this level when it ends */
    for_each_in (region, c, u, s)
        if (c != r && region_inside(c, r) && sharing_of(c, v, ATTRS_REDUCED | ATTRS_LAST))
            acc |= reduces_pointee(c, v) ? ACC_READ : ACC_WRITE | ACC_READ;
    return acc;
}

struct capture *find_capture(const struct kernel *k, const struct var *v)
{
    for (size_t i = 0; k && i < k->captures.n; i++)
        if (k->captures.v[i].var == v)
            return &k->captures.v[i];
    return NULL;
}

bool captured_by_address(const struct capture *c) { return c && (c->how == CAP_ADDRESS || c->how == CAP_COPY); }

const struct pcapture *find_pcapture(const struct plan *p, const struct var *v)
{
    for (size_t i = 0; i < p->captures.n; i++)
        if (p->captures.v[i].var == v)
            return &p->captures.v[i];
    return NULL;
}

struct kernel *kernel_of(struct analysis *a, const struct region *r)
{
    for (; r; r = r->parent)
        if (r->leaves & LEAF_TARGET)
            for (size_t i = 0; i < a->kernels.n; i++)
                if (a->kernels.v[i]->region == r)
                    return a->kernels.v[i];
    return NULL;
}

struct dfunc *dfunc_of(struct analysis *a, const struct func *f)
{
    for (size_t i = 0; i < a->funcs.n; i++)
        if (a->funcs.v[i]->func == f)
            return a->funcs.v[i];
    return NULL;
}

bool is_object_type(const struct type *t)
{
    return t->kind == TYPE_ARRAY || t->kind == TYPE_RECORD || t->kind == TYPE_VLA || t->kind == TYPE_COMPLEX ||
           t->kind == TYPE_VECTOR;
}

bool is_vla(const struct var *v) { return v->type->kind == TYPE_VLA; }

void each_length_of_copies(const struct unit *u, const struct region *r, void (*f)(void *ctx, const struct var *length),
                           void *ctx)
{
    for (size_t q = r->id; u->vla_vars.n && q < u->regions.n && region_inside(u->regions.v[q], r); q++)
        for_each_row (s, u->regions.v[q], ATTRS_COPIED) {
            const struct var *v = s->var;
            bool array = is_vla(v) || ((s->attribute & ATTRS_REDUCED) && s->item->nsections);
            for (size_t d = 0; array && d < v->dims.n; d++)
                if (v->dims.v[d].var && !slice_has(r->stmt, v->dims.v[d].var->decl))
                    f(ctx, v->dims.v[d].var);
        }
}

const struct slot *find_slot(const slot_list *l, const struct var *v, const struct region *owner)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->v[i].var == v && l->v[i].owner == owner)
            return &l->v[i];
    return NULL;
}

const struct slot *slot_of(const struct kernel *k, const struct dfunc *d, const struct var *v,
                           const struct region *owner)
{
    return k ? find_slot(&k->shared, v, owner) : d ? find_slot(&d->shared, v, owner) : NULL;
}

unsigned identity_asked(struct analysis *a, struct slice s)
{
    unsigned facts = facts_in(a, ON_DEVICE, s) | facts_of_callees(a, ON_HOST, s);
    return facts & (ASKS | CALLS_UNSEEN | CALLS_POINTER);
}

bool asks_identity(struct analysis *a, struct slice s, bool unseen)
{
    return identity_asked(a, s) & (ASKS | (unseen ? CALLS_UNSEEN | CALLS_POINTER : 0));
}

bool may_set_icvs(struct analysis *a, struct slice s)
{
    return facts_in(a, ON_HOST, s) & (SETS_ICVS | CALLS_UNSEEN | CALLS_POINTER);
}

bool shapes_parallel(const struct clause *c) { return c->kind == CLAUSE_NUM_THREADS || is_if_about(c, LEAF_PARALLEL); }

/* Host and device agree on an expression's value at the launch when it calls nothing, stores nothing, follows no
 * pointer and names only variables that the kernel gets by value (or that never change). */
const struct ref *ref_off_host(struct analysis *a, struct kernel *k, struct slice s)
{
    const struct unit *u = a->unit;
    for_each_in (ref, r, u, s) {
        if (r->func || (r->access & (ACC_WRITE | ACC_ADDR | ACC_ELEM_WRITE | ACC_ELEM_READ | ACC_DEREF)))
            return r;
        if (slice_has(k->region->stmt, r->var->decl))
            return r;
        if (r->access & ACC_UNEVALUATED)
            continue;
        bool by_value = r->var->is_constexpr || (r->var->type->is_const && r->var->is_global);
        const struct capture *c = find_capture(k, r->var);
        if (c ? c->how == CAP_ADDRESS || c->how == CAP_PRIVATE : !by_value)
            return r;
    }
    return NULL;
}

bool clause_expr_on_host(struct analysis *a, struct kernel *k, struct slice s) { return !ref_off_host(a, k, s); }

bool loops_on_host(struct analysis *a, struct kernel *k, const struct region *r)
{
    for (unsigned i = 0; i < r->nloops; i++) {
        const struct loop *l = &r->loops[i];
        if (!clause_expr_on_host(a, k, l->lb) || !clause_expr_on_host(a, k, l->ub) ||
            !clause_expr_on_host(a, k, l->step))
            return false;
    }
    return r->nloops > 0;
}

bool may_divide_by_zero(const struct node *n)
{
    bool division = (n->kind == NODE_BINARY || n->kind == NODE_COMPOUND_ASSIGN) &&
                    (n->operator== OPERATOR_DIV || n->operator== OPERATOR_REM);
    return division && !(n->kids[1]->constant && n->kids[1]->value > 0) && n->kids[1]->kind != NODE_REAL;
}

const struct region *loops_run_by(const struct region *r) { return r->plan && r->plan->swapped ? r->plan->swapped : r; }

unsigned map_flags(const struct clause *c)
{
    static const struct {
        unsigned mod, flag;
    } rows[] = {
        {MAPMOD_TO, GANTRY_MAP_TO},
        {MAPMOD_FROM, GANTRY_MAP_FROM},
        {MAPMOD_ALWAYS, GANTRY_MAP_ALWAYS},
        {MAPMOD_DELETE, GANTRY_MAP_DELETE},
        {MAPMOD_CLOSE, GANTRY_MAP_CLOSE},
        {MAPMOD_PRESENT, GANTRY_MAP_PRESENT},
        {MAPMOD_HOLD, GANTRY_MAP_HOLD},
        {MAPMOD_IF_PRESENT, GANTRY_MAP_IMPLICIT},
        {MAPMOD_NO_CREATE, GANTRY_MAP_NO_CREATE},
    };
    unsigned f = c->kind == CLAUSE_TO ? GANTRY_MAP_TO : c->kind == CLAUSE_FROM ? GANTRY_MAP_FROM : 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (c->modifiers & rows[i].mod)
            f |= rows[i].flag;
    return f;
}

bool orders_league(const struct region *r) { return directive_rows[r->dir].class == CLASS_LEAGUE; }

bool teams_meet(const struct unit *u, const struct region *teams)
{
    for_each_in (region, r, u, teams->stmt)
        if (orders_league(r))
            return true;
    return false;
}

bool is_resident(const struct kernel *k) { return region_clause(k->region, CLAUSE_RESIDENT); }

static bool binds_to_threads(const struct region *r)
{
    if (r->dir == DIR_COMBINED)
        return (r->plan->leaves & (LEAF_FOR | LEAF_PARALLEL)) == LEAF_FOR;
    return is_worksharing(r->dir) || directive_rows[r->dir].class == CLASS_MASKED || r->dir == DIR_ORDERED ||
           r->dir == DIR_BARRIER;
}

bool is_of_one_thread(const struct region *r)
{
    if (!r->plan || !binds_to_threads(r))
        return false;
    while ((r = r->parent) && r->plan && !(r->plan->leaves & LEAF_PARALLEL))
        if (r->leaves & LEAF_TARGET)
            return true;
    return false;
}

const struct region *leaf_around(const struct region *r, unsigned leaves)
{
    while (r && r->plan && !(r->plan->leaves & leaves))
        r = r->parent;
    return r && r->plan ? r : NULL;
}

const struct region *leaf_within(const struct region *r, unsigned leaves)
{
    if (r->plan->leaves & leaves)
        return r;
    for (const struct region *c = r->child; c; c = c->sibling) {
        const struct region *f = leaf_within(c, leaves);
        if (f)
            return f;
    }
    return NULL;
}

bool is_nested_parallel(const struct region *r) { return leaf_around(r->parent, LEAF_PARALLEL); }

struct slice loop_body(const struct region *r) { return r->loops[r->nloops - 1].body; }

bool is_atomic_update(const struct region *r)
{
    return r->dir == DIR_ATOMIC && r->atomic && r->atomic->kind != ATOMIC_READ && r->atomic->kind != ATOMIC_WRITE;
}

bool is_task(const struct region *r) { return directive_rows[r->dir].by == BY_TASK; }
