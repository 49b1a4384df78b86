/* values.c: integer expressions as piecewise affine functions of the variables of loops (the dimensions of the domain)
 * and of parameters, or as sums of their products with parameters (polynomials.c), in whole numbers. C's arithmetic is
 * that of whole numbers where nothing wraps: what signed arithmetic must not do, and what is proved, on the domain, of
 * unsigned arithmetic and of conversions that narrow. An expression that is no such function is a parameter by itself
 * if its value does not change while the loop runs. */
#include <limits.h>
#include <string.h>

#include "annotate_priv.h"

/* ---- types ---- */
struct width {
    int64_t size;
    bool is_signed;
};

static bool is_integer(const struct type *t)
{
    return t && (t->kind == TYPE_INT || t->kind == TYPE_BOOL || t->kind == TYPE_ENUM) && t->size > 0 && t->size <= 8;
}

static struct width width_of(const struct type *t) { return (struct width){t->size, t->is_signed}; }

static struct width promoted(struct width w) { return w.size < 4 ? (struct width){4, true} : w; }

/* the type in which an operator computes (C11 6.3.1.8) */
static struct width common(const struct type *a, const struct type *b)
{
    struct width x = promoted(width_of(a)), y = promoted(width_of(b));
    if (x.size != y.size)
        return x.size > y.size ? x : y;
    return (struct width){x.size, x.is_signed && y.is_signed};
}

static isl_val *least(isl_ctx *c, struct width w)
{
    return isl_val_int_from_si(c, !w.is_signed ? 0 : w.size == 8 ? LONG_MIN : -(1L << (8 * w.size - 1)));
}

static isl_val *most(isl_ctx *c, struct width w)
{
    if (w.size == 8)
        return w.is_signed ? isl_val_int_from_si(c, LONG_MAX) : isl_val_int_from_ui(c, ULONG_MAX);
    return isl_val_int_from_si(c, (1L << (8 * w.size - w.is_signed)) - 1);
}

/* ---- small pieces ---- */
static isl_local_space *space_here(const struct scope *s)
{
    return isl_local_space_from_space(isl_set_get_space(s->domain));
}

static isl_pw_aff *constant(const struct scope *s, isl_val *v)
{
    return isl_pw_aff_from_aff(isl_aff_val_on_domain(space_here(s), v));
}

static isl_pw_aff *dimension(const struct scope *s, unsigned depth)
{
    return isl_pw_aff_from_aff(isl_aff_var_on_domain(space_here(s), isl_dim_set, depth));
}

/* Is x at least `low` and at most `high` wherever the place is reached? */
static bool is_proved(const struct scope *s, isl_pw_aff *x, isl_val *low, isl_val *high)
{
    isl_set *below = isl_pw_aff_lt_set(isl_pw_aff_copy(x), constant(s, low));
    isl_set *above = isl_pw_aff_gt_set(isl_pw_aff_copy(x), constant(s, high));
    isl_set *outside = isl_set_intersect(isl_set_union(below, above), isl_set_copy(s->domain));
    outside = isl_set_intersect_params(outside, isl_set_copy(s->context));
    bool proved = isl_set_is_empty(outside) == isl_bool_true;
    isl_set_free(outside);
    return proved;
}

static bool is_proved_of_sum(const struct scope *s, const struct poly *x, struct width w)
{
    const __int128 one = 1;
    __int128 low = w.is_signed ? -(one << (8 * w.size - 1)) : 0;
    __int128 high = (one << (8 * w.size - w.is_signed)) - 1;
    return poly_is_between(s, x, low, high);
}

/* what remains of x in an integer of w: x modulo 2^bits. Takes x. */
static isl_pw_aff *wrapped(const struct scope *s, isl_pw_aff *x, struct width w)
{
    isl_val *all = isl_val_2exp(isl_val_int_from_si(s->isl, 8 * w.size));
    isl_pw_aff *lowest = constant(s, least(s->isl, w));
    x = isl_pw_aff_sub(x, isl_pw_aff_copy(lowest));
    return isl_pw_aff_add(isl_pw_aff_mod_val(x, all), lowest);
}

/* x, a value of type `from`, in type `to`; NULL: not known. Takes x. */
static struct poly *convert(struct scope *s, struct poly *x, struct width from, struct width to)
{
    bool holds_all = from.is_signed == to.is_signed ? to.size >= from.size : to.is_signed && to.size > from.size;
    if (!x || holds_all)
        return x;
    if (poly_is_affine(x) ? is_proved(s, x->terms[0].coefficient, least(s->isl, to), most(s->isl, to))
                          : is_proved_of_sum(s, x, to))
        return x;
    if (poly_is_affine(x))
        return poly_of_affine(s, wrapped(s, poly_take_affine(x), to));
    poly_free(x);
    return NULL;
}

