/* analysis/facts/formula.c: polynomials (formula.h): sums, products, text. */
#include "formula.h"

#include <string.h>

enum { LARGEST = 1 << 30 }; /* factors beyond it are of no use, and would overflow */

static unsigned degree(const struct formula_term *t)
{
    unsigned d = 0;
    for (unsigned i = 0; i < FORMULA_ATOMS; i++)
        d += t->power[i];
    return d;
}

/* the order of terms: below 0 where a comes first */
static int compare(const struct formula_term *a, const struct formula_term *b)
{
    int d = (int)degree(b) - (int)degree(a);
    return d ? d : memcmp(b->power, a->power, sizeof a->power);
}

static void add_term(struct formula *p, const struct formula_term *t, int64_t factor)
{
    int64_t f;
    unsigned i = 0;
    if (__builtin_mul_overflow(t->factor, factor, &f) || f > LARGEST || f < -LARGEST) {
        p->wrong = true;
        return;
    }
    while (i < p->n && compare(&p->term[i], t) < 0)
        i++;
    if (i < p->n && compare(&p->term[i], t) == 0) {
        p->term[i].factor += f;
        p->wrong |= p->term[i].factor > LARGEST || p->term[i].factor < -LARGEST;
        if (p->term[i].factor == 0)
            memmove(&p->term[i], &p->term[i + 1], (--p->n - i) * sizeof *p->term);
        return;
    }
    if (f == 0)
        return;
    if (p->n == FORMULA_TERMS) {
        p->wrong = true;
        return;
    }
    memmove(&p->term[i + 1], &p->term[i], (p->n++ - i) * sizeof *p->term);
    p->term[i] = *t;
    p->term[i].factor = f;
}

struct formula formula_number(int64_t value)
{
    struct formula p = {.n = 0};
    const struct formula_term one = {.factor = 1};
    add_term(&p, &one, value);
    return p;
}

struct formula formula_atom(const struct unit *u, struct formula_atoms *atoms, const struct node *n)
{
    struct formula p = {.n = 1, .term = {{.factor = 1}}};
    unsigned i = 0;
    while (i < atoms->n && (!atoms->of[i] || !tree_equal(u, atoms->of[i], n)))
        i++;
    if (i == FORMULA_ATOMS)
        return (struct formula){.wrong = true};
    if (i == atoms->n)
        atoms->of[atoms->n++] = n;
    p.term[0].power[i] = 1;
    return p;
}

static void multiply(struct formula *p, int64_t factor)
{
    for (unsigned i = 0; i < p->n; i++) {
        p->term[i].factor *= factor;
        p->wrong |= p->term[i].factor > LARGEST || p->term[i].factor < -LARGEST;
    }
}

/* Twice the value is p. */
struct formula formula_half(const struct formula *p)
{
    struct formula h = *p;
    h.wrong |= p->is_twice;
    h.is_twice = false;
    for (unsigned i = 0; i < p->n; i++)
        h.is_twice |= p->term[i].factor % 2 != 0;
    for (unsigned i = 0; i < p->n && !h.is_twice; i++)
        h.term[i].factor /= 2;
    return h;
}

struct formula formula_sum(const struct formula *a, const struct formula *b, int64_t factor)
{
    struct formula p = *a;
    bool half = a->is_twice || b->is_twice;
    p.is_twice = false;
    p.wrong |= b->wrong;
    multiply(&p, half && !a->is_twice ? 2 : 1);
    for (unsigned i = 0; i < b->n; i++)
        add_term(&p, &b->term[i], half && !b->is_twice ? 2 * factor : factor);
    return half ? formula_half(&p) : p;
}

static struct formula quotient_atom(const struct unit *u, struct formula_atoms *atoms, const struct formula *whole,
                                    int64_t by)
{
    struct formula p = {.n = 1, .term = {{.factor = 1}}};
    unsigned i = 0;
    while (i < atoms->n &&
           (!atoms->quotient[i] || atoms->quotient[i]->by != by || !formula_equal(&atoms->quotient[i]->whole, whole)))
        i++;
    if (i == FORMULA_ATOMS || whole->wrong)
        return (struct formula){.wrong = true};
    if (i == atoms->n) {
        struct formula_quotient *q = arena_alloc(u->arena, sizeof *q);
        *q = (struct formula_quotient){*whole, by};
        atoms->quotient[atoms->n++] = q;
    }
    p.term[0].power[i] = 1;
    return p;
}

struct formula formula_over(const struct unit *u, struct formula_atoms *atoms, const struct formula *p, int64_t by)
{
    struct formula whole = {.wrong = p->wrong || p->is_twice},
                   rest = {.n = 0}; /* what `by` divides, and the number beside that */
    for (unsigned i = 0; i < p->n; i++) {
        struct formula_term t = p->term[i];
        if (degree(&t) == 0) {
            rest = formula_number(t.factor);
            continue;
        }
        if (t.factor % by) {
            const struct formula up = formula_number(by - 1), more = formula_sum(p, &up, 1);
            return quotient_atom(u, atoms, &more, by);
        }
        t.factor /= by;
        add_term(&whole, &t, 1);
    }
    const int64_t k = rest.n ? rest.term[0].factor : 0;
    const struct formula number = formula_number(k > 0 ? (k + by - 1) / by : -(-k / by));
    return formula_sum(&whole, &number, 1);
}

