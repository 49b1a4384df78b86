/* gen/host/maps.c: the map list of a construct: static rows of name, flags and place, and at run time addresses and
 * sizes. */
#include "host_priv.h"
#include "../../../include/gantry_abi.h"

#include <string.h>

/* the construct passes a copy, made where it is encountered */
static bool is_copy(const struct mapping *m)
{
    return m->capture && !m->item && (m->capture->how == CAP_VALUE || m->capture->how == CAP_COPY);
}

/* ---- values ---- */

static void value(struct emit *e, const char *base, const char *begin, const char *size)
{
    out(e, "{(void *)%s, (void *)(%s), %s},", base, begin, size);
}

static void item_value(struct emit *e, const struct mapping *m, bool region)
{
    const struct item *it = m->item;
    struct arena *a = e->u->arena;
    bool of_array = region && it->is_member && !item_pointers(it, NULL); /* a target region has one parameter for the
                                                                          * whole array */
    struct item pointer = *it;
    pointer.nsections = 0;
    const char *object = m->part == PART_OBJECT ? item_object(e, it, m->step) : NULL;
    if (m->part == PART_OBJECT)
        value(e, arena_printf(a, "%s(%s)", (m->flags & GANTRY_MAP_ATTACH) ? "&" : "", item_pointer(e, it, m->step)),
              arena_printf(a, "&(%s)", object), arena_printf(a, "sizeof(%s)", object));
    else if (m->part == PART_POINTER)
        value(e, item_base(e, &pointer, m->flags), item_begin(e, &pointer), item_size(e, &pointer));
    else
        value(e, of_array ? arena_printf(a, "&%s", name_of(e, it->var)) : item_base(e, it, m->flags), item_begin(e, it),
              item_size(e, it));
}

const char *map_value_name(struct emit *e, const struct var *v)
{
    if (!v->is_length || !v->length_of)
        return v->is_length ? v->on_host : name_of(e, v);
    struct sb s = {0};
    for (const char *c = v->on_host; *c; c++)
        sb_printf(&s, *c == '\1' ? "%s" : "%.1s", *c == '\1' ? name_of(e, v->length_of) : c);
    return sb_take(&s, e->u->arena);
}

/* copies of by-value captures, made in the device branch only so that the originals stay in registers elsewhere */
static void emit_copies(struct emit *e, struct kernel *k)
{
    for (size_t i = 0; i < k->maps.n; i++) {
        struct mapping *m = &k->maps.v[i];
        if (!is_copy(m))
            continue;
        copy_of_value(e, m->var, arena_printf(e->u->arena, "__gd_c%zu", i), map_value_name(e, m->var));
    }
}

static bool is_size(const struct mapping *m)
{
    const struct type *t = m->var ? m->var->type : NULL;
    return is_copy(m) && m->capture->how == CAP_VALUE && t->kind == TYPE_INT && t->size >= 4;
}

