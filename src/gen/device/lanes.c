/* gen/device/lanes.c: simd loops over the lanes of a thread's SIMD group.
 *
 * TOGETHER: every lane runs the code around, so the loop is written in place: lane l runs iterations l, l + size, …
 * LEADERS: the loop becomes a function with a payload in the group space, which the leader publishes; the other lanes
 * wait for it in __gd_group_begin. Either way a crew word of 1 leaves an ordinary loop. In a device function the
 * payload is in the calling thread's lane stack, if it has one. */
#include "../gen_priv.h"
#include "../../../include/gantry_numbers.h"

#define SIZE_OF_CREW "(%s & __GD_SIZE_MASK)"

const char *crew_of(struct emit *e, const struct region *r)
{
    return r->plan->crew == CREW_ALONE ? "1" : arena_printf(e->u->arena, "%s__crew", r->plan->name);
}

/* ---- the group space ---- */

static bool has_space(const struct plan *p) { return p->space.n || p->crew == CREW_LEADERS; }

struct layout {
    size_t size, align;
};

static void place(struct layout *l, size_t size, size_t align)
{
    align = align ? align : 1;
    l->size = (l->size + align - 1) / align * align + size;
    l->align = align > l->align ? align : l->align;
}

static size_t finish(struct layout *l)
{
    size_t a = l->align ? l->align : 1;
    return (l->size + a - 1) / a * a;
}

static void place_capture(struct layout *l, const struct pcapture *c)
{
    const struct var *v = c->var;
    place(l, c->by_value ? (size_t)v->type->size : sizeof(void *), c->by_value ? storage_align(v) : sizeof(void *));
}

static void place_payload(struct layout *largest, const struct region *simd)
{
    struct layout all = {0};
    for (size_t i = 0; i < simd->plan->captures.n; i++)
        if (!simd->plan->captures.v[i].fixed)
            place_capture(&all, &simd->plan->captures.v[i]);
    size_t n = all.size ? finish(&all) : 1;
    largest->size = n > largest->size ? n : largest->size;
    largest->align = all.align > largest->align ? all.align : largest->align;
}

typedef VEC(const struct pcapture *) capture_list;

/* Captures that keep their values throughout the parallel region are stored once for all of its simd loops. */
static capture_list fixed_values(const struct unit *u, const struct region *r)
{
    capture_list l = {0};
    if (r->plan->crew != CREW_LEADERS)
        return l;
    for_each_simd (simd, u, r)
        for_each (const struct pcapture, c, simd->plan->captures) {
            bool known = !c->fixed;
            for_each_pointer (const struct pcapture, other, l)
                known |= other->var == c->var;
            if (!known)
                vec_push(u->arena, &l, c);
        }
    return l;
}

unsigned lane_stack_size(const struct dfunc *d)
{
    struct layout frame = {.align = __GD_SPACE_ALIGN}, payload = {.align = __GD_SPACE_ALIGN};
    for (size_t i = 0; i < d->shared.n; i++)
        place(&frame, (size_t)d->shared.v[i].var->type->size, storage_align(d->shared.v[i].var));
    for_each_pointer (const struct region, simd, d->simds)
        place_payload(&payload, simd);
    return (unsigned)(finish(&frame) + finish(&payload));
}

unsigned space_size(const struct unit *u, const struct region *r)
{
    const struct plan *p = r->plan;
    struct layout l = {.align = __GD_SPACE_ALIGN}, payloads = {0}, rest = {0};
    if (!has_space(p))
        return 0;
    if (p->crew == CREW_LEADERS) {
        capture_list fixed = fixed_values(u, r);
        for_each_pointer (const struct pcapture, c, fixed)
            place_capture(&rest, c);
        for_each_simd (simd, u, r)
            place_payload(&payloads, simd);
        if (payloads.size)
            place(&rest, finish(&payloads), payloads.align);
        place(&l, __GD_CONTROL_BYTES, __GD_SPACE_ALIGN);
        place(&l, finish(&rest), rest.align);
    }
    for (size_t i = 0; i < p->space.n; i++)
        place(&l, (size_t)p->space.v[i].var->type->size, storage_align(p->space.v[i].var));
    return (unsigned)finish(&l);
}

