/* gen/host/constructs.c: constructs inside a region printed in place, or in a function that one calls: left to the host
 * compiler, or in a form of ours where Clang 19 does not know or miscompiles them. */
#include "host_priv.h"

/* by the directive linear variables have their values */
static void simd_in_sequence(struct emit *e, const struct region *r, bool copies)
{
    static const enum clause_kind linear[] = {CLAUSE_LINEAR, CLAUSE_NONE};
    bool in_order = copies || scan_of(r); /* on the originals, or on copies of ours */
    pragma_begin(e, "simd");
    host_clauses(e, r, in_order ? linear : (r->plan->leaves & ~LEAF_SIMD) ? inner_simd_clauses : simd_clauses);
    if (in_order || copies_beyond_lanes(r) || has_conditional(r))
        sb_add(e->out, " safelen(1)");
    else
        width_clauses(e, r);
    if (r->nloops > 1)
        sb_printf(e->out, " collapse(%u)", r->nloops);
    pragma_end(e);
}

/* A team is one core here: its parallel regions have one thread, their loops keep the lanes. */
void sequential_construct(struct emit *e, const struct region *r)
{
    int mark = e->indent;
    bool copies =
        has_declared_reduction(r) && !scan_of(r); /* not the originals: only the first values are the user's */
    out_open(e, "%s", "");
    private_copies(e, r);
    if (copies)
        team_copies_begin(e, r, ATTRS_REDUCED);
    if (r->nloops && ((r->plan->place.simd && r->plan->place.form != PLACE_EXCHANGED) || is_computed(r)))
        simd_in_sequence(e, r, copies);
    emit_block(e, r->stmt);
    if (copies)
        team_copies_end(e, r, ATTRS_REDUCED, NULL);
    else
        finish_logical_reductions(e, r);
    out_close_to(e, mark);
}

/* The construct less its simd leaf, clause by clause. */
static void construct_without_lanes(struct emit *e, const struct region *r)
{
    static const enum clause_kind kinds[] = {
        CLAUSE_SHARED,   CLAUSE_PRIVATE,  CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_REDUCTION,
        CLAUSE_COLLAPSE, CLAUSE_SCHEDULE, CLAUSE_NUM_THREADS,  CLAUSE_IF,          CLAUSE_PROC_BIND,
        CLAUSE_COPYIN,   CLAUSE_NOWAIT,   CLAUSE_NONE};
    unsigned leaves = r->leaves & ~LEAF_SIMD;
    if (!leaves) {
        sequential_construct(e, r);
        return;
    }
    pragma_with(e, r, name_of_leaves(e, r, leaves), kinds);
    emit_block(e, r->stmt);
}

/* a doacross clause as depend(source) and depend(sink: …), which is all that Clang 19 knows */
static void host_vector(struct emit *e, const struct region *loop, const struct clause *c)
{
    if (c->modifiers == DOACROSS_SOURCE) {
        sb_add(e->out, " depend(source)");
        return;
    }
    sb_add(e->out, " depend(sink: ");
    for (size_t j = 0; j < c->items.n; j++)
        sb_printf(e->out, "%s%s", j ? ", " : "", c->items.v[j].written);
    if (c->modifiers == DOACROSS_BEFORE) { /* of one loop: legality.c */
        const struct loop *l = &loop->loops[0];
        sb_printf(e->out, "%s %c %s", l->iv->name, l->step_sign > 0 ? '-' : '+', text_or(e, l->step, "1"));
    }
    sb_add(e->out, ")");
}

/* Clang 19 tells libomp of one iteration too many in each loop: a sink just after the last would be waited for in
 * vain. */
static void host_sinks(struct emit *e, const struct region *r)
{
    static const char *const rels[] = {
        [REL_LT] = "<", [REL_LE] = "<=", [REL_GT] = ">", [REL_GE] = ">=", [REL_NE] = "!="};
    const struct region *loop = r->parent;
    while (!loop->ndeep)
        loop = loop->parent;
    for (const struct clause *c = r->clauses; c; c = c->next) {
        if (c->kind != CLAUSE_DOACROSS)
            continue;
        struct sb in = {0};
        for (size_t j = 0; j < c->items.n; j++)
            sb_printf(&in, " && (%s) %s (%s)", text_of(e, c->items.v[j].text), rels[loop->loops[j].rel],
                      text_of(e, loop->loops[j].ub));
        out_open(e, "if (1%s)", in.s ? in.s : "");
        pragma_begin(e, "ordered");
        host_vector(e, loop, c);
        pragma_end(e);
        out_close(e);
        sb_free(&in);
    }
}

