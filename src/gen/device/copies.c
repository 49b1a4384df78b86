/* gen/device/copies.c: a construct's copies of what it reduces, and their first values. A copy is on the stack when it
 * is small and only its thread accesses it; else in a slot (analysis/plan/share.c), or in the device heap: then the
 * variable's name becomes a pointer to it. Of an array __gd_p_a points to its first element. */
#include "../gen_priv.h"
#include "../../../include/gantry_numbers.h"

bool others_reach(const struct emit *e, const struct region *r)
{
    return !e->one_lane && (e->where == AT_SEQ || e->where == AT_SPMD_TEAM || (e->level && e->simd != r));
}

/* The allocate clause that a copy of one thread's gets memory from, where it names an allocator or an alignment beyond
 * the heap's; or NULL. */
static const struct clause *allocator_of(const struct emit *e, const struct region *r, const struct reduced *d);

/* The copy is an array like the variable itself, of which a section is used. */
static bool is_own_array(const struct emit *e, const struct region *r, const struct reduced *d)
{
    return d->v->type->kind == TYPE_ARRAY && d->v->type->size <= REDUCTION_STACK &&
           (!d->it->nsections || !others_reach(e, r)) && !allocator_of(e, r, d);
}

static bool is_on_stack(const struct emit *e, const struct region *r, const struct reduced *d)
{
    return d->count >= 0 && reduced_bytes(d) <= REDUCTION_STACK && !others_reach(e, r) && !allocator_of(e, r, d);
}

static const struct clause *allocator_of(const struct emit *e, const struct region *r, const struct reduced *d)
{
    const struct clause *al = allocate_clause(r, d->v);
    bool large = d->count < 0 || reduced_bytes(d) > REDUCTION_STACK;
    return al && !others_reach(e, r) && (wants_memory(al, d->v) || (al->align > __GD_HEAP_ALIGN && large)) ? al : NULL;
}

static bool is_on_heap(struct emit *e, const struct region *r, const struct reduced *d)
{
    return d->array && !is_own_array(e, r, d) && !is_on_stack(e, r, d) && !allocator_of(e, r, d);
}

const char *heap_call(struct emit *e, const struct region *r, const char *what, const char *of)
{
    if (e->where == AT_SPMD_TEAM && !e->one_lane)
        return arena_printf(e->u->arena, "__gd_spmd_copies_%s(%s)", what, of);
    return arena_printf(e->u->arena, "__gd_copies_%s(%s, %s)", what, of, e->simd == r || e->one_lane ? "1" : e->crew);
}

/* Makes the variable's name mean the copy, in the form in which it meant the original. */
static void point_name(struct emit *e, const struct region *r, const struct reduced *d)
{
    const char *to = shifted(e, d, "__gd_p_");
    const char *place = shared_place(e, d->v, r);
    if (d->v->type->kind != TYPE_POINTER && !is_vla(d->v)) {
        out(e, "%s = %s;", type_declare_pointer(e->u->arena, d->v->type, d->v->name), to);
        bind(e, d->v, true);
    } else if (place) { /* all lanes store the same */
        point_at_place(e, d->v, place);
        out(e, "*%s = %s;", d->v->name, to);
    } else {
        out(e, "%s = %s;", type_declare(e->u->arena, d->v->type, d->v->name), to);
        bind(e, d->v, false);
    }
}