/* ---- what changes ---- */
bool is_declared_in(const struct scope *s, const struct var *v)
{
    return !v->is_global && slice_has(s->loop->at, v->decl) && !given(v->loop);
}

static bool is_declared_below(const struct scope *s, const struct var *v)
{
    return !v->is_global && slice_has(s->loop->at, v->decl);
}

static bool is_unsteady(const struct scope *s, const struct node *n)
{
    for_each_pointer (const struct node, x, s->unsteady)
        if (x->kind == n->kind && tree_equal(s->u, x, n))
            return true;
    return false;
}

static bool node_changes(const struct scope *s, const struct node *n)
{
    if (is_unsteady(s, n))
        return true;
    switch (n->kind) {
    case NODE_CALL:
    case NODE_ASSIGN:
    case NODE_COMPOUND_ASSIGN:
    case NODE_INCREMENT:
    case NODE_STATEMENTS:
    case NODE_ATOMIC:
    case NODE_OTHER_EXPRESSION:
        return true;
    case NODE_NAME:
        return n->var && !n->unevaluated && (is_declared_below(s, n->var) || is_written_in(s, n->var));
    default:
        return n->type && n->type->is_volatile;
    }
}

bool varies(const struct scope *s, const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        if (node_changes(s, m))
            return true;
    return false;
}

/* ---- parameters ---- */
static isl_pw_aff *use_id(const struct scope *s, isl_id *id)
{
    isl_space *space = isl_set_get_space(s->domain);
    if (isl_space_find_dim_by_id(space, isl_dim_param, id) < 0)
        space = isl_space_add_param_id(space, isl_id_copy(id));
    return isl_pw_aff_from_aff(isl_aff_param_on_domain_space_id(space, isl_id_copy(id)));
}

const struct small *small_of(const struct scope *s, const struct node *n)
{
    for_each (struct small, x, s->smalls)
        if (tree_equal(s->u, x->node, n))
            return x;
    return NULL;
}

/* Is it 0 or 1? */
bool is_zero_or_one(const struct node *n)
{
    bool compares = n->operator>= OPERATOR_LT && n->operator<= OPERATOR_NE;
    return (n->kind == NODE_UNARY && n->operator== OPERATOR_LNOT) ||
           (n->kind == NODE_BINARY && (compares || n->operator== OPERATOR_LAND || n->operator== OPERATOR_LOR));
}

static void know_range(struct scope *s, isl_id *id, const struct node *n)
{
    struct width w = width_of(n->type);
    const struct small *small = small_of(s, n);
    isl_space *space = isl_space_add_param_id(isl_space_params_alloc(s->isl, 0), isl_id_copy(id));
    isl_set *range = isl_set_universe(space);
    bool truth = is_zero_or_one(n);
    range = isl_set_lower_bound_val(range, isl_dim_param, 0, truth ? isl_val_zero(s->isl) : least(s->isl, w));
    range = isl_set_upper_bound_val(range, isl_dim_param, 0, truth ? isl_val_one(s->isl) : most(s->isl, w));
    if (small) {
        range = isl_set_lower_bound_val(range, isl_dim_param, 0, isl_val_int_from_si(s->isl, small->least));
        range = isl_set_upper_bound_val(range, isl_dim_param, 0, isl_val_int_from_si(s->isl, small->most));
    }
    s->context = isl_set_intersect(s->context, range);
}

static struct poly *parameter(struct scope *s, const struct node *n)
{
    for_each (struct parameter, p, s->parameters)
        if (tree_equal(s->u, p->node, n))
            return poly_of_affine(s, use_id(s, p->id));
    char name[32];
    snprintf(name, sizeof name, "p%zu", s->parameters.n);
    struct parameter p = {isl_id_alloc(s->isl, name, (void *)n), n};
    vec_push(s->a->arena, &s->parameters, p);
    know_range(s, p.id, n);
    return poly_of_affine(s, use_id(s, p.id));
}

/* A number, a parameter or a multiple of one: by these a sum is multiplied as it is. */
static bool is_one_factor(struct scope *s, isl_pw_aff *x)
{
    struct factor_sum sum;
    return poly_split(s, x, &sum) && sum.n + (sum.constant != 0) < 2;
}

/* What something is multiplied by, a sum like n + 1, or n / 2, is one factor: a parameter, which has that value where
 * the expression is reached. Takes x. */
struct poly *as_factor(struct scope *s, const struct node *n, struct poly *x)
{
    if (!poly_is_affine(x) || is_one_factor(s, x->terms[0].coefficient) || varies(s, n))
        return x;
    struct poly *p = parameter(s, n);
    isl_pw_aff *value = poly_take_affine(x);
    isl_set *same = isl_pw_aff_eq_set(isl_pw_aff_copy(p->terms[0].coefficient), value);
    isl_set *always = isl_set_params(isl_set_copy(same));
    s->equal = s->equal ? isl_set_intersect(s->equal, always) : always;
    s->domain = isl_set_intersect(s->domain, same);
    return p;
}

