/* analysis/plan/dataenv.c: the data environment of each target region (OpenMP 5.2, 5.4 and 5.8): how each variable that
 * the region uses from outside reaches the kernel. Warns about results that are lost (GN0401) and scalars that all
 * threads store to (GN0402).
 * needs: lower, and the rows of sharing of sharing.c, defaults.c and in_reduction.c.
 * sets: kernel.captures. */
#include "../analysis.h"
#include "../../../include/gantry_abi.h"

#include <string.h>

static bool is_aggregate(const struct type *t) { return type_is_array(t) || t->kind == TYPE_RECORD; }

/* The row of a combined construct that makes v a reduction or lastprivate variable, so that v gets a value back; or
 * NULL. */
static const struct sharing *returns_value(const struct region *r, const struct var *v)
{
    const struct sharing *s = (r->leaves & ~LEAF_TARGET) ? sharing_of(r, v, ATTRS_REDUCED | ATTRS_LAST) : NULL;
    bool pointee = s && (s->attribute & ATTRS_REDUCED) && reduces_pointee(r, v);
    return pointee ? sharing_of(r, v, ATTRS_LAST) : s;
}

/* A _BitInt type: as kernel parameters LLVM 19 crashes at them, or writes PTX with widths that do not exist. */
static bool is_bits(const struct type *t)
{
    return (t->kind == TYPE_OTHER || t->kind == TYPE_INT) && t->canonical &&
           strstr(t->canonical, "_BitInt("); /* types that Gantry made have no spelling */
}

static bool may_be_shared(struct kernel *k)
{
    return k->has_teams || k->region->child || (k->region->plan->leaves & LEAF_PARALLEL);
}

static void implicit_scalar(struct analysis *a, struct kernel *k, struct capture *c)
{
    const struct region *r = k->region;
    const struct sharing *result = returns_value(r, c->var);
    if (result) {
        c->how = CAP_ADDRESS;
        c->map = GANTRY_MAP_TO | GANTRY_MAP_FROM;
        c->why = (result->attribute & ATTRS_REDUCED) ? WHY_REDUCTION_MAP : WHY_LASTPRIVATE_MAP;
        return;
    }
    unsigned acc = access_shared_in(a->unit, r, r->stmt, c->var);
    if (r->nloops && var_private_in(r, c->var))
        acc = 0;
    bool written = acc & (ACC_WRITE | ACC_ADDR | (c->var->type->kind == TYPE_RECORD ? ACC_ELEM_WRITE : 0));
    c->how = (written && may_be_shared(k)) || c->var->type->local || is_bits(c->var->type) ? CAP_COPY : CAP_VALUE;
    c->map = c->how == CAP_COPY ? GANTRY_MAP_TO : 0;
    c->why = WHY_IMPLICIT_SCALAR;
}

/* CUDA's drivers take 4 KiB of parameters; structures by value get half of that. */
static bool has_room_for(const struct kernel *k, const struct type *t)
{
    int64_t room = 2048;
    for (size_t i = 0; i < k->captures.n; i++)
        if (k->captures.v[i].how == CAP_VALUE && k->captures.v[i].var->type->kind == TYPE_RECORD)
            room -= k->captures.v[i].var->type->size;
    return t->kind != TYPE_RECORD || t->size <= room;
}

void firstprivate_rule(struct analysis *a, struct kernel *k, struct capture *c, bool copied)
{
    const struct type *t = c->var->type;
    unsigned acc = copied ? 0 : access_shared_in(a->unit, k->region, k->region->stmt, c->var);
    bool written = acc & (ACC_WRITE | ACC_ADDR | ACC_ELEM_WRITE) && t->kind != TYPE_POINTER;
    bool big = type_is_array(t) || t->local || is_bits(t) || !has_room_for(k, t);
    c->how = t->kind == TYPE_POINTER ? CAP_POINTER : written || big ? CAP_COPY : CAP_VALUE;
    c->map = c->how == CAP_POINTER ? GANTRY_MAP_LOOKUP : c->how == CAP_COPY ? GANTRY_MAP_TO : 0;
}

/* Is a member of one of v's elements in the map list, as in `map(a[1].x)`? */
static bool is_mapped_by_member(const struct region *r, const struct var *v)
{
    for_each_row_of (s, r, v, ATTR_MAPPED)
        if (type_is_array(v->type) && s->item->is_member)
            return true;
    return false;
}

/* The first list item that is a part of v, or that pointers in v lead to. Where v is a pointer, items of iterators do
 * not count: which objects they are in is known only at run time. Where v is an array, only members of its elements
 * count, not what pointers in them lead to: that does not map the array. */
