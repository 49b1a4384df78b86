/* gen/host/loops.c: loops of a region in place: threads and vector lanes of the CPU in
 * the form that analysis/plan/in_place.c has chosen. */
#include "host_priv.h"

#include <string.h>

/* `simd` copies its loop variable out, but the target's loop variables are private: each gets a declaration */
void own_loop_variables(struct emit *e, const struct region *r)
{
    for (unsigned j = 0; j < r->nloops; j++)
        if (!r->loops[j].iv_declared && !sharing_of(r, r->loops[j].iv, ATTRS_LAST | ATTR_PRIVATE)) {
            out_open(e, "%s", "");
            out(e, "%s;", type_declare(e->u->arena, r->loops[j].iv->type, r->loops[j].iv->name));
        }
}

static bool in_some_clause(const struct region *r, const struct var *v)
{
    for_each_row_of (s, r, v, ATTRS_ALL)
        if (!s->item || ((!s->item->nsections || (s->attribute & ATTRS_REDUCED)) && !s->item->is_member))
            return true;
    return false;
}

/* Clauses of the teams constructs around a loop, up to `top`, which its threads' construct takes over. */
static void clauses_of_teams(struct emit *e, const struct region *r, const struct region *top)
{
    for (const struct region *q = r; top && q != top;) {
        q = q->parent;
        unsigned set = (q->leaves & LEAF_TEAMS) ? ATTR_PRIVATE | ATTRS_REDUCED : 0;
        for_each_row (s, q, set)
            if (in_some_clause(r, s->var))
                continue;
            else if (s->attribute == ATTR_PRIVATE)
                sb_printf(e->out, " private(%s)", s->var->name);
            else
                sb_printf(e->out, " reduction(%s: %s)", reduction_name(s->clause, s->item),
                          host_reduction_item(e, s->item));
    }
}

static void print_body(struct emit *e, const struct region *r, struct slice body)
{
    (void)r;
    emit_block(e, body);
}

void host_iteration(struct emit *e, const struct region *r) { emit_iteration(e, r, NULL, print_body); }

void counted_iterations(struct emit *e, const struct region *r)
{
    out_open(e, "for (unsigned long __gd_k = 0; __gd_k < __gd_n; __gd_k++)");
    host_iteration(e, r);
    out_close(e);
}

void loop_bounds(struct emit *e, const struct region *r)
{
    out_open(e, "%s", "");
    if (is_counted(r))
        emit_bounds(e, r);
}

/* the statement under a directive, and the end of loop_bounds */
void loop_statement(struct emit *e, const struct region *r)
{
    if (is_counted(r))
        counted_iterations(e, r);
    else
        emit_block(e, r->stmt);
    out_close(e);
}

static void counted_loop(struct emit *e, const struct region *r, const enum clause_kind *kinds,
                         const struct region *top)
{
    out_open(e, "%s", "");
    emit_bounds(e, r);
    pragma_begin(e, "parallel for");
    host_clauses(e, r, kinds);
    clauses_of_teams(e, r, top);
    values_of_steps(e, r);
    pragma_end(e);
    counted_iterations(e, r);
    out_close(e);
}

/* What the region only reads goes to the threads by value: shared, it would be read again after every store. */
static void values_clause(struct emit *e, const struct region *r)
{
    struct kernel *k = r->plan->kernel;
    unsigned n = 0;
    for (size_t i = 0; k && i < k->captures.n; i++) {
        const struct capture *c = &k->captures.v[i];
        bool scalar = type_is_arithmetic(c->var->type) || c->var->type->kind == TYPE_POINTER;
        if (c->var->is_length || !scalar || captured_by_address(c) || c->how == CAP_PRIVATE ||
            c->var->type->is_volatile || c->var->type->is_atomic || in_some_clause(r, c->var) ||
            (k->teams && in_some_clause(k->teams, c->var)) || !access_in(e->u, r->stmt, c->var) ||
            (access_in(e->u, k->region->stmt, c->var) & (ACC_WRITE | ACC_ADDR)))
            continue;
        sb_printf(e->out, "%s%s", n++ ? ", " : " firstprivate(", c->var->name);
    }
    if (n)
        sb_add(e->out, ")");
    values_of_steps(e, r);
}

/* the length of a loop's range, as the host type `type` */
static const char *range_text(struct emit *e, const struct loop *l, const char *type)
{
    bool up = loop_goes_up(l);
    const char *low = text_of(e, up ? l->lb : l->ub), *high = text_of(e, up ? l->ub : l->lb);
    return !strcmp(low, "0") ? arena_printf(e->u->arena, "(%s)(%s)", type, high)
                             : arena_printf(e->u->arena, "((%s)(%s) - (%s)(%s))", type, high, type, low);
}