/* Clang 19 makes lanes of loops with ordered regions, and then keeps neither their order nor that of the threads. */
static void ordered_simd_loop(struct emit *e, const struct region *r)
{
    unsigned leaves = r->leaves & ~(LEAF_SIMD | LEAF_TARGET);
    if (!leaves) {
        sequential_construct(e, r);
        return;
    }
    pragma_begin(e, name_of_leaves(e, r, leaves));
    host_clauses(e, r, (leaves & LEAF_PARALLEL) ? parallel_clauses : loop_clauses);
    host_clauses(e, r, (const enum clause_kind[]){CLAUSE_COLLAPSE, CLAUSE_NOWAIT, CLAUSE_NONE});
    pragma_end(e);
    emit_block(e, r->stmt);
}

/* `ordered simd` needs nothing where a loop has no lanes. */
static void host_ordered(struct emit *e, const struct region *r)
{
    if (region_clause(r, CLAUSE_THREADS) || !region_clause(r, CLAUSE_SIMD))
        pragma(e, "ordered");
    emit_block(e, r->stmt);
}

/* Clang 19 miscompiles most forms of `atomic compare` for some type: a loop over its compare-and-swap builtin is
 * right. */
static void host_compare(struct emit *e, const struct region *r)
{
    const struct atomic *a = r->atomic;
    const char *stored, *x = text_of(e, a->x);
    out_open(e, "%s", "");
    const char *condition = emit_compare_operands(e, a, &stored);
    out(e, "__typeof__(%s) *const __gd_p = &(%s);", x, x);
    out(e, "__typeof_unqual__(%s) __gd_old, __gd_new;", x);
    out(e, "_Bool __gd_matched;");
    out(e, "__atomic_load((__typeof__(__gd_old) volatile *)__gd_p, &__gd_old, __ATOMIC_SEQ_CST);");
    out_open(e, "do");
    out(e, "__gd_matched = %s;", condition);
    out(e, "__gd_new = __gd_old;");
    out(e, "if (__gd_matched) __gd_new = %s;", stored);
    out_close(e);
    out(e, "while (__gd_matched && !__atomic_compare_exchange((__typeof__(__gd_old) volatile *)__gd_p, &__gd_old, "
           "&__gd_new, 0, "
           "__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));");
    out(e, "(void)__gd_new;");
    out(e, "%s", compare_results(e, a));
    out_close(e);
}

/* Clang 19 does not compile `scope`: copies of each thread, combined under the runtime's lock, and a barrier. */
static void host_scope(struct emit *e, const struct region *r)
{
    int mark = e->indent;
    out_open(e, "%s", "");
    out_open(e, "%s", "");
    private_copies(e, r);
    team_copies_begin(e, r, ATTRS_REDUCED);
    emit_task_reductions(e, r);
    emit_block(e, r->stmt);
    team_copies_end(e, r, ATTRS_REDUCED, "omp_get_thread_num(), omp_get_num_threads()");
    out_close_to(e, mark + 1);
    if (!region_clause(r, CLAUSE_NOWAIT))
        barrier(e);
    out_close(e);
}

void statement(struct emit *e, const struct region *r)
{
    if (r->dir == DIR_SECTIONS && (r->plan || tells(e)))
        emit_host_sections(e, r);
    else if (is_left_on_host(r))
        host_left_statement(e, r);
    else if (given(r->stmt))
        emit_block(e, r->stmt);
}

/* a loop construct in a region's code, clause by clause */
static void own_construct(struct emit *e, const struct region *r)
{
    static const enum clause_kind kinds[] = {CLAUSE_SHARED,    CLAUSE_REDUCTION, CLAUSE_NOWAIT,
                                             CLAUSE_PROC_BIND, CLAUSE_COPYIN,    CLAUSE_NONE};
    unsigned leaves = r->plan->leaves & ~(copies_beyond_lanes(r) ? LEAF_SIMD : 0);
    if (!leaves) {
        sequential_construct(e, r);
        return;
    }
    loop_by_clauses(e, r, leaves, leaves & LEAF_PARALLEL, kinds);
}

