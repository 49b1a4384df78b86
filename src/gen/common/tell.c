/* gen/common/tell.c: under -fcheck device code says whose code it runs ("logical order" in include/gantry_emulated.h):
 *
 *     __GD_TELL(const __gd_u32 __gd_told = __gd_tell_loop(&__gd_c3, 0, 0);)
 *     for (… __gd_k …) {
 *         __GD_TELL(__gd_tell_at(&__gd_c3, __gd_told, __gd_k);)
 *         body
 *     }
 *     __GD_TELL(__gd_tell_loop_end(__gd_told);)
 *
 * Iterations are told at the levels at which the program leaves open who runs them: a schedule(static) that it asks for
 * says which thread runs an iteration, and then that thread's number is enough. The same is told whatever form the plan
 * has chosen, and however many lanes a thread has. */
#include "../gen_priv.h"
#include "../../../include/gantry_emulated.h"

#include <stdarg.h>

bool tells(const struct emit *e) { return e->a->options.check; }

/* Does the clause, if there is one, fix who runs an iteration? */
static bool is_fixed(const struct region *r, enum clause_kind schedule)
{
    const struct clause *c = region_clause(r, schedule), *order = region_clause(r, CLAUSE_ORDER);
    return c && (c->modifiers & SCHED_KIND) == SCHED_STATIC && !order;
}

bool tells_shares(const struct region *r)
{
    return (r->leaves & ~LEAF_PARALLEL) == (LEAF_FOR | LEAF_SIMD) && is_fixed(r, CLAUSE_SCHEDULE);
}

bool tells_lanes(const struct emit *e, const struct region *r)
{
    return tells(e) && e->where == AT_HOST && !e->host_in_place && !e->host_sequential && r && r->dir == DIR_COMBINED &&
           (r->leaves == LEAF_SIMD || tells_shares(r)) && !r->joined && !(r->child && r->child->joined) &&
           (!lanes_condition(r) || can_ask_for_lanes(e->u, r)) && !region_holds(r, DIR_ORDERED) && !scan_of(r) &&
           !inscan_reduction(r);
}

void tell(struct emit *e, const char *fmt, ...)
{
    struct sb text = {0};
    va_list ap;
    if (!tells(e))
        return;
    va_start(ap, fmt);
    sb_vprintf(&text, fmt, ap);
    va_end(ap);
    out(e, "__GD_TELL(%s)", text.s);
    sb_free(&text);
}

/* ---- constructs ---- */

static const char *told(struct emit *e, const struct region *r)
{
    return arena_printf(e->u->arena, "&__gd_c%u", r->id);
}

/* Where one lane adds up in the original of a reduction, all iterations access what by the program's text is a copy of
 * each lane. */
static bool adds_in_original(const struct region *r)
{
    for (const struct sharing *s = sharing_first(r, ATTRS_REDUCED); s; s = sharing_next(s, ATTRS_REDUCED))
        if (s->storage == STORAGE_ORIGINAL)
            return true;
    return false;
}

/* A condition may take the lanes away: tell_condition. */
static bool may_have_lanes(const struct unit *u, const struct region *r)
{
    if (!(r->plan->leaves & LEAF_SIMD))
        return false;
    const struct clause *condition = lanes_condition(r);
    if (condition && (!can_ask_for_lanes(u, r) || (condition->expr_const && !condition->expr_value)))
        return false;
    return !adds_in_original(r);
}

static unsigned levels_of(const struct unit *u, const struct region *r)
{
    unsigned leaves = r->plan->leaves;
    if (r->dir == DIR_SECTIONS || r->dir == DIR_SINGLE)
        return __GD_EMU_TEAM;
    if (r->dir != DIR_COMBINED)
        return 0;
    unsigned owned = (leaves & LEAF_FOR) && is_fixed(r, CLAUSE_SCHEDULE) ? __GD_EMU_OWNED : 0;
    unsigned concurrent = is_concurrent(r) && !adds_in_original(r) ? __GD_EMU_CONCURRENT : 0;
    return owned | concurrent |
           ((leaves & LEAF_DISTRIBUTE) && !is_fixed(r, CLAUSE_DIST_SCHEDULE) ? __GD_EMU_LEAGUE : 0) |
           ((leaves & LEAF_FOR) && !is_fixed(r, CLAUSE_SCHEDULE) ? __GD_EMU_TEAM : 0) |
           (may_have_lanes(u, r) ? __GD_EMU_GROUP : 0);
}

/* Has the program asked for a number of teams, or for no teams at all? */
static bool asks_for_teams(const struct region *r)
{
    while (r && !(r->leaves & LEAF_TEAMS))
        r = r->parent;
    return !r || (region_clause(r, CLAUSE_NUM_TEAMS) && !region_clause(r, CLAUSE_RESIDENT));
}

