/* gen/construct.c: teams, distribute, parallel, for, simd and their combinations on the device. A parallel construct
 * is either inline (an SPMD kernel's own: every thread is there already) or outlined into a function of one payload. */
#include "gen_priv.h"

#include <string.h>

void emit_region(struct emit *e, struct region *r)
{
    if (e->where == AT_HOST)
        emit_host_region(e, r);
    else
        emit_device_construct(e, r);
}

/* ---- simd alone: one lane to a thread, the loop runs in order ---- */

static bool iv_is_own(struct emit *e, struct region *r, const struct loop *l)
{
    struct slice fn = e->k ? e->k->region->stmt : e->fn->func->def;
    for (struct region *p = r->parent; p && p->plan; p = p->parent)
        if (p->plan->leaves & LEAF_PARALLEL) {
            fn = p->stmt;
            break;
        }
    return l->iv_declared || slice_has(fn, l->iv->decl) || is_deref(e, l->iv);
}

static void emit_simd(struct emit *e, struct region *r)
{
    struct privates p;
    privates_begin(e, r, &p);
    for (unsigned j = 0; j < r->nloops; j++) {
        if (iv_is_own(e, r, &r->loops[j]))
            continue;
        out(e, "%s;", type_declare(e->u->arena, r->loops[j].iv->type, r->loops[j].iv->name));
        bind(e, r->loops[j].iv, false);
    }
    emit_block(e, r->stmt);
    finish_logical_reductions(e, r);
    if (p.has_last)
        out(e, "__gd_last = 1;");
    privates_end(e, &p, "");
}

/* ---- outlined parallel ---- */

static const char *declare_pointer(struct emit *e, const struct var *v)
{
    return type_declare(e->u->arena, v->type, arena_printf(e->u->arena, "(*%s)", v->name));
}

static void emit_payload_struct(struct emit *e, struct region *r)
{
    struct plan *p = r->plan;
    sb_printf(e->before, "struct %s__args {", p->name);
    if (p->leaves & LEAF_DISTRIBUTE)
        sb_add(e->before, " unsigned long __gd_lo, __gd_hi;");
    for (size_t i = 0; i < p->captures.n; i++) {
        struct var *v = p->captures.v[i].var;
        sb_printf(e->before, " %s;",
                  p->captures.v[i].by_value ? storage_field(e, v, v->name) : pointer_field(e, v));
    }
    sb_add(e->before, p->captures.n || (p->leaves & LEAF_DISTRIBUTE) ? " };\n" : " char __gd_empty; };\n");
}

static void emit_parallel_work(struct emit *e, struct region *r, const char *payload);

/* The function that every thread of the region runs: unpack, then the body. */
static void emit_outlined_function(struct emit *e, struct region *r)
{
    struct plan *p = r->plan;
    struct sb text = {0}, *keep_out = e->out;
    enum where keep_where = e->where;
    int keep_indent = e->indent;
    size_t mark = e->env.n;
    e->out = &text;
    e->where = AT_PARALLEL;
    e->indent = 0;
    out(e, "static void %s(void *__gd_payload)", p->name);
    out_open(e, "%s", "");
    out(e, "struct %s__args *__gd_args = __gd_payload;", p->name);
    const struct var **vars = arena_alloc(e->u->arena, (p->captures.n + 1) * sizeof *vars);
    for (size_t i = 0; i < p->captures.n; i++)
        vars[i] = p->captures.v[i].var;
    emit_local_decls(e, r->stmt, vars, p->captures.n);
    for (size_t i = 0; i < p->captures.n; i++) {
        struct var *v = p->captures.v[i].var;
        bool value = p->captures.v[i].by_value;
        bind(e, v, !value);
        if (value && is_local_type(v))
            out(e, "%s = *(__typeof__(%s) *)__gd_args->%s;", type_declare(e->u->arena, v->type, v->name),
                type_declare(e->u->arena, v->type, ""), v->name);
        else
            out(e, "%s = __gd_args->%s;", value ? type_declare(e->u->arena, v->type, v->name) : declare_pointer(e, v),
                v->name);
    }
    emit_parallel_work(e, r, (p->leaves & LEAF_DISTRIBUTE) ? "__gd_args" : NULL);
    out_close(e);
    e->env.n = mark;
    e->out = keep_out;
    e->where = keep_where;
    e->indent = keep_indent;
    sb_addn(e->before, text.s, text.n);
    sb_free(&text);
}

static const char *expr_or(struct emit *e, struct region *r, enum clause_kind k, const char *otherwise)
{
    for (struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == k && (k != CLAUSE_IF || c->applies_to == LEAF_NONE || c->applies_to == LEAF_PARALLEL))
            return text_of(e, c->expr);
    return otherwise;
}

static void fill_payload(struct emit *e, struct plan *p)
{
    for (size_t i = 0; i < p->captures.n; i++) {
        struct var *v = p->captures.v[i].var;
        if (!p->captures.v[i].by_value)
            out(e, "__gd_pp->%s = &%s;", v->name, name_of(e, v));
        else
            out(e, "__builtin_memcpy((void *)&__gd_pp->%s, (const void *)&%s, sizeof __gd_pp->%s);", v->name,
                name_of(e, v), v->name);
    }
}

