/* gen/private.c: private, firstprivate, lastprivate and reduction copies of one construct (OpenMP 5.2, 5.4 and 5.5).
 *
 * The shape of the output, for firstprivate(f) lastprivate(l) reduction(+: s):
 *     {   double *__gd_o_s = &s; int *__gd_o_f = &f, *__gd_o_l = &l;      the originals, while their names are theirs
 *         {   double s = 0; int f = *__gd_o_f; int l; _Bool __gd_last = 0;
 *             …
 *             struct NAME __gd_red = {s}; if (REDUCE(&__gd_red, …)) *__gd_o_s = *__gd_o_s + __gd_red.s;
 *             if (__gd_last) *__gd_o_l = l;   }   }                                                              */
#include "gen_priv.h"

#include <string.h>

static bool wants_copy(enum clause_kind k)
{
    return k == CLAUSE_PRIVATE || k == CLAUSE_FIRSTPRIVATE || k == CLAUSE_LASTPRIVATE || k == CLAUSE_REDUCTION;
}

/* A simd loop in order on one lane: its reduction works on the original. */
static bool skips_reduction(const struct emit *e, const struct region *r)
{
    return !(r->plan->leaves & ~LEAF_SIMD) && e->simd != r;
}

static const char *declare(struct emit *e, const struct var *v, const char *name)
{
    return type_declare(e->u->arena, v->type, name);
}

static bool is_min_max(enum op o) { return o == OP_MIN || o == OP_MAX; }

static const char *limit_of(struct emit *e, const struct type *t, bool largest)
{
    if (t->kind == TYPE_FLOAT)
        return largest ? "__builtin_inf()" : "-__builtin_inf()";
    if (t->kind == TYPE_BOOL)
        return largest ? "1" : "0";
    unsigned bits = (unsigned)t->size * 8;
    if (!t->is_signed)
        return largest ? "-1" : "0";
    return arena_printf(e->u->arena, largest ? "%ldL" : "(-%ldL - 1)",
                        (long)(bits >= 64 ? INT64_MAX : ((int64_t)1 << (bits - 1)) - 1));
}

static const char *identity(struct emit *e, enum op o, const struct type *t)
{
    switch (o) {
    case OP_MUL:
    case OP_LAND:
        return "1";
    case OP_AND:
        return "-1";
    case OP_MIN:
        return limit_of(e, t, true);
    case OP_MAX:
        return limit_of(e, t, false);
    default:
        return "0";
    }
}

static const char *combine_text(struct emit *e, enum op o, const char *a, const char *b)
{
    if (is_min_max(o))
        return arena_printf(e->u->arena, "%s %c %s ? %s : %s", b, o == OP_MIN ? '<' : '>', a, b, a);
    return arena_printf(e->u->arena, "%s %s %s", a, o == OP_SUB ? "+" : op_name(o), b);
}

static bool check_reduction(struct emit *e, struct clause *c, struct item *it)
{
    const char *what = NULL;
    if (c->op == OP_USER)
        what = "a user-defined reduction";
    else if (it->nsections || it->is_member || it->var->type->kind == TYPE_ARRAY || it->var->type->kind == TYPE_POINTER)
        what = "a reduction of an array or section";
    if (what)
        diag(e->u->diag, DIAG_ERROR, it->loc.file ? it->loc : c->loc, "GN0602",
             "%s ('%s') on the device is not supported yet", what, it->written ? it->written : it->var->name);
    return !what;
}

static size_t align_up(size_t n, size_t a) { return a ? (n + a - 1) / a * a : n; }

unsigned reduction_size(struct region *r)
{
    size_t size = 0, max = 1;
    for (struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++) {
            const struct type *t = c->items.v[i].var ? c->items.v[i].var->type : NULL;
            if (!t || t->size <= 0)
                continue;
            size = align_up(size, t->align) + (size_t)t->size;
            max = t->align > max ? t->align : max;
        }
    return (unsigned)align_up(size, max);
}