/* ---- operators ---- */
static struct poly *operand(struct scope *s, const struct node *n, struct width to)
{
    const struct small *small = small_of(s, n); /* a test keeps it in the limits of both types */
    if (!is_integer(n->type) || (small && small->least >= 0 && small->most <= INT32_MAX && to.size >= 4))
        return is_integer(n->type) ? poly_of(s, n) : NULL;
    return convert(s, poly_of(s, n), width_of(n->type), to);
}

/* an operand that has to be affine; NULL: it is not */
static isl_pw_aff *affine_operand(struct scope *s, const struct node *n, struct width to)
{
    isl_pw_aff *x = is_integer(n->type) ? value_of(s, n) : NULL;
    return poly_take_affine(convert(s, poly_of_affine(s, x), width_of(n->type), to));
}

/* Operators by a constant on one affine operand: NULL: not such a function. Takes x. Right shifts of negative numbers
 * round down, and numbers are two's complement, as all compilers of these targets have it. */
static isl_pw_aff *by_constant(struct scope *s, enum operator o, isl_pw_aff *x, int64_t c)
{
    isl_val *v = isl_val_int_from_si(s->isl, c);
    switch (o) {
    case OPERATOR_DIV:
        return isl_pw_aff_tdiv_q(x, constant(s, v));
    case OPERATOR_REM:
        return isl_pw_aff_tdiv_r(x, constant(s, v));
    case OPERATOR_SHR:
        return isl_pw_aff_floor(isl_pw_aff_scale_down_val(x, isl_val_2exp(v)));
    case OPERATOR_AND: /* by 2^k - 1 */
        return isl_pw_aff_mod_val(x, isl_val_add_ui(v, 1));
    default:
        isl_val_free(v);
        isl_pw_aff_free(x);
        return NULL;
    }
}

static bool has_constant_form(enum operator o, int64_t c, int64_t bits)
{
    switch (o) {
    case OPERATOR_DIV:
    case OPERATOR_REM:
        return c > 0;
    case OPERATOR_SHR:
        return c >= 0 && c < bits && c < 62;
    case OPERATOR_AND:
        return c > 0 && c < (1L << 60) && (c & (c + 1)) == 0;
    default:
        return false;
    }
}

static struct poly *combine(struct scope *s, enum operator o, struct poly *x, struct poly *y)
{
    switch (o) {
    case OPERATOR_ADD:
    case OPERATOR_SUB:
        return poly_add(x, y, o == OPERATOR_SUB);
    case OPERATOR_MUL:
        return poly_multiply(s, x, y);
    default:
        poly_free(x);
        poly_free(y);
        return NULL;
    }
}

static const struct width unbounded = {15, true}; /* of sums in whole numbers */

/* 1 where the condition holds, 0 elsewhere. One that does not change is a parameter. */
static struct poly *truth(struct scope *s, const struct node *n)
{
    bool exact = varies(s, n);
    isl_set *yes = exact ? condition_of(s, n, true, &exact) : NULL;
    if (!exact) {
        isl_set_free(yes);
        return NULL;
    }
    return poly_of_affine(s, isl_set_indicator_function(yes));
}

/* x in `yes`, y elsewhere; NULL: one of them is not known. Takes all. */
static struct poly *either(struct scope *s, isl_set *yes, isl_pw_aff *x, isl_pw_aff *y)
{
    if (!yes || !x || !y) {
        isl_set_free(yes);
        isl_pw_aff_free(x);
        isl_pw_aff_free(y);
        return NULL;
    }
    x = isl_pw_aff_intersect_domain(x, isl_set_copy(yes));
    y = isl_pw_aff_intersect_domain(y, isl_set_complement(yes));
    return poly_of_affine(s, isl_pw_aff_union_add(x, y));
}

/* x % y, where x is proved to be less than twice y: (i + 1) % n, (i + n - 1) % n. C's remainder has the sign of x.
 * Takes both. */
static struct poly *remainder_once(struct scope *s, isl_pw_aff *x, isl_pw_aff *y)
{
    if (!x || !y)
        return either(s, NULL, x, y);
    isl_pw_aff *less = isl_pw_aff_sub(isl_pw_aff_copy(x), isl_pw_aff_copy(y));
    isl_set *below = isl_pw_aff_lt_set(isl_pw_aff_copy(x), isl_pw_aff_copy(y));
    isl_set *above = isl_pw_aff_gt_set(isl_pw_aff_copy(x), isl_pw_aff_neg(isl_pw_aff_copy(y)));
    isl_set *small = isl_set_intersect(isl_set_copy(below), above);
    isl_set *twice = isl_set_subtract(isl_pw_aff_lt_set(isl_pw_aff_copy(less), y), below);
    isl_set *here = isl_set_intersect_params(isl_set_copy(s->domain), isl_set_copy(s->context));
    isl_set *known = isl_set_union(isl_set_copy(small), twice);
    bool proved = isl_set_is_subset(here, known) == isl_bool_true;
    isl_set_free(here);
    isl_set_free(known);
    return either(s, proved ? small : (isl_set_free(small), NULL), x, less);
}