/* `if`: few iterations are run by one thread. Their number is computed where the region begins. */
static void few_clause(struct emit *e, const struct region *r)
{
    const char *type = r->nloops > 1 ? "double" : "unsigned long";
    if (!r->plan->place.few)
        return;
    sb_add(e->out,
           r->plan->place.form == PLACE_WHOLE && r->plan->place.lanes == LANES_VECTORISED ? " if(parallel: " : " if(");
    for (unsigned j = 0; j < r->nloops; j++)
        sb_printf(e->out, "%s%s", j ? " * " : "", range_text(e, &r->loops[j], type));
    sb_printf(e->out, " > %lld)", (long long)r->plan->place.few);
}

static void simd_pragma(struct emit *e, const struct region *r)
{
    pragma_begin(e, "simd");
    host_clauses(e, r, inner_simd_clauses);
    width_clauses(e, r);
    pragma_end(e);
}

static void loop_header(struct emit *e, const struct loop *l)
{
    emit_block(e, (struct slice){l->stmt.begin, l->body.begin});
}

/* The nest with the loop innermost that varies fastest on a GPU: the order that coalesces there suits vectors and
 * caches here. */
static void nest_in_order(struct emit *e, const struct region *r, bool simd)
{
    for (unsigned j = 0; j < r->nloops; j++)
        if (j != place_fastest(r))
            loop_header(e, &r->loops[j]);
    if (simd)
        simd_pragma(e, r);
    loop_header(e, &r->loops[place_fastest(r)]);
    emit_block(e, loop_body(r));
}

/* threads share the outer loops of the nest */
static void split_nest(struct emit *e, const struct region *r)
{
    struct slice inner = r->loops[r->nloops - 1].stmt;
    bool simd = r->plan->place.simd;
    if (place_has_order(r)) {
        nest_in_order(e, r, simd);
    } else if (!simd) {
        emit_block(e, r->stmt);
    } else {
        emit_block(e, (struct slice){r->stmt.begin, inner.begin});
        simd_pragma(e, r);
        emit_block(e, inner);
        emit_block(e, (struct slice){inner.end, r->stmt.end});
    }
}

static const struct {
    const char *suffix, *clause;
} lanes[] = {[LANES_UNKNOWN] = {"", ""}, [LANES_FREE] = {"", " GANTRY_CONCURRENT"}, [LANES_VECTORISED] = {" simd", ""}};

/* How many threads were measured to be fastest, instead of what the user says */
static unsigned threads_of(const struct region *r) { return r->plan->kernel ? r->plan->kernel->at_home.threads : 0; }

static void threads_measured(struct emit *e, const struct region *r)
{
    if (threads_of(r))
        sb_printf(e->out, " num_threads(%u)", threads_of(r));
}

/* of the clauses those that such threads leave */
static const enum clause_kind *without_threads(struct emit *e, const struct region *r, const enum clause_kind *kinds)
{
    size_t n = 0;
    if (!threads_of(r))
        return kinds;
    while (kinds[n] != CLAUSE_NONE)
        n++;
    enum clause_kind *left = arena_alloc(e->u->arena, (n + 1) * sizeof *left);
    n = 0;
    for (; *kinds != CLAUSE_NONE; kinds++)
        if (*kinds != CLAUSE_NUM_THREADS)
            left[n++] = *kinds;
    left[n] = CLAUSE_NONE;
    return left;
}

/* a parallel region around the loops that r's threads share in another way than by one directive */
static void parallel_around(struct emit *e, const struct region *r, const enum clause_kind *kinds,
                            const struct region *top)
{
    static const enum clause_kind of_all[] = {CLAUSE_NUM_THREADS, CLAUSE_IF, CLAUSE_PROC_BIND, CLAUSE_NONE};
    pragma_begin(e, "parallel");
    host_clauses(e, r, (const enum clause_kind[]){CLAUSE_PRIVATE, CLAUSE_FIRSTPRIVATE, CLAUSE_REDUCTION, CLAUSE_NONE});
    if (kinds == parallel_clauses)
        host_clauses(e, r, without_threads(e, r, of_all));
    threads_measured(e, r);
    clauses_of_teams(e, r, top);
    values_clause(e, r);
}

