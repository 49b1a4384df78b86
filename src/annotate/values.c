/* values.c: integer expressions as piecewise affine functions of the variables of loops (the dimensions of the domain)
 * and of parameters, in whole numbers. C's arithmetic is that of whole numbers where nothing wraps: what signed
 * arithmetic must not do, and what is proved, on the domain, of unsigned arithmetic and of conversions that narrow. An
 * expression that is no such function is a parameter by itself if its value does not change while the loop runs. */
#include <limits.h>

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

/* x, a value of type `from`, in type `to`; NULL where it may become another value. Takes x. */
static isl_pw_aff *convert(const struct scope *s, isl_pw_aff *x, struct width from, struct width to)
{
    bool holds_all = from.is_signed == to.is_signed ? to.size >= from.size : to.is_signed && to.size > from.size;
    if (!x || holds_all || is_proved(s, x, least(s->isl, to), most(s->isl, to)))
        return x;
    isl_pw_aff_free(x);
    return NULL;
}

/* ---- what changes ---- */
bool is_written_in(const struct scope *s, const struct var *v)
{
    for_each_in (ref, r, s->u, s->loop->at)
        if (r->var == v && (r->access & ACC_WRITE))
            return true;
    for_each_pointer (const struct var, x, s->far_written)
        if (x == v)
            return true;
    return false;
}

bool is_declared_in(const struct scope *s, const struct var *v)
{
    return !v->is_global && slice_has(s->loop->at, v->decl) && !given(v->loop);
}

static bool is_declared_below(const struct scope *s, const struct var *v)
{
    return !v->is_global && slice_has(s->loop->at, v->decl);
}

