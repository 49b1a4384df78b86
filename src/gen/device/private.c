/* gen/device/private.c: private copies of one construct (OpenMP 5.2, 5.4); those of reductions are made by copies.c.
 *
 * The shape of the output, for firstprivate(f) lastprivate(l) reduction(+: s):
 *     {   double *__gd_o_s = &s; int *__gd_o_f = &f; int *__gd_o_l = &l;      while the names still mean the originals
 *         int f = *__gd_o_f; int l; double s = 0; _Bool __gd_last = 0;
 *         …
 *         struct NAME __gd_red = {s};
 *         if (REDUCE(&__gd_red, …)) *__gd_o_s = *__gd_o_s + __gd_red.s;
 *         if (__gd_last) *__gd_o_l = l;   }
 * The braces are those of the construct where it has a block of its own (emit.own_block). */
#include "../gen_priv.h"

static void declare_original(struct emit *e, const struct region *r, const struct sharing *s)
{
    const struct var *v = s->var;
    if (s->attribute & ATTRS_REDUCED)
        reduction_original(e, r, s);
    else if (s->attribute != ATTR_PRIVATE && is_vla(v))
        out(e, "%s = %s;", type_declare(e->u->arena, v->type, arena_printf(e->u->arena, "__gd_o_%s", v->name)),
            v->name);
    else if (s->attribute != ATTR_PRIVATE)
        point_at_original(e, v);
}

/* Of a copy that begins without a value it is said which clause makes it, and where: findings name that. NULL: none. */
static const char *told_clause(struct emit *e, const struct sharing *s)
{
    const char *clause = s->attribute == ATTR_PRIVATE ? "private" : s->attribute & ATTRS_LAST ? "lastprivate" : NULL;
    if (!tells(e) || !clause || s->rule != RULE_CLAUSE || !s->item)
        return NULL;
    return arena_printf(e->u->arena, "\"gantry %s %d %s %s\"", clause, s->item->loc.line, s->var->name,
                        file_string(e, s->item->loc.file));
}

static const char *annotation(struct emit *e, const struct sharing *s)
{
    const char *told = s ? told_clause(e, s) : NULL;
    return told ? arena_printf(e->u->arena, " __GD_COPY(%s)", told) : "";
}

/* memory of the allocator that a clause names, freed on every way out of the block */
void declare_allocated(struct emit *e, const struct var *v, const struct clause *c)
{
    const char *memory =
        arena_printf(e->u->arena, "__gd_allocate(%u, sizeof *%s, (__gd_u64)(%s))",
                     c->align > v->type->align ? c->align : v->type->align, v->name, text_of(e, c->expr));
    out(e, "%s __attribute__((cleanup(__gd_release))) = %s;", type_declare_pointer(e->u->arena, v->type, v->name),
        tell_whole(e, v, memory));
    bind(e, v, true);
}

void declare_target_private(struct emit *e, const struct region *r, const struct var *v)
{
    const struct clause *c = allocate_clause(r, v);
    if (wants_memory(c, v))
        declare_allocated(e, v, c);
    else
        out(e, "%s%s%s;", declare_aligned(e, v, v->name), clause_alignment(e, c),
            annotation(e, sharing_of(r, v, ATTR_PRIVATE)));
}

/* All lanes run this code and share the copy: one of them initialises it, after all copies are declared. */
static bool one_lane_fills(struct emit *e, const struct sharing *s)
{
    return all_lanes_run(e) && s->one_for_all && (s->attribute & (ATTRS_REDUCED | ATTR_FIRSTPRIVATE));
}

static void fill(struct emit *e, const struct var *v)
{
    const char *bytes = is_vla(v) ? vla_bytes(e, v) : arena_printf(e->u->arena, "sizeof *%s", v->name);
    out(e, "__builtin_memcpy((void *)%s, (const void *)__gd_o_%s, %s);", v->name, v->name, bytes);
}

/* An array of variable length: one for all where a team's threads or a group's lanes share it. */
static void declare_in_heap(struct emit *e, const struct region *r, const struct sharing *s)
{
    const struct var *v = s->var;
    bind(e, v, false);
    if (s->one_for_all)
        out(e, "%s = %s;", type_declare(e->u->arena, v->type, v->name), heap_call(e, r, "take", vla_bytes(e, v)));
    else
        emit_vla_storage(e, v);
    if (!s->one_for_all)
        tell(e, "__gd_tell_unwritten(%s, %s, \"%s\");", v->name, vla_bytes(e, v), v->name);
}

static void give_back(struct emit *e, const struct region *r, const struct sharing *s)
{
    if (!(s->attribute & ATTRS_REDUCED) && s->storage == STORAGE_HEAP && s->one_for_all)
        out(e, "%s;", heap_call(e, r, "give", s->var->name));
}

static void declare_on_stack(struct emit *e, const struct region *r, const struct sharing *s)
{
    const struct var *v = s->var;
    bool first = s->attribute == ATTR_FIRSTPRIVATE;
    const char *d = declare_aligned(e, v, v->name), *align = clause_alignment(e, allocate_clause(r, v));
    bind(e, s->var, false);
    if (first && v->type->kind == TYPE_ARRAY)
        out(e, "%s%s; __builtin_memcpy((void *)&%s, __gd_o_%s, sizeof %s);", d, align, v->name, v->name, v->name);
    else if (first)
        out(e, "%s%s = *__gd_o_%s;", d, align, v->name);
    else
        out(e, "%s%s%s;", d, align, annotation(e, s));
}

