/* analysis/lint/races.c: warnings about stores that all threads, teams or lanes of a construct make to one variable.
 * Stores that a branch, a construct for one thread or an atomic may protect are not reported; for scalars without a map
 * clause dataenv.c warns if the target construct itself makes the threads. needs: dataenv.  sets: nothing; reports. */
#include "../analysis.h"
#include "../../../include/gantry_abi.h"

enum { FORKS = LEAF_TEAMS | LEAF_PARALLEL | LEAF_SIMD };

/* one thread runs its statement, or threads run it one after the other */
static bool serial(const struct region *r) { return directive_rows[r->dir].by != BY_ALL; }

/* Is it a nest of loops with at most one iteration? */
static bool is_brief(const struct region *r)
{
    bool one = r->nloops > 0;
    for (unsigned i = 0; i < r->nloops; i++) {
        const struct loop *l = &r->loops[i];
        if (!l->lower || !l->upper || !l->lower->constant || !l->upper->constant) {
            one = false;
            continue;
        }
        int64_t n = l->step_sign * (l->upper->value - l->lower->value) + (l->rel == REL_LE || l->rel == REL_GE);
        if (n <= 0)
            return true;
        one &= n == 1;
    }
    return one;
}

/* The construct whose threads share v, as it is named at `off`, without anything between them and the store; NULL:
 * none. */
static const struct region *shared_by(const struct unit *u, const struct region *target, uint32_t off,
                                      const struct var *v)
{
    for (const struct region *r = unit_region_around(u, off); r && region_inside(r, target); r = r->parent) {
        if (serial(r) || var_private_in(r, v) || slice_has(r->stmt, v->decl) || !r->plan)
            return NULL;
        if (is_brief(r)) { /* every thread runs the one iteration of a simd loop */
            if (r->plan->leaves & (LEAF_DISTRIBUTE | LEAF_FOR))
                return NULL;
            continue;
        }
        if (!(r->plan->leaves & FORKS)) /* r shares work among threads that a construct around it has made */
            continue;
        if (!region_clause(r, CLAUSE_NUM_THREADS) && !region_clause(r, CLAUSE_NUM_TEAMS) &&
            !region_clause(r, CLAUSE_IF) && !region_clause(r, CLAUSE_SAFELEN))
            return r;
        return NULL;
    }
    return NULL;
}

/* `a[0]`, an element with a constant index: its array; else NULL */
static const struct var *numbered(const struct node *n)
{
    return n->kind == NODE_SUBSCRIPT && n->kids[1]->constant ? node_var(n->kids[0]) : NULL;
}

static bool is_mapped(const struct region *target, const struct var *v)
{
    return sharing_of(target, v, ATTR_MAPPED) || (v->declare_target & GANTRY_VAR_TO);
}

/* `&x`: its address is taken: the store may be to another element, or atomic by a builtin function */
static bool is_address_taken(const struct node *n) { return n->parent && n->parent->kind == NODE_ADDRESS; }

/* Has the target region one copy of v, shared by the threads of a construct inside? */
static bool is_copied(struct kernel *k, const struct var *v)
{
    const struct capture *c = find_capture(k, v);
    return c && c->how == CAP_COPY && c->why == WHY_IMPLICIT_SCALAR && !(k->region->plan->leaves & LEAF_PARALLEL);
}

/* The construct whose threads share v where n stands; NULL: none, or something may protect it. */
const struct region *race_between(struct analysis *a, struct kernel *k, const struct node *n, const struct var *v)
{
    bool shared = is_copied(k, v) || is_mapped(k->region, v);
    return shared && !is_address_taken(n) ? shared_by(a->unit, k->region, n->at.begin, v) : NULL;
}

/* `n`: v, by the reference r, or an element of it */
static bool warn(struct analysis *a, struct kernel *k, const struct node *n, const struct var *v, const struct ref *r,
                 bool updates)
{
    const struct unit *u = a->unit;
    bool copied = is_copied(k, v);
    const struct region *by = race_between(a, k, n, v);
    if (!by || (r && is_unreduced(r, by)) || (!updates && !(by->plan->leaves & (LEAF_DISTRIBUTE | LEAF_FOR))) ||
        in_branch(n, by->stmt))
        return false;
    diag(u->diag, DIAG_WARNING, unit_place(u, n->at.begin), "GN0488",
         "'%s' is shared by all that run this construct, and each of them %s it: "
         "a race",
         text_slice(u, n->at), updates ? "changes" : "writes");
    const char *op = updates ? accumulated_by(u, by->stmt, v) : NULL;
    if (op)
        diag(u->diag, DIAG_NOTE, by->loc, NULL,
             "add 'reduction(%s: %s)' here, or write '#pragma omp atomic' before the statement", op, v->name);
    else if (copied)
        diag(u->diag, DIAG_NOTE, v->loc, NULL, "declare it inside the construct, or add 'private(%s)'", v->name);
    else if (updates)
        diag(u->diag, DIAG_NOTE, by->loc, NULL,
             "add 'reduction(...: %s)' here, or write '#pragma omp atomic' before the statement", v->name);
    else
        diag(u->diag, DIAG_NOTE, by->loc, NULL, "add 'private(%s)' or 'lastprivate(%s)' here", v->name, v->name);
    return true;
}

/* If all threads store the same constant, the result does not depend on their order. */
static bool stores_a_number(const struct node *n)
{
    const struct node *value = n->parent && n->parent->kind == NODE_ASSIGN ? node_uncast(n->parent->kids[1]) : NULL;
    if (value && value->kind == NODE_UNARY && value->operator== OPERATOR_NEGATE)
        value = value->kids[0];
    return value && (value->constant || value->kind == NODE_REAL);
}

static void check(struct analysis *a, struct kernel *k)
{
    const struct unit *u = a->unit;
    const struct region *target = k->region;
    for_each_in (ref, r, u, target->stmt) {
        bool stores = r->var && r->node && r->access & ACC_WRITE && !(r->access & ACC_UNEVALUATED) &&
                      type_is_arithmetic(r->var->type) && !r->var->type->is_atomic;
        bool updates = stores && r->access & ACC_READ;
        if (stores && (updates || !stores_a_number(r->node)) && warn(a, k, r->node, r->var, r, updates))
            return;
    }
    for_each_in (element, e, u, target->stmt) {
        const struct var *v = (e->access & (ACC_READ | ACC_WRITE)) == (ACC_READ | ACC_WRITE) ? numbered(e->node) : NULL;
        if (v && v->type->elem && !v->type->elem->is_atomic && warn(a, k, e->node, v, NULL, true))
            return;
    }
}

void pass_races(struct analysis *a)
{
    for (size_t i = 0; a->options.warn && i < a->kernels.n; i++)
        check(a, a->kernels.v[i]);
}