static const struct item *member_item(const struct region *r, const struct var *v, const struct clause **in)
{
    for_each_row_of (s, r, v, ATTR_MAPPED)
        if (item_is_member_or_indirect(s->item) && !(s->clause->iterators.n && v->type->kind == TYPE_POINTER) &&
            !(type_is_array(v->type) && item_pointers(s->item, NULL))) {
            *in = s->clause;
            return s->item;
        }
    return NULL;
}

static void implicit_rule(struct analysis *a, struct kernel *k, struct capture *c)
{
    const struct type *t = c->var->type;
    const struct clause *in = NULL;
    const struct item *member = is_aggregate(t) || t->kind == TYPE_POINTER ? member_item(k->region, c->var, &in) : NULL;
    if (member) {
        /* only members are listed: the whole structure is mapped, so that its other members can be read; where none
         * of them is, its memory is enough */
        c->how = t->kind == TYPE_POINTER ? CAP_POINTER : CAP_ADDRESS;
        c->map = (names_listed_members(a, k->region, c->var) ? 0 : GANTRY_MAP_TO) | GANTRY_MAP_IMPLICIT;
        c->why = WHY_MEMBERS;
        if (c->how == CAP_POINTER || (type_is_array(t) && !in->iterators.n)) { /* the variable's address is computed
                                                                                * from the item's */
            c->item = member;
            c->clause = in;
        }
    } else if (is_aggregate(t) && t->size >= 0 && only_measured(k->region, c->var)) {
        c->how = CAP_ADDRESS;
        c->map = GANTRY_MAP_NO_CREATE | GANTRY_MAP_IMPLICIT;
        c->why = WHY_MEASURED;
    } else if (!returns_value(k->region, c->var) && defaultmap_rule(a, k, c)) {
        c->why = WHY_DEFAULTMAP;
    } else if (t->kind == TYPE_POINTER && !returns_value(k->region, c->var)) {
        c->how = CAP_POINTER;
        c->map = GANTRY_MAP_LOOKUP;
        c->why = WHY_IMPLICIT_POINTER;
    } else if (is_aggregate(t)) {
        c->how = CAP_ADDRESS;
        c->map = t->is_const || (t->elem && t->elem->is_const) ? GANTRY_MAP_TO : GANTRY_MAP_TO | GANTRY_MAP_FROM;
        c->map |= GANTRY_MAP_IMPLICIT;
        c->why = is_mapped_by_member(k->region, c->var) ? WHY_MEMBERS
                 : t->is_const                          ? WHY_IMPLICIT_CONST
                 : t->kind != TYPE_RECORD               ? WHY_IMPLICIT_ARRAY
                                                        : WHY_IMPLICIT_RECORD;
    } else {
        implicit_scalar(a, k, c);
    }
}

/* Does the map list contain v itself, not only a part of it? A region uses a pointer that is mapped itself, even where
 * what it points to is listed too. */
static bool maps_whole(const struct region *r, const struct var *v)
{
    for_each_row_of (s, r, v, ATTR_MAPPED)
        if (s->item->is_name && !s->item->nsections)
            return true;
    return false;
}

/* Does this row of the target construct decide how the variable reaches the kernel? Then stores that in c. */
static bool row_decides(struct analysis *a, struct kernel *k, struct capture *c, const struct sharing *s)
{
    const struct region *r = k->region;
    bool pointer = c->var->type->kind == TYPE_POINTER;
    switch (s->attribute) {
    case ATTR_MAPPED:
        c->map = map_flags(s->clause);
        c->how = pointer && item_pointers(s->item, NULL) ? CAP_POINTER : CAP_ADDRESS;
        return true;
    case ATTR_IS_DEVICE_PTR:
        c->how = pointer ? CAP_DEVPTR : CAP_ADDRESS;
        return true;
    case ATTR_PRIVATE:
        if (r->nloops && r->plan->leaves)
            return false; /* the inner constructs make the copies; the target needs none */
        c->how = CAP_PRIVATE;
        return true;
    case ATTR_HAS_DEVICE_ADDR: /* with a section of a pointer, the pointer's value is a device address */
        c->how = pointer && s->item->nsections ? CAP_DEVPTR : CAP_ADDRESS;
        return true;
    case ATTR_FIRSTPRIVATE:
        if (s->rule == RULE_LINEAR)
            return false;
        firstprivate_rule(a, k, c, r->plan->leaves != 0); /* a combined construct copies again further in */
        return true;
    default:
        return false;
    }
}

