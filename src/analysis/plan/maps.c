/* analysis/plan/maps.c: the map list of each construct: what the runtime maps, in this order (OpenMP 5.2, 5.8). A
 * structure comes before what its pointers lead to. Rows whose number is known only at run time are represented by one
 * row (PART_LIST).
 * needs: sharing, dataenv.
 * sets: kernel.maps, analysis.data; capture.why where a mapper maps the variable: dataenv.c's reason is then not the
 * whole one. */
#include "../analysis.h"
#include "../../../include/gantry_abi.h"

#include <string.h>

struct builder {
    struct analysis *a;
    const struct region *r;
    struct kernel *k; /* NULL: a data construct or a mapper */
    mapping_list *out;
};

/* ---- questions ---- */
bool item_provides(const struct item *it) { return !item_is_member_or_indirect(it); }

bool has_strides(const struct item *it)
{
    unsigned ranges = 0;
    const struct type *t = it->type;
    for (unsigned i = 0; i < it->nsections; i++, t = t ? t->elem : NULL) {
        const struct section *s = &it->sections[i];
        if (!s->has_colon) {
            ranges++; /* one element: dimensions after it may be contiguous, but not combined with a range before it */
            continue;
        }
        if (given(s->stride) && !(s->stride_const && s->stride_value == 1))
            return true;
        bool from_start = !given(s->lower) || (s->lower_const && s->lower_value == 0);
        bool to_end =
            !given(s->length) || (s->length_const && t && t->kind == TYPE_ARRAY && s->length_value == t->count);
        if (ranges && !(from_start && to_end))
            for (unsigned j = 0; j < i; j++)
                if (it->sections[j].has_colon && !(it->sections[j].length_const && it->sections[j].length_value == 1))
                    return true;
        ranges++;
    }
    return false;
}

static const struct region *mapper_for(struct analysis *a, uint32_t at, const struct clause *c, const struct type *t)
{
    while (type_is_array(t))
        t = t->elem;
    return unit_mapper(a->unit, at, t, c && c->user_op ? c->user_op : "default");
}

static const struct region *mapper_of(struct analysis *a, const struct region *r, const struct clause *c,
                                      const struct item *it)
{
    if (r->mapper && it->var == r->mapper->var && it->is_name) /* a mapper's own structure, mapped as it is */
        return NULL;
    return mapper_for(a, r->pragma_at.end, c, item_type(it));
}

/* May the pointer v itself have a copy on the device? Then a data construct that maps what it points to must attach
 * that copy. It may if some construct maps v, or if code elsewhere that knows v's address could. */
static bool is_object_somewhere(struct analysis *a, const struct var *v)
{
    const struct unit *u = a->unit;
    for (size_t i = 0; !v->is_global && i < u->refs.n; i++)
        if (u->refs.v[i].var == v && (u->refs.v[i].access & ACC_ADDR))
            return true;
    if (v->is_global || (v->declare_target & VAR_NAMED))
        return true;
    for (size_t i = 0; i < u->regions.n; i++)
        for_each_row_of (s, u->regions.v[i], v, ATTR_MAPPED)
            if (s->item->is_name && !s->item->nsections)
                return true;
    return false;
}

/* ---- building ---- */
static void push(struct builder *b, struct mapping m) { vec_push(b->a->unit->arena, b->out, m); }

/* Must the runtime attach a pointer (OpenMP 5.2, 5.8.6)? It must if the item is reached through a pointer that has a
 * device copy itself. */
static bool attaches(const struct builder *b, const struct item *it, bool provides)
{
    unsigned n = item_pointers(it, NULL);
    if (!n)
        return false;
    if (n > 1 || !item_follows_var(it))
        return true;
    return (it->var->declare_target & VAR_NAMED) || (!provides && is_object_somewhere(b->a, it->var));
}

/* Is the item a part of its variable, or of what that points to: a section, or *(p + i)? */
static bool is_piece(const struct item *it) { return it->nsections || !(it->is_name || it->is_member); }

/* Are there several pieces of the item's variable? A region gets one address for all of them, so they must lie on the
 * device at the distances that they have on the host. */
