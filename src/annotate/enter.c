/* enter.c: loops in the body of a loop: a dimension more, with the values of their variables. */
#include <stdlib.h>
#include <string.h>

#include "collect_priv.h"

/* in the copy of a function, of which there are no references by place */
bool stores_to(const struct node *body, const struct var *v)
{
    for (const struct node *m = body; m; m = tree_next(body, m))
        if (m->kind == NODE_NAME && m->var == v && m->parent && m->place == 0 &&
            (m->parent->kind == NODE_ASSIGN || m->parent->kind == NODE_COMPOUND_ASSIGN ||
             m->parent->kind == NODE_INCREMENT || m->parent->kind == NODE_ADDRESS))
            return true;
    return false;
}

bool is_set_in_body(const struct unit *u, const struct loop *l, const struct node *tree)
{
    const struct node *body = node_kid(tree, 3);
    if (stores_to(body, l->iv))
        return true;
    for_each_in (ref, r, u, body->at)
        if (r->var == l->iv && (r->access & (ACC_WRITE | ACC_ADDR)))
            return true;
    return l->iv->is_global || l->iv->addr_taken || l->iv->is_static;
}

/* Is the loop left or cut short by something in its body? */
bool has_jump(const struct node *body, const struct node *loop, enum node_kind kind)
{
    for (const struct node *m = body; m; m = tree_next(body, m)) {
        if (m->kind != kind)
            continue;
        const struct node *at = node_loop(m);
        if (at != loop)
            continue;
        bool in_switch = false;
        for (const struct node *p = m->parent; p && p != loop; p = p->parent)
            in_switch |= p->kind == NODE_SWITCH;
        if (kind == NODE_CONTINUE || !in_switch)
            return true;
    }
    return false;
}

bool is_entered_elsewhere(const struct node *block)
{
    for (unsigned i = 0; i < block->nkids; i++)
        for (const struct node *k = block->kids[i], *n = k; n; n = tree_next(k, n))
            if (n->kind == NODE_LABEL || n->kind == NODE_CASE || n->kind == NODE_DEFAULT)
                return true;
    return false;
}

/* `if (c) continue;` in block n: what follows there runs where c does not hold. */
static bool is_gate(const struct node *n, const struct node *jump)
{
    const struct node *block = jump->parent;
    bool last = block->kind == NODE_COMPOUND && jump->place + 1 == block->nkids;
    const struct node *branch = last && block != n ? block : jump, *test = branch->parent;
    return test->kind == NODE_IF && branch->place == 1 && !node_kid(test, 2) && test->parent == n &&
           n->kind == NODE_COMPOUND && !is_entered_elsewhere(n);
}

/* Do iterations go on early in ways of which it is not known when? */
static bool goes_on_early(const struct node *loop)
{
    const struct node *body = loop->kids[3];
    for (const struct node *m = body; m; m = tree_next(body, m))
        if (m->kind == NODE_CONTINUE && node_loop(m) == loop && !is_gate(body, m))
            return true;
    return false;
}

static bool is_goto(const struct node *n) { return n->kind == NODE_GOTO || n->kind == NODE_COMPUTED_GOTO; }

/* Is something in n jumped over, of which it is not known when? */
bool jumps_over(const struct node *n) { return tree_has(n, is_goto); }

/* Does a jump from without, or a switch around the loop, lead into its body? */
bool is_entered_inside(const struct node *tree)
{
    bool label = false;
    const struct node *top = tree;
    for (const struct node *m = tree; m; m = tree_next(tree, m)) {
        const struct node *p = m;
        while ((m->kind == NODE_CASE || m->kind == NODE_DEFAULT) && p != tree && p->kind != NODE_SWITCH)
            p = p->parent;
        if (p == tree && m != tree)
            return true;
        label |= m->kind == NODE_LABEL;
    }
    while (label && top->parent)
        top = top->parent;
    for (const struct node *m = label ? top : NULL; m; m = tree_next(top, m)) {
        bool jump = m->kind == NODE_COMPUTED_GOTO || (m->kind == NODE_GOTO && slice_has(tree->at, m->target));
        if (jump && !slice_has(tree->at, m->at.begin))
            return true;
    }
    return false;
}

