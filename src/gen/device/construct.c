/* gen/device/construct.c: teams, distribute, parallel, for, simd and their combinations on the device. A parallel
 * construct is either inline (that of an SPMD kernel, whose threads all run already) or outlined into a function with
 * one parameter, the payload. */
#include "../gen_priv.h"

/* ---- outlined parallel ---- */

void emit_payload_struct(struct emit *e, const struct region *r)
{
    struct plan *p = r->plan;
    sb_printf(e->before, "struct %s__args {", p->name);
    bool ranges = (p->leaves & LEAF_DISTRIBUTE) && (p->leaves & LEAF_PARALLEL);
    if (ranges)
        sb_add(e->before, " unsigned long __gd_lo, __gd_hi;");
    bool any = ranges;
    for (size_t i = 0; i < p->captures.n; i++) {
        const struct var *v = p->captures.v[i].var;
        if (p->captures.v[i].fixed)
            continue;
        any = true;
        sb_printf(e->before, " %s;", p->captures.v[i].by_value ? storage_field(e, v, v->name) : pointer_field(e, v));
    }
    sb_add(e->before, any ? " };\n" : " char __gd_empty; };\n");
}

static void emit_parallel_work(struct emit *e, const struct region *r, const char *payload);

/* What is mapped lies in blocks of device memory, of which the checks know more. */
static bool is_mapped(const struct emit *e, const struct var *v)
{
    for (size_t i = 0; e->k && i < e->k->captures.n; i++)
        if (e->k->captures.v[i].var == v && e->k->captures.v[i].how == CAP_ADDRESS)
            return true;
    return false;
}

void emit_unpacked(struct emit *e, const struct region *r)
{
    struct plan *p = r->plan;
    const struct var **vars = arena_alloc(e->u->arena, (p->captures.n + 1) * sizeof *vars);
    for (size_t i = 0; i < p->captures.n; i++)
        vars[i] = p->captures.v[i].var;
    emit_local_decls(e, r->stmt, vars, p->captures.n);
    for (size_t i = 0; i < p->captures.n; i++) {
        const struct var *v = p->captures.v[i].var;
        bool value = p->captures.v[i].by_value;
        const char *from =
            arena_printf(e->u->arena, "%s->%s", p->captures.v[i].fixed ? "__gd_fixed" : "__gd_args", v->name);
        bind(e, v, !value);
        if (value && is_local_type(v))
            out(e, "%s = *(__typeof__(%s) *)%s;", type_declare(e->u->arena, v->type, v->name),
                type_declare(e->u->arena, v->type, ""), from);
        else if (value)
            out(e, "%s = %s;", type_declare(e->u->arena, v->type, v->name), from);
        else
            out(e, "%s = %s;", type_declare_pointer(e->u->arena, v->type, v->name),
                is_mapped(e, v) ? from : tell_whole(e, v, from));
    }
}

/* May threads of another region meet it? A function that runs on one of them then keeps its variables to itself. */
static bool may_nest(const struct emit *e) { return !e->k || e->where == AT_PARALLEL || e->where == AT_SPMD_PAR; }

/* The function that every thread of the region runs: unpack, then the body. */
static void emit_outlined_function(struct emit *e, const struct region *r)
{
    struct plan *p = r->plan;
    enum where keep_where = e->where;
    const char *apart = tells(e) && may_nest(e) ? "__GD_APART " : "";
    struct aside function;
    aside_begin(e, &function);
    e->where = AT_PARALLEL;
    out_open(e, "static %svoid %s(void *__gd_payload, __gd_u32 __gd_crew)", apart, p->name);
    emit_allocas(e, r);
    out(e, "struct %s__args *__gd_args = __gd_payload;", p->name);
    emit_unpacked(e, r);
    struct crew_state crew = crew_begin(e, r, "__gd_crew");
    emit_parallel_work(e, r, (p->leaves & LEAF_DISTRIBUTE) ? "__gd_args" : NULL);
    crew_end(e, crew);
    out_close(e);
    e->where = keep_where;
    aside_end(e, &function);
}