/* The struct after the control block: payloads of the simd loops by number, where lanes look for them. */
static void emit_payloads_struct(struct emit *e, const struct region *r)
{
    struct sb fields = {0};
    capture_list fixed = fixed_values(e->u, r);
    for_each_pointer (const struct pcapture, c, fixed)
        sb_printf(&fields, " %s;", storage_field(e, c->var, c->var->name));
    if (r->plan->nsimd)
        sb_add(&fields, " union {");
    for_each_simd (simd, e->u, r)
        sb_printf(&fields, " struct %s__args __gd_p%u;", simd->plan->name, simd->plan->simd_id);
    if (r->plan->nsimd)
        sb_add(&fields, " };");
    sb_printf(e->before, "struct %s__payload {%s };\n", r->plan->name, fields.n ? fields.s : "");
    sb_free(&fields);
}

/* Needs the payloads of the simd loops: written when they all are. */
static void emit_space_struct(struct emit *e, const struct region *r)
{
    struct plan *p = r->plan;
    struct sb fields = {0};
    if (p->crew == CREW_LEADERS) {
        emit_payloads_struct(e, r);
        sb_printf(&fields, " struct __gd_group __gd_control; struct %s__payload __gd_payload;", p->name);
    }
    for (size_t i = 0; i < p->space.n; i++)
        sb_printf(&fields, " %s;", storage_field(e, p->space.v[i].var, p->space.v[i].field));
    sb_printf(e->before, "struct %s__space {%s } __attribute__((aligned(%d)));\n", p->name, fields.s, __GD_SPACE_ALIGN);
    sb_printf(e->before, "_Static_assert(sizeof(struct %s__space) == %u, \"group space as in the summary\");\n",
              p->name, space_size(e->u, r));
    if (p->crew == CREW_LEADERS)
        sb_printf(e->before,
                  "_Static_assert(__builtin_offsetof(struct %s__space, __gd_payload) == sizeof(struct __gd_group), "
                  "\"payloads as in simd.c\");\n",
                  p->name);
    sb_free(&fields);
}

/* ---- a parallel region with simd loops ---- */

void emit_simd_dispatch(struct emit *e, const struct region *r)
{
    struct aside function;
    if (r->plan->crew == CREW_ALONE)
        return;
    sb_printf(e->before, "extern const __gd_u32 %s__crew;\n", r->plan->name);
    if (r->plan->crew == CREW_LEADERS)
        for_each_simd (simd, e->u, r) {
            emit_payload_struct(e, simd);
            sb_printf(e->before, "static inline __attribute__((always_inline)) void %s(void *, __gd_u32);\n",
                      simd->plan->name);
        }
    if (has_space(r->plan))
        emit_space_struct(e, r);
    if (r->plan->crew != CREW_LEADERS)
        return;
    aside_begin(e, &function);
    /* noinline: leader and lanes enter the same copy, and run it as one instruction stream */
    out_open(e, "static __attribute__((noinline)) void %s__simds(__gd_u32 __gd_id, void *__gd_p, __gd_u32 __gd_crew)",
             r->plan->name);
    /* the link's constant; but a nested region of one lane calls this too, with crew 1 */
    out(e, "%s__gd_crew = %s__crew & __GD_SIZE_MASK;", r->plan->inline_parallel ? "" : "if (__gd_crew != 1) ",
        r->plan->name);
    out(e, "__gd_group_sync(__gd_crew);");
    out_open(e, "switch (__gd_id)");
    for_each_simd (simd, e->u, r)
        out(e, "case %u: %s(__gd_p, __gd_crew); return;", simd->plan->simd_id, simd->plan->name);
    out(e, "default: __gd_published(__gd_p, __gd_crew);"); /* of functions in other files */
    out_close(e);
    out_close(e);
    aside_end(e, &function);
}

