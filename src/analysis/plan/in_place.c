/* analysis/plan/in_place.c: the form that a loop construct has on the initial device. There a team is a core, so
 * threads share a nest's rows, or parts of them where there are few, and the innermost loop is for vectors; this pass
 * decides which form pays, and gen/host/loops.c prints it. needs: mode, lanes, order.  sets: plan.place,
 * kernel.cores_share, kernel.inside.
 *
 * The host compiler knows best what vectors cost: it is told that iterations are independent (LANES_FREE), and decides.
 * It is told to use vectors in any case (LANES_VECTORISED) only where the user asks for them, and for floating-point
 * sums, which it does not reorder of its own accord. */
#include <string.h>

#include "../analysis.h"

/* ---- what a body holds ---- */

static bool has_loops(const struct analysis *a, struct slice s) { return facts_of_code(a->unit, s) & HAS_LOOPS; }

/* a condition in s, or in a function that it calls */
static bool has_branches(struct analysis *a, struct slice s) { return facts_in(a, ON_HOST, s) & HAS_BRANCHES; }

/* Does s call only mathematics and functions that store nothing, as a loop must that is declared free of dependences?
 * Clang refuses OpenMP's routines there. */
static bool calls_are_pure(struct analysis *a, struct slice s)
{
    const struct unit *u = a->unit;
    for_each_in (ref, x, u, s)
        if (x->func && str_starts(x->func->name, "omp_"))
            return false;
    return !((facts_of_callees(a, ON_HOST, s) | (facts_of_code(u, s) & CALLS_POINTER)) & IMPURE);
}

static bool has_effects_unseen(const struct unit *u, struct slice s)
{
    for_each_in (effect, e, u, s)
        if (e->kind != EFFECT_STORE)
            return true; /* volatile, atomic, assembly, a call through a pointer */
    return false;
}

/* ---- vectors ---- */

static bool sums_floats(const struct region *r)
{
    for_each_row (s, r, ATTRS_REDUCED) {
        const struct type *t = s->item->type;
        enum op op = s->clause->op;
        if (t && t->kind == TYPE_FLOAT && (op == OP_ADD || op == OP_SUB || op == OP_MUL))
            return true;
    }
    return false;
}

/* The body's only results are reduced integers. Clang has vectors for these unasked, and knows what they cost under a
 * condition: branches that are foreseen cost less. */
static bool reduces_only_integers(const struct analysis *a, const struct region *r)
{
    const struct unit *u = a->unit;
    struct slice body = loop_body(r);
    for_each_in (element, e, u, body)
        if (e->access & ACC_WRITE)
            return false;
    const struct sharing *s = sharing_first(r, ATTRS_REDUCED);
    while (s && s->item->type && s->item->type->kind == TYPE_INT && s->clause->op != OP_LAND && s->clause->op != OP_LOR)
        s = sharing_next(s, ATTRS_REDUCED);
    return !s && sharing_first(r, ATTRS_REDUCED);
}

/* Are iterations independent? A thread runs a chunk of iterations in order, and programs may rely on that. */
static bool is_independent(const struct region *r)
{
    const struct clause *s = place_schedule(r), *o = region_clause(r, CLAUSE_ORDER);
    if ((r->leaves & (LEAF_SIMD | LEAF_LOOP)) || (o && (o->modifiers & ORDER_CONCURRENT)))
        return true;
    bool in_chunks = s && (place_has_chunk(r) || (s->modifiers & SCHED_KIND) == SCHED_RUNTIME);
    return !in_chunks && !may_be_alone(r);
}

static bool takes_lanes(struct analysis *a, const struct region *r)
{
    struct slice body = loop_body(r);
    return !is_counted(r) && !copies_beyond_lanes(r) && !scan_of(r) &&
           (a->options.host_simd || (r->leaves & LEAF_SIMD)) && !r->child && !region_clause(r, CLAUSE_ORDERED) &&
           !sharing_first(r, ATTRS_LAST) && !has_loops(a, body) && !has_effects_unseen(a->unit, body) &&
           calls_are_pure(a, body);
}

/* Do all accesses that move with loop j have unit stride? */
static bool all_unit(const strides_list *list, unsigned j)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->v[i].by[j].kind != STRIDE_NONE && !is_unit_stride(&list->v[i], j))
            return false;
    return true;
}