/* lastprivate(conditional: x) goes wrong in Clang 19 where no iteration assigns, and where x is in memory. */
void conditional_loop(struct emit *e, const struct region *r)
{
    if (r->plan->leaves == LEAF_SIMD) { /* in order the last assignment is the last */
        sequential_construct(e, r);
        return;
    }
    if (r->plan->leaves & LEAF_PARALLEL)
        pragma_with(e, r, "parallel",
                    (const enum clause_kind[]){CLAUSE_SHARED, CLAUSE_NUM_THREADS, CLAUSE_IF, CLAUSE_PROC_BIND,
                                               CLAUSE_COPYIN, CLAUSE_NONE});
    conditional_host_begin(e, r);
    emit_bounds(e, r);
    pragma_begin(e, name_of_leaves(e, r, r->plan->leaves & ~LEAF_PARALLEL));
    host_clauses(e, r, loop_clauses);
    sb_add(e->out, " nowait");
    pragma_end(e);
    counted_iterations(e, r); /* has the number of the iteration */
    conditional_host_end(e, r);
}

/* the same of sections, which are numbered as iterations are */
static void conditional_sections(struct emit *e, const struct region *r)
{
    static const enum clause_kind kinds[] = {CLAUSE_PRIVATE, CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_REDUCTION,
                                             CLAUSE_NONE};
    conditional_host_begin(e, r);
    pragma_begin(e, "sections");
    host_clauses(e, r, kinds);
    sb_add(e->out, " nowait");
    pragma_end(e);
    emit_host_sections(e, r);
    conditional_host_end(e, r);
}

/* Threads of Clang 19's that cancel a loop or sections do not come to its reduction, in which libomp's others wait for
 * them when they are more than four: each adds its own copy. So it does where a static array's section is reduced, and
 * constructs inside name the array in clauses, in which a pointer of its name would be another thing. */
bool reduces_by_hand(const struct region *r)
{
    bool threads = r->dir == DIR_COMBINED && !(r->leaves & (LEAF_TEAMS | LEAF_DISTRIBUTE));
    bool again = copies_static_section_again(r) && (r->leaves & ~LEAF_SIMD) && !is_left_on_host(r);
    return sharing_first(r, ATTR_REDUCTION) &&
           ((threads && (again || is_cancelled(r, CLAUSE_OF_FOR))) ||
            (r->dir == DIR_SECTIONS && (again || is_cancelled(r, CLAUSE_OF_SECTIONS))));
}

static void parallel_by_hand(struct emit *e, const struct region *r)
{
    static const enum clause_kind kinds[] = {CLAUSE_SHARED, CLAUSE_PRIVATE,   CLAUSE_FIRSTPRIVATE, CLAUSE_NUM_THREADS,
                                             CLAUSE_IF,     CLAUSE_PROC_BIND, CLAUSE_COPYIN,       CLAUSE_NONE};
    pragma_with(e, r, "parallel", kinds);
    team_copies_begin(e, r, ATTR_REDUCTION);
    emit_task_reductions(e, r);
    emit_block(e, r->stmt);
    team_copies_end(e, r, ATTR_REDUCTION, "omp_get_thread_num(), omp_get_num_threads()");
}

void reduction_by_hand(struct emit *e, const struct region *r)
{
    static const enum clause_kind of_parallel[] = {CLAUSE_SHARED,    CLAUSE_NUM_THREADS, CLAUSE_IF,
                                                   CLAUSE_PROC_BIND, CLAUSE_COPYIN,      CLAUSE_NONE},
                                  own[] = {CLAUSE_PRIVATE,  CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_SCHEDULE,
                                           CLAUSE_COLLAPSE, CLAUSE_LINEAR,       CLAUSE_ORDERED,     CLAUSE_NONE};
    unsigned leaves = r->plan->leaves & ~LEAF_PARALLEL;
    if (r->dir == DIR_COMBINED && !r->nloops) {
        parallel_by_hand(e, r);
        return;
    }
    if (r->plan->leaves & LEAF_PARALLEL)
        pragma_with(e, r, "parallel", of_parallel);
    out_open(e, "%s", "");
    team_copies_begin(e, r, ATTR_REDUCTION);
    emit_task_reductions(e, r);
    loop_bounds(e, r);
    pragma_with(e, r, name_of_leaves(e, r, leaves), own);
    if (r->dir == DIR_SECTIONS) {
        statement(e, r);
        out_close(e);
    } else {
        loop_statement(e, r);
    }
    team_copies_end(e, r, ATTR_REDUCTION, "omp_get_thread_num(), omp_get_num_threads()");
    if (!(r->plan->leaves & LEAF_PARALLEL))
        barrier(e);
    out_close(e);
}