struct crew_state crew_begin(struct emit *e, const struct region *r, const char *crew)
{
    struct plan *p = r->plan;
    struct crew_state s = {.opened = p->crew == CREW_LEADERS};
    if (p->crew == CREW_ALONE) {
        s.outer = level_enter(e, NULL, NULL, 0, crew, "0");
        return s;
    }
    if (has_space(p)) {
        out(e,
            "struct %s__space __gd_own, *const __gd_gs = " SIZE_OF_CREW " == 1 ? &__gd_own : %s sizeof __gd_own, %s);",
            p->name, crew, e->where == AT_SPMD_PAR ? "__gd_spmd_group_space(&__gd_env," : "__gd_group_space(", crew);
    }
    if (s.opened) { /* a thread of one lane need not bring others to a barrier */
        out(e, "struct __gd_group *const __gd_control = " SIZE_OF_CREW " == 1 ? 0 : &__gd_gs->__gd_control;", crew);
        out_open(e, "if (__gd_group_begin(__gd_control, %s__simds, %s))", p->name, crew);
        e->own_block = true;
    }
    s.outer = level_enter(e, r, p->guards.v, p->guards.n, crew, s.opened ? "__gd_control" : "0");
    capture_list fixed = fixed_values(e->u, r);
    for_each_pointer (const struct pcapture, c, fixed)
        fill_value(e, c->var, "(&__gd_gs->__gd_payload)");
    return s;
}

void crew_end(struct emit *e, struct crew_state s)
{
    if (s.opened) {
        out(e, "__gd_group_end(%s, %s);", e->control, e->crew);
        out_close(e);
    }
    level_leave(e, s.outer);
}

/* ---- simd loops ---- */

static bool iv_is_own(struct emit *e, const struct region *r, const struct loop *l)
{
    const struct region *par = leaf_around(r->parent, LEAF_PARALLEL);
    struct slice fn = par ? par->stmt : e->k ? e->k->region->stmt : e->fn->func->def;
    return l->iv_declared || slice_has(fn, l->iv->decl) || is_deref(e, l->iv);
}

/* Has the loop's variable a value after the loop, as after an ordinary one? (It is not private to it.) */
static bool has_final_value(struct emit *e, const struct region *r, const struct loop *l)
{
    return !l->iv_declared && iv_is_own(e, r, l) && !sharing_of(r, l->iv, ATTRS_LAST | ATTR_PRIVATE);
}

static bool has_final_variables(struct emit *e, const struct region *r)
{
    for (unsigned j = 0; j < r->nloops; j++)
        if (has_final_value(e, r, &r->loops[j]))
            return true;
    return false;
}

static void emit_final_variables(struct emit *e, const struct region *r)
{
    for (unsigned j = 0; j < r->nloops; j++) {
        const struct loop *l = &r->loops[j];
        if (!has_final_value(e, r, l))
            continue;
        bool guarded = guard_begin(e, is_deref(e, l->iv), false); /* one object for all lanes */
        emit_final_value(e, r, j);
        guard_end(e, guarded);
    }
}

/* By one lane, with the iterations' numbers, which linear and conditional lastprivate variables need. */
static void emit_counted(struct emit *e, const struct region *r)
{
    struct privates p;
    struct reduce alone = {"__gd_reduce_alone(", false};
    tell_condition(e, r);
    privates_begin(e, r, &p);
    linear_begin(e, r);
    conditional_begin(e, r);
    emit_bounds(e, r);
    emit_dividers(e, r);
    tell_loop(e, r, false);
    out_open(e, "for (unsigned long __gd_k = 0; __gd_k < __gd_n; __gd_k++)");
    tell_at(e, r, "__gd_k");
    emit_loop_body(e, r, &p);
    out_close(e);
    tell_loop_end(e, r);
    emit_final_variables(e, r);
    finish_logical_reductions(e, r);
    emit_last_values(e, r, &p);
    conditional_end(e, r, &p, alone);
    privates_end(e, &p, alone);
}

static void emit_in_order(struct emit *e, const struct region *r)
{
    struct privates p;
    struct level_state keep = level_enter(e, NULL, NULL, 0, "1", "0");
    e->one_lane = true;
    if (is_computed(r) || has_conditional(r) || tells(e)) {
        emit_counted(e, r);
        level_leave(e, keep);
        return;
    }
    privates_begin(e, r, &p);
    for (unsigned j = 0; j < r->nloops; j++) {
        if (iv_is_own(e, r, &r->loops[j]) || sharing_of(r, r->loops[j].iv, ATTR_PRIVATE | ATTRS_LAST))
            continue;
        out(e, "%s;", type_declare(e->u->arena, r->loops[j].iv->type, r->loops[j].iv->name));
        bind(e, r->loops[j].iv, false);
    }
    emit_block(e, r->stmt);
    finish_logical_reductions(e, r);
    if (p.has_last)
        out(e, "__gd_last = 1;");
    privates_end(e, &p, (struct reduce){"__gd_reduce_alone(", false});
    level_leave(e, keep);
}

