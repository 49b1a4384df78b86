/* gen/host/device_addr.c: use_device_ptr and use_device_addr (OpenMP 5.2, 5.4.8, 5.4.10): inside the region a pointer's
 * value, or the address of any other variable, is the device's. */
#include "host_priv.h"

#include <string.h>

enum { TRANSLATED = ATTR_USE_DEVICE_PTR | ATTR_USE_DEVICE_ADDR };

/* its value is translated, not its address */
static bool by_value(const struct sharing *s)
{
    return s->var->type->kind == TYPE_POINTER && (s->attribute == ATTR_USE_DEVICE_PTR || s->item->nsections);
}

/* Is the item a section of the variable, or of what it points to, and not reached by further pointers? */
static bool is_section_of(const struct item *it, const struct var *v)
{
    return it->var == v && it->nsections && !item_is_member_or_indirect(it);
}

/* The section of the item that is on the device: its own, or the one that the same construct maps. */
static const struct item *section_of(const struct region *r, const struct item *it)
{
    if (it->nsections)
        return it;
    for_each_row_of (s, r, it->var, ATTR_MAPPED)
        if (!s->clause->iterators.n && is_section_of(s->item, it->var))
            return s->item;
    return NULL;
}

static void translate(struct emit *e, const struct region *r, const struct sharing *s)
{
    const struct item *it = s->item;
    const char *name = name_of(e, it->var);
    const struct item *section = section_of(r, it);
    const char *origin = arena_printf(e->u->arena, "%s%s", by_value(s) ? "" : "&", name);
    const char *first =
        section ? first_of(e, arena_printf(e->u->arena, "&%s", name), section, section->nsections) : origin;
    const char *begin = it->nsections ? first : origin, *v = it->var->name;
    out(e, "void *__gd_u_%s = __gantry_use_section(gantry_region_%u(), __gd_dev, (void *)(%s), (void *)(%s));", v,
        r->id, begin, origin);
    if (strcmp(first, begin)) /* the variable's beginning is not mapped, but the part that the construct maps is */
        out(e,
            "if (__gd_u_%s == (void *)(%s)) __gd_u_%s = __gantry_use_section(gantry_region_%u(), __gd_dev, (void "
            "*)(%s), "
            "(void *)(%s));",
            v, origin, v, r->id, first, origin);
}

/* Opens a block that the caller closes, when there is anything to declare. */
bool emit_use_device(struct emit *e, const struct region *r)
{
    for_each_row (s, r, TRANSLATED)
        translate(e, r, s);
    if (!sharing_first(r, TRANSLATED))
        return false;
    out_open(e, "%s", "");
    for_each_row (s, r, TRANSLATED) {
        const struct var *v = s->var;
        bool value = by_value(s);
        out(e, "__typeof__(%s) %s%s = (void *)__gd_u_%s;", name_of(e, v), value ? "" : "*", v->name, v->name);
        bind(e, v, !value);
    }
    return true;
}
