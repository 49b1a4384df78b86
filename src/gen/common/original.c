/* gen/common/original.c: the variable that a construct's copies are of, whose name they take. */
#include "../gen_priv.h"

void point_at_original(struct emit *e, const struct var *v)
{
    struct arena *a = e->u->arena;
    const char *pointer = arena_printf(a, "__gd_o_%s", v->name);
    bool named = !v->type->unnameable && !is_local_type(v) && !is_vla(v);
    out(e, "%s = %s;",
        named ? type_declare_pointer(a, v->type, pointer)
              : arena_printf(a, "__typeof__(%s) *%s", name_of(e, v), pointer),
        address_of(e, v));
}

/* Was v reached through a pointer where the construct began, or is it the device's own? Then all lanes reach one
 * object. */
static bool original_is_shared(const struct emit *e, const struct privates *p, const struct var *v)
{
    for (size_t i = p->env_mark; i-- > 0;)
        if (e->env.v[i].var == v)
            return e->env.v[i].deref;
    return v->is_global;
}

const char *who_stores(struct emit *e, const struct privates *p, const struct var *v)
{
    bool one = p->lanes && original_is_shared(e, p, v);
    return one ? arena_printf(e->u->arena, "if (__gd_lane(%s) == 0) ", e->crew) : "";
}