const struct loop *countable_loop(struct scope *s, const struct node *n)
{
    struct loop *l = NEW(s->a->arena, struct loop);
    if (n->kind != NODE_FOR || loop_read_header(l, n) || l->iv->type->kind == TYPE_POINTER || l->iv->type->size > 8 ||
        is_set_in_body(s->u, l, n) || has_jump(n->kids[3], n, NODE_BREAK) || is_entered_inside(n))
        return NULL;
    return l;
}

/* No loop that ends runs 2^62 times, so its variable does not wrap. */
static void limit_trips(struct scope *s, isl_pw_aff *from, isl_pw_aff *iv, bool up)
{
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(s->domain));
    isl_val *many = isl_val_int_from_si(s->isl, 1L << 62);
    isl_pw_aff *most = isl_pw_aff_from_aff(isl_aff_val_on_domain(ls, many));
    isl_pw_aff *gone = up ? isl_pw_aff_sub(iv, from) : isl_pw_aff_sub(from, iv);
    s->domain = isl_set_intersect(s->domain, isl_pw_aff_le_set(gone, most));
}

static void begin_at(struct scope *s, const struct loop *l, isl_pw_aff *from, unsigned depth)
{
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(s->domain));
    isl_pw_aff *iv = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, depth));
    bool up = loop_goes_up(l), known = !l->stride || l->stride->constant;
    from = isl_pw_aff_add_dims(from, isl_dim_in, 1);
    isl_set *after = up ? isl_pw_aff_ge_set(isl_pw_aff_copy(iv), isl_pw_aff_copy(from))
                        : isl_pw_aff_le_set(isl_pw_aff_copy(iv), isl_pw_aff_copy(from));
    s->domain = isl_set_intersect(s->domain, after);
    if (known) {
        if (l->stride) {
            isl_pw_aff *gone = isl_pw_aff_sub(isl_pw_aff_copy(iv), isl_pw_aff_copy(from));
            int64_t c = l->stride->value < 0 ? -l->stride->value : l->stride->value;
            gone = isl_pw_aff_mod_val(gone, isl_val_int_from_si(s->isl, c));
            s->domain = isl_set_intersect(s->domain, isl_pw_aff_zero_set(gone));
        }
        limit_trips(s, from, iv, up);
    } else {
        only_sometimes(s);
        isl_pw_aff_free(from);
        isl_pw_aff_free(iv);
    }
}

static void in_range_of_type(struct scope *s, const struct type *t, unsigned depth)
{
    bool wide = t->size == 8;
    isl_val *low = isl_val_int_from_si(s->isl, !t->is_signed ? 0 : wide ? INT64_MIN : -(1L << (8 * t->size - 1)));
    isl_val *high = wide && !t->is_signed ? isl_val_int_from_ui(s->isl, UINT64_MAX)
                    : wide                ? isl_val_int_from_si(s->isl, INT64_MAX)
                                          : isl_val_int_from_si(s->isl, (1L << (8 * t->size - t->is_signed)) - 1);
    s->domain = isl_set_lower_bound_val(s->domain, isl_dim_set, depth, low);
    s->domain = isl_set_upper_bound_val(s->domain, isl_dim_set, depth, high);
}

/* What the loop's variable starts from; NULL: not known, or converted to perhaps another value. */
static struct poly *first_value(struct scope *s, const struct loop *l)
{
    const struct type *t = l->iv->type, *from = l->lower ? l->lower->type : NULL;
    struct poly *x = l->lower ? poly_of(s, l->lower) : NULL;
    if (!x || l->lower->constant || (from->is_signed == t->is_signed && from->size <= t->size))
        return x;
    poly_free(x);
    return NULL;
}

/* Where the loop begins at a sum of products, or steps by what only the run knows, the dimension counts its iterations
 * from 0 on: the variable is from + step · dimension. NULL: its value is no such sum. Takes from. */
