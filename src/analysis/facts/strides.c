/* analysis/facts/strides.c: how far apart the elements are that neighbouring iterations of a nest's loops touch.
 * The address of each access (unit.elements) becomes a linear form in the loop variables: for each variable a
 * coefficient that is 0, a number of bytes, symbolic (n * i) or unknown. A variable that the body sets once is replaced
 * by that value, a parameter of a called function by its argument, the variable of an inner loop by its first value.
 * That is an estimate; where it is certain, linear_add says so. No pass: order.c, group.c, in_place.c and digits.c
 * ask. */
#include "../analysis.h"
#include "../../region/tree.h"

enum {
    DEEPEST = 4,          /* variables replaced by their values one after the other, within a function */
    HEAVIEST = 1000,      /* the largest weight of an access */
    MOST_ACCESSES = 2000, /* accesses examined in one nest */
    MOST_CALLS = 2000,    /* calls followed in one nest */
};

/* by[0] * i0 + by[1] * i1 + … + a rest that is the same in all iterations */
struct form {
    struct stride by[MOST_STRIDES];
    bool constant; /* the rest is known: */
    int64_t value;
    bool loose; /* true nearly everywhere, as for (i + 1) % n: enough to guess at speed, no proof */
};
struct scope { /* the nest, or a function called from it */
    struct analysis *a;
    const struct loop *const *loops;
    unsigned n;
    struct slice body;         /* the nest's, or the function's */
    const struct call *call;   /* NULL: the nest itself */
    const struct scope *outer; /* the caller */
    unsigned *calls;           /* how many calls have been followed so far */
};

/* ---- arithmetic ---- */

static struct stride far_off(enum stride_kind kind) { return (struct stride){kind, 0}; }

static struct stride bytes(int64_t n) { return n ? (struct stride){STRIDE_BYTES, n} : far_off(STRIDE_NONE); }

static struct stride add(struct stride a, struct stride b, int64_t sign)
{
    if (a.kind <= STRIDE_BYTES && b.kind <= STRIDE_BYTES)
        return bytes((int64_t)((uint64_t)a.bytes + (uint64_t)sign * (uint64_t)b.bytes));
    return far_off(a.kind > b.kind ? a.kind : b.kind);
}

/* the stride of `c ? x : y` */
static struct stride choice(struct stride a, struct stride b)
{
    if (a.kind == b.kind && a.bytes == b.bytes)
        return a;
    return a.kind == STRIDE_NONE ? b : b.kind == STRIDE_NONE ? a : far_off(STRIDE_UNKNOWN);
}

/* the stride of x * factor, if factor does not depend on the loop */
static struct stride times(struct stride x, const struct form *factor)
{
    if (x.kind == STRIDE_BYTES && factor->constant)
        return bytes((int64_t)((uint64_t)x.bytes * (uint64_t)factor->value));
    return x.kind == STRIDE_BYTES ? far_off(STRIDE_SYMBOLIC) : x;
}

static struct stride product(const struct form *l, const struct form *r, unsigned j, bool l_varies, bool r_varies)
{
    struct stride a = l->by[j], b = r->by[j];
    if ((l_varies && b.kind != STRIDE_NONE) || (r_varies && a.kind != STRIDE_NONE))
        return far_off(STRIDE_UNKNOWN); /* not linear */
    return a.kind != STRIDE_NONE ? times(a, r) : times(b, l);
}

static bool varies(const struct scope *s, const struct form *f)
{
    for (unsigned j = 0; j < s->n; j++)
        if (f->by[j].kind != STRIDE_NONE)
            return true;
    return false;
}

static struct form unknown(const struct scope *s)
{
    struct form f = {.constant = false};
    for (unsigned j = 0; j < s->n; j++)
        f.by[j] = far_off(STRIDE_UNKNOWN);
    return f;
}

/* ---- variables ---- */

static struct form value_of(const struct scope *s, const struct node *n, int depth);

/* Does n stand between the parentheses of a `for`? */
static bool in_for_head(const struct node *n)
{
    for (; n && n->parent; n = n->parent)
        if (n->parent->kind == NODE_FOR)
            return n->place != 3;
    return false;
}

