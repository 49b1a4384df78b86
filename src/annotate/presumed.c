/* presumed.c: what is touched only where data says so: is it there at all? `if (inside[i]) y[i] = x[i - 1];` may keep
 * from x[-1], and what a clause maps is copied whether the loop touches it or not. So such elements are mapped where
 * they lie among those that the loop surely touches, of this memory or, from its begin on, as many as of other memory;
 * or where a size that bounds the loop says how many there are. */
#include "annotate_priv.h"

/* ---- sizes that bound loops ---- */
/* {v}, by parameters, of {iteration → v}, which it takes */
static isl_set *numbers_at(struct scope *s, const struct touch *at, isl_map *m)
{
    m = isl_map_intersect_domain(m, known_domain(s, at->domain));
    unsigned dims = (unsigned)isl_map_dim(m, isl_dim_in);
    m = isl_map_project_out(m, isl_dim_in, s->judged, dims - s->judged);
    return isl_map_range(outer_as_parameters(s, m));
}

/* … of an expression that has one value all the time that the loop runs; NULL: not known */
static isl_set *values_of(struct scope *s, const struct touch *at, const struct node *n)
{
    isl_set *domain = s->domain;
    s->domain = at->domain;
    isl_pw_aff *x = n->type && n->type->kind == TYPE_INT && n->type->size <= 8 && !varies(s, n) ? value_of(s, n) : NULL;
    s->domain = domain;
    if (!x)
        return NULL;
    return numbers_at(s, at, isl_map_from_pw_aff(x));
}

static isl_set *with(isl_set *all, isl_set *more) { return !all ? more : !more ? all : isl_set_union(all, more); }

/* Does the loop's variable take part in the first index? */
static bool is_counted_by(const struct touch *t, unsigned depth)
{
    const struct poly *p = t->nsteps ? t->steps[0].index : NULL;
    for (unsigned k = 0; p && k < p->n; k++)
        if (isl_pw_aff_involves_dims(p->terms[k].coefficient, isl_dim_in, depth, 1) == isl_bool_true)
            return true;
    return false;
}

/* {i + 1} of a loop's variable, or of the number of its iteration */
static isl_set *counted_to(struct scope *s, const struct touch *t, unsigned depth)
{
    isl_aff *x = isl_aff_var_on_domain(isl_local_space_from_space(isl_set_get_space(t->domain)), isl_dim_set, depth);
    return numbers_at(s, t, isl_map_from_aff(isl_aff_add_constant_si(x, 1)));
}

/* … and of all expressions in the conditions of the loops around it */
static isl_set *sizes_at(struct scope *s, const struct touch *t, isl_set *all)
{
    for (unsigned d = s->judged; d < t->depth; d++) {
        const struct node *test = t->loops[d] && is_loop_statement(t->loops[d]) ? test_of(t->loops[d]) : NULL;
        for (const struct node *n = test; n; n = tree_next(test, n))
            all = with(all, values_of(s, t, n));
        all = test && is_counted_by(t, d) ? with(all, counted_to(s, t, d)) : all;
    }
    return all;
}

/* {element} below one of the sizes by which loops count that touch o in doubt; NULL: none */
static isl_set *below_sizes(struct scope *s, const struct object *o)
{
    isl_set *all = NULL;
    for_each (struct touch, t, s->accesses)
        if (!t->must && is_touch_of(s, t, o))
            all = sizes_at(s, t, all);
    return all ? isl_set_apply(all, isl_map_lex_gt(isl_set_get_space(all))) : NULL;
}

/* ---- regions that may not run ---- */
static bool runs_surely(const struct scope *s, const struct touch *of)
{
    for_each (struct touch, t, s->accesses)
        if (t->must && t->region == of->region && t->instance == of->instance)
            return true;
    return false;
}

static bool is_in_unsure_region(struct scope *s, const struct object *o)
{
    for_each (struct touch, t, s->accesses)
        if (!t->must && t->region && is_touch_of(s, t, o) && !runs_surely(s, t))
            return true;
    return false;
}

/* Of statements that share data: where a region that may not run asks for other elements than one that does, its sizes
 * do not say that these are there. Where it asks for all that others do, and nothing says how long the block is, that
 * is taken to be so. */
static bool may_be_beyond(struct scope *s, const struct object *o, isl_set *doubtful, isl_set *own)
{
    if (!s->is_data || !own || !is_in_unsure_region(s, o))
        return false;
    bool is_number;
    if (allocated_length(s, o) || block_length(s, o, &is_number)) /* that is known to be there */
        return true;
    isl_set *most = range_hull(doubtful);
    isl_set *asked = isl_set_intersect_params(isl_set_copy(own), isl_set_params(isl_set_copy(doubtful)));
    bool beyond = isl_set_is_subset(asked, most) != isl_bool_true;
    isl_set_free(most);
    isl_set_free(asked);
    return beyond;
}

/* ---- what is there ---- */
bool is_taken_to_be(struct scope *s, const struct object *o, isl_set *doubtful, const isl_set *firm,
                    const isl_set *others)
{
    isl_set *own = firm ? range_hull((isl_set *)firm) : NULL;
    bool is = !doubtful || (own && isl_set_is_subset(doubtful, own) == isl_bool_true);
    if (is || may_be_beyond(s, o, doubtful, own)) {
        isl_set_free(doubtful);
        isl_set_free(own);
        return is;
    }
    unsigned more = (unsigned)isl_set_dim(doubtful, isl_dim_set) - 1;
    isl_set *there = with(isl_set_copy((isl_set *)firm), isl_set_copy((isl_set *)others));
    there = there ? isl_set_apply(there, isl_map_lex_ge(isl_set_get_space(there))) : NULL;
    isl_set *sizes = below_sizes(s, o);
    there = with(there, sizes ? isl_set_add_dims(sizes, isl_dim_set, more) : NULL);
    there = there ? isl_set_lower_bound_si(there, isl_dim_set, 0, 0) : NULL;
    there = with(there, own);
    is = there && isl_set_is_subset(doubtful, there) == isl_bool_true;
    isl_set_free(there);
    isl_set_free(doubtful);
    return is;
}