void tell_constructs(struct emit *e)
{
    char name[256];
    if (!tells(e))
        return;
    out(e, "#include \"gantry_told.h\"");
    for (size_t i = 0; i < e->u->regions.n; i++) {
        const struct region *r = e->u->regions.v[i];
        const struct clause *safelen = region_clause(r, CLAUSE_SAFELEN);
        if (!r->plan || !r->on_device)
            continue;
        out(e, "__GD_CONSTRUCT(__gd_c%u, \"%s\", \"%s\", \"%s\", %d, %d, %u, %d, %lld)", r->id,
            file_string(e, r->loc.file), r->func ? r->func->name : "", c_string(e, region_said(r, name, sizeof name)),
            r->loc.line, r->loc.col, levels_of(e->u, r), asks_for_teams(r),
            safelen && safelen->expr_const ? (long long)safelen->expr_value : 0);
    }
}

/* Behind the structure, in front of the kernel: what the program calls its members. */
void tell_members(struct emit *e, const struct kernel *k)
{
    bool any = false;
    for (size_t i = 0; tells(e) && i < k->shared.n; i++) {
        const struct slot *s = &k->shared.v[i];
        if (s->far)
            continue;
        if (!any)
            sb_printf(e->before, "__GD_TELL(__GD_MEMBERS(%s__sh,", k->name);
        any = true;
        sb_printf(e->before, " __GD_MEMBER(%s__shared, %s, \"%s\", \"%s\", \"%s\", %d, %d)", k->name, s->field,
                  s->var->name, file_string(e, s->var->loc.file), s->var->func ? s->var->func->name : "",
                  s->var->loc.line, s->var->loc.col);
    }
    if (any)
        sb_add(e->before, "))\n");
}

/* ---- parallel regions ---- */

void tell_fork(struct emit *e, const char *crew)
{
    tell(e, "__gd_tell_fork(__gd_spmd_thread(%s), __gd_env.lanes / (%s & __GD_SIZE_MASK));", crew, crew);
}
void tell_join(struct emit *e) { tell(e, "__gd_tell_join();"); }

void tell_barrier(struct emit *e, const struct region *r) { tell(e, "__gd_tell_barrier(%s);", told(e, r)); }

/* ---- variables of the lane's stack that iterations of a loop share, or a task and the code that meets it. Stacks are
 * each lane's own, and nobody asks who touches them: but where one lane runs all iterations of the loop, and the task,
 * too, what they share may lie there. ---- */

/* What the construct's code does to a variable that is not its own, and may lie on a stack; 0: nothing */
static unsigned access_to_shared(const struct emit *e, const struct region *r, const struct ref *x)
{
    const struct var *v = x->var;
    if (!v || v->is_global || v->of_combiner || (x->access & ACC_UNEVALUATED) || var_private_in(r, v) ||
        slice_has(r->stmt, v->decl))
        return 0;
    const struct region *owner = owner_at(e->u, x->off, v);
    return v->type->size > 0 && !is_vla(v) && !(owner && region_inside(owner, r)) ? x->access : 0;
}

typedef VEC(const struct var *) shared_list;

static shared_list shared_by(const struct emit *e, const struct region *r, bool stored)
{
    shared_list l = {0};
    for_each_in (ref, x, e->u, r->stmt) {
        unsigned access = access_to_shared(e, r, x), stores = ACC_WRITE | ACC_ADDR;
        if (access && is_object_type(x->var->type))
            stores |= ACC_ELEM_WRITE;
        bool is_new = stored ? access & stores : access;
        for (size_t i = 0; is_new && i < l.n; i++)
            is_new = l.v[i] != x->var;
        if (is_new)
            vec_push(e->u->arena, &l, x->var);
    }
    return l;
}

static shared_list shared_by_lanes(const struct emit *e, const struct region *r)
{
    unsigned levels = tells(e) ? levels_of(e->u, r) : 0, alone = __GD_EMU_CONCURRENT | __GD_EMU_TEAM;
    return levels & __GD_EMU_GROUP || (levels & alone) == alone ? shared_by(e, r, true) : (shared_list){0};
}

static void tell_variables(struct emit *e, const char *when, const char *how, shared_list l)
{
    for (size_t i = 0; i < l.n; i++)
        tell(e, "%s__gd_emu_tell_%s(&%s, %lld, \"%s\");", when, how, name_of(e, l.v[i]), (long long)l.v[i]->type->size,
             l.v[i]->name);
}

/* ---- iterations ---- */

static bool asks_for_lanes(const struct unit *u, const struct region *r)
{
    const struct clause *c = may_have_lanes(u, r) ? lanes_condition(r) : NULL;
    return c && !c->expr_const;
}

/* Before the construct has copies of variables that the condition may name. */
void tell_condition(struct emit *e, const struct region *r)
{
    if (!tells(e) || !asks_for_lanes(e->u, r))
        return;
    tell_off(e);
    tell(e, "const __gd_u32 __gd_no_lanes = (%s) ? 0 : __GD_EMU_GROUP;", text_of(e, lanes_condition(r)->expr));
    tell_on(e);
}

