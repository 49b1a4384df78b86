/* text/selector_constants.c: constants in context selectors. Clang evaluates conditions and scores in the scope where
 * the directive stands; those that are constants are replaced by their value, so that later passes see literals. The
 * others stay as they are: run-time conditions.
 *
 * needs: f->src.   sets: f->src.   breaks: nothing. */
#include "../pragma/parser.h"
#include "ask.h"
#include "selector.h"

#include <string.h>

struct operand {
    uint32_t before; /* the place of the bracket or colon before it */
    struct slice at; /* in the text */
    size_t question; /* whose value this is */
    unsigned number;
};
struct finder {
    struct front *f;
    char *text; /* what Clang reads */
    VEC(struct operand) operands;
    VEC(struct question) asked;
};

static bool is_literal(struct parser *ps, struct range r)
{
    int64_t value;
    return literal_value(range_text(ps, r), &value);
}

static void add_operand(struct finder *c, struct parser *ps, struct range r)
{
    if (r.b >= r.e || is_literal(ps, r) || find(ps, r, ",") != r.e)
        return;
    vec_push(c->f->arena, &c->operands, (struct operand){tok(ps, r.b - 1)->off, range_slice(ps, r), c->asked.n, 0});
}

/* `score(…)`, `condition(score(…): …)`; a condition of a variant that names parameters of its function is none. */
static void find_operands(struct finder *c, struct parser *ps, struct text t, bool variant)
{
    bool block = is(ps, 3, "begin");
    unsigned n = (unsigned)ps->p->toks.t.n;
    for (unsigned i = 4; i + 1 < n; i++) {
        bool condition = is(ps, i, "condition");
        if ((!condition && !is(ps, i, "score")) || !is(ps, i + 1, "("))
            continue;
        struct range r = {i + 2, skip_bracket(ps, i + 1, n) - 1};
        if (!is(ps, r.e, ")"))
            return;
        if (condition && is(ps, r.b, "score") && is(ps, r.b + 1, "(")) {
            unsigned colon = find(ps, r, ":");
            add_operand(c, ps, (struct range){r.b + 2, skip_bracket(ps, r.b + 1, r.e) - 1});
            r.b = colon + 1;
        }
        if (!variant || !condition || !names_parameter(t, after_line(t, ps->p->begin), block, range_text(ps, r)))
            add_operand(c, ps, r);
        i = condition ? r.e : i;
    }
}

/* Does one of the directives that it may become have a statement? */
static bool has_statement(struct parser *ps)
{
    unsigned n = (unsigned)ps->p->toks.t.n;
    bool any = false;
    for (unsigned i = 4; i + 1 < n; i++) {
        if (!is(ps, i + 1, "("))
            continue;
        unsigned end = skip_bracket(ps, i + 1, n);
        struct range r = {i + 2, end - 1};
        if (is(ps, i, "when"))
            r.b = find(ps, r, ":") + 1;
        struct constructs names = {0};
        bool block = false;
        if (r.b < r.e && directive_constructs(range_text(ps, r), &names, &block))
            any |= block;
        i = end - 1;
    }
    return any;
}

static void write_question(struct finder *c, const struct pragma *p, size_t first, bool at_file_scope, bool statement)
{
    const char *head =
        at_file_scope ? arena_printf(c->f->arena, "static void __gq%u(void){0", (unsigned)c->asked.n) : "while(0";
    size_t n = strlen(head);
    if (p->begin + n > c->operands.v[first].before) {
        c->operands.n = first;
        return;
    }
    memset(c->text + p->begin, ' ', p->end - p->begin);
    memcpy(c->text + p->begin, head, n);
    uint32_t end = 0;
    for (size_t i = first; i < c->operands.n; i++) {
        struct operand *o = &c->operands.v[i];
        o->number = (unsigned)(i - first) + 1;
        c->text[o->before] = ',';
        memcpy(c->text + o->at.begin, c->f->src + o->at.begin, o->at.end - o->at.begin);
        end = o->at.end;
    }
    c->text[end] = at_file_scope ? ';' : ')'; /* the selector has at least two more characters here */
    c->text[end + 1] = at_file_scope ? '}' : statement ? ' ' : ';';
    vec_push(c->f->arena, &c->asked, (struct question){.at = p->begin});
}

static void read_line(struct finder *c, struct text t, uint32_t at, bool at_file_scope)
{
    uint32_t e = after_line(t, at);
    struct pragma p = {.begin = at, .end = e - (e > at && t.s[e - 1] == '\n')};
    struct parser ps = {c->f, &p};
    if (!is_omp_line(t.s, p.begin, p.end))
        return;
    lex_pragma(c->f->arena, t.s, p.begin, p.end, false, &p.toks);
    unsigned i = is(&ps, 3, "begin") ? 4 : 3;
    bool meta = is(&ps, i, "metadirective");
    if (!meta && !(is(&ps, i, "declare") && is(&ps, i + 1, "variant")))
        return;
    size_t first = c->operands.n;
    find_operands(c, &ps, t, !meta);
    if (c->operands.n > first)
        write_question(c, &p, first, at_file_scope, meta && i == 3 && has_statement(&ps));
}

static void find_questions(struct finder *c, struct text t)
{
    uint32_t block_end = 0;
    for (uint32_t at = 0; at < t.len;) {
        if (t.s[at] == '#' && (at == 0 || t.s[at - 1] == '\n')) {
            read_line(c, t, at, at >= block_end);
            at = after_line(t, at);
        } else if (t.s[at] == '{' && at >= block_end) {
            uint32_t e = after_bracket(t, at);
            block_end = e ? e : t.len;
            at++;
        } else {
            at = next_char(t, at);
        }
    }
}

static void write_values(struct finder *c, struct text t)
{
    struct sb out = {0};
    uint32_t from = 0;
    for (size_t i = 0; i < c->operands.n; i++) {
        const struct operand *o = &c->operands.v[i];
        const struct question *q = &c->asked.v[o->question];
        if (o->number >= q->values.n || !q->values.v[o->number].known)
            continue;
        sb_addn(&out, t.s + from, o->at.begin - from);
        sb_printf(&out, "%lld", (long long)q->values.v[o->number].value);
        from = o->at.end;
    }
    sb_addn(&out, t.s + from, t.len - from);
    c->f->len = (uint32_t)out.n;
    c->f->src = sb_take(&out, c->f->arena);
    c->f->src_lines = linemap_build(c->f->arena, c->f->src, c->f->len, c->f->options->path);
}

void selector_constants_apply(struct front *f)
{
    struct text t = {f->src, f->len};
    struct finder c = {.f = f};
    if (!strstr(t.s, "metadirective") && !strstr(t.s, "variant"))
        return;
    c.text = arena_strndup(f->arena, t.s, t.len);
    find_questions(&c, t);
    if (!c.asked.n)
        return;
    f->ask(f, c.text, c.asked.v, c.asked.n);
    write_values(&c, t);
}
