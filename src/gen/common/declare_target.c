/* gen/common/declare_target.c: declare target variables on the device: their names in the image. Of a `link` variable,
 * which is there only while it is mapped, device C has a pointer instead, which the host runtime sets (OpenMP 5.2,
 * 7.8). */
#include "../gen_priv.h"
#include "../../../include/gantry_abi.h"

#include <string.h>

static bool is_link(const struct var *v) { return v->declare_target & GANTRY_VAR_LINK; }

/* a name that other files have too, unless it is the file's own */
static const char *symbol_of(const struct analysis *a, const char *prefix, const char *name, bool own)
{
    return own ? arena_printf(a->unit->arena, "%s%s_%08x", prefix, name, (unsigned)a->hash)
               : arena_printf(a->unit->arena, "%s%s", prefix, name);
}

const char *device_symbol(const struct analysis *a, const struct var *v)
{
    return is_link(v) ? symbol_of(a, "gantry_l_", v->name, v->is_static)
                      : symbol_of(a, v->is_static ? "gantry_v_" : "", v->name, v->is_static);
}

long device_symbol_size(const struct var *v) { return is_link(v) ? (long)sizeof(void *) : (long)v->type->size; }

/* Static variables get a name of their own, so that the runtime can find them in the image; linked ones are named
 * through their pointer from now on. */
void begin_device_variables(struct emit *e)
{
    for_each_pointer (const struct var, v, e->a->device_vars) {
        const char *symbol = device_symbol(e->a, v);
        if (is_link(v))
            vec_push(e->u->arena, &e->env,
                     (struct binding){v, true, arena_printf(e->u->arena, "(*%s)", symbol), NULL, false});
        else if (v->is_static)
            out(e, "#define %s %s", v->name, symbol);
    }
}

static unsigned count(const struct chunk *c, bool link)
{
    unsigned n = 0;
    for (size_t i = 0; i < c->vars.n; i++)
        n += link ? is_link(c->vars.v[i]) : (c->vars.v[i]->declare_target & VAR_NAMED) && c->vars.v[i]->is_static;
    return n;
}

/* weak: files that share the variable share its pointer */
static void emit_link_pointer(struct emit *e, const struct var *v)
{
    const char *d = type_declare_pointer(e->u->arena, v->type, device_symbol(e->a, v));
    out(e, "extern %s __attribute__((weak)); %s;", d, d);
}

static void emit_link_pointers(struct emit *e, const struct chunk *c)
{
    for_each_pointer (const struct var, v, c->vars)
        if (is_link(v))
            emit_link_pointer(e, v);
}

static bool is_declared_in_chunk(const struct unit *u, const struct var *v)
{
    for_each (const struct chunk, c, u->chunks)
        for_each_pointer (const struct var, one, c->vars)
            if (one == v)
                return true;
    return false;
}

void emit_local_link_pointers(struct emit *e, struct slice within)
{
    for_each_pointer (const struct var, v, e->a->device_vars)
        if (is_link(v) && slice_has(within, v->decl) && !is_declared_in_chunk(e->u, v))
            emit_link_pointer(e, v);
}

void emit_variable_chunk(struct emit *e, const struct chunk *c)
{
    struct slice word = c->static_at;
    if (c->vars.n && count(c, true) == c->vars.n && !c->defines_type) {
        emit_link_pointers(e, c);
        return;
    }
    if (count(c, false) && given(word)) {
        emit_text(e, (struct slice){c->text.begin, word.begin});
        emit_text(e, (struct slice){word.end, c->text.end});
    } else {
        emit_text(e, c->text);
    }
    out(e, "%s", "");
    emit_link_pointers(e, c);
}

/* ---- functions that the host's pointers may name (OpenMP 5.2, 7.8: indirect) ---- */

const char *indirect_symbol(const struct analysis *a, const struct func *f)
{
    return symbol_of(a, "gantry_i_", f->name, f->is_static || f->is_inline);
}

/* A call through a pointer, which may hold the host's address of an indirect function: __gd_indirect finds the
 * device's. */
void emit_callee(struct emit *e, const char *text)
{
    sb_printf(e->out, "((__typeof__(&*(%s)))__gd_indirect(&" GANTRY_INDIRECT ", (void *)(%s)))", text, text);
}

/* the device's addresses, for the host runtime to read */
void emit_indirect_functions(struct emit *e)
{
    for (size_t i = 0; i < e->a->funcs.n; i++) {
        const struct func *f = e->a->funcs.v[i]->func;
        if (f->indirect && given(f->def))
            out(e, "__attribute__((used)) void *%s = (void *)%s;", indirect_symbol(e->a, f), f->name);
    }
}
