/* gen/device/tasks.c: explicit tasks in regions (OpenMP 5.2, 12.5 to 12.8). A device's tasks are undeferred: the thread
 * that meets one runs it at once, with copies of its own, so that nothing is left to wait for but the events of
 * detached tasks. What a task adds to an in_reduction goes to the original where the task ends: nobody else touches it
 * meanwhile that could not touch the task group's.
 *
 *     {   const __gd_u64 __gd_outer = __gd_task_begin(final);
 *         { copies { the task } }
 *         __gd_task_end(__gd_outer);   }                                                                          */
#include "../host/host_priv.h"

static const struct reduce alone = {"__gd_reduce_alone(", false};

/* The expressions of clauses are evaluated in the code around the task, what they say to a scheduler is not needed. */
static void task_begin(struct emit *e, struct region *r)
{
    struct clause *final = region_clause(r, CLAUSE_FINAL);
    for (struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == CLAUSE_IF || c->kind == CLAUSE_PRIORITY)
            out(e, "(void)(%s);", text_of(e, c->expr));
    out(e, "const __gd_u64 __gd_outer = __gd_task_begin(%s);",
        final ? arena_printf(e->u->arena, "(%s) != 0", text_of(e, final->expr)) : "0");
}

static void task_end(struct emit *e) { out(e, "__gd_task_end(__gd_outer);"); }

static void emit_event(struct emit *e, struct region *r)
{
    struct var *v = detach_variable(r);
    if (v)
        out(e, "%s = (__typeof__(%s))__gd_event();", name_of(e, v), name_of(e, v));
}

void emit_task(struct emit *e, struct region *r)
{
    struct privates p;
    emit_event(e, r);
    task_begin(e, r);
    out_open(e, "if (__gd_task_runs())");
    e->own_block = true;
    privates_begin(e, r, &p);
    emit_block(e, r->stmt);
    emit_task_label(e, r);
    privates_end(e, &p, alone);
    out_close(e);
    task_end(e);
}

void emit_taskgroup(struct emit *e, struct region *r)
{
    out(e, "const struct __gd_group_of_tasks __gd_group = __gd_taskgroup_begin();");
    emit_transparent(e, r);
    out(e, "__gd_taskgroup_end(__gd_group);");
}

/* ---- taskloop: __gd_tasks of them, the iterations [__gd_from, __gd_to) each ---- */

static void count_tasks(struct emit *e, struct region *r)
{
    struct clause *size = region_clause(r, CLAUSE_GRAINSIZE), *number = region_clause(r, CLAUSE_NUM_TASKS);
    struct clause *c = size ? size : number;
    if (!c) {
        out(e, "const unsigned long __gd_tasks = __gd_n != 0;");
        return;
    }
    out(e, "const long __gd_given = (%s);", text_of(e, c->expr));
    out(e, "const unsigned long __gd_size = __gd_given > 0 ? (unsigned long)__gd_given : 1;");
    if (number)
        out(e, "const unsigned long __gd_tasks = __gd_size < __gd_n ? __gd_size : __gd_n;");
    else if (size->modifiers & TASKS_STRICT)
        out(e, "const unsigned long __gd_tasks = __gd_n / __gd_size + (__gd_n %% __gd_size != 0);");
    else /* from the size to less than twice as many in each */
        out(e, "const unsigned long __gd_tasks = __gd_n < __gd_size ? __gd_n != 0 : __gd_n / __gd_size;");
}

static void share_of_task(struct emit *e, struct region *r)
{
    struct clause *size = region_clause(r, CLAUSE_GRAINSIZE);
    if (size && (size->modifiers & TASKS_STRICT)) {
        out(e, "const unsigned long __gd_from = __gd_t * __gd_size;");
        out(e, "const unsigned long __gd_to = __gd_n - __gd_from < __gd_size ? __gd_n : __gd_from + __gd_size;");
        return;
    }
    out(e, "const unsigned long __gd_more = __gd_n %% __gd_tasks; /* tasks of one iteration more */");
    out(e,
        "const unsigned long __gd_from = __gd_t * (__gd_n / __gd_tasks) + (__gd_t < __gd_more ? __gd_t : __gd_more);");
    out(e, "const unsigned long __gd_to = __gd_from + __gd_n / __gd_tasks + (__gd_t < __gd_more);");
}

