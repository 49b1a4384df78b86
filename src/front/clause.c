/* Clauses of one pragma. Each clause's argument is first cut out between its brackets, so that an error in
 * one clause never reaches the next. Expressions stay slices of the preprocessed text: Clang reads them in
 * the probe copy. */
#include "front_private.h"

#include <stdlib.h>
#include <string.h>

static const struct token *tok(const struct parser *ps, unsigned i)
{
    size_t n = ps->p->toks.t.n;
    return &ps->p->toks.t.v[i < n ? i : n - 1];
}

static bool is(const struct parser *ps, unsigned i, const char *s)
{
    return token_is(ps->f->src, tok(ps, i), s);
}

static const char *text_of(const struct parser *ps, unsigned i)
{
    return ps->f->src + tok(ps, i)->off;
}

static void error_at(struct parser *ps, unsigned i, const char *id, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
static void error_at(struct parser *ps, unsigned i, const char *id, const char *fmt, ...)
{
    struct sb text = {0};
    va_list ap;
    va_start(ap, fmt);
    sb_vprintf(&text, fmt, ap);
    va_end(ap);
    const struct token *t = tok(ps, i);
    ps->p->broken = true;
    report(ps->f, DIAG_ERROR, place_of_token(ps->f, ps->p, i), t->len ? (int)t->len : 1, ps->p, id, "%s",
           text.s);
    sb_free(&text);
}

/* What stands at token i, for "…, found X". */
static const char *found(const struct parser *ps, unsigned i)
{
    const struct token *t = tok(ps, i);
    if (t->kind == TOK_END)
        return "the end of the line";
    return arena_printf(ps->f->arena, "'%.*s'", (int)t->len, text_of(ps, i));
}

/* ---- brackets ---- */
static char closing(const struct parser *ps, unsigned i)
{
    if (tok(ps, i)->kind != TOK_PUNCT || tok(ps, i)->len != 1)
        return 0;
    switch (*text_of(ps, i)) {
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
    return t->kind == TOK_PUNCT && t->len == 1 && strchr(")]}", *text_of(ps, i));
}

/* The token that closes the bracket at `open`; 0 with a message when there is none, or it is the wrong one.
 */
static unsigned matching(struct parser *ps, unsigned open)
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
        } else if (is_closer(ps, i) && *text_of(ps, i) != stack[--depth]) {
            error_at(ps, i, "GN0105", "expected '%c', found '%c'", stack[depth], *text_of(ps, i));
            return 0;
        }
        if (depth)
            i++;
    } while (depth && tok(ps, i)->kind != TOK_END);
    if (depth) {
        error_at(ps, i, "GN0105", "expected '%c' to match the '%c' before", stack[0], *text_of(ps, open));
        return 0;
    }
    return i;
}

/* Position behind the bracket that opens at i; never fails, for ranges that matching() has accepted. */
static unsigned skip_bracket(const struct parser *ps, unsigned i, unsigned e)
{
    unsigned depth = 0;
    for (; i < e; i++) {
        depth += closing(ps, i) != 0;
        if (is_closer(ps, i) && --depth == 0)
            return i + 1;
    }
    return e;
}

/* The first `what` in the range outside brackets and outside ?: ; r.e when there is none. */
static unsigned find(const struct parser *ps, struct range r, const char *what)
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
static bool tokens_fit(struct parser *ps, struct range r)
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

static struct slice range_slice(const struct parser *ps, struct range r)
{
    const struct token *last = tok(ps, r.e - 1);
    return (struct slice){tok(ps, r.b)->off, last->off + last->len};
}

static struct slice expression(struct parser *ps, struct range r, const char *of)
{
    if (r.b >= r.e) {
        error_at(ps, r.b, "GN0105", "expected an expression in '%s', found %s", of, found(ps, r.b));
        return (struct slice){0, 0};
    }
    if (!tokens_fit(ps, r))
        return (struct slice){0, 0};
    return range_slice(ps, r);
}

/* ---- list items ---- */
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
    while (i < r.e) { /* brackets that nothing but brackets follow */
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

/* `([n][m])p` or `(([n][m])p)` in front of sections: takes the operator off the base expression. */
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
        error_at(ps, close, "GN0105", "expected a pointer behind the shaping operator");
    return base->b < base->e;
}

static void list_item(struct parser *ps, struct clause *c, struct range r, bool names_only)
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
                 (int)(range_slice(ps, r).end - first->off), text_of(ps, r.b));
        return;
    }
    if (r.e - r.b > 1 && tok(ps, r.b)->kind == TOK_IDENT && tok(ps, r.b + 1)->kind == TOK_IDENT) {
        error_at(ps, r.b + 1, "GN0105", "expected ',' or ':' after '%.*s' in '%s', found %s", (int)first->len,
                 text_of(ps, r.b), clause, found(ps, r.b + 1));
        return;
    }
    if (r.e - r.b > 1 && first->kind == TOK_IDENT && is(ps, r.b + 1, "(") &&
        find(ps, (struct range){r.b + 2, skip_bracket(ps, r.b + 1, r.e) - 1}, ":") < skip_bracket(ps, r.b + 1, r.e) - 1) {
        error_at(ps, r.b + 1, "GN0716", "sections of arrays stand in square brackets: '%.*s[first : number of elements]'",
                 (int)first->len, text_of(ps, r.b));
        return;
    }
    struct item it = {0};
    struct slice whole = range_slice(ps, r);
    it.written = arena_strndup(ps->f->arena, ps->f->src + whole.begin, whole.end - whole.begin);
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

