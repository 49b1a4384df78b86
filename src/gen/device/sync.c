/* gen/device/sync.c: the constructs that order threads: barrier, critical, atomic, master, masked, flush. */
#include "../gen_priv.h"

#include <assert.h>

bool at_spmd(const struct emit *e) { return e->where == AT_SPMD_PAR || e->where == AT_SPMD_TEAM; }

void team_barrier(struct emit *e, const struct region *r)
{
    tell_barrier(e, r);
    out(e, "%s(%s);", at_spmd(e) ? "__gd_spmd_barrier" : "__gd_barrier", e->control);
}

/* is it the thread with that number? */
static const char *is_thread(const struct emit *e, const char *number)
{
    return at_spmd(e) ? arena_printf(e->u->arena, "__gd_spmd_thread(%s) == %s%s", e->crew,
                                     number[0] == '0' && !number[1] ? "" : "(__gd_u32)", number)
                      : arena_printf(e->u->arena, "__gd_masked(%s)", number);
}

static void emit_barrier(struct emit *e, const struct region *r)
{
    if (may_be_left(r)) {
        tell_barrier(e, r);
        emit_leave_if(e, r, "__gd_cancel_barrier");
    } else {
        team_barrier(e, r);
    }
}

static void emit_flush(struct emit *e, const struct region *r)
{
    bool release = region_clause(r, CLAUSE_RELEASE), acquire = region_clause(r, CLAUSE_ACQUIRE);
    tell_flush(e, release || !acquire, acquire || !release);
    out(e, "__gd_flush();");
}

static void emit_critical(struct emit *e, const struct region *r)
{
    const char *lock = arena_printf(e->u->arena, "gantry_lock_%s", r->name ? r->name : "unnamed");
    out(e, "extern __gd_u32 %s;", lock);
    bool all = all_lanes_run(e); /* one lane locks for its thread */
    int mark = e->indent;
    if (all) {
        out_open(e, "for (__gd_u32 __gd_turn = 0; __gd_more_turns(__gd_turn, %s); __gd_turn++)", e->crew);
        out_open(e, "if (__gd_my_turn(__gd_turn, %s))", e->crew);
    }
    guard_begin(e, true, true);
    out(e, "__gd_lock(&%s);", lock);
    guard_end(e, all);
    tell(e, "__gd_emu_tell_critical(&%s);", lock);
    emit_block(e, r->stmt);
    tell(e, "__gd_emu_tell_unlock(&%s);", lock);
    guard_begin(e, true, true);
    out(e, "__gd_unlock(&%s);", lock);
    guard_end(e, all);
    out_close_to(e, mark);
}

static void emit_masked(struct emit *e, const struct region *r)
{
    const struct clause *f = region_clause(r, CLAUSE_FILTER);
    out_open(e, "if (%s)", is_thread(e, f ? arena_printf(e->u->arena, "(%s)", text_of(e, f->expr)) : "0"));
    tell(e, "__gd_tell_one();");
    emit_block(e, r->stmt);
    tell(e, "__gd_tell_all();");
    out_close(e);
}

/* ---- atomic ---- */

static const char *new_value(struct emit *e, const struct atomic *a)
{
    const char *op = op_name(a->op);
    return a->reversed ? arena_printf(e->u->arena, "__gd_operand %s __gd_old", op)
                       : arena_printf(e->u->arena, "__gd_old %s __gd_operand", op);
}

/* Flushes around a relaxed operation (OpenMP 5.2, 15.8.6), by the clause with the memory order or the one that
 * `requires` put in its place. */
static void flushes_of(struct emit *e, const struct region *r, bool *before, bool *after)
{
    enum clause_kind o = atomic_order(r) ? atomic_order(r) : e->u->atomic_default;
    const struct clause *c = region_clause(r, CLAUSE_FAIL);
    unsigned fail = c ? c->modifiers : 0;
    bool both = o == CLAUSE_SEQ_CST || o == CLAUSE_ACQ_REL || fail == FAIL_SEQ_CST;
    *before = both || o == CLAUSE_RELEASE;
    *after = both || o == CLAUSE_ACQUIRE || fail == FAIL_ACQUIRE;
}

