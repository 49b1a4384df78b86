/* analysis/plan/order.c: which loop of a nest varies fastest over neighbouring lanes. Lanes that access neighbouring
 * elements share memory transactions; the order of the loops in the source is often one that suits a CPU, or the
 * formula. Only the numbering of iterations changes, and only where OpenMP leaves it open (docs/loop-order.md).
 * needs: calls, mode, lanes.
 * sets: plan.strides, nstrides, fastest, tuned_fastest, tuned_innermost, order_why, order_better, swapped. */
#include "../analysis.h"

/* ---- what an order costs ---- */

enum { SECTOR = 32, WARP = 32 };

static int64_t sectors_of(int64_t size) { return size > SECTOR ? (size + SECTOR - 1) / SECTOR : 1; }

static int64_t distance(struct stride s) { return s.bytes == INT64_MIN ? INT64_MAX : s.bytes < 0 ? -s.bytes : s.bytes; }

/* sectors that a warp asks for when neighbouring lanes are s apart; fear: an unknown distance counts as the worst
 * case */
static int64_t sectors(struct stride s, int64_t size, bool fear)
{
    int64_t each = sectors_of(size), apart = distance(s);
    switch (s.kind) {
    case STRIDE_NONE:
        return each;
    case STRIDE_BYTES:
        return apart < SECTOR || apart <= size ? (apart * WARP + SECTOR - 1) / SECTOR : WARP * each;
    case STRIDE_SYMBOLIC:
        return WARP * each;
    case STRIDE_UNKNOWN:
        break;
    }
    return fear ? WARP * each : each;
}

int64_t sectors_of_warp(const strides_list *list, unsigned j, bool fear)
{
    int64_t sum = 0;
    for_each (const struct strides, s, *list) {
        int both = 1 + (s->of->access == (ACC_READ | ACC_WRITE));
        sum += both * (int64_t)s->weight * sectors(s->by[j], s->of->size, fear);
    }
    return sum;
}

bool is_unit_stride(const struct strides *s, unsigned j)
{
    return s->by[j].kind == STRIDE_BYTES && distance(s->by[j]) <= s->of->size;
}

bool is_short_stride(const struct strides *s, unsigned j)
{
    return is_unit_stride(s, j) || (s->by[j].kind == STRIDE_BYTES && distance(s->by[j]) < SECTOR);
}

static bool has_short_stride(const strides_list *list, unsigned j)
{
    for (size_t i = 0; i < list->n; i++)
        if (is_short_stride(&list->v[i], j))
            return true;
    return false;
}

unsigned best_loop(const strides_list *list, unsigned n, unsigned now)
{
    unsigned best = now;
    int64_t least = sectors_of_warp(list, now, false);
    for (unsigned j = n; j-- > 0;)
        if (j != now && has_short_stride(list, j) && sectors_of_warp(list, j, true) < least) {
            best = j;
            least = sectors_of_warp(list, j, true);
        }
    return best;
}

/* ---- where OpenMP leaves the order to us ---- */

bool is_concurrent(const struct region *r)
{
    const struct clause *c = region_clause(r, CLAUSE_ORDER);
    return (r->leaves & LEAF_LOOP) || (c && (c->modifiers & ORDER_CONCURRENT));
}

static bool is_one(const struct clause *c) { return c && c->expr_const && c->expr_value == 1; }

/* May a single thread run all iterations? It runs them in the order of the source, and programs may rely on that. */
bool may_be_alone(const struct region *r)
{
    for (; r && r->plan; r = r->parent) {
        if (is_one(region_clause(r, CLAUSE_NUM_THREADS)) || is_one(r->plan->thread_limit))
            return true;
        for (const struct clause *c = r->clauses; c; c = c->next) {
            bool of_target = c->applies_to == LEAF_TARGET || (c->applies_to == LEAF_NONE && (r->leaves & LEAF_TARGET));
            if (c->kind == CLAUSE_IF && !of_target && (r->plan->leaves & LEAF_PARALLEL))
                return true;
        }
        if ((r->plan->leaves & LEAF_PARALLEL) && !(r->plan->leaves & LEAF_TEAMS))
            break;
    }
    return false;
}

