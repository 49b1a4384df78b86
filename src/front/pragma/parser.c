/* pragma/parser.c: what all readers of a pragma's tokens share: brackets, expressions, keywords. An expression stays a
 * slice of the preprocessed text; Clang reads it in the probe copy. */
#include "parser.h"

#include <string.h>

const struct token *tok(const struct parser *ps, unsigned i) { return token_of(ps->p, i); }

bool is(const struct parser *ps, unsigned i, const char *s) { return token_is(ps->f->src, tok(ps, i), s); }

const char *text_at(const struct parser *ps, unsigned i) { return ps->f->src + tok(ps, i)->off; }

void error_at(struct parser *ps, unsigned i, const char *id, const char *fmt, ...)
{
    struct sb text = {0};
    va_list ap;
    va_start(ap, fmt);
    sb_vprintf(&text, fmt, ap);
    va_end(ap);
    const struct token *t = tok(ps, i);
    ps->p->broken = true;
    report(ps->f, DIAG_ERROR, place_of_token(ps->f, ps->p, i),
           ps->p->acc ? (int)acc_length(ps->p, i)
           : t->len   ? (int)t->len
                      : 1,
           ps->p, id, "%s", text.s);
    sb_free(&text);
}

const char *found(const struct parser *ps, unsigned i)
{
    const struct token *t = tok(ps, i);
    if (t->kind == TOK_END)
        return "the end of the line";
    return arena_printf(ps->f->arena, "'%.*s'", (int)t->len, text_at(ps, i));
}

/* ---- brackets ---- */
char closing(const struct parser *ps, unsigned i)
{
    if (tok(ps, i)->kind != TOK_PUNCT || tok(ps, i)->len != 1)
        return 0;
    switch (*text_at(ps, i)) {
    case '(':
        return ')';
    case '[':
        return ']';
    case '{':
        return '}';
    default:
        return 0;
    }
}

static bool is_closer(const struct parser *ps, unsigned i)
{
    const struct token *t = tok(ps, i);
    return t->kind == TOK_PUNCT && t->len == 1 && strchr(")]}", *text_at(ps, i));
}

unsigned matching(struct parser *ps, unsigned open)
{
    char stack[DEEPEST_BRACKET];
    unsigned depth = 0, i = open;
    do {
        char c = closing(ps, i);
        if (c && depth < sizeof stack) {
            stack[depth++] = c;
        } else if (c) {
            error_at(ps, i, "GN0111", "brackets are nested more than %d deep", DEEPEST_BRACKET);
            ps->f->too_deep = ps->p->always_ours = true;
            return 0;
        } else if (is_closer(ps, i) && *text_at(ps, i) != stack[--depth]) {
            error_at(ps, i, "GN0105", "expected '%c', found '%c'", stack[depth], *text_at(ps, i));
            return 0;
        }
        if (depth)
            i++;
    } while (depth && tok(ps, i)->kind != TOK_END);
    if (depth) {
        error_at(ps, i, "GN0105", "expected '%c' to match the '%c' before", stack[0], *text_at(ps, open));
        return 0;
    }
    return i;
}

unsigned skip_bracket(const struct parser *ps, unsigned i, unsigned e)
{
    unsigned depth = 0;
    for (; i < e; i++) {
        depth += closing(ps, i) != 0;
        if (is_closer(ps, i) && --depth == 0)
            return i + 1;
    }
    return e;
}

unsigned find(const struct parser *ps, struct range r, const char *what)
{
    unsigned questions = 0;
    for (unsigned i = r.b; i < r.e;) {
        if (is(ps, i, what) && !questions)
            return i;
        if (is(ps, i, "?"))
            questions++;
        else if (is(ps, i, ":") && questions)
            questions--;
        i = closing(ps, i) ? skip_bracket(ps, i, r.e) : i + 1;
    }
    return r.e;
}

/* ---- expressions ---- */
bool tokens_fit(struct parser *ps, struct range r)
{
    for (unsigned i = r.b; i < r.e; i++) {
        if (tok(ps, i)->kind == TOK_BAD) {
            error_at(ps, i, "GN0101", "%s is no C token", found(ps, i));
            return false;
        }
        if (is(ps, i, "{")) { /* only the body of a statement expression, and whole */
            i = skip_bracket(ps, i, r.e) - 1;
            continue;
        }
        if (is(ps, i, ";") || is(ps, i, "#")) {
            error_at(ps, i, "GN0105", "expected an expression, found %s", found(ps, i));
            return false;
        }
    }
    return true;
}

struct slice range_slice(const struct parser *ps, struct range r)
{
    const struct token *last = tok(ps, r.e - 1);
    return (struct slice){tok(ps, r.b)->off, last->off + last->len};
}

const char *range_text(const struct parser *ps, struct range r)
{
    struct slice s = range_slice(ps, r);
    return arena_strndup(ps->f->arena, ps->f->src + s.begin, s.end - s.begin);
}

struct slice expression(struct parser *ps, struct range r, const char *of)
{
    if (r.b >= r.e) {
        error_at(ps, r.b, "GN0105", "expected an expression in '%s', found %s", of, found(ps, r.b));
        return (struct slice){0, 0};
    }
    if (!tokens_fit(ps, r))
        return (struct slice){0, 0};
    return range_slice(ps, r);
}

/* ---- keywords ---- */
const char *keyword_choices(struct parser *ps, enum clause_kind k)
{
    struct sb s = {0};
    for (const struct keyword *w = keyword_rows; w->word; w++)
        if (w->clause == k)
            sb_printf(&s, "%s'%s'", s.n ? ", " : "", w->word);
    return s.n ? sb_take(&s, ps->f->arena) : "";
}

unsigned keyword_parse(struct parser *ps, enum clause_kind k, unsigned i)
{
    unsigned bits = tok(ps, i)->kind == TOK_IDENT ? keyword_bits(k, text_at(ps, i), tok(ps, i)->len) : 0;
    if (!bits)
        error_at(ps, i, "GN0205", "expected one of %s in '%s', found %s", keyword_choices(ps, k), clause_name(k),
                 found(ps, i));
    return bits;
}

void expect_end(struct parser *ps, unsigned i, struct range r, const char *of)
{
    if (i < r.e)
        error_at(ps, i, "GN0105", "expected ')' at the end of '%s', found %s", of, found(ps, i));
}

struct clause *clause_append(struct parser *ps, enum clause_kind k, unsigned i)
{
    struct clause *c = NEW(ps->f->arena, struct clause);
    const struct clause **end = &ps->p->clauses;
    c->kind = k;
    c->loc = place_of_token(ps->f, ps->p, i);
    while (*end)
        end = &unfinished(*end)->next;
    *end = c;
    return c;
}