static void firstprivate_bounds(struct emit *e, const struct region *r, const char *more)
{
    sb_printf(e->out, " firstprivate(__gd_n%s", more);
    emit_bound_names(e, r);
    sb_add(e->out, ")");
}

/* declares the variable of a loop around or inside the construct, at iteration `number` */
static void variable_at(struct emit *e, const struct loop *l, unsigned j, const char *number)
{
    out(e, "%s = (%s)((unsigned long)__gd_lb%u %c %s * (unsigned long)__gd_st%u);",
        type_declare(e->u->arena, l->iv->type, l->iv->name), type_declare(e->u->arena, l->iv->type, ""), j,
        loop_goes_up(l) ? '+' : '-', number, j);
}

/* __gd_at: the address of each access in the first iteration, then in the second of the row loop, if there is one, of
 * r's own loop and of each other loop. */
void look_at_places(struct emit *e, const struct region *r, const struct look *l)
{
    struct arena *a = e->u->arena;
    bool in_rows = l->rows;
    for (unsigned j = 0; j < l->loops.n; j++)
        emit_bounds_of(e, l->loops.v[j], j + 2);
    size_t looks = l->meetings.n ? in_rows + 2 + l->loops.n : 2;
    out(e, "unsigned long __gd_at[%zu][%zu];", looks, l->places.n ? l->places.n : 1);
    out_open(e, "for (unsigned long __gd_look = 0; __gd_look < %zu; __gd_look++)", looks);
    if (in_rows)
        out(e, "const unsigned long __gd_row = __gd_look == 1, __gd_k = __gd_look == 2;");
    else
        out(e, "const unsigned long __gd_k = __gd_look == 1;");
    emit_iteration_variables(e, r);
    if (in_rows)
        variable_at(e, l->rows, 1, "__gd_row");
    for (unsigned j = 0; j < l->loops.n; j++)
        variable_at(e, l->loops.v[j], j + 2, arena_printf(a, "(__gd_look == %u)", in_rows + 2 + j));
    for (size_t i = 0; i < l->places.n; i++)
        out(e, "__gd_at[__gd_look][%zu] = %s;", i,
            l->places.v[i].size ? arena_printf(a, "(unsigned long)&%s", text_of(e, l->places.v[i].node->at))
                                : arena_printf(a, "__gd_w%zu", i));
    out_close(e);
}

/* __gd_counts: how many iterations these loops have */
void look_at_counts(struct emit *e, const struct look *l)
{
    const char *counts = l->rows ? "__gd_n1, __gd_n" : "__gd_n";
    if (!l->meetings.n)
        return;
    for (unsigned j = 0; j < l->loops.n; j++)
        counts = arena_printf(e->u->arena, "%s, __gd_n%u", counts, j + 2);
    out(e, "const unsigned long __gd_counts[] = {%s};", counts);
}

/* Compares the first two rows, whose distance is that of all neighbouring rows, and the accesses that the compiler
 * could not prove disjoint. */
static void look_at_rows(struct emit *e, const struct region *r)
{
    const struct look *l = &r->plan->place.look;
    const struct look_place *place = l->places.v;
    emit_bounds_of(e, l->rows, 1);
    out(e, "_Bool __gd_apart = __gd_n1 > 1;");
    out_open(e, "if (__gd_n && __gd_apart)");
    look_at_places(e, r, l);
    for (size_t i = 0; i < l->nstores; i++)
        out(e, "__gd_apart &= __gd_host_apart(__gd_at[0][%zu], __gd_at[1][%zu], %lld, __gd_n1);", i, i,
            (long long)place[i].size);
    look_at_counts(e, l);
    for (size_t i = 0; i < l->meetings.n; i++) {
        size_t store = l->meetings.v[i].store, other = l->meetings.v[i].other;
        out(e, "__gd_apart = __gd_apart && __gd_host_clear(__gd_at[0], %zu, __gd_counts, %zu, %zu, %lld, %zu, %lld);",
            l->places.n, l->loops.n + 2, store, (long long)place[store].size, other, (long long)place[other].size);
    }
    out_close(e);
}

/* the loops that the exchange puts outside */
static void outer_loops(struct emit *e, const struct in_place *p)
{
    if (p->look.rows) {
        out_open(e, "for (; __gd_row < __gd_rows; __gd_row++)");
        variable_at(e, p->look.rows, 1, "__gd_row");
    }
    for (unsigned j = p->look.rows != NULL; j < p->nheads; j++)
        emit_block(e, p->heads[j]);
}

/* Each thread has the same share of r's loop in every iteration of the outer loops, so that no barrier is needed; or a
 * share of the first outer loop. */
