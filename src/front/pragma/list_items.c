/* pragma/list_items.c: the list of a clause: variables, array sections, structure members, with shaping operators. */
#include "parser.h"

#include <string.h>

static void section(struct parser *ps, struct section *s, struct range r)
{
    unsigned colon = find(ps, r, ":");
    s->has_colon = colon < r.e;
    if (!s->has_colon) {
        s->lower = expression(ps, r, "subscript");
        return;
    }
    struct range rest = {colon + 1, r.e};
    unsigned second = find(ps, rest, ":");
    if (r.b < colon)
        s->lower = expression(ps, (struct range){r.b, colon}, "section");
    if (rest.b < second)
        s->length = expression(ps, (struct range){rest.b, second}, "section");
    if (second < r.e)
        s->stride = expression(ps, (struct range){second + 1, r.e}, "section");
}

/* Sets the sections that end the item; returns the end of its base expression. */
static unsigned item_sections(struct parser *ps, struct item *it, struct range r)
{
    unsigned starts[32], n = 0, i = r.b;
    while (i < r.e) { /* finds the first of the brackets at the end of the item */
        if (is(ps, i, "[") && i > r.b) {
            if (n < 32)
                starts[n++] = i;
        } else {
            n = 0;
        }
        i = closing(ps, i) ? skip_bracket(ps, i, r.e) : i + 1;
    }
    it->nsections = n;
    if (!n)
        return r.e;
    it->sections = arena_alloc(ps->f->arena, n * sizeof *it->sections);
    for (unsigned k = 0; k < n; k++) {
        unsigned end = skip_bracket(ps, starts[k], r.e);
        section(ps, &it->sections[k], (struct range){starts[k] + 1, end - 1});
    }
    return starts[0];
}

static bool keeps_colon(const struct parser *ps, struct range r)
{
    for (unsigned i = r.b; i < r.e; i++)
        if (is(ps, i, "[")) {
            unsigned e = skip_bracket(ps, i, r.e);
            if (find(ps, (struct range){i + 1, e - 1}, ":") < e - 1)
                return true;
        }
    return false;
}

/* `([n][m])p` or `(([n][m])p)` before sections: removes the operator from the base expression. */
static bool shape(struct parser *ps, struct item *it, struct range *base)
{
    unsigned b = base->b, e = base->e;
    while (is(ps, b, "(") && is(ps, b + 1, "(") && skip_bracket(ps, b, e) == e)
        b++, e--;
    if (!is(ps, b, "(") || !is(ps, b + 1, "["))
        return true;
    unsigned close = skip_bracket(ps, b, e) - 1;
    struct range dims = {b + 1, close};
    if (b == base->b && it->nsections) {
        error_at(ps, b, "GN0208", "a section of a shaped pointer needs parentheses: (([n][m])p)[...]");
        return false;
    }
    for (unsigned i = dims.b; i < dims.e;) {
        unsigned end = is(ps, i, "[") ? skip_bracket(ps, i, dims.e) : 0;
        if (!end || end - i < 3 || find(ps, (struct range){i + 1, end - 1}, ":") < end - 1) {
            error_at(ps, i, "GN0208", "expected '[size]' in a shaping operator, found %s", found(ps, i));
            return false;
        }
        i = end;
    }
    it->shape = range_slice(ps, dims);
    *base = (struct range){close + 1, e};
    if (base->b >= base->e)
        error_at(ps, close, "GN0105", "expected a pointer after the shaping operator");
    return base->b < base->e;
}

void list_item(struct parser *ps, struct clause *c, struct range r, bool names_only)
{
    const char *clause = clause_name(c->kind);
    if (r.b >= r.e) {
        error_at(ps, r.b, "GN0105", "expected a variable in '%s', found %s", clause, found(ps, r.b));
        return;
    }
    if (!tokens_fit(ps, r))
        return;
    const struct token *first = tok(ps, r.b);
    bool starts_well = first->kind == TOK_IDENT || is(ps, r.b, "(") || is(ps, r.b, "*");
    if (!starts_well || (names_only && r.e - r.b > 1)) {
        error_at(ps, r.b, "GN0213", "a list item of '%s' must be %s, found '%.*s'", clause,
                 names_only ? "the name of a variable" : "a variable, an array section or a structure member",
                 (int)(range_slice(ps, r).end - first->off), text_at(ps, r.b));
        return;
    }
    if (r.e - r.b > 1 && tok(ps, r.b)->kind == TOK_IDENT && tok(ps, r.b + 1)->kind == TOK_IDENT) {
        error_at(ps, r.b + 1, "GN0105", "expected ',' or ':' after '%.*s' in '%s', found %s", (int)first->len,
                 text_at(ps, r.b), clause, found(ps, r.b + 1));
        return;
    }
    if (r.e - r.b > 1 && first->kind == TOK_IDENT && is(ps, r.b + 1, "(") &&
        find(ps, (struct range){r.b + 2, skip_bracket(ps, r.b + 1, r.e) - 1}, ":") <
            skip_bracket(ps, r.b + 1, r.e) - 1) {
        error_at(ps, r.b + 1, "GN0716",
                 "sections of arrays stand in square brackets: '%.*s[first : number of elements]'", (int)first->len,
                 text_at(ps, r.b));
        return;
    }
    struct item it = {0};
    struct slice whole = range_slice(ps, r);
    it.written = arena_strndup(ps->f->arena, ps->f->src + whole.begin, whole.end - whole.begin);
    it.named = as_written(ps->f, ps->p, r.b, r.e);
    it.named = it.named ? it.named : it.written;
    it.shown = it.written;
    if (ps->p->acc && strstr(it.written, "__gantry_i")) /* acc/rows.c */
        it.shown = acc_item_text(ps->f, ps->p, r.b);
    struct range base = {r.b, item_sections(ps, &it, r)};
    it.loc = place_of_token(ps->f, ps->p, r.b);
    if (!shape(ps, &it, &base))
        return;
    it.text = range_slice(ps, base);
    for (unsigned i = base.b; i < base.e; i++)
        it.is_member |= is(ps, i, ".") || is(ps, i, "->");
    if (keeps_colon(ps, base)) {
        error_at(ps, base.b, "GN0208", "an array section can only stand at the end of a list item");
        return;
    }
    vec_push(ps->f->arena, &c->items, it);
}

void list_parse(struct parser *ps, struct clause *c, struct range r, bool names_only)
{
    if (r.b >= r.e) {
        error_at(ps, r.b, "GN0105", "expected a list of variables in '%s', found %s",
                 ps->p->dir == DIR_FLUSH ? "flush" : clause_name(c->kind), found(ps, r.b));
        return;
    }
    for (;;) {
        unsigned comma = find(ps, r, ",");
        list_item(ps, c, (struct range){r.b, comma}, names_only);
        if (comma >= r.e)
            return;
        r.b = comma + 1;
    }
}