static const char *payload_name(struct emit *e, const struct region *r)
{
    return arena_printf(e->u->arena, "gantry_red_%u_%08x", r->id, (unsigned)e->a->hash);
}

/* the payload struct and its combiner, in front of the kernel or function */
static void emit_payload(struct emit *e, struct region *r, struct privates *p)
{
    struct sb fields = {0}, body = {0};
    for (struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++) {
            struct item *it = &c->items.v[i];
            if (!it->var || !check_reduction(e, c, it))
                continue;
            const char *n = it->var->name;
            sb_printf(&fields, " %s;", declare(e, it->var, n));
            sb_printf(&body, "    __gd_a->%s = %s;\n", n,
                      combine_text(e, c->op, arena_printf(e->u->arena, "__gd_a->%s", n),
                                   arena_printf(e->u->arena, "__gd_b->%s", n)));
        }
    p->red = payload_name(e, r);
    p->red_size = reduction_size(r);
    sb_printf(e->before, "struct %s {%s };\n", p->red, fields.s ? fields.s : "");
    sb_printf(e->before,
              "static void %s__combine(void *__gd_into, const void *__gd_from)\n{\n    struct %s *__gd_a = __gd_into;\n"
              "    const struct %s *__gd_b = __gd_from;\n%s}\n",
              p->red, p->red, p->red, body.s ? body.s : "");
    sb_free(&fields);
    sb_free(&body);
}

static void declare_original(struct emit *e, struct region *r, struct clause *c, struct item *it)
{
    (void)r;
    if (c->kind == CLAUSE_PRIVATE || !it->var)
        return;
    out(e, "__typeof__(%s) *__gd_o_%s = &%s;", name_of(e, it->var), it->var->name, name_of(e, it->var));
}

static void declare_private(struct emit *e, struct region *r, struct clause *c, struct item *it)
{
    struct var *v = it->var;
    const char *place = shared_place(e, v, r);
    if (place) {
        point_at_place(e, v, place);
        bool all = all_lanes_run(e) && (c->kind == CLAUSE_FIRSTPRIVATE || c->kind == CLAUSE_REDUCTION);
        if (all)
            guard_open(e, true);
        if (c->kind == CLAUSE_FIRSTPRIVATE)
            out(e, "__builtin_memcpy((void *)%s, (const void *)__gd_o_%s, sizeof *%s);", v->name, v->name, v->name);
        else if (c->kind == CLAUSE_REDUCTION)
            out(e, "*%s = %s;", v->name, identity(e, c->op, v->type));
        if (all)
            guard_close(e, true);
        return;
    }
    bind(e, v, false);
    const char *d = declare_aligned(e, v, v->name);
    if (c->kind == CLAUSE_REDUCTION)
        out(e, "%s = %s;", d, identity(e, c->op, v->type));
    else if (c->kind == CLAUSE_FIRSTPRIVATE && v->type->kind == TYPE_ARRAY)
        out(e, "%s; __builtin_memcpy((void *)&%s, __gd_o_%s, sizeof %s);", d, v->name, v->name, v->name);
    else if (c->kind == CLAUSE_FIRSTPRIVATE)
        out(e, "%s = *__gd_o_%s;", d, v->name);
    else
        out(e, "%s;", d);
}

static bool also_firstprivate(struct region *r, struct var *v)
{
    return region_has_clause_for(r, v, CLAUSE_FIRSTPRIVATE, NULL, NULL);
}

static void each_item(struct emit *e, struct region *r, void (*f)(struct emit *, struct region *, struct clause *, struct item *))
{
    for (struct clause *c = r->clauses; c; c = c->next) {
        if (!wants_copy(c->kind) || (c->kind == CLAUSE_REDUCTION && skips_reduction(e, r)))
            continue;
        for (size_t i = 0; i < c->items.n; i++) {
            struct item *it = &c->items.v[i];
            /* firstprivate and lastprivate of one variable share a copy */
            if (!it->var || (c->kind == CLAUSE_LASTPRIVATE && also_firstprivate(r, it->var)))
                continue;
            f(e, r, c, it);
        }
    }
}

