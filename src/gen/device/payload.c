/* gen/device/payload.c: in what form the copies of one reduction are passed to the device runtime, and the functions
 * that combine two of them.
 *
 * Copies of scalars, and of arrays of a few bytes, are members of one struct per construct:
 *     struct NAME __gd_red = {s};  REDUCE(&__gd_red, sizeof __gd_red, NAME__combine)
 * Larger arrays, and sections of run-time length, are combined in place, element by element:
 *     const struct __gd_part __gd_parts[] = {{__gd_p_a, __gd_n_a, sizeof *__gd_p_a, NAME__combine0}};
 *     REDUCE_parts(__gd_parts, …) */
#include "../gen_priv.h"
#include "../../../include/gantry_numbers.h"

#include <string.h>

static size_t align_up(size_t n, size_t a) { return a ? (n + a - 1) / a * a : n; }

/* Bytes of the copies one after the other, each aligned as its type is (each = 0) or to `each`; *most: the greatest
 * alignment. SIZE_MAX: known at run time only. */
static size_t packed_size(const struct region *r, size_t each, size_t *most)
{
    size_t size = 0;
    *most = 1;
    for_each_row (s, r, ATTRS_REDUCED) {
        struct reduced d = reduced_of(r, s, 0);
        if (!d.elem)
            continue;
        if (d.count < 0)
            return SIZE_MAX;
        size_t align = each ? each : d.elem->align;
        size = align_up(size, align) + reduced_bytes(&d);
        *most = align > *most ? align : *most;
    }
    return size;
}

bool reduces_by_parts(const struct region *r)
{
    size_t most;
    return packed_size(r, 0, &most) > __GD_SHUFFLED_BYTES;
}

unsigned reduction_size(const struct region *r)
{
    enum { OF_A_POINTER_TO_PARTS = 16 };
    size_t most, size = packed_size(r, reduces_by_parts(r) ? 16 : 0, &most);
    if (size == SIZE_MAX || align_up(size, most) > REDUCTION_ROOM)
        return OF_A_POINTER_TO_PARTS;
    return (unsigned)align_up(size, most);
}

const char *reduction_payload(struct emit *e, const struct region *r)
{
    return arena_printf(e->u->arena, "gantry_red_%u_%08x%s", r->id, (unsigned)e->a->hash, variant_mark(e->k));
}

const char *part_combiner(struct emit *e, const struct region *r, const struct reduced *d)
{
    return arena_printf(e->u->arena, "%s__combine%u", reduction_payload(e, r), d->index);
}

const char *payload_member(struct emit *e, const struct reduced *d, const char *of)
{
    struct arena *a = e->u->arena;
    return is_local_type(d->v) ? arena_printf(a, "(*(%s)&%s%s)", type_declare(a, d->v->type, "(*)"), of, d->v->name)
                               : named(e, of, d);
}

const char *address_of_copy(struct emit *e, const struct reduced *d)
{
    return d->array ? named(e, "__gd_p_", d) : arena_printf(e->u->arena, "&%s", name_of(e, d->v));
}

/* ---- before the kernel: payload struct and combiners ---- */

static const char *field(struct emit *e, const struct reduced *d)
{
    struct arena *a = e->u->arena;
    if (is_local_type(d->v))
        return arena_printf(a, "char %s[%zu] __attribute__((aligned(%u)))", d->v->name, reduced_bytes(d),
                            d->elem->align);
    if (!d->array)
        return type_declare(a, d->v->type, d->v->name);
    return type_declare(a, d->elem, arena_printf(a, "%s[%ld]", d->v->name, (long)d->count));
}

static void point_at_member(struct emit *e, const struct reduced *d, const char *into, const char *of)
{
    out(e, "%s = (void *)&%s%s;", type_declare_pointer(e->u->arena, d->elem, named(e, into, d)), of, d->v->name);
}

static void combine_members(struct emit *e, const struct reduced *d)
{
    if (!d->array && !is_local_type(d->v)) {
        combine(e, d, named(e, "__gd_a->", d), named(e, "__gd_b->", d));
        return;
    }
    point_at_member(e, d, "__gd_a_", "__gd_a->");
    point_at_member(e, d, "__gd_b_", "__gd_b->");
    combine_elements(e, d, arena_printf(e->u->arena, "%ld", (long)d->count), named(e, "__gd_a_", d),
                     named(e, "__gd_b_", d));
}

