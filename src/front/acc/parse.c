/* acc/parse.c: reads a line of OpenACC by the rows of tables/acc.def. What it cannot read is an error at its place; a
 * clause is never dropped. */
#include "acc.h"

#include <string.h>

enum { FIRST = 3 }; /* after `# pragma acc` */

/* ---- directives ---- */

static unsigned match_words(const struct parser *ps, unsigned i, const char *name)
{
    unsigned n = 0;
    while (*name) {
        size_t w = strcspn(name, " ");
        const struct token *t = tok(ps, i + n);
        if (t->len != w || memcmp(text_at(ps, i + n), name, w) != 0)
            return 0;
        n++;
        name += w + (name[w] == ' ');
    }
    return n;
}

static int match_directive(const struct parser *ps, unsigned i, unsigned *n)
{
    for (int d = 0; d < ACC_DIRECTIVE_COUNT; d++)
        if ((*n = match_words(ps, i, acc_directive_rows[d].name)) != 0)
            return d;
    return -1;
}

static void unknown_directive(struct parser *ps)
{
    struct similar s = {0};
    const struct token *t = tok(ps, FIRST);
    if (t->kind == TOK_END) {
        error_at(ps, FIRST, "GN0105", "expected a directive after '#pragma acc'");
        return;
    }
    for (int d = 0; d < ACC_DIRECTIVE_COUNT; d++)
        similar_to(text_at(ps, FIRST), t->len, acc_directive_rows[d].name, &s);
    error_at(ps, FIRST, "GN0102", "unknown OpenACC directive %s%s%s%s", found(ps, FIRST),
             s.best ? "; did you mean '" : "", s.best ? s.best : "", s.best ? "'?" : "");
}

static bool read_directive(struct parser *ps, struct acc_construct *c)
{
    unsigned n = 0, more = 0;
    int d = match_directive(ps, FIRST, &n);
    if (d < 0) {
        unknown_directive(ps);
        return false;
    }
    c->directives = 1u << d;
    if (is_compute(c) && match_directive(ps, FIRST + n, &more) == ACC_LOOP)
        c->directives |= 1u << ACC_LOOP;
    else
        more = 0;
    c->words = n + more;
    struct slice s = range_slice(ps, (struct range){FIRST, FIRST + c->words});
    c->line->name = arena_printf(ps->f->arena, "acc %.*s", (int)(s.end - s.begin), ps->f->src + s.begin);
    return true;
}

/* ---- clauses ---- */

/* A word may be the name of two clauses, `self`: the one that the directive takes. */
static enum acc_clause_kind clause_named(const struct parser *ps, const struct acc_construct *c, unsigned i)
{
    enum acc_clause_kind any = ACC_CLAUSE_NONE;
    for (int k = ACC_CLAUSE_NONE + 1; k < ACC_CLAUSE_COUNT; k++)
        if (is(ps, i, acc_clause_rows[k].name) && (!any || acc_clause_rows[k].takers & c->directives))
            any = (enum acc_clause_kind)k;
    for (const struct acc_word *w = acc_aliases; w->word && !any; w++)
        if (is(ps, i, w->word))
            any = w->clause;
    return any;
}

/* clauses of OpenMP that a clause of OpenACC with another name stands for */
static const struct {
    const char *openmp, *openacc;
} of_openmp[] = {
    {"nowait", "async"},
    {"num_teams", "num_gangs"},
    {"num_threads", "num_workers"},
    {"thread_limit", "num_workers"},
    {"simdlen", "vector_length"},
    {"is_device_ptr", "deviceptr"},
    {"use_device_ptr", "use_device"},
    {"use_device_addr", "use_device"},
    {"map", "copy"},
    {"depend", "wait"},
    {"from", "self"},
    {"to", "device"},
};

/* what the directive takes in place of that clause of OpenMP; NULL: nothing */
static const char *instead_of(const struct parser *ps, const struct acc_construct *c, unsigned i)
{
    for (size_t m = 0; m < sizeof of_openmp / sizeof *of_openmp; m++)
        for (int k = ACC_CLAUSE_NONE + 1; is(ps, i, of_openmp[m].openmp) && k < ACC_CLAUSE_COUNT; k++)
            if (!strcmp(acc_clause_rows[k].name, of_openmp[m].openacc) && acc_clause_rows[k].takers & c->directives)
                return of_openmp[m].openacc;
    return NULL;
}

