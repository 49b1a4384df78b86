/* gen/maps.c: the map list of a construct: static rows (name, flags, place) and, at run time, addresses and sizes. */
#include "gen_priv.h"
#include "../../include/gantry_abi.h"

#include <string.h>

static const char *map_flag_text(struct emit *e, unsigned flags, unsigned extra)
{
    return arena_printf(e->u->arena, "0x%x", flags | extra);
}

/* A section of a pointer that is an object on the device: the device's pointer is made to point to the copy. */
static bool is_attach(const struct item *it)
{
    return (it->is_member || (it->var && it->var->declare_target)) && it->nsections && it->type &&
           it->type->kind == TYPE_POINTER;
}

static const char *c_string(struct emit *e, const char *s)
{
    struct sb b = {0};
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            sb_addc(&b, '\\');
        sb_addc(&b, *s == '\n' ? ' ' : *s);
    }
    return b.n ? sb_take(&b, e->u->arena) : "";
}

static void row(struct emit *e, const char *name, const char *flags, unsigned param, struct loc at)
{
    out(e, "{\"%s\", %s, %u, %d, %d},", c_string(e, name), flags, param, at.line, at.col);
}

static void item_row(struct emit *e, struct item *it, unsigned flags, unsigned param, struct region *r)
{
    row(e, it->written ? it->written : it->var->name, map_flag_text(e, flags, is_attach(it) ? GANTRY_MAP_ATTACH : 0),
        param, it->loc.line ? it->loc : r->loc);
}

/* ---- values ---- */

/* &base[l0][l1]… of the first element, and one past the last element of a section */
static void section_value(struct emit *e, struct region *r, struct item *it)
{
    struct arena *a = e->u->arena;
    const char *base = text_of(e, it->text);
    struct sb first = {0}, last = {0}, empty = {0};
    sb_printf(&first, "(%s)", base);
    sb_printf(&last, "(%s)", base);
    const struct type *t = it->type;
    for (unsigned i = 0; i < it->nsections; i++) {
        struct section *s = &it->sections[i];
        const char *lo = s->lower.end > s->lower.begin ? text_of(e, s->lower) : "0";
        if (s->stride.end > s->stride.begin) {
            diag(e->u->diag, DIAG_ERROR, it->loc.line ? it->loc : r->loc, "GN0605",
                 "array section with a stride in '%s' is not supported yet", it->written);
            return;
        }
        sb_printf(&first, "[%s]", lo);
        if (!s->has_colon) {
            sb_printf(&last, "[%s]", lo);
        } else {
            const char *len = s->length.end > s->length.begin
                                  ? text_of(e, s->length)
                                  : arena_printf(a, "(%ld - (%s))", t && t->kind == TYPE_ARRAY ? (long)t->count : 0L, lo);
            sb_printf(&last, "[(%s) + (%s) - 1]", lo, len);
            sb_printf(&empty, "%s(long)(%s) == 0", empty.n ? " || " : "", len);
        }
        t = t ? t->elem : NULL;
    }
    const char *begin = arena_printf(a, "(char *)&%s", first.s);
    const char *size = arena_printf(a, "(unsigned long)((char *)(&%s + 1) - (char *)&%s)", last.s, first.s);
    if (empty.n)
        size = arena_printf(a, "(%s) ? 0 : %s", empty.s, size);
    const char *b = is_attach(it)                    ? arena_printf(a, "(void *)&(%s)", base)
                    : it->type && it->type->kind == TYPE_ARRAY ? arena_printf(a, "(void *)&(%s)", base)
                                                               : arena_printf(a, "(void *)(%s)", base);
    out(e, "{(void *)%s, (void *)(%s), %s},", b, begin, size);
    sb_free(&first);
    sb_free(&last);
    sb_free(&empty);
}

static void item_value(struct emit *e, struct region *r, struct item *it)
{
    if (it->nsections) {
        section_value(e, r, it);
        return;
    }
    const char *base = text_of(e, it->text);
    if (it->is_member && it->var->type->kind == TYPE_RECORD)
        out(e, "{(void *)&%s, (void *)&(%s), sizeof(%s)},", name_of(e, it->var), base, base);
    else
        out(e, "{(void *)&(%s), (void *)&(%s), sizeof(%s)},", base, base, base);
}

