/* dimensions.c: a subscript stays in its dimension (C11 6.5.6, 8): where a[i][j] of rows of 512 is evaluated, j is from
 * 0 to 511. Loop bounds seldom say so: for (j = 0; j < n; j++). What is known in this way narrows the iterations in
 * which an access happens.
 *
 * Some programs run through all rows by one subscript, a[0][k], and mean it. Where there are no sizes for which all
 * iterations stay in the dimension, or a bound is a product, the subscript says nothing. */
#include <string.h>

#include "annotate_priv.h"

enum { BUDGET = 50000 }; /* isl's operations for one access */

/* The expression for how long rows of v are that hold `inside` arrays, themselves among them; looked for once */
static const struct node *length_node(struct annotation *a, const struct var *v, size_t inside)
{
    for_each (struct length, l, a->lengths)
        if (l->var == v && l->inside == inside)
            return l->node;
    struct length l = {v, inside, row_length(a->u, v, inside)};
    vec_push(a->arena, &a->lengths, l);
    return l.node;
}

const struct node *row_length_of(struct scope *s, const struct node *array)
{
    const struct var *v = row_owner(array);
    size_t inside = 0;
    for (const struct type *t = array->type; type_is_array(t); t = t->elem)
        inside++;
    return v ? length_node(s->a, v, inside) : NULL;
}

static isl_pw_aff *length_of(struct scope *s, const struct node *array)
{
    const struct node *length = array->type->count > 0 ? NULL : row_length_of(s, array);
    if (length)
        return value_of(s, length);
    if (array->type->count <= 0)
        return NULL;
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(s->domain));
    return isl_pw_aff_from_aff(isl_aff_val_on_domain(ls, isl_val_int_from_si(s->isl, array->type->count)));
}

void note_dimension(struct scope *s, struct touch *a, const struct poly *index, const struct node *n)
{
    isl_pw_aff *length = !s->a->wishes.flat && poly_is_affine(index) ? length_of(s, n->kids[0]) : NULL;
    if (!length || a->nlimits == MOST_STEPS) {
        isl_pw_aff_free(length);
        return;
    }
    isl_pw_aff *x = isl_pw_aff_copy(index->terms[0].coefficient);
    isl_set *below = poly_below(isl_pw_aff_copy(x), length), *in = isl_set_intersect(isl_pw_aff_nonneg_set(x), below);
    a->within = a->within ? isl_set_intersect(a->within, in) : in;
    a->limits[a->nlimits++] = n;
}

void forget_dimensions(struct touch *a)
{
    a->within = isl_set_free(a->within);
    a->nlimits = 0;
}

/* ---- is it meant? ---- */
static bool is_product(const struct node *n)
{
    return (n->kind == NODE_BINARY || n->kind == NODE_COMPOUND_ASSIGN) && n->operator== OPERATOR_MUL;
}

static bool is_by_product(const struct scope *s, isl_id *id)
{
    for_each (struct parameter, p, s->parameters)
        if (p->id == id && tree_has(p->node, is_product))
            return true;
    return false;
}

static bool has_product(const struct scope *s, isl_set *x)
{
    bool found = false;
    for (unsigned i = 0; !found && (int)i < (int)isl_set_dim(x, isl_dim_param); i++) {
        isl_id *id = isl_set_get_dim_id(x, isl_dim_param, i);
        found = isl_set_involves_dims(x, isl_dim_param, i, 1) == isl_bool_true && is_by_product(s, id);
        isl_id_free(id);
    }
    return found;
}

/* Are there sizes for which iterations happen, and all of them inside? */
static bool has_right_sizes(isl_set *all, isl_set *outside)
{
    isl_set *right = isl_set_subtract(isl_set_params(isl_set_copy(all)), isl_set_params(isl_set_copy(outside)));
    bool some = isl_set_is_empty(right) == isl_bool_false;
    isl_set_free(right);
    return some;
}

