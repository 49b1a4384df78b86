/* join.c: one section for two that are known as text: from the lower first element to the higher last one. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "annotate_priv.h"

enum { LONGEST_JOINED = 240 };

/* `condition ? then : 0`; a text that is none is `then` alone */
struct part {
    const char *condition, *then;
};

static bool is_zero_after(const char *colon) { return strcmp(colon, " : 0") == 0; }

static struct part split(struct arena *a, const char *text)
{
    const char *mark = strstr(text, " ? "), *colon = mark ? strstr(mark, " : ") : NULL;
    if (!colon || !is_zero_after(colon) || strstr(mark + 3, " ? "))
        return (struct part){NULL, text};
    return (struct part){arena_strndup(a, text, (size_t)(mark - text)),
                         arena_strndup(a, mark + 3, (size_t)(colon - mark - 3))};
}

/* ---- products of names ---- */
static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static bool changes(const struct node *n)
{
    const struct var *v = node_var(n);
    return n->kind == NODE_NAME && (!v || v->is_global || v->written || v->addr_taken);
}

/* the value of a variable that has one in all its life; NULL: no such name */
static const char *value_text(const struct annotation *a, const struct func *f, const char *name)
{
    const struct var *found = NULL;
    for_each_pointer (const struct var, v, a->u->vars) {
        if (v->func != f || strcmp(v->name, name) != 0)
            continue;
        if (found || v->written || v->addr_taken || v->is_param || !v->value || tree_has(v->value, changes))
            return NULL;
        found = v;
    }
    return found ? text_slice(a->u, found->value->at) : NULL;
}

/* n * m, (long)m * n and a name with that value are the same text; NULL: it is no product of names */
static const char *product(struct annotation *a, const struct func *f, const char *text, unsigned depth)
{
    const char *names[8];
    size_t n = 0;
    while (*text && n < 8) {
        if (strncmp(text, "(long)", 6) == 0)
            text += 6;
        text += strspn(text, " ()*");
        size_t len = 0;
        while (isalnum((unsigned char)text[len]) || text[len] == '_')
            len++;
        if (!len)
            return NULL;
        names[n++] = arena_strndup(a->arena, text, len);
        text += len;
        text += strspn(text, " ()");
        if (*text && *text != '*')
            return NULL;
    }
    const char *value = n == 1 && f && !depth ? value_text(a, f, names[0]) : NULL;
    const char *other = value ? product(a, f, value, depth + 1) : NULL;
    if (other)
        return other;
    qsort(names, n, sizeof *names, by_name);
    struct sb b = {0};
    for (size_t i = 0; i < n; i++)
        sb_printf(&b, "%s*", names[i]);
    return sb_take(&b, a->arena);
}

bool same_product(struct annotation *a, const struct func *f, const char *x, const char *y)
{
    const char *one = product(a, f, x, 0), *other = product(a, f, y, 0);
    return one && other && strcmp(one, other) == 0;
}

/* `X > 0 ? X : 0` is at least as much as any `c ? X : 0`, or `c ? X - 2 : 0` */
static bool is_most(struct annotation *a, const struct func *f, const struct part *x, const struct part *y)
{
    const char *zero = x->condition ? strstr(x->condition, " > 0") : NULL;
    if (!zero || zero[4])
        return false;
    const char *then = product(a, f, x->then, 0);
    const char *least = product(a, f, arena_strndup(a->arena, x->condition, (size_t)(zero - x->condition)), 0);
    const char *minus = strstr(y->then, " - ");
    bool number = minus && minus[3 + strspn(minus + 3, "0123456789")] == 0;
    const char *other =
        product(a, f, number ? arena_strndup(a->arena, y->then, (size_t)(minus - y->then)) : y->then, 0);
    return then && least && other && strcmp(then, least) == 0 && strcmp(then, other) == 0;
}

/* ---- sections ---- */
bool is_same_section(const struct extent *x, const struct extent *y)
{
    return x->low && y->low && strcmp(x->low, y->low) == 0 && strcmp(x->length, y->length) == 0;
}

/* The end of a section that is not empty, as a section from 0 on; NULL: no text */
static const char *from_zero(struct annotation *a, const struct extent *e)
{
    if (strcmp(e->low, "0") == 0)
        return e->length;
    struct part c = split(a->arena, e->length);
    bool simple = e->low[strspn(e->low, "0123456789")] == 0;
    const char *minus = strstr(c.then, " - ");
    const char *number = minus ? minus + 3 : NULL;
    if (!c.condition && !simple)
        return NULL;
    if (simple && number && number[strspn(number, "0123456789")] == 0 && atol(number) >= atol(e->low)) {
        long rest = atol(number) - atol(e->low);
        const char *base = arena_strndup(a->arena, c.then, (size_t)(minus - c.then));
        const char *then = rest ? arena_printf(a->arena, "%s - %ld", base, rest) : base;
        return c.condition ? arena_printf(a->arena, "%s ? %s : 0", c.condition, then) : then;
    }
    return c.condition ? arena_printf(a->arena, "%s ? %s + (%s) : 0", c.condition, c.then, e->low)
                       : arena_printf(a->arena, "%s + %s", c.then, e->low);
}

bool join_sections(struct scope *s, const struct func *f, const struct extent *x, const struct extent *y,
                   struct extent *both)
{
    struct annotation *a = s->a;
    if (!x->low || !y->low)
        return false;
    bool same = strcmp(x->low, y->low) == 0;
    if (!same && strcmp(x->low, "0") != 0 && strcmp(y->low, "0") != 0)
        return false;
    const char *one = same ? x->length : from_zero(a, x), *other = same ? y->length : from_zero(a, y);
    if (!one || !other)
        return false;
    struct part c = split(a->arena, one), d = split(a->arena, other);
    both->low = same ? x->low : "0";
    both->length = strcmp(one, other) == 0 || is_most(a, f, &c, &d) ? one
                   : is_most(a, f, &d, &c)
                       ? other
                       : arena_printf(a->arena, "(%s) > (%s) ? (%s) : (%s)", one, other, one, other);
    both->some = NULL;
    spell_section(s, both);
    return length_to_read(both->length) <= LONGEST_JOINED;
}