void privates_begin(struct emit *e, struct region *r, struct privates *p)
{
    *p = (struct privates){.r = r, .env_mark = e->env.n, .lanes = e->simd == r};
    for (struct clause *c = r->clauses; c; c = c->next) {
        p->has_last |= c->kind == CLAUSE_LASTPRIVATE;
        p->has_red |= c->kind == CLAUSE_REDUCTION && !skips_reduction(e, r);
    }
    if (p->has_red)
        emit_payload(e, r, p);
    out_open(e, "%s", "");
    each_item(e, r, declare_original);
    out_open(e, "%s", "");
    each_item(e, r, declare_private);
    if (p->has_last)
        out(e, "_Bool __gd_last = 0;");
}

/* Was v reached through a pointer where the construct began? Then all lanes reach one object. */
static bool original_is_shared(const struct emit *e, const struct privates *p, const struct var *v)
{
    for (size_t i = p->env_mark; i-- > 0;)
        if (e->env.v[i].var == v)
            return e->env.v[i].deref;
    return false;
}

/* In front of a store to the original, which every lane of a group does to its own, and the first alone to a shared one */
const char *who_stores(struct emit *e, const struct privates *p, const struct var *v)
{
    bool one = p->lanes && original_is_shared(e, p, v);
    return one ? arena_printf(e->u->arena, "if (__gd_lane(%s) == 0) ", e->crew) : "";
}

/* Of a simd construct that threads or teams share too: the call that combines what groups have, or NULL. */
static const char *combine_further(struct emit *e, const struct privates *p)
{
    unsigned leaves = p->r->plan->leaves;
    const char *call = (leaves & LEAF_TEAMS) ? "__gd_reduce_league(&__gd_env, "
                       : !(leaves & LEAF_FOR) ? NULL
                       : e->where == AT_SPMD_PAR ? "__gd_spmd_reduce_team(" : "__gd_reduce_team(";
    return call ? arena_printf(e->u->arena, "%s&__gd_red, sizeof __gd_red, %s__combine, %s)", call, p->red, e->crew) : NULL;
}

static void emit_reduction(struct emit *e, struct privates *p, struct reduce reduce)
{
    struct sb init = {0};
    for (struct clause *c = p->r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++)
            if (c->items.v[i].var)
                sb_printf(&init, "%s.%s = %s", init.n ? ", " : "", c->items.v[i].var->name,
                          name_of(e, c->items.v[i].var));
    out(e, "struct %s __gd_red = {%s};", p->red, init.s ? init.s : "");
    sb_free(&init);
    const char *call = arena_printf(e->u->arena, "%s&__gd_red, sizeof __gd_red, %s__combine%s%s)", reduce.call, p->red,
                                    reduce.crew ? ", " : "", reduce.crew ? e->crew : "");
    const char *further = p->lanes ? combine_further(e, p) : NULL;
    if (p->lanes)
        out(e, "%s;", call);
    else
        further = call;
    if (further)
        out_open(e, "if (%s)", further);
    for (struct clause *c = p->r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++) {
            struct var *v = c->items.v[i].var;
            if (!v)
                continue;
            const char *o = arena_printf(e->u->arena, "*__gd_o_%s", v->name);
            out(e, "%s%s = %s;", further ? "" : who_stores(e, p, v), o,
                combine_text(e, c->op, o, arena_printf(e->u->arena, "__gd_red.%s", v->name)));
        }
    if (further)
        out_close(e);
}

static void each_reduction(struct emit *e, struct region *r, void (*f)(struct emit *, struct clause *, struct var *))
{
    for (struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++)
            if (c->items.v[i].var)
                f(e, c, c->items.v[i].var);
}

/* ---- the team's copies of a combined construct in generic mode ---- */

static void partial_identity(struct emit *e, struct clause *c, struct var *v)
{
    out(e, "__gd_tr->%s = %s;", v->name, identity(e, c->op, v->type));
}