/* Of a region in place, whose values nobody needs otherwise: what rows of gantry tune are chosen by. */
void emit_sizes(struct emit *e, const struct region *r, const struct kernel *k)
{
    bool any = false;
    struct sb values = {0};
    for_each (struct mapping, m, k->maps) {
        any |= is_size(m);
        sb_printf(&values, "%s%s%s", values.n ? ", " : "", is_size(m) ? "(long)" : "0",
                  is_size(m) ? map_value_name(e, m->var) : "");
    }
    if (any)
        out(e, "if (__gd_host_watched()) __gantry_sizes(gantry_region_%u(), (const long[]){%s});", r->id,
            sb_take(&values, e->u->arena));
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

/* ---- the whole list ---- */

/* The variable that the object is, or is part of; NULL: a pointer leads there. */
static const struct var *storage_of(const struct node *n)
{
    while (n && (n->kind == NODE_MEMBER || (n->kind == NODE_SUBSCRIPT && type_is_array(n->kids[0]->type))))
        n = n->kids[0];
    return node_var(n);
}

/* … that the pointer leads to wherever it is used; NULL: not known */
static const struct var *pointee_of(const struct var *v)
{
    const struct node *n = v->written || v->addr_taken ? NULL : node_uncast(v->value);
    if (n && n->kind == NODE_ADDRESS)
        return storage_of(n->kids[0]);
    return n && type_is_array(n->type) ? storage_of(n) : NULL;
}

/* Those of static storage need not be told of: the runtime sees that they lie in memory that cannot be written. */
static bool is_const_object(const struct mapping *m)
{
    const struct item *it = m->item;
    const struct var *v = m->var;
    int last = -1;
    if (m->part != PART_ITEM && m->part != PART_STORAGE)
        return false;
    if (it && it->is_name && item_follows_var(it) && item_pointers(it, &last) == 1 && last == 0)
        v = pointee_of(v);
    else if (it ? item_pointers(it, NULL) : m->capture && m->capture->how != CAP_ADDRESS)
        return false;
    return v && v->type->is_const && !v->is_global && !v->is_length;
}

/* A variable of a block, or part of one, that may be followed by others at its place; none that a pointer leads to */
static bool is_local_object(const struct mapping *m)
{
    const struct var *v = m->var;
    const struct type *t = m->item ? m->item->type : v ? v->type : NULL;
    return m->part == PART_ITEM && v && v->func && !v->is_param && !v->is_global && v->type &&
           v->type->kind != TYPE_POINTER && t && t->kind != TYPE_POINTER && !(m->flags & GANTRY_MAP_ATTACH) &&
           !(m->item && m->item->pointers.n) && !is_copy(m) && m->param != GANTRY_PARAM_VALUE;
}

/* What the region gets by value, or as a copy of its own, is never brought back. */
static bool is_only_read(struct emit *e, const struct region *r, const struct mapping *m, bool seen)
{
    bool mapped = m->part != PART_LIST && m->param != GANTRY_PARAM_VALUE && m->param != GANTRY_PARAM_DEVPTR;
    if (!mapped || is_copy(m) || !m->var)
        return false;
    return r->leaves & LEAF_TARGET ? seen && !may_store_to_row(e->a, r, m) : !may_leave_out(e->a, r, m->var, true);
}

/* What regions leave alone: the target construct itself, or those that a run may leave out within a data construct */
static bool is_idle_row(struct emit *e, const struct region *r, const struct mapping *m)
{
    if (r->leaves & LEAF_TARGET)
        return is_unnamed(e->a, r, m) && follows_names(e->a, r);
    return m->part == PART_ITEM && m->var && !may_leave_out(e->a, r, m->var, false);
}

static bool is_unused_member(struct emit *e, const struct region *r, const struct mapping *m)
{
    return r->dir == DIR_TARGET_DATA && m->part == PART_ITEM && m->item && m->flags & GANTRY_MAP_MEMBER &&
           is_plain_member(m->item) && !may_use_member(e->a, r, m->item);
}

/* seen: all stores of the region are; asks: its kernel wants to know what is apart */
static void one_row(struct emit *e, const struct region *r, const struct mapping *m, bool idle, bool seen, bool asks)
{
    static const char *const what[] = {[PART_POINTER] = "pointer of ", [PART_OBJECT] = "structure on the way to "};
    const char *name = m->item && m->item->shown ? m->item->shown : m->var->name;
    if (m->part == PART_OBJECT || m->part == PART_POINTER)
        name = arena_printf(e->u->arena, "%s%s", what[m->part], name);
    unsigned more = m->part == PART_LIST                        ? GANTRY_MAP_LIST
                    : is_copy(m) && m->capture->how == CAP_COPY ? GANTRY_MAP_COPY
                    : idle                                      ? GANTRY_MAP_IDLE
                                                                : 0;
    more |= is_const_object(m) ? GANTRY_MAP_CONST : 0;
    more |= is_only_read(e, r, m, seen) ? GANTRY_MAP_READS : 0;
    more |= asks && m->capture && m->capture->only_read ? GANTRY_MAP_APART : 0;
    more |= is_unused_member(e, r, m) ? GANTRY_MAP_UNUSED : 0;
    more |= is_local_object(m) ? GANTRY_MAP_LOCAL : 0;
    struct loc at = m->item && m->item->loc.line ? m->item->loc : r->loc;
    out(e, "{\"%s\", 0x%x, %u, %d, %d},", c_string(e, name), m->flags | more, m->param, at.line, at.col);
}

/* r: the loop that is one launch */
void emit_map_row(struct emit *e, const struct region *r, const struct mapping *m)
{
    one_row(e, r, m, false, false, false);
}

void emit_map_value(struct emit *e, const struct mapping *m, size_t i)
{
    struct mapping row = *m;
    if (m->item)
        item_value(e, m, true);
    else if (!m->capture && (m->flags & GANTRY_MAP_LOOKUP) && !(m->flags & GANTRY_MAP_UNMAPPED))
        out(e, "{(void *)%s, (void *)%s, 0},", name_of(e, m->var), name_of(e, m->var));
    else if (!m->capture && (m->flags & GANTRY_MAP_LOOKUP))
        out(e, "{(void *)&%s, (void *)&%s, 0},", name_of(e, m->var), name_of(e, m->var));
    else
        capture_value(e, &row, i);
}

void emit_map_rows(struct emit *e, const struct region *r, unsigned *n)
{
    const mapping_list *l = maps_of(e->a, r);
    bool seen = r->leaves & LEAF_TARGET && !stores_unseen(e->a, r);
    bool asks = seen && kernel_of(e->a, r) && kernel_of(e->a, r)->asks_apart;
    *n = (unsigned)l->n;
    for (size_t i = 0; i < l->n; i++)
        one_row(e, r, &l->v[i], is_idle_row(e, r, &l->v[i]), seen, asks);
}

void emit_map_values(struct emit *e, const struct region *r, struct kernel *k)
{
    const mapping_list *l = maps_of(e->a, r);
    if (k)
        emit_copies(e, k);
    for (size_t i = 0; i < l->n; i++)
        if (l->v[i].part == PART_LIST)
            emit_list(e, r, &l->v[i], i);
    out(e, "struct gantry_val __gd_v[] = {");
    e->indent++;
    for (size_t i = 0; i < l->n; i++) {
        struct mapping *m = &l->v[i];
        if (m->part == PART_LIST)
            out(e, "{__gd_l%zu, 0, 0},", i);
        else if (m->item)
            item_value(e, m, k != NULL);
        else
            capture_value(e, m, i);
    }
    out(e, "{0, 0, 0}};");
    e->indent--;
}