/* Applies what a clause of the target construct says about the variable. */
static bool explicit_rule(struct analysis *a, struct kernel *k, struct capture *c)
{
    unsigned set = ATTR_MAPPED | ATTR_IS_DEVICE_PTR | ATTR_PRIVATE | ATTR_HAS_DEVICE_ADDR | ATTR_FIRSTPRIVATE;
    bool whole = maps_whole(k->region, c->var);
    for_each_row_of (s, k->region, c->var, set) {
        const struct item *it = s->item;
        bool map = s->attribute == ATTR_MAPPED;
        if (map ? !item_provides(it) || s->clause->iterators.n : it->is_member)
            continue;
        if ((map && whole && !(it->is_name && !it->nsections)) || !row_decides(a, k, c, s))
            continue;
        c->item = s->item;
        c->clause = s->clause;
        c->why = WHY_EXPLICIT;
        return true;
    }
    return false;
}

/* A section that a combined construct reduces is mapped, tofrom, unless a clause maps its variable (OpenMP 5.2,
 * 5.5.8). */
static bool reduced_section(struct kernel *k, struct capture *c)
{
    const struct sharing *s = (k->region->leaves & ~LEAF_TARGET) ? sharing_of(k->region, c->var, ATTRS_REDUCED) : NULL;
    if (!s || !s->item->nsections)
        return false;
    c->item = s->item;
    c->clause = s->clause;
    c->how = c->var->type->kind == TYPE_POINTER ? CAP_POINTER : CAP_ADDRESS;
    c->map = GANTRY_MAP_TO | GANTRY_MAP_FROM;
    c->why = WHY_REDUCTION_MAP;
    return true;
}

static void check_type(struct analysis *a, struct kernel *k, const struct capture *c)
{
    const struct type *t = c->var->type;
    struct diag *d = a->unit->diag;
    struct loc at = k->region->loc;
    const char *what = NULL;
    for (const struct type *e = t; e; e = e->elem) {
        if (e->is_long_double)
            what = "type long double, which GPUs do not have: use double";
        if (e->unnameable)
            what = "a type that is declared in brackets: declare it in a statement of its own";
    }
    if (!what && t->kind == TYPE_ARRAY && t->size < 0 && !c->item)
        what = "an array type of unknown size: map a section of it";
    if (what && c->how != CAP_PRIVATE)
        diag(d, DIAG_ERROR, at, "GN0503", "'%s' in a target region has %s", c->var->name, what);
    if (c->var->is_thread_local)
        diag(d, DIAG_ERROR, at, "GN0504", "'%s' is thread-local: it cannot be used in a target region", c->var->name);
    if (slice_has(k->region->stmt, c->var->extern_at))
        diag(d, DIAG_ERROR, unit_place(a->unit, c->var->extern_at), "GN0450",
             "'%s' is declared in the target region that it is mapped for: declare it before, or add '#pragma omp "
             "declare "
             "target to(%s)' after a declaration outside of functions",
             c->var->name, c->var->name);
}

/* Does the target region read v after the construct q, so that the result of q's reduction is used? */
static bool read_after(const struct unit *u, const struct kernel *k, const struct region *q, const struct var *v)
{
    return access_in(u, (struct slice){q->stmt.end, k->region->stmt.end}, v) & ACC_READ;
}

static void warn_reduction_lost(struct analysis *a, struct kernel *k, struct capture *c)
{
    const struct unit *u = a->unit;
    if (c->how != CAP_VALUE && c->how != CAP_COPY)
        return;
    for_each_pointer (const struct region, q, u->regions) {
        const struct sharing *s = sharing_of(q, c->var, ATTRS_REDUCED);
        if (s && q != k->region && region_inside(q, k->region) && c->why == WHY_IMPLICIT_SCALAR &&
            !read_after(u, k, q, c->var)) {
            c->why = WHY_REDUCTION_LOST;
            diag(u->diag, DIAG_WARNING, s->item->loc.file ? s->item->loc : q->loc, "GN0401",
                 "reduction variable '%s' is firstprivate on the separate 'target' construct: its result is lost",
                 c->var->name);
            diag(u->diag, DIAG_NOTE, k->region->loc, NULL,
                 "add 'map(tofrom: %s)' here, or use a combined construct ('target teams …')", c->var->name);
            return;
        }
    }
}

/* Does one thread run this, or one at a time, or may a condition make it so? */
static bool by_one(const struct unit *u, const struct region *outer, const struct ref *ref)
{
    for (size_t i = outer->id + 1; i < u->regions.n && region_inside(u->regions.v[i], outer); i++) {
        const struct region *r = u->regions.v[i];
        if (directive_rows[r->dir].by == BY_ONE && slice_has(r->stmt, ref->off))
            return true;
    }
    for (const struct node *n = ref->node; n && n != outer->tree; n = n->parent)
        if (n->kind == NODE_IF || n->kind == NODE_SWITCH)
            return true;
    return false;
}