/* Why the order of r's iterations must stay as it is; WHY_NONE: it may change. */
static enum why forbidden(struct analysis *a, const struct region *r)
{
    bool concurrent = is_concurrent(r);
    const struct clause *s = region_clause(r, CLAUSE_SCHEDULE);
    if (!a->options.loop_order)
        return WHY_ORDER_OFF;
    if (region_clause(r, CLAUSE_DIST_SCHEDULE) || region_clause(r, CLAUSE_ORDERED) ||
        (s && (!concurrent || (s->modifiers & SCHED_KIND) == SCHED_STATIC)))
        return WHY_ORDER_SCHEDULE;
    if (sharing_first(r, ATTRS_LAST))
        return WHY_ORDER_LAST;
    if (region_clause(r, CLAUSE_SAFELEN))
        return WHY_ORDER_SAFELEN;
    if (asks_identity(a, r->stmt, !concurrent))
        return WHY_ORDER_QUERY;
    if (!concurrent && !(r->plan->leaves == LEAF_SIMD) && may_be_alone(r))
        return WHY_ORDER_ALONE;
    if (!region_is_rectangular(r) || region_is_imperfect(r))
        return WHY_ORDER_BOUNDS;
    return WHY_NONE;
}

/* ---- collapsed nests ---- */

static bool over_lanes(const struct region *r)
{
    return (r->plan->leaves & LEAF_FOR) || (r->plan->leaves == LEAF_SIMD && r->plan->lanes_of && !r->plan->called);
}

bool order_is_free(struct analysis *a, const struct region *r)
{
    return r->nloops > 1 && r->nloops <= MOST_STRIDES && over_lanes(r) && !r->plan->swapped &&
           forbidden(a, r) == WHY_NONE;
}

static void order_nest(struct analysis *a, const struct region *r)
{
    const struct loop *loops[MOST_STRIDES];
    struct plan *p = r->plan;
    if (r->nloops > MOST_STRIDES || !over_lanes(r))
        return;
    unsigned measured = p->kernel ? p->kernel->on_device.order : 0, at_home = p->kernel ? p->kernel->at_home.order : 0;
    bool is_free = (measured || at_home) && order_is_free(a, r);
    p->tuned_fastest = is_free && measured <= r->nloops ? measured : 0;
    p->tuned_innermost = is_free && at_home <= r->nloops ? at_home : 0;
    for (unsigned j = 0; j < r->nloops; j++)
        loops[j] = &r->loops[j];
    strides_of(a, loops, p->nstrides = r->nloops, loop_body(r), &p->strides);
    p->order_better = best_loop(&p->strides, r->nloops, p->fastest);
    if (p->order_better == p->fastest)
        return;
    enum why why = forbidden(a, r);
    p->order_why = why ? why : WHY_ORDER_UNIT;
    if (!why)
        p->fastest = p->order_better;
}

unsigned place_fastest(const struct region *r)
{
    return r->plan->tuned_innermost ? r->plan->tuned_innermost - 1 : r->plan->fastest;
}

bool place_has_order(const struct region *r)
{
    return r->plan->tuned_innermost ? r->plan->tuned_innermost != r->nloops : r->plan->order_why == WHY_ORDER_UNIT;
}

/* ---- a loop inside the body that is not collapsed: the order stays, but explain may recommend collapse(2) ---- */

static const struct var *counted_by(const struct unit *u, struct slice head)
{
    const struct var *v = NULL;
    for_each_in (ref, x, u, head)
        if (x->access & ACC_WRITE)
            v = x->var; /* the last: i++ */
    return v;
}

static void hint_collapse(struct analysis *a, const struct region *r)
{
    const struct unit *u = a->unit;
    struct plan *p = r->plan;
    const struct node *inner = node_sole(node_kid(r->loops[0].tree, 3)), *body = inner ? node_kid(inner, 3) : NULL;
    bool measured = p->kernel && p->kernel->on_device.collapse;
    if (!over_lanes(r) || measured || r->child || !body || inner->kind != NODE_FOR)
        return;
    struct slice head = {inner->at.begin, body->at.begin};
    if (unit_ref_to(u, head, r->loops[0].iv) || forbidden(a, r))
        return;
    struct independence inner_is = independence_of(a, inner);
    if (!inner_is.free || inner_is.reduced.n)
        return;
    struct loop l = {.iv = counted_by(u, head), .step_sign = 1};
    const struct loop *loops[] = {&r->loops[0], &l};
    if (!l.iv || l.iv->is_global)
        return;
    strides_of(a, loops, p->nstrides = 2, body->at, &p->strides);
    p->order_better = best_loop(&p->strides, 2, 0);
    if (p->order_better)
        p->order_why = WHY_ORDER_COLLAPSE;
}

