/* analysis/facts/digits.c: do the iterations of a loop take different elements? An element is found by indices, one for
 * each array around it, like a number by its digits: two that differ in one digit are different elements, since C
 * keeps each index within its array. What is added to a pointer is a digit without such a bound.
 *
 * A digit is a * i + b1 * j1 + …: i counts the loop that is asked about, the j count loops inside it. Iterations have
 * digits of their own if these numbers are a mixed radix: in order of their sizes each is larger than what all smaller
 * ones together make up. No pass: independence.c asks. */
#include "../analysis.h"

#include <string.h>

enum { MOST_DIGITS = 8, MOST_TERMS = 8, DEEPEST = 6 };

struct digit {
    const struct node *terms[MOST_TERMS];
    int64_t signs[MOST_TERMS];
    unsigned n;
    int64_t size;     /* of an element */
    int64_t path;     /* bytes by members on the way to it, and … */
    unsigned members; /* … how many */
};
struct chain { /* from the outermost array to the element */
    struct digit digits[MOST_DIGITS];
    unsigned n;
    const struct node *root; /* the variable, or a pointer that is loaded from memory */
    int64_t path;
    unsigned members;
};
struct nest { /* the loop that is asked about, and those between it and the access */
    struct analysis *a;
    struct loop heads[MOST_STRIDES];
    const struct loop *loops[MOST_STRIDES];
    unsigned n;
    struct slice body;
};

static bool object(const struct nest *x, const struct node *n, int depth, struct chain *c);

/* ---- loops ---- */
static bool nest_of(struct analysis *a, const struct loop *l, const struct node *n, struct nest *x)
{
    *x = (struct nest){.a = a, .body = node_kid(l->tree, 3)->at, .n = 1};
    x->heads[0] = *l;
    for (n = node_loop(n); n && n != l->tree; n = node_loop(n)) {
        struct loop *in = &x->heads[x->n];
        if (x->n == MOST_STRIDES)
            return false;
        *in = (struct loop){.tree = n};
        if (n->kind != NODE_FOR || loop_read_header(in, n) ||
            access_in(a->unit, node_kid(n, 3)->at, in->iv) & (ACC_WRITE | ACC_ADDR))
            continue; /* its variable is one that the body changes */
        x->n++;
    }
    for (unsigned j = 0; j < x->n; j++)
        x->loops[j] = &x->heads[j];
    return n != NULL;
}

static struct linear value_of(const struct nest *x, const struct node *n)
{
    struct linear f = {.exact = true, .constant = true};
    linear_add(x->a, x->loops, x->n, x->body, n, 1, &f);
    return f;
}

static bool is_fixed(const struct nest *x, const struct linear *f)
{
    bool fixed = f->exact;
    for (unsigned j = 0; j < x->n; j++)
        fixed &= f->by[j].kind == STRIDE_NONE;
    return fixed;
}

/* ---- the way to an element ---- */
static bool open_digit(struct chain *c, const struct type *t)
{
    if (c->n == MOST_DIGITS || !t)
        return false;
    c->digits[c->n++] = (struct digit){.size = t->size, .path = c->path, .members = c->members};
    return true;
}

static bool add_term(struct chain *c, const struct node *n, int64_t sign)
{
    struct digit *d = c->n ? &c->digits[c->n - 1] : NULL;
    if (!d || d->n == MOST_TERMS || d->members != c->members)
        return false;
    d->terms[d->n] = n;
    d->signs[d->n++] = sign;
    return true;
}

/* the value of a pointer that the loop sets nowhere */
static bool root_pointer(const struct nest *x, const struct node *n, struct chain *c)
{
    struct linear f = value_of(x, n);
    c->root = n;
    return is_fixed(x, &f) && open_digit(c, n->type->elem);
}

static bool pointer(const struct nest *x, const struct node *n, int depth, struct chain *c);

static bool named_pointer(const struct nest *x, const struct node *n, int depth, struct chain *c)
{
    const struct var *v = n->var;
    for (unsigned j = 0; j < x->n; j++)
        if (v && x->loops[j]->iv == v)
            return pointer(x, x->loops[j]->lower, depth + 1, c) && add_term(c, n, 1);
    bool copy = v && slice_has(x->body, v->decl) && !v->is_global && !v->written && !v->addr_taken && v->value;
    return copy ? pointer(x, v->value, depth + 1, c) : v && root_pointer(x, n, c);
}

