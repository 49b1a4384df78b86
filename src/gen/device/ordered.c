/* gen/device/ordered.c: ordered regions and doacross loops (OpenMP 5.2, 15.9.7 and 15.10).
 *
 * `ordered`: a counter of the team says whose turn it is; an iteration without its ordered region passes the turn on at
 * its end:
 *     struct __gd_ordered __gd_od;  __gd_ordered_begin(&__gd_od, LEVEL, crew);
 *     for (… __gd_k …) {
 *         __gd_ordered_iteration(&__gd_od, __gd_k);  do { … } while (0);  __gd_ordered_end(&__gd_od, crew);
 *     }
 * where the region is
 *     __gd_ordered_enter(&__gd_od);  { … }  __gd_ordered_leave(&__gd_od, crew);
 *
 * `ordered(n)`: an iteration's vector becomes two numbers, of the loops that threads share and of the inner ones. Each
 * thread publishes the last number that it has finished; since its numbers grow, all before are finished too
 * (runtime/device/ordered.c). */
#include "../gen_priv.h"

static bool waits(const struct region *r) { return region_clause(r, CLAUSE_ORDERED) && (r->plan->leaves & LEAF_FOR); }

/* the product of the extents of loops [from, to) */
static const char *extent(struct emit *e, unsigned from, unsigned to)
{
    struct sb s = {0};
    sb_add(&s, "1UL");
    for (unsigned j = from; j < to; j++)
        sb_printf(&s, " * __gd_n%u", j);
    return sb_take(&s, e->u->arena);
}

void emit_ordered_begin(struct emit *e, const struct region *r)
{
    const char *level = at_spmd(e) ? "__GD_SPMD_THREADS" : "__GD_THREADS";
    if (!waits(r))
        return;
    for (unsigned j = r->nloops; j < r->ndeep; j++)
        emit_bounds_of(e, &r->loops[j], j);
    if (r->ndeep) {
        out(e, "struct __gd_doacross __gd_da;");
        out(e, "__gd_doacross_begin(&__gd_da, %s, %s, %s, %s);", level,
            schedule_text(e, &r->plan->threads_schedule, "__gd_n"), extent(e, r->nloops, r->ndeep), e->crew);
    } else {
        out(e, "struct __gd_ordered __gd_od;");
        out(e, "__gd_ordered_begin(&__gd_od, %s, %s);", level, e->crew);
    }
}

/* `do`: the user's `continue` goes to the end of the iteration */
void emit_ordered_body(struct emit *e, const struct region *r, struct slice body)
{
    if (!waits(r)) {
        emit_block(e, body);
        return;
    }
    if (!r->ndeep)
        out(e, "__gd_ordered_iteration(&__gd_od, __gd_k);");
    out_open(e, "do");
    for (unsigned j = r->nloops; j < r->ndeep; j++) /* loop variables of the nest are private */
        if (!r->loops[j].iv_declared) {
            bind(e, r->loops[j].iv, false);
            out(e, "%s;", type_declare(e->u->arena, r->loops[j].iv->type, r->loops[j].iv->name));
        }
    emit_block(e, body);
    out_close(e);
    out(e, "while (0);");
    if (r->ndeep)
        out(e, "__gd_doacross_post(&__gd_da, __gd_k, %s - 1, %s);", extent(e, r->nloops, r->ndeep), e->crew);
    else
        out(e, "__gd_ordered_end(&__gd_od, %s);", e->crew);
}

/* ---- ordered regions ---- */

static const struct region *loop_of(const struct region *r)
{
    for (r = r->parent; r && !(r->leaves & (LEAF_FOR | LEAF_SIMD)); r = r->parent)
        ;
    return r;
}

/* __gd_xJ = number of the iteration of loop j where its variable is `value`; __gd_in: there is such an iteration */
static void emit_index(struct emit *e, const struct loop *l, unsigned j, const char *value)
{
    bool up = loop_goes_up(l);
    const char *cast = l->iv->type->kind == TYPE_POINTER ? "" : "(long)";
    if (up)
        out(e, "const long __gd_t%u = %s(%s) - %s__gd_lb%u;", j, cast, value, cast, j);
    else
        out(e, "const long __gd_t%u = %s__gd_lb%u - %s(%s);", j, cast, j, cast, value);
    out(e, "const unsigned long __gd_x%u = (unsigned long)__gd_t%u / (unsigned long)__gd_st%u;", j, j, j);
    out(e, "__gd_in &= __gd_t%u >= 0 && __gd_x%u < __gd_n%u;", j, j, j);
}

/* the number that the indices of loops [from, to) make */
static const char *number(struct emit *e, unsigned from, unsigned to)
{
    const char *n = "0UL";
    for (unsigned j = from; j < to; j++)
        n = arena_printf(e->u->arena, "(%s * __gd_n%u + __gd_x%u)", n, j, j);
    return n;
}

static const char *here(struct emit *e, const struct region *loop)
{
    for (unsigned j = loop->nloops; j < loop->ndeep; j++)
        emit_index(e, &loop->loops[j], j, name_of(e, loop->loops[j].iv));
    return number(e, loop->nloops, loop->ndeep);
}

static void emit_doacross(struct emit *e, const struct region *loop, const struct clause *c)
{
    out_open(e, "%s", "");
    out(e, "_Bool __gd_in = 1;");
    if (c->modifiers == DOACROSS_SINK) {
        for (unsigned j = 0; j < loop->ndeep; j++)
            emit_index(e, &loop->loops[j], j, text_of(e, c->items.v[j].text));
        out(e, "if (__gd_in) __gd_doacross_wait(&__gd_da, %s, %s, %s);", number(e, 0, loop->nloops),
            number(e, loop->nloops, loop->ndeep), e->crew);
        tell_key(e, "acquire", loop, number(e, 0, loop->ndeep));
    } else if (c->modifiers == DOACROSS_BEFORE) {
        const char *inner = here(e, loop);
        out(e, "__gd_doacross_wait_before(&__gd_da, __gd_k, %s, %s);", inner, e->crew);
        tell_key(e, "acquire", loop, arena_printf(e->u->arena, "__gd_k * __gd_da.inner + %s - 1", inner));
    } else {
        const char *inner = here(e, loop);
        tell_key(e, "release", loop, arena_printf(e->u->arena, "__gd_k * __gd_da.inner + %s", inner));
        out(e, "__gd_doacross_post(&__gd_da, __gd_k, %s, %s);", inner, e->crew);
    }
    out(e, "(void)__gd_in;");
    out_close(e);
}

void emit_ordered(struct emit *e, const struct region *r)
{
    const struct region *loop = loop_of(r);
    if (region_clause(r, CLAUSE_DOACROSS)) {
        for (const struct clause *c = r->clauses; c; c = c->next)
            if (c->kind == CLAUSE_DOACROSS)
                emit_doacross(e, loop, c);
        return;
    }
    bool threads = region_clause(r, CLAUSE_THREADS) || !region_clause(r, CLAUSE_SIMD);
    if (threads)
        out(e, "__gd_ordered_enter(&__gd_od);");
    tell_key(e, "acquire", loop, "0");
    emit_braced(e, r->stmt);
    tell_key(e, "release", loop, "0");
    if (threads)
        out(e, "__gd_ordered_leave(&__gd_od, %s);", e->crew);
}