static void list(struct parser *ps, struct clause *c, struct range r, bool names_only)
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

/* ---- keywords ---- */
static const char *choices(struct parser *ps, enum clause_kind k)
{
    struct sb s = {0};
    for (const struct keyword *w = keyword_rows; w->word; w++)
        if (w->clause == k)
            sb_printf(&s, "%s'%s'", s.n ? ", " : "", w->word);
    return s.n ? sb_take(&s, ps->f->arena) : "";
}

static unsigned keyword(struct parser *ps, enum clause_kind k, unsigned i)
{
    unsigned bits = tok(ps, i)->kind == TOK_IDENT ? keyword_bits(k, text_of(ps, i), tok(ps, i)->len) : 0;
    if (!bits)
        error_at(ps, i, "GN0205", "expected one of %s in '%s', found %s", choices(ps, k), clause_name(k),
                 found(ps, i));
    return bits;
}

static void expect_end(struct parser *ps, unsigned i, struct range r, const char *of)
{
    if (i < r.e)
        error_at(ps, i, "GN0105", "expected ')' at the end of '%s', found %s", of, found(ps, i));
}

/* ---- one function per kind of argument; r is what stands between the brackets ---- */
static void arg_expr(struct parser *ps, struct clause *c, struct range r)
{
    c->expr = expression(ps, r, clause_name(c->kind));
}

static void arg_names(struct parser *ps, struct clause *c, struct range r)
{
    bool sections = c->kind == CLAUSE_HAS_DEVICE_ADDR || c->kind == CLAUSE_USE_DEVICE_ADDR;
    list(ps, c, r, c->kind != CLAUSE_ENTER && !sections);
}

static bool modifier_of_list(struct parser *ps, struct clause *c, unsigned *i)
{
    if (is(ps, *i, "mapper"))
        return mapper_modifier_parse(ps, c, i);
    if (is(ps, *i, "iterator"))
        return iterators_parse(ps, c, i);
    unsigned bits = keyword(ps, c->kind, *i);
    enum { TYPES = MAPMOD_TO | MAPMOD_FROM | MAPMOD_ALLOC | MAPMOD_RELEASE | MAPMOD_DELETE };
    if (bits & TYPES && c->modifiers & TYPES)
        error_at(ps, *i, "GN0207", "a second map type: %s", found(ps, *i));
    else if (bits & c->modifiers)
        error_at(ps, *i, "GN0207", "%s is given twice", found(ps, *i));
    c->modifiers |= bits;
    ++*i;
    return bits != 0;
}

static void arg_map(struct parser *ps, struct clause *c, struct range r)
{
    unsigned colon = find(ps, r, ":");
    if (colon < r.e) {
        for (unsigned i = r.b; i < colon;) {
            if (is(ps, i, ",") && i > r.b)
                i++;
            if (i < colon && !modifier_of_list(ps, c, &i))
                break;
        }
        if (r.b == colon)
            error_at(ps, colon, "GN0207", "expected a map type before ':' in '%s'", clause_name(c->kind));
        for (unsigned i = r.b - 2; i <= r.e && c->iterators.n && c->kind != CLAUSE_MAP; i++)
            mask_token(ps->f, ps->p, i, ' '); /* Clang 19 knows iterators in 'map' alone */
        r.b = colon + 1;
    }
    list(ps, c, r, false);
}

static const struct {
    const char *spelling;
    enum op op;
} reduction_ops[] = {
    {"+", OP_ADD}, {"-", OP_SUB},   {"*", OP_MUL},  {"&", OP_AND},   {"|", OP_OR},
    {"^", OP_XOR}, {"&&", OP_LAND}, {"||", OP_LOR}, {"min", OP_MIN}, {"max", OP_MAX},
};

static void reduction_op(struct parser *ps, struct clause *c, unsigned i)
{
    for (size_t k = 0; k < sizeof reduction_ops / sizeof *reduction_ops; k++)
        if (is(ps, i, reduction_ops[k].spelling))
            c->op = reduction_ops[k].op;
    if (c->op == OP_SUB)
        mask_token(ps->f, ps->p, i, '+'); /* gone from OpenMP 6.0 */
    if (c->op == OP_NONE && tok(ps, i)->kind == TOK_IDENT) {
        c->op = OP_USER;
        c->user_op = arena_strndup(ps->f->arena, text_of(ps, i), tok(ps, i)->len);
    } else if (c->op == OP_NONE) {
        error_at(ps, i, "GN0205",
                 "expected a reduction operator (+ * & | ^ && || min max -) or a name, found %s",
                 found(ps, i));
    }
}

