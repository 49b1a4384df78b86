/* filled.c: what becomes of the elements that stay on the device: does a region store to all of them before anything
 * else touches them, in functions that are called and in loops, too? Does the host touch others alone? */
#include "data_priv.h"

static bool has_element(const struct touch *x)
{
    return x->nsteps == 1 && !x->steps[0].is_member && !is_flexible(x) && poly_is_affine(x->steps[0].index);
}

/* The elements that regions touch of o; NULL: not known */
static isl_set *on_device(struct attempt *t, const struct object *o)
{
    struct scope *s = &t->s;
    bool only = s->only_device;
    s->only_device = true;
    isl_set *all = elements_touched(s, o);
    s->only_device = only;
    return all;
}

/* ---- the host beside ---- */
bool is_beside(struct attempt *t, const struct object *o, const struct touch *x)
{
    if (x->region || x->object != o || o->kind != OBJECT_POINTEE || exchanged_with(&t->s, o->var) || !has_element(x))
        return false;
    isl_set *device = on_device(t, o), *host = device ? elements_at(&t->s, x) : NULL;
    isl_set *hull = host ? range_hull(device) : NULL;
    bool apart = hull && isl_set_is_disjoint(host, hull) == isl_bool_true;
    isl_set_free(host);
    isl_set_free(device);
    isl_set_free(hull);
    return apart;
}

bool has_beside(struct attempt *t, const struct object *o)
{
    for_each (struct touch, x, t->s.accesses)
        if (x->object == o && is_beside(t, o, x))
            return true;
    return false;
}

/* ---- the first region ---- */
/* How many loops there are around x's region; MOST_DEPTH: not known */
static unsigned loops_around(const struct touch *x)
{
    for (unsigned d = 0; d < x->depth; d++)
        if (x->loops[d] && x->loops[d]->at.begin == x->region->tree->at.begin)
            return d;
    return MOST_DEPTH;
}

/* {iterations of so many loops → elements} that x stores to in any case */
static isl_map *stored_in(struct scope *s, const struct touch *x, unsigned loops)
{
    isl_map *m = isl_map_from_pw_aff(isl_pw_aff_copy(x->steps[0].index->terms[0].coefficient));
    m = isl_map_intersect_domain(m, known_domain(s, x->domain));
    return isl_map_project_out(m, isl_dim_in, loops, (unsigned)isl_map_dim(m, isl_dim_in) - loops);
}

/* … all stores of the region of `first`, which does nothing else with its object; NULL: it does, or nobody knows */
static isl_map *stored_by_region(struct attempt *t, const struct touch *first, unsigned loops)
{
    isl_map *all = NULL;
    for_each (struct touch, x, t->s.accesses) {
        if (x->region != first->region || x->instance != first->instance || x->object != first->object)
            continue;
        if (!x->write || !has_element(x) || loops_around(x) != loops)
            return isl_map_free(all), NULL;
        if (always_stores(x)) {
            isl_map *m = stored_in(&t->s, x, loops);
            all = all ? isl_map_union(all, m) : m;
        }
    }
    return all;
}

/* Does the region store in all iterations of the loops around both in which x may happen? */
static bool is_stored_before(struct attempt *t, const struct touch *first, unsigned loops, isl_map *stored,
                             const struct touch *x)
{
    unsigned common = 0;
    while (common < loops && common < x->depth && x->loops[common] == first->loops[common] && x->loops[common])
        common++;
    isl_set *touched = known_domain(&t->s, x->domain), *rounds = isl_map_domain(isl_map_copy(stored));
    touched = isl_set_project_out(touched, isl_dim_set, common, (unsigned)isl_set_dim(touched, isl_dim_set) - common);
    rounds = isl_set_project_out(rounds, isl_dim_set, common, loops - common);
    bool is = isl_set_is_subset(touched, rounds) == isl_bool_true;
    isl_set_free(touched);
    isl_set_free(rounds);
    return is;
}

/* Does each of the iterations around the region store to the same elements? */
static bool is_same_in_all(isl_map *stored)
{
    isl_map *all =
        isl_map_from_domain_and_range(isl_map_domain(isl_map_copy(stored)), isl_map_range(isl_map_copy(stored)));
    bool same = isl_map_is_subset(all, stored) == isl_bool_true;
    isl_map_free(all);
    return same;
}

bool fills_first(struct attempt *t, const struct candidate *c)
{
    const struct touch *first = NULL;
    const struct object *o = c->object;
    if (o->kind != OBJECT_POINTEE || !c->extent.low || c->extent.is_all || exchanged_with(&t->s, o->var))
        return false;
    for_each (struct touch, x, t->s.accesses)
        if (x->object == o && !is_beside(t, o, x) && (!first || x->here->at.begin < first->here->at.begin))
            first = x;
    unsigned loops = first && first->region && !first->map ? loops_around(first) : MOST_DEPTH;
    isl_map *stored = loops < MOST_DEPTH ? stored_by_region(t, first, loops) : NULL;
    isl_set *all = stored ? on_device(t, o) : NULL;
    bool is = all && is_same_in_all(stored);
    for_each (struct touch, x, t->s.accesses)
        is = is && (x->object != o || is_beside(t, o, x) || is_stored_before(t, first, loops, stored, x));
    if (is) {
        isl_set *hull = range_hull(all), *range = isl_map_range(isl_map_copy(stored));
        is = isl_set_is_subset(hull, range) == isl_bool_true;
        isl_set_free(hull);
        isl_set_free(range);
    }
    isl_set_free(all);
    isl_map_free(stored);
    return is;
}