static struct poly *binary(struct scope *s, const struct node *n)
{
    struct width w = width_of(n->type);
    const struct node *right = n->kids[1];
    if (n->operator== OPERATOR_SHL) {
        if (!right->constant || right->value < 0 || right->value >= 31)
            return NULL;
        return convert(s, poly_scale(operand(s, n->kids[0], w), isl_val_int_from_si(s->isl, 1L << right->value)),
                       unbounded, w);
    }
    if (right->constant && has_constant_form(n->operator, right->value, 8 * w.size)) {
        isl_pw_aff *x = affine_operand(s, n->kids[0], w);
        return poly_of_affine(s, x ? by_constant(s, n->operator, x, right->value) : NULL);
    }
    if (n->operator== OPERATOR_REM) {
        isl_pw_aff *x = affine_operand(s, n->kids[0], w);
        return remainder_once(s, x, x ? affine_operand(s, right, w) : NULL);
    }
    struct poly *x = operand(s, n->kids[0], w), *y = x ? operand(s, right, w) : NULL;
    if (!y) {
        poly_free(x);
        return NULL;
    }
    if (n->operator== OPERATOR_MUL && !n->kids[0]->constant && !right->constant) {
        x = as_factor(s, n->kids[0], x);
        y = as_factor(s, right, y);
    }
    x = combine(s, n->operator, x, y);
    return w.is_signed ? x : convert(s, x, unbounded, w); /* signed arithmetic does not overflow */
}

/* Where condition n holds; NULL: that is not known exactly */
static isl_set *where_exactly(struct scope *s, const struct node *n)
{
    bool exact = true;
    isl_set *yes = condition_of(s, n, true, &exact);
    return exact ? yes : (isl_set_free(yes), NULL);
}

static struct poly *choice(struct scope *s, const struct node *n)
{
    struct width w = width_of(n->type);
    isl_set *yes = where_exactly(s, n->kids[0]);
    isl_pw_aff *x = yes ? affine_operand(s, n->kids[1], w) : NULL;
    return either(s, yes, x, x ? affine_operand(s, n->kids[2], w) : NULL);
}

/* ---- variables that move ---- */
const struct move *move_at(const struct scope *s, const struct node *n, unsigned *depth)
{
    const struct var *v = node_var(n->kind == NODE_INCREMENT ? n->kids[0] : n);
    for (unsigned d = s->judged; v && d < s->depth; d++)
        for_each (struct move, m, s->frames[d].moves)
            if (m->var == v) {
                *depth = d;
                return m;
            }
    return NULL;
}

static struct poly *number(struct scope *s, int64_t x)
{
    return poly_of_affine(s, constant(s, isl_val_int_from_si(s->isl, x)));
}

/* the steps of an iteration, those of its parts before `part`, or before n in it */
static struct poly *steps(struct scope *s, const struct move *m, unsigned part, const struct node *n)
{
    struct poly *sum = number(s, 0);
    for_each (struct update, u, m->updates) {
        bool pre = u->node == n && (n->operator== OPERATOR_PRE_INC || n->operator== OPERATOR_PRE_DEC);
        if (u->part < part || pre)
            sum = poly_add(sum, u->constant ? number(s, u->value) : poly_of(s, u->amount), !u->constant && u->sign < 0);
    }
    return sum;
}

struct poly *moved(struct scope *s, unsigned depth, const struct move *m, const struct node *n)
{
    const struct frame *f = &s->frames[depth];
    unsigned part = 0;
    while (part < f->parts.n && !slice_has(f->parts.v[part]->around, n->off))
        part++;
    const struct type *t = m->var->type; /* by unknown steps it may wrap */
    if (!f->counted || part == f->parts.n || (!m->known && t->kind != TYPE_POINTER && !(t->is_signed && t->size >= 4)))
        return NULL;
    struct poly *all =
        poly_multiply(s, poly_of_affine(s, dimension(s, depth)), steps(s, m, (unsigned)f->parts.n, NULL));
    return poly_add(all, steps(s, m, part, n), false);
}