static strides_list strides_within(struct analysis *a, const struct region *r)
{
    const struct loop *loops[MOST_STRIDES];
    strides_list list = {0};
    if (r->plan->strides.n && r->plan->nstrides == r->nloops)
        return r->plan->strides;
    for (unsigned j = 0; j < r->nloops; j++)
        loops[j] = &r->loops[j];
    strides_of(a, loops, r->nloops, loop_body(r), &list);
    return list;
}

static void decide_lanes(struct analysis *a, const struct region *r, const strides_list *list)
{
    struct in_place *p = &r->plan->place;
    bool asked = r->leaves & LEAF_SIMD;
    p->lanes_why = WHY_PLACE_ACTS;
    if (!takes_lanes(a, r))
        return;
    p->lanes_why = WHY_PLACE_CHUNKS;
    if (!is_independent(r))
        return;
    bool branches = has_branches(a, loop_body(r)), near = all_unit(list, place_fastest(r));
    bool sized =
        region_clause(r, CLAUSE_SIMDLEN) || region_clause(r, CLAUSE_SAFELEN) || region_clause(r, CLAUSE_LINEAR);
    bool sum = sums_floats(r), wanted = asked && (branches ? !reduces_only_integers(a, r) : near);
    p->lanes_why = WHY_PLACE_BRANCH;
    if (branches && !asked)
        return;
    p->lanes = sized || (sum && !branches) || wanted ? LANES_VECTORISED : LANES_FREE;
    p->simd = p->lanes == LANES_VECTORISED || (!asked && near);
    p->lanes_why = p->lanes == LANES_FREE ? WHY_PLACE_FREE : asked ? WHY_PLACE_SIMD : WHY_PLACE_SUM;
}

/* ---- what iterations cost ---- */

/* Units of time: about 50 are a nanosecond. Waking the other threads and waiting for them takes about a microsecond
 * with two cores, more with many. In loops that are as short as that, a line that a far element brings comes from a
 * cache. */
enum { UNITS_FOR_A_TEAM = 1 << 16, SCALAR = 16, LINE = 32, CONDITION = 16, CALL = 256 };

static int64_t units_of_access(const struct strides *s, unsigned j, bool vectors)
{
    int64_t apart = s->by[j].bytes < 0 ? -s->by[j].bytes : s->by[j].bytes;
    if (s->by[j].kind == STRIDE_NONE || is_unit_stride(s, j))
        return vectors ? s->of->size : SCALAR;
    return s->by[j].kind == STRIDE_BYTES && apart < LINE ? (apart > SCALAR ? apart : SCALAR) : LINE;
}

static int64_t units_of_call(const struct func *f)
{
    const struct library_row *row = is_library_func(f) ? library_find(f->name) : NULL;
    return !row ? 0 : row->traits & LIBRARY_SHORT ? SCALAR : CALL;
}

static int64_t units_of(struct analysis *a, const strides_list *list, unsigned j, struct slice body, bool vectors)
{
    const struct unit *u = a->unit;
    int64_t units = 1 + CONDITION * has_branches(a, body);
    for (size_t i = 0; i < list->n; i++)
        units += units_of_access(&list->v[i], j, vectors);
    for_each_in (ref, x, u, body)
        units += x->func ? units_of_call(x->func) : 0;
    return units;
}

/* Can the costs of r's iterations be told from its body, and can nobody tell which thread runs them? */
static bool has_known_costs(struct analysis *a, const struct region *r)
{
    struct slice body = loop_body(r);
    return (r->plan->leaves & LEAF_PARALLEL) && !r->child && !region_clause(r, CLAUSE_ORDERED) && !is_counted(r) &&
           !has_loops(a, body) && !has_effects_unseen(a->unit, body) && calls_are_pure(a, body) &&
           !(facts_of_callees(a, ON_HOST, body) & HAS_LOOPS) && !asks_identity(a, r->stmt, true);
}

/* so many iterations take as long as waking a team does */
static int64_t worth_a_team(struct analysis *a, const struct region *r, const strides_list *list)
{
    return UNITS_FOR_A_TEAM / units_of(a, list, place_fastest(r), loop_body(r), r->plan->place.lanes != LANES_UNKNOWN);
}

/* ---- one thread for short loops ---- */