static bool is_one_of_several(const struct builder *b, const struct item *it)
{
    unsigned n = 0;
    for_each_row_of (s, b->r, it->var, ATTR_MAPPED)
        n += !s->clause->iterators.n && is_piece(s->item) && item_provides(s->item);
    return n > 1;
}

/* `map(a[1].x)` of an array: all of `a` is mapped with it, unless parts of `a` are mapped already. The region's address
 * of `a` is computed from the member's. */
static bool is_array_by_member(const struct capture *cap)
{
    return cap->why == WHY_MEMBERS && cap->how == CAP_ADDRESS && cap->item;
}

/* OpenMP attaches where the pointer or what it leads to is new, OpenACC always (3.3, 2.7.2). */
static unsigned how_to_attach(const struct builder *b)
{
    return GANTRY_MAP_ATTACH | (b->r->acc ? GANTRY_MAP_REATTACH : 0);
}

static void add_item(struct builder *b, const struct clause *c, const struct item *it)
{
    struct capture *cap = find_capture(b->k, it->var);
    bool provides = cap && cap->item == it && cap->clause == c && (item_provides(it) || is_array_by_member(cap));
    bool update = b->r->dir == DIR_TARGET_UPDATE;
    unsigned flags = map_flags(c);
    if (it->var->type->is_const && !item_pointers(it, NULL)) /* nobody changes it; it may be in read-only memory */
        flags &= ~(unsigned)GANTRY_MAP_FROM;
    const struct region *mapper = mapper_of(b->a, b->r, c, it);
    bool of_captured = cap && cap->how != CAP_ADDRESS ? item_provides(it) : provides;
    if (attaches(b, it, of_captured))
        flags |= how_to_attach(b);
    if (cap && is_piece(it) && item_provides(it) && !c->iterators.n && is_one_of_several(b, it))
        flags |= GANTRY_MAP_MEMBER;
    if (it->is_part &&
        !item_pointers(&(struct item){.type = it->type, .sections = it->sections, .nsections = it->nsections}, NULL))
        flags |= GANTRY_MAP_MEMBER;
    struct mapping m = {.item = it, .clause = c, .flags = flags, .var = it->var, .mapper = mapper};
    bool list = c->iterators.n || (update && has_strides(it));
    if (!list && mapper && !update) {
        m.part = PART_STORAGE;
        m.flags |= GANTRY_MAP_PARENT;
    }
    if (!list && (!mapper || !update)) {
        m.capture = provides ? cap : NULL;
        m.param = provides ? GANTRY_PARAM_ADDRESS : GANTRY_PARAM_NONE;
        push(b, m);
    }
    if (list || mapper) {
        m.part = PART_LIST;
        m.flags = flags;
        m.capture = NULL;
        m.param = GANTRY_PARAM_NONE;
        push(b, m);
    }
}

/* Has it a row of what v points to? */
static bool has_object(const struct builder *b, const struct var *v)
{
    for_each (const struct mapping, m, *b->out)
        if (m->part == PART_OBJECT && m->step == 0 && m->var == v && item_follows_var(m->item))
            return true;
    return false;
}

/* For `p->q->a[0:n]` the structures *p and *p->q, in which the region reads the pointers that lead to the item. */
static void add_objects(struct builder *b, const struct clause *c, const struct item *it, struct capture *cap)
{
    int last;
    unsigned n = item_pointers(it, &last), upto = n && !(it->is_part && last < 0) ? n - 1 : n;
    for (unsigned j = 0; j < upto; j++) {
        bool var = j == 0 && item_follows_var(it);
        if (var && cap && cap->item != it && !(it->var->declare_target & VAR_NAMED) && has_object(b, it->var))
            continue; /* that of another member is it, too */
        if (var && cap && cap->clause && !(cap->item && item_is_member_or_indirect(cap->item)))
            continue; /* a clause decides about that pointer */
        struct mapping m = {.part = PART_OBJECT,
                            .step = j,
                            .item = it,
                            .clause = c,
                            .var = it->var,
                            .flags = GANTRY_MAP_TO | GANTRY_MAP_IMPLICIT | GANTRY_MAP_MEMBER};
        if (var && cap && names_listed_members(b->a, b->r, it->var))
            m.flags &= ~(unsigned)GANTRY_MAP_TO;
        if (!var || (it->var->declare_target & VAR_NAMED))
            m.flags |= how_to_attach(b);
        if (var && cap && cap->item == it) {
            m.capture = cap;
            m.param = GANTRY_PARAM_ADDRESS;
        }
        push(b, m);
    }
}