void partials_begin(struct emit *e, struct region *r)
{
    out(e, "struct %s __gd_tl, *__gd_tr = __gd_share_push(sizeof __gd_tl, &__gd_tl);", payload_name(e, r));
    each_reduction(e, r, partial_identity);
}

void partials_fill(struct emit *e, struct region *r, const char *payload)
{
    for (struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++)
            if (c->items.v[i].var)
                out(e, "%s->%s = &__gd_tr->%s;", payload, c->items.v[i].var->name, c->items.v[i].var->name);
}

static void partial_result(struct emit *e, struct clause *c, struct var *v)
{
    out(e, "%s = %s;", name_of(e, v),
        combine_text(e, c->op, name_of(e, v), arena_printf(e->u->arena, "__gd_tr->%s", v->name)));
}

void partials_end(struct emit *e, struct region *r)
{
    out_open(e, "if (__gd_reduce_teams(&__gd_env, __gd_tr, sizeof *__gd_tr, %s__combine))", payload_name(e, r));
    each_reduction(e, r, partial_result);
    out_close(e);
    out(e, "__gd_share_pop(__gd_tr, &__gd_tl);");
}

/* Run in order on the original, && and || still end as 0 or 1, with no iteration too. */
void finish_logical_reductions(struct emit *e, struct region *r)
{
    for (struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && (c->op == OP_LAND || c->op == OP_LOR) && i < c->items.n; i++)
            if (c->items.v[i].var)
                out(e, "%s = %s != 0;", name_of(e, c->items.v[i].var), name_of(e, c->items.v[i].var));
}

/* Reductions of one team on the initial device: its copies, and their way into the originals under the runtime's lock. */
static void team_original(struct emit *e, struct clause *c, struct var *v)
{
    (void)c;
    out(e, "__typeof__(%s) *__gd_o_%s = &%s;", v->name, v->name, v->name);
}

static void team_copy(struct emit *e, struct clause *c, struct var *v)
{
    out(e, "%s = %s;", declare(e, v, v->name), identity(e, c->op, v->type));
}

static void team_result(struct emit *e, struct clause *c, struct var *v)
{
    const char *o = arena_printf(e->u->arena, "*__gd_o_%s", v->name);
    out(e, "%s = %s;", o, combine_text(e, c->op, o, v->name));
}

void team_copies_begin(struct emit *e, struct region *r)
{
    out_open(e, "%s", "");
    each_reduction(e, r, team_original);
    out_open(e, "%s", "");
    each_reduction(e, r, team_copy);
}

void team_copies_end(struct emit *e, struct region *r)
{
    out(e, "__gantry_host_lock(1);");
    each_reduction(e, r, team_result);
    out(e, "__gantry_host_lock(0);");
    out_close(e);
    out_close(e);
}

void privates_end(struct emit *e, struct privates *p, struct reduce reduce)
{
    /* the copies of teams and distribute belong to the team: one lane speaks for it */
    bool team = all_lanes_run(e) && e->where == AT_SPMD_TEAM && (p->has_red || p->has_last);
    if (team)
        guard_open(e, true);
    if (p->has_red)
        emit_reduction(e, p, reduce);
    for (struct clause *c = p->r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_LASTPRIVATE && !is_conditional(c) && i < c->items.n; i++) {
            struct var *v = c->items.v[i].var;
            if (v && v->type->kind == TYPE_ARRAY)
                out(e, "%sif (__gd_last) __builtin_memcpy(__gd_o_%s, &%s, sizeof %s);", who_stores(e, p, v), v->name,
                    name_of(e, v), name_of(e, v));
            else if (v)
                out(e, "%sif (__gd_last) *__gd_o_%s = %s;", who_stores(e, p, v), v->name, name_of(e, v));
        }
    if (team)
        guard_close(e, true);
    e->env.n = p->env_mark;
    out_close(e);
    out_close(e);
}