static bool has_plain_bounds(const struct unit *u, const struct region *r)
{
    for (unsigned j = 0; j < r->nloops; j++)
        if (!is_plain_value(u, r->loops[j].lb) || !is_plain_value(u, r->loops[j].ub) || r->loops[j].ub_uses_outer ||
            (r->nloops > 1 && r->loops[j].iv->type->kind == TYPE_POINTER))
            return false;
    return true;
}

/* Does an iteration store to a place that nobody can foresee, as in a[k[i]]? */
static bool scatters(const struct region *r, const strides_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        if ((list->v[i].of->access & ACC_WRITE) && list->v[i].by[place_fastest(r)].kind == STRIDE_UNKNOWN)
            return true;
    return false;
}

/* Threads that scatter into a few lines of the cache take these from each other: on two cores 1,000 iterations took 40
 * times as long as on one, 10,000 nine times. */
static void decide_few(struct analysis *a, const struct region *r, const strides_list *list)
{
    enum { LINES_LOST = 8 };
    const struct clause *s = place_schedule(r);
    for (const struct region *q = r; q && q->plan; q = q->parent)
        if (region_clause(q, CLAUSE_IF) && q->plan->leaves & (LEAF_PARALLEL | LEAF_TEAMS))
            return;
    if (region_clause(r, CLAUSE_NUM_THREADS) || (s && (s->modifiers & SCHED_KIND) == SCHED_RUNTIME) ||
        !has_known_costs(a, r) || !has_plain_bounds(a->unit, r))
        return;
    r->plan->place.few = worth_a_team(a, r, list) * (scatters(r, list) ? LINES_LOST : 1);
}

/* ---- the form ---- */

/* Clang 19 miscounts collapsed nests of an unsigned index narrower than its bound. */
static bool mixes_widths(const struct region *r)
{
    if (sharing_first(r, ATTRS_LAST) || region_clause(r, CLAUSE_ORDERED))
        return false;
    for (unsigned j = 0; j < r->nloops; j++) {
        const struct type *t = r->loops[j].iv->type;
        if (t->kind == TYPE_INT && !t->is_signed && t->size < 8)
            return true;
    }
    return false;
}

/* No schedule clause, or one that only asks for shares of about equal size. */
static bool has_open_schedule(const struct region *r)
{
    const struct clause *s = place_schedule(r);
    return !s || ((s->modifiers & SCHED_KIND) == SCHED_STATIC && !place_has_chunk(r));
}

/* Collapsed loops: threads share the outer ones; no iteration number is divided. */
static bool splits(struct analysis *a, const struct region *r)
{
    if (!a->options.host_simd || r->nloops < 2 || region_clause(r, CLAUSE_ORDERED) || holds_cancel(r) ||
        sharing_first(r, ATTRS_LAST) || !has_open_schedule(r))
        return false;
    for (unsigned j = 0; j < r->nloops; j++)
        if (r->loops[j].ub_uses_outer || !r->loops[j].iv_declared)
            return false;
    return true;
}

/* May our own code distribute r's iterations to the threads of its parallel region, in place of a loop directive? */
static bool may_hand_out(const struct analysis *a, const struct region *r)
{
    if (!a->options.host_simd || !(r->plan->leaves & LEAF_PARALLEL) || region_clause(r, CLAUSE_ORDERED) ||
        sharing_first(r, ATTRS_LAST) || region_clause(r, CLAUSE_LINEAR) || holds_cancel(r) || scan_of(r) ||
        is_counted(r))
        return false;
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == CLAUSE_ALLOCATE || (c->kind == CLAUSE_REDUCTION && (c->modifiers & REDMOD_TASK)))
            return false;
    return true;
}

/* Chunks: libomp often takes longer to give out a chunk than the chunk runs, and Clang's code divides in each
 * iteration.
 */
static bool takes_chunks(const struct analysis *a, const struct region *r)
{
    const struct clause *s = place_schedule(r);
    unsigned kind = s ? s->modifiers & SCHED_KIND : SCHED_STATIC;
    bool on_demand = kind == SCHED_DYNAMIC || kind == SCHED_GUIDED,
         in_turn = kind == SCHED_STATIC && !has_open_schedule(r);
    return (in_turn || (on_demand && !a->options.deterministic)) && may_hand_out(a, r);
}

/* Does the body set no variable of the thread that was declared outside it? Such a variable would carry a value from
 * one iteration of the inner loop to the next. */