/* Constructs that Clang 19 does not know, or miscompiles, in regions and in functions that they call. */
static bool own_form(struct emit *e, const struct region *r)
{
    if (r->dir == DIR_FLUSH && region_clause(r, CLAUSE_SEQ_CST)) /* a flush without a clause is the same */
        pragma(e, "flush");
    else if (r->dir == DIR_ERROR)
        emit_error(e, r);
    else if (!r->plan)
        return false;
    else if (orders_league(r))
        host_league(e, r);
    else if (r->dir == DIR_ATOMIC && update_of_tally(e, r))
        return true;
    else if (r->dir == DIR_SCAN)
        out(e, ";"); /* its loop runs in order, or is printed in two parts */
    else if (r->dir == DIR_SCOPE)
        host_scope(e, r);
    else if (r->dir == DIR_ORDERED && region_clause(r, CLAUSE_DOACROSS))
        host_sinks(e, r);
    else if (r->dir == DIR_ORDERED)
        host_ordered(e, r);
    else if (r->dir == DIR_ATOMIC && r->atomic && r->atomic->compare)
        host_compare(e, r);
    else if (is_task(r))
        emit_host_task(e, r);
    else if (r->dir == DIR_SECTIONS && has_conditional(r))
        conditional_sections(e, r);
    else if (reduces_by_hand(r))
        reduction_by_hand(e, r);
    else if (r->dir != DIR_COMBINED)
        return false;
    else if ((r->leaves & LEAF_TEAMS) && r->in_hand && !e->host_in_place)
        teams_directive(e, r);
    else if ((r->leaves & LEAF_DISTRIBUTE) && r->in_hand && !e->host_in_place && region_clause(r, CLAUSE_SCHEDULE))
        distributed_loop(e, r);
    else if ((r->leaves & LEAF_SIMD) && region_holds(r, DIR_ORDERED))
        ordered_simd_loop(e, r);
    else if (scan_of(r))
        host_scan(e, r);
    else if (has_conditional(r))
        conditional_loop(e, r);
    else if (is_counted(r) || sharing_first(r, ATTR_LINEAR) || is_cancelled_on_demand(r))
        own_construct(e, r);
    else if (loses_lanes(r) || reduces_in_other_words(r))
        construct_without_lanes(e, r);
    else
        return false;
    return true;
}

/* `masked taskloop` and the like, of which Clang 19 runs no iteration, and `parallel sections` that have a form of
 * ours: they are printed as the constructs they stand for. */
static bool is_parted(const struct region *r)
{
    if (!r->plan)
        return false;
    while (r->child && r->child->joined)
        r = r->child;
    return r->joined && (is_taskloop(r->dir) || (r->dir == DIR_SECTIONS && (has_conditional(r) || reduces_by_hand(r))));
}

/* Clang has the threads wait at the end of a loop, or sections, with lastprivate, with `nowait` too. The program may
 * not rely on that: under -fcheck the barrier is known as one that orders nothing (runtime/check/tool.c). With
 * firstprivate or linear there is another one at the begin, which the copies need. */
static bool waits_for_last(struct emit *e, const struct region *r)
{
    const unsigned shared_out = LEAF_FOR | LEAF_PARALLEL;
    bool loop = r->dir == DIR_COMBINED && (r->leaves & shared_out) == LEAF_FOR;
    return tells(e) && e->where == AT_HOST && !e->host_in_place && !r->joined && (loop || r->dir == DIR_SECTIONS) &&
           region_clause(r, CLAUSE_NOWAIT) && sharing_first(r, ATTR_LASTPRIVATE) &&
           !sharing_first(r, ATTR_FIRSTPRIVATE | ATTR_LINEAR);
}