static void arg_reduction(struct parser *ps, struct clause *c, struct range r)
{
    unsigned colon = find(ps, r, ":");
    if (colon >= r.e) {
        error_at(ps, r.e, "GN0105", "expected 'reduction(operator: variables)'");
        return;
    }
    unsigned i = r.b, comma = find(ps, (struct range){r.b, colon}, ",");
    if (comma < colon && c->kind == CLAUSE_REDUCTION) {
        if (!is(ps, i, "default"))
            c->modifiers = keyword(ps, CLAUSE_REDUCTION, i);
        for (unsigned k = i; k <= comma && c->modifiers == REDMOD_TASK && ps->p->dir == DIR_SCOPE; k++)
            mask_token(ps->f, ps->p, k, ' '); /* Clang 19 does not know it there */
        i = comma + 1;
    }
    if (i >= colon)
        error_at(ps, colon, "GN0205", "expected a reduction operator, found %s", found(ps, colon));
    else
        reduction_op(ps, c, i);
    if (i + 1 < colon)
        error_at(ps, i + 1, "GN0105", "expected ':' after the reduction operator, found %s",
                 found(ps, i + 1));
    list(ps, c, (struct range){colon + 1, r.e}, false);
    if (c->kind == CLAUSE_IN_REDUCTION && !(ps->p->leaves & LEAF_TARGET)) {
        c->kind = CLAUSE_REDUCTION;
        c->modifiers = REDMOD_IN;
    }
}

/* `strict:` before the number of grainsize or num_tasks */
static void arg_tasks(struct parser *ps, struct clause *c, struct range r)
{
    if (is(ps, r.b, "strict") && is(ps, r.b + 1, ":")) {
        c->modifiers = TASKS_STRICT;
        r.b += 2;
    }
    c->expr = expression(ps, r, clause_name(c->kind));
}

static void arg_schedule(struct parser *ps, struct clause *c, struct range r)
{
    unsigned i = r.b, colon = find(ps, r, ":");
    const char *name = clause_name(c->kind);
    for (; colon < r.e && i < colon; i++) {
        unsigned bits = keyword(ps, c->kind, i);
        if (bits & SCHED_KIND)
            error_at(ps, i, "GN0205", "%s is a schedule, not a modifier", found(ps, i));
        c->modifiers |= bits & ~(unsigned)SCHED_KIND;
        if (++i < colon && !is(ps, i, ","))
            error_at(ps, i, "GN0105", "expected ',' or ':' after a modifier of '%s', found %s", name,
                     found(ps, i));
    }
    if (colon < r.e)
        i = colon + 1;
    unsigned kind = i;
    c->modifiers |= keyword(ps, c->kind, i++);
    if (c->modifiers & SCHED_MONOTONIC && c->modifiers & SCHED_NONMONOTONIC)
        error_at(ps, r.b, "GN0209", "'monotonic' and 'nonmonotonic' exclude each other");
    if (!is(ps, i, ",") || i >= r.e) {
        expect_end(ps, i, r, name);
        return;
    }
    unsigned k = c->modifiers & SCHED_KIND;
    if (k == SCHED_AUTO || k == SCHED_RUNTIME)
        error_at(ps, i + 1, "GN0205", "schedule(%.*s) takes no chunk size", (int)tok(ps, kind)->len,
                 text_of(ps, kind));
    c->expr = expression(ps, (struct range){i + 1, r.e}, name);
}

static void arg_keyword(struct parser *ps, struct clause *c, struct range r)
{
    unsigned i = r.b;
    if (c->kind == CLAUSE_ORDER && is(ps, i + 1, ":")) {
        c->modifiers = keyword(ps, c->kind, i);
        i += 2;
    }
    if (i >= r.e) {
        error_at(ps, i, "GN0205", "expected one of %s in '%s', found %s", choices(ps, c->kind),
                 clause_name(c->kind), found(ps, i));
        return;
    }
    c->modifiers |= keyword(ps, c->kind, i);
    expect_end(ps, i + 1, r, clause_name(c->kind));
}

static void arg_defaultmap(struct parser *ps, struct clause *c, struct range r)
{
    c->modifiers = r.b < r.e ? keyword(ps, c->kind, r.b) : 0;
    if (r.b >= r.e)
        error_at(ps, r.b, "GN0205", "expected one of %s in 'defaultmap', found %s", choices(ps, c->kind), found(ps, r.b));
    else if (c->modifiers & DEFAULTMAP_ALL)
        error_at(ps, r.b, "GN0205", "%s is a category of variables: expected what happens to them before it",
                 found(ps, r.b));
    if (r.e <= r.b + 1) {
        c->modifiers |= DEFAULTMAP_ALL;
        return;
    }
    if (!is(ps, r.b + 1, ":") || r.b + 2 >= r.e) {
        error_at(ps, r.b + 1, "GN0105", "expected ':' and a category in 'defaultmap', found %s", found(ps, r.b + 1));
        return;
    }
    if (is(ps, r.b + 2, "allocatable")) {
        error_at(ps, r.b + 2, "GN0205", "'allocatable' is a category of Fortran's variables");
        return;
    }
    if (is(ps, r.b + 2, "all"))
        for (unsigned i = r.b + 1; i <= r.b + 2; i++) /* Clang 19 does not know it */
            mask_token(ps->f, ps->p, i, ' ');
    unsigned category = keyword(ps, c->kind, r.b + 2);
    if (category && !(category & DEFAULTMAP_ALL))
        error_at(ps, r.b + 2, "GN0205", "%s is no category of variables: expected 'scalar', 'aggregate', 'pointer' or 'all'",
                 found(ps, r.b + 2));
    c->modifiers |= category & DEFAULTMAP_ALL;
    expect_end(ps, r.b + 3, r, "defaultmap");
}