static bool keeps_to_itself(const struct unit *u, const struct region *r, struct slice body)
{
    for_each_in (ref, f, u, body) {
        if (!f->var || slice_has(body, f->var->decl) || sharing_of(r, f->var, ATTRS_REDUCED))
            continue;
        bool object = is_object_type(f->var->type) && var_private_in(r, f->var);
        if ((f->access & (ACC_WRITE | ACC_ADDR)) || (object && (f->access & ACC_ELEM_WRITE)))
            return false;
    }
    return true;
}

/* May a thread run chunks that the schedule gives to others? With schedule(static, n) a thread has every T-th chunk, in
 * order, and programs that know the number of threads T may rely on that; not where teams have parts of the loop that
 * nobody knows. */
static bool may_take_others(struct analysis *a, const struct region *r, const strides_list *list)
{
    const struct clause *s = place_schedule(r);
    bool parts_unknown = (r->leaves & LEAF_DISTRIBUTE) && !region_clause(r, CLAUSE_DIST_SCHEDULE) &&
                         !region_clause(r, CLAUSE_NUM_THREADS);
    return (s->modifiers & SCHED_KIND) != SCHED_STATIC || parts_unknown ||
           (is_independent(r) && !region_clause(r, CLAUSE_SAFELEN)) ||
           (r->nloops == 1 && keeps_to_itself(a->unit, r, loop_body(r)) && iterations_are_apart(a, r, list));
}

/* Chunks that are done sooner than the next one is asked for: a thread takes as many as are worth a team. Threads that
 * have neighbouring short chunks also take lines of the cache from each other. */
static void decide_batch(struct analysis *a, const struct region *r, const strides_list *list)
{
    const struct clause *s = place_schedule(r);
    struct in_place *p = &r->plan->place;
    if (p->form != PLACE_CHUNKS || !has_known_costs(a, r) || !may_take_others(a, r, list))
        return;
    int64_t worth = worth_a_team(a, r, list), chunk = place_has_chunk(r) ? s->expr_value : 1;
    if (worth <= 1 || (s->expr_const && chunk >= worth))
        return;
    p->batch = worth;
    p->batch_why = WHY_PLACE_BATCH;
}

/* Must the host compiler be told that iterations are independent, because it could not find out by a few comparisons of
 * addresses before the loop? */
static bool needs_promise(const struct region *r, const strides_list *list)
{
    enum { MOST_COMPARISONS = 8 };
    size_t stores = 0;
    for (size_t i = 0; i < list->n; i++) {
        if (list->v[i].by[place_fastest(r)].kind == STRIDE_UNKNOWN)
            return true;
        stores += (list->v[i].of->access & ACC_WRITE) != 0;
    }
    return stores * list->n > MOST_COMPARISONS;
}

/* A share of the loop, or of a nest's rows, in which the innermost loop is printed by us */
static bool has_plain_shares(const struct analysis *a, const struct region *r)
{
    const struct in_place *p = &r->plan->place;
    bool one = (p->form == PLACE_WHOLE && r->nloops == 1) ||
               (p->form == PLACE_SPLIT && (r->nloops == 2 || !place_has_order(r)));
    return one && has_open_schedule(r) && may_hand_out(a, r);
}

/* Equal shares: each thread works out its own faster than libomp does, which counts in short loops, and shares the
 * outermost loops alone, however few iterations these have. */
static bool works_out_shares(const struct analysis *a, const struct region *r, const strides_list *list)
{
    const struct in_place *p = &r->plan->place;
    return has_plain_shares(a, r) && !(p->form == PLACE_WHOLE && p->lanes == LANES_FREE && needs_promise(r, list));
}

/* Short rows of known length stay whole: the host compiler unrolls them, and knows what their variable can be. */
static bool has_short_rows(const struct region *r)
{
    enum { MOST = 256 };
    uint64_t n = loop_trip(&r->loops[place_fastest(r)]);
    return n && n < MOST;
}

/* ---- several copies of what is reduced ---- */

static bool is_printed_once(const struct node *n)
{
    return n->kind == NODE_LABEL || (n->kind == NODE_VARIABLE && n->var && n->var->is_global);
}

/* Does each iteration wait for a floating-point number of the one before? Clang has no vectors for extremes of them,
 * since they may be no numbers, and reorders no sums but under `simd`. */
