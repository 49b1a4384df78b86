/* Modifiers of map and motion clauses that have arguments of their own (OpenMP 5.2, 3.2.6 and 5.8.2), and the head of
 * `declare mapper` (5.8.8). The names they declare are declared in the probe copy too: see probe.c. */
#include "front_private.h"

/* `[type] name = begin : end [: step]` */
static bool one_iterator(struct parser *ps, struct clause *c, struct range r)
{
    struct iterator it = {.type = "int"};
    unsigned equals = parser_find(ps, r, "="), name = equals - 1;
    if (equals >= r.e || equals == r.b || parser_token(ps, name)->kind != TOK_IDENT) {
        parser_error(ps, equals < r.e ? equals : r.b, "GN0105", "expected 'name = begin:end' in 'iterator'", true);
        return false;
    }
    struct range values = {equals + 1, r.e};
    unsigned first = parser_find(ps, values, ":");
    unsigned second = first < r.e ? parser_find(ps, (struct range){first + 1, r.e}, ":") : r.e;
    if (first >= r.e) {
        parser_error(ps, r.e, "GN0105", "expected ':' and the end of the range in 'iterator'", true);
        return false;
    }
    it.name = parser_text(ps, (struct range){name, equals});
    if (name > r.b)
        it.type = parser_text(ps, (struct range){r.b, name});
    it.loc = place_of_token(ps->f, ps->p, name);
    it.begin = parser_expression(ps, (struct range){values.b, first}, "iterator");
    it.end = parser_expression(ps, (struct range){first + 1, second}, "iterator");
    if (second < r.e)
        it.step = parser_expression(ps, (struct range){second + 1, r.e}, "iterator");
    vec_push(ps->f->arena, &c->iterators, it);
    return true;
}

bool iterators_parse(struct parser *ps, struct clause *c, unsigned *i)
{
    if (!parser_is(ps, *i + 1, "(")) {
        parser_error(ps, *i + 1, "GN0105", "expected '(' after 'iterator'", true);
        return false;
    }
    if (c->iterators.n) {
        parser_error(ps, *i, "GN0207", "'iterator' is given twice", false);
        return false;
    }
    unsigned close = parser_close(ps, *i + 1);
    struct range r = {*i + 2, close};
    *i = close + 1;
    while (close) {
        unsigned comma = parser_find(ps, r, ",");
        if (!one_iterator(ps, c, (struct range){r.b, comma}))
            return false;
        if (comma >= r.e)
            return true;
        r.b = comma + 1;
    }
    return false;
}

bool mapper_modifier_parse(struct parser *ps, struct clause *c, unsigned *i)
{
    unsigned open = *i + 1, name = open + 1;
    if (!parser_is(ps, open, "(") || parser_token(ps, name)->kind != TOK_IDENT || !parser_is(ps, name + 1, ")")) {
        parser_error(ps, open, "GN0105", "expected '(', the name of a mapper or 'default', and ')' after 'mapper'", false);
        return false;
    }
    if (c->user_op) {
        parser_error(ps, *i, "GN0207", "'mapper' is given twice", false);
        return false;
    }
    c->user_op = parser_text(ps, (struct range){name, name + 1});
    *i = name + 2;
    return true;
}

/* `( [id :] type var )` */
unsigned declare_mapper_parse(struct front *f, struct pragma *p, unsigned pos)
{
    struct parser ps = {f, p};
    unsigned end = (unsigned)p->toks.t.n - 1;
    struct mapper *m = NEW(f->arena, struct mapper);
    p->mapper = m;
    m->id = "default";
    if (!parser_is(&ps, pos, "(")) {
        parser_error(&ps, pos, "GN0105", "expected '(' after 'declare mapper'", true);
        return end;
    }
    unsigned close = parser_close(&ps, pos), at = pos + 1;
    if (!close)
        return end;
    if (parser_token(&ps, at)->kind == TOK_IDENT && parser_is(&ps, at + 1, ":")) {
        m->id = parser_text(&ps, (struct range){at, at + 1});
        at += 2;
    }
    if (close < at + 2 || parser_token(&ps, close - 1)->kind != TOK_IDENT) {
        parser_error(&ps, close, "GN0105", "expected a type and the name of a variable in 'declare mapper'", true);
        return close + 1;
    }
    m->type = parser_text(&ps, (struct range){at, close - 1});
    m->name = parser_text(&ps, (struct range){close - 1, close});
    return close + 1;
}
