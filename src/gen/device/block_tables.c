/* gen/device/block_tables.c: constant tables that contain pointers, which a function declares and its target regions
 * use (analysis/facts/reach.c). Mapped, they would bring host addresses: the device image has its own. All tables of a
 * function are declared in one generated function, because their types may be local to the user's function too. It
 * returns the address of table number `which`. */
#include "../gen_priv.h"

static const char *own_name(struct emit *e, const struct var *v)
{
    return arena_printf(e->u->arena, "%s_%u", v->name, v->decl);
}

static void bind_to(struct emit *e, const struct var *v, const char *place)
{
    vec_push(e->u->arena, &e->env, (struct binding){v, true, place, NULL, false});
}

typedef VEC(const struct var *) table_list;

static void emit_tables(struct emit *e, const struct func *f, const table_list *l)
{
    out_open(e, "static __attribute__((always_inline)) const void *gantry_tables_%s(unsigned which)", f->name);
    emit_local_decls(e, (struct slice){0, 0}, (const struct var *const *)l->v, l->n);
    for_each_pointer (const struct var, v, *l) {
        bind_to(e, v, own_name(e, v)); /* its initialiser may name it */
        emit_line_marker(e, v->decl);
        out(e, "static %s = %s;", declare_aligned(e, v, own_name(e, v)), text_of(e, v->init));
    }
    out_open(e, "switch (which)");
    for (size_t i = 0; i < l->n; i++)
        out(e, "case %zu: return &%s;", i, own_name(e, l->v[i]));
    out(e, "default: __builtin_unreachable();");
    out_close(e);
    out_close(e);
}

void emit_block_tables(struct emit *e)
{
    const struct unit *u = e->u;
    for (size_t i = 0; i < u->funcs.n; i++) {
        table_list l = {0};
        for (size_t k = 0; k < u->vars.n; k++)
            if (u->vars.v[k]->func == u->funcs.v[i] && is_table_of_block(e->a, u->vars.v[k]))
                vec_push(u->arena, &l, u->vars.v[k]);
        if (l.n)
            emit_tables(e, u->funcs.v[i], &l);
        for (size_t k = 0; k < l.n; k++)
            bind_to(e, l.v[k],
                    arena_printf(u->arena, "(*(%s)gantry_tables_%s(%zu))", type_declare(u->arena, l.v[k]->type, "(*)"),
                                 u->funcs.v[i]->name, k));
    }
}