static bool waits_for_floats(const struct region *r)
{
    bool waits = false;
    for_each_row (s, r, ATTRS_REDUCED) {
        const struct type *t = s->item->type;
        bool extreme = s->clause->op == OP_MIN || s->clause->op == OP_MAX;
        if (!t || (t->kind != TYPE_INT && t->kind != TYPE_FLOAT) || t->size > 8 || t->is_volatile || s->item->is_member)
            return false;
        if (t->kind == TYPE_FLOAT && !extreme && may_be_alone(r))
            return false; /* programs may rely on the order of one thread */
        waits |= t->kind == TYPE_FLOAT && (extreme || r->plan->place.lanes != LANES_VECTORISED);
    }
    return waits;
}

/* The host compiler unrolls the body. Long bodies have work of their own to do meanwhile. */
static bool is_long(const struct node *n)
{
    enum { MOST_NODES = 150 };
    unsigned count = 0;
    for (const struct node *m = n; m && count <= MOST_NODES; m = tree_next(n, m))
        count++;
    return count > MOST_NODES;
}

static bool takes_copies(struct analysis *a, const struct region *r)
{
    struct slice body = loop_body(r);
    const struct node *statement = unit_statement(a->unit, body);
    if (!a->options.host_simd || a->options.debuggable || !waits_for_floats(r) || !takes_lanes(a, r) ||
        (r->plan->place.form != PLACE_CHUNKS && !has_plain_shares(a, r)) || is_long(statement) ||
        tree_has(statement, is_printed_once))
        return false;
    for_each_row (s, r, ATTRS_REDUCED)
        if (access_in(a->unit, body, s->var) & ACC_ADDR)
            return false;
    return true;
}

static void decide_copies(struct analysis *a, const struct region *r)
{
    struct in_place *p = &r->plan->place;
    if (!takes_copies(a, r))
        return;
    p->copies = 4;
    p->simd = false;
    p->lanes = LANES_UNKNOWN;
    p->lanes_why = WHY_PLACE_COPIES;
}

/* ---- elements that are stored in any case ---- */

static bool is_conditional(const struct node *n)
{
    return n->kind == NODE_CONDITIONAL ||
           (n->kind == NODE_BINARY && (n->operator== OPERATOR_LAND || n->operator== OPERATOR_LOR));
}

static bool acts(const struct node *n)
{
    switch (n->kind) {
    case NODE_INCREMENT:
    case NODE_ASSIGN:
    case NODE_COMPOUND_ASSIGN:
    case NODE_STATEMENTS:
    case NODE_ATOMIC:
    case NODE_OTHER_EXPRESSION:
        return true;
    default:
        return false;
    }
}

/* An element of memory that a pointer leads to, or of a global array: a variable of the thread may have no address. */
static bool is_element(const struct node *n)
{
    const struct node *object = node_kid(n, 0);
    if (n->kind != NODE_SUBSCRIPT || !n->type || (n->type->kind != TYPE_INT && n->type->kind != TYPE_FLOAT) ||
        n->type->size > 8)
        return false;
    while (object->kind == NODE_SUBSCRIPT && object->type && object->type->kind != TYPE_POINTER)
        object = node_kid(object, 0);
    const struct var *v = node_var(object);
    return v && (v->type->kind == TYPE_POINTER || (v->type->kind == TYPE_ARRAY && v->is_global));
}

/* Does value load `element` somewhere, and only on a condition? */
static bool loads_on_condition(const struct unit *u, const struct node *value, const struct node *element)
{
    bool loads = false;
    for (const struct node *n = value; n; n = tree_next(value, n)) {
        if (n->unevaluated || !tree_equal(u, n, element))
            continue;
        const struct node *m = n;
        while (m != value && !(is_conditional(m->parent) && m->place))
            m = m->parent;
        if (m == value)
            return false;
        loads = true;
    }
    return loads;
}

/* `element = value;`, in every iteration of the innermost loop */
static bool is_stored_in_any_case(struct analysis *a, const struct node *n)
{
    const struct unit *u = a->unit;
    const struct node *assign = node_kid(n, 0), *around = n->parent;
    if (n->kind != NODE_EXPRESSION || assign->kind != NODE_ASSIGN || !is_element(assign->kids[0]) ||
        tree_has(assign->kids[0], acts) || tree_has(assign->kids[1], acts) || has_effects_unseen(u, n->at) ||
        !calls_are_pure(a, n->at) || !loads_on_condition(u, assign->kids[1], assign->kids[0]))
        return false;
    while (around && around->kind == NODE_COMPOUND)
        around = around->parent;
    return around && is_loop_statement(around);
}