static unsigned unknown_clause(struct parser *ps, const struct acc_construct *c, unsigned i)
{
    struct similar s = {0};
    const char *instead = instead_of(ps, c, i);
    for (int k = ACC_CLAUSE_NONE + 1; !instead && k < ACC_CLAUSE_COUNT; k++)
        if (acc_clause_rows[k].takers & c->directives)
            similar_to(text_at(ps, i), tok(ps, i)->len, acc_clause_rows[k].name, &s);
    const char *best = instead ? instead : s.best;
    error_at(ps, i, "GN0201", "unknown clause %s on '%s'%s%s%s", found(ps, i), c->line->name,
             instead ? ": it is OpenMP's; OpenACC has '"
             : best  ? "; did you mean '"
                     : "",
             best ? best : "",
             instead ? "'"
             : best  ? "'?"
                     : "");
    unsigned end = is(ps, i + 1, "(") ? matching(ps, i + 1) : i;
    return end ? end + 1 : ps->p->toks.t.n - 1;
}

bool acc_next_item(const struct parser *ps, struct range list, struct range *r)
{
    unsigned from = r->e ? r->e + 1 : list.b;
    if (from >= list.e)
        return false;
    *r = (struct range){from, find(ps, (struct range){from, list.e}, ",")};
    return true;
}

static void read_modifiers(struct parser *ps, struct acc_clause *c)
{
    unsigned colon = find(ps, c->list, ":");
    if (colon == c->list.e)
        return;
    for (unsigned i = c->list.b; i < colon; i += 1 + is(ps, i + 1, ",")) {
        const struct acc_word *w = acc_modifiers;
        while (w->word && !(w->clause == c->kind && is(ps, i, w->word)))
            w++;
        if (!w->word) {
            error_at(ps, i, "GN0206", "%s is no modifier of '%s'", found(ps, i), acc_clause_rows[c->kind].name);
            return;
        }
        if ((c->modifiers & w->bit) == w->bit)
            error_at(ps, i, "GN0203", "the modifier %s may be given only once", found(ps, i));
        c->modifiers |= w->bit;
    }
    c->list.b = colon + 1;
}

/* Every item is a variable, an element, a section or a member. */
static void check_list(struct parser *ps, const struct acc_clause *c)
{
    const char *of = c->said ? c->said : acc_clause_rows[c->kind].name;
    struct range r = {0};
    if (c->list.b == c->list.e) {
        error_at(ps, c->list.e, "GN0105", "expected a variable in '%s', found %s", of, found(ps, c->list.e));
        return;
    }
    while (acc_next_item(ps, c->list, &r)) {
        unsigned first = r.b;
        while (is(ps, first, "(") || is(ps, first, "*"))
            first++;
        if (tok(ps, first)->kind != TOK_IDENT || r.b == r.e)
            error_at(ps, r.b, "GN0105", "expected a variable in '%s', found %s", of, found(ps, r.b));
        else if (!tokens_fit(ps, r))
            return;
    }
    if (is(ps, c->list.e - 1, ","))
        error_at(ps, c->list.e, "GN0105", "expected a variable in '%s', found %s", of, found(ps, c->list.e));
}

static void check_expressions(struct parser *ps, const struct acc_clause *c, bool several)
{
    struct range r = {0};
    const char *of = acc_clause_rows[c->kind].name;
    if (!several || c->list.b == c->list.e) {
        expression(ps, c->list, of);
        unsigned comma = find(ps, c->list, ",");
        if (comma != c->list.e)
            error_at(ps, comma, "GN0105", "expected ')' at the end of '%s', found ','", of);
        return;
    }
    while (acc_next_item(ps, c->list, &r))
        if (!(is(ps, r.b, "*") && r.e == r.b + 1)) /* tile(*, 4) */
            expression(ps, r, of);
}

/* gang(num: 4, static: 2), worker(num: 4), vector(length: 32) */
static void read_level(struct parser *ps, struct acc_clause *c)
{
    static const char *const words[] = {
        [ACC_CLAUSE_GANG] = "num", [ACC_CLAUSE_WORKER] = "num", [ACC_CLAUSE_VECTOR] = "length"};
    struct range r = {0}, all = c->list;
    unsigned seen = 0;
    c->list = (struct range){all.e, all.e};
    while (acc_next_item(ps, all, &r)) {
        bool gang = c->kind == ACC_CLAUSE_GANG, colon = is(ps, r.b + 1, ":");
        struct range value = {r.b + 2 * colon, r.e};
        unsigned kind = gang && colon && is(ps, r.b, "static") ? 1 : gang && colon && is(ps, r.b, "dim") ? 2 : 4;
        if (seen & kind)
            error_at(ps, r.b, "GN0203", "'%s' of '%s' may be given only once",
                     kind == 1   ? "static"
                     : kind == 2 ? "dim"
                                 : words[c->kind],
                     acc_clause_rows[c->kind].name);
        seen |= kind;
        if (kind == 1) {
            c->special = value;
            if (!is(ps, value.b, "*") || value.e != value.b + 1)
                expression(ps, value, "gang(static:)");
        } else if (kind == 2) {
            c->dim_is = value;
            expression(ps, value, "gang(dim:)");
        } else if (colon && !is(ps, r.b, words[c->kind])) {
            error_at(ps, r.b, "GN0206", "%s is no modifier of '%s'", found(ps, r.b), acc_clause_rows[c->kind].name);
        } else {
            c->list = value;
            expression(ps, value, acc_clause_rows[c->kind].name);
        }
    }
}

