/* extent.c: which part of each object a loop touches: the first and the last element as functions of the parameters and
 * of the variables of the loops around it. */
#include <isl/union_map.h>
#include <string.h>

#include "annotate_priv.h"

/* ---- the elements that accesses touch ---- */
/* {element}, by parameters. NULL: not known */
static isl_set *elements(struct scope *s, const struct touch *t)
{
    if (!t->nsteps || t->steps[0].is_member || !poly_is_affine(t->steps[0].index))
        return NULL;
    isl_map *m = isl_map_from_pw_aff(isl_pw_aff_copy(t->steps[0].index->terms[0].coefficient));
    m = isl_map_intersect_domain(m, isl_set_copy(t->domain));
    m = isl_map_intersect_params(m, isl_set_copy(s->context));
    unsigned dims = (unsigned)isl_map_dim(m, isl_dim_in);
    m = isl_map_project_out(m, isl_dim_in, s->judged, dims - s->judged);
    return isl_map_range(outer_as_parameters(s, m));
}

struct touched {
    isl_set *all, *stored; /* stored: in any case */
    bool known;
};

static void gather(struct scope *s, const struct object *o, struct touched *t)
{
    *t = (struct touched){.known = true};
    for_each (struct touch, x, s->accesses) {
        if (!is_touch_of(s, x, o))
            continue;
        isl_set *e = is_flexible(x) ? NULL : elements(s, x);
        if (!e) {
            t->known = false;
            continue;
        }
        if (x->write && x->must && x->nsteps == 1)
            t->stored = t->stored ? isl_set_union(t->stored, isl_set_copy(e)) : isl_set_copy(e);
        t->all = t->all ? isl_set_union(t->all, e) : e;
    }
}

/* x where it has a value, 0 elsewhere. Takes x. */
static isl_pw_aff *or_zero(isl_pw_aff *x)
{
    isl_set *none = isl_set_complement(isl_pw_aff_domain(isl_pw_aff_copy(x)));
    isl_aff *zero = isl_aff_zero_on_domain(isl_local_space_from_space(isl_set_get_space(none)));
    return isl_pw_aff_coalesce(isl_pw_aff_union_add(x, isl_pw_aff_alloc(none, zero)));
}

static isl_pw_aff *plus_one(isl_pw_aff *x)
{
    isl_aff *one = isl_aff_zero_on_domain(isl_local_space_from_space(isl_pw_aff_get_domain_space(x)));
    return isl_pw_aff_add(x, isl_pw_aff_from_aff(isl_aff_add_constant_si(one, 1)));
}

static bool find_section(struct scope *s, struct extent *e, isl_set *all)
{
    all = isl_set_coalesce(all);
    isl_pw_aff *low = isl_set_dim_min(isl_set_copy(all), 0), *high = isl_set_dim_max(all, 0);
    if (!low || !high) {
        isl_pw_aff_free(low);
        isl_pw_aff_free(high);
        return false;
    }
    isl_pw_aff *length = plus_one(isl_pw_aff_sub(isl_pw_aff_copy(high), isl_pw_aff_copy(low)));
    isl_pw_aff_free(high);
    length = isl_pw_aff_intersect_params(length, usual_parameters(s)); /* where it is 0, `low` does not matter */
    length = isl_pw_aff_gist_params(or_zero(isl_pw_aff_coalesce(length)), usual_parameters(s));
    low = isl_pw_aff_gist_params(isl_pw_aff_coalesce(low), usual_parameters(s));
    e->low = expression_text(s, low);
    e->length = expression_text(s, length);
    if (!e->low || !e->length)
        return false;
    if (has_type_limits(e->low) || has_type_limits(e->length))
        return false;
    if (strlen(e->low) + strlen(e->length) > LONGEST_SECTION || strchr(e->low, '[') || strchr(e->length, '['))
        return false; /* nobody could read it, or it is read from memory */
    e->item = arena_printf(s->a->arena, "%s[%s:%s]", e->object->name, e->low, e->length);
    return true;
}