/* Clang has no vectors for a load on a condition unless it knows that the address is good in any case. It does where
 * the element is stored in any case, if the address has been computed before the condition. */
static void find_stored(struct analysis *a, const struct region *r)
{
    const struct node *body = unit_statement(a->unit, loop_body(r));
    if (!a->options.host_simd || a->options.debuggable || r->child)
        return;
    for (const struct node *n = body; n; n = tree_next(body, n))
        if (is_stored_in_any_case(a, n)) {
            vec_push(a->unit->arena, &a->stored, n);
            r->plan->place.stored_why = WHY_PLACE_STORED;
        }
}

/* ---- arrays that are only updated by atomics ---- */

/* Threads have copies where a parallel region of ours is around their loops. */
static void decide_tallies(struct analysis *a, const struct region *r)
{
    struct slice body = loop_body(r);
    const struct in_place *p = &r->plan->place;
    if ((p->form == PLACE_CHUNKS || p->share_why) && !a->options.debuggable && !has_effects_unseen(a->unit, body) &&
        calls_are_pure(a, body))
        find_tallies(a, r);
}

/* ---- a loop of the body that goes outside ---- */

static bool leaves_body(const struct node *n)
{
    switch (n->kind) {
    case NODE_BREAK:
    case NODE_GOTO:
    case NODE_COMPUTED_GOTO:
    case NODE_LABEL:
    case NODE_RETURN:
    case NODE_ASM:
    case NODE_OTHER_STATEMENT:
        return true;
    default:
        return false;
    }
}

/* `for (…)`, without its body */
static struct slice head_of(const struct node *loop)
{
    return (struct slice){loop->at.begin, node_kid(loop, 3)->at.begin};
}

/* Exchanged loops evaluate the bounds earlier, even if the outer loop has no iterations: they must not trap. */
static bool may_trap(const struct node *n)
{
    bool division = n->kind == NODE_BINARY && (n->operator== OPERATOR_DIV || n->operator== OPERATOR_REM);
    return division && !(n->kids[1]->constant && n->kids[1]->value > 0);
}

/* `for (T j = …; …; …)` with the same iterations in each outer one and no side effects in its header: its variable;
 * else NULL */
static const struct var *counts_alone(const struct unit *u, const struct region *r, const struct node *loop,
                                      struct slice body)
{
    struct slice head = head_of(loop);
    const struct var *v = NULL;
    for_each_in (ref, f, u, head) {
        if (f->func || f->var == r->loops[0].iv || (f->access & ~(ACC_READ | ACC_WRITE)) || f->var->type->is_volatile)
            return NULL;
        bool inside = slice_has(head, f->var->decl);
        if (inside ? v && v != f->var : (f->access & ACC_WRITE) || f->var->addr_taken || f->var->is_global)
            return NULL;
        v = inside ? f->var : v;
    }
    if (!v || v->addr_taken || v->type->kind != TYPE_INT || tree_has(loop->kids[0], may_trap) ||
        tree_has(loop->kids[1], may_trap))
        return NULL;
    for_each_in (ref, x, u, body)
        if ((x->access & (ACC_WRITE | ACC_ADDR)) && (x->var == v || access_in(u, head, x->var)))
            return NULL;
    return v;
}

static bool may_exchange(struct analysis *a, const struct region *r)
{
    return a->options.loop_order && (r->plan->leaves & LEAF_PARALLEL) && r->nloops == 1 && !r->child &&
           r->loops[0].iv_declared && !is_counted(r) && has_open_schedule(r) && !may_be_alone(r) &&
           !region_clause(r, CLAUSE_ORDERED) && !sharing_first(r, ATTRS_LAST) && !region_clause(r, CLAUSE_LINEAR) &&
           !region_clause(r, CLAUSE_SAFELEN) && !region_clause(r, CLAUSE_ALLOCATE) && !copies_beyond_lanes(r) &&
           is_independent(r) && !asks_identity(a, r->stmt, true);
}