static void read_collapse(struct parser *ps, struct acc_clause *c)
{
    bool modified = tok(ps, c->list.b)->kind == TOK_IDENT && is(ps, c->list.b + 1, ":");
    c->forced = modified && is(ps, c->list.b, "force");
    if (modified && !c->forced)
        error_at(ps, c->list.b, "GN0206", "%s is no modifier of 'collapse'", found(ps, c->list.b));
    c->list.b += 2 * modified;
    expression(ps, c->list, "collapse");
}

/* wait(devnum: 1: queues: 2, 3) */
static void read_wait(struct parser *ps, struct acc_clause *c)
{
    if (is(ps, c->list.b, "devnum") && is(ps, c->list.b + 1, ":")) { /* queues are those of all devices */
        unsigned colon = find(ps, (struct range){c->list.b + 2, c->list.e}, ":");
        struct range device = {c->list.b + 2, colon};
        expression(ps, device, "devnum");
        if (colon == c->list.e) {
            error_at(ps, colon, "GN0105", "expected ':' after the device in 'wait', found %s", found(ps, colon));
            return;
        }
        c->special = device;
        c->list.b = colon + 1;
    }
    if (is(ps, c->list.b, "queues") && is(ps, c->list.b + 1, ":"))
        c->list.b += 2;
    unsigned colon = find(ps, c->list, ":");
    if (tok(ps, c->list.b)->kind == TOK_IDENT && colon == c->list.b + 1 && colon < c->list.e)
        error_at(ps, c->list.b, "GN0206", "%s is no modifier of 'wait'", found(ps, c->list.b));
    else if (colon < c->list.e && colon < find(ps, c->list, "?"))
        error_at(ps, colon, "GN0105", "expected ')' at the end of 'wait', found ':'");
    check_expressions(ps, c, true);
}

bool acc_is_own_operator(const struct parser *ps, const struct acc_clause *c)
{
    unsigned at = c->list.b;
    return c->kind == ACC_CLAUSE_REDUCTION && tok(ps, at)->kind == TOK_IDENT && !is(ps, at, "max") &&
           !is(ps, at, "min");
}

/* Is the line one of acc/proved.c's? */
static bool is_proved(const struct parser *ps)
{
    for (unsigned i = FIRST; tok(ps, i)->kind != TOK_END; i++)
        if (is(ps, i, acc_clause_rows[ACC_CLAUSE_PROVED].name))
            return true;
    return false;
}

static void read_reduction(struct parser *ps, struct acc_clause *c)
{
    static const char *const operators[] = {"+", "*", "max", "min", "&", "|", "^", "&&", "||", NULL};
    unsigned k = 0;
    while (operators[k] && !is(ps, c->list.b, operators[k]))
        k++;
    if (!operators[k] && !(acc_is_own_operator(ps, c) && is_proved(ps)))
        error_at(ps, c->list.b, "GN0205",
                 "expected one of '+', '*', 'max', 'min', '&', '|', '^', '&&', '||' in 'reduction', found %s",
                 found(ps, c->list.b));
    else if (!is(ps, c->list.b + 1, ":"))
        error_at(ps, c->list.b + 1, "GN0105", "expected ':' after the operator of 'reduction', found %s",
                 found(ps, c->list.b + 1));
    else {
        struct acc_clause names = *c;
        names.list.b += 2;
        check_list(ps, &names);
    }
}

static void read_default(struct parser *ps, const struct acc_clause *c)
{
    bool known = is(ps, c->list.b, "none") || is(ps, c->list.b, "present");
    if (!known || c->list.e != c->list.b + 1)
        error_at(ps, known ? c->list.b + 1 : c->list.b, "GN0205",
                 "expected one of 'none', 'present' in 'default', found %s",
                 found(ps, known ? c->list.b + 1 : c->list.b));
}

