/* gen/host/items.c: one list item as expressions of host C: where its storage begins, how large it is, the pointer
 * that it is reached by, and the dimensions of a section. */
#include "host_priv.h"
#include "../../../include/gantry_abi.h"

#include <string.h>

/* the index of the n-th (from 0) section that subscripts a pointer; it->nsections: there is none */
static unsigned pointer_section(const struct item *it, unsigned n)
{
    const struct type *t = it->type;
    for (unsigned i = 0; t && i < it->nsections; i++, t = t->elem)
        if (t->kind == TYPE_POINTER && n-- == 0)
            return i;
    return it->nsections;
}

const char *item_pointer(struct emit *e, const struct item *it, unsigned step)
{
    if (step < it->pointers.n)
        return text_of(e, it->pointers.v[step].pointer);
    return item_first(e, it, pointer_section(it, step - (unsigned)it->pointers.n));
}

const char *item_object(struct emit *e, const struct item *it, unsigned step)
{
    if (step >= it->pointers.n)
        return item_first(e, it, pointer_section(it, step + 1 - (unsigned)it->pointers.n));
    const struct step *s = &it->pointers.v[step];
    return given(s->object) ? text_of(e, s->object) : arena_printf(e->u->arena, "*(%s)", text_of(e, s->pointer));
}

const char *item_base(struct emit *e, const struct item *it, unsigned flags)
{
    unsigned n = item_pointers(it, NULL);
    if (!n && (it->is_member ? it->var->type->kind == TYPE_RECORD : !it->is_name)) /* !is_name: *(array + i) */
        return arena_printf(e->u->arena, "&%s", name_of(e, it->var));
    if (!n) /* of `a[1].s.x`: a[1] */
        return arena_printf(e->u->arena, "&(%s)", text_of(e, it->is_member ? item_structure(it)->around : it->text));
    if ((flags & GANTRY_MAP_ATTACH) && n == 1 && item_follows_var(it) &&
        !it->pointers.n) /* a cast of it has no address */
        return arena_printf(e->u->arena, "&%s", name_of(e, it->var));
    return arena_printf(e->u->arena, "%s(%s)", (flags & GANTRY_MAP_ATTACH) ? "&" : "", item_pointer(e, it, n - 1));
}

/* ---- lengths ---- */
static bool is_array(const struct type *t)
{
    return t && (t->kind == TYPE_VLA || (t->kind == TYPE_ARRAY && t->count >= 0));
}

static bool is_array_of_records(const struct type *t)
{
    if (!is_array(t))
        return false;
    while (is_array(t))
        t = t->elem;
    return t && t->kind == TYPE_RECORD;
}

static const char *extent(struct emit *e, const struct item *it, unsigned i, const struct type *t)
{
    if (t && t->kind == TYPE_ARRAY)
        return arena_printf(e->u->arena, "%ld", (long)t->count);
    const char *x = item_first(e, it, i);
    return arena_printf(e->u->arena, "(long)(sizeof(%s) / sizeof(%s[0]))", x, x);
}

static const char *length_of(struct emit *e, const struct item *it, unsigned i, const struct type *t)
{
    const struct section *s = &it->sections[i];
    if (!s->has_colon)
        return "1";
    if (given(s->length))
        return text_of(e, s->length);
    const char *rest =
        arena_printf(e->u->arena, "(%s - (%s))", is_array(t) ? extent(e, it, i, t) : "0", lower_of(e, s));
    if (!given(s->stride))
        return rest;
    const char *stride = text_of(e, s->stride);
    return arena_printf(e->u->arena, "((%s + (%s) - 1) / (%s))", rest, stride, stride);
}

/* May this section reach beyond its array? That is then tested at run time. A last array of one element may be meant to
 * be longer. */
static bool may_leave(const struct item *it, unsigned i, const struct type *t)
{
    const struct section *s = &it->sections[i];
    bool known = (!given(s->lower) || s->lower_const) && (!s->has_colon || s->length_const);
    return is_array(t) && !(t->kind == TYPE_ARRAY && (known || (it->is_part && t->count <= 1))) &&
           !(!given(s->length) && !given(s->lower) && s->has_colon);
}