void tell_loop(struct emit *e, const struct region *r, bool distributed)
{
    tell(e, "const __gd_u32 __gd_told = __gd_tell_loop(%s, %s, %s);", told(e, r), distributed ? "__GD_EMU_LEAGUE" : "0",
         asks_for_lanes(e->u, r) ? "__gd_no_lanes" : "0");
    tell_variables(e, "if (__gd_told & __GD_EMU_GROUP) ", "lanes", shared_by_lanes(e, r));
}

void tell_at(struct emit *e, const struct region *r, const char *k)
{
    tell(e, "__gd_tell_at(%s, __gd_told, %s);", told(e, r), k);
}
void tell_loop_end(struct emit *e, const struct region *r)
{
    size_t n = shared_by_lanes(e, r).n;
    if (n)
        tell(e, "if (__gd_told & __GD_EMU_GROUP) __gd_emu_tell_lanes_end(%zu);", n);
    tell(e, "__gd_tell_loop_end(__gd_told);");
}

/* ---- a distributed loop whose ranges are parallel regions: logically there is one region, around the ranges ---- */

void tell_ranges(struct emit *e) { tell(e, "const __gd_u32 __gd_forks = __gd_tell_ranges();"); }
void tell_range(struct emit *e) { tell(e, "__gd_tell_range(__gd_forks);"); }
void tell_ranges_end(struct emit *e) { tell(e, "__gd_tell_range(__gd_forks + 2);"); }

/* ---- what the construct itself stores at its end ---- */

void tell_result(struct emit *e, const struct region *r)
{
    unsigned leaves = r->plan->leaves, levels = 0;
    if (leaves & (LEAF_TEAMS | LEAF_DISTRIBUTE))
        levels |= __GD_EMU_LEAGUE;
    if ((leaves & (LEAF_PARALLEL | LEAF_FOR)) || r->dir == DIR_SECTIONS || r->dir == DIR_SCOPE)
        levels |= __GD_EMU_TEAM;
    tell(e, "const __gd_u32 __gd_result = __gd_tell_result(%s, %u);", told(e, r), levels);
}
void tell_result_end(struct emit *e) { tell(e, "__gd_tell_loop_end(__gd_result);"); }

/* ---- memory that is another variable's, or another iteration's, from now on ---- */

void tell_begins_at(struct emit *e, const char *p) { tell(e, "__gd_emu_tell_variable(%s, sizeof *%s);", p, p); }
void tell_begins(struct emit *e, const struct var *v) { tell_begins_at(e, v->name); }

/* One lane tells, once the others have left the variable of before alone. */
void tell_unwritten(struct emit *e, const struct var *v, const char *said, uint32_t decl)
{
    bool guarded = guard_begin(e, tells(e), true);
    if (tells(e) && decl)
        emit_line_marker(e, decl);
    const char *name = said ? said : arena_printf(e->u->arena, "\"%s\"", v->name);
    tell(e, "__gd_tell_unwritten(%s, sizeof *%s, %s);", v->name, v->name, name);
    guard_end(e, guarded);
}

/* ---- a pointer to a variable that no other check knows the bounds of ---- */

const char *tell_within(struct emit *e, const struct var *v, const char *p, const char *skip, const char *bytes)
{
    if (!tells(e) || !e->device)
        return p;
    return arena_printf(e->u->arena, "__GD_WITHIN(%s, %s, %s, \"%s\")", p, skip, bytes, v->name);
}

const char *tell_whole(struct emit *e, const struct var *v, const char *p)
{
    return tell_within(e, v, p, "0", arena_printf(e->u->arena, "sizeof *%s", v->name));
}

/* ---- what nobody is to judge ---- */

void tell_off(struct emit *e) { tell(e, "__gd_off();"); }
void tell_on(struct emit *e) { tell(e, "__gd_on();"); }

/* ---- locks, flushes, order by keys ---- */

void tell_flush(struct emit *e, bool release, bool acquire)
{
    tell(e, "__gd_emu_tell_flush(%d);", (release ? __GD_EMU_RELEASE : 0) | (acquire ? __GD_EMU_ACQUIRE : 0));
}

void tell_key(struct emit *e, const char *what, const struct region *r, const char *number)
{
    tell(e, "__gd_emu_tell_%s(__gd_tell_key(%s, %s), 0);", what, told(e, r), number);
}

/* ---- tasks ---- */

void tell_task(struct emit *e, const struct region *r, const char *undeferred)
{
    if (tells(e))
        tell_variables(e, "", "shared", shared_by(e, r, false));
    tell(e, "__gd_emu_tell_task_begin(%s, %s, __builtin_frame_address(0));", told(e, r), undeferred);
}