/* The part of the domain that is within; NULL: all of it, or that is not meant. Takes within. */
static isl_set *narrower(const struct scope *s, isl_set *within)
{
    isl_ctx_reset_operations(s->isl);
    isl_ctx_set_max_operations(s->isl, BUDGET);
    isl_set *all = isl_set_intersect_params(isl_set_copy(s->domain), isl_set_copy(s->context));
    isl_set *outside = isl_set_subtract(isl_set_copy(all), isl_set_copy(within));
    bool narrows =
        isl_set_is_empty(outside) == isl_bool_false && !has_product(s, outside) && has_right_sizes(all, outside);
    isl_set *part = narrows ? isl_set_coalesce(isl_set_intersect(isl_set_copy(s->domain), within)) : NULL;
    if (!narrows)
        isl_set_free(within);
    isl_set_free(outside);
    isl_set_free(all);
    isl_ctx_set_max_operations(s->isl, 0);
    isl_ctx_reset_error(s->isl);
    return part;
}

/* What has been found of the subscript where another loop was judged: the loops around it are the same. Of a subscript
 * that says nothing there, nothing is assumed here. */
static enum meaning *meaning_of(struct annotation *a, const struct node *n)
{
    if (2 * a->nmeanings >= a->most_meanings) {
        struct meant *old = a->meanings;
        size_t most = a->most_meanings;
        a->most_meanings = most ? 2 * most : 256;
        a->meanings = arena_alloc(a->arena, a->most_meanings * sizeof *a->meanings);
        memset(a->meanings, 0, a->most_meanings * sizeof *a->meanings);
        a->nmeanings = 0;
        for (size_t i = 0; i < most; i++)
            if (old[i].at)
                *meaning_of(a, old[i].at) = old[i].meaning;
    }
    size_t i = (size_t)((uintptr_t)n * 0x9e3779b97f4a7c15u >> 20) & (a->most_meanings - 1);
    while (a->meanings[i].at && a->meanings[i].at != n)
        i = (i + 1) & (a->most_meanings - 1);
    a->nmeanings += !a->meanings[i].at;
    a->meanings[i].at = n;
    return &a->meanings[i].meaning;
}

/* Where an access is reached in any case, its subscripts are in their dimensions. Of one that does not change in the
 * loop, `heard[0]`, sections need not say so. */
static void note_sane(struct scope *s, const struct touch *a, isl_set *within)
{
    for (unsigned i = 0; i < a->nlimits; i++)
        if (!s->exact || s->ends || !s->is_judging || varies(s, a->limits[i]->kids[1]))
            return;
    isl_set *wrong = isl_set_subtract(isl_set_copy(s->domain), isl_set_copy(within));
    unsigned dims = (unsigned)isl_set_dim(wrong, isl_dim_set);
    wrong = isl_set_project_out(wrong, isl_dim_set, s->judged, dims - s->judged);
    add_sane(s, wrong);
}

/* Accesses of one place that are limited alike share a set, which plain.c compares by its address. */
static const struct narrowed *narrow(struct scope *s, struct touch *a)
{
    for_each (struct narrowed, x, s->narrowed)
        if (x->from == s->domain && isl_set_plain_is_equal(x->within, a->within) == isl_bool_true)
            return x;
    enum meaning *known = meaning_of(s->a, a->limits[0]);
    isl_set *within = isl_set_copy(a->within), *to = NULL;
    if (*known == MEANT)
        to = isl_set_intersect(isl_set_copy(s->domain), within);
    else if (*known == SAYS_NOTHING)
        isl_set_free(within);
    else
        *known = (to = narrower(s, within)) ? MEANT : SAYS_NOTHING;
    struct narrowed x = {isl_set_copy(s->domain), isl_set_copy(a->within), to};
    vec_push(s->a->arena, &s->narrowed, x);
    return &s->narrowed.v[s->narrowed.n - 1];
}

isl_set *domain_of(struct scope *s, struct touch *a)
{
    const struct narrowed *x = a->within ? narrow(s, a) : NULL;
    if (x && x->to)
        note_sane(s, a, x->within);
    for (unsigned i = 0; x && x->to && i < a->nlimits; i++)
        vec_push(s->a->arena, &s->limits, a->limits[i]);
    forget_dimensions(a);
    return isl_set_copy(x && x->to ? x->to : s->domain);
}

void end_dimensions(struct scope *s)
{
    for_each (struct narrowed, x, s->narrowed) {
        isl_set_free(x->from);
        isl_set_free(x->within);
        isl_set_free(x->to);
    }
}