static void read_devices(struct parser *ps, const struct acc_clause *c)
{
    struct range r = {0};
    while (acc_next_item(ps, c->list, &r))
        if (r.e != r.b + 1 || (tok(ps, r.b)->kind != TOK_IDENT && !is(ps, r.b, "*")))
            error_at(ps, r.b, "GN0205", "expected the name of a type of device, or '*', in 'device_type', found %s",
                     found(ps, r.b));
    if (c->list.b == c->list.e)
        error_at(ps, c->list.e, "GN0105", "expected the name of a type of device, or '*', in 'device_type', found %s",
                 found(ps, c->list.e));
}

/* routine(name), bind(name), bind("name") */
static void read_name(struct parser *ps, const struct acc_clause *c)
{
    const char *of = c->said ? c->said : acc_clause_rows[c->kind].name;
    enum token_kind kind = tok(ps, c->list.b)->kind;
    bool name = c->list.b < c->list.e && (kind == TOK_IDENT || (kind == TOK_STRING && !c->said));
    if (!name)
        error_at(ps, c->list.b, "GN0105", "expected the name of a function in '%s', found %s", of,
                 found(ps, c->list.b));
    else if (c->list.e > c->list.b + 1)
        error_at(ps, c->list.b + 1, "GN0105", "expected ')' after the name of a function in '%s', found %s", of,
                 found(ps, c->list.b + 1));
}

static void read_argument(struct parser *ps, struct acc_clause *c)
{
    switch (acc_clause_rows[c->kind].argument) {
    case ACC_ARG_NONE:
        error_at(ps, c->at + 1, "GN0105", "'%s' has no argument", acc_clause_rows[c->kind].name);
        break;
    case ACC_ARG_EXPR:
    case ACC_ARG_OPT_EXPR:
    case ACC_ARG_INT:
    case ACC_ARG_OPT_INT:
        check_expressions(ps, c, false);
        break;
    case ACC_ARG_EXPRS:
        check_expressions(ps, c, true);
        break;
    case ACC_ARG_OPT_EXPRS:
        read_wait(ps, c);
        break;
    case ACC_ARG_DATA:
        read_modifiers(ps, c);
        check_list(ps, c);
        break;
    case ACC_ARG_LIST:
        check_list(ps, c);
        break;
    case ACC_ARG_REDUCTION:
        read_reduction(ps, c);
        break;
    case ACC_ARG_DEFAULT:
        read_default(ps, c);
        break;
    case ACC_ARG_GANG:
    case ACC_ARG_WORKER:
    case ACC_ARG_VECTOR:
        read_level(ps, c);
        break;
    case ACC_ARG_COLLAPSE:
        read_collapse(ps, c);
        break;
    case ACC_ARG_DEVICES:
        read_devices(ps, c);
        break;
    case ACC_ARG_BIND:
        read_name(ps, c);
        break;
    case ACC_ARG_COUNT:
        break;
    }
}

static unsigned one_clause(struct parser *ps, struct acc_construct *c, unsigned i)
{
    enum acc_clause_kind k = clause_named(ps, c, i);
    if (k == ACC_CLAUSE_NONE)
        return unknown_clause(ps, c, i);
    struct acc_clause x = {.kind = k, .at = i, .all = {i, i + 1}, .list = {i + 1, i + 1}};
    if (!(acc_clause_rows[k].takers & c->directives))
        error_at(ps, i, "GN0202", "'%s' does not take the clause %s", c->line->name, found(ps, i));
    if (is(ps, i + 1, "(")) {
        unsigned close = matching(ps, i + 1);
        if (!close)
            return ps->p->toks.t.n - 1;
        x.has_argument = true;
        x.all.e = close + 1;
        x.list = (struct range){i + 2, close};
        read_argument(ps, &x);
    } else if (!acc_argument_rows[acc_clause_rows[k].argument].may_lack) {
        error_at(ps, i + 1, "GN0105", "expected '(' after %s, found %s", found(ps, i), found(ps, i + 1));
    }
    vec_push(ps->f->arena, &c->clauses, x);
    return x.all.e;
}

static void read_clauses(struct parser *ps, struct acc_construct *c, unsigned i)
{
    while (tok(ps, i)->kind != TOK_END) {
        if (is(ps, i, ",") && tok(ps, i + 1)->kind == TOK_IDENT) {
            i++;
        } else if (tok(ps, i)->kind == TOK_IDENT) {
            i = one_clause(ps, c, i);
        } else {
            error_at(ps, i, "GN0105", "expected a clause, found %s", found(ps, i));
            while (tok(ps, i)->kind != TOK_END && tok(ps, i)->kind != TOK_IDENT)
                i++;
        }
    }
}