/* A dependence carried over safelen or more iterations holds when the lanes finish each round together. */
static void emit_lane_loop(struct emit *e, const struct region *r, struct privates *p, const char *crew)
{
    bool rounds = region_clause(r, CLAUSE_SAFELEN) != NULL, outer = emit_outer_ranges(e, r, "__gd_d");
    const char *lo = outer ? "__gd_d.lo" : "0", *plus = outer ? "__gd_d.lo + " : "",
               *hi = outer ? "__gd_d.hi" : "__gd_n";
    emit_who_runs(e, r, "the lanes of the thread (simd)", NULL);
    if (rounds) {
        out_open(e, "for (unsigned long __gd_b = %s; __gd_b < %s; __gd_b += " SIZE_OF_CREW ")", lo, hi, crew);
        out(e, "const unsigned long __gd_k = __gd_b + __gd_lane(%s);", crew);
        out_open(e, "if (__gd_k < %s) do", hi); /* a `continue` goes no further than its end */
    } else if (loops_run_by(r)->plan->narrow) {
        out_open(
            e, "for (unsigned __gd_j = (unsigned)(%s__gd_lane(%s)); __gd_j < (unsigned)%s; __gd_j += " SIZE_OF_CREW ")",
            plus, crew, hi, crew);
        out(e, "const unsigned long __gd_k = __gd_j;");
    } else {
        out_open(e, "for (unsigned long __gd_k = %s__gd_lane(%s); __gd_k < %s; __gd_k += " SIZE_OF_CREW ")", plus, crew,
                 hi, crew);
    }
    struct level_state keep = level_enter(e, NULL, NULL, 0, "1", "0");
    tell_at(e, r, "__gd_k");
    emit_loop_body(e, r, p);
    level_leave(e, keep);
    out_close(e);
    if (rounds) {
        out(e, "while (0);");
        out(e, "__gd_group_sync(%s);", crew);
        out_close(e);
    }
}

/* All lanes are here. */
static void emit_shared_loop(struct emit *e, const struct region *r, const char *crew)
{
    struct privates p;
    e->simd = r;
    privates_begin(e, r, &p);
    if (r->plan->leaves & LEAF_FOR)
        privates_made(e, r);
    linear_begin(e, r);
    conditional_begin(e, r);
    emit_bounds(e, r);
    emit_dividers(e, r);
    tell_loop(e, r, false);
    emit_lane_loop(e, r, &p, crew);
    tell_loop_end(e, r);
    emit_last_values(e, r, &p);
    conditional_end(e, r, &p, (struct reduce){"", true});
    if (e->level->plan->crew == CREW_TOGETHER)
        emit_final_variables(e, r);
    privates_end(e, &p, (struct reduce){"__gd_group_reduce(", true});
    e->simd = NULL;
}

static bool is_unique(const struct node *n) { return n->kind == NODE_LABEL || n->kind == NODE_ASM; }

/* Statements that may stand twice in a function. */
static bool can_be_copied(const struct unit *u, const struct region *r)
{
    if (tree_has(node_kid(r->tree, 0), is_unique))
        return false;
    for (size_t i = 0; i < u->vars.n; i++)
        if (u->vars.v[i]->is_global && slice_has(r->stmt, u->vars.v[i]->decl))
            return false;
    return !r->child;
}

/* In a group of one, code and speed are those of a loop without the directive: the variables of a reduction need no
 * copies. The size is a constant of the device link. */
static bool has_plain_form(struct emit *e, const struct region *r)
{
    if (sharing_first(r, ATTR_PRIVATE | ATTR_FIRSTPRIVATE | ATTRS_LAST))
        return false;
    for (unsigned j = 0; j < r->nloops; j++)
        if (!iv_is_own(e, r, &r->loops[j]))
            return false;
    return r->plan->leaves == LEAF_SIMD && !has_declared_reduction(r) && can_be_copied(e->u, r);
}