static void emit_outlined(struct emit *e, struct region *r)
{
    struct plan *p = r->plan;
    emit_payload_struct(e, r);
    emit_outlined_function(e, r);
    out_open(e, "%s", "");
    out(e, "struct %s__args __gd_pl, *__gd_pp = __gd_share_push(sizeof __gd_pl, &__gd_pl);", p->name);
    fill_payload(e, p);
    const char *threads = expr_or(e, r, CLAUSE_NUM_THREADS, "0"), *cond = expr_or(e, r, CLAUSE_IF, "1");
    /* a kernel's main thread cannot be inside a parallel region: no state is read, no address taken */
    const char *publish = e->k && e->where == AT_SEQ ? "__gd_main_parallel" : "__gd_parallel";
    char *call = arena_printf(e->u->arena, "%s(%u, %s, __gd_pp, (%s), (%s) != 0);", publish, p->parallel_id, p->name,
                              threads, cond);
    if (p->leaves & LEAF_DISTRIBUTE) {
        struct clause *d = region_clause(r, CLAUSE_DIST_SCHEDULE);
        emit_bounds(e, r);
        out(e, "struct __gd_loop __gd_d;");
        out_open(e, "for (__gd_loop_begin(&__gd_d, __GD_TEAMS, __GD_STATIC, __gd_n, %s); __gd_loop_more(&__gd_d); "
                    "__gd_loop_next(&__gd_d))",
                 d && d->expr.end > d->expr.begin ? text_of(e, d->expr) : "0");
        out(e, "__gd_pp->__gd_lo = __gd_d.lo;");
        out(e, "__gd_pp->__gd_hi = __gd_d.hi;");
        out(e, "%s", call);
        out_close(e);
    } else {
        out(e, "%s", call);
    }
    out(e, "__gd_share_pop(__gd_pp, &__gd_pl);");
    out_close(e);
}

/* ---- what the threads do ---- */

static const char *team_reduce(struct emit *e, struct region *r)
{
    bool spmd = e->where == AT_SPMD_PAR || e->where == AT_SPMD_TEAM;
    if (r->plan->leaves & LEAF_TEAMS)
        return spmd ? "__gd_reduce_league(&__gd_env, " : "__gd_reduce_teams(&__gd_env, ";
    return spmd ? "__gd_spmd_reduce_team(" : "__gd_reduce_team(";
}

static void emit_statement(struct emit *e, struct region *r)
{
    if (!r->plan->leaves) { /* target alone: the kernel's parameters are its private copies */
        emit_block(e, r->stmt);
        return;
    }
    struct privates p;
    privates_begin(e, r, &p);
    emit_block(e, r->stmt);
    privates_end(e, &p, team_reduce(e, r));
}

static void emit_parallel_work(struct emit *e, struct region *r, const char *payload)
{
    if (r->plan->leaves & LEAF_FOR)
        emit_loop(e, r, team_reduce(e, r), payload);
    else
        emit_statement(e, r);
}

static bool in_distribute_loop(const struct region *r)
{
    for (r = r->parent; r && r->plan; r = r->parent)
        if (r->plan->leaves & LEAF_DISTRIBUTE)
            return true;
    return false;
}

static void emit_inline_parallel(struct emit *e, struct region *r)
{
    enum where keep = e->where;
    e->where = AT_SPMD_PAR;
    emit_parallel_work(e, r, NULL);
    e->where = keep;
    if (in_distribute_loop(r)) /* the end of the parallel region, before the next iteration of distribute */
        out(e, "__gd_spmd_barrier();");
}

static void emit_worksharing(struct emit *e, struct region *r)
{
    emit_loop(e, r, team_reduce(e, r), NULL);
    if ((r->plan->leaves & LEAF_FOR) && !region_clause(r, CLAUSE_NOWAIT))
        out(e, e->where == AT_SPMD_PAR ? "__gd_spmd_barrier();" : "__gd_barrier();");
}

void emit_device_construct(struct emit *e, struct region *r)
{
    char buf[128];
    emit_line_marker(e, r->pragma_at.begin);
    if (r->dir != DIR_COMBINED) {
        out_open(e, "%s", ""); /* one statement for one, as under `if` without braces */
        if (!emit_sync(e, r))
            diag(e->u->diag, DIAG_ERROR, r->loc, "GN0601", "'%s' in a target region is not supported yet",
                 directive_name(r->leaves, r->dir, buf, sizeof buf));
        out_close(e);
        return;
    }
    if (r->leaves & LEAF_TARGET) {
        if (e->k && e->k->region == r)
            goto own;
        diag(e->u->diag, DIAG_ERROR, r->loc, "GN0604", "a 'target' construct cannot be inside device code");
        return;
    }
own:;
    unsigned leaves = r->plan->leaves;
    out_open(e, "%s", "");
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
    out_close(e);
}