static void exchanged_loops(struct emit *e, const struct region *r, const enum clause_kind *kinds,
                            const struct region *top)
{
    const struct in_place *p = &r->plan->place;
    out_open(e, "%s", "");
    emit_bounds(e, r);
    if (p->look.rows)
        look_at_rows(e, r);
    parallel_around(e, r, kinds, top);
    firstprivate_bounds(e, r, p->look.rows ? ", __gd_lb1, __gd_st1, __gd_n1, __gd_apart" : "");
    pragma_end(e);
    out_open(e, "%s", "");
    out(e, "unsigned long __gd_from, __gd_to;");
    if (p->look.rows) {
        out(e, "unsigned long __gd_row, __gd_rows;");
        out(e, "__gd_host_share_rows(__gd_n1, __gd_apart, __gd_n, &__gd_row, &__gd_rows, &__gd_from, &__gd_to);");
    } else {
        out(e, "__gd_host_share(__gd_n, &__gd_from, &__gd_to);");
    }
    outer_loops(e, p);
    if (p->simd)
        simd_pragma(e, r);
    out_open(e, "for (unsigned long __gd_k = __gd_from; __gd_k < __gd_to; __gd_k++)");
    emit_iteration_variables(e, r);
    emit_block(e, p->body);
    out_close(e);
    if (p->look.rows)
        out_close(e);
    out_close(e);
    out_close(e);
}

/* the variables of the loops outside the innermost one in row __gd_row of the nest */
static void variables_of_row(struct emit *e, const struct region *r, unsigned last)
{
    if (last > 1)
        out(e, "unsigned long __gd_r = __gd_row;");
    for (unsigned j = last; j-- > 0;) {
        emit_iteration_variable(e, r, r, j,
                                j          ? arena_printf(e->u->arena, "(__gd_r %% __gd_n%u)", j)
                                : last > 1 ? "__gd_r"
                                           : "__gd_row");
        if (j)
            out(e, "__gd_r /= __gd_n%u;", j);
    }
}

/* iterations [__gd_from, __gd_to) of the nest: the rest of a row of the innermost loop, then whole rows */
static void rows_of_chunk(struct emit *e, const struct region *r)
{
    unsigned last = r->nloops - 1;
    out(e, "unsigned long __gd_row = __gd_from / __gd_n%u, __gd_i = __gd_from %% __gd_n%u, __gd_end;", last, last);
    out_open(e, "for (; __gd_from < __gd_to; __gd_from += __gd_end - __gd_i, __gd_i = 0, __gd_row++)");
    out(e, "__gd_end = __gd_to - __gd_from < __gd_n%u - __gd_i ? __gd_i + (__gd_to - __gd_from) : __gd_n%u;", last,
        last);
    variables_of_row(e, r, last);
    if (r->plan->place.copies) {
        loop_in_turns(e, r, last, "__gd_i", "__gd_end");
    } else {
        if (r->plan->place.simd)
            simd_pragma(e, r);
        out_open(e, "for (unsigned long __gd_k = __gd_i; __gd_k < __gd_end; __gd_k++)");
        emit_iteration_variable(e, r, r, last, "__gd_k");
        emit_block(e, r->loops[last].body);
        out_close(e);
    }
    out_close(e);
}

/* Can the loop be written with its own variable and bound, without overflow? Else iterations are numbered. */
static bool counts_by_itself(const struct loop *l)
{
    return l->iv->type->kind == TYPE_INT && l->iv->type->is_signed && l->iv->type->size >= 4 && !l->stride &&
           (l->rel == REL_LT || l->rel == REL_GT) && loop_goes_up(l) == (l->step_sign > 0);
}

/* the value of loop j's variable at the iteration whose number is in `k` */
static const char *value_at_share(struct emit *e, const struct loop *l, unsigned j, const char *k)
{
    const char *type = type_declare(e->u->arena, l->iv->type, ""), *lower = lower_name(e, l, j);
    if (loop_goes_up(l) && !strcmp(lower, "0"))
        return arena_printf(e->u->arena, "(%s)%s", type, k);
    return arena_printf(e->u->arena, "(%s)(%s %c (long)%s)", type, lower, loop_goes_up(l) ? '+' : '-', k);
}