/* The perfectly nested loops that make up the body; returns how many. inside: the body of the innermost one */
static unsigned inner_loops(const struct node *body, const struct node **inner, const struct node **inside)
{
    unsigned n = 0;
    *inside = body;
    while (n + 1 < MOST_STRIDES) {
        const struct node *loop = node_sole(*inside);
        if (!loop || loop->kind != NODE_FOR)
            break;
        *inside = node_kid(loop, 3);
        inner[n++] = loop;
    }
    return n;
}

/* May the threads share the first inner loop instead? Then each thread gets whole rows, which are contiguous in
 * memory. */
static void decide_rows(struct analysis *a, const struct region *r, const strides_list *list, unsigned n,
                        const struct node *loop)
{
    struct in_place *p = &r->plan->place;
    struct look look = {0};
    if (!rows_are_apart(a, r, loop, list, n, p->body, &look))
        return;
    p->look = look;
    p->form_why = look.meetings.n ? WHY_PLACE_LOOKED : WHY_PLACE_APART;
}

/* The perfect nest inside of a loop whose iterations are independent, with the same iterations in each of r's */
struct rows {
    const struct node *inner[MOST_STRIDES];
    struct loop counted[MOST_STRIDES];
    const struct loop *loops[MOST_STRIDES]; /* r's, then those of the nest */
    unsigned n;                             /* of the nest; 0: there is none */
    struct slice body;
    strides_list list;
};

static void find_rows(struct analysis *a, const struct region *r, struct rows *w)
{
    const struct unit *u = a->unit;
    const struct node *inside;
    unsigned n = may_exchange(a, r) ? inner_loops(inner_statement(r), w->inner, &inside) : 0;
    if (!n)
        return;
    w->loops[0] = &r->loops[0];
    w->body = inside->at;
    if (tree_has(inside, leaves_body) || !keeps_to_itself(u, r, w->body) || has_effects_unseen(u, w->body) ||
        !calls_are_pure(a, w->body))
        return;
    for (unsigned j = 0; j < n; j++) {
        w->counted[j] = (struct loop){.iv = counts_alone(u, r, w->inner[j], w->body), .step_sign = 1};
        w->loops[j + 1] = &w->counted[j];
        if (!w->counted[j].iv)
            return;
    }
    strides_of(a, w->loops, n + 1, w->body, &w->list);
    w->n = n;
}

/* r's iterations are independent, so each thread may run the inner loops outside, and its share of r's loop inside
 * them: the order within each iteration of r stays the same. */
static void decide_exchange(struct analysis *a, const struct region *r)
{
    struct in_place *p = &r->plan->place;
    struct rows w = {0};
    find_rows(a, r, &w);
    if (!w.n || best_loop(&w.list, w.n + 1, w.n) != 0)
        return;
    p->form = PLACE_EXCHANGED;
    p->form_why = WHY_PLACE_UNIT;
    for (p->nheads = 0; p->nheads < w.n; p->nheads++)
        p->heads[p->nheads] = head_of(w.inner[p->nheads]);
    p->body = w.body;
    decide_rows(a, r, &w.list, w.n + 1, w.inner[0]);
    p->lanes_why = WHY_PLACE_ACTS;
    p->simd = a->options.host_simd && !has_loops(a, w.body) && !has_branches(a, w.body) && all_unit(&w.list, 0);
}

const struct node *loop_to_collapse(struct analysis *a, const struct region *r)
{
    struct rows w = {0};
    struct look look = {0};
    find_rows(a, r, &w);
    bool apart = w.n && strcmp(w.counted[0].iv->name, r->loops[0].iv->name) != 0 &&
                 rows_are_apart(a, r, w.inner[0], &w.list, w.n + 1, w.body, &look) && !look.meetings.n &&
                 rows_surely_move(r, w.inner[0], &w.list);
    return apart ? w.inner[0] : NULL;
}