static bool is_address(const struct type *t) { return t && (t->kind == TYPE_POINTER || type_is_array(t)); }

static bool same_elements(const struct type *a, const struct type *b)
{
    return is_address(a) && is_address(b) && a->elem && b->elem && a->elem->size == b->elem->size && a->elem->size > 0;
}

static bool pointer(const struct nest *x, const struct node *n, int depth, struct chain *c)
{
    if (!n || depth > DEEPEST || !is_address(n->type))
        return false;
    if (type_is_array(n->type) && !(n->kind == NODE_NAME && n->var && n->var->is_param))
        return object(x, n, depth, c) && open_digit(c, n->type->elem);
    const struct node *kid = node_kid(n, 0);
    switch (n->kind) {
    case NODE_NAME:
        return named_pointer(x, n, depth, c);
    case NODE_CAST:
        return same_elements(n->type, kid->type) && pointer(x, kid, depth + 1, c);
    case NODE_ADDRESS:
        if (kid->kind == NODE_DEREFERENCE || kid->kind == NODE_SUBSCRIPT)
            return object(x, kid, depth + 1, c);
        return object(x, kid, depth + 1, c) && open_digit(c, kid->type);
    case NODE_BINARY: {
        bool second = is_address(n->kids[1]->type);
        if ((n->operator!= OPERATOR_ADD && n->operator!= OPERATOR_SUB) || (second && n->operator== OPERATOR_SUB))
            return false;
        return pointer(x, n->kids[second], depth + 1, c) &&
               add_term(c, n->kids[!second], n->operator== OPERATOR_ADD ? 1 : - 1);
    }
    case NODE_SUBSCRIPT:
    case NODE_MEMBER:
    case NODE_ARROW:
    case NODE_DEREFERENCE:
        return root_pointer(x, n, c);
    default:
        return false;
    }
}

static bool member(const struct node *n, struct chain *c)
{
    c->path += n->offset;
    c->members++;
    return n->offset >= 0;
}

static bool object(const struct nest *x, const struct node *n, int depth, struct chain *c)
{
    if (!n || depth > DEEPEST)
        return false;
    switch (n->kind) {
    case NODE_NAME:
        c->root = n;
        return n->var != NULL;
    case NODE_MEMBER:
        return object(x, n->kids[0], depth + 1, c) && member(n, c);
    case NODE_ARROW:
        return pointer(x, n->kids[0], depth + 1, c) && member(n, c);
    case NODE_DEREFERENCE:
        return pointer(x, n->kids[0], depth + 1, c);
    case NODE_SUBSCRIPT:
        return pointer(x, n->kids[0], depth + 1, c) && add_term(c, n->kids[1], 1);
    default:
        return false;
    }
}

/* ---- one digit ---- */
static struct linear digit_value(const struct nest *x, const struct digit *d)
{
    struct linear f = {.exact = true, .constant = true};
    for (unsigned i = 0; i < d->n; i++)
        linear_add(x->a, x->loops, x->n, x->body, d->terms[i], d->signs[i], &f);
    return f;
}

struct radix {         /* of one loop */
    uint64_t by, most; /* most: how far its variable goes, in steps; UINT64_MAX: not known */
    bool asked;
};

static int by_size(const struct radix *a, const struct radix *b) { return a->by < b->by ? -1 : a->by > b->by; }

/* How far the variable of loop j goes. One that begins elsewhere in other iterations may go anywhere. */
static uint64_t most_of(const struct nest *x, unsigned j)
{
    const struct loop *l = x->loops[j];
    struct linear low = value_of(x, l->lower);
    uint64_t trip = loop_trip(l);
    return trip && (j == 0 || is_fixed(x, &low)) ? trip - 1 : UINT64_MAX;
}

static struct radix radix_of(const struct nest *x, const struct linear *f, unsigned j)
{
    const struct loop *l = x->loops[j];
    int64_t step = l->stride && l->stride->constant ? l->stride->value : 1, by = f->by[j].bytes;
    struct radix r = {.by = by < 0 ? 0 - (uint64_t)by : (uint64_t)by, .most = most_of(x, j), .asked = j == 0};
    r.by *= step < 0 ? 0 - (uint64_t)step : (uint64_t)step;
    r.most = l->stride && !l->stride->constant ? UINT64_MAX : r.most;
    return r;
}