/* ---- two nested loops over teams and threads ---- */

/* Do the bounds of r's loops have the same values where the other's loops stand? */
static bool can_move(struct analysis *a, const struct region *r, const struct region *other)
{
    const struct unit *u = a->unit;
    for (unsigned j = 0; j < r->nloops; j++) {
        const struct loop *l = &r->loops[j];
        const struct slice parts[] = {l->lb, l->ub, l->step};
        if (!l->iv_declared || l->ub_uses_outer || l->imperfect || l->iv->addr_taken)
            return false;
        for (int k = 0; k < 3; k++)
            for_each_in (ref, x, u, parts[k]) {
                const struct var *v = x->var; /* NULL: a function */
                if (!v || (x->access & ACC_WRITE) || var_private_in(r, v) || var_private_in(other, v) ||
                    slice_has(r->stmt, v->decl) || slice_has(other->stmt, v->decl))
                    return false;
            }
    }
    return true;
}

/* The loops may change places under reductions only if both reduce the same variables by the same operators. */
static bool reductions_agree(const struct region *inner, const struct region *outer)
{
    for_each_row (s, inner, ATTRS_REDUCED) {
        const struct sharing *same = sharing_of(outer, s->var, ATTRS_REDUCED);
        if (s->item->udr || reduction_is_array(s->item) || !same || same->clause->op != s->clause->op)
            return false;
    }
    return true;
}

static void order_pair(struct analysis *a, struct kernel *k, const struct region *outer)
{
    const struct loop *loops[MOST_STRIDES];
    const struct region *inner = sole_child(outer);
    unsigned n = outer->nloops;
    if (!inner || !n || !inner->nloops || inner->dir != DIR_COMBINED || (outer->plan->leaves & LEAF_PARALLEL) ||
        !(inner->plan->leaves & LEAF_FOR) || !inner->plan->inline_parallel || !k->tight ||
        n + inner->nloops > MOST_STRIDES || !is_concurrent(outer) || !is_concurrent(inner) ||
        !reductions_agree(inner, outer))
        return;
    for (unsigned j = 0; j < n; j++)
        loops[j] = &outer->loops[j];
    for (unsigned j = 0; j < inner->nloops; j++)
        loops[n + j] = &inner->loops[j];
    strides_list all = {0};
    strides_of(a, loops, n + inner->nloops, loop_body(inner), &all);
    unsigned best = best_loop(&all, n + inner->nloops, n + inner->nloops - 1);
    uint64_t threads = constant_trip(outer);
    if (best >= n || (threads && threads < WARP))
        return; /* the best loop is in the inner nest, which order_nest has handled; or there are too few iterations for
                 * the lanes */
    enum why why = forbidden(a, outer);
    why = why ? why : forbidden(a, inner);
    why = why ? why : can_move(a, outer, inner) && can_move(a, inner, outer) ? WHY_ORDER_SWAP : WHY_ORDER_BOUNDS;
    outer->plan->strides = all;
    outer->plan->nstrides = n + inner->nloops;
    outer->plan->order_better = best;
    outer->plan->order_why = why;
    if (why != WHY_ORDER_SWAP)
        return;
    outer->plan->swapped = inner;
    inner->plan->swapped = outer;
    outer->plan->fastest = best;
    inner->plan->fastest = inner->nloops - 1;
    inner->plan->order_why = WHY_NONE;
}

void pass_order(struct analysis *a)
{
    const struct unit *u = a->unit;
    for_each_pointer (const struct region, r, u->regions) {
        if (!r->plan || !r->nloops)
            continue;
        r->plan->fastest = r->nloops - 1;
        if (r->nloops > 1)
            order_nest(a, r);
        else
            hint_collapse(a, r);
    }
    for (size_t i = 0; i < a->kernels.n; i++)
        if (a->kernels.v[i]->distribute && a->kernels.v[i]->mode == MODE_SPMD)
            order_pair(a, a->kernels.v[i], a->kernels.v[i]->distribute);
}