struct formula formula_product(const struct formula *a, const struct formula *b)
{
    struct formula p = {.wrong = a->wrong || b->wrong || (a->is_twice && b->is_twice)};
    for (unsigned i = 0; i < a->n; i++)
        for (unsigned j = 0; j < b->n; j++) {
            struct formula_term t = a->term[i];
            for (unsigned k = 0; k < FORMULA_ATOMS; k++) {
                p.wrong |= t.power[k] + b->term[j].power[k] > 100;
                t.power[k] = (uint8_t)(t.power[k] + b->term[j].power[k]);
            }
            add_term(&p, &t, b->term[j].factor);
        }
    return a->is_twice || b->is_twice ? formula_half(&p) : p;
}

struct formula formula_times(const struct formula *a, int64_t factor)
{
    const struct formula zero = {.n = 0};
    return formula_sum(&zero, a, factor);
}

bool formula_is_zero(const struct formula *p) { return !p->wrong && p->n == 0; }

bool formula_is_number(const struct formula *p, int64_t *value)
{
    *value = p->n ? p->term[0].factor : 0;
    return !p->wrong && !p->is_twice && (p->n == 0 || (p->n == 1 && degree(&p->term[0]) == 0));
}

bool formula_equal(const struct formula *a, const struct formula *b)
{
    struct formula d = formula_sum(a, b, -1);
    return formula_is_zero(&d);
}

int64_t formula_times_in(const struct formula *a, const struct formula *b)
{
    for (unsigned i = 0; i < a->n && b->n; i++)
        if (compare(&a->term[i], &b->term[0]) == 0) {
            int64_t x = a->term[i].factor, y = b->term[0].factor, half = (y < 0 ? -y : y) / 2;
            return (x < 0 ? x - half : x + half) / y;
        }
    return 0;
}

bool formula_before(const struct formula *a, const struct formula *b)
{
    unsigned x = a->n ? degree(&a->term[0]) : 0, y = b->n ? degree(&b->term[0]) : 0;
    if (x != y || !a->n || !b->n)
        return x < y;
    return a->term[0].factor < b->term[0].factor;
}

bool formula_ratio(const struct formula *a, const struct formula *b, double *ratio)
{
    unsigned of_a = 0, of_b = 0;
    if (a->wrong || b->wrong || !a->n || !b->n || degree(&a->term[0]) != degree(&b->term[0]))
        return false;
    while (of_a < a->n && degree(&a->term[of_a]) == degree(&a->term[0]))
        of_a++;
    while (of_b < b->n && degree(&b->term[of_b]) == degree(&b->term[0]))
        of_b++;
    *ratio = (double)a->term[0].factor / (double)b->term[0].factor * (b->is_twice + 1) / (a->is_twice + 1);
    for (unsigned i = 0; i < of_a && of_a == of_b; i++)
        if (compare(&a->term[i], &b->term[i]) != 0 ||
            a->term[i].factor * b->term[0].factor != b->term[i].factor * a->term[0].factor)
            return false;
    return of_a == of_b;
}

/* ---- text ---- */
static void put_atom(const struct unit *u, struct sb *s, const struct formula_atoms *atoms, unsigned i, bool c)
{
    const struct node *n = atoms->of[i];
    const struct formula_quotient *q = atoms->quotient[i];
    if (q) {
        sb_printf(s,
                  c                ? "(double)(long long)((%s) / %lld.)"
                  : q->whole.n > 1 ? "((%s)/%lld)"
                                   : "(%s/%lld)",
                  formula_text(u, atoms, &q->whole, c), (long long)q->by);
        return;
    }
    const char *text = text_slice(u, n->around);
    bool is_simple = n->kind == NODE_NAME || n->kind == NODE_MEMBER || n->kind == NODE_ARROW;
    if (c)
        sb_printf(s, "(double)(%s)", text);
    else
        sb_printf(s, is_simple || n->around.begin != n->at.begin ? "%s" : "(%s)", text);
}

static void put_term(const struct unit *u, const struct formula_atoms *atoms, struct sb *s,
                     const struct formula_term *t, bool c)
{
    int64_t f = t->factor < 0 ? -t->factor : t->factor;
    bool any = f != 1 || degree(t) == 0;
    if (any)
        sb_printf(s, c ? "%lld." : "%lld", (long long)f);
    for (unsigned i = 0; i < FORMULA_ATOMS; i++)
        for (unsigned k = 0; k < t->power[i]; k++) {
            sb_add(s, any ? "*" : "");
            put_atom(u, s, atoms, i, c);
            any = true;
        }
}

const char *formula_text(const struct unit *u, const struct formula_atoms *atoms, const struct formula *p, bool c)
{
    struct sb s = {0};
    sb_add(&s, p->is_twice ? "(" : "");
    for (unsigned i = 0; i < p->n; i++) {
        bool less = p->term[i].factor < 0;
        sb_add(&s, i == 0 ? (less ? "-" : "") : less ? " - " : " + ");
        put_term(u, atoms, &s, &p->term[i], c);
    }
    if (!p->n)
        sb_add(&s, c ? "0." : "0");
    sb_add(&s, !p->is_twice ? "" : c ? ") / 2." : ")/2");
    return sb_take(&s, u->arena);
}