/* Clang reports the variables without an attribute in an order of its own: ours names them in the text's. An in_reduction it
 * knows on target alone. */
static void mask_clause(struct parser *ps, struct clause *c, unsigned name, unsigned close)
{
    if ((c->kind == CLAUSE_DEFAULTMAP && (c->modifiers & DEFAULTMAP_BEHAVIOUR) == DEFAULTMAP_NONE) ||
        (c->kind == CLAUSE_IN_REDUCTION && (ps->p->leaves & ~LEAF_TARGET)))
        for (unsigned i = name; i <= close; i++)
            mask_token(ps->f, ps->p, i, ' ');
}

/* `taskloop:`, and `simd:` of a taskloop simd, as parts of a combined directive */
static bool names_tasks(const struct pragma *p, const char *name)
{
    for (; p; p = p->inner)
        if ((is_taskloop(p->dir) && !strcmp(name, "taskloop")) || (p->dir == DIR_TASKLOOP_SIMD && !strcmp(name, "simd")))
            return true;
    return false;
}

/* `target:`, `target enter data:`, `parallel:` before an expression: returns the position behind the colon.
 */
static unsigned name_modifier(struct parser *ps, struct clause *c, struct range r)
{
    unsigned colon = r.b;
    while (colon < r.e && tok(ps, colon)->kind == TOK_IDENT)
        colon++;
    if (colon == r.b || colon >= r.e || !is(ps, colon, ":"))
        return r.b;
    char own[160];
    struct slice words = range_slice(ps, (struct range){r.b, colon});
    const char *name = arena_strndup(ps->f->arena, ps->f->src + words.begin, words.end - words.begin);
    if (ps->p->dir != DIR_COMBINED && !strcmp(name, directive_name(0, ps->p->dir, own, sizeof own)))
        return colon + 1;
    if (names_tasks(ps->p, name)) {
        c->modifiers = IF_OF_TASKS;
        return colon + 1;
    }
    for (int i = 0; i < LEAF_COUNT; i++)
        if (!strcmp(leaf_rows[i].name, name) && ps->p->leaves & 1u << i) {
            c->applies_to = (enum directive_leaf)(1u << i);
            if (!(clause_rows[c->kind].leaves & 1u << i))
                error_at(ps, r.b, "GN0202", "'%s' does not take '%s'", name, clause_name(c->kind));
            return colon + 1;
        }
    error_at(ps, r.b, "GN0205", "'%s' in '%s' names no construct of this directive", name,
             clause_name(c->kind));
    return colon + 1;
}

static void arg_if(struct parser *ps, struct clause *c, struct range r)
{
    r.b = name_modifier(ps, c, r);
    c->expr = expression(ps, r, clause_name(c->kind));
}

static void arg_device(struct parser *ps, struct clause *c, struct range r)
{
    unsigned colon = find(ps, r, ":");
    if (colon < r.e) {
        c->modifiers = keyword(ps, CLAUSE_DEVICE, r.b);
        if (c->modifiers == DEVICE_ANCESTOR)
            error_at(ps, r.b, "GN0206", "device(ancestor: ...) is not supported yet");
        if (colon != r.b + 1)
            error_at(ps, r.b + 1, "GN0105", "expected ':' after the modifier of 'device'");
        for (unsigned i = r.b; c->modifiers == DEVICE_NUM && i <= colon; i++)
            mask_token(ps->f, ps->p, i, ' '); /* Clang 19 knows it on target alone */
        r.b = colon + 1;
    }
    c->expr = expression(ps, r, "device");
}

static void arg_num_teams(struct parser *ps, struct clause *c, struct range r)
{
    unsigned colon = find(ps, r, ":");
    if (colon < r.e) {
        c->expr2 = expression(ps, (struct range){r.b, colon}, "num_teams");
        for (unsigned i = r.b; i <= colon; i++)
            mask_token(ps->f, ps->p, i, ' ');
        r.b = colon + 1;
    }
    c->expr = expression(ps, r, "num_teams");
}

/* One element of an iteration vector: an expression, probed like the base of a list item. */
static void vector_element(struct parser *ps, struct clause *c, struct range r)
{
    struct item it = {.loc = place_of_token(ps->f, ps->p, r.b)};
    it.text = expression(ps, r, clause_name(c->kind));
    if (it.text.end <= it.text.begin)
        return;
    it.written = arena_strndup(ps->f->arena, ps->f->src + it.text.begin, it.text.end - it.text.begin);
    vec_push(ps->f->arena, &c->items, it);
}

