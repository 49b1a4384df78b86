/* gen/host/lists.c: list items that exist at run time only, as host code that appends them to a list in the order of
 * the source: loops for iterators, calls of mappers for structures, dimensions for sections with strides. */
#include "host_priv.h"
#include "../../../include/gantry_abi.h"

#include <string.h>

struct list {
    const char *at, *row; /* the list's address, the place for messages */
    bool in_mapper;
};

/* ---- one entry ---- */
static const char *flags_text(struct emit *e, const struct list *l, unsigned flags)
{
    return arena_printf(e->u->arena, l->in_mapper ? "GANTRY_MAPPED(0x%xu, __gd_f)" : "0x%xu", flags);
}

static const char *written(const struct mapping *m)
{
    return m->item && m->item->shown ? m->item->shown : m->var->name;
}

static void add(struct emit *e, const struct list *l, const struct mapping *m, unsigned flags)
{
    out(e, "__gantry_list_add(%s, %s, \"%s\", %s, (void *)%s, (void *)(%s), %s);", l->at, l->row,
        c_string(e, written(m)), flags_text(e, l, flags), item_base(e, m->item, flags), item_begin(e, m->item),
        item_size(e, m->item));
}

static struct item_dims dims_of(struct emit *e, const struct mapping *m)
{
    if (m->item)
        return item_dims(e, m->item);
    struct arena *a = e->u->arena;
    const char *whole = name_of(e, m->var), *one = whole; /* a variable without a clause: all of it */
    for (const struct type *t = m->var->type; type_is_array(t); t = t->elem)
        one = arena_printf(a, "%s[0]", one);
    const char *dims = arena_printf(a, "{{(long)(sizeof(%s) / sizeof(%s)), (long)sizeof(%s)}}", whole, one, one);
    return (struct item_dims){arena_printf(a, "&%s", whole), arena_printf(a, "sizeof(%s)", one), dims, 1};
}

static void add_dims(struct emit *e, const struct list *l, const struct mapping *m, bool update)
{
    struct item_dims d = dims_of(e, m);
    const char *mapper = m->mapper ? arena_printf(e->u->arena, ", " MAPPER_WRAPPER "%u", m->mapper->id) : "";
    if (m->mapper && !update && m->clause && m->clause->iterators.n) /* without iterators the structure's storage has
                                                                      * its row already */
        add(e, l, m, m->flags | GANTRY_MAP_PARENT);
    out_open(e, "%s", "");
    out(e, "const struct gantry_dim __gd_dim[] = %s;", d.dims);
    out(e, "__gantry_list_add_%s(%s, %s, \"%s\", %s, (void *)(%s), %s, %u, __gd_dim%s);",
        m->mapper ? "mapped" : "section", l->at, l->row, c_string(e, written(m)),
        flags_text(e, l, m->flags & ~(unsigned)(m->mapper ? GANTRY_MAP_ATTACH | GANTRY_MAP_MEMBER : 0)), d.begin,
        d.size, d.n, mapper);
    out_close(e);
}

static void fill(struct emit *e, const struct list *l, const struct mapping *m, bool update)
{
    if (m->clause && m->clause->iterators.n)
        iterators_open(e, m->clause);
    if (m->mapper || (update && has_strides(m->item)))
        add_dims(e, l, m, update);
    else
        add(e, l, m, m->flags);
    if (m->clause && m->clause->iterators.n)
        iterators_close(e, m->clause);
}

void emit_list(struct emit *e, const struct region *r, const struct mapping *m, size_t index)
{
    struct list l = {arena_printf(e->u->arena, "&__gd_l%zu", index),
                     arena_printf(e->u->arena, "&gantry_region_%u()->maps[%zu]", r->id, index), false};
    out(e, "struct gantry_list *__gd_l%zu = 0;", index);
    out_open(e, "if (__gd_dev >= 0)");
    fill(e, &l, m, r->dir == DIR_TARGET_UPDATE);
    out_close(e);
}

/* ---- mappers (OpenMP 5.2, 5.8.8) ---- */
void emit_mapper(struct emit *e, const struct region *r)
{
    const struct mapper *m = r->mapper;
    const mapping_list *maps = maps_of(e->a, r);
    struct list l = {"__gd_l", "__gd_m", true};
    if (!m->var || !maps)
        return;
    out_open(e,
             "__attribute__((unused)) static void " MAPPER_WRAPPER
             "%u(struct gantry_list **__gd_l, const struct gantry_map *__gd_m, void *__gd_p, unsigned __gd_f)",
             r->id);
    const struct var *vars[] = {m->var};
    emit_local_decls(e, r->pragma_at, vars, 1);
    out(e, "%s = __gd_p;", type_declare_pointer(e->u->arena, m->var->type, m->name));
    bind(e, m->var, true);
    for_each (const struct mapping, one, *maps)
        if (one->part == PART_LIST)
            fill(e, &l, one, false);
        else
            add(e, &l, one, one->flags);
    out_close(e);
}