/* copies v into the payload's member of its name */
void fill_value(struct emit *e, const struct var *v, const char *payload)
{
    out(e, "__builtin_memcpy((void *)&%s->%s, (const void *)&%s, sizeof %s->%s);", payload, v->name, name_of(e, v),
        payload, v->name);
}

/* The memory may have held another iteration's payload: what is stored there is Gantry's own, and no race with that. */
void fill_payload(struct emit *e, struct plan *p, const char *payload)
{
    if (p->captures.n)
        tell_begins_at(e, payload);
    for (size_t i = 0; i < p->captures.n; i++) {
        const struct var *v = p->captures.v[i].var;
        if (!p->captures.v[i].by_value)
            out(e, "%s->%s = %s;", payload, v->name, address_of(e, v));
        else if (!p->captures.v[i].fixed)
            fill_value(e, v, payload);
    }
}

static void emit_outlined(struct emit *e, const struct region *r)
{
    struct plan *p = r->plan;
    emit_payload_struct(e, r);
    emit_simd_dispatch(e, r);
    emit_outlined_function(e, r);
    bool partials = (p->leaves & LEAF_TEAMS) && sharing_first(r, ATTRS_REDUCED);
    if (partials)
        partials_begin(e, r);
    out(e, "struct %s__args __gd_pl, *__gd_pp = __gd_share_push(sizeof __gd_pl, &__gd_pl);", p->name);
    fill_payload(e, p, "__gd_pp");
    if (partials)
        partials_fill(e, r, "__gd_pp");
    const char *threads = clause_text(e, region_clause(r, CLAUSE_NUM_THREADS), "0");
    const char *cond = clause_text(e, region_if(r, LEAF_PARALLEL), "1");
    /* a kernel's main thread cannot be inside a parallel region: no state is read, no address taken */
    const char *publish = e->k && e->where == AT_SEQ ? "__gd_main_parallel" : "__gd_parallel";
    char *call = arena_printf(e->u->arena, "%s(%u, %s, __gd_pp, (%s), (%s) != 0, %s);", publish, p->parallel_id,
                              p->name, threads, cond, crew_of(e, r));
    if (p->leaves & LEAF_DISTRIBUTE) {
        emit_bounds(e, r);
        out(e, "struct __gd_loop __gd_d;");
        tell_ranges(e);
        emit_who_runs(e, r, "the teams", &p->teams_schedule);
        out_open(e, "%s", range_loop(e, "__gd_d", "__GD_TEAMS", schedule_text(e, &p->teams_schedule, "__gd_n"), "1"));
        out(e, "__gd_pp->__gd_lo = __gd_d.lo;");
        out(e, "__gd_pp->__gd_hi = __gd_d.hi;");
        tell_range(e);
        out(e, "%s", call);
        out_close(e);
        tell_ranges_end(e);
    } else {
        out(e, "%s", call);
    }
    out(e, "__gd_share_pop(__gd_pp, &__gd_pl);");
    if (partials)
        partials_end(e, r);
}

/* ---- what the threads do ---- */

struct reduce team_reduce(struct emit *e, const struct region *r)
{
    bool alone = (e->where == AT_SEQ && e->k) || e->where == AT_SPMD_TEAM; /* one thread has the team's copy */
    if (alone && !(r->plan->leaves & (LEAF_TEAMS | LEAF_PARALLEL)))
        return (struct reduce){"__gd_reduce_alone(", false};
    if (!(r->plan->leaves & LEAF_TEAMS) || e->where == AT_PARALLEL) /* the main thread adds the teams' (partials_end) */
        return (struct reduce){at_spmd(e) ? "__gd_spmd_reduce_team(" : "__gd_reduce_team(", true};
    if (e->where == AT_SPMD_PAR) /* a combined construct: every thread has a copy */
        return (struct reduce){"__gd_reduce_league(&__gd_env, ", true};
    return (struct reduce){"__gd_reduce_teams(&__gd_env, ", false};
}