/* source, source:, source: omp_cur_iteration, sink: i - 1, j, sink: omp_cur_iteration - 1 (OpenMP 5.2, 15.9.7) */
static void arg_doacross(struct parser *ps, struct clause *c, struct range r)
{
    bool source = is(ps, r.b, "source");
    c->kind = CLAUSE_DOACROSS;
    if (!source && !is(ps, r.b, "sink")) {
        error_at(ps, r.b, "GN0205", "expected 'source' or 'sink' on 'ordered', found %s", found(ps, r.b));
        return;
    }
    unsigned i = r.b + 1;
    c->modifiers = source ? DOACROSS_SOURCE : DOACROSS_SINK;
    i += is(ps, i, ":");
    bool current = is(ps, i, "omp_cur_iteration");
    if (source || current) {
        c->modifiers = source ? DOACROSS_SOURCE : DOACROSS_BEFORE;
        i += current;
        if (!source && is(ps, i, "-") && is(ps, i + 1, "1"))
            i += 2;
        expect_end(ps, i, r, clause_name(c->kind));
        return;
    }
    for (r.b = i;;) {
        unsigned comma = find(ps, r, ",");
        vector_element(ps, c, (struct range){r.b, comma});
        if (comma >= r.e)
            return;
        r.b = comma + 1;
    }
}

static struct clause *append_kind(struct parser *ps, enum clause_kind k, struct loc at)
{
    struct clause *c = NEW(ps->f->arena, struct clause), **end = &ps->p->clauses;
    c->kind = k;
    c->loc = at;
    while (*end)
        end = &(*end)->next;
    return *end = c;
}

static struct clause *append(struct parser *ps, enum clause_kind k, unsigned i)
{
    return append_kind(ps, k, place_of_token(ps->f, ps->p, i));
}

static bool is_conditional(const struct parser *ps, struct range r)
{
    return is(ps, r.b, "conditional") && is(ps, r.b + 1, ":");
}

static void arg_lastprivate(struct parser *ps, struct clause *c, struct range r)
{
    if (is_conditional(ps, r)) {
        c->modifiers = LASTPRIVATE_CONDITIONAL;
        r.b += 2;
    }
    list(ps, c, r, true);
}

static void arg_aligned(struct parser *ps, struct clause *c, struct range r)
{
    unsigned colon = find(ps, r, ":");
    if (colon < r.e)
        c->expr = expression(ps, (struct range){colon + 1, r.e}, "aligned");
    list(ps, c, (struct range){r.b, colon}, true);
}

/* `linear(x, y: step)`, `linear(x: val, step(e))`, and of OpenMP 4.5 `linear(val(x, y): step)` */
static void linear_modifiers(struct parser *ps, struct clause *c, struct range r)
{
    bool named = false;
    for (unsigned i = r.b; i < r.e;) {
        struct range m = {i, find(ps, (struct range){i, r.e}, ",")};
        bool alone = m.e == i + 1;
        if ((is(ps, i, "ref") || is(ps, i, "uval")) && alone)
            error_at(ps, i, "GN0206", "the modifier %s of 'linear' is for references, which C does not have", found(ps, i));
        else if (is(ps, i, "step") && is(ps, i + 1, "(") && skip_bracket(ps, i + 1, m.e) == m.e)
            c->expr = expression(ps, (struct range){i + 2, m.e - 1}, "linear");
        else if (!(is(ps, i, "val") && alone)) {
            if (named || m.e < r.e)
                error_at(ps, i, "GN0205", "expected 'val' or 'step(…)' in 'linear', found %s", found(ps, i));
            else
                c->expr = expression(ps, m, "linear");
        }
        named = true;
        i = m.e + 1;
    }
}

static void arg_linear(struct parser *ps, struct clause *c, struct range r)
{
    struct slice all = range_slice(ps, r.b < r.e ? r : (struct range){r.b, r.b + 1});
    unsigned colon = find(ps, r, ":");
    c->raw = arena_strndup(ps->f->arena, ps->f->src + all.begin, all.end - all.begin);
    if (colon < r.e && colon + 1 >= r.e)
        error_at(ps, colon + 1, "GN0105", "expected a step behind ':' in 'linear', found %s", found(ps, colon + 1));
    if (colon < r.e)
        linear_modifiers(ps, c, (struct range){colon + 1, r.e});
    r.e = colon;
    if (is(ps, r.b, "val") && is(ps, r.b + 1, "(") && skip_bracket(ps, r.b + 1, r.e) == r.e)
        r = (struct range){r.b + 2, r.e - 1};
    list(ps, c, r, true);
    if (ps->p->broken)
        return;
    for (int i = 0; i < 2; i++) { /* copies that start from the original, the last of which goes back */
        struct clause *copy = append_kind(ps, i ? CLAUSE_LASTPRIVATE : CLAUSE_FIRSTPRIVATE, c->loc);
        copy->implied = true;
        list(ps, copy, r, true);
    }
}

static void arg_raw(struct parser *ps, struct clause *c, struct range r)
{
    if (ps->p->dir == DIR_ORDERED) { /* depend there is the older spelling of doacross */
        arg_doacross(ps, c, r);
        return;
    }
    struct slice s = r.b < r.e ? range_slice(ps, r) : (struct slice){0, 0};
    c->raw = arena_strndup(ps->f->arena, ps->f->src + s.begin, s.end - s.begin);
}