/* copies of by-value captures, made in the device branch only so that the originals stay in registers elsewhere */
static void emit_copies(struct emit *e, struct kernel *k)
{
    for (size_t i = 0; i < k->maps.n; i++) {
        struct mapping *m = &k->maps.v[i];
        if (!m->capture || m->item || (m->capture->how != CAP_VALUE && m->capture->how != CAP_COPY))
            continue;
        const char *v = name_of(e, m->var);
        if (m->var->type->kind == TYPE_ARRAY)
            out(e, "__typeof__(%s) __gd_c%zu; __builtin_memcpy((void *)__gd_c%zu, (const void *)%s, sizeof __gd_c%zu);", v,
                i, i, v, i);
        else
            out(e, "__typeof__(%s) __gd_c%zu = %s;", v, i, v);
    }
}

static void capture_value(struct emit *e, struct mapping *m, size_t i)
{
    const char *v = name_of(e, m->var);
    switch (m->capture ? m->capture->how : CAP_ADDRESS) {
    case CAP_VALUE:
    case CAP_COPY:
        out(e, "{(void *)&__gd_c%zu, (void *)&__gd_c%zu, sizeof __gd_c%zu},", i, i, i);
        break;
    case CAP_POINTER:
        out(e, "{(void *)%s, (void *)%s, %s},", v, v,
            !(m->flags & GANTRY_MAP_LOOKUP) ? arena_printf(e->u->arena, "sizeof *%s", v) : "0");
        break;
    case CAP_DEVPTR:
        out(e, "{(void *)%s, (void *)%s, 0},", v, v);
        break;
    default:
        out(e, "{(void *)&%s, (void *)&%s, sizeof %s},", v, v, v);
    }
}

/* ---- the clauses of data constructs, which have no kernel ---- */

static bool is_motion(const struct clause *c)
{
    return c->kind == CLAUSE_MAP || c->kind == CLAUSE_TO || c->kind == CLAUSE_FROM;
}

/* items in order, structures before what hangs on them (exit data: the other way round is the runtime's) */
static void each_data_item(struct emit *e, struct region *r,
                           void (*f)(struct emit *, struct region *, struct clause *, struct item *))
{
    for (int members = 0; members <= 1; members++)
        for (struct clause *c = r->clauses; c; c = c->next)
            for (size_t i = 0; is_motion(c) && i < c->items.n; i++)
                if (c->items.v[i].var && c->items.v[i].is_member == (members == 1))
                    f(e, r, c, &c->items.v[i]);
}

static unsigned counter;
static void data_row(struct emit *e, struct region *r, struct clause *c, struct item *it)
{
    counter++;
    item_row(e, it, map_flags(c), GANTRY_PARAM_NONE, r);
}

static void data_value(struct emit *e, struct region *r, struct clause *c, struct item *it)
{
    (void)c;
    item_value(e, r, it);
}

void emit_map_rows(struct emit *e, struct region *r, struct kernel *k, unsigned *n)
{
    if (!k) {
        counter = 0;
        each_data_item(e, r, data_row);
        *n = counter;
        return;
    }
    *n = (unsigned)k->maps.n;
    for (size_t i = 0; i < k->maps.n; i++) {
        struct mapping *m = &k->maps.v[i];
        if (m->item)
            item_row(e, m->item, m->flags, m->param, r);
        else
            row(e, m->var->name, map_flag_text(e, m->flags, 0), m->param, r->loc);
    }
}

void emit_map_values(struct emit *e, struct region *r, struct kernel *k)
{
    if (k)
        emit_copies(e, k);
    out(e, "struct gantry_val __gd_v[] = {");
    e->indent++;
    for (size_t i = 0; k && i < k->maps.n; i++) {
        if (k->maps.v[i].item)
            item_value(e, r, k->maps.v[i].item);
        else
            capture_value(e, &k->maps.v[i], i);
    }
    if (!k)
        each_data_item(e, r, data_value);
    out(e, "{0, 0, 0}};");
    e->indent--;
}
