/* entering.c: the test in front of a loop, or of statements that share data, that what is evaluated behind it is there:
 * the loop does that itself then (surely.c). */
#include "annotate_priv.h"

/* Where does the program divide by it, or follow it? NULL: nobody knows; "": always */
static const char *test_of_one(struct scope *s, const struct node *n)
{
    if (divides(n)) {
        const char *text = n->kids[1]->constant ? NULL : asked_text(s, n->kids[1]);
        return text ? arena_printf(s->a->arena, "(%s) > 0", text) : NULL;
    }
    isl_set *x = leads_by_pointer(n) ? where_followed(s, n) : NULL;
    const char *text = x ? set_text(s, isl_set_copy(x)) : NULL;
    bool ok = text && !has_type_limits(text) && length_to_read(text) <= LONGEST_SECTION;
    if (ok)
        s->context = isl_set_coalesce(isl_set_intersect(s->context, isl_set_copy(x)));
    isl_set_free(x);
    return ok ? text : NULL;
}

/* Each test evaluates only what those in front of it make sure of. */
static const char *tests_of(struct scope *s, const operand_list *all)
{
    const char *text = "";
    bool *done = arena_alloc(s->a->arena, all->n + 1);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < all->n; i++) {
            const char *test = done[i] ? NULL : test_of_one(s, all->v[i]);
            if (!test)
                continue;
            text = both_tests(s->a->arena, text, test);
            vec_push(s->a->arena, &s->entered, all->v[i]);
            done[i] = more = true;
        }
    }
    return s->entered.n == all->n ? text : NULL;
}

/* Does the loop store nothing where the test does not hold? */
static bool is_all_entered(struct scope *s, isl_set *entered)
{
    bool all = true;
    for_each_pointer (const struct node, n, s->followed)
        all = all && !divides(n);
    for_each (struct touch, t, s->accesses) {
        isl_set *x = all && t->write ? where_reached(s, t->domain) : NULL;
        all = all && (!x || isl_set_is_subset(x, entered) == isl_bool_true);
        isl_set_free(x);
    }
    return all;
}

const char *entering_text(struct scope *s, bool *all)
{
    isl_set *context = s->context;
    s->context = isl_set_copy(s->untested ? s->untested : context); /* it comes before other tests */
    s->entered = (operand_list){0};
    s->is_entering = true;
    const char *text = tests_of(s, &s->followed);
    s->is_entering = false;
    isl_set *entered = s->context;
    s->context = context;
    *all = text && is_all_entered(s, entered);
    isl_set_free(entered);
    return text;
}