/* ---- arguments of directives: wait(1), cache(a[0:n]), routine(f) ---- */

static unsigned directive_argument(struct parser *ps, struct acc_construct *c, unsigned i)
{
    enum acc_clause_kind as = has_directive(c, WAIT)      ? ACC_CLAUSE_WAIT
                              : has_directive(c, CACHE)   ? ACC_CLAUSE_PRESENT
                              : has_directive(c, ROUTINE) ? ACC_CLAUSE_BIND
                                                          : ACC_CLAUSE_NONE;
    if (!as || !is(ps, i, "("))
        return i;
    unsigned close = matching(ps, i);
    if (!close)
        return ps->p->toks.t.n - 1;
    struct acc_clause x = {.kind = as,
                           .at = i - 1,
                           .all = {i - 1, close + 1},
                           .list = {i + 1, close},
                           .has_argument = true,
                           .said = c->line->name};
    if (has_directive(c, CACHE) && is(ps, i + 1, "readonly") && is(ps, i + 2, ":")) {
        x.list.b += 2;
        x.modifiers = ACC_READONLY;
    }
    read_argument(ps, &x);
    vec_push(ps->f->arena, &c->clauses, x);
    return close + 1;
}

/* ---- lines ---- */

/* Does the clause become rows of a map list, or of those of an update? */
static bool becomes_rows(const struct acc_clause *x)
{
    return strncmp(acc_clause_rows[x->kind].openmp, "map(", 4) == 0 || x->kind == ACC_CLAUSE_UPDATE_SELF ||
           x->kind == ACC_CLAUSE_UPDATE_HOST || x->kind == ACC_CLAUSE_UPDATE_DEVICE;
}

static void note_line(struct front *f, struct acc_construct *c)
{
    struct acc_line *l = c->line;
    struct pragma *p = c->p;
    for (unsigned i = 0; i < p->toks.t.n; i++) {
        unsigned first = i, end = i;
        for (size_t k = 0; k < c->clauses.n; k++)
            if (c->clauses.v[k].all.b <= i && i < c->clauses.v[k].all.e) {
                first = c->clauses.v[k].all.b;
                end = c->clauses.v[k].all.e;
            }
        struct token t = p->toks.t.v[i];
        t.off -= p->begin;
        vec_push(f->arena, &l->toks.t, t);
        vec_push(f->arena, &l->first, first);
        vec_push(f->arena, &l->end, end);
        vec_push(f->arena, &l->places, place_of_token(f, p, i));
    }
}

/* For who proposes another line. */
static void note_said(struct parser *ps, struct acc_construct *c)
{
    struct acc_said *said = &c->line->said;
    said->name = c->line->name + strlen("acc ");
    for_each (const struct acc_clause, x, c->clauses) {
        struct range name = {x->all.b, x->all.b + 1};
        struct acc_said_clause clause = {range_text(ps, name), range_text(ps, x->all), becomes_rows(x) || x->said};
        vec_push(ps->f->arena, &said->clauses, clause);
        said->says_more |=
            x->modifiers & ~ACC_READONLY || x->kind == ACC_CLAUSE_NO_CREATE || x->kind == ACC_CLAUSE_FINALIZE;
    }
}

struct acc_construct *acc_parse(struct front *f, uint32_t begin, uint32_t end)
{
    struct acc_construct *c = NEW(f->arena, struct acc_construct);
    c->p = NEW(f->arena, struct pragma);
    c->line = NEW(f->arena, struct acc_line);
    *c->p = (struct pragma){.begin = begin, .end = end, .always_ours = true};
    c->p->loc = c->line->loc = linemap_at(f->src_lines, begin);
    c->line->text = arena_strndup(f->arena, f->src + begin, end - begin);
    c->line->name = "acc";
    lex_pragma(f->arena, f->src, begin, end, false, &c->p->toks);
    struct parser ps = {f, c->p};
    if (read_directive(&ps, c))
        read_clauses(&ps, c, directive_argument(&ps, c, FIRST + c->words));
    if (c->directives)
        note_said(&ps, c);
    note_line(f, c);
    return c;
}

const struct acc_clause *acc_find(const struct acc_construct *c, enum acc_clause_kind k)
{
    for (size_t i = 0; i < c->clauses.n; i++)
        if (c->clauses.v[i].kind == k && !c->clauses.v[i].off)
            return &c->clauses.v[i];
    return NULL;
}