/* ---- allocators (OpenMP 5.2, 6.6 and 6.8). What Clang 19 does not read of a clause is blank in its copy. ---- */
static void hide(struct parser *ps, unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++)
        mask_token(ps->f, ps->p, i, ' ');
}

/* `word(…)` at i: what stands between the brackets */
static bool modifier_at(struct parser *ps, unsigned i, const char *word, struct range *inside)
{
    if (!is(ps, i, word) || !is(ps, i + 1, "("))
        return false;
    *inside = (struct range){i + 2, skip_bracket(ps, i + 1, (unsigned)ps->p->toks.t.n) - 1};
    return true;
}

/* a literal power of two, or 0 with a message */
static unsigned alignment(struct parser *ps, struct range r)
{
    char *end = NULL;
    unsigned long n = r.e == r.b + 1 ? strtoul(text_of(ps, r.b), &end, 0) : 0;
    while (end && (*end == 'u' || *end == 'U' || *end == 'l' || *end == 'L'))
        end++;
    if (n && !(n & (n - 1)) && n <= 1u << 20 && end == text_of(ps, r.b) + tok(ps, r.b)->len)
        return (unsigned)n;
    error_at(ps, r.b, "GN0653", "an alignment must be a number that is a power of two, found %s", found(ps, r.b));
    return 0;
}

/* `allocator(a), align(n):` or `a:` in front of the list */
static void arg_allocate(struct parser *ps, struct clause *c, struct range r)
{
    unsigned colon = find(ps, r, ":");
    struct range in;
    if (colon >= r.e) {
        list(ps, c, r, true);
        return;
    }
    bool any = false;
    for (unsigned i = r.b; i < colon;) {
        if (modifier_at(ps, i, "align", &in)) {
            c->align = alignment(ps, in);
            hide(ps, i, in.e + 1);
        } else if (modifier_at(ps, i, "allocator", &in)) {
            c->expr = expression(ps, in, "allocate");
            hide(ps, i, in.b);
            hide(ps, in.e, in.e + 1);
            any = true;
        } else if (i == r.b) {
            c->expr = expression(ps, (struct range){r.b, colon}, "allocate");
            any = true;
            break;
        } else {
            error_at(ps, i, "GN0205", "expected 'allocator(...)' or 'align(...)' in 'allocate', found %s", found(ps, i));
            break;
        }
        i = in.e + 1;
        if (i < colon && is(ps, i, ",")) {
            hide(ps, i, i + 1);
            i++;
        }
    }
    if (!any)
        hide(ps, colon, colon + 1);
    list(ps, c, (struct range){colon + 1, r.e}, true);
}

static bool is_predefined(const struct parser *ps, unsigned i)
{
    static const char *const names[] = {
        "omp_default_mem_alloc", "omp_large_cap_mem_alloc", "omp_const_mem_alloc", "omp_high_bw_mem_alloc",
        "omp_low_lat_mem_alloc", "omp_cgroup_mem_alloc",    "omp_pteam_mem_alloc", "omp_thread_mem_alloc",
        "omp_null_allocator",
    };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (is(ps, i, names[k]))
            return true;
    return false;
}

static struct clause *append(struct parser *ps, enum clause_kind k, unsigned i);

/* The pragma's clause becomes one for each allocator that the region makes; predefined ones are there anyhow. */
static void one_allocator(struct parser *ps, struct clause *c, struct range r, struct slice space, struct slice traits)
{
    if (r.b < r.e && is_predefined(ps, r.b)) {
        if (r.e > r.b + 1 || traits.end > traits.begin)
            error_at(ps, r.b, "GN0652", "%s is predefined and has its traits already", found(ps, r.b));
        return;
    }
    struct clause *own = c->items.n ? append(ps, CLAUSE_USES_ALLOCATORS, r.b) : c;
    own->expr = space;
    own->expr2 = traits;
    if (r.e > r.b + 1 && is(ps, r.b + 1, "(")) {
        unsigned end = skip_bracket(ps, r.b + 1, r.e);
        own->expr2 = expression(ps, (struct range){r.b + 2, end - 1}, "uses_allocators");
        expect_end(ps, end, r, "uses_allocators");
        r.e = r.b + 1;
    }
    list_item(ps, own, r, true);
}

static void arg_allocators(struct parser *ps, struct clause *c, struct range r)
{
    unsigned colon = find(ps, r, ":");
    struct slice space = {0, 0}, traits = {0, 0};
    struct range in;
    for (unsigned i = r.b; colon < r.e && i < colon; i = in.e + 1) {
        i += i > r.b && is(ps, i, ",");
        if (modifier_at(ps, i, "memspace", &in)) {
            space = expression(ps, in, "memspace");
        } else if (modifier_at(ps, i, "traits", &in)) {
            traits = expression(ps, in, "traits");
        } else {
            error_at(ps, i, "GN0205", "expected 'memspace(...)' or 'traits(...)' in 'uses_allocators', found %s",
                     found(ps, i));
            return;
        }
    }
    if (colon < r.e) {
        hide(ps, r.b, colon + 1);
        r.b = colon + 1;
    }
    if (r.b >= r.e)
        error_at(ps, r.b, "GN0105", "expected an allocator in 'uses_allocators', found %s", found(ps, r.b));
    while (r.b < r.e) {
        unsigned comma = find(ps, r, ",");
        one_allocator(ps, c, (struct range){r.b, comma}, space, traits);
        r.b = comma + 1;
    }
}