bool find_extent(struct scope *s, struct extent *e)
{
    const struct object *o = e->object;
    struct touched t;
    if (o->kind == OBJECT_UNKNOWN)
        return false;
    e->read = o->read;
    e->written = o->written;
    if (o->kind == OBJECT_VARIABLE && o->var->type->size > 0) {
        e->item = o->var->name;
        return has_name_here(s, o->var);
    }
    if (o->far && !s->is_data && e->root && e->root->is_global)
        return false;                                   /* the function finds the pointer in the variable */
    if (!o->elem || !o->name || type_is_array(o->elem)) /* indices count the elements of its rows */
        return false;
    gather(s, o, &t);
    bool ok = t.known && t.all;
    if (!t.known) {
        isl_set_free(t.all);
        isl_set_free(t.stored);
        return find_digits(s, e);
    }
    if (ok && t.stored) {
        isl_set *h = range_hull(t.all);
        e->covered = isl_set_is_subset(h, t.stored) == isl_bool_true;
        isl_set_free(h);
    }
    isl_set_free(t.stored);
    if (!ok)
        isl_set_free(t.all);
    return ok && find_section(s, e, t.all);
}

const char *trips_text(struct scope *s)
{
    isl_set *x = isl_set_intersect_params(isl_set_copy(s->fails), isl_set_copy(s->context));
    isl_map *m = isl_map_from_domain(x);
    m = isl_map_move_dims(m, isl_dim_out, 0, isl_dim_in, s->judged, 1);
    x = isl_map_range(outer_as_parameters(s, m));
    isl_pw_aff *least = isl_set_dim_min(isl_set_coalesce(x), 0);
    if (!least)
        return NULL;
    least = isl_pw_aff_coalesce(isl_pw_aff_intersect_params(least, usual_parameters(s)));
    isl_set *domain =
        isl_set_coalesce(isl_set_intersect(usual_parameters(s), isl_pw_aff_domain(isl_pw_aff_copy(least))));
    const char *text = expression_text(s, isl_pw_aff_gist_params(least, domain));
    return text && strlen(text) <= 2 * LONGEST_SECTION ? text : NULL;
}

static bool is_scalar_variable(const struct object *o)
{
    return o->kind == OBJECT_VARIABLE && type_is_scalar(o->var->type);
}

/* the variable with which the item begins */
const struct var *root_of(const struct object *o)
{
    const struct node *n = o->pointer;
    while (!o->var && n && n->nkids && n->kind != NODE_NAME)
        n = n->kids[0];
    return o->var ? o->var : node_var(n);
}

/* A pointer and what is found where it leads cannot both be mapped by sections that not all compilers take. */
bool is_only_root(const extent_list *extents, const struct extent *e)
{
    for_each (struct extent, x, *extents)
        if (x->root == e->root && !(x->object->elem && x->object->elem->kind == TYPE_RECORD) &&
            !(e->object->elem && e->object->elem->kind == TYPE_RECORD))
            return false;
    return true;
}

/* the parameters for which an access of o, or of anything, may happen */
static isl_set *where_touched(struct scope *s, const struct object *o)
{
    isl_set *all = NULL;
    for_each (struct touch, t, s->accesses) {
        if ((o && t->object != o) || t->before)
            continue;
        isl_set *x = isl_set_intersect_params(isl_set_copy(t->domain), isl_set_copy(s->context));
        isl_map *m = isl_map_from_domain(x);
        unsigned dims = (unsigned)isl_map_dim(m, isl_dim_in);
        m = isl_map_project_out(m, isl_dim_in, s->judged, dims - s->judged);
        x = isl_map_params(outer_as_parameters(s, m));
        all = all ? isl_set_union(all, x) : x;
    }
    return all;
}

/* Are these sections empty only where the loop does nothing? */
static void find_touched(struct scope *s, extent_list *extents)
{
    isl_set *any = where_touched(s, NULL);
    for_each (struct extent, e, *extents) {
        isl_set *own = where_touched(s, e->object);
        e->is_touched = own && isl_set_is_subset(any, own) == isl_bool_true;
        isl_set_free(own);
    }
    isl_set_free(any);
}

bool find_extents(struct scope *s, extent_list *extents)
{
    bool all = true;
    for_each_pointer (struct object, o, s->objects) {
        if ((!o->read && !o->written) || o->scratch || (is_scalar_variable(o) && !o->far))
            continue;
        struct extent e = {.object = o, .root = root_of(o)};
        if (find_extent(s, &e) && is_only_root(extents, &e))
            vec_push(s->a->arena, extents, e);
        else
            all = false;
    }
    if (all && extents->n > 1)
        find_touched(s, extents);
    return all;
}