static bool node_changes(const struct scope *s, const struct node *n)
{
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

static void know_range(struct scope *s, isl_id *id, struct width w)
{
    isl_space *space = isl_space_add_param_id(isl_space_params_alloc(s->isl, 0), isl_id_copy(id));
    isl_set *range = isl_set_universe(space);
    range = isl_set_lower_bound_val(range, isl_dim_param, 0, least(s->isl, w));
    range = isl_set_upper_bound_val(range, isl_dim_param, 0, most(s->isl, w));
    s->context = isl_set_intersect(s->context, range);
}

static isl_pw_aff *parameter(struct scope *s, const struct node *n)
{
    for_each (struct parameter, p, s->parameters)
        if (tree_equal(s->u, p->node, n))
            return use_id(s, p->id);
    char name[32];
    snprintf(name, sizeof name, "p%zu", s->parameters.n);
    struct parameter p = {isl_id_alloc(s->isl, name, (void *)n), n};
    vec_push(s->a->arena, &s->parameters, p);
    know_range(s, p.id, width_of(n->type));
    return use_id(s, p.id);
}

/* ---- operators ---- */
static isl_pw_aff *operand(struct scope *s, const struct node *n, struct width to)
{
    return is_integer(n->type) ? convert(s, value_of(s, n), width_of(n->type), to) : NULL;
}

static bool is_number(isl_pw_aff *x) { return x && isl_pw_aff_is_cst(x) == isl_bool_true; }

/* Takes both. */
static isl_pw_aff *product(isl_pw_aff *x, isl_pw_aff *y)
{
    if (is_number(x) || is_number(y))
        return isl_pw_aff_mul(x, y);
    isl_pw_aff_free(x);
    isl_pw_aff_free(y);
    return NULL;
}

static isl_pw_aff *combine(enum operator o, isl_pw_aff *x, isl_pw_aff *y)
{
    switch (o) {
    case OPERATOR_ADD:
        return isl_pw_aff_add(x, y);
    case OPERATOR_SUB:
        return isl_pw_aff_sub(x, y);
    case OPERATOR_MUL:
        return product(x, y);
    case OPERATOR_DIV: /* by a positive constant: binary() asks for one */
        return isl_pw_aff_tdiv_q(x, y);
    case OPERATOR_REM:
        return isl_pw_aff_tdiv_r(x, y);
    default:
        isl_pw_aff_free(x);
        isl_pw_aff_free(y);
        return NULL;
    }
}

static isl_pw_aff *binary(struct scope *s, const struct node *n)
{
    struct width w = width_of(n->type);
    if (n->operator== OPERATOR_SHL && n->kids[1]->constant && n->kids[1]->value >= 0 && n->kids[1]->value<31) {
        isl_pw_aff *x = operand(s, n->kids[0], w);
        return x ? convert(s, isl_pw_aff_scale_val(x, isl_val_int_from_si(s->isl, 1L << n->kids[1]->value)),
                           (struct width){16, true}, w)
                 : NULL;
    }
    bool divides = n->operator== OPERATOR_DIV || n->operator== OPERATOR_REM;
    if (divides && !(n->kids[1]->constant && n->kids[1]->value > 0))
        return NULL;
    isl_pw_aff *x = operand(s, n->kids[0], w), *y = x ? operand(s, n->kids[1], w) : NULL;
    if (!y) {
        isl_pw_aff_free(x);
        return NULL;
    }
    x = combine(n->operator, x, y);
    return w.is_signed ? x : convert(s, x, (struct width){16, true}, w); /* signed arithmetic does not overflow */
}

static isl_pw_aff *choice(struct scope *s, const struct node *n)
{
    bool exact = true;
    struct width w = width_of(n->type);
    isl_set *yes = condition_of(s, n->kids[0], true, &exact);
    isl_pw_aff *x = exact ? operand(s, n->kids[1], w) : NULL, *y = x ? operand(s, n->kids[2], w) : NULL;
    if (!y) {
        isl_set_free(yes);
        isl_pw_aff_free(x);
        return NULL;
    }
    x = isl_pw_aff_intersect_domain(x, isl_set_copy(yes));
    y = isl_pw_aff_intersect_domain(y, isl_set_complement(yes));
    return isl_pw_aff_union_add(x, y);
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

/* how many iterations are over */
static isl_pw_aff *iterations(struct scope *s, unsigned depth)
{
    const struct frame *f = &s->frames[depth];
    if (f->counted)
        return dimension(s, depth);
    const struct loop *l = f->loop;
    isl_pw_aff *from = l->lower && (!l->stride || l->stride->constant) ? value_of(s, l->lower) : NULL;
    if (!from)
        return NULL;
    isl_pw_aff *gone =
        loop_goes_up(l) ? isl_pw_aff_sub(dimension(s, depth), from) : isl_pw_aff_sub(from, dimension(s, depth));
    int64_t step = l->stride ? l->stride->value : 1;
    return step == 1 ? gone
                     : isl_pw_aff_floor(
                           isl_pw_aff_scale_down_val(gone, isl_val_int_from_si(s->isl, step < 0 ? -step : step)));
}

isl_pw_aff *moved(struct scope *s, unsigned depth, const struct move *m, const struct node *n)
{
    const struct frame *f = &s->frames[depth];
    unsigned part = 0;
    while (part < f->parts.n && !slice_has(f->parts.v[part]->around, n->off))
        part++;
    if (!m->known || part == f->parts.n)
        return NULL;
    int64_t sum = 0;
    for_each (struct update, u, m->updates)
        if (u->part < part || (u->node == n && (n->operator== OPERATOR_PRE_INC || n->operator== OPERATOR_PRE_DEC)))
            sum += u->value;
    isl_pw_aff *gone = iterations(s, depth);
    return gone ? isl_pw_aff_add(isl_pw_aff_scale_val(gone, isl_val_int_from_si(s->isl, m->total)),
                                 constant(s, isl_val_int_from_si(s->isl, sum)))
                : NULL;
}

isl_pw_aff *moving_value(struct scope *s, unsigned depth, const struct move *m, const struct node *n)
{
    const struct node *name = n->kind == NODE_INCREMENT ? n->kids[0] : n;
    isl_pw_aff *gone = moved(s, depth, m, n);
    isl_pw_aff *from = !gone                ? NULL
                       : m->start           ? operand(s, m->start, width_of(m->var->type))
                       : depth == s->judged ? parameter(s, name)
                                            : NULL;
    if (from)
        return isl_pw_aff_add(from, gone);
    isl_pw_aff_free(gone);
    return NULL;
}

bool is_in_type(struct scope *s, isl_pw_aff *x, const struct type *t)
{
    bool ok = is_proved(s, x, least(s->isl, width_of(t)), most(s->isl, width_of(t)));
    isl_pw_aff_free(x);
    return ok;
}

isl_pw_aff *known_parameter(struct scope *s, const struct node *n) { return parameter(s, n); }

/* ---- variables ---- */
static isl_pw_aff *variable(struct scope *s, const struct node *n)
{
    const struct var *v = n->var;
    unsigned depth;
    const struct move *m = move_at(s, n, &depth);
    if (m)
        return moving_value(s, depth, m, n);
    for (unsigned d = 0; v && d < s->depth; d++)
        if (s->frames[d].loop->iv == v)
            return dimension(s, d);
    /* of the loop's own, with one value for each iteration: what its initialiser says */
    if (v && is_declared_in(s, v) && !v->written && !v->addr_taken && v->value && is_integer(v->value->type))
        return convert(s, value_of(s, v->value), width_of(v->value->type), width_of(v->type));
    return NULL;
}

static isl_pw_aff *arithmetic(struct scope *s, const struct node *n)
{
    struct width w = width_of(n->type);
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
        if (n->operator== OPERATOR_NEGATE) {
            isl_pw_aff *x = operand(s, n->kids[0], w);
            return x ? convert(s, isl_pw_aff_neg(x), (struct width){16, true},
                               w.is_signed ? (struct width){16, true} : w)
                     : NULL;
        }
        return NULL;
    case NODE_BINARY:
        return binary(s, n);
    case NODE_CONDITIONAL:
        return choice(s, n);
    case NODE_CALL: {
        const struct node *result = inlined_value(s, n);
        return result ? value_of(s, result) : NULL;
    }
    default:
        return NULL;
    }
}

isl_pw_aff *value_of(struct scope *s, const struct node *n)
{
    if (!is_integer(n->type))
        return NULL;
    if (n->constant)
        return constant(s, n->type->is_signed || n->type->size < 8 ? isl_val_int_from_si(s->isl, n->value)
                                                                   : isl_val_int_from_ui(s->isl, (uint64_t)n->value));
    isl_pw_aff *x = arithmetic(s, n);
    return x || varies(s, n) ? x : parameter(s, n);
}

/* ---- conditions ---- */
static isl_set *everywhere(const struct scope *s) { return isl_set_universe(isl_set_get_space(s->domain)); }

static isl_set *compare(struct scope *s, const struct node *n, bool holds, bool *exact)
{
    static isl_set *(*const tests[])(isl_pw_aff *, isl_pw_aff *) = {
        [OPERATOR_LT] = isl_pw_aff_lt_set, [OPERATOR_LE] = isl_pw_aff_le_set, [OPERATOR_GT] = isl_pw_aff_gt_set,
        [OPERATOR_GE] = isl_pw_aff_ge_set, [OPERATOR_EQ] = isl_pw_aff_eq_set, [OPERATOR_NE] = isl_pw_aff_ne_set};
    const struct type *l = n->kids[0]->type, *r = n->kids[1]->type;
    bool known = n->operator>= OPERATOR_LT && n->operator<= OPERATOR_NE && is_integer(l) && is_integer(r);
    isl_pw_aff *x = known ? operand(s, n->kids[0], common(l, r)) : NULL;
    isl_pw_aff *y = x ? operand(s, n->kids[1], common(l, r)) : NULL;
    if (!y) {
        isl_pw_aff_free(x);
        *exact = false;
        return everywhere(s);
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
    if (n->kind == NODE_BINARY)
        return compare(s, n, holds, exact);
    *exact = false;
    return everywhere(s);
}
