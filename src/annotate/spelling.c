/* spelling.c: numbers that are known when compiling, as the user writes them: the length 1000000 of a section is `n`
 * where that is the bound of the loop and still has this value. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "annotate_priv.h"

enum { LEAST_SPELLED = 16, MOST_BESIDE = 4, MOST_SPELLINGS = 32 };

struct spelling {
    const char *text;
    int64_t value;
    bool is_name, is_wide, is_signed; /* is_wide: of 8 bytes */
    const struct node *loop;          /* whose bound it is; NULL: of none */
};
struct spellings {
    unsigned n;
    struct spelling rows[MOST_SPELLINGS];
};

static bool fits(int64_t x, const struct type *t)
{
    if (t->kind != TYPE_INT || t->size > 8)
        return false;
    if (t->size == 8)
        return t->is_signed || x >= 0;
    int64_t most = (1L << (8 * t->size - t->is_signed)) - 1;
    return x <= most && x >= (t->is_signed ? -most - 1 : 0);
}

static bool compute(enum operator o, int64_t x, int64_t y, int64_t *value)
{
    switch (o) {
    case OPERATOR_ADD:
        return !__builtin_add_overflow(x, y, value);
    case OPERATOR_SUB:
        return !__builtin_sub_overflow(x, y, value);
    case OPERATOR_MUL:
        return !__builtin_mul_overflow(x, y, value);
    default:
        return false;
    }
}

/* n's value where the loop begins, if the text says it: by numbers, and by variables that keep their first value */
static bool known_below(const struct scope *s, const struct node *n, int64_t *value, unsigned depth)
{
    int64_t x, y;
    if (!n->type || depth > 4)
        return false;
    if (n->constant) {
        *value = n->value;
        return fits(n->value, n->type);
    }
    switch (n->kind) {
    case NODE_NAME:
        return n->var && n->var->value && still_has_value(s, n->var) &&
               known_below(s, n->var->value, value, depth + 1) && fits(*value, n->type);
    case NODE_CAST:
        return known_below(s, n->kids[0], value, depth + 1) && fits(*value, n->type);
    case NODE_BINARY:
        return known_below(s, n->kids[0], &x, depth + 1) && known_below(s, n->kids[1], &y, depth + 1) &&
               compute(n->operator, x, y, value) && fits(*value, n->type);
    default:
        return false;
    }
}

bool known_value(const struct scope *s, const struct node *n, int64_t *value) { return known_below(s, n, value, 0); }

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool is_identifier(const char *text)
{
    size_t n = 0;
    while (is_word(text[n]))
        n++;
    return !text[n] && n && !isdigit((unsigned char)*text);
}

static void add_spelling(struct scope *s, struct spellings *all, const struct node *n, const struct node *loop)
{
    int64_t value;
    if (all->n == MOST_SPELLINGS || (n->kind == NODE_NAME && n->func) || !known_value(s, n, &value))
        return;
    const char *text = node_text(s, n);
    if (!text || isdigit((unsigned char)*text) || strpbrk(text, "[(\n"))
        return;
    all->rows[all->n++] = (struct spelling){.text = text,
                                            .value = value,
                                            .is_name = is_identifier(text),
                                            .is_wide = n->type->size == 8,
                                            .is_signed = n->type->is_signed || n->type->size < 4,
                                            .loop = loop};
}

static void add_names(struct scope *s, struct spellings *all, const struct node *n, const struct node *loop)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        if (m->kind == NODE_NAME && m != n && !m->unevaluated)
            add_spelling(s, all, m, loop);
    add_spelling(s, all, n, loop);
}

/* the bounds of a loop's condition */
static void add_bounds(struct scope *s, struct spellings *all, const struct node *loop)
{
    const struct node *test = is_loop_statement(loop) ? test_of(loop) : NULL;
    for (unsigned i = 0; i < all->n; i++)
        if (all->rows[i].loop == loop)
            return;
    if (test && test->kind == NODE_BINARY)
        for (unsigned i = 2; i-- > 0;)
            add_names(s, all, test->kids[i], loop);
}