struct poly *moving_value(struct scope *s, unsigned depth, const struct move *m, const struct node *n)
{
    const struct node *name = n->kind == NODE_INCREMENT ? n->kids[0] : n;
    struct poly *from = m->start             ? operand(s, m->start, width_of(m->var->type))
                        : depth == s->judged ? parameter(s, name)
                                             : NULL;
    return from ? poly_add(from, moved(s, depth, m, n), false) : NULL;
}

bool is_in_type(struct scope *s, struct poly *x, const struct type *t)
{
    bool ok = poly_is_affine(x) &&
              is_proved(s, x->terms[0].coefficient, least(s->isl, width_of(t)), most(s->isl, width_of(t)));
    poly_free(x);
    return ok;
}

bool is_at_least_zero(struct scope *s, isl_pw_aff *x)
{
    isl_set *less = isl_pw_aff_lt_set(x, constant(s, isl_val_zero(s->isl)));
    less = isl_set_intersect_params(isl_set_intersect(less, isl_set_copy(s->domain)), isl_set_copy(s->context));
    bool never = isl_set_is_empty(less) == isl_bool_true;
    isl_set_free(less);
    return never;
}

isl_pw_aff *value_as(struct scope *s, const struct node *n, const struct type *t)
{
    return affine_operand(s, n, width_of(t));
}

struct poly *known_parameter(struct scope *s, const struct node *n) { return parameter(s, n); }

/* ---- variables ---- */
static bool is_set_once(const struct var *v) { return !v->written && !v->addr_taken; }

static bool is_written_within(const struct scope *s, const struct var *v, struct slice at)
{
    for_each_in (ref, r, s->u, at)
        if (r->var == v && (r->access & (ACC_WRITE | ACC_ADDR)))
            return true;
    return false;
}

/* From a place to the end of the judged loop, and of all that runs these again without the place. */
static struct slice until_loop(const struct scope *s, uint32_t from)
{
    struct slice at = {from, s->loop->at.end};
    for (const struct node *l = node_loop(s->loop); l && !slice_has(l->at, from); l = node_loop(l))
        at.end = l->at.end;
    return at;
}

struct slice life_until_loop(const struct scope *s, const struct var *v) { return until_loop(s, v->decl); }

bool keeps_plain_value(const struct scope *s, uint32_t from, const struct node *n)
{
    for (const struct node *m = n; m; m = tree_next(n, m)) {
        bool plain = m->kind == NODE_NAME || m->kind == NODE_BINARY || m->kind == NODE_CAST || m->constant ||
                     m->kind == NODE_UNARY;
        if (!plain || (m->kind == NODE_NAME && !m->constant &&
                       (!m->var || m->var->is_global || m->var->addr_taken || m->var->type->is_volatile ||
                        is_written_within(s, m->var, until_loop(s, from)))))
            return false;
    }
    return true;
}

bool keeps_value_since(const struct scope *s, uint32_t from, const struct var *v, const struct node *n)
{
    return keeps_plain_value(s, from, n) && v->func && v->func->tree && !has_jumps(v->func);
}

bool keeps_value(const struct scope *s, const struct var *v, const struct node *n)
{
    return keeps_value_since(s, v->decl, v, n);
}

/* Is v, declared before the loop, a name for its first value, whose own variables are still the same? */
bool still_has_value(const struct scope *s, const struct var *v)
{
    return is_set_once(v) && !v->is_global && !v->is_param && !v->is_static && keeps_value(s, v, v->value);
}

static bool is_within(const struct node *n, const struct node *tree)
{
    while (n && n != tree)
        n = n->parent;
    return n != NULL;
}

/* Do the names in v's first value mean the variables of the same loops here as there? */
bool means_the_same(const struct scope *s, const struct var *v)
{
    for (const struct node *m = v->value; m; m = tree_next(v->value, m))
        for (unsigned d = 0; node_var(m) && d < s->depth; d++)
            if (s->frames[d].loop->iv == node_var(m) && node_var(m)->func == v->func &&
                !is_within(v->value, s->frames[d].tree))
                return false;
    return true;
}

/* ---- stores that are followed ---- */
enum { MOST_FOLLOWED = 4 };

static struct poly *value_set_by(struct scope *s, const struct var *v, const struct node *by);

static struct poly *value_before(struct scope *s, const struct var *v, const struct node *place)
{
    return value_set_by(s, v, last_store(s, v, place));
}

/* v += amount */
static struct poly *value_moved(struct scope *s, const struct var *v, const struct node *by)
{
    const struct node *amount = by->kids[1];
    if (!is_integer(amount->type))
        return NULL;
    struct width own = width_of(v->type), w = common(v->type, amount->type);
    struct poly *x = convert(s, value_before(s, v, by), own, w), *y = x ? operand(s, amount, w) : NULL;
    if (!y) {
        poly_free(x);
        return NULL;
    }
    x = combine(s, by->operator, x, y);
    return convert(s, w.is_signed ? x : convert(s, x, unbounded, w), w, own);
}