static void array_copy(struct emit *e, const struct region *r, const struct reduced *d)
{
    struct arena *a = e->u->arena;
    const char *place = shared_place(e, d->v, r), *p = named(e, "__gd_p_", d);
    const char *pointer = type_declare_pointer(a, d->elem, arena_printf(a, "const %s", p));
    const char *bytes = arena_printf(a, "__gd_n_%s * sizeof *__gd_o_%s", d->v->name, d->v->name);
    const struct clause *al = allocate_clause(r, d->v);
    const char *align = al && al->align ? arena_printf(a, " __attribute__((aligned(%u)))", al->align) : "";
    if (is_own_array(e, r, d)) {
        if (place)
            point_at_place(e, d->v, place);
        else
            out(e, "%s%s;", declare_aligned(e, d->v, d->v->name), align);
        if (!place)
            bind(e, d->v, false);
        out(e, "%s = (void *)((char *)&%s + __gd_d_%s);", pointer, name_of(e, d->v), d->v->name);
        return;
    }
    if (is_on_stack(e, r, d)) {
        out(e, "%s%s;",
            type_declare(a, d->elem, arena_printf(a, "__gd_s_%s[%ld]", d->v->name, d->count ? (long)d->count : 1L)),
            align);
        out(e, "%s = __gd_s_%s;", pointer, d->v->name);
    } else if (allocator_of(e, r, d)) {
        out(e, "%s __attribute__((cleanup(__gd_release))) = __gd_allocate(%u, %s, (__gd_u64)(%s));",
            type_declare_pointer(e->u->arena, d->elem, p), al->align > d->elem->align ? al->align : d->elem->align,
            bytes, al->expr.end > al->expr.begin ? text_of(e, al->expr) : "0");
    } else {
        out(e, "%s = %s;", pointer, heap_call(e, r, "take", bytes));
    }
    point_name(e, r, d);
}

static void scalar_copy(struct emit *e, const struct region *r, const struct reduced *d)
{
    const char *place = shared_place(e, d->v, r);
    const struct clause *al = allocate_clause(r, d->v);
    const char *align = al && al->align ? arena_printf(e->u->arena, " __attribute__((aligned(%u)))", al->align) : "";
    if (place) {
        point_at_place(e, d->v, place);
    } else if (wants_memory(al, d->v)) {
        declare_allocated(e, d->v, al);
        if (!d->it->udr)
            out(e, "*%s = %s;", d->v->name, identity_of(e, d->op, d->v->type));
    } else {
        bind(e, d->v, false);
        if (!d->it->udr)
            out(e, "%s%s = %s;", declare_aligned(e, d->v, d->v->name), align, identity_of(e, d->op, d->v->type));
        else
            out(e, "%s%s;", declare_aligned(e, d->v, d->v->name), align);
    }
}

static void first_values(struct emit *e, const struct reduced *d)
{
    const char *copy = d->array ? named(e, "__gd_p_", d) : name_of(e, d->v);
    initialise_all(e, d, copy, named(e, d->array ? "__gd_o_" : "*__gd_o_", d));
}

void reduction_first_values(struct emit *e, const struct sharing *s)
{
    struct reduced d = reduced_of(s, 0);
    first_values(e, &d);
}

static bool is_shared(struct emit *e, const struct region *r, const struct reduced *d)
{
    return d->elem && (shared_place(e, d->v, r) || (others_reach(e, r) && d->array));
}

bool reduction_is_shared(struct emit *e, const struct region *r, const struct sharing *s)
{
    struct reduced d = reduced_of(s, 0);
    return is_shared(e, r, &d);
}

void reduction_original(struct emit *e, const struct sharing *s)
{
    struct reduced d = reduced_of(s, 0);
    if (d.elem)
        reduced_original(e, &d);
}

void reduction_copy(struct emit *e, const struct region *r, const struct sharing *s)
{
    struct reduced d = reduced_of(s, 0);
    if (!d.elem)
        return;
    bool shared = is_shared(e, r, &d);
    if (d.array)
        array_copy(e, r, &d);
    else
        scalar_copy(e, r, &d);
    if (shared ? !all_lanes_run(e) : d.array || d.it->udr)
        first_values(e, &d);
}

void reduction_restart(struct emit *e, const struct region *r)
{
    reduced_list l = reduced_with(e, r, ATTRS_REDUCED);
    for (size_t i = 0; i < l.n; i++) {
        bool one = is_shared(e, r, &l.v[i]) && all_lanes_run(e);
        if (one)
            guard_open(e, true);
        first_values(e, &l.v[i]);
        if (one)
            guard_close(e);
    }
}

void reduction_give_back(struct emit *e, const struct region *r)
{
    reduced_list l = reduced_with(e, r, ATTRS_REDUCED);
    for (size_t i = 0; i < l.n; i++)
        if (is_on_heap(e, r, &l.v[i]))
            out(e, "%s;", heap_call(e, r, "give", named(e, "__gd_p_", &l.v[i])));
}