void raw_construct(struct emit *e, const struct region *r)
{
    static const enum clause_kind copies[] = {CLAUSE_PRIVATE, CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_REDUCTION,
                                              CLAUSE_NONE};
    if (own_form(e, r))
        return;
    const struct region *first = r;
    while (first->joined)
        first = first->parent;
    bool parted = is_parted(r);
    bool whole = r->joined && !(first->leaves & LEAF_TARGET) && !parted; /* its pragma names this construct too */
    if (is_transparent(r->dir) || whole) {                               /* Clang 19 does not know its clauses, or it */
        (r->dir == DIR_DISPATCH    ? emit_host_dispatch
         : r->dir == DIR_ASSUME    ? emit_assume
         : r->dir == DIR_TASKGRAPH ? emit_host_taskgraph
                                   : statement)(e, r);
        return;
    }
    bool allocates = (e->host_in_place || r->in_hand) && region_clause(r, CLAUSE_ALLOCATE);
    const char *line = parted && !r->joined ? line_of_clauses(e, r, name_of_leaves(e, r, r->leaves), CLAUSE_NONE)
                                            : line_for_clang(e, r);
    line = pragma_for_host(e, r, line, allocates);
    bool lanes = tells_lanes(e, r);
    host_left_begin(e, r);
    const struct region *around = e->lanes_of;
    bool waits = waits_for_last(e, r);
    if (waits) {
        out_open(e, "%s", "");
        out(e, "__gantry_last(1);");
    }
    if (lanes)
        lanes_begin(e, r);
    if (allocates) {
        out(e, "%s", "");
        sb_add(e->out, line);
        allocate_clauses(e, r, copies);
        sb_printf(e->out, "%s%s\n", host_left_clause(e, r), lanes_clause(e, r));
        statement(e, r);
    } else {
        emit_host_pragma(e, r,
                         arena_printf(e->u->arena, "%s%s%s%s%s%s", line, default_order(e, r), open_schedule(e, r),
                                      host_left_clause(e, r), shared_for_reductions(e, r), lanes_clause(e, r)));
    }
    if (lanes)
        lanes_end(e, r);
    if (waits) {
        out(e, "__gantry_last(0);");
        out_close(e);
    }
    e->lanes_of = around;
    host_left_end(e, r);
}

/* all sections, in order */
static void sequential_sections(struct emit *e, const struct region *r)
{
    int mark = e->indent;
    out_open(e, "%s", "");
    private_copies(e, r);
    emit_sections_in_order(e, r);
    finish_logical_reductions(e, r);
    out_close_to(e, mark);
}

/* by the one thread there is */
static void construct_of_one_thread(struct emit *e, const struct region *r)
{
    bool masked = r->dir == DIR_MASKED; /* it has number 0 */
    if (masked)
        out_open(e, "if ((%s) == 0)", clause_text(e, region_clause(r, CLAUSE_FILTER), "0"));
    if (r->dir == DIR_BARRIER || (r->dir == DIR_ORDERED && !given(r->stmt)))
        out(e, ";");
    else if (r->dir == DIR_SECTIONS)
        sequential_sections(e, r);
    else if (r->dir == DIR_COMBINED || r->dir == DIR_ORDERED || is_worksharing(r->dir) ||
             directive_rows[r->dir].class == CLASS_MASKED)
        sequential_construct(e, r);
    else
        raw_construct(e, r);
    if (masked)
        out_close(e);
}

/* A `loop` inside a worksharing loop binds to the thread. The host compiler may not see that: where the outer loop is
 * printed with shares of our own, there is no worksharing directive, and it would share this one. */
static bool is_loop_of_thread(const struct region *r)
{
    return r->dir == DIR_COMBINED && (r->leaves & LEAF_LOOP) &&
           !(r->plan->leaves & (LEAF_TEAMS | LEAF_DISTRIBUTE | LEAF_PARALLEL | LEAF_FOR));
}

void nested_in_place(struct emit *e, const struct region *r)
{
    if ((r->dir == DIR_SCAN || scan_of(r)) && own_form(e, r))
        return;
    bool combined = r->dir == DIR_COMBINED, loop = combined && (r->leaves & LEAF_LOOP);
    if ((r->leaves & LEAF_TEAMS) && !e->host_sequential)
        teams_directive(e, r);
    else if (e->host_sequential || is_of_one_thread(r) || is_loop_of_thread(r))
        construct_of_one_thread(e, r);
    else if (loop && (r->plan->leaves & LEAF_DISTRIBUTE))
        team_share_of_loop(e, r);
    else if (loop && (r->plan->leaves & LEAF_PARALLEL) && r->nloops)
        parallel_loop(e, r, parallel_clauses, NULL);
    else if (combined && (r->leaves & LEAF_DISTRIBUTE) && region_clause(r, CLAUSE_SCHEDULE))
        distributed_loop(e, r);
    else
        raw_construct(e, r);
}
