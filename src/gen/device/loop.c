/* gen/device/loop.c: a loop over teams, threads or both: ranges from the device runtime, by the schedules of the plan.
 */
#include "../gen_priv.h"

#include <string.h>

/* A schedule clause as text for comments: chunks that are not constant are left out. */
static const char *words_of(struct emit *e, const struct clause *c)
{
    const char *kind = keyword_word(CLAUSE_SCHEDULE, c->modifiers & SCHED_KIND);
    return c->expr_const ? arena_printf(e->u->arena, "%s in chunks of %lld", kind, (long long)c->expr_value) : kind;
}

void emit_who_runs(struct emit *e, const struct region *r, const char *level, const struct schedule *schedule)
{
    const struct region *q = loops_run_by(r);
    const char *words = schedule && schedule->why == WHY_TUNED ? "as measured"
                        : schedule && schedule->clause         ? words_of(e, schedule->clause)
                                                               : NULL;
    struct sb names = {0};
    unsigned march = q->plan->march;
    for (unsigned j = 0; j < q->nloops; j++)
        if (j + 1 != march)
            sb_printf(&names, "%s%s", names.n ? ", " : "", q->loops[j].iv->name);
    out(e, "/* %s: %s%s%s%s%s */", names.s, level, march ? ", each with all of " : "",
        march ? q->loops[march - 1].iv->name : "", words ? ", " : "", words ? words : "");
    sb_free(&names);
}

static const char *chunk_text(struct emit *e, const struct schedule *s)
{
    switch (s->chunk) {
    case CHUNK_ANY:
        return "0";
    case CHUNK_ONE:
        return "1";
    case CHUNK_OF_CLAUSE:
        return text_of(e, s->clause->expr);
    case CHUNK_OF_LANES:
        return arena_printf(e->u->arena, "(%s & __GD_SIZE_MASK)", e->crew);
    case CHUNK_OF_RUN:
        return "__gd_run_chunk()";
    case CHUNK_TUNED:
        return arena_printf(e->u->arena, "%lld", (long long)s->size);
    }
    return NULL;
}

const char *schedule_text(struct emit *e, const struct schedule *s, const char *n)
{
    static const char *const kinds[] = {[SCHED_STATIC] = "__GD_STATIC",
                                        [SCHED_DYNAMIC] = "__GD_DYNAMIC",
                                        [SCHED_GUIDED] = "__GD_GUIDED",
                                        [SCHED_AUTO] = "__GD_CYCLIC",
                                        [SCHED_RUNTIME] = "__gd_run_sched(0)"};
    const char *kind = s->kind == SCHED_RUNTIME && s->in_ranges ? "__gd_run_sched(1)" : kinds[s->kind];
    return arena_printf(e->u->arena, "%s, %s, %s", kind, n, chunk_text(e, s));
}

const char *range_loop(struct emit *e, const char *name, const char *level, const char *schedule, const char *crew)
{
    return arena_printf(e->u->arena,
                        "for (__gd_loop_begin(&%s, %s, %s, %s); __gd_loop_more(&%s); __gd_loop_next(&%s, %s))", name,
                        level, schedule, crew, name, name, crew);
}

/* among whom iterations are divided */
enum share_level { OF_TEAMS, OF_THREADS, OF_ALL };

/* The head of the loop over the ranges that one team or thread gets of n iterations. */
static void emit_ranges(struct emit *e, const struct region *r, const char *name, enum share_level level, const char *n)
{
    static const char *const levels[][2] = {[OF_TEAMS] = {"__GD_TEAMS", "__GD_TEAMS"},
                                            [OF_THREADS] = {"__GD_THREADS", "__GD_SPMD_THREADS"},
                                            [OF_ALL] = {"__GD_SPMD_ALL", "__GD_SPMD_ALL"}};
    static const char *const who[] = {"the teams", "the threads of the team", "all threads of all teams"};
    const struct schedule *s = level == OF_TEAMS ? &r->plan->teams_schedule : &r->plan->threads_schedule;
    out(e, "struct __gd_loop %s;", name);
    emit_who_runs(e, r, who[level], s);
    out(e, "%s", range_loop(e, name, levels[level][at_spmd(e)], schedule_text(e, s, n), e->crew));
}

