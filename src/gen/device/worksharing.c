/* gen/device/worksharing.c: sections, single, scope (OpenMP 5.2, 11.1 to 11.3) and the constructs that need no code of
 * their own.
 *
 * Sections are the iterations of a loop over their numbers: thread t of T runs sections t, t + T, …
 *     for (… __gd_k …) switch (__gd_k) { case 0: {…} break;  case 1: {…} break; }                              */
#include "../gen_priv.h"

/* ---- sections ---- */

void emit_sections(struct emit *e, const struct region *r)
{
    struct sections s = sections_of(e->u->arena, r);
    struct privates p;
    privates_begin(e, r, &p);
    privates_made(e, r);
    tell_loop(e, r, false);
    out(e, "struct __gd_loop __gd_l;");
    out(e, "%s",
        range_loop(e, "__gd_l", at_spmd(e) ? "__GD_SPMD_THREADS" : "__GD_THREADS",
                   arena_printf(e->u->arena, "__GD_CYCLIC, %zu, 0", s.text.n), e->crew));
    e->indent++;
    out_open(e, "for (unsigned long __gd_k = __gd_l.lo; __gd_k < __gd_l.hi; __gd_k += __gd_l.stride)");
    tell_at(e, r, "__gd_k");
    if (p.has_last)
        out(e, "__gd_last |= __gd_k == %zu;", s.text.n - 1);
    out_open(e, "switch (__gd_k)");
    for (size_t i = 0; i < s.text.n; i++) {
        out_open(e, "case %zu:", i);
        emit_block(e, s.text.v[i]);
        out(e, "break;");
        out_close(e);
    }
    out_close(e);
    out_close(e);
    e->indent--;
    emit_work_end(e, r);
    tell_loop_end(e, r);
    privates_end(e, &p, team_reduce(e, r));
    if (!region_clause(r, CLAUSE_NOWAIT))
        team_barrier(e, r);
}

/* ---- single ---- */

/* copyprivate: the thread that ran the block broadcasts its copies. */
static bool emit_copies(struct emit *e, const struct region *r, const char *mine)
{
    bool any = false;
    for_each_row (s, r, ATTR_COPYPRIVATE) {
        const char *v = name_of(e, s->var);
        out(e, "%s((void *)&%s, sizeof %s, %s, %s, %s);", at_spmd(e) ? "__gd_spmd_copyprivate" : "__gd_copyprivate", v,
            v, mine, e->control, e->crew);
        any = true;
    }
    return any;
}

void emit_single(struct emit *e, const struct region *r)
{
    const char *mine = at_spmd(e) ? arena_printf(e->u->arena, "__gd_spmd_thread(%s) == 0", e->crew) : "__gd_single()";
    struct privates p;
    tell_loop(e, r, false);
    out_open(e, "if (%s)", mine);
    e->own_block = true;
    tell_at(e, r, "0");
    privates_begin(e, r, &p);
    emit_block(e, r->stmt);
    privates_end(e, &p, (struct reduce){"", false});
    out_close(e);
    tell_loop_end(e, r);
    bool met = emit_copies(e, r, mine);
    if (met)
        tell_barrier(e, r);
    else if (!region_clause(r, CLAUSE_NOWAIT))
        team_barrier(e, r);
}

/* ---- scope ---- */

void emit_scope(struct emit *e, const struct region *r)
{
    struct privates p;
    privates_begin(e, r, &p);
    emit_block(e, r->stmt);
    privates_end(e, &p, team_reduce(e, r));
    if (!region_clause(r, CLAUSE_NOWAIT))
        team_barrier(e, r);
}

/* ---- what is for compilers alone ---- */

void emit_transparent(struct emit *e, const struct region *r)
{
    if (given(r->stmt))
        emit_block(e, r->stmt);
}