struct stores {
    unsigned n, in_heads, in_body;
};
static struct stores stores_to(const struct scope *s, const struct var *v)
{
    const struct unit *u = s->a->unit;
    struct slice def = v->func ? v->func->def : s->body;
    struct stores st = {.n = given(v->init)};
    st.in_heads = st.n;
    st.in_body = st.n && slice_has(s->body, v->decl);
    for_each_in (ref, r, u, def) {
        if (r->var != v || !(r->access & ACC_WRITE))
            continue;
        st.n++;
        st.in_heads += in_for_head(r->node);
        st.in_body += slice_has(s->body, r->off);
    }
    return st;
}

static const struct node *argument_of(const struct scope *s, const struct var *v)
{
    const struct func *f = s->call ? s->call->func : NULL;
    for (size_t i = 0; f && i < f->params.n; i++)
        if (f->params.v[i] == v)
            return node_kid(s->call->node, (unsigned)i + 1);
    return NULL;
}

static struct form variable(const struct scope *s, const struct var *v, int depth)
{
    struct form f = {.constant = false};
    for (unsigned j = 0; j < s->n; j++)
        if (s->loops[j]->iv == v) {
            f.by[j] = bytes(1);
            f.constant = true;
            return f;
        }
    struct stores st = stores_to(s, v);
    if (v->is_param && s->call)
        return argument_of(s, v) && !st.n && !v->addr_taken ? value_of(s->outer, argument_of(s, v), 0) : unknown(s);
    if (!st.in_body && !(slice_has(s->body, v->decl) && !v->is_global))
        return f; /* the same for all iterations */
    if (v->is_global || v->addr_taken || !v->value || (st.n > 1 && st.in_heads < st.n))
        return unknown(s);
    f = value_of(s, v->value, depth + 1);
    f.constant &= st.n == 1;
    f.loose |= st.n > 1;
    return f;
}

/* ---- sums and products of forms ---- */

static struct form number(int64_t value) { return (struct form){.constant = true, .value = value}; }

static struct form sum(const struct scope *s, struct form l, struct form r, int64_t sign)
{
    struct form f = {.constant = l.constant && r.constant, .loose = l.loose || r.loose};
    f.value = (int64_t)((uint64_t)l.value + (uint64_t)sign * (uint64_t)r.value);
    for (unsigned j = 0; j < s->n; j++)
        f.by[j] = add(l.by[j], r.by[j], sign);
    return f;
}

static struct form multiplied(const struct scope *s, struct form l, struct form r)
{
    struct form f = {.constant = l.constant && r.constant, .loose = l.loose || r.loose};
    f.value = (int64_t)((uint64_t)l.value * (uint64_t)r.value);
    bool l_varies = varies(s, &l), r_varies = varies(s, &r);
    for (unsigned j = 0; j < s->n; j++)
        f.by[j] = product(&l, &r, j, l_varies, r_varies);
    return f;
}

/* the form of a value that is one of the two, by what `choice` says */
static struct form either(const struct scope *s, struct form l, struct form r, struct form choice_is)
{
    struct form f = {.constant = false, .loose = l.loose || r.loose || choice_is.loose};
    f.loose |= varies(s, &l) || varies(s, &r) || varies(s, &choice_is);
    for (unsigned j = 0; j < s->n; j++)
        f.by[j] = choice(l.by[j], r.by[j]);
    return f;
}

/* f depends on x in an unknown way: in each loop in which x changes, f changes by an unknown distance */
static void depends_on(const struct scope *s, struct form *f, struct form x)
{
    f->constant = false;
    f->loose |= x.loose;
    for (unsigned j = 0; j < s->n; j++)
        if (x.by[j].kind != STRIDE_NONE)
            f->by[j] = far_off(STRIDE_UNKNOWN);
}

/* the value of an expression that is not linear: it depends on its operands in an unknown way */
static struct form opaque(const struct scope *s, const struct node *n, int depth)
{
    struct form f = {.constant = false};
    for (unsigned i = 0; i < n->nkids; i++)
        if (n->kids[i] && !node_is_statement(n->kids[i]))
            depends_on(s, &f, value_of(s, n->kids[i], depth));
    return f;
}

