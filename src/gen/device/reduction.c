/* gen/device/reduction.c: the end of a construct with a reduction (OpenMP 5.2, 5.5): its copies are combined with those
 * of other lanes, threads and teams (payload.c), and the result with the original:
 *
 *     if (REDUCE(&__gd_red, …)) *__gd_o_s = *__gd_o_s + __gd_red.s;
 *     if (REDUCE_parts(__gd_parts, …)) for (…) __gd_o_a[__gd_i] = __gd_o_a[__gd_i] + __gd_p_a[__gd_i]; */
#include "../gen_priv.h"

#include <string.h>

bool reduces_copies(const struct region *r)
{
    const struct sharing *s = sharing_first(r, ATTRS_REDUCED);
    return s && s->storage != STORAGE_ORIGINAL;
}

/* For a simd construct that threads or teams share too: the call that combines the groups' results; else NULL. */
static const char *combine_further(struct emit *e, const struct privates *p)
{
    unsigned leaves = p->r->plan->leaves;
    const char *call = (leaves & LEAF_TEAMS)     ? "__gd_reduce_league(&__gd_env, "
                       : !(leaves & LEAF_FOR)    ? NULL
                       : e->where == AT_SPMD_PAR ? "__gd_spmd_reduce_team("
                                                 : "__gd_reduce_team(";
    return call ? reduce_call(e, p->r, call, e->crew) : NULL;
}

static void store_result(struct emit *e, const struct privates *p, const struct reduced *d, bool parts, bool one)
{
    struct arena *a = e->u->arena;
    const char *who = one ? ""
                      : d->array && (d->v->type->kind == TYPE_POINTER || is_vla(d->v))
                          ? arena_printf(a, "if (__gd_lane(%s) == 0) ", e->crew)
                          : who_stores(e, p, d->v);
    if (*who) /* it ends with a blank */
        out(e, "%.*s", (int)strlen(who) - 1, who);
    e->indent += *who != 0;
    const char *from = parts      ? (d->array ? named(e, "__gd_p_", d) : name_of(e, d->v))
                       : d->array ? arena_printf(a, "((%s)&__gd_red.%s)", type_declare(a, d->elem, "(*)"), d->v->name)
                                  : payload_member(e, d, "__gd_red.");
    combine_all(e, d, original_of(e, d), from);
    e->indent -= *who != 0;
}

void reduction_end(struct emit *e, struct privates *p, struct reduce reduce)
{
    reduced_list l = reduced_with(e, p->r, ATTRS_REDUCED);
    bool parts = reduces_by_parts(p->r);
    const char *further = p->lanes ? combine_further(e, p) : NULL;
    if (parts)
        declare_parts(e, p->r, &l, false);
    else
        fill_reduction_payload(e, p->r, &l);
    if (!p->lanes)
        further = reduce_call(e, p->r, reduce.call, reduce.crew ? e->crew : NULL);
    else if (parts)
        out(e, "__gd_group_reduce_parts(__gd_parts, sizeof __gd_parts / sizeof *__gd_parts, %s);", e->crew);
    else
        out(e, "%s;", reduce_call(e, p->r, reduce.call, reduce.crew ? e->crew : NULL));
    if (further)
        out_open(e, "if (%s)", further);
    tell_result(e, p->r);
    for (size_t i = 0; i < l.n; i++)
        store_result(e, p, &l.v[i], parts, further != NULL);
    tell_result_end(e);
    if (further)
        out_close(e);
}

/* ---- the team's copies of a combined construct in generic mode ---- */

static const char *partial_of(struct emit *e, const struct reduced *d)
{
    return d->array ? named(e, "__gd_t_", d) : payload_member(e, d, "__gd_tr->");
}

static const char *original_in_generic(struct emit *e, const struct reduced *d)
{
    return d->array ? named(e, "__gd_o_", d) : name_of(e, d->v);
}

void partials_begin(struct emit *e, const struct region *r)
{
    reduced_list l = reduced_with(e, r, ATTRS_REDUCED);
    struct arena *a = e->u->arena;
    bool parts = reduces_by_parts(r);
    out(e, "struct %s __gd_tl, *__gd_tr = __gd_share_push(sizeof __gd_tl, &__gd_tl);", reduction_payload(e, r));
    for_each (const struct reduced, d, l) {
        const char *n = d->v->name, *pointer = type_declare_pointer(a, d->elem, named(e, "const __gd_t_", d));
        if (d->array)
            reduced_original(e, d);
        if (d->array && parts)
            out(e, "%s = %s;", pointer,
                copy_memory(e, d, arena_printf(a, "__gd_copies_take(__gd_n_%s * sizeof *__gd_o_%s, 1)", n, n)));
        else if (d->array)
            out(e, "%s = %s;", pointer, copy_memory(e, d, arena_printf(a, "(void *)&__gd_tr->%s", n)));
        tell_off(e);
        initialise_all(e, d, partial_of(e, d), original_in_generic(e, d));
        tell_on(e);
    }
}

void partials_fill(struct emit *e, const struct region *r, const char *payload)
{
    reduced_list l = reduced_with(e, r, ATTRS_REDUCED);
    for (size_t i = 0; i < l.n; i++)
        if (l.v[i].array)
            out(e, "%s->%s = %s;", payload, l.v[i].v->name, shifted(e, &l.v[i], "__gd_t_"));
        else
            out(e, "%s->%s = (void *)&__gd_tr->%s;", payload, l.v[i].v->name, l.v[i].v->name);
}

void partials_end(struct emit *e, const struct region *r)
{
    reduced_list l = reduced_with(e, r, ATTRS_REDUCED);
    bool parts = reduces_by_parts(r);
    if (parts) {
        declare_parts(e, r, &l, true);
        out_open(e, "if (%s)", reduce_call(e, r, "__gd_reduce_teams(&__gd_env, ", NULL));
    } else {
        out_open(e, "if (__gd_reduce_teams(&__gd_env, __gd_tr, sizeof *__gd_tr, %s__combine))",
                 reduction_payload(e, r));
    }
    tell_result(e, r);
    for_each (const struct reduced, d, l)
        combine_all(e, d, original_in_generic(e, d), partial_of(e, d));
    tell_result_end(e);
    out_close(e);
    for (size_t i = 0; parts && i < l.n; i++)
        if (l.v[i].array)
            out(e, "__gd_copies_give(__gd_t_%s, 1);", l.v[i].v->name);
    out(e, "__gd_share_pop(__gd_tr, &__gd_tl);");
}