/* iterations `from` to `to` of loop j, as a loop over its own variable */
static void loop_over_share(struct emit *e, const struct region *r, unsigned j, const char *from, const char *to)
{
    const struct loop *l = &r->loops[j];
    const char *name = l->iv->name;
    if (!counts_by_itself(l)) {
        out_open(e, "for (unsigned long __gd_k%u = %s; __gd_k%u < %s; __gd_k%u++)", j, from, j, to, j);
        emit_iteration_variable(e, r, r, j, arena_printf(e->u->arena, "__gd_k%u", j));
        return;
    }
    out_open(e, "for (%s = %s; %s %s %s; %s%s)", type_declare(e->u->arena, l->iv->type, name),
             value_at_share(e, l, j, from), name, loop_goes_up(l) ? "<" : ">", value_at_share(e, l, j, to), name,
             loop_goes_up(l) ? "++" : "--");
}

static void row_of_chunk(struct emit *e, const struct region *r)
{
    const struct in_place *p = &r->plan->place;
    if (p->copies) {
        loop_in_turns(e, r, 0, "__gd_from", "__gd_to");
        return;
    }
    if (p->simd)
        simd_pragma(e, r);
    loop_over_share(e, r, 0, "__gd_from", "__gd_to");
    emit_block(e, r->loops[0].body);
    out_close(e);
}

/* __gd_from and __gd_to of one chunk after the other, as the schedule says */
static void loop_over_chunks(struct emit *e, const struct region *r, unsigned schedule)
{
    out(e, "const unsigned long __gd_size = __gd_host_chunks(__gd_n, __gd_c, %lld);", (long long)r->plan->place.batch);
    if (schedule == SCHED_STATIC)
        out_open(e,
                 "for (unsigned long __gd_from, __gd_to, __gd_next = (unsigned long)omp_get_thread_num() * __gd_size; "
                 "__gd_host_turn(&__gd_next, __gd_n, __gd_size, omp_get_num_threads(), &__gd_from, &__gd_to);)");
    else
        out_open(
            e,
            "for (unsigned long __gd_from, __gd_to; __gd_host_chunk(&__gd_next, __gd_n, __gd_size, %s, &__gd_from, "
            "&__gd_to);)",
            schedule == SCHED_GUIDED ? "omp_get_num_threads()" : "0");
}

/* the parallel region of loop_in_chunks and loop_in_shares; `more`: names that its threads have copies of */
static void shares_begin(struct emit *e, const struct region *r, const enum clause_kind *kinds,
                         const struct region *top, const char *more)
{
    tallies_declare(e, r);
    if (!e->one_parallel) {
        parallel_around(e, r, kinds, top);
        firstprivate_bounds(e, r, arena_printf(e->u->arena, "%s%s", more, tally_names(e, r)));
        if (r->plan->place.few)
            sb_printf(e->out, " if(__gd_n > %lld)", (long long)r->plan->place.few);
        pragma_end(e);
    }
    out_open(e, "%s", "");
}

static void shares_end(struct emit *e, const struct region *r)
{
    turn_copies_end(e, r);
    tallies_end(e, r);
    out_close(e);
    out_close(e);
}

static void loop_in_chunks(struct emit *e, const struct region *r, const enum clause_kind *kinds,
                           const struct region *top)
{
    const struct clause *s = place_schedule(r);
    unsigned schedule = s->modifiers & SCHED_KIND;
    const char *measured = place_has_chunk(r) ? arena_printf(e->u->arena, "%lld", (long long)s->expr_value) : "1";
    out_open(e, "%s", "");
    emit_bounds(e, r);
    out(e, "const unsigned long __gd_c = %s;", text_or(e, s->expr, measured));
    if (schedule != SCHED_STATIC)
        out(e, "unsigned long __gd_next = 0;");
    shares_begin(e, r, kinds, top, ", __gd_c");
    if (schedule != SCHED_STATIC)
        out(e, "GANTRY_FRAME_POINTER;");
    turn_copies_begin(e, r);
    tallies_begin(e, r);
    loop_over_chunks(e, r, schedule);
    if (r->nloops > 1)
        rows_of_chunk(e, r);
    else
        row_of_chunk(e, r);
    out_close(e);
    shares_end(e, r);
}

/* The rows of a nest, and what of each, that the calling thread has: all of some rows, or, where these are few, a part
 * of every row. */