static const char *section_size(struct emit *e, const struct item *it)
{
    struct arena *a = e->u->arena;
    struct sb last = {0}, empty = {0}, outside = {0}, product = {0}, negative = {0};
    sb_printf(&last, "(%s)", text_of(e, it->text));
    const struct type *t = it->type;
    unsigned ranges = 0;
    bool open = false; /* some length is no constant */
    for (unsigned i = 0; i < it->nsections; i++, t = t ? t->elem : NULL) {
        const struct section *s = &it->sections[i];
        const char *lo = lower_of(e, s), *len = length_of(e, it, i, t);
        if (!s->has_colon) {
            sb_printf(&last, "[%s]", lo);
        } else {
            sb_printf(&last, "[(%s) + (%s) - 1]", lo, len);
            sb_printf(&empty, "%s(long)(%s) == 0", empty.n ? " || " : "", len);
            sb_printf(&negative, "%s(long)(%s) < 0", negative.n ? " || " : "", len);
            sb_printf(&product, "(%s) * ", len);
            ranges++;
            open |= !(s->length_const ||
                      (t && t->kind == TYPE_ARRAY && !given(s->length) && (!given(s->lower) || s->lower_const)));
        }
        if (may_leave(it, i, t))
            sb_printf(&outside, "%s(long)(%s) < 0 || (long)(%s) + (long)(%s) > %s", outside.n ? " || " : "", lo, lo,
                      len, extent(e, it, i, t));
    }
    const char *first = item_first(e, it, it->nsections);
    const char *size = arena_printf(a, "(unsigned long)((char *)(&%s + 1) - (char *)&%s)", last.s, first);
    if (ranges > 1 && open)
        size = arena_printf(a, "(%s) ? ~0ul : %s != (unsigned long)(%ssizeof(%s)) ? GANTRY_SIZE_GAPS : %s", negative.s,
                            size, product.s, first, size);
    if (outside.n && !negative.n)
        size = arena_printf(a, "(%s) ? GANTRY_SIZE_OUTSIDE : %s", outside.s, size);
    else if (outside.n)
        size = arena_printf(a, "(%s) ? ~0ul : (%s) ? GANTRY_SIZE_OUTSIDE : %s", negative.s, outside.s, size);
    if (empty.n)
        size = arena_printf(a, "(%s) ? 0 : %s", empty.s, size);
    sb_free(&last), sb_free(&empty), sb_free(&outside), sb_free(&product), sb_free(&negative);
    return size;
}

const char *item_size(struct emit *e, const struct item *it)
{
    return it->nsections ? section_size(e, it) : arena_printf(e->u->arena, "sizeof(%s)", text_of(e, it->text));
}

struct item_dims item_dims(struct emit *e, const struct item *it)
{
    struct arena *a = e->u->arena;
    struct sb b = {0};
    const struct type *t = it->type;
    struct item_dims d = {item_begin(e, it), NULL, NULL, 0};
    sb_add(&b, "{");
    for (unsigned i = 0; i < it->nsections; i++, t = t ? t->elem : NULL) {
        const struct section *s = &it->sections[i];
        if (!s->has_colon)
            continue;
        const char *len = length_of(e, it, i, t);
        if (may_leave(it, i, t)) {
            const char *lo = lower_of(e, s), *step = text_or(e, s->stride, "1");
            len = arena_printf(a,
                               "(long)(%s) < 0 || ((long)(%s) > 0 && (long)(%s) + ((long)(%s) - 1) * (%s) >= %s) ? "
                               "(long)GANTRY_SIZE_OUTSIDE : (long)(%s)",
                               lo, len, lo, len, step, extent(e, it, i, t), len);
        }
        const char *element = arena_printf(a, "(long)sizeof(%s)", item_first(e, it, i + 1));
        sb_printf(&b, "%s{%s, %s%s%s%s}", d.n ? ", " : "", len, element, given(s->stride) ? " * (" : "",
                  text_or(e, s->stride, ""), given(s->stride) ? ")" : "");
        d.n++;
    }
    const char *one = item_first(e, it, it->nsections);
    for (; is_array_of_records(t); t = t->elem) { /* for mappers */
        const char *whole = one;
        one = arena_printf(a, "%s[0]", one);
        sb_printf(&b, "%s{(long)(sizeof(%s) / sizeof(%s)), (long)sizeof(%s)}", d.n ? ", " : "", whole, one, one);
        d.n++;
    }
    sb_add(&b, d.n ? "}" : "{1, 0}}");
    d.n += d.n == 0;
    d.size = arena_printf(a, "sizeof(%s)", one);
    d.dims = sb_take(&b, a);
    return d;
}
