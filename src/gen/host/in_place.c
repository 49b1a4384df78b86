/* gen/host/in_place.c: a target region on the initial device: its text as ordinary host OpenMP. */
#include "host_priv.h"

/* map clauses for declare target variables: the host compiler would make scalars firstprivate */
static void map_device_variables(struct emit *e, const struct region *r)
{
    const struct unit *u = e->u;
    struct slice all = region_text(r);
    for_each_in (ref, x, u, all) {
        const struct var *v = x->var;
        if (v && (v->declare_target & VAR_NAMED) && !is_deref(e, v) && unit_ref_to(u, all, v) == x &&
            !sharing_of(r, v, ATTR_PRIVATE | ATTR_FIRSTPRIVATE))
            sb_printf(e->out, " map(tofrom: %s)", v->name);
    }
}

/* Everything else: the user's own constructs, executed by the host compiler, without what only devices need. */
static void exact_form(struct emit *e, const struct region *r, struct kernel *k)
{
    bool meet = k->teams && teams_meet(e->u, k->teams);
    if (k->teams)
        declare_teams(e, k->teams);
    if (meet)
        meeting_begin(e, k->teams);
    pragma_begin(e, "target");
    if (!(r->leaves & ~LEAF_TARGET))
        host_clauses(e, r, (const enum clause_kind[]){CLAUSE_PRIVATE, CLAUSE_FIRSTPRIVATE, CLAUSE_NONE});
    for (size_t i = 0; i < k->captures.n; i++)
        if (k->captures.v[i].how == CAP_ADDRESS)
            sb_printf(e->out, " map(tofrom: %s)", k->captures.v[i].var->name);
        else if (k->captures.v[i].why == WHY_DEFAULTMAP)
            sb_printf(e->out, " firstprivate(%s)", k->captures.v[i].var->name);
    map_device_variables(e, r);
    pragma_end(e);
    if (r->leaves & ~LEAF_TARGET)
        teams_directive(e, r);
    else
        emit_block(e, r->stmt);
    if (meet)
        meeting_end(e);
}

/* copies of the target's firstprivate variables, where the region stores to them */
static void target_copies(struct emit *e, const struct region *r, struct kernel *k)
{
    for_each (struct capture, c, k->captures) {
        const struct var *v = c->var;
        unsigned stores = ACC_WRITE | ACC_ADDR | (v->type->kind == TYPE_POINTER ? 0 : ACC_ELEM_WRITE);
        bool first = c->how == CAP_VALUE || c->how == CAP_COPY || c->how == CAP_POINTER || c->how == CAP_DEVPTR;
        if (c->how == CAP_PRIVATE || (first && (access_shared_in(e->u, r, r->stmt, v) & stores)))
            host_copy_of(e, r, v, first);
    }
}

/* a region without teams */
static void one_team(struct emit *e, const struct region *r)
{
    if (r->plan->leaves & LEAF_PARALLEL && r->nloops) {
        parallel_loop(e, r, parallel_clauses, NULL);
    } else if (reduces_by_hand(r)) {
        reduction_by_hand(e, r);
    } else if (r->plan->leaves & LEAF_PARALLEL) {
        host_left_begin(e, r);
        pragma_begin(e, "parallel");
        host_clauses(e, r, parallel_clauses);
        sb_add(e->out, host_left_clause(e, r));
        pragma_end(e);
        statement(e, r);
        host_left_end(e, r);
    } else if (r->plan->leaves & LEAF_SIMD) {
        sequential_construct(e, r);
    } else {
        emit_braced(e, r->stmt);
    }
}

/* of the constructs whose clauses the directive has that cores share `loop` by */
static void static_arrays_of_loop(struct emit *e, const struct region *loop, const struct region *top)
{
    for (const struct region *q = loop; q; q = q == top ? NULL : q->parent)
        static_arrays_begin(e, q);
}

/* Has the teams' loop so few iterations that threads should share the loops inside, which have enough? */
static void look_inside(struct emit *e, const struct kernel *k)
{
    int64_t few = k->inside->plan->place.few;
    out(e, "_Bool __gd_inside;");
    out_open(e, "%s", "");
    emit_bounds(e, k->cores_share);
    out(e, "__gd_inside = __gd_host_few(__gd_n);");
    out_close(e);
    out_open(e, "if (__gd_inside)");
    emit_bounds(e, k->inside);
    if (few)
        out(e, "__gd_inside = __gd_n > %lld;", (long long)few);
    else
        out(e, "__gd_inside = __gd_n >= 8ul * (unsigned long)omp_get_max_threads();");
    out_close(e);
}

void in_place(struct emit *e, const struct region *r, struct kernel *k)
{
    bool keep = e->host_in_place, keep_seq = e->host_sequential;
    e->host_in_place = true;
    bool allocates = any_allocate(e->u, region_text(r));
    bool tasks = reaches_tasks(e->a, r->stmt); /* the taskgroup waits for them; they keep the region's own parallel
                                                * regions */
    const struct region *loop = allocates || tasks ? NULL : k->cores_share;
    int mark = e->indent;
    if (tasks) {
        pragma(e, "taskgroup");
        out_open(e, "%s", "");
    }
    bool sets = may_set_icvs(e->a, r->stmt);
    if (sets) {
        out_open(e, "%s", "");
        out(e, "struct gantry_host_icvs __gd_icvs;");
        out(e, "__gantry_host_icvs(&__gd_icvs, 0);");
    }
    bool has_teams = k->has_teams || (r->plan->leaves & LEAF_TEAMS);
    bool league = !loop && has_teams && relies_on_league(e->a, k);
    const struct clause *limit = !has_teams || league ? k->thread_limit : NULL;
    if (limit) {
        out_open(e, "%s", "");
        out(e, "const int __gd_limit = __gantry_host_task_limit(%s);", text_of(e, limit->expr));
    }
    int inner = e->indent;
    if (loop && k->inside) {
        look_inside(e, k);
        out_open(e, "if (__gd_inside)");
        e->one_team = true;
        exact_form(e, r, k);
        e->one_team = false;
        out_else(e);
    }
    if (loop) {
        target_copies(e, r, k);
        static_arrays_of_loop(e, loop, r);
        e->host_sequential = true;
        parallel_loop(e, loop, loop_clauses, r);
    } else if (!(r->plan->leaves & (LEAF_TEAMS | LEAF_DISTRIBUTE)) && !k->has_teams) {
        target_copies(e, r, k);
        static_arrays_begin(e, r);
        one_team(e, r);
    } else if (league) {
        target_copies(e, r, k);
        e->host_league = k->teams;
        if (r == k->teams)
            emit_league(e, r);
        else
            emit_block(e, r->stmt);
        e->host_league = NULL;
    } else {
        exact_form(e, r, k);
    }
    out_close_to(e, inner);
    if (limit)
        out(e, "__gantry_host_task_limit(__gd_limit);");
    if (sets)
        out(e, "__gantry_host_icvs(&__gd_icvs, 1);");
    out_close_to(e, mark);
    e->host_in_place = keep;
    e->host_sequential = keep_seq;
}