/* Is each from the asked one on larger than what the smaller ones make up? */
static bool is_mixed_radix(const struct radix *r, unsigned n)
{
    uint64_t sum = 0;
    bool within = true, behind = false;
    for (unsigned k = 0; k < n; k++) {
        behind |= r[k].asked;
        if (behind && (!within || sum >= r[k].by))
            return false;
        within &= r[k].most < UINT32_MAX && r[k].by < UINT32_MAX;
        sum += within ? r[k].by * r[k].most : 0;
    }
    return true;
}

static enum apart judge(const struct nest *x, const struct linear *f)
{
    struct radix r[MOST_STRIDES];
    unsigned n = 0;
    bool symbolic = false;
    if (f->exact && f->by[0].kind == STRIDE_NONE)
        return APART_FIXED;
    for (unsigned j = 0; j < x->n; j++) {
        if (!f->exact || f->by[j].kind == STRIDE_UNKNOWN)
            return APART_NOT;
        symbolic |= f->by[j].kind == STRIDE_SYMBOLIC;
        if (f->by[j].kind != STRIDE_BYTES)
            continue;
        struct radix new = radix_of(x, f, j);
        unsigned k = n++;
        for (; k && by_size(&r[k - 1], &new) > 0; k--)
            r[k] = r[k - 1];
        r[k] = new;
    }
    if (f->by[0].kind == STRIDE_BYTES && !is_mixed_radix(r, n))
        return APART_NOT;
    return symbolic ? APART_LIKELY : APART_PROVED;
}

/* (i + j) * n has nothing of its own for each i, whatever n is. */
static bool multiplies_the_same(const struct nest *x, const struct node *term)
{
    for (const struct node *m = term; m; m = tree_next(term, m))
        for (unsigned i = 0; m->kind == NODE_BINARY && m->operator== OPERATOR_MUL && i<m->nkids; i++) {
            struct linear f = value_of(x, m->kids[i]);
            if (f.by[0].kind != STRIDE_NONE && judge(x, &f) == APART_NOT)
                return true;
        }
    return false;
}

/* the loop that counts n, a variable of one; NULL: it is none */
static const struct loop *counted_by(const struct nest *x, const struct node *n)
{
    const struct var *v = node_var(node_uncast(n));
    for (unsigned j = 0; v && j < x->n; j++)
        if (x->loops[j]->iv == v)
            return x->loops[j];
    return NULL;
}

/* By how many its values are more than `width`, or fewer (negative): n - 1 with j from 1 on and j < n; false: unknown
 */
static bool more_than(const struct unit *u, const struct loop *l, const struct node *width, int64_t *more)
{
    const struct node *low = l->lower, *high = node_uncast(l->upper);
    bool sum = high->kind == NODE_BINARY && (high->operator== OPERATOR_ADD || high->operator== OPERATOR_SUB) &&
               high->kids[1]->constant;
    int64_t by = !sum ? 0 : high->operator== OPERATOR_ADD ? high->kids[1]->value : - high->kids[1]->value;
    if (!loop_goes_up(l) || !low->constant || l->stride || (l->rel != REL_LT && l->rel != REL_LE) ||
        !tree_equal(u, node_uncast(sum ? high->kids[0] : high), node_uncast(width)))
        return false;
    *more = by - low->value + (l->rel == REL_LE);
    return true;
}

/* i * width + j: rows of that width, and the loop within one */
struct rows {
    const struct node *number; /* of the row */
    const struct loop *within;
    int64_t more; /* elements that the loop has more than the row */
};

static bool rows_of(const struct nest *x, const struct node *n, struct rows *r)
{
    for (unsigned k = 0; n->kind == NODE_BINARY && n->operator== OPERATOR_ADD && k<2; k++) {
        const struct node *row = node_uncast(n->kids[k]);
        const struct loop *l = counted_by(x, n->kids[!k]);
        for (unsigned i = 0; l && row->kind == NODE_BINARY && row->operator== OPERATOR_MUL && i<2; i++) {
            struct linear width = value_of(x, row->kids[i]);
            if (!is_fixed(x, &width) || tree_names(row->kids[!i], l->iv) ||
                !more_than(x->a->unit, l, row->kids[i], &r->more))
                continue;
            r->number = row->kids[!i], r->within = l;
            return true;
        }
    }
    return false;
}