static void share_of_rows(struct emit *e, const struct region *r)
{
    const char *rows = NULL;
    unsigned inner = place_fastest(r);
    for (unsigned j = 0; j < r->nloops; j++)
        if (j != inner)
            rows =
                rows ? arena_printf(e->u->arena, "%s * __gd_n%u", rows, j) : arena_printf(e->u->arena, "__gd_n%u", j);
    out(e, "unsigned long __gd_row, __gd_rows%s;", r->plan->place.whole_rows ? "" : ", __gd_from, __gd_to");
    if (r->plan->place.whole_rows)
        out(e, "__gd_host_share(%s, &__gd_row, &__gd_rows);", rows);
    else
        out(e, "__gd_host_share_nest(%s, __gd_n%u, &__gd_row, &__gd_rows, &__gd_from, &__gd_to);", rows, inner);
}

/* the loops around the innermost one: one loop over the rows of several */
static void loop_over_rows(struct emit *e, const struct region *r)
{
    unsigned inner = place_fastest(r);
    if (r->nloops == 2) {
        loop_over_share(e, r, !inner, "__gd_row", "__gd_rows");
    } else {
        out_open(e, "for (; __gd_row < __gd_rows; __gd_row++)");
        variables_of_row(e, r, inner);
    }
}

/* the innermost loop, or the thread's part of it, with the nest's body */
static void innermost_share(struct emit *e, const struct region *r)
{
    const struct in_place *p = &r->plan->place;
    unsigned inner = place_fastest(r);
    bool whole = p->whole_rows;
    if (p->copies) {
        loop_in_turns(e, r, inner, whole ? "0" : "__gd_from",
                      whole ? arena_printf(e->u->arena, "__gd_n%u", inner) : "__gd_to");
        return;
    }
    if (r->nloops > 1 ? p->simd : p->lanes == LANES_VECTORISED)
        simd_pragma(e, r);
    if (whole) {
        loop_header(e, &r->loops[inner]);
        emit_block(e, loop_body(r));
        return;
    }
    loop_over_share(e, r, inner, "__gd_from", "__gd_to");
    emit_block(e, loop_body(r));
    out_close(e);
}

/* Equal shares, as `schedule(static)` makes them: of the loop, or of a nest's rows. */
static void loop_in_shares(struct emit *e, const struct region *r, const enum clause_kind *kinds,
                           const struct region *top)
{
    bool nest = r->nloops > 1;
    out_open(e, "%s", "");
    emit_bounds(e, r);
    shares_begin(e, r, kinds, top, "");
    if (nest) {
        share_of_rows(e, r);
    } else {
        out(e, "unsigned long __gd_from, __gd_to;");
        out(e, "__gd_host_share(__gd_n, &__gd_from, &__gd_to);");
    }
    turn_copies_begin(e, r);
    tallies_begin(e, r);
    if (nest)
        loop_over_rows(e, r);
    innermost_share(e, r);
    if (nest)
        out_close(e);
    shares_end(e, r);
}

static void shared_loop(struct emit *e, const struct region *r, const enum clause_kind *kinds, const struct region *top)
{
    const struct in_place *p = &r->plan->place;
    bool split = p->form == PLACE_SPLIT;
    enum place_lanes own = split ? LANES_UNKNOWN : p->lanes;
    unsigned outer = split ? r->nloops - 1 : r->nloops;
    own_loop_variables(e, r);
    pragma_begin(e, arena_printf(e->u->arena, "parallel for%s", lanes[own].suffix));
    host_clauses(e, r, without_threads(e, r, kinds));
    threads_measured(e, r);
    clauses_of_teams(e, r, top);
    values_clause(e, r);
    if (own == LANES_VECTORISED)
        width_clauses(e, r);
    sb_add(e->out, lanes[own].clause);
    if (outer > 1)
        sb_printf(e->out, " collapse(%u)", outer);
    few_clause(e, r);
    pragma_end(e);
    if (split)
        split_nest(e, r);
    else
        emit_block(e, r->stmt);
}

void parallel_loop(struct emit *e, const struct region *r, const enum clause_kind *kinds, const struct region *top)
{
    int mark = e->indent;
    if (scan_of(r))
        host_scan(e, r);
    else if (has_conditional(r))
        conditional_loop(e, r);
    else if (reduces_by_hand(r) && !top)
        reduction_by_hand(e, r);
    else if (r->plan->place.form == PLACE_COUNTED)
        counted_loop(e, r, kinds, top);
    else if (r->plan->place.form == PLACE_EXCHANGED)
        exchanged_loops(e, r, kinds, top);
    else if (r->plan->place.form == PLACE_CHUNKS)
        loop_in_chunks(e, r, kinds, top);
    else if (r->plan->place.share_why)
        loop_in_shares(e, r, kinds, top);
    else
        shared_loop(e, r, kinds, top);
    out_close_to(e, mark);
}