/* index * sizeof(t); the size is not known for types whose lengths are known only at run time */
static struct form scaled(const struct scope *s, struct form index, const struct type *t)
{
    bool byte = t && (t->kind == TYPE_VOID || t->kind == TYPE_FUNCTION);
    int64_t size = byte ? 1 : t ? t->size : -1;
    return multiplied(s, index, size > 0 ? number(size) : (struct form){.constant = false});
}

/* ---- expressions ---- */

static bool is_address(const struct type *t) { return t && (t->kind == TYPE_POINTER || type_is_array(t)); }

/* the address of an object, as a distance in bytes from an address that no iteration changes */
static struct form address_of(const struct scope *s, const struct node *n, int depth)
{
    switch (n->kind) {
    case NODE_NAME:
        return number(0);
    case NODE_MEMBER:
        return address_of(s, n->kids[0], depth);
    case NODE_ARROW:
    case NODE_DEREFERENCE:
        return value_of(s, n->kids[0], depth);
    case NODE_SUBSCRIPT:
        return sum(s, value_of(s, n->kids[0], depth), scaled(s, value_of(s, n->kids[1], depth), n->type), 1);
    default:
        return opaque(s, n, depth);
    }
}

static struct form added(const struct scope *s, const struct node *n, int depth)
{
    const struct type *tl = n->kids[0]->type, *tr = n->kids[1]->type;
    struct form l = value_of(s, n->kids[0], depth), r = value_of(s, n->kids[1], depth);
    if (is_address(tl) && is_address(tr)) /* the difference of two pointers */
        return opaque(s, n, depth);
    if (is_address(tl))
        r = scaled(s, r, tl->elem);
    else if (is_address(tr))
        l = scaled(s, l, tr->elem);
    return sum(s, l, r, n->operator== OPERATOR_ADD ? 1 : - 1);
}

static struct form remainder_of(const struct scope *s, struct form l, struct form r)
{
    struct form f = {.constant = false};
    depends_on(s, &f, r);
    return either(s, l, f, r);
}

/* A type that holds fewer values cuts off the higher bits; of `int` it is taken that they are nothing, unless the
 * factors themselves do not fit. */
static struct form narrowed(const struct scope *s, struct form f, const struct type *from, const struct type *to)
{
    bool wide = false;
    for (unsigned j = 0; j < s->n; j++)
        wide |= f.by[j].kind == STRIDE_BYTES && (f.by[j].bytes > INT32_MAX || f.by[j].bytes < INT32_MIN);
    if (to->size > 0 && from && from->size > to->size)
        f.loose |= varies(s, &f) && (to->size < 4 || wide);
    return f;
}

static struct form binary(const struct scope *s, const struct node *n, int depth)
{
    const struct node *l = n->kids[0], *r = n->kids[1];
    switch (n->operator) {
    case OPERATOR_ADD:
    case OPERATOR_SUB:
        return added(s, n, depth);
    case OPERATOR_MUL:
        return multiplied(s, value_of(s, l, depth), value_of(s, r, depth));
    case OPERATOR_SHL:
        if (!r->constant || r->value < 0 || r->value > 61)
            break;
        return multiplied(s, value_of(s, l, depth), number((int64_t)1 << r->value));
    case OPERATOR_REM: /* (i + 1) % n is i + 1 nearly everywhere */
    case OPERATOR_AND:
        return remainder_of(s, value_of(s, l, depth), value_of(s, r, depth));
    default:
        break;
    }
    return opaque(s, n, depth);
}