bool emit_outer_ranges(struct emit *e, const struct region *r, const char *name)
{
    unsigned leaves = r->plan->leaves;
    if (!(leaves & (LEAF_DISTRIBUTE | LEAF_FOR)))
        return false;
    emit_ranges(e, r, name, (leaves & LEAF_FOR) ? OF_THREADS : OF_TEAMS, "__gd_n");
    return true;
}

void emit_loop_body(struct emit *e, const struct region *r, struct privates *p)
{
    emit_iteration(e, r, p, emit_ordered_body);
}

/* The iteration __gd_j of 32 bits, behind base */
static void emit_narrow_body(struct emit *e, const struct region *r, struct privates *p, const char *base)
{
    out(e, "const unsigned long __gd_k = %s%s__gd_j;", base ? base : "", base ? " + " : "");
    tell_at(e, r, "__gd_k");
    emit_loop_body(e, r, p);
}

/* May this code go by what the launch has found of the kernel's data? A phase's data may change in another phase. */
static bool knows_apart(const struct emit *e, const struct region *r)
{
    return loops_run_by(r)->plan->apart && at_spmd(e) && e->k && !e->fn && !is_phase(e->a, e->k);
}

/* Names for what the kernel only reads, by which it is loaded as what nobody changes; inside the loop they have the
 * user's name. */
static void emit_only_read(struct emit *e, bool inside)
{
    for_each (struct capture, c, e->k->captures) {
        const char *name = c->var->name, *mine = arena_printf(e->u->arena, "__gd_only_%s", name);
        const char *plain = captured_by_address(c) ? arena_printf(e->u->arena, "(*%s)", name) : name;
        if (!c->only_read || strcmp(name_of(e, c->var), plain))
            continue;
        const char *declared = (captured_by_address(c) ? type_declare_pointer : type_declare)(e->u->arena, c->var->type,
                                                                                              inside ? name : mine);
        out(e, inside ? "%s = %s;" : "%s = __gd_only_read(%s);", declared, inside ? mine : name);
    }
}

/* Several iterations of the thread behind one comparison, as long as there are so many; then one by one. The loop's
 * variable goes from one to the next by sums that do not wrap, so that addresses do, too. */
static void emit_rounds(struct emit *e, const struct region *r, struct privates *p, const char *base)
{
    const struct region *q = loops_run_by(r);
    const char *first = base ? arena_printf(e->u->arena, "(%s + __gd_j)", base) : "__gd_j";
    bool apart = knows_apart(e, r);
    out_open(e, "%s", "");
    out(e, "unsigned __gd_j = (unsigned)__gd_l.lo;");
    out(e, "const unsigned __gd_step = __GD_NARROW(__gd_l.stride);");
    out(e, "const unsigned __gd_full = %s__gd_full_rounds(%u, __gd_l.hi, __gd_step);",
        apart ? "!(__gd_env.flags & __GD_ENV_APART) ? 0 : " : "", q->plan->rounds);
    if (apart)
        emit_only_read(e, false);
    out_open(e, "for (; __gd_j < __gd_full; __gd_j += %u * __gd_step)", q->plan->rounds);
    out(e, "int __gd_value = %s;", narrow_value(e, q, first));
    out(e, "__GD_UNROLL");
    out_open(e, "for (int __gd_round = 0; __gd_round < %u; __gd_round++, __gd_value %c= %s)", q->plan->rounds,
             loop_goes_up(&q->loops[0]) ? '+' : '-', narrow_distance(e, q, "(int)__gd_step"));
    if (apart)
        emit_only_read(e, true);
    emit_value(e, r, q, 0, as_variable(e, &q->loops[0], "__gd_value"));
    emit_ordered_body(e, r, loop_body(r));
    out_close(e);
    out_close(e);
    out_open(e, "for (; __gd_j < (unsigned)__gd_l.hi; __gd_j += __gd_step)");
    emit_narrow_body(e, r, p, base);
    out_close(e);
    out_close(e);
}