static void arg_none(struct parser *ps, struct clause *c, struct range r)
{
    error_at(ps, r.b - 1, "GN0205", "'%s' takes no argument", clause_name(c->kind));
}

static void (*const arg_parsers[])(struct parser *, struct clause *, struct range) = {
    [ARG_NONE] = arg_none,
    [ARG_EXPR] = arg_if,
    [ARG_OPT_EXPR] = arg_expr,
    [ARG_LIST] = arg_names,
    [ARG_MAP] = arg_map,
    [ARG_MOTION] = arg_map,
    [ARG_LASTPRIVATE] = arg_lastprivate,
    [ARG_LINEAR] = arg_linear,
    [ARG_ALIGNED] = arg_aligned,
    [ARG_REDUCTION] = arg_reduction,
    [ARG_SCHEDULE] = arg_schedule,
    [ARG_DEFAULT] = arg_keyword,
    [ARG_DEFAULTMAP] = arg_defaultmap,
    [ARG_KIND] = arg_keyword,
    [ARG_IF] = arg_if,
    [ARG_DEVICE] = arg_device,
    [ARG_NUM_TEAMS] = arg_num_teams,
    [ARG_DOACROSS] = arg_doacross,
    [ARG_RAW] = arg_raw,
    [ARG_ALLOCATE] = arg_allocate,
    [ARG_ALLOCATORS] = arg_allocators,
    [ARG_TASKS] = arg_tasks,
};

/* ---- the clause list ---- */
static void check_times(struct parser *ps, const struct clause *c, unsigned at)
{
    enum clause_times times = clause_rows[c->kind].times;
    for (const struct clause *o = ps->p->clauses; o && o != c && times != TIMES_MANY; o = o->next) {
        if (o->kind != c->kind)
            continue;
        bool names = (o->applies_to || o->modifiers) && (c->applies_to || c->modifiers);
        if (times == TIMES_PER_NAME && names && (o->applies_to != c->applies_to || o->modifiers != c->modifiers))
            continue;
        error_at(ps, at, "GN0203", "'%s' may be given only once%s", clause_name(c->kind),
                 times == TIMES_PER_NAME ? " for each construct" : "");
        report(ps->f, DIAG_NOTE, o->loc, (int)strlen(clause_name(c->kind)), ps->p, NULL, "given before here");
        return;
    }
}

/* Words of directives that are clauses too are so only where they may stand: `cancel for`, `ordered simd`. */
static bool is_directives_word(const struct parser *ps, enum clause_kind k)
{
    bool word = (k >= CLAUSE_OF_PARALLEL && k <= CLAUSE_OF_TASKGROUP) || k == CLAUSE_SIMD;
    return word && !clause_allowed(k, 0, ps->p->dir);
}

static enum clause_kind clause_named(const struct parser *ps, unsigned i)
{
    for (int k = CLAUSE_NONE + 1; k < CLAUSE_COUNT; k++)
        if (is(ps, i, clause_rows[k].name) && !is_directives_word(ps, (enum clause_kind)k))
            return (enum clause_kind)k;
    return CLAUSE_NONE;
}

static bool is_other_clause(const struct parser *ps, unsigned i)
{
    for (int k = 0; other_clauses[k]; k++)
        if (is(ps, i, other_clauses[k]))
            return true;
    return false;
}

static bool is_leaf(const struct parser *ps, unsigned i)
{
    for (int k = 0; k < LEAF_COUNT; k++)
        if (is(ps, i, leaf_rows[k].name))
            return true;
    return false;
}

/* A word that is no clause of ours: an error where it concerns a device, the host compiler's matter
 * elsewhere. */