static void declare_copy(struct emit *e, const struct region *r, const struct sharing *s)
{
    const char *told = told_clause(e, s);
    switch (s->storage) {
    case STORAGE_STACK:
        declare_on_stack(e, r, s);
        return;
    case STORAGE_HEAP:
        declare_in_heap(e, r, s);
        break;
    case STORAGE_ALLOCATOR:
        declare_allocated(e, s->var, allocate_clause(r, s->var));
        break;
    default:
        point_at_place(e, s->var, shared_place(e, s->var, r));
        if (s->attribute != ATTR_FIRSTPRIVATE)
            tell_unwritten(e, s->var, told, 0);
    }
    if (s->attribute == ATTR_FIRSTPRIVATE && !one_lane_fills(e, s))
        fill(e, s->var);
}

/* What the runtime keeps apart is not judged: originals are read for all copies before a thread stores its result. */
static void declare_private(struct emit *e, const struct region *r, const struct sharing *s)
{
    bool kept_apart = (s->attribute & ATTRS_REDUCED) || copies_both_ways(r);
    if (kept_apart)
        tell_off(e);
    if (s->attribute & ATTRS_REDUCED)
        reduction_copy(e, r, s);
    else
        declare_copy(e, r, s);
    if (kept_apart)
        tell_on(e);
}

static unsigned attributes_of_copies(const struct region *r)
{
    return reduces_copies(r) ? ATTRS_COPIED : ATTRS_COPIED & ~(unsigned)ATTRS_REDUCED;
}

static void each_copy(struct emit *e, const struct region *r,
                      void (*f)(struct emit *, const struct region *, const struct sharing *))
{
    unsigned set = attributes_of_copies(r);
    for_each_row (s, r, set)
        if (!(s->attribute & ATTRS_LAST) || !sharing_of(r, s->var, ATTR_FIRSTPRIVATE)) /* one copy for the two */
            f(e, r, s);
}

static void fill_shared_copies(struct emit *e, const struct region *r)
{
    unsigned set = attributes_of_copies(r) & (ATTR_FIRSTPRIVATE | ATTRS_REDUCED);
    VEC(const struct sharing *) copies = {0};
    for_each_row (s, r, set)
        if (one_lane_fills(e, s))
            vec_push(e->u->arena, &copies, s);
    if (!copies.n)
        return;
    guard_open(e, r->plan->unsynced_before != WHY_JUST_MET);
    for (size_t i = 0; i < copies.n; i++)
        if (copies.v[i]->attribute & ATTRS_REDUCED)
            reduction_first_values(e, r, copies.v[i]);
        else
            fill(e, copies.v[i]->var);
    guard_close(e);
}

void privates_begin(struct emit *e, const struct region *r, struct privates *p)
{
    *p = (struct privates){.r = r, .env_mark = e->env.n, .lanes = e->simd == r};
    p->has_last = sharing_first(r, ATTRS_LAST) != NULL;
    p->has_red = reduces_copies(r);
    p->block = !e->own_block && sharing_first(r, attributes_of_copies(r));
    if (p->has_red)
        reduction_functions(e, r);
    if (p->block)
        out_open(e, "%s", "");
    e->own_block = false; /* a construct inside needs a block of its own */
    each_copy(e, r, declare_original);
    each_copy(e, r, declare_private);
    fill_shared_copies(e, r);
    if (p->has_last)
        out(e, "_Bool __gd_last = 0;");
}

/* No thread stores its result to an original before all have read it. */
void privates_made(struct emit *e, const struct region *r)
{
    if (copies_both_ways(r))
        out(e, "%s(%s);", at_spmd(e) ? "__gd_spmd_barrier" : "__gd_barrier", e->control);
}

static void store_last(struct emit *e, const struct privates *p, const struct var *v)
{
    if (is_vla(v) && p->lanes) /* last_lane_tells */
        return;
    if (is_vla(v))
        out(e, "if (__gd_last) __builtin_memcpy((void *)__gd_o_%s, (const void *)%s, %s);", v->name, v->name,
            vla_bytes(e, v));
    else if (v->type->kind == TYPE_ARRAY)
        out(e, "%sif (__gd_last) __builtin_memcpy(__gd_o_%s, &%s, sizeof %s);", who_stores(e, p, v), v->name,
            name_of(e, v), name_of(e, v));
    else
        out(e, "%sif (__gd_last) *__gd_o_%s = %s;", who_stores(e, p, v), v->name, name_of(e, v));
}

static void store_all_last(struct emit *e, const struct privates *p)
{
    if (tells(e))
        out_open(e, "%s", "");
    tell_result(e, p->r);
    for_each_row (s, p->r, ATTR_LASTPRIVATE)
        store_last(e, p, s->var);
    tell_result_end(e);
    if (tells(e))
        out_close(e);
}

void privates_end(struct emit *e, struct privates *p, struct reduce reduce)
{
    /* copies of teams and distribute are the team's: one lane combines and stores them */
    bool guarded = guard_begin(e, e->where == AT_SPMD_TEAM && (p->has_red || p->has_last), true);
    if (p->has_red)
        reduction_end(e, p, reduce);
    if (sharing_first(p->r, ATTR_LASTPRIVATE))
        store_all_last(e, p);
    guard_end(e, guarded);
    if (p->has_red)
        reduction_give_back(e, p->r);
    each_copy(e, p->r, give_back);
    e->env.n = p->env_mark;
    if (p->block)
        out_close(e);
}
