/* gen/common/local.c: types and enumerators that the user declared inside a function. Kernels and outlined functions
 * that name them declare them again in their own bodies; parameters and payload members of such types are bytes or void
 * pointers. */
#include "../gen_priv.h"

#include <stdlib.h>

static void mark(const struct unit *u, struct slice s, unsigned char *wanted)
{
    for_each (const struct use, x, u->local_uses) {
        if (!slice_has(s, x->off) || wanted[x->chunk])
            continue;
        wanted[x->chunk] = 1;
        mark(u, u->local_decls.v[x->chunk].text, wanted);
    }
}

/* Types without a name are declared in the variable's own statement: no reference to them is in local_uses. */
static void mark_types_of(const struct unit *u, const struct var *v, unsigned char *wanted)
{
    mark(u, v->stmt, wanted);
    for (size_t i = 0; is_local_type(v) && i < u->local_decls.n; i++) {
        struct slice t = u->local_decls.v[i].text;
        if (wanted[i] || !slice_has(v->stmt, t.begin))
            continue;
        wanted[i] = 1;
        mark(u, t, wanted);
    }
}

void emit_local_decls(struct emit *e, struct slice s, const struct var *const *vars, size_t nvars)
{
    const struct unit *u = e->u;
    if (!u->local_decls.n)
        return;
    unsigned char *wanted = calloc(u->local_decls.n + 1, 1);
    mark(u, s, wanted);
    for (size_t i = 0; i < nvars; i++)
        mark_types_of(u, vars[i], wanted);
    for (const struct ref *x = e->device ? ref_first(u, s) : NULL; x; x = ref_next(u, s, x))
        if (x->var && (!x->var->is_global || is_table_of_block(e->a, x->var)))
            mark_types_of(u, x->var, wanted); /* private copies and tables: no captures */
    for (size_t i = 0; i < u->local_decls.n; i++) {
        struct slice t = u->local_decls.v[i].text;
        bool lengths = false;
        for (size_t j = 0; j < u->vla_typedefs.n; j++)
            lengths |= slice_has(t, u->vla_typedefs.v[j]);
        if (!wanted[i] || lengths || slice_has(s, t.begin))
            continue;
        emit_line_marker(e, t.begin);
        emit_text(e, t);
        sb_add(e->out, u->local_decls.v[i].whole ? "\n" : ";\n");
    }
    free(wanted);
}

void emit_local_decl_at(struct emit *e, uint32_t off)
{
    for (size_t i = 0; i < e->u->local_decls.n; i++)
        if (e->u->local_decls.v[i].text.begin == off) {
            emit_text(e, e->u->local_decls.v[i].text);
            sb_add(e->out, ";\n");
        }
}

bool is_local_type(const struct var *v) { return type_is_local(v->type); }

const char *declare_aligned(struct emit *e, const struct var *v, const char *name)
{
    const char *d = type_declare(e->u->arena, v->type, name);
    unsigned n = v->align > v->allocate_align ? v->align : v->allocate_align;
    return n ? arena_printf(e->u->arena, "%s __attribute__((aligned(%u)))", d, n) : d;
}

const char *clause_alignment(struct emit *e, const struct clause *allocate)
{
    return allocate && allocate->align ? arena_printf(e->u->arena, " __attribute__((aligned(%u)))", allocate->align)
                                       : "";
}

/* No access of a GPU wants more than 16, and dynamic shared memory has no more. */
unsigned storage_align(const struct var *v)
{
    unsigned wanted = v->align > v->allocate_align ? v->align : v->allocate_align, asked = wanted < 16 ? wanted : 16;
    return asked > v->type->align ? asked : v->type->align;
}

static const char *field(struct emit *e, const struct var *v, const char *name, unsigned align)
{
    bool local = is_local_type(v);
    const char *d = local ? arena_printf(e->u->arena, "char %s[%ld]", name, (long)v->type->size)
                          : type_declare(e->u->arena, v->type, name);
    return local || v->align || v->allocate_align
               ? arena_printf(e->u->arena, "%s __attribute__((aligned(%u)))", d, align)
               : d;
}

const char *storage_field(struct emit *e, const struct var *v, const char *name)
{
    return field(e, v, name, storage_align(v));
}

const char *static_field(struct emit *e, const struct var *v, const char *name)
{
    return field(e, v, name, asked_align(v));
}

const char *pointer_field(struct emit *e, const struct var *v)
{
    if (is_local_type(v))
        return arena_printf(e->u->arena, "void *%s", v->name);
    return type_declare_pointer(e->u->arena, v->type, v->name);
}