static void decide(struct analysis *a, const struct region *r)
{
    struct in_place *p = &r->plan->place;
    strides_list list = strides_within(a, r);
    bool split = splits(a, r);
    p->form_why = WHY_PLACE_NEST;
    decide_lanes(a, r, &list);
    decide_few(a, r, &list);
    if (is_counted(r) || ((split ? r->nloops - 1 : r->nloops) > 1 && mixes_widths(r))) {
        p->form = PLACE_COUNTED;
        p->form_why = WHY_PLACE_COUNT;
    } else if (takes_chunks(a, r)) {
        p->form = PLACE_CHUNKS;
        p->form_why = WHY_PLACE_TAKE;
    } else if (split) {
        p->form = PLACE_SPLIT;
        p->form_why = WHY_PLACE_ROWS;
    } else {
        decide_exchange(a, r);
    }
    decide_batch(a, r, &list);
    decide_copies(a, r);
    if (works_out_shares(a, r, &list))
        p->share_why = WHY_PLACE_SHARE;
    p->whole_rows = p->share_why && p->form == PLACE_SPLIT && has_short_rows(r);
    decide_tallies(a, r);
}

/* ---- teams ---- */
enum { MANY_CORES = 128 }; /* a loop of the teams with so many iterations has work for all of them */

static bool is_one_team(const struct region *r)
{
    const struct clause *n = region_clause(r, CLAUSE_NUM_TEAMS);
    return n && n->expr_const && n->expr_value == 1;
}

/* Does a teams construct around the loop make firstprivate copies that the code stores to? They would carry values from
 * one iteration to the next. */
static bool carries_copies(const struct unit *u, const struct region *q)
{
    for_each_row (s, q, ATTR_FIRSTPRIVATE) {
        unsigned stores = ACC_WRITE | ACC_ADDR | (s->var->type->kind == TYPE_POINTER ? 0 : ACC_ELEM_WRITE);
        if ((q->leaves & LEAF_TEAMS) && (access_in(u, q->stmt, s->var) & stores))
            return true;
    }
    return false;
}

/* The distributed loop that the host's threads can share for the teams, if nothing stands between it and the target
 * construct. */
static const struct region *team_loop(struct analysis *a, const struct region *r)
{
    const struct region *q = r;
    while (q && q->dir == DIR_COMBINED && q->plan && !(q->plan->leaves & ~LEAF_TEAMS)) {
        if (is_one_team(q) || carries_copies(a->unit, q))
            return NULL;
        q = sole_child(q);
    }
    if (!q || q->dir != DIR_COMBINED || !q->plan || !(q->plan->leaves & LEAF_DISTRIBUTE) || !q->nloops ||
        holds_cancel(r) || is_one_team(q) || asks_identity(a, r->stmt, true))
        return NULL;
    return q;
}

/* A loop of the teams with few iterations leaves most cores without work. Where it may have few, the region is printed
 * twice: its other form has the user's own directives, and threads for the parallel loops inside. */
static const struct region *loop_inside(struct analysis *a, struct kernel *k)
{
    const struct region *q = k->cores_share;
    if (!q || !k->teams || !(k->teams->leaves & LEAF_TEAMS) || teams_are_seen(a, k->teams) || !a->options.host_simd ||
        (q->plan->leaves & LEAF_PARALLEL) || k->thread_limit || k->at_home.threads || constant_trip(q) >= MANY_CORES ||
        !loops_on_host(a, k, q) || has_static(a->unit, k->region->stmt) ||
        tree_has(unit_statement(a->unit, k->region->stmt), is_printed_once))
        return NULL;
    for (const struct region *p = q->child; p; p = p->sibling)
        if (p->plan && (p->plan->leaves & LEAF_PARALLEL) && p->nloops && !region_clause(p, CLAUSE_NUM_THREADS) &&
            !region_clause(p, CLAUSE_IF) && loops_on_host(a, k, p))
            return p;
    return NULL;
}

void pass_in_place(struct analysis *a)
{
    for (size_t i = 0; i < a->kernels.n; i++)
        a->kernels.v[i]->cores_share = team_loop(a, a->kernels.v[i]->region);
    for_each_pointer (const struct region, r, a->unit->regions) {
        if (r->plan && r->nloops && r->nloops <= MOST_STRIDES)
            decide(a, r);
        else if (r->plan && r->nloops)
            r->plan->place = (struct in_place){.form = is_counted(r) || mixes_widths(r) ? PLACE_COUNTED : PLACE_WHOLE,
                                               .form_why = WHY_PLACE_NEST,
                                               .lanes_why = WHY_PLACE_ACTS};
        if (r->plan && r->nloops)
            find_stored(a, r);
    }
    for (size_t i = 0; i < a->kernels.n; i++)
        a->kernels.v[i]->inside = loop_inside(a, a->kernels.v[i]);
}