static void local_types(struct emit *e, const struct region *r, const reduced_list *l)
{
    const struct var **vars = arena_alloc(e->u->arena, (l->n + 1) * sizeof *vars);
    struct slice names = r->pragma_at;
    size_t n = 0;
    for (size_t i = 0; i < l->n; i++)
        if (is_local_type(l->v[i].v)) {
            vars[n++] = l->v[i].v;
            if (l->v[i].it->udr)
                names = l->v[i].it->udr->probe;
        }
    if (n)
        emit_local_decls(e, names, vars, n);
}

static void combiner_of_payload(struct emit *e, const struct region *r, const reduced_list *l)
{
    const char *name = reduction_payload(e, r);
    out_open(e, "static void %s__combine(void *__gd_into, const void *__gd_from)", name);
    local_types(e, r, l);
    out(e, "struct %s *__gd_a = __gd_into;", name);
    out(e, "const struct %s *__gd_b = __gd_from;", name);
    tell_off(e);
    for (size_t i = 0; i < l->n; i++)
        combine_members(e, &l->v[i]);
    tell_on(e);
    out_close(e);
}

static void combiner_of_part(struct emit *e, const struct region *r, const reduced_list *l, const struct reduced *d)
{
    out_open(e, "static void %s(void *__gd_into, const void *__gd_from)", part_combiner(e, r, d));
    local_types(e, r, l);
    out(e, "%s = __gd_into;", type_declare_pointer(e->u->arena, d->elem, "__gd_a"));
    out(e, "%s = (void *)__gd_from;", type_declare_pointer(e->u->arena, d->elem, "__gd_b"));
    tell_off(e);
    combine(e, d, "*__gd_a", "*__gd_b");
    tell_on(e);
    out_close(e);
}

void reduction_functions(struct emit *e, const struct region *r)
{
    reduced_list l = reduced_with(e, r, ATTRS_REDUCED);
    bool parts = reduces_by_parts(r);
    struct sb fields = {0};
    struct aside functions;
    for (size_t i = 0; i < l.n; i++)
        if (!parts || !l.v[i].array)
            sb_printf(&fields, " %s;", field(e, &l.v[i]));
    sb_printf(e->before, "struct %s {%s };\n", reduction_payload(e, r), fields.s ? fields.s : " char __gd_empty;");
    sb_free(&fields);
    aside_begin(e, &functions);
    if (!parts)
        combiner_of_payload(e, r, &l);
    for (size_t i = 0; parts && i < l.n; i++)
        combiner_of_part(e, r, &l, &l.v[i]);
    aside_end(e, &functions);
}

/* ---- where copies are combined ---- */

void fill_reduction_payload(struct emit *e, const struct region *r, const reduced_list *l)
{
    struct sb init = {0};
    bool plain = true;
    for (size_t i = 0; i < l->n; i++) {
        plain &= !l->v[i].array && !is_local_type(l->v[i].v);
        sb_printf(&init, "%s.%s = %s", init.n ? ", " : "", l->v[i].v->name, name_of(e, l->v[i].v));
    }
    if (plain)
        out(e, "struct %s __gd_red = {%s};", reduction_payload(e, r), init.s ? init.s : "");
    else
        out(e, "struct %s __gd_red;", reduction_payload(e, r));
    for (size_t i = 0; i < l->n && !plain; i++)
        out(e, "__builtin_memcpy((void *)&__gd_red.%s, (const void *)%s, sizeof __gd_red.%s);", l->v[i].v->name,
            address_of_copy(e, &l->v[i]), l->v[i].v->name);
    sb_free(&init);
}

void declare_parts(struct emit *e, const struct region *r, const reduced_list *l, bool of_team)
{
    out(e, "const struct __gd_part __gd_parts[] = {");
    for_each (const struct reduced, d, *l) {
        const char *copy = of_team ? named(e, d->array ? "__gd_t_" : "&__gd_tr->", d) : address_of_copy(e, d);
        const char *n = elements_of(e, d);
        const char *element = d->array ? named(e, "*__gd_o_", d) : name_of(e, d->v);
        out(e, "    {(void *)%s, %s, sizeof %s, %s},", copy, n, element, part_combiner(e, r, d));
    }
    out(e, "};");
}

const char *reduce_call(struct emit *e, const struct region *r, const char *call, const char *crew)
{
    struct arena *a = e->u->arena;
    const char *open = strchr(call, '('), *with = crew ? arena_printf(a, ", %s", crew) : "";
    if (!reduces_by_parts(r))
        return arena_printf(a, "%s&__gd_red, sizeof __gd_red, %s__combine%s)", call, reduction_payload(e, r), with);
    return arena_printf(a, "%.*s_parts%s__gd_parts, sizeof __gd_parts / sizeof *__gd_parts, %u%s)", (int)(open - call),
                        call, open, reduction_size(r), with);
}