static struct poly *by_iterations(struct scope *s, const struct loop *l, struct poly *from, unsigned depth)
{
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(s->domain));
    struct poly *k = poly_of_affine(s, isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, depth)));
    if (l->stride)
        k = poly_multiply(s, k, poly_lift(s, poly_of(s, l->stride)));
    return poly_add(poly_lift(s, from), k, l->step_sign < 0);
}

/* A step of 0, or away from the bound, would not end. */
static void step_towards_bound(struct scope *s, const struct loop *l)
{
    isl_pw_aff *step = l->stride && !l->stride->constant ? value_of(s, l->stride) : NULL;
    bool up = l->rel == REL_LT || l->rel == REL_LE, grows = (l->step_sign > 0) == up;
    if (!step || l->rel == REL_NE)
        isl_pw_aff_free(step);
    else
        s->domain = isl_set_intersect(s->domain, isl_pw_aff_pos_set(grows ? step : isl_pw_aff_neg(step)));
}

static void count_from_zero(struct scope *s, unsigned depth)
{
    s->domain = isl_set_lower_bound_val(s->domain, isl_dim_set, depth, isl_val_zero(s->isl));
    s->domain = isl_set_upper_bound_val(s->domain, isl_dim_set, depth, isl_val_int_from_si(s->isl, 1L << 62));
}

static void while_condition(struct scope *s, const struct loop *l, const struct node *tree)
{
    if (l->rel == REL_NE && !l->iv->type->is_signed) {
        only_sometimes(s);
        return;
    }
    struct node cond = *tree->kids[1];
    bool swapped = node_var(cond.kids[0]) != l->iv;
    if (l->rel == REL_NE) /* what starts beyond the bound would overflow */
        cond.operator=(loop_goes_up(l) != swapped) ? OPERATOR_LT : OPERATOR_GT;
    only_where(s, &cond, true);
}

/* The bound less the first value, or the other way round where the loop goes down; NULL: not known */
static isl_pw_aff *way_to_bound(struct scope *s, const struct loop *l, const struct node *bound, isl_pw_aff *first)
{
    isl_pw_aff *end = first ? value_as(s, bound, l->iv->type) : NULL;
    if (!end)
        return NULL;
    return loop_goes_up(l) ? isl_pw_aff_sub(end, isl_pw_aff_copy(first)) : isl_pw_aff_sub(isl_pw_aff_copy(first), end);
}

/* The condition holds for all values of the type: unsigned i >= 0. */
static bool holds_always(const struct loop *l, const struct node *bound)
{
    const struct type *t = l->iv->type;
    if (t->is_signed || !bound->constant || t->size > 8)
        return false;
    uint64_t most = t->size == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * t->size) - 1;
    return (l->rel == REL_GE && bound->value == 0) || (l->rel == REL_LE && (uint64_t)bound->value == most);
}

/* Might the variable wrap and the loop go on? That is no `for` of OpenMP's, and no dimension either. Of a step beyond 1
 * up to a bound that only the run knows it is taken that it does not, where the type has 32 bits or more. */
static bool may_wrap(struct scope *s, const struct loop *l, const struct node *tree, isl_pw_aff *first)
{
    const struct type *t = l->iv->type;
    const struct node *cond = tree->kids[1];
    const struct node *bound = cond->kids[node_var(cond->kids[0]) == l->iv];
    if (holds_always(l, bound))
        return true;
    if (t->is_signed && t->size >= 4)
        return false;
    if (l->rel == REL_NE) {
        isl_pw_aff *way = way_to_bound(s, l, bound, first);
        return !way || !is_at_least_zero(s, way);
    }
    if (!l->stride || (t->size >= 4 && !bound->constant))
        return false;
    int64_t step = l->stride->constant ? l->stride->value : 0, more = step < 0 ? -step : step;
    isl_pw_aff *end = more > 0 && more < 1L << 31 ? value_of(s, bound) : NULL;
    if (!end)
        return true;
    more -= l->rel == REL_LT || l->rel == REL_GT;
    isl_val *by = isl_val_int_from_si(s->isl, loop_goes_up(l) ? more : -more);
    return !is_in_type(s, poly_of_affine(s, isl_pw_aff_add_constant_val(end, by)), t);
}