static void emit_compare(struct emit *e, const struct region *r)
{
    const struct atomic *a = r->atomic;
    const char *stored, *condition = emit_compare_operands(e, a, &stored);
    emit_line_marker(e, r->stmt.begin); /* reports name the line of what follows, too */
    out(e, "__GD_ATOMIC_COMPARE(%s, %s, %s, { %s });", text_of(e, a->x), condition, stored, compare_results(e, a));
}

static void emit_atomic_statement(struct emit *e, const struct region *r)
{
    const struct atomic *a = r->atomic;
    if (a->compare) {
        emit_compare(e, r);
        return;
    }
    const char *x = text_of(e, a->x), *v = text_of(e, a->v);
    const char *operand = text_or(e, a->e, "1");
    if (a->kind == ATOMIC_READ) {
        out(e, "__GD_ATOMIC_READ(%s, %s);", v, x);
    } else if (a->kind == ATOMIC_WRITE) {
        out(e, "__GD_ATOMIC_WRITE(%s, (%s));", x, operand);
    } else if (a->kind == ATOMIC_CAPTURE && a->is_write) {
        out(e, "__GD_ATOMIC_EXCHANGE(%s, %s, (%s));", v, x, operand);
    } else if (a->kind == ATOMIC_UPDATE && a->op == OP_ADD) {
        out(e, "__GD_ATOMIC_ADD(%s, (%s));", x, operand);
    } else if (a->kind == ATOMIC_CAPTURE && a->op == OP_ADD) {
        out(e, "__GD_ATOMIC_ADD_%s(%s, %s, (%s));", a->capture_old ? "OLD" : "NEW", v, x, operand);
    } else {
        out(e, "__typeof__((%s) + 0) __gd_operand = (%s);", operand, operand);
        emit_line_marker(e, r->stmt.begin); /* reports name the line of what follows, too */
        if (a->kind == ATOMIC_UPDATE)
            out(e, "__GD_ATOMIC_UPDATE(%s, __gd_old, %s);", x, new_value(e, a));
        else
            out(e, "__GD_ATOMIC_CAPTURE_%s(%s, %s, __gd_old, %s);", a->capture_old ? "OLD" : "NEW", v, x,
                new_value(e, a));
    }
}

static void emit_atomic(struct emit *e, const struct region *r)
{
    bool before, after;
    flushes_of(e, r, &before, &after);
    if (before) {
        tell_flush(e, true, false);
        out(e, "__gd_flush();");
    }
    emit_line_marker(e, r->stmt.begin);
    emit_atomic_statement(e, r);
    if (after) {
        out(e, "__gd_flush();");
        tell_flush(e, false, true);
    }
}

static const struct {
    enum directive dir;
    void (*emit)(struct emit *, const struct region *);
} rows[] = {
    {DIR_BARRIER, emit_barrier},
    {DIR_FLUSH, emit_flush},
    {DIR_CRITICAL, emit_critical},
    {DIR_ATOMIC, emit_atomic},
    {DIR_SINGLE, emit_single},
    {DIR_BARRIER_LEAGUE, emit_league_barrier},
    {DIR_SINGLE_LEAGUE, emit_league_single},
    {DIR_MASTER, emit_masked},
    {DIR_MASKED, emit_masked},
    {DIR_SECTIONS, emit_sections},
    {DIR_SCOPE, emit_scope},
    {DIR_ORDERED, emit_ordered},
    {DIR_CANCEL, emit_cancel},
    {DIR_CANCELLATION_POINT, emit_cancel},
    {DIR_ERROR, emit_error},
    {DIR_NOTHING, emit_transparent},
    {DIR_ASSUME, emit_transparent},
    {DIR_SINGLE_LAUNCH, emit_transparent},
    {DIR_DISPATCH, emit_transparent},
    {DIR_TASKGRAPH, emit_transparent},
    {DIR_TASK, emit_task},
    {DIR_TASKLOOP, emit_taskloop},
    {DIR_TASKLOOP_SIMD, emit_taskloop},
    {DIR_TASKGROUP, emit_taskgroup},
    {DIR_TASKWAIT, emit_taskwait},
    {DIR_TASKYIELD, emit_taskwait},
    {DIR_DEPOBJ, emit_taskwait},
};

void emit_sync(struct emit *e, const struct region *r)
{
    size_t i = 0;
    while (i < sizeof rows / sizeof *rows && rows[i].dir != r->dir)
        i++;
    assert(i < sizeof rows / sizeof *rows); /* analysis/plan/unsupported.c has refused what has no row */
    rows[i].emit(e, r);
}