/* `int j; … for (j = …)` inside a parallel loop: OpenMP makes j one variable for all threads, which is rarely meant. */
static void warn_shared_store(struct analysis *a, struct kernel *k, struct capture *c)
{
    const struct unit *u = a->unit;
    if (c->how != CAP_COPY || c->why != WHY_IMPLICIT_SCALAR || !(k->region->plan->leaves & LEAF_PARALLEL))
        return;
    for_each_in (ref, x, u, k->region->stmt)
        if (x->var == c->var && (x->access & ACC_WRITE) && !owner_at(u, x->off, c->var) && !by_one(u, k->region, x)) {
            diag(u->diag, DIAG_WARNING, unit_place(u, x->off), "GN0402",
                 "'%s' is shared by all threads of the target region and written by each of them", c->var->name);
            const char *op = accumulated_by(u, k->region->stmt, c->var);
            if (op)
                diag(u->diag, DIAG_NOTE, k->region->loc, NULL, "add 'reduction(%s: %s)' here", op, c->var->name);
            else
                diag(u->diag, DIAG_NOTE, c->var->loc, NULL, "declare it inside the loop, or add 'private(%s)'",
                     c->var->name);
            return;
        }
}

static void add_capture(struct analysis *a, struct kernel *k, const struct var *v)
{
    if (find_capture(k, v))
        return;
    struct capture c = {.var = v};
    if (!explicit_rule(a, k, &c) && !reduced_section(k, &c))
        implicit_rule(a, k, &c);
    check_type(a, k, &c);
    warn_reduction_lost(a, k, &c);
    warn_shared_store(a, k, &c);
    vec_push(a->unit->arena, &k->captures, c);
}

bool is_direct_on_device(const struct region *r, const struct var *v)
{
    return v->declare_target && !sharing_of(r, v, ATTR_FIRSTPRIVATE | ATTR_PRIVATE);
}

static void collect(struct analysis *a, struct kernel *k, struct slice s)
{
    const struct unit *u = a->unit;
    const struct region *r = k->region;
    for_each_in (ref, x, u, s) {
        const struct var *v = x->var;
        if (!v || is_direct_on_device(r, v))
            continue;
        bool inside = !v->is_global && slice_has(r->stmt, v->decl);
        bool static_inside = v->is_global && v->func && slice_has(r->stmt, v->decl);
        if (inside || static_inside)
            continue;
        /* the construct's own loop variables are private, unless a clause returns their value */
        bool own_iv = is_loop_variable(r, r->nloops, v);
        if (own_iv && !sharing_of(r, v, ATTRS_LAST))
            continue;
        if (r->plan->leaves && sharing_of(r, v, ATTR_PRIVATE))
            continue; /* private copies are made by the inner leaves */
        /* private everywhere it is used: the original is not needed */
        if (slice_has(r->stmt, s.begin) && !access_shared_in(u, r, r->stmt, v) && !sharing_of(r, v, ATTR_MAPPED)) {
            bool from_inner = false;
            for (size_t q = r->id; q < u->regions.n && region_inside(u->regions.v[q], r); q++)
                from_inner |= sharing_of(u->regions.v[q], v, ATTR_FIRSTPRIVATE | ATTRS_LAST | ATTRS_REDUCED) != NULL;
            if (!from_inner)
                continue;
        }
        add_capture(a, k, v);
    }
}

struct capturing {
    struct analysis *a;
    struct kernel *k;
};
static void capture_length(void *ctx, const struct var *length)
{
    struct capturing *c = ctx;
    add_capture(c->a, c->k, length);
}

void pass_dataenv(struct analysis *a)
{
    for_each_pointer (struct kernel, k, a->kernels) {
        const struct region *r = k->region;
        collect(a, k, r->stmt);
        /* variables that only clauses name: chunk sizes, for instance, are evaluated on the device */
        for (const struct clause *c = r->clauses; c; c = c->next) {
            /* the host evaluates num_threads and if before the launch, but in a generic kernel the main thread does */
            bool by_main =
                teams_mode_of(a, k) == FORCE_GENERIC && (r->plan->leaves & LEAF_PARALLEL) && shapes_parallel(c);
            bool by_lanes = a->options.check && c == lanes_condition(r) && can_ask_for_lanes(a->unit, r);
            if (is_evaluated_inside(c) || by_main || by_lanes)
                collect(a, k, c->expr);
        }
        unsigned copied = ATTRS_REDUCED | ATTRS_LAST | ATTR_FIRSTPRIVATE;
        for_each_row (s, r, copied) {
            for (unsigned d = 0; (s->attribute & ATTRS_REDUCED) && d < s->item->nsections; d++) {
                collect(a, k, s->item->sections[d].lower); /* bounds are evaluated on the device, too */
                collect(a, k, s->item->sections[d].length);
            }
            if (!is_direct_on_device(r, s->var) && (r->leaves & ~LEAF_TARGET))
                add_capture(a, k, s->var);
        }
        each_length_of_copies(a->unit, r, capture_length, &(struct capturing){a, k});
    }
}
