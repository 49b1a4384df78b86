/* gen/device/copies.c: a construct's copies of what it reduces, and their first values. A copy is on the stack when it
 * is small and only its thread accesses it; else in a slot (analysis/plan/share.c), or in the device heap: then the
 * variable's name becomes a pointer to it. Of an array __gd_p_a points to its first element. */
#include "../gen_priv.h"

const char *heap_call(struct emit *e, const struct region *r, const char *what, const char *of)
{
    if (e->where == AT_SPMD_TEAM && !e->one_lane)
        return arena_printf(e->u->arena, "__gd_spmd_copies_%s(%s)", what, of);
    return arena_printf(e->u->arena, "__gd_copies_%s(%s, %s)", what, of, e->simd == r || e->one_lane ? "1" : e->crew);
}

/* a pointer to where the variable would begin of which there is a copy of the section alone */
static const char *within_section(struct emit *e, const struct reduced *d, const char *p)
{
    struct arena *a = e->u->arena;
    const char *n = d->count < 0 ? named(e, "__gd_n_", d) : arena_printf(a, "%ld", (long)d->count);
    return tell_within(e, d->v, p, section_begins(e, d), arena_printf(a, "%s * sizeof *%s", n, named(e, "__gd_o_", d)));
}

/* Makes the variable's name mean the copy, in the form in which it meant the original. */
static void point_name(struct emit *e, const struct reduced *d)
{
    const char *to = within_section(e, d, shifted(e, d, "__gd_p_"));
    const char *place = shared_place(e, d->v, d->by);
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

/* The copy is a whole array, of which the section alone has values. */
static void point_in_whole(struct emit *e, const struct reduced *d, const char *first, const char *place)
{
    struct arena *a = e->u->arena;
    out(e, "%s = %s;", type_declare_pointer(a, d->v->type, d->v->name),
        within_section(e, d, arena_printf(a, "(void *)&%s", place)));
    bind(e, d->v, true);
    out(e, "%s = (void *)((char *)%s + __gd_d_%s);", first, d->v->name, d->v->name);
}

static void array_copy(struct emit *e, const struct reduced *d)
{
    struct arena *a = e->u->arena;
    const char *n = d->v->name, *p = named(e, "__gd_p_", d), *memory;
    const char *pointer = type_declare_pointer(a, d->elem, arena_printf(a, "const %s", p));
    const char *bytes = arena_printf(a, "__gd_n_%s * sizeof *__gd_o_%s", n, n);
    const struct clause *al = allocate_clause(d->by, d->v);
    bool whole = d->v->type->kind == TYPE_ARRAY && d->v->type->size <= REDUCTION_STACK; /* not the section alone */
    switch (d->row->storage) {
    case STORAGE_STACK:
        if (whole && tells(e)) {
            out(e, "%s%s;", declare_aligned(e, d->v, named(e, "__gd_w_", d)), clause_alignment(e, al));
            point_in_whole(e, d, pointer, arena_printf(a, "__gd_w_%s", n));
            return;
        }
        if (whole) {
            out(e, "%s%s;", declare_aligned(e, d->v, n), clause_alignment(e, al));
            bind(e, d->v, false);
            out(e, "%s = (void *)((char *)&%s + __gd_d_%s);", pointer, name_of(e, d->v), n);
            return;
        }
        out(e, "%s%s;", type_declare(a, d->elem, arena_printf(a, "__gd_s_%s[%ld]", n, d->count ? (long)d->count : 1L)),
            clause_alignment(e, al));
        out(e, "%s = %s;", pointer, copy_memory(e, d, named(e, "__gd_s_", d)));
        break;
    case STORAGE_HEAP:
        out(e, "%s = %s;", pointer, copy_memory(e, d, heap_call(e, d->by, "take", bytes)));
        break;
    case STORAGE_ALLOCATOR:
        memory =
            arena_printf(a, "__gd_allocate(%u, %s, (__gd_u64)(%s))",
                         al->align > d->elem->align ? al->align : d->elem->align, bytes, text_or(e, al->expr, "0"));
        out(e, "%s __attribute__((cleanup(__gd_release))) = %s;", type_declare_pointer(a, d->elem, p),
            copy_memory(e, d, memory));
        break;
    default:
        point_in_whole(e, d, pointer, shared_place(e, d->v, d->by));
        tell_begins(e, d->v);
        return;
    }
    point_name(e, d);
}

static void scalar_copy(struct emit *e, const struct reduced *d)
{
    const struct clause *al = allocate_clause(d->by, d->v);
    const char *first = d->it->udr ? "" : arena_printf(e->u->arena, " = %s", identity_of(e, d->op, d->v->type));
    switch (d->row->storage) {
    case STORAGE_STACK:
        bind(e, d->v, false);
        out(e, "%s%s%s;", declare_aligned(e, d->v, d->v->name), clause_alignment(e, al), first);
        break;
    case STORAGE_ALLOCATOR:
        declare_allocated(e, d->v, al);
        if (*first)
            out(e, "*%s%s;", d->v->name, first);
        break;
    default:
        point_at_place(e, d->v, shared_place(e, d->v, d->by));
    }
}

static void first_values(struct emit *e, const struct reduced *d)
{
    const char *copy = d->array ? named(e, "__gd_p_", d) : name_of(e, d->v);
    bool of_teams = d->by->plan->leaves & LEAF_TEAMS;
    if (of_teams) /* initialisers may read the original, which the last team stores to when all have their copies */
        tell_off(e);
    initialise_all(e, d, copy, original_of(e, d));
    if (of_teams)
        tell_on(e);
}

void reduction_first_values(struct emit *e, const struct region *r, const struct sharing *s)
{
    struct reduced d = reduced_of(r, s, 0);
    first_values(e, &d);
}

void reduction_original(struct emit *e, const struct region *r, const struct sharing *s)
{
    struct reduced d = reduced_of(r, s, 0);
    if (d.elem)
        reduced_original(e, &d);
}

void reduction_copy(struct emit *e, const struct region *r, const struct sharing *s)
{
    struct reduced d = reduced_of(r, s, 0);
    if (!d.elem)
        return;
    if (d.array)
        array_copy(e, &d);
    else
        scalar_copy(e, &d);
    if (s->one_for_all ? !all_lanes_run(e) : d.array || d.it->udr)
        first_values(e, &d);
}

void reduction_restart(struct emit *e, const struct region *r)
{
    reduced_list l = reduced_with(e, r, ATTRS_REDUCED);
    for (size_t i = 0; i < l.n; i++) {
        bool guarded = guard_begin(e, l.v[i].row->one_for_all, true);
        tell_off(e);
        first_values(e, &l.v[i]);
        tell_on(e);
        guard_end(e, guarded);
    }
}

void reduction_give_back(struct emit *e, const struct region *r)
{
    reduced_list l = reduced_with(e, r, ATTRS_REDUCED);
    for (size_t i = 0; i < l.n; i++)
        if (l.v[i].array && l.v[i].row->storage == STORAGE_HEAP)
            out(e, "%s;", heap_call(e, r, "give", named(e, "__gd_p_", &l.v[i])));
}