static void emit_each(struct emit *e, const struct region *r, struct privates *p, const char *base)
{
    if (loops_run_by(r)->plan->narrow) {
        out_open(e, "for (unsigned __gd_j = (unsigned)__gd_l.lo; __gd_j < (unsigned)__gd_l.hi; __gd_j += "
                    "__GD_NARROW(__gd_l.stride))");
        emit_narrow_body(e, r, p, base);
        out_close(e);
        return;
    }
    if (base) {
        out_open(e, "for (unsigned long __gd_j = __gd_l.lo; __gd_j < __gd_l.hi; __gd_j += __gd_l.stride)");
        out(e, "const unsigned long __gd_k = %s + __gd_j;", base);
    } else {
        out_open(e, "for (unsigned long __gd_k = __gd_l.lo; __gd_k < __gd_l.hi; __gd_k += __gd_l.stride)");
    }
    tell_at(e, r, "__gd_k");
    emit_loop_body(e, r, p);
    out_close(e);
}

/* base: text added to the iteration number, n: how many. */
static void emit_one_level(struct emit *e, const struct region *r, struct privates *p, enum share_level level,
                           const char *base, const char *n)
{
    emit_ranges(e, r, "__gd_l", level, n);
    e->indent++;
    unsigned rounds = loops_run_by(r)->plan->rounds;
    if (rounds > 1 || (rounds && knows_apart(e, r)))
        emit_rounds(e, r, p, base);
    else
        emit_each(e, r, p, base);
    e->indent--;
    emit_work_end(e, r);
}

/* In a loop over lanes the one that ran the last iteration broadcasts lastprivate values. */
static void last_lane_tells(struct emit *e, struct privates *p)
{
    out(e, "const __gd_u32 __gd_from = __gd_group_find(__gd_last, %s);", e->crew);
    out_open(e, "if (__gd_from < (%s & __GD_SIZE_MASK))", e->crew);
    out(e, "__gd_last = 1;");
    for_each_row (s, p->r, ATTR_LASTPRIVATE)
        if (is_vla(s->var)) /* which is in the heap */
            out(e, "if (__gd_lane(%s) == __gd_from) __builtin_memcpy((void *)__gd_o_%s, (const void *)%s, %s);",
                e->crew, s->var->name, s->var->name, vla_bytes(e, s->var));
        else
            out(e, "__gd_group_broadcast((void *)&%s, sizeof %s, __gd_from, %s);", name_of(e, s->var),
                name_of(e, s->var), e->crew);
    out_close(e);
}

void emit_last_values(struct emit *e, const struct region *r, struct privates *p)
{
    if (p->has_last)
        emit_past_the_end(e, r, "__gd_last");
    if (p->has_last && p->lanes)
        last_lane_tells(e, p);
}

/* r's loops, divided among what its plan says; payload: the member with the range that the distribute part passed to an
 * outlined parallel part. */
void emit_loop(struct emit *e, const struct region *r, struct reduce reduce, const char *payload)
{
    unsigned leaves = r->plan->leaves;
    struct privates p;
    tell_condition(e, r);
    privates_begin(e, r, &p);
    if (leaves & LEAF_FOR)
        privates_made(e, r);
    linear_begin(e, r);
    conditional_begin(e, r);
    emit_bounds(e, r);
    if (loops_run_by(r)->plan->narrow)
        out(e, "__GD_FEW(__gd_n);");
    emit_dividers(e, r);
    emit_ordered_begin(e, r);
    tell_loop(e, r, payload != NULL);
    if (scan_of(r)) {
        emit_scan_loop(e, r, &p);
    } else if (payload) {
        emit_one_level(e, r, &p, OF_THREADS, arena_printf(e->u->arena, "%s->__gd_lo", payload),
                       arena_printf(e->u->arena, "%s->__gd_hi - %s->__gd_lo", payload, payload));
    } else if (!(leaves & LEAF_DISTRIBUTE) || !(leaves & LEAF_FOR)) {
        emit_one_level(e, r, &p, (leaves & LEAF_DISTRIBUTE) ? OF_TEAMS : OF_THREADS, NULL, "__gd_n");
    } else if (r->plan->one_range) {
        emit_one_level(e, r, &p, OF_ALL, NULL, "__gd_n");
    } else {
        emit_ranges(e, r, "__gd_d", OF_TEAMS, "__gd_n");
        out_open(e, "%s", "");
        emit_one_level(e, r, &p, OF_THREADS, "__gd_d.lo", "__gd_d.hi - __gd_d.lo");
        out_close(e);
    }
    tell_loop_end(e, r);
    emit_last_values(e, r, &p);
    conditional_end(e, r, &p, reduce);
    privates_end(e, &p, reduce);
}