static isl_pw_aff *value_of_branch(struct scope *s, const struct var *v, const struct node *branches, unsigned which)
{
    const struct node *branch = node_kid(branches, which), *by = branch ? last_store_in(s, v, branch) : NULL;
    struct poly *x = by ? value_set_by(s, v, by) : value_before(s, v, branches);
    return x ? poly_take_affine(x) : NULL;
}

/* The value of v behind what sets it; by NULL: not known */
static struct poly *value_set_by(struct scope *s, const struct var *v, const struct node *by)
{
    if (!by || !is_integer(v->type) || s->following == MOST_FOLLOWED)
        return NULL;
    struct poly *x = NULL;
    s->following++;
    if (by->kind == NODE_IF) {
        isl_set *yes = where_exactly(s, by->kids[0]);
        isl_pw_aff *then = yes ? value_of_branch(s, v, by, 1) : NULL;
        x = either(s, yes, then, then ? value_of_branch(s, v, by, 2) : NULL);
    } else if (by->kind == NODE_COMPOUND_ASSIGN && node_var(by->kids[0]) == v) {
        x = value_moved(s, v, by);
    } else if (is_integer(by->type)) {
        x = convert(s, poly_of(s, by), width_of(by->type), width_of(v->type));
    }
    s->following--;
    return x;
}

static struct poly *variable(struct scope *s, const struct node *n)
{
    const struct var *v = n->var;
    unsigned depth;
    const struct move *m = move_at(s, n, &depth);
    if (m)
        return moving_value(s, depth, m, n);
    for (unsigned d = 0; v && d < s->depth; d++)
        if (s->frames[d].loop->iv == v)
            return s->frames[d].value ? poly_lift(s, poly_copy(s, s->frames[d].value))
                                      : poly_of_affine(s, dimension(s, d));
    /* of the loop's own, with one value for each iteration: what its initialiser says */
    if (v && v->value && is_integer(v->value->type) && means_the_same(s, v) &&
        (is_declared_in(s, v) ? is_set_once(v) : still_has_value(s, v)))
        return convert(s, poly_of(s, v->value), width_of(v->value->type), width_of(v->type));
    if (s->by_names && v && v->value && is_integer(v->value->type) && !varies(s, v->value) && take_as_named(s, v))
        return convert(s, poly_of(s, v->value), width_of(v->value->type), width_of(v->type));
    return v ? value_before(s, v, n) : NULL;
}

static struct poly *arithmetic(struct scope *s, const struct node *n)
{
    struct width w = width_of(n->type);
    if (is_zero_or_one(n))
        return truth(s, n);
    switch (n->kind) {
    case NODE_NAME:
        return variable(s, n);
    case NODE_INCREMENT:
        return node_var(n->kids[0]) ? variable(s, n) : NULL;
    case NODE_CAST:
        return operand(s, n->kids[0], w);
    case NODE_UNARY:
        if (n->operator== OPERATOR_PLUS)
            return operand(s, n->kids[0], w);
        if (n->operator== OPERATOR_NEGATE)
            return convert(s, poly_scale(operand(s, n->kids[0], w), isl_val_int_from_si(s->isl, -1)), unbounded,
                           w.is_signed ? unbounded : w);
        return NULL;
    case NODE_BINARY:
        return binary(s, n);
    case NODE_CONDITIONAL:
        return choice(s, n);
    case NODE_CALL: {
        const struct node *result = inlined_value(s, n);
        return result ? poly_of(s, result) : NULL;
    }
    default:
        return NULL;
    }
}

/* ---- values of which only the limits are known ---- */
static struct poly *limits_of(struct scope *s, const struct node *n)
{
    const struct node *right = node_kid(n, 1);
    bool by = n->kind == NODE_BINARY && right->constant && right->value > 0 && right->value < 1 << 24;
    if (by && n->operator== OPERATOR_REM)
        return poly_of_range(s, n->type->is_signed ? 1 - right->value : 0, right->value - 1);
    if (by && n->operator== OPERATOR_AND)
        return poly_of_range(s, 0, right->value);
    if (n->type->kind == TYPE_BOOL)
        return poly_of_range(s, 0, 1);
    if (n->type->size <= 2)
        return poly_of_range(s, n->type->is_signed ? -(1L << (8 * n->type->size - 1)) : 0,
                             (1L << (8 * n->type->size - n->type->is_signed)) - 1);
    return NULL;
}

struct poly *poly_of(struct scope *s, const struct node *n)
{
    if (!is_integer(n->type))
        return NULL;
    if (n->constant)
        return poly_of_affine(s, constant(s, n->type->is_signed || n->type->size < 8
                                                 ? isl_val_int_from_si(s->isl, n->value)
                                                 : isl_val_int_from_ui(s->isl, (uint64_t)n->value)));
    struct poly *x = arithmetic(s, n);
    if (x)
        return x;
    return varies(s, n) ? limits_of(s, n) : parameter(s, n);
}