static struct form value_of(const struct scope *s, const struct node *n, int depth)
{
    if (depth > DEEPEST)
        return unknown(s);
    if (n->constant)
        return number(n->value);
    switch (n->kind) {
    case NODE_NAME:
        if (!n->var || (type_is_array(n->type) && !n->var->is_param))
            return n->var ? number(0) : (struct form){.constant = false};
        return variable(s, n->var, depth);
    case NODE_CAST:
        if (is_address(n->type) || n->type->kind == TYPE_INT || n->type->kind == TYPE_BOOL ||
            n->type->kind == TYPE_ENUM)
            return narrowed(s, value_of(s, n->kids[0], depth), n->kids[0]->type, n->type);
        break;
    case NODE_BINARY:
        return binary(s, n, depth);
    case NODE_COMMA:
        return value_of(s, n->kids[1], depth);
    case NODE_UNARY:
        if (n->operator== OPERATOR_PLUS)
            return value_of(s, n->kids[0], depth);
        if (n->operator== OPERATOR_NEGATE)
            return sum(s, number(0), value_of(s, n->kids[0], depth), -1);
        break;
    case NODE_ADDRESS:
        return address_of(s, n->kids[0], depth);
    case NODE_CONDITIONAL:
        return either(s, value_of(s, n->kids[1], depth), value_of(s, n->kids[2], depth),
                      value_of(s, n->kids[0], depth));
    case NODE_SIZEOF: /* its operand is not evaluated */
        return (struct form){.constant = false};
    case NODE_SUBSCRIPT:
    case NODE_MEMBER:
    case NODE_ARROW:
        if (type_is_array(n->type)) /* the array's own place */
            return address_of(s, n, depth);
        break;
    default:
        break;
    }
    return opaque(s, n, depth);
}

/* ---- one iteration further ---- */

/* The stride for one iteration: x, which is for an increment of the loop variable by 1, times the loop's step (for
 * pointers, times the size of what they point to). */
static struct stride per_iteration(const struct loop *l, struct stride x)
{
    struct form step = {.constant = true, .value = 1};
    if (l->stride) {
        step.value = l->stride->value;
        step.constant = l->stride->constant;
    }
    if (l->iv->type->kind == TYPE_POINTER) {
        step.constant &= l->iv->type->elem && l->iv->type->elem->size > 0;
        step.value = (int64_t)((uint64_t)step.value * (uint64_t)(step.constant ? l->iv->type->elem->size : 1));
    }
    if (l->step_sign < 0)
        step.value = (int64_t)(0 - (uint64_t)step.value);
    return times(x, &step);
}

/* the weight of an access at n: ten times as much for each loop of the body around it */
static unsigned weight_at(const struct scope *s, unsigned weight, const struct node *n)
{
    for (; n && n->at.begin >= s->body.begin && n->at.end <= s->body.end && weight < HEAVIEST; n = n->parent)
        if (is_loop_statement(n))
            weight *= 10;
    return weight;
}

/* Is f being followed already? Then accesses of this recursive call have been counted. */
static bool is_under_way(const struct scope *s, const struct func *f)
{
    for (; s; s = s->outer)
        if (s->call && s->call->func == f)
            return true;
    return false;
}

static void accesses(const struct scope *s, unsigned weight, strides_list *list)
{
    const struct unit *u = s->a->unit;
    for_each_in (element, e, u, s->body) {
        struct strides st = {e, weight_at(s, weight, e->node), {{0}}};
        struct form f = address_of(s, e->node, 0);
        if (!varies(s, &f) || list->n >= MOST_ACCESSES)
            continue;
        for (unsigned j = 0; j < s->n; j++)
            st.by[j] = per_iteration(s->loops[j], f.by[j]);
        vec_push(u->arena, list, st);
    }
    for_each_in (call, c, u, s->body) {
        struct scope inner = {s->a, s->loops, s->n, c->func->body, c, s, s->calls};
        if (given(c->func->body) && !is_under_way(s, c->func) && (*s->calls)++ < MOST_CALLS)
            accesses(&inner, weight_at(s, weight, c->node), list);
    }
}

void strides_of(struct analysis *a, const struct loop *const *loops, unsigned n, struct slice body, strides_list *list)
{
    unsigned calls = 0;
    struct scope s = {a, loops, n, body, NULL, NULL, &calls};
    accesses(&s, 1, list);
}

void linear_add(struct analysis *a, const struct loop *const *loops, unsigned n, struct slice body,
                const struct node *value, int64_t sign, struct linear *to)
{
    unsigned calls = 0;
    struct scope s = {a, loops, n, body, NULL, NULL, &calls};
    struct form f = value_of(&s, value, 0);
    to->exact &= !f.loose;
    to->constant &= f.constant;
    to->rest = (int64_t)((uint64_t)to->rest + (uint64_t)sign * (uint64_t)f.value);
    for (unsigned j = 0; j < n; j++)
        to->by[j] = add(to->by[j], f.by[j], sign);
}