/* Are two items of one variable members of different elements of an array, as `a[0].n` and `a[1].p`? (False for items
 * with pointers.) */
static bool of_other_element(const struct unit *u, const struct item *x, const struct item *y)
{
    return !x->pointers.n && !y->pointers.n && !tree_equal(u, item_structure(x), item_structure(y));
}

/* `map(s.n, s.p[0:s.n])` of a data construct: the member s.p is mapped too, in one range with the other members. */
static void add_pointer(struct builder *b, const struct clause *c, const struct item *it)
{
    int last;
    unsigned n = item_pointers(it, &last);
    if (b->k || last != 0 || !it->is_part || n != it->pointers.n + 1)
        return;
    for_each_row_of (s, b->r, it->var, ATTRS_MOTION) {
        const struct item *o = s->item;
        if (!s->clause->iterators.n && o->is_part && o->pointers.n == it->pointers.n &&
            item_pointers(o, NULL) == o->pointers.n && !of_other_element(b->a->unit, it, o)) {
            struct mapping m = {.part = PART_POINTER,
                                .item = it,
                                .clause = c,
                                .var = it->var,
                                .flags = (map_flags(c) & (GANTRY_MAP_DELETE | GANTRY_MAP_HOLD)) | GANTRY_MAP_PARENT |
                                         GANTRY_MAP_MEMBER | GANTRY_MAP_IMPLICIT};
            push(b, m);
            return;
        }
    }
}

/* Adds rows for the items of clauses: members and items reached through pointers (`hanging`), or the others. */
static void explicit_maps(struct builder *b, bool hanging)
{
    for_each_row (s, b->r, ATTRS_MOTION) {
        if ((s->clause->iterators.n || item_is_member_or_indirect(s->item)) != hanging)
            continue;
        if (hanging && !s->clause->iterators.n && b->r->dir != DIR_TARGET_UPDATE && !b->r->mapper)
            add_pointer(b, s->clause, s->item);
        add_item(b, s->clause, s->item);
    }
}

/* Rows of structures and pointers that lead to an item come before the item's, whatever the order of the clauses. */
static void way_of_items(struct builder *b)
{
    for_each_row (s, b->r, ATTR_MAPPED) {
        bool hangs = !s->clause->iterators.n && item_is_member_or_indirect(s->item);
        struct capture *cap = hangs ? find_capture(b->k, s->var) : NULL;
        if (hangs && (cap || (s->var->declare_target & VAR_NAMED)))
            add_objects(b, s->clause, s->item, cap);
    }
}

static unsigned param_of(const struct capture *c)
{
    static const unsigned params[] = {
        [CAP_ADDRESS] = GANTRY_PARAM_ADDRESS, [CAP_POINTER] = GANTRY_PARAM_ADDRESS, [CAP_VALUE] = GANTRY_PARAM_VALUE,
        [CAP_COPY] = GANTRY_PARAM_ADDRESS,    [CAP_DEVPTR] = GANTRY_PARAM_DEVPTR,   [CAP_PRIVATE] = GANTRY_PARAM_NONE};
    if (c->clause && (c->clause->kind == CLAUSE_HAS_DEVICE_ADDR || c->clause->kind == CLAUSE_IS_DEVICE_PTR))
        return GANTRY_PARAM_DEVPTR;
    return params[c->how];
}