static unsigned foreign_clause(struct parser *ps, unsigned i)
{
    char dir[160];
    directive_name(ps->p->leaves, ps->p->dir, dir, sizeof dir);
    if (is_other_clause(ps, i)) {
        bool broken = ps->p->broken; /* the rest of the pragma is fine, and on the host all of it */
        error_at(ps, i, "GN0204", "the clause %s is not supported yet on '%s' in device code", found(ps, i),
                 dir);
        ps->p->broken = broken;
    } else {
        bool first = !ps->p->clauses && !is(ps, i + 1, "(");
        const char *near = first ? similar_directive(text_of(ps, i), tok(ps, i)->len) : NULL;
        bool leaf = near != NULL;
        if (!leaf)
            near = similar_clause(text_of(ps, i), tok(ps, i)->len);
        error_at(ps, i, "GN0201", "unknown clause %s on '%s'%s%s%s", found(ps, i), dir,
                 near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
        while (leaf && tok(ps, i + 1)->kind == TOK_IDENT && is_leaf(ps, i + 1))
            i++; /* the rest of the directive's words */
    }
    unsigned end = is(ps, i + 1, "(") ? matching(ps, i + 1) : i;
    return end ? end + 1 : (unsigned)ps->p->toks.t.n - 1;
}

static bool needs_argument(enum clause_kind k)
{
    return clause_rows[k].arg != ARG_NONE && clause_rows[k].arg != ARG_OPT_EXPR && k != CLAUSE_INDIRECT;
}

/* Does the directive take it? `parallel sections` and the like take what one of the two takes; the barrier at their end
 * is that of `parallel`. */
static bool takes(const struct pragma *p, enum clause_kind k)
{
    return clause_allowed(k, p->leaves, p->dir) ||
           (p->inner && k != CLAUSE_NOWAIT && takes(p->inner, k));
}

static unsigned one_clause(struct parser *ps, unsigned i)
{
    enum clause_kind k = clause_named(ps, i);
    if (k == CLAUSE_NONE)
        return foreign_clause(ps, i);
    char dir[160];
    bool allowed = takes(ps->p, k);
    if (!allowed)
        error_at(ps, i, "GN0202", "'%s' does not take the clause '%s'",
                 directive_name(ps->p->leaves, ps->p->dir, dir, sizeof dir), clause_name(k));
    struct clause *c = append(ps, k, i);
    c->written = arena_strndup(ps->f->arena, text_of(ps, i), tok(ps, i)->len);
    if (!is(ps, i + 1, "(")) {
        if (needs_argument(k))
            error_at(ps, i + 1, "GN0105", "expected '(' after '%s', found %s", clause_name(k),
                     found(ps, i + 1));
        check_times(ps, c, i);
        return i + 1;
    }
    unsigned close = matching(ps, i + 1);
    if (!close)
        return (unsigned)ps->p->toks.t.n - 1;
    struct slice whole = range_slice(ps, (struct range){i, close + 1});
    c->written = arena_strndup(ps->f->arena, ps->f->src + whole.begin, whole.end - whole.begin);
    arg_parsers[clause_rows[k].arg](ps, c, (struct range){i + 2, close});
    if (allowed)
        check_times(ps, c, i);
    mask_clause(ps, c, i, close);
    return close + 1;
}

/* `update` beside `capture` or `compare` says what they are; Clang 19 takes it for one kind of atomic operation too many. */
static void mask_update(struct parser *ps, unsigned from)
{
    bool extended = false;
    for (const struct clause *c = ps->p->clauses; c; c = c->next)
        extended |= c->kind == CLAUSE_CAPTURE || c->kind == CLAUSE_COMPARE;
    int depth = 0;
    for (unsigned i = from; extended && tok(ps, i)->kind != TOK_END; i++) {
        depth += is(ps, i, "(") - is(ps, i, ")");
        if (depth == 0 && is(ps, i, "update"))
            mask_token(ps->f, ps->p, i, ' ');
    }
}

void clauses_parse(struct front *f, struct pragma *p, unsigned pos)
{
    struct parser ps = {f, p};
    unsigned first = pos;
    while (tok(&ps, pos)->kind != TOK_END) {
        if (is(&ps, pos, ",") && tok(&ps, pos + 1)->kind == TOK_IDENT) {
            pos++;
        } else if (tok(&ps, pos)->kind == TOK_IDENT) {
            pos = one_clause(&ps, pos);
        } else {
            error_at(&ps, pos, "GN0105", "expected a clause, found %s", found(&ps, pos));
            while (tok(&ps, pos)->kind != TOK_END && tok(&ps, pos)->kind != TOK_IDENT)
                pos++;
        }
    }
    if (p->dir == DIR_ATOMIC)
        mask_update(&ps, first);
}

void argument_list_parse(struct front *f, struct pragma *p, unsigned *pos, enum clause_kind as)
{
    struct parser ps = {f, p};
    if (p->dir == DIR_FLUSH) /* its memory-order clauses may come before the list */
        while (tok(&ps, *pos)->kind == TOK_IDENT && clause_named(&ps, *pos) != CLAUSE_NONE)
            *pos = one_clause(&ps, *pos);
    if (!is(&ps, *pos, "("))
        return;
    unsigned close = matching(&ps, *pos);
    if (!close) {
        *pos = (unsigned)p->toks.t.n - 1;
        return;
    }
    struct clause *c = append(&ps, as, *pos);
    list(&ps, c, (struct range){*pos + 1, close}, false);
    *pos = close + 1;
}

/* ---- for modifiers.c ---- */
bool parser_is(const struct parser *ps, unsigned i, const char *s) { return is(ps, i, s); }
const struct token *parser_token(const struct parser *ps, unsigned i) { return tok(ps, i); }
unsigned parser_find(const struct parser *ps, struct range r, const char *what) { return find(ps, r, what); }
unsigned parser_close(struct parser *ps, unsigned open) { return matching(ps, open); }
struct slice parser_slice(const struct parser *ps, struct range r) { return range_slice(ps, r); }

const char *parser_text(const struct parser *ps, struct range r)
{
    struct slice s = range_slice(ps, r);
    return arena_strndup(ps->f->arena, ps->f->src + s.begin, s.end - s.begin);
}

struct slice parser_expression(struct parser *ps, struct range r, const char *of)
{
    return expression(ps, r, of);
}

void parser_error(struct parser *ps, unsigned i, const char *id, const char *text, bool with_found)
{
    error_at(ps, i, id, "%s%s%s", text, with_found ? ", found " : "", with_found ? found(ps, i) : "");
}