void emit_taskloop(struct emit *e, struct region *r)
{
    struct privates p;
    emit_bounds(e, r);
    count_tasks(e, r);
    bool group = !region_clause(r, CLAUSE_NOGROUP);
    if (group)
        out(e, "const struct __gd_group_of_tasks __gd_group = __gd_taskgroup_begin();");
    task_begin(e, r);
    out_open(e, "for (unsigned long __gd_t = 0; __gd_t < __gd_tasks && __gd_task_runs(); __gd_t++)");
    share_of_task(e, r);
    e->own_block = true;
    privates_begin(e, r, &p);
    linear_begin(e, r);
    emit_dividers(e, r);
    out_open(e, "for (unsigned long __gd_k = __gd_from; __gd_k < __gd_to; __gd_k++)");
    emit_loop_body(e, r, &p);
    out_close(e);
    emit_task_label(e, r);
    emit_last_values(e, r, &p);
    privates_end(e, &p, alone);
    out_close(e);
    task_end(e);
    if (group)
        out(e, "__gd_taskgroup_end(__gd_group);");
}

/* The generated tasks are done, but for detached ones; dependences have nothing to order. */
void emit_taskwait(struct emit *e, struct region *r) { out(e, r->dir == DIR_TASKWAIT ? "__gd_taskwait();" : ";"); }

/* ---- on the initial device: the host compiler's tasks, told what the code around them shares ---- */

static void data_sharing(struct emit *e, struct region *r)
{
    unsigned own = ATTR_PRIVATE | ATTR_FIRSTPRIVATE;
    for (const struct sharing *s = sharing_first(r, own); s; s = sharing_next(s, own))
        if (s->rule == RULE_TASK)
            sb_printf(e->out, " %s(%s)", clause_name(s->clause->kind), s->item->written);
    if (region_clause(r, CLAUSE_DEFAULT))
        return;
    for (const struct sharing *s = sharing_first(r, ATTR_SHARED); s; s = sharing_next(s, ATTR_SHARED))
        if (s->rule == RULE_TASK && !s->var->is_length && !s->var->declare_target && !is_deref(e, s->var))
            sb_printf(e->out, " shared(%s)", s->var->name);
}

static bool is_about_loops(const struct clause *c)
{
    switch (c->kind) {
    case CLAUSE_COLLAPSE:
    case CLAUSE_GRAINSIZE:
    case CLAUSE_NUM_TASKS:
    case CLAUSE_LINEAR:
    case CLAUSE_SIMDLEN:
    case CLAUSE_SAFELEN:
    case CLAUSE_ALIGNED:
    case CLAUSE_NONTEMPORAL:
    case CLAUSE_ORDER:
        return true;
    default:
        return false;
    }
}

/* Clauses that are not printed as they are. Clang 19 does not copy where the default says so: the attributes are
 * listed. libomp's threads hang, or stop at an assertion, where an untied task waits for others: tasks may always be
 * tied. */
static bool is_ours(const struct clause *c)
{
    return c->kind == CLAUSE_ALLOCATE || c->kind == CLAUSE_UNTIED ||
           (c->kind == CLAUSE_DEFAULT && (c->modifiers == DEFAULT_PRIVATE || c->modifiers == DEFAULT_FIRSTPRIVATE));
}

/* in_reduction of what a pointer leads to crashes in programs of Clang 19 where it is another name than the task
 * group's. Such tasks run at once, on copies of our own. */
static bool reduces_by_pointer(const struct region *r)
{
    for (const struct sharing *s = sharing_first(r, ATTR_IN_REDUCTION); s; s = sharing_next(s, ATTR_IN_REDUCTION))
        if (reduces_pointee(r, s->var))
            return true;
    return false;
}

void combine_own_copies(struct emit *e, struct region *r, unsigned set)
{
    out(e, "__gantry_host_lock(1);");
    team_copies_end(e, r, set, NULL);
    out(e, "__gantry_host_lock(0);");
}

