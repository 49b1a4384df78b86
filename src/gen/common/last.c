/* gen/common/last.c: lastprivate(conditional: x) (OpenMP 5.2, 5.4.5): the value of the last iteration that assigns to
 * x. Every store to a copy notes the number of its iteration, counted from 1; the copies with their numbers are then
 * reduced to the one with the greatest. */
#include "../gen_priv.h"

static const struct sharing *first_row(const struct region *r) { return sharing_first(r, ATTR_CONDITIONAL); }
static const struct sharing *next_row(const struct sharing *s) { return sharing_next(s, ATTR_CONDITIONAL); }

static void note_stores(struct emit *e, const struct var *v)
{
    const char *name = name_of(e, v);
    bool deref = is_deref(e, v);
    out(e, "unsigned long __gd_at_%s = 0;", v->name);
    const char *store = arena_printf(e->u->arena, "(*(__gd_at_%s = __gd_k + 1, &%s))", v->name, name);
    vec_push(e->u->arena, &e->env, (struct binding){v, deref, deref ? name : NULL, store, false});
}

void conditional_begin(struct emit *e, const struct region *r)
{
    for (const struct sharing *s = first_row(r); s; s = next_row(s))
        note_stores(e, s->var);
}

/* ---- on the initial device: in a worksharing loop of a parallel region. One thread's variable holds the result.
 * ---- */

void conditional_host_begin(struct emit *e, const struct region *r)
{
    struct sb fields = {0};
    out_open(e, "%s", "");
    for (const struct sharing *s = first_row(r); s; s = next_row(s)) {
        const char *n = s->var->name;
        point_at_original(e, s->var);
        sb_printf(&fields, " unsigned long at_%s; __typeof__(*__gd_o_%s) v_%s;", n, n, n);
    }
    out(e, "struct {%s } __gd_lent = {0}, *__gd_result;", fields.s);
    sb_free(&fields);
    out(e, "#pragma omp single copyprivate(__gd_result)");
    out(e, "__gd_result = (void *)&__gd_lent;");
    out_open(e, "%s", "");
    for (const struct sharing *s = first_row(r); s; s = next_row(s)) {
        out(e, "%s;", type_declare(e->u->arena, s->var->type, s->var->name));
        bind(e, s->var, false);
        note_stores(e, s->var);
    }
}

void conditional_host_end(struct emit *e, const struct region *r)
{
    out(e, "#pragma omp critical(gantry_conditional)");
    out_open(e, "%s", "");
    for (const struct sharing *s = first_row(r); s; s = next_row(s)) {
        const char *n = s->var->name;
        out(e, "if (__gd_at_%s > __gd_result->at_%s) { __gd_result->at_%s = __gd_at_%s; __gd_result->v_%s = %s; }", n,
            n, n, n, n, n);
    }
    out_close(e);
    out_close(e);
    out(e, "#pragma omp barrier");
    out(e, "#pragma omp single"); /* its barrier keeps that thread's variable alive until it is read */
    out_open(e, "%s", "");
    for (const struct sharing *s = first_row(r); s; s = next_row(s)) {
        const char *n = s->var->name;
        out(e, "if (__gd_result->at_%s) *__gd_o_%s = __gd_result->v_%s;", n, n, n);
    }
    out_close(e);
    out_close(e);
}

struct payload {
    struct sb fields, combine, init;
};

static void add_member(struct emit *e, const struct var *v, struct payload *p)
{
    sb_printf(&p->fields, " unsigned long __gd_at_%s; %s;", v->name, storage_field(e, v, v->name));
    sb_printf(&p->combine,
              "    if (__gd_b->__gd_at_%s > __gd_a->__gd_at_%s) { __gd_a->__gd_at_%s = __gd_b->__gd_at_%s; "
              "__builtin_memcpy((void *)&__gd_a->%s, (const void *)&__gd_b->%s, sizeof __gd_a->%s); }\n",
              v->name, v->name, v->name, v->name, v->name, v->name, v->name);
    sb_printf(
        &p->init,
        "__gd_c.__gd_at_%s = __gd_at_%s; __builtin_memcpy((void *)&__gd_c.%s, (const void *)&%s, sizeof __gd_c.%s); ",
        v->name, v->name, v->name, name_of(e, v), v->name);
}

void conditional_end(struct emit *e, const struct region *r, struct privates *p, struct reduce reduce)
{
    struct payload parts = {{0}, {0}, {0}};
    if (!has_conditional(r))
        return;
    for (const struct sharing *s = first_row(r); s; s = next_row(s))
        add_member(e, s->var, &parts);
    const char *name =
        arena_printf(e->u->arena, "gantry_last_%u_%08x%s", r->id, (unsigned)e->a->hash, variant_mark(e->k));
    sb_printf(
        e->before,
        "struct %s {%s };\nstatic void %s__combine(void *__gd_into, const void *__gd_from)\n{\n    struct %s *__gd_a = "
        "__gd_into;\n    const struct %s *__gd_b = __gd_from;\n%s%s%s}\n",
        name, parts.fields.s, name, name, name, tells(e) ? "__GD_TELL(__gd_off();)\n" : "", parts.combine.s,
        tells(e) ? "__GD_TELL(__gd_on();)\n" : "");
    out_open(e, "%s", "");
    out(e, "struct %s __gd_c; %s", name, parts.init.s);
    const char *data = arena_printf(e->u->arena, "&__gd_c, sizeof __gd_c, %s__combine", name);
    const char *crew = reduce.crew ? arena_printf(e->u->arena, ", %s", e->crew) : "";
    bool one = true;
    if (p->lanes) {
        out(e, "__gd_group_reduce(%s, %s);", data, e->crew);
        one = (r->plan->leaves & LEAF_FOR) != 0; /* threads share the loop too */
        if (one)
            out_open(e, "if (%s(%s, %s))", e->where == AT_SPMD_PAR ? "__gd_spmd_reduce_team" : "__gd_reduce_team", data,
                     e->crew);
    } else {
        out_open(e, "if (%s%s%s))", reduce.call, data, crew);
    }
    tell_result(e, r);
    for (const struct sharing *s = first_row(r); s; s = next_row(s)) {
        const char *n = s->var->name;
        out(e,
            "%sif (__gd_c.__gd_at_%s) __builtin_memcpy((void *)__gd_o_%s, (const void *)&__gd_c.%s, sizeof "
            "__gd_c.%s);",
            one ? "" : who_stores(e, p, s->var), n, n, n, n);
    }
    tell_result_end(e);
    if (one)
        out_close(e);
    out_close(e);
    sb_free(&parts.fields);
    sb_free(&parts.combine);
    sb_free(&parts.init);
}