static void emit_statement(struct emit *e, const struct region *r)
{
    if (!r->plan->leaves) { /* target alone: the kernel's parameters are its private copies */
        emit_block(e, r->stmt);
        return;
    }
    struct privates p;
    privates_begin(e, r, &p);
    emit_block(e, r->stmt);
    emit_parallel_end(e, r);
    privates_end(e, &p, team_reduce(e, r));
}

static void emit_parallel_work(struct emit *e, const struct region *r, const char *payload)
{
    if (r->plan->leaves & LEAF_FOR)
        emit_loop(e, r, team_reduce(e, r), payload);
    else
        emit_statement(e, r);
}

static void emit_inline_parallel(struct emit *e, const struct region *r)
{
    enum where keep = e->where;
    bool own_block = e->own_block;
    emit_simd_dispatch(e, r);
    e->own_block = own_block;
    if (r->plan->unsynced_before == WHY_NONE)
        out(e, "__gd_spmd_barrier(0);");
    if (!e->k->tight)
        out(e, "__gd_spmd_region(&__gd_env, %s__mode, %s);", e->k->name, crew_of(e, r));
    e->where = AT_SPMD_PAR;
    if (r->plan->crew != CREW_ALONE)
        out(e, "const __gd_u32 __gd_crew = %s;", crew_of(e, r));
    const char *word = r->plan->crew != CREW_ALONE ? "__gd_crew" : "1";
    tell_fork(e, word);
    struct crew_state crew = crew_begin(e, r, word);
    emit_parallel_work(e, r, NULL);
    crew_end(e, crew);
    tell_join(e);
    e->where = keep;
    if (r->plan->unsynced_after == WHY_NONE)
        out(e, "__gd_spmd_barrier(0);");
}

static void emit_worksharing(struct emit *e, const struct region *r)
{
    if (r->plan->lanes_of && e->level == r->plan->lanes_of && !e->one_lane)
        emit_simd(e, r);
    else
        emit_loop(e, r, team_reduce(e, r), NULL);
    if ((r->plan->leaves & LEAF_FOR) && !region_clause(r, CLAUSE_NOWAIT)) {
        tell_barrier(e, r);
        out(e, "%s(%s);", e->where == AT_SPMD_PAR ? "__gd_spmd_barrier" : "__gd_barrier", e->control);
    }
}

void emit_device_construct(struct emit *e, const struct region *r)
{
    if (r->mapper) { /* a declaration: map clauses of the host use it */
        sb_addc(e->out, ';');
        return;
    }
    if (!e->a->options.exact_lines)
        emit_line_marker(e, r->pragma_at.begin);
    if (r->dir == DIR_SCAN) { /* its loop runs in order: the two parts follow each other */
        out(e, ";");
        return;
    }
    if (r->dir != DIR_COMBINED) {
        out_open(e, "%s", ""); /* a block, so that `if (x) construct` still governs all of it */
        e->own_block = true;
        emit_agreement(e, r);
        emit_sync(e, r);
        out_close(e);
        return;
    }
    unsigned leaves = r->plan->leaves;
    bool block = !(e->k && r == e->k->region); /* the kernel's own region has the kernel's block */
    if (block) {
        out_open(e, "%s", "");
        e->own_block = true;
    }
    emit_agreement(e, r);
    if ((leaves & LEAF_PARALLEL) && r->plan->inline_parallel)
        emit_inline_parallel(e, r);
    else if (leaves & LEAF_PARALLEL)
        emit_outlined(e, r);
    else if (leaves & (LEAF_FOR | LEAF_DISTRIBUTE))
        emit_worksharing(e, r);
    else if (leaves & LEAF_SIMD)
        emit_simd(e, r);
    else
        emit_statement(e, r);
    if (block)
        out_close(e);
}