isl_pw_aff *value_of(struct scope *s, const struct node *n)
{
    struct poly *x = poly_of(s, n);
    if (x && !poly_is_affine(x) && !varies(s, n)) {
        poly_free(x);
        x = parameter(s, n);
    }
    return poly_take_affine(x);
}

/* ---- conditions ---- */
static isl_set *everywhere(const struct scope *s) { return isl_set_universe(isl_set_get_space(s->domain)); }

/* n without casts that keep all values and without names of the loop's own variables that have one value */
static const struct node *look_through(const struct scope *s, const struct node *n)
{
    for (;;) {
        const struct var *v = node_var(n);
        if (v && v->value && is_declared_in(s, v) && is_set_once(v) && means_the_same(s, v) && v->value->type &&
            strcmp(v->type->canonical, v->value->type->canonical) == 0)
            n = v->value;
        else
            return n;
    }
}

/* a < b ? a : b and the like: *least says which of both. */
static bool is_extreme(const struct scope *s, const struct node *n, bool *least)
{
    const struct node *c = n->kind == NODE_CONDITIONAL ? n->kids[0] : NULL;
    if (!c || c->kind != NODE_BINARY || c->operator<OPERATOR_LT || c->operator> OPERATOR_GE)
        return false;
    bool same = tree_equal(s->u, c->kids[0], n->kids[1]) && tree_equal(s->u, c->kids[1], n->kids[2]);
    bool turned = tree_equal(s->u, c->kids[0], n->kids[2]) && tree_equal(s->u, c->kids[1], n->kids[1]);
    *least = (c->operator== OPERATOR_LT || c->operator== OPERATOR_LE) == same;
    const struct type *l = n->kids[1]->type, *r = n->kids[2]->type;
    return (same || turned) && is_integer(l) && is_integer(r) && l->is_signed && r->is_signed;
}

/* x < min(a, b) is x < a and x < b; x < max(a, b) is one of them. NULL: it is no such comparison. */
static isl_set *compare_extreme(struct scope *s, const struct node *n, bool holds, bool *exact)
{
    bool least, above = n->operator== OPERATOR_GT || n->operator== OPERATOR_GE;
    const struct node *right = look_through(s, n->kids[1]);
    const struct type *l = n->kids[0]->type;
    if (n->operator<OPERATOR_LT || n->operator> OPERATOR_GE || !is_integer(l) || !l->is_signed ||
        !is_extreme(s, right, &least))
        return NULL;
    struct node one = *n, other = *n;
    struct node *kids[2][2] = {{n->kids[0], right->kids[1]}, {n->kids[0], right->kids[2]}};
    one.kids = kids[0];
    other.kids = kids[1];
    isl_set *x = condition_of(s, &one, holds, exact), *y = condition_of(s, &other, holds, exact);
    return (least != above) == holds ? isl_set_intersect(x, y) : isl_set_union(x, y);
}

static struct node *copy_under(struct scope *s, const struct node *n, struct node *parent, unsigned place)
{
    struct node *c = NEW(s->a->arena, struct node);
    *c = *n;
    c->parent = parent;
    c->place = place;
    c->kids = arena_alloc(s->a->arena, (n->nkids + 1) * sizeof *c->kids);
    for (unsigned i = 0; i < n->nkids; i++)
        c->kids[i] = n->kids[i] ? copy_under(s, n->kids[i], c, i) : NULL;
    return c;
}

/* x as x != 0 */
static const struct node *as_truth(struct scope *s, const struct node *x)
{
    static const struct type number = {.kind = TYPE_INT, .size = 4, .is_signed = true, .canonical = "int"};
    static const struct node zero = {.kind = NODE_NUMBER, .type = &number, .constant = true};
    const struct node own = {.kind = NODE_BINARY, .operator= OPERATOR_NE, .type = &number};
    struct node *n = copy_under(s, &own, NULL, 0);
    n->kids = arena_alloc(s->a->arena, 2 * sizeof *n->kids);
    n->kids[0] = copy_under(s, x, n, 0);
    n->kids[1] = copy_under(s, &zero, n, 1);
    n->nkids = 2;
    return n;
}

/* Does the judged loop itself ask for a member of what v leads to, or is v the structure? Then it is there. */
static bool is_there_anyway(const struct scope *s, const struct node *member)
{
    const struct var *v = node_var(member->kids[0]);
    const struct node *test = s->loop->kind == NODE_FOR ? node_kid(s->loop, 1) : NULL;
    if (!v || s->is_data)
        return false;
    for (const struct node *m = test; m && member->kind == NODE_ARROW; m = tree_next(test, m))
        if (m->kind == NODE_ARROW && node_var(m->kids[0]) == v)
            return true;
    return member->kind == NODE_MEMBER;
}

