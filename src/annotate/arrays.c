/* arrays.c: arrays, structures and variables with an address that iterations use as scratch memory. Each element that
 * an iteration reads was stored to before by the same iteration, and nobody reads the array after the loop: so each
 * iteration may have an array of its own. */
#include "annotate_priv.h"

enum { BUDGET = 4000000, LARGEST = 16384 }; /* isl's operations for one array; bytes that a thread has for a copy */

/* ---- what ran before ---- */
/* loops that both places are in, from the judged one on; the body of the last one runs them in the order in which they
 * were collected */
static unsigned common_depth(const struct scope *s, const struct touch *a, const struct touch *b)
{
    unsigned d = s->judged + 1;
    while (d < a->depth && d < b->depth && a->loops[d] && a->loops[d] == b->loops[d])
        d++;
    return d;
}

/* {instance of the read -> instance of the store}: in one iteration, the store first. Takes both sets. */
static isl_map *same_iteration(const struct scope *s, isl_set *read, isl_set *store)
{
    isl_map *m = isl_map_from_domain_and_range(read, store);
    for (unsigned i = 0; i <= s->judged; i++)
        m = isl_map_equate(m, isl_dim_in, i, isl_dim_out, i);
    return m;
}

/* Where the read is reached, so have been the regions of the store. */
static bool has_regions_of(const struct touch *read, const struct touch *store)
{
    for (unsigned i = 0; i < store->nregions; i++)
        if (i >= read->nregions || read->regions[i].id != store->regions[i].id)
            return false;
    return true;
}

/* The store is in no region that another iteration of loop d need not enter. */
static bool is_outside(const struct touch *store, unsigned d)
{
    return !store->nregions || store->regions[store->nregions - 1].depth <= d;
}

static isl_map *stored_before(const struct scope *s, const struct touch *read, const struct touch *store, bool in_order)
{
    isl_map *m = same_iteration(s, isl_set_copy(read->domain), isl_set_copy(store->domain));
    isl_map *before = isl_map_subtract(isl_map_copy(m), isl_map_copy(m));
    for (unsigned d = s->judged + 1; d < common_depth(s, read, store); d++) {
        isl_map *earlier = isl_map_copy(m); /* an earlier iteration of this loop */
        earlier = store->up[d] ? isl_map_order_gt(earlier, isl_dim_in, (int)d, isl_dim_out, (int)d)
                               : isl_map_order_lt(earlier, isl_dim_in, (int)d, isl_dim_out, (int)d);
        if (is_outside(store, d))
            before = isl_map_union(before, earlier);
        else
            isl_map_free(earlier);
        m = isl_map_equate(m, isl_dim_in, (int)d, isl_dim_out, (int)d);
    }
    if (in_order)
        return isl_map_union(before, m);
    isl_map_free(m);
    return before;
}

/* ---- elements ---- */
/* the number of the step after the index of an array's element */
static unsigned first_member(const struct touch *t) { return type_is_array(t->object->var->type); }

/* {instance -> element}; where the index is not known: all of them */
static isl_map *elements_of(const struct scope *s, const struct touch *t, int64_t count)
{
    if (first_member(t) && t->nsteps && poly_is_affine(t->steps[0].index)) {
        isl_map *m = isl_map_from_pw_aff(isl_pw_aff_copy(t->steps[0].index->terms[0].coefficient));
        return isl_map_intersect_domain(m, isl_set_copy(t->domain));
    }
    isl_set *all = isl_set_universe(isl_space_set_alloc(s->isl, 0, 1));
    all = isl_set_lower_bound_si(all, isl_dim_set, 0, 0);
    all = isl_set_upper_bound_val(all, isl_dim_set, 0, isl_val_int_from_si(s->isl, count - 1));
    return isl_map_from_domain_and_range(isl_set_copy(t->domain), all);
}

/* of whole elements, or the same members of them */
static bool is_known_store(const struct touch *t)
{
    unsigned from = first_member(t);
    bool known = t->write && t->sure && !t->before && !t->whole && t->nsteps >= from &&
                 (!from || (!t->steps[0].is_member && poly_is_affine(t->steps[0].index)));
    for (unsigned i = from; known && i < t->nsteps; i++)
        known = t->steps[i].is_member;
    return known;
}

/* Is what is read of an element part of what is stored to? */
static bool is_part(const struct scope *s, const struct touch *read, const struct touch *store)
{
    unsigned from = first_member(read);
    if (store->nsteps > read->nsteps)
        return store->nsteps == from; /* whole elements */
    for (unsigned i = from; i < store->nsteps; i++)
        if (!read->steps[i].is_member || !node_same_member(s->u, read->steps[i].node, store->steps[i].node))
            return false;
    return true;
}

/* Is all that access number i reads stored to before, in its own iteration? */
static bool is_covered(const struct scope *s, size_t i, int64_t count)
{
    const struct touch *read = &s->accesses.v[i];
    isl_map *missing = elements_of(s, read, count);
    missing = isl_map_intersect_params(missing, isl_set_copy(s->context));
    for (size_t k = 0; k < s->accesses.n; k++) {
        const struct touch *t = &s->accesses.v[k];
        if (t->object != read->object || !is_known_store(t) || !is_part(s, read, t) || !has_regions_of(read, t))
            continue;
        isl_map *before = stored_before(s, read, t, k < i);
        missing = isl_map_subtract(missing, isl_map_apply_range(before, elements_of(s, t, count)));
    }
    bool covered = isl_map_is_empty(missing) == isl_bool_true;
    isl_map_free(missing);
    return covered;
}