/* Has n another value for all other values of the loops' variables in it: i, or rows whose loop stays within them? */
static bool is_numbering(const struct nest *x, const struct node *n)
{
    struct rows r;
    n = node_uncast(n);
    if (rows_of(x, n, &r))
        return r.more <= 0 && is_numbering(x, r.number);
    return counted_by(x, n) != NULL;
}

static bool rows_overlap(const struct nest *x, const struct node *term)
{
    struct rows r;
    for (const struct node *m = term; m; m = tree_next(term, m))
        if (rows_of(x, m, &r) && r.more > 0)
            return true;
    return false;
}

static enum apart judge_digit(const struct nest *x, const struct digit *d)
{
    struct linear f = digit_value(x, d);
    enum apart is = judge(x, &f);
    if (is == APART_LIKELY && d->n == 1 && is_numbering(x, d->terms[0]) && tree_names(d->terms[0], x->loops[0]->iv))
        return APART_PROVED;
    for (unsigned i = 0; is == APART_LIKELY && i < d->n; i++)
        if (multiplies_the_same(x, d->terms[i]) || rows_overlap(x, d->terms[i]))
            return APART_NOT;
    return is;
}

/* ---- two accesses ---- */
static bool same_digit(const struct unit *u, const struct digit *a, const struct digit *b)
{
    bool same = a->n == b->n;
    for (unsigned i = 0; same && i < a->n; i++)
        same = a->signs[i] == b->signs[i] && tree_equal(u, a->terms[i], b->terms[i]);
    return same;
}

static bool has_inner(const struct nest *x, const struct linear *f)
{
    for (unsigned j = 1; j < x->n; j++)
        if (f->by[j].kind != STRIDE_NONE)
            return true;
    return false;
}

/* Two digits that differ by a number: a multiple of the distance from one iteration to the next that they come to? */
static enum apart judge_distance(const struct nest *x, const struct linear *f, const struct linear *g)
{
    if (!f->exact || !g->exact || !f->constant || !g->constant || f->by[0].kind != STRIDE_BYTES ||
        g->by[0].kind != STRIDE_BYTES || f->by[0].bytes != g->by[0].bytes || x->loops[0]->stride)
        return APART_NOT;
    int64_t by = f->by[0].bytes, d = g->rest - f->rest;
    by = by < 0 ? -by : by, d = d < 0 ? -d : d;
    uint64_t trip = loop_trip(x->loops[0]);
    return d % by != 0 || (trip && (uint64_t)(d / by) >= trip) ? APART_PROVED : APART_NOT;
}

static enum apart judge_two(const struct nest *x, const struct nest *y, const struct digit *a, const struct digit *b,
                            bool together)
{
    struct linear f = digit_value(x, a), g = digit_value(y, b);
    bool inner = has_inner(x, &f) || has_inner(y, &g);
    if (same_digit(x->a->unit, a, b))
        return !inner || together ? judge_digit(x, a) : APART_NOT;
    return inner ? APART_NOT : judge_distance(x, &f, &g);
}

/* Of the digits whose place is the same in both, the best */
static enum apart best_digit(const struct nest *x, const struct nest *y, const struct chain *c, const struct chain *d,
                             bool together)
{
    enum apart best = APART_FIXED;
    bool unknown = false;
    for (unsigned i = 0; i < c->n && i < d->n; i++) {
        const struct digit *a = &c->digits[i], *b = &d->digits[i];
        if (a->size != b->size || a->path != b->path || a->members != b->members) {
            unknown = true;
            break;
        }
        enum apart is = judge_two(x, y, a, b, together);
        unknown |= is == APART_NOT;
        best = is > best ? is : best;
    }
    return best == APART_FIXED && unknown ? APART_NOT : best;
}

enum apart elements_apart(struct analysis *a, const struct loop *l, const struct node *n, const struct node *other)
{
    struct nest x, y;
    struct chain c = {0}, d = {0};
    if (!nest_of(a, l, n, &x) || !nest_of(a, l, other, &y) || !object(&x, n, 0, &c) || !object(&y, other, 0, &d) ||
        !tree_equal(a->unit, c.root, d.root))
        return APART_NOT;
    return best_digit(&x, &y, &c, &d, node_loop(n) == node_loop(other));
}
