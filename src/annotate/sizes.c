/* sizes.c: loops that are parallel where sizes are as a test in the program finds: in a[i * ld + j] the rows are apart
 * if j stays below ld, which loop bounds of another name do not say. */
#include <string.h>

#include "annotate_priv.h"

/* isl's operations for a loop; and loops of a file for which they may be spent in vain */
enum { LONGEST_TEST = 80, BUDGET = 400000, MOST_VAIN = 40 };

/* Does a product number the element, of a row that one of a table's pointers leads to, too? */
static bool is_product(const struct touch *t)
{
    unsigned at = t->object->kind == OBJECT_ROWS ? t->object->nway : 0;
    return t->nsteps > at && !t->steps[at].is_member && t->steps[at].index && !poly_is_affine(t->steps[at].index);
}

static bool is_by_product(const struct scope *s, const struct object *o)
{
    for_each (struct touch, t, s->accesses)
        if (t->object == o && is_product(t))
            return true;
    return false;
}

static bool has_products(const struct scope *s)
{
    for_each (struct touch, t, s->accesses)
        if (is_product(t))
            return true;
    return false;
}

isl_set *proper_sizes(struct scope *s)
{
    isl_ctx_reset_operations(s->isl);
    isl_ctx_set_max_operations(s->isl, BUDGET);
    isl_set *all = NULL;
    for_each_pointer (struct object, o, s->objects) {
        isl_set *x = !is_by_product(s, o)     ? NULL
                     : o->kind == OBJECT_ROWS ? where_rows_proper(s, o)
                                              : where_proper(s, o);
        all = x && all ? isl_set_intersect(all, x) : x ? x : all;
    }
    if (all && is_no_test(all))
        all = isl_set_free(all);
    isl_ctx_set_max_operations(s->isl, 0);
    isl_ctx_reset_error(s->isl);
    return all;
}

/* ---- what the sizes are made of ---- */
void note_sizes(struct scope *s, struct judged *j, const struct node *top)
{
    for (const struct node *n = top; n; n = tree_next(top, n)) {
        if (n->kind == NODE_NAME && n->var && !n->var->is_global && !n->var->addr_taken)
            vec_push(s->a->arena, &j->sized_by, n->var);
        else if (n->kind != NODE_BINARY && n->kind != NODE_CAST && n->kind != NODE_UNARY && !n->constant)
            j->sized_by_memory = true;
    }
}

static void note_variables(struct scope *s, struct judged *j, isl_set *sizes)
{
    j->sized_by = (var_list){0};
    j->sized_by_memory = false;
    for (int i = 0; i < (int)isl_set_dim(sizes, isl_dim_param); i++) {
        isl_id *id = isl_set_get_dim_id(sizes, isl_dim_param, (unsigned)i);
        if (isl_set_involves_dims(sizes, isl_dim_param, (unsigned)i, 1) == isl_bool_true)
            note_sizes(s, j, isl_id_get_user(id));
        isl_id_free(id);
    }
}

static const char *sizes_text(struct scope *s, isl_set **sizes)
{
    *sizes = proper_sizes(s);
    isl_ctx_reset_operations(s->isl);
    isl_ctx_set_max_operations(s->isl, BUDGET);
    const char *text = *sizes ? set_text(s, isl_set_copy(*sizes)) : NULL;
    isl_ctx_set_max_operations(s->isl, 0);
    isl_ctx_reset_error(s->isl);
    bool ok = text && *text && length_to_read(text) <= LONGEST_TEST && !has_type_limits(text) && !strpbrk(text, "[|");
    return ok ? text : NULL;
}

/* Not for who asks for facts alone: there is nobody to write the test. */
static bool judge_by_sizes(struct scope *s, struct judged *j)
{
    bool serial = j->verdict == VERDICT_SERIAL,
         known = j->why == LOOP_UNKNOWN_PLACE || j->why == LOOP_FLOW || j->why == LOOP_OUTPUT;
    if (!s->a->apart || s->wrong || (serial && (!known || j->has_distance)) || s->a->vain_sizes > MOST_VAIN ||
        !has_products(s))
        return false;
    isl_set *sizes;
    const char *text = sizes_text(s, &sizes);
    const struct judged before = *j;
    s->a->vain_sizes++;
    if (!text) {
        isl_set_free(sizes);
        return false;
    }
    note_variables(s, j, sizes);
    know_by_test(s, sizes);
    if (!judge_again(s, j)) {
        *j = before;
        return false;
    }
    s->a->vain_sizes--;
    j->sizes = text;
    j->verdict = VERDICT_GUARDED;
    j->why = j->apart.n ? LOOP_NO_OVERLAP : LOOP_SIZED;
    return true;
}

/* Sections belong to what has just been found of the loop. */
static void find_maps(struct scope *s, struct judged *j)
{
    j->extents = (extent_list){0};
    if (j->counted)
        rewrite(s, j);
    find_extents(s, j);
}

/* What of the objects each iteration has of its own, by the verdict so far */
static bool *own_of(struct scope *s)
{
    bool *own = arena_alloc(s->a->arena, s->objects.n + 1);
    for (size_t i = 0; i < s->objects.n; i++)
        own[i] = s->objects.v[i]->scratch;
    return own;
}

/* A test of sizes, where without it the loop is serial, has nothing to map or updates shared elements */
static bool better_by_sizes(struct scope *s, struct judged *j, bool parallel)
{
    struct judged before = *j;
    const bool *own = own_of(s);
    const lacking_list *lacking = s->lacking;
    isl_set *context = isl_set_copy(s->context);
    if (parallel && !j->is_mappable)
        s->lacking = &before.unmapped;
    if (judge_by_sizes(s, j)) {
        find_maps(s, j);
        if (!parallel || (j->is_mappable && (!before.is_mappable || j->elements.n < before.elements.n))) {
            isl_set_free(context);
            s->lacking = lacking;
            return true;
        }
    }
    *j = before;
    for (size_t i = 0; i < s->objects.n; i++)
        s->objects.v[i]->scratch = own[i];
    isl_set_free(s->context);
    s->context = context;
    s->lacking = lacking;
    return parallel;
}

bool judge_with_sizes(struct scope *s, struct judged *j)
{
    bool parallel = judge(s, j);
    if (parallel)
        find_maps(s, j);
    return !parallel || !j->is_mappable || j->elements.n ? better_by_sizes(s, j, parallel) : parallel;
}
