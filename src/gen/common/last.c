/* gen/common/last.c: lastprivate(conditional: x) (OpenMP 5.2, 5.4.5): the value of the last iteration that assigns to
 * x. Every store to a copy notes the number of its iteration, counted from 1; the copies with their numbers are then
 * reduced to the one with the greatest. */
#include "../gen_priv.h"

static void each_conditional(struct emit *e, const struct region *r,
                             void (*f)(struct emit *, const struct region *, const struct var *, void *), void *ctx)
{
    for (const struct sharing *s = sharing_first(r, ATTR_CONDITIONAL); s; s = sharing_next(s, ATTR_CONDITIONAL))
        f(e, r, s->var, ctx);
}

static void note_stores(struct emit *e, const struct region *r, const struct var *v, void *ctx)
{
    const char *name = name_of(e, v);
    bool deref = is_deref(e, v);
    (void)r;
    (void)ctx;
    out(e, "unsigned long __gd_at_%s = 0;", v->name);
    const char *store = arena_printf(e->u->arena, "(*(__gd_at_%s = __gd_k + 1, &%s))", v->name, name);
    vec_push(e->u->arena, &e->env, (struct binding){v, deref, deref ? name : NULL, store, false});
}

void conditional_begin(struct emit *e, const struct region *r) { each_conditional(e, r, note_stores, NULL); }

/* ---- on the initial device: in a worksharing loop of a parallel region. One thread's variable holds the result.
 * ---- */

static void host_original(struct emit *e, const struct region *r, const struct var *v, void *ctx)
{
    (void)r;
    (void)ctx;
    point_at_original(e, v);
}

static void host_field(struct emit *e, const struct region *r, const struct var *v, void *ctx)
{
    (void)e;
    (void)r;
    sb_printf(ctx, " unsigned long at_%s; __typeof__(*__gd_o_%s) v_%s;", v->name, v->name, v->name);
}

static void host_copy(struct emit *e, const struct region *r, const struct var *v, void *ctx)
{
    (void)ctx;
    out(e, "%s;", type_declare(e->u->arena, v->type, v->name));
    bind(e, v, false);
    note_stores(e, r, v, NULL);
}

size_t conditional_host_begin(struct emit *e, const struct region *r)
{
    struct sb fields = {0};
    size_t mark = e->env.n;
    out_open(e, "%s", "");
    each_conditional(e, r, host_original, NULL);
    each_conditional(e, r, host_field, &fields);
    out(e, "struct {%s } __gd_lent = {0}, *__gd_result;", fields.s);
    sb_free(&fields);
    out(e, "#pragma omp single copyprivate(__gd_result)");
    out(e, "__gd_result = (void *)&__gd_lent;");
    out_open(e, "%s", "");
    each_conditional(e, r, host_copy, NULL);
    return mark;
}

static void host_combine(struct emit *e, const struct region *r, const struct var *v, void *ctx)
{
    (void)r;
    (void)ctx;
    out(e, "if (__gd_at_%s > __gd_result->at_%s) { __gd_result->at_%s = __gd_at_%s; __gd_result->v_%s = %s; }", v->name,
        v->name, v->name, v->name, v->name, v->name);
}

static void host_result(struct emit *e, const struct region *r, const struct var *v, void *ctx)
{
    (void)r;
    (void)ctx;
    out(e, "if (__gd_result->at_%s) *__gd_o_%s = __gd_result->v_%s;", v->name, v->name, v->name);
}

void conditional_host_end(struct emit *e, const struct region *r, size_t mark)
{
    out(e, "#pragma omp critical(gantry_conditional)");
    out_open(e, "%s", "");
    each_conditional(e, r, host_combine, NULL);
    out_close(e);
    out_close(e);
    out(e, "#pragma omp barrier");
    out(e, "#pragma omp single"); /* its barrier keeps that thread's variable alive until it is read */
    out_open(e, "%s", "");
    each_conditional(e, r, host_result, NULL);
    out_close(e);
    out_close(e);
    e->env.n = mark; /* the copies' names end here */
}

struct payload {
    struct sb fields, combine, init;
};

static void add_member(struct emit *e, const struct region *r, const struct var *v, void *ctx)
{
    struct payload *p = ctx;
    (void)r;
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

static void store_value(struct emit *e, const struct region *r, const struct var *v, void *ctx)
{
    struct privates *p = ctx;
    (void)r;
    out(e, "%sif (__gd_c.__gd_at_%s) __builtin_memcpy((void *)__gd_o_%s, (const void *)&__gd_c.%s, sizeof __gd_c.%s);",
        p ? who_stores(e, p, v) : "", v->name, v->name, v->name, v->name);
}

void conditional_end(struct emit *e, const struct region *r, struct privates *p, struct reduce reduce)
{
    struct payload parts = {{0}, {0}, {0}};
    if (!has_conditional(r))
        return;
    each_conditional(e, r, add_member, &parts);
    const char *name = arena_printf(e->u->arena, "gantry_last_%u_%08x", r->id, (unsigned)e->a->hash);
    sb_printf(
        e->before,
        "struct %s {%s };\nstatic void %s__combine(void *__gd_into, const void *__gd_from)\n{\n    struct %s *__gd_a = "
        "__gd_into;\n    const struct %s *__gd_b = __gd_from;\n%s}\n",
        name, parts.fields.s, name, name, name, parts.combine.s);
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
    each_conditional(e, r, store_value, one ? NULL : p);
    if (one)
        out_close(e);
    out_close(e);
    sb_free(&parts.fields);
    sb_free(&parts.combine);
    sb_free(&parts.init);
}