static void find_spellings(struct scope *s, const struct object *o, struct spellings *all)
{
    const struct node *length = allocated_length(s, o);
    all->n = 0;
    if (length)
        add_names(s, all, length, NULL);
    for_each (struct touch, t, s->accesses)
        if (t->object == o)
            for (unsigned d = t->depth; d-- > s->judged;)
                if (t->loops[d])
                    add_bounds(s, all, t->loops[d]);
}

/* ---- one number ---- */
static const char *exactly(const struct spellings *all, int64_t x, bool of_loop, bool in_sum)
{
    for (unsigned i = 0; i < all->n; i++)
        if (all->rows[i].value == x && (all->rows[i].loop || !of_loop) &&
            (!in_sum || (all->rows[i].is_name && all->rows[i].is_signed)))
            return all->rows[i].text;
    return NULL;
}

static const char *as_product(struct arena *a, const struct spellings *all, int64_t x)
{
    for (unsigned i = 0; i < all->n; i++)
        for (unsigned k = 0; k < all->n; k++) {
            const struct spelling *p = &all->rows[i], *q = &all->rows[k];
            int64_t product;
            if (p->loop && q->loop && p->loop != q->loop && p->is_name && q->is_name && p->value > 1 && q->value > 1 &&
                !__builtin_mul_overflow(p->value, q->value, &product) && product == x)
                return arena_printf(a, "%s%s * %s", p->is_wide || q->is_wide || x <= INT32_MAX ? "" : "(long)", p->text,
                                    q->text);
        }
    return NULL;
}

static const char *beside(struct arena *a, const struct spellings *all, int64_t x)
{
    for (unsigned i = 0; i < all->n; i++) {
        int64_t more = x - all->rows[i].value;
        if (all->rows[i].is_name && more >= -MOST_BESIDE && more <= MOST_BESIDE)
            return arena_printf(a, "%s %c %lld", all->rows[i].text, more < 0 ? '-' : '+', (long long)llabs(more));
    }
    return NULL;
}

static const char *whole_number(struct arena *a, const struct spellings *all, int64_t x)
{
    const char *text = x > 1 ? exactly(all, x, true, false) : NULL;
    if (!text && x >= LEAST_SPELLED)
        text = as_product(a, all, x);
    if (!text && x > 1)
        text = exactly(all, x, false, false);
    return text || x < LEAST_SPELLED ? text : beside(a, all, x);
}

/* ---- the text of a bound ---- */
static const char *spelled(struct scope *s, const struct spellings *all, const char *text)
{
    struct arena *a = s->a->arena;
    char *end;
    long number = strtol(text, &end, 10);
    if (end != text && !*end) {
        const char *said = whole_number(a, all, number);
        return said ? said : text;
    }
    struct sb b = {0};
    for (const char *p = text; *p;) {
        size_t n = 0;
        while (is_word(p[n]))
            n++;
        bool digits = n && strspn(p, "0123456789") == n;
        const char *said =
            digits && (number = strtol(p, NULL, 10)) >= LEAST_SPELLED ? exactly(all, number, false, true) : NULL;
        n += !n;
        said ? sb_add(&b, said) : sb_addn(&b, p, n);
        p += n;
    }
    return sb_take(&b, a);
}

void spell_section(struct scope *s, struct extent *e)
{
    struct spellings all;
    e->low_text = e->low;
    e->length_text = e->length;
    e->some_text = e->some ? e->some : e->length;
    if (strpbrk(e->low, "23456789") || strpbrk(e->length, "0123456789")) {
        find_spellings(s, e->object, &all);
        e->low_text = spelled(s, &all, e->low);
        e->length_text = spelled(s, &all, e->length);
        e->some_text = spelled(s, &all, e->some_text);
    }
    e->item = arena_printf(s->a->arena, "%s[%s:%s]", e->object->name, e->low_text, e->length_text);
}