/* What own copies are combined into is the original: by the task group's clause it would be firstprivate for Clang. */
static void share_originals(struct emit *e, struct region *r)
{
    for (const struct sharing *s = sharing_first(r, ATTR_IN_REDUCTION); s; s = sharing_next(s, ATTR_IN_REDUCTION))
        if (s == sharing_of(r, s->var, ATTR_IN_REDUCTION) && !s->var->declare_target && !is_deref(e, s->var))
            sb_printf(e->out, " shared(%s)", s->var->name);
}

static void pragma_of_task(struct emit *e, struct region *r, bool counted)
{
    bool own_copies = reduces_by_pointer(r); /* equal bits need one order: that of the text */
    bool at_once = own_copies || (e->a->options.deterministic && sharing_first(r, ATTRS_REDUCED));
    static const enum clause_kind copies[] = {CLAUSE_PRIVATE, CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_REDUCTION,
                                              CLAUSE_NONE};
    out(e, "%s", "");
    sb_printf(e->out, "#pragma omp %s", counted ? "taskloop grainsize(1)" : directive_rows[r->dir].name);
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (!is_ours(c) && !(counted && is_about_loops(c)) && !(own_copies && c->kind == CLAUSE_REDUCTION) &&
            !(at_once && c->kind == CLAUSE_IF))
            sb_printf(e->out, " %s", c->written);
    for (const struct sharing *s = sharing_first(r, ATTR_LINEAR); s && counted; s = sharing_next(s, ATTR_LINEAR))
        sb_printf(e->out, " lastprivate(%s)", s->item->written);
    if (at_once)
        sb_add(e->out, " if(0)");
    if (own_copies)
        share_originals(e, r);
    allocate_clauses(e, r, copies);
    data_sharing(e, r);
    sb_addc(e->out, '\n');
}

/* Clang 19 takes no notice of grainsize(strict: n), and linear variables do not get their values back: a loop over
 * tasks. */
static void counted_tasks(struct emit *e, struct region *r)
{
    out_open(e, "%s", "");
    emit_bounds(e, r);
    count_tasks(e, r);
    linear_begin(e, r);
    pragma_of_task(e, r, true);
    out_open(e, "for (unsigned long __gd_t = 0; __gd_t < __gd_tasks; __gd_t++)");
    share_of_task(e, r);
    if (reduces_by_pointer(r))
        team_copies_begin(e, r, ATTRS_REDUCED);
    out_open(e, "for (unsigned long __gd_k = __gd_from; __gd_k < __gd_to; __gd_k++)");
    linear_values(e, r);
    emit_loop_body(e, r, NULL);
    out_close(e);
    if (reduces_by_pointer(r))
        combine_own_copies(e, r, ATTRS_REDUCED);
    out_close(e);
    out_close(e);
}

void emit_host_task(struct emit *e, struct region *r)
{
    const struct clause *size = region_clause(r, CLAUSE_GRAINSIZE);
    bool strict = size && (size->modifiers & TASKS_STRICT), own_copies = reduces_by_pointer(r);
    if (strict || sharing_first(r, ATTR_LINEAR) || (own_copies && r->nloops)) {
        counted_tasks(e, r);
        return;
    }
    pragma_of_task(e, r, false);
    if (own_copies) {
        out_open(e, "%s", "");
        team_copies_begin(e, r, ATTRS_REDUCED);
    }
    emit_block(e, r->stmt);
    if (own_copies) {
        combine_own_copies(e, r, ATTRS_REDUCED);
        out_close(e);
    }
}

/* reduction(task, …) of a construct whose copies the host compiler does not make: the tasks reduce into the thread's
 * copy. */
void emit_task_reductions(struct emit *e, struct region *r)
{
    struct sb s = {0};
    for (const struct sharing *t = sharing_first(r, ATTR_REDUCTION); t; t = sharing_next(t, ATTR_REDUCTION))
        if (t->clause->modifiers & REDMOD_TASK)
            sb_printf(&s, " task_reduction(%s: %s)", reduction_operator(t->clause), t->item->written);
    if (!s.n)
        return;
    out(e, "%s", "");
    sb_printf(e->out, "#pragma omp taskgroup%s\n", s.s);
    sb_free(&s);
}