static bool emit_plain(struct emit *e, const struct region *r, const char *crew)
{
    if (!has_plain_form(e, r))
        return false;
    /* a constant: one of the two is left */
    out_open(e, tells(e) ? "if (__GD_UNTOLD(" SIZE_OF_CREW " == 1))" : "if (" SIZE_OF_CREW " == 1)", crew);
    struct level_state keep = level_enter(e, NULL, NULL, 0, "1", "0");
    emit_block(e, r->stmt);
    finish_logical_reductions(e, r);
    level_leave(e, keep);
    out_close(e);
    out_open(e, "else");
    e->own_block = true;
    return true;
}

static void emit_together(struct emit *e, const struct region *r)
{
    bool plain = emit_plain(e, r, crew_of(e, e->level));
    if (r->plan->unsynced_before == WHY_NONE)
        out(e, "__gd_group_sync(%s);", e->crew);
    emit_shared_loop(e, r, e->crew);
    if (r->plan->unsynced_after == WHY_NONE)
        out(e, "__gd_group_sync(%s);", e->crew);
    if (plain)
        out_close(e);
}

static void emit_function(struct emit *e, const struct region *r)
{
    struct plan *p = r->plan;
    struct level_state keep = level_enter(e, e->level, NULL, 0, "__gd_crew", "0");
    struct aside function;
    aside_begin(e, &function);
    out_open(e, "static void %s(void *__gd_payload, __gd_u32 __gd_crew)", p->name);
    emit_allocas(e, r);
    if (p->called) {
        out(e, "struct %s__args *__gd_args = __gd_payload;", p->name);
    } else {
        out(e, "struct %s__payload *__gd_fixed = __gd_payload;", p->lanes_of->plan->name);
        out(e, "struct %s__args *__gd_args = &__gd_fixed->__gd_p%u;", p->name, p->simd_id);
    }
    emit_unpacked(e, r);
    emit_shared_loop(e, r, "__gd_crew");
    out_close(e);
    level_leave(e, keep);
    aside_end(e, &function);
}

/* After the call of an outlined loop: the final values of its variables. */
static void emit_final_part(struct emit *e, const struct region *r)
{
    if (!has_final_variables(e, r))
        return;
    out_open(e, "%s", "");
    emit_bounds(e, r);
    emit_final_variables(e, r);
    out_close(e);
}

/* In a device function: the caller's other lanes run it, if they wait. */
static void emit_called(struct emit *e, const struct region *r)
{
    struct plan *p = r->plan;
    emit_payload_struct(e, r);
    emit_function(e, r);
    out(e, "const __gd_u32 __gd_crew = __gd_simd_crew(sizeof(struct %s__args), %u);", p->name,
        p->lanes_of->plan->group_limit);
    bool plain = emit_plain(e, r, "__gd_crew");
    out(e,
        "struct %s__args __gd_pl, *__gd_pp = __gd_crew == 1 ? &__gd_pl : __gd_lane_stack_push(sizeof __gd_pl, "
        "&__gd_pl);",
        p->name);
    fill_payload(e, p, "__gd_pp");
    out(e, "__gd_called_simd(%s, __gd_pp, __gd_crew);", p->name);
    out(e, "if (__gd_crew != 1) __gd_lane_stack_pop(__gd_pp, &__gd_pl);");
    emit_final_part(e, r);
    if (plain)
        out_close(e);
}

static void emit_published(struct emit *e, const struct region *r)
{
    struct plan *p = r->plan;
    emit_function(e, r);
    bool plain = emit_plain(e, r, crew_of(e, e->level));
    fill_payload(e, p, arena_printf(e->u->arena, "(&__gd_gs->__gd_payload.__gd_p%u)", p->simd_id));
    /* by number: a function whose address nobody takes has one copy, and what it calls can be inlined there */
    out(e, "__gd_simd(%s, %s__simds, %u, 0, &__gd_gs->__gd_payload, %s);", e->control, p->lanes_of->plan->name,
        p->simd_id, e->crew);
    emit_final_part(e, r);
    if (plain)
        out_close(e);
}

void emit_simd(struct emit *e, const struct region *r)
{
    if (!r->plan->lanes_of || e->level != r->plan->lanes_of || e->one_lane)
        emit_in_order(e, r);
    else if (r->plan->called)
        emit_called(e, r);
    else if (e->level->plan->crew == CREW_TOGETHER)
        emit_together(e, r);
    else
        emit_published(e, r);
}