/* ---- the array ---- */
static int64_t elements_in(const struct type *t)
{
    int64_t n = 1;
    for (; type_is_array(t); t = t->elem)
        n *= t->count;
    return n;
}

/* Does an access go where nobody knows, or through a pointer of which only an iteration knows where it leads? */
static bool has_unknown_access(const struct scope *s)
{
    for_each (struct touch, t, s->accesses)
        if (!t->frees &&
            (t->object->kind == OBJECT_UNKNOWN || t->object->kind == OBJECT_ROWS ||
             (t->object->kind == OBJECT_POINTEE && t->object->var && slice_has(s->loop->at, t->object->var->decl))))
            return true;
    return false;
}

static bool may_be_scratch(const struct scope *s, const struct object *o)
{
    const struct var *v = o->kind == OBJECT_VARIABLE ? o->var : NULL;
    if (!v || !o->written || v->type->size <= 0 || v->type->size > LARGEST || v->is_global || v->is_static ||
        !v->func || !v->func->tree || is_declared_in(s, v) ||
        (v->type->kind != TYPE_ARRAY && v->type->kind != TYPE_RECORD && !type_is_scalar(v->type)))
        return false;
    return (!v->addr_taken && !o->is_disguised) || (!has_unknown_access(s) && address_stays(s->a, v));
}

/* Something that counts as not changing was read from the array. */
static bool is_parameter(const struct scope *s, const struct var *v)
{
    for_each (struct parameter, p, s->parameters)
        for (const struct node *m = p->node; m; m = tree_next(p->node, m))
            if (node_var(m) == v)
                return true;
    return false;
}

static bool is_written_first(struct scope *s, const struct object *o)
{
    bool covered = !is_parameter(s, o->var);
    isl_ctx_reset_operations(s->isl);
    isl_ctx_set_max_operations(s->isl, BUDGET);
    for (size_t i = 0; covered && i < s->accesses.n; i++) {
        const struct touch *t = &s->accesses.v[i];
        if (t->object == o)
            covered = !t->before && (t->write || is_covered(s, i, elements_in(o->var->type)));
    }
    isl_ctx_set_max_operations(s->isl, 0);
    isl_ctx_reset_error(s->isl);
    return covered;
}

/* ---- is it read elsewhere? ---- */
/* n names a variable that, or of which an element or a member, is stored to, and no more */
static bool is_only_stored(const struct node *n)
{
    const struct node *p = n->parent;
    while (p && (p->kind == NODE_SUBSCRIPT || p->kind == NODE_MEMBER) && n->place == 0) {
        n = p;
        p = p->parent;
    }
    return p && p->kind == NODE_ASSIGN && n->place == 0 && !type_is_array(n->type);
}

/* Does n run before the loop, and never after it? */
static bool is_before(const struct scope *s, const struct node *n)
{
    if (n->off > s->loop->at.begin)
        return false;
    for (const struct node *l = node_loop(s->loop); l; l = node_loop(l))
        if (slice_has(l->at, n->off))
            return false;
    const struct node *top = s->loop;
    while (top->parent)
        top = top->parent;
    return !tree_has(top, node_is_label);
}

/* the outermost loop around n that is not around the judged one */
static const struct node *other_loop(const struct scope *s, const struct node *n)
{
    const struct node *outermost = NULL;
    for (const struct node *l = node_loop(n); l && !slice_has(l->at, s->loop->at.begin); l = node_loop(l))
        outermost = l;
    return outermost;
}

/* Is v scratch memory of that loop's iterations, too? */
static bool is_scratch_there(struct annotation *a, const struct node *tree, const struct var *v)
{
    struct scope s = {.a = a, .u = a->u, .isl = a->isl};
    struct loop l = {0};
    bool scratch = tree->kind == NODE_FOR && !loop_read_header(&l, tree) && collect(&s, &l, tree);
    for_each_pointer (struct object, o, s.objects)
        if (scratch && o->kind == OBJECT_VARIABLE && o->var == v)
            scratch = is_written_first(&s, o);
    scope_end(&s);
    return scratch;
}

static bool is_read_elsewhere(struct scope *s, const struct var *v)
{
    const struct node *top = v->func->tree;
    for (const struct node *n = top; n; n = tree_next(top, n)) {
        if (node_var(n) != v || n->kind != NODE_NAME || n->unevaluated || slice_has(s->loop->at, n->off) ||
            is_only_stored(n) || is_before(s, n))
            continue;
        const struct node *there = other_loop(s, n);
        if (!there || !is_scratch_there(s->a, there, v))
            return true;
    }
    return false;
}

bool is_scratch(struct scope *s, const struct object *o)
{
    return !s->wave && may_be_scratch(s, o) && is_written_first(s, o) && !is_read_elsewhere(s, o->var);
}
