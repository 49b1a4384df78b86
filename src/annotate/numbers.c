/* numbers.c: integer expressions as sums of products of variables, modulo 2^64: what is computed in fewer bits without
 * a sign has none. */
#include "callers_priv.h"

/* ---- sums ---- */
static int compare(const struct part *a, const struct part *b)
{
    if (a->n != b->n)
        return a->n < b->n ? 1 : -1; /* the number comes last */
    for (unsigned i = 0; i < a->n; i++)
        if (a->vars[i] != b->vars[i])
            return a->vars[i]->decl < b->vars[i]->decl ? -1 : 1;
    return 0;
}

/* Adds times · the product of p's variables; false: it is too long */
static bool add_part(struct number *x, const struct part *p, int64_t times)
{
    unsigned i = 0;
    int64_t more;
    if (__builtin_mul_overflow(p->times, times, &more))
        return false;
    while (i < x->n && compare(&x->parts[i], p) < 0)
        i++;
    if (i < x->n && compare(&x->parts[i], p) == 0) {
        if (__builtin_add_overflow(x->parts[i].times, more, &x->parts[i].times))
            return false;
        if (!x->parts[i].times)
            memmove(x->parts + i, x->parts + i + 1, (--x->n - i) * sizeof *x->parts);
        return true;
    }
    if (!more)
        return true;
    if (x->n == MOST_PARTS)
        return false;
    memmove(x->parts + i + 1, x->parts + i, (x->n++ - i) * sizeof *x->parts);
    x->parts[i] = *p;
    x->parts[i].times = more;
    return true;
}

struct number number_constant(int64_t value) { return (struct number){.n = value != 0, .parts = {{.times = value}}}; }

struct number number_variable(const struct var *v)
{
    return (struct number){.n = 1, .parts = {{.times = 1, .n = 1, .vars = {v}}}};
}

bool number_add(struct number *x, const struct number *y, int64_t times)
{
    const struct number more = *y; /* may be x */
    for (unsigned i = 0; i < more.n; i++)
        if (!add_part(x, &more.parts[i], times))
            return false;
    return true;
}

static bool multiply_parts(const struct part *a, const struct part *b, struct part *out)
{
    *out = *a;
    if (a->n + b->n > MOST_OF_PART || __builtin_mul_overflow(a->times, b->times, &out->times))
        return false;
    for (unsigned i = 0; i < b->n; i++) {
        unsigned k = out->n++;
        for (; k > 0 && out->vars[k - 1]->decl > b->vars[i]->decl; k--)
            out->vars[k] = out->vars[k - 1];
        out->vars[k] = b->vars[i];
    }
    return true;
}

bool number_multiply(struct number *x, const struct number *y)
{
    struct number product = {0};
    struct part p;
    for (unsigned i = 0; i < x->n; i++)
        for (unsigned k = 0; k < y->n; k++)
            if (!multiply_parts(&x->parts[i], &y->parts[k], &p) || !add_part(&product, &p, 1))
                return false;
    *x = product;
    return true;
}

bool number_divide(struct number *x, int64_t by)
{
    for (unsigned i = 0; i < x->n; i++)
        if (by <= 0 || x->parts[i].times % by)
            return false;
    for (unsigned i = 0; i < x->n; i++)
        x->parts[i].times /= by;
    return true;
}

bool number_is_same(const struct number *x, const struct number *y)
{
    bool same = x->n == y->n;
    for (unsigned i = 0; same && i < x->n; i++)
        same = x->parts[i].times == y->parts[i].times && compare(&x->parts[i], &y->parts[i]) == 0;
    return same;
}

bool number_is_constant(const struct number *x) { return !x->n || (x->n == 1 && !x->parts[0].n); }

bool number_has(const struct number *x, const struct var *v)
{
    for (unsigned i = 0; i < x->n; i++)
        for (unsigned k = 0; k < x->parts[i].n; k++)
            if (x->parts[i].vars[k] == v)
                return true;
    return false;
}

bool number_replace(struct number *x, number_of_variable *value, void *more)
{
    struct number sum = {0};
    for (unsigned i = 0; i < x->n; i++) {
        struct number product = number_constant(x->parts[i].times), factor;
        for (unsigned k = 0; k < x->parts[i].n; k++)
            if (!value(x->parts[i].vars[k], more, &factor) || !number_multiply(&product, &factor))
                return false;
        if (!number_add(&sum, &product, 1))
            return false;
    }
    *x = sum;
    return true;
}

/* ---- expressions ---- */
bool is_plain_variable(const struct var *v)
{
    return v->type->kind == TYPE_INT && v->func && !v->is_global && !v->is_static && !v->addr_taken &&
           !v->type->is_volatile && !v->type->is_atomic;
}

bool keeps_number(const struct type *from, const struct type *to)
{
    if (from->kind != TYPE_INT || to->kind != TYPE_INT)
        return false;
    return to->size == 8 || (to->size > from->size && (to->is_signed || !from->is_signed)) ||
           (to->size == from->size && to->is_signed == from->is_signed);
}

static bool number_of_operation(const struct node *n, usable_variable *usable, void *more, struct number *out)
{
    struct number y;
    if (!(n->type->is_signed && n->type->size >= 4) && n->type->size != 8)
        return false; /* it wraps at other numbers */
    if (!number_of(n->kids[0], usable, more, out) || !number_of(n->kids[1], usable, more, &y))
        return false;
    switch (n->operator) {
    case OPERATOR_ADD:
        return number_add(out, &y, 1);
    case OPERATOR_SUB:
        return number_add(out, &y, -1);
    case OPERATOR_MUL:
        return number_multiply(out, &y);
    default:
        return false;
    }
}

bool number_of(const struct node *n, usable_variable *usable, void *more, struct number *out)
{
    if (!n || !n->type || (n->type->kind != TYPE_INT && !n->constant))
        return false;
    if (n->constant) {
        *out = number_constant(n->value);
        return true;
    }
    switch (n->kind) {
    case NODE_NAME:
        *out = n->var ? number_variable(n->var) : (struct number){0};
        return n->var && usable(n->var, more);
    case NODE_CAST:
        return n->kids[0]->type && keeps_number(n->kids[0]->type, n->type) && number_of(n->kids[0], usable, more, out);
    case NODE_BINARY:
        return number_of_operation(n, usable, more, out);
    default:
        return false;
    }
}

/* ---- as C ---- */
/* In `long`, where it is more than one variable, or one whose numbers go further */
static void add_factor(struct sb *b, const struct var *v, bool alone, bool first)
{
    bool wide = v->type->size == 8 && v->type->is_signed;
    sb_printf(b, "%s%s%s", first ? "" : " * ", first && !wide && !(alone && v->type->size < 8) ? "(long)" : "",
              v->name);
}

static void add_product(struct sb *b, const struct part *p, bool alone)
{
    uint64_t times = p->times < 0 ? -(uint64_t)p->times : (uint64_t)p->times;
    if (times != 1 || !p->n)
        sb_printf(b, "%llu%s", (unsigned long long)times, p->n ? " * " : "");
    for (unsigned i = 0; i < p->n; i++)
        add_factor(b, p->vars[i], alone && p->n == 1 && times == 1, i == 0);
}

const char *number_text(struct arena *a, const struct number *x)
{
    struct sb b = {0};
    if (!x->n)
        return "0";
    for (unsigned i = 0; i < x->n; i++) {
        bool minus = x->parts[i].times < 0;
        sb_add(&b, i ? (minus ? " - " : " + ") : minus ? "-" : "");
        add_product(&b, &x->parts[i], x->n == 1 && !minus);
    }
    return sb_take(&b, a);
}