/* Rows of captures that no map clause lists; without a map, they only provide a parameter. */
static void implicit_maps(struct builder *b)
{
    for_each (struct capture, c, b->k->captures) {
        if (c->how == CAP_PRIVATE || (c->clause && c->clause->kind == CLAUSE_MAP && !is_array_by_member(c)))
            continue;
        if (is_array_by_member(c)) {
            push(b, (struct mapping){.flags = c->map | GANTRY_MAP_IF_ABSENT, .var = c->var});
            continue;
        }
        const struct item *section = c->clause && c->clause->kind == CLAUSE_REDUCTION ? c->item : NULL;
        struct mapping m = {.item = section, .capture = c, .flags = c->map, .param = param_of(c), .var = c->var};
        bool record = c->how == CAP_ADDRESS && (c->map & GANTRY_MAP_IMPLICIT) && c->why != WHY_MEMBERS;
        m.mapper = record ? mapper_for(b->a, b->r->pragma_at.end, NULL, c->var->type) : NULL;
        if (m.mapper) {
            c->why = c->why == WHY_DEFAULTMAP ? WHY_DEFAULTMAP : WHY_MAPPER;
            m.part = PART_STORAGE;
            m.flags |= GANTRY_MAP_PARENT;
        }
        push(b, m);
        if (m.mapper)
            push(b, (struct mapping){.part = PART_LIST, .flags = c->map, .var = c->var, .mapper = m.mapper});
    }
}

static bool is_mapped(const struct kernel *k, const struct var *v)
{
    for (size_t i = 0; i < k->maps.n; i++)
        if (k->maps.v[i].var == v)
            return true;
    return false;
}

/* Variables of declare target link that the region names are map(tofrom:) (OpenMP 5.2, 5.8.1). */
static void link_maps(struct builder *b)
{
    const struct unit *u = b->a->unit;
    struct kernel *k = b->k;
    struct slice s = k->region->stmt;
    for_each_in (ref, x, u, s) {
        const struct var *v = x->var;
        if (!v || !(v->declare_target & GANTRY_VAR_LINK) || !is_direct_on_device(k->region, v) || v->type->size < 0 ||
            (x->access & ACC_UNEVALUATED) || is_mapped(k, v))
            continue;
        unsigned back = v->type->is_const || (v->type->elem && v->type->elem->is_const) ? 0 : GANTRY_MAP_FROM;
        struct mapping m = {.flags = GANTRY_MAP_IMPLICIT | GANTRY_MAP_TO | back, .var = v};
        push(b, m);
    }
}

static void build(struct builder *b)
{
    explicit_maps(b, false); /* structures before what their pointers lead to */
    if (b->k) {
        implicit_maps(b);
        way_of_items(b);
    }
    explicit_maps(b, true);
    if (b->k)
        link_maps(b);
}

/* Does the mapper `from` use the mapper `to`, directly or through others? */
static bool reaches(struct analysis *a, const struct region *from, const struct region *to, unsigned depth)
{
    const mapping_list *l = maps_of(a, from);
    for (size_t i = 0; l && depth < 64 && i < l->n; i++)
        if (l->v[i].mapper && (l->v[i].mapper == to || reaches(a, l->v[i].mapper, to, depth + 1)))
            return true;
    return false;
}

static void check_cycles(struct analysis *a)
{
    for (size_t i = 0; i < a->data.n; i++) {
        const struct region *r = a->data.v[i].region;
        if (r->mapper && reaches(a, r, r, 0))
            diag(a->unit->diag, DIAG_ERROR, r->loc, "GN0624", "the mapper '%s' of '%s' maps, in the end, by itself",
                 r->mapper->id, r->mapper->type);
    }
}

static bool has_maps(const struct region *r)
{
    return directive_rows[r->dir].class == CLASS_DATA || (r->mapper && r->mapper->var);
}

const mapping_list *maps_of(struct analysis *a, const struct region *r)
{
    if (r->leaves & LEAF_TARGET)
        return &kernel_of(a, r)->maps;
    for (size_t i = 0; i < a->data.n; i++)
        if (a->data.v[i].region == r)
            return &a->data.v[i].maps;
    return NULL;
}

void pass_maps(struct analysis *a)
{
    for_each_pointer (const struct region, r, a->unit->regions) {
        if (!has_maps(r))
            continue;
        struct data_env d = {.region = r};
        struct builder b = {a, r, NULL, &d.maps};
        build(&b);
        vec_push(a->unit->arena, &a->data, d);
    }
    check_cycles(a);
    for (size_t i = 0; i < a->kernels.n; i++) {
        struct builder b = {a, a->kernels.v[i]->region, a->kernels.v[i], &a->kernels.v[i]->maps};
        build(&b);
    }
}
