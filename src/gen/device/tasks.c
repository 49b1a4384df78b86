/* gen/device/tasks.c: explicit tasks in regions (OpenMP 5.2, 12.5 to 12.7, 15.4, 15.5). A device's tasks are
 * undeferred: the thread that encounters one runs it at once, with its own copies, so that taskwait has nothing to wait
 * for but the events of detached tasks. A task's in_reduction adds to the original at the task's end, which the program
 * may not access before the task group ends.
 *
 *     {   const __gd_u64 __gd_outer = __gd_task_begin(final);
 *         { copies { the task } }
 *         __gd_task_end(__gd_outer);   } */
#include "../host/host_priv.h"

static const struct reduce alone = {"__gd_reduce_alone(", false};

/* The expressions of clauses are evaluated before the task, for their side effects alone where they only advise a
 * scheduler. */
static void task_begin(struct emit *e, const struct region *r)
{
    const struct clause *final = region_clause(r, CLAUSE_FINAL);
    tell(e, "_Bool __gd_deferred = !omp_in_final();");
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == CLAUSE_IF && tells(e))
            out(e, "if (!(%s)) { __GD_TELL(__gd_deferred = 0;) }", text_of(e, c->expr));
        else if (c->kind == CLAUSE_IF || c->kind == CLAUSE_PRIORITY)
            out(e, "(void)(%s);", text_of(e, c->expr));
    out(e, "const __gd_u64 __gd_outer = __gd_task_begin(%s);",
        final ? arena_printf(e->u->arena, "(%s) != 0", text_of(e, final->expr)) : "0");
}

/* A sum that several tasks add to is theirs to order; what the iterations of a task keep to its end is nobody's race.
 */
static void task_copies_end(struct emit *e, struct privates *p)
{
    tell_off(e);
    privates_end(e, p, alone);
    tell_on(e);
}

/* ---- dependences, which only the judge of races is told ---- */

static void tell_dependences(struct emit *e, const struct clause *c)
{
    static const char *const kinds[] = {[0] = "__GD_EMU_OUT", /* of anything: where the items are not known */
                                        [DEPEND_IN] = "__GD_EMU_IN",
                                        [DEPEND_OUT] = "__GD_EMU_OUT",
                                        [DEPEND_MUTEXINOUTSET] = "__GD_EMU_MUTEXINOUTSET",
                                        [DEPEND_INOUTSET] = "__GD_EMU_INOUTSET"};
    const char *kind = kinds[c->items.n ? c->modifiers : 0];
    if (!c->items.n)
        tell(e, "__gd_emu_tell_depend(%s, 0);", kind);
    if (c->items.n && c->iterators.n)
        iterators_open(e, c);
    for (size_t i = 0; i < c->items.n; i++)
        tell(e, "__gd_emu_tell_depend(%s, %s);", kind, item_begin(e, &c->items.v[i]));
    if (c->items.n && c->iterators.n)
        iterators_close(e, c);
}

static void tell_depend(struct emit *e, const struct region *r)
{
    for (const struct clause *c = tells(e) ? r->clauses : NULL; c; c = c->next)
        if (c->kind == CLAUSE_DEPEND)
            tell_dependences(e, c);
}

static void tell_task_end(struct emit *e) { tell(e, "__gd_emu_tell_task_end();"); }

static void task_end(struct emit *e) { out(e, "__gd_task_end(__gd_outer);"); }

static void emit_event(struct emit *e, const struct region *r)
{
    const struct var *v = detach_variable(r);
    if (v)
        out(e, "%s = (__typeof__(%s))__gd_event();", name_of(e, v), name_of(e, v));
}

void emit_task(struct emit *e, const struct region *r)
{
    struct privates p;
    emit_event(e, r);
    task_begin(e, r);
    out_open(e, "if (__gd_task_runs())");
    tell_depend(e, r); /* before the task's own copies of its variables */
    e->own_block = true;
    privates_begin(e, r, &p);
    tell_task(e, r, "!__gd_deferred");
    emit_block(e, r->stmt);
    emit_task_label(e, r);
    tell_task_end(e);
    task_copies_end(e, &p);
    out_close(e);
    task_end(e);
}

void emit_taskgroup(struct emit *e, const struct region *r)
{
    out(e, "const struct __gd_group_of_tasks __gd_group = __gd_taskgroup_begin();");
    tell(e, "__gd_emu_tell_taskgroup_begin();");
    emit_transparent(e, r);
    out(e, "__gd_taskgroup_end(__gd_group);");
    tell(e, "__gd_emu_tell_taskgroup_end();");
}

/* ---- taskloop: __gd_tasks of them, the iterations [__gd_from, __gd_to) each ---- */

/* Where the program says nothing of how many iterations a task has, each may be one of its own; but not those that
 * share a copy that does not lie on the stack, and is judged. */
static bool asks_for_tasks(const struct region *r)
{
    if (region_clause(r, CLAUSE_GRAINSIZE) || region_clause(r, CLAUSE_NUM_TASKS))
        return true;
    for_each_row (s, r, ATTRS_OWN)
        if (s->storage != STORAGE_STACK)
            return true;
    return false;
}

void emit_taskloop(struct emit *e, const struct region *r)
{
    struct privates p;
    emit_bounds(e, r);
    count_tasks(e, r);
    bool group = !region_clause(r, CLAUSE_NOGROUP);
    if (group) {
        out(e, "const struct __gd_group_of_tasks __gd_group = __gd_taskgroup_begin();");
        tell(e, "__gd_emu_tell_taskgroup_begin();");
    }
    task_begin(e, r);
    out_open(e, "for (unsigned long __gd_t = 0; __gd_t < __gd_tasks && __gd_task_runs(); __gd_t++)");
    share_of_task(e, r);
    e->own_block = true;
    privates_begin(e, r, &p);
    linear_begin(e, r);
    emit_dividers(e, r);
    bool as_asked = asks_for_tasks(r);
    if (as_asked)
        tell_task(e, r, "!__gd_deferred");
    out_open(e, "for (unsigned long __gd_k = __gd_from; __gd_k < __gd_to; __gd_k++)");
    if (!as_asked)
        tell_task(e, r, "!__gd_deferred");
    emit_loop_body(e, r, &p);
    if (!as_asked)
        tell_task_end(e);
    out_close(e);
    if (as_asked)
        tell_task_end(e);
    emit_task_label(e, r);
    emit_last_values(e, r, &p);
    task_copies_end(e, &p);
    out_close(e);
    task_end(e);
    if (group) {
        out(e, "__gd_taskgroup_end(__gd_group);");
        tell(e, "__gd_emu_tell_taskgroup_end();");
    }
}

/* The generated tasks are done, but for detached ones; dependences have nothing to order. */
void emit_taskwait(struct emit *e, const struct region *r)
{
    out(e, r->dir == DIR_TASKWAIT ? "__gd_taskwait();" : ";");
    if (r->dir == DIR_TASKWAIT) {
        tell_depend(e, r);
        tell(e, "__gd_emu_tell_taskwait();");
    }
}