/* Does n have a value before the loop, too, whatever is not so there that the loop asks for first? Of statements that
 * are looked at for their data only names are known not to change. */
static bool has_value_before(const struct scope *s, const struct node *n)
{
    switch (n->constant ? NODE_NUMBER : n->kind) {
    case NODE_NUMBER:
    case NODE_REAL:
        return true;
    case NODE_NAME:
        return n->var && !n->func && type_is_scalar(n->var->type);
    case NODE_ARROW:
    case NODE_MEMBER:
        return is_there_anyway(s, n) && type_is_scalar(n->type);
    case NODE_CAST:
    case NODE_UNARY:
        return has_value_before(s, n->kids[0]);
    case NODE_BINARY:
        return n->operator!= OPERATOR_DIV && n->operator!= OPERATOR_REM && has_value_before(s, n->kids[0]) &&
               has_value_before(s, n->kids[1]);
    default:
        return false;
    }
}

/* What holds for all iterations, or for none, is a parameter: 0 or 1. Not in values: `c ? 0 : n` is a parameter by
 * itself. NULL: it might change. */
static isl_set *always_or_never(struct scope *s, const struct node *n, bool holds)
{
    const struct type *t = n->type;
    bool scalar = t && type_is_scalar(t) && t->kind != TYPE_COMPLEX;
    if (!scalar || n->constant || !s->is_judging || !s->by_truths || varies(s, n) || !has_value_before(s, n))
        return NULL;
    isl_pw_aff *x = poly_take_affine(parameter(s, is_zero_or_one(n) ? n : as_truth(s, n)));
    return holds ? isl_pw_aff_non_zero_set(x) : isl_pw_aff_zero_set(x);
}

static isl_set *compare(struct scope *s, const struct node *n, bool holds, bool *exact)
{
    static isl_set *(*const tests[])(isl_pw_aff *, isl_pw_aff *) = {
        [OPERATOR_LT] = isl_pw_aff_lt_set, [OPERATOR_LE] = isl_pw_aff_le_set, [OPERATOR_GT] = isl_pw_aff_gt_set,
        [OPERATOR_GE] = isl_pw_aff_ge_set, [OPERATOR_EQ] = isl_pw_aff_eq_set, [OPERATOR_NE] = isl_pw_aff_ne_set};
    const struct type *l = n->kids[0]->type, *r = n->kids[1]->type;
    bool known = n->operator>= OPERATOR_LT && n->operator<= OPERATOR_NE && is_integer(l) && is_integer(r);
    isl_pw_aff *x = known ? affine_operand(s, n->kids[0], common(l, r)) : NULL;
    isl_pw_aff *y = x ? affine_operand(s, n->kids[1], common(l, r)) : NULL;
    if (known && !y) { /* the products may cancel: i < ii + block, where i begins at ii */
        isl_pw_aff_free(x);
        struct poly *p = operand(s, n->kids[0], common(l, r));
        x = poly_take_affine(p ? poly_add(p, operand(s, n->kids[1], common(l, r)), true) : NULL);
        y = x ? constant(s, isl_val_zero(s->isl)) : NULL;
    }
    if (!y) {
        isl_pw_aff_free(x);
        isl_set *set = known ? compare_extreme(s, n, holds, exact) : NULL;
        set = set ? set : always_or_never(s, n, holds);
        *exact &= set != NULL;
        return set ? set : everywhere(s);
    }
    isl_set *set = tests[n->operator](x, y);
    return holds ? set : isl_set_complement(set);
}

isl_set *condition_of(struct scope *s, const struct node *n, bool holds, bool *exact)
{
    if (n->kind == NODE_UNARY && n->operator== OPERATOR_LNOT)
        return condition_of(s, n->kids[0], !holds, exact);
    if (n->kind == NODE_BINARY && (n->operator== OPERATOR_LAND || n->operator== OPERATOR_LOR)) {
        isl_set *x = condition_of(s, n->kids[0], holds, exact), *y = condition_of(s, n->kids[1], holds, exact);
        return (n->operator== OPERATOR_LAND) == holds ? isl_set_intersect(x, y) : isl_set_union(x, y);
    }
    if (is_zero_or_one(n))
        return compare(s, n, holds, exact);
    isl_pw_aff *x = is_integer(n->type) && varies(s, n) ? value_of(s, n) : NULL;
    if (!x) {
        isl_set *set = always_or_never(s, n, holds);
        *exact &= set != NULL;
        return set ? set : everywhere(s);
    }
    return holds ? isl_pw_aff_non_zero_set(x) : isl_pw_aff_zero_set(x);
}