/* Does the loop run as many times as its bound says, from or to a small number? */
static bool counts_to(const struct loop *l, const struct node *bound)
{
    enum { SMALL = 1 << 30 };
    const struct node *other = bound == l->upper ? l->lower : l->upper;
    int64_t step = !l->stride ? 1 : l->stride->constant ? l->stride->value : 0;
    return other && other->constant && labs(other->value) < SMALL && labs(step) == 1;
}

/* A bound's arithmetic does not overflow: where the loop is reached, its value is one of its type, and no loop that
 * ends runs 2^62 times. Sections need not say what would be else: of k from i - n on, that this is no less than
 * INT_MIN.
 */
static void know_sane(struct scope *s, const struct loop *l, const struct node *bound)
{
    const struct type *t = bound ? bound->type : NULL;
    if (!t || bound->constant || t->kind != TYPE_INT || !t->is_signed || t->size > 8 || !s->exact || !s->is_judging ||
        s->ends)
        return;
    isl_pw_aff *x = value_of(s, bound);
    struct factor_sum sum;
    if (!x || (poly_split(s, x, &sum) && sum.n < 2 && (!sum.n || labs(sum.times[0]) == 1))) {
        isl_pw_aff_free(x);
        return;
    }
    int64_t most = INT64_MAX >> (64 - 8 * t->size);
    isl_val *least = isl_val_add_ui(isl_val_int_from_si(s->isl, most), 1); /* below 0 */
    isl_val *last = isl_val_int_from_si(s->isl, t->size == 8 && counts_to(l, bound) ? 1L << 61 : most);
    isl_pw_aff *room = isl_pw_aff_add_constant_val(isl_pw_aff_neg(isl_pw_aff_copy(x)), last);
    isl_set *fits =
        isl_set_intersect(isl_pw_aff_nonneg_set(room), isl_pw_aff_nonneg_set(isl_pw_aff_add_constant_val(x, least)));
    isl_set *wrong = isl_set_subtract(isl_set_copy(s->domain), fits);
    unsigned dims = (unsigned)isl_set_dim(wrong, isl_dim_set);
    wrong = isl_set_project_out(wrong, isl_dim_set, s->judged, dims - s->judged);
    add_sane(s, wrong);
}

/* A dimension more: the loop's variable, from its first value on, while the condition holds. */
bool enter_loop(struct scope *s, const struct loop *l, const struct node *tree)
{
    if (s->depth == MOST_DEPTH)
        return false;
    unsigned d = s->depth;
    know_sane(s, l, l->lower);
    know_sane(s, l, l->upper);
    bool steps = !l->stride || l->stride->constant;
    struct poly *from = first_value(s, l);
    isl_pw_aff *start = from ? poly_take_affine(poly_copy(s, from)) : NULL;
    bool wraps = may_wrap(s, l, tree, start);
    isl_pw_aff_free(start);
    if (wraps) {
        poly_free(from);
        return false;
    }
    s->domain = isl_set_add_dims(s->domain, isl_dim_set, 1);
    struct poly *value = NULL;
    if (s->is_judging && from && l->iv->type->is_signed && (!steps || !poly_is_affine(from)))
        value = by_iterations(s, l, poly_copy(s, from), d);
    isl_pw_aff *first = poly_take_affine(from);
    s->frames[s->depth++] = (struct frame){.loop = l, .tree = tree, .value = value};
    if (value)
        count_from_zero(s, d);
    else
        in_range_of_type(s, l->iv->type, d);
    if (first && !value)
        begin_at(s, l, isl_pw_aff_copy(first), d);
    else if (!value)
        only_sometimes(s);
    isl_pw_aff_free(first);
    while_condition(s, l, tree);
    if (l->iv->type->is_signed)
        step_towards_bound(s, l);
    if (goes_on_early(tree))
        s->exact = false;
    if (jumps_over(tree))
        s->exact = s->sure = false;
    return true;
}

bool trips_of(const struct loop *l, double *trips)
{
    if (!l->lower || !l->upper || !l->lower->constant || !l->upper->constant || l->stride)
        return false;
    double n = (double)(l->upper->value - l->lower->value);
    *trips = n < 0 ? -n : n;
    return true;
}
