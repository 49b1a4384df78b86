/* gen/device/cancel.c: cancellation on the device (OpenMP 5.2, chapter 16). `cancel` stands directly in the construct
 * that it ends: it becomes a jump to the end of it.
 *
 *     for (… ranges …) { … if (__gd_cancel(__GD_CANCEL_WORK, found)) goto __gd_end_7; … }
 *     __gd_end_7:; __gd_cancel_work_end(0);                        copies, reductions and the barrier follow
 *
 *     { … if (__gd_cancel(__GD_CANCEL_PARALLEL, found)) goto __gd_end_5; …
 *         if (__gd_cancel_agree(0)) goto __gd_end_5; { a work-sharing construct } … }
 *     __gd_end_5:; __gd_cancel_join(0);
 *
 * Between an agreement and the end of its construct no thread can leave the parallel region. */
#include "../gen_priv.h"

static const char *label(struct emit *e, const struct region *r)
{
    return arena_printf(e->u->arena, "__gd_end_%u", r->id);
}

/* The label that a cancel jumps to, and the call after it. */
static void emit_end(struct emit *e, const struct region *r, const char *call)
{
    out(e, "%s:;", label(e, r));
    out(e, "%s(%s);", call, e->control);
}

void emit_work_end(struct emit *e, const struct region *r)
{
    if (is_cancelled(r, CLAUSE_OF_FOR) || is_cancelled(r, CLAUSE_OF_SECTIONS))
        emit_end(e, r, "__gd_cancel_work_end");
}

void emit_parallel_end(struct emit *e, const struct region *r)
{
    if (is_cancelled(r, CLAUSE_OF_PARALLEL))
        emit_end(e, r, "__gd_cancel_join");
}

bool may_be_left(const struct region *r) { return r->parent && is_cancelled(r->parent, CLAUSE_OF_PARALLEL); }

void emit_leave_if(struct emit *e, const struct region *r, const char *call)
{
    out(e, "if (%s(%s)) goto %s;", call, e->control, label(e, r->parent));
}

void emit_agreement(struct emit *e, const struct region *r)
{
    if (may_be_left(r) && runs_as_team(r))
        emit_leave_if(e, r, "__gd_cancel_agree");
}

static bool on_parallel(const struct region *r) { return region_clause(r, CLAUSE_OF_PARALLEL); }

/* A cancellation point in a construct without a cancel is nothing. */
void emit_cancel(struct emit *e, const struct region *r)
{
    const struct region *of = cancelled_by(r);
    const char *now = r->dir == DIR_CANCEL ? condition_text(e, region_clause(r, CLAUSE_IF)) : "0";
    if (region_clause(r, CLAUSE_OF_TASKGROUP))
        out(e, "if (__gd_cancel_tasks(%s)) goto %s;", now, label(e, of));
    else if (is_cancelled(of, on_parallel(r)            ? CLAUSE_OF_PARALLEL
                              : of->dir == DIR_SECTIONS ? CLAUSE_OF_SECTIONS
                                                        : CLAUSE_OF_FOR))
        out(e, "if (__gd_cancel(%s, %s)) goto %s;", on_parallel(r) ? "__GD_CANCEL_PARALLEL" : "__GD_CANCEL_WORK", now,
            label(e, of));
}

/* ---- task groups: gen/device/tasks.c ---- */

void emit_task_label(struct emit *e, const struct region *r)
{
    if (has_cancellation_of_tasks(r))
        out(e, "%s:;", label(e, r));
}
