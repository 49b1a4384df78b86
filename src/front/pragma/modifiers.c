/* pragma/modifiers.c: modifiers of map and motion clauses that have arguments of their own (OpenMP 5.2, 3.2.6
 * and 5.8.2), and the head of `declare mapper` (5.8.8). The probe copy declares their names, too: see probe.c. */
#include "parser.h"

/* `[type] name = begin : end [: step]` */
static bool one_iterator(struct parser *ps, struct clause *c, struct range r)
{
    struct iterator it = {.type = "int"};
    unsigned equals = find(ps, r, "="), name = equals - 1;
    if (equals >= r.e || equals == r.b || tok(ps, name)->kind != TOK_IDENT) {
        unsigned at = equals < r.e ? equals : r.b;
        error_at(ps, at, "GN0105", "expected 'name = begin:end' in 'iterator', found %s", found(ps, at));
        return false;
    }
    struct range values = {equals + 1, r.e};
    unsigned first = find(ps, values, ":");
    unsigned second = first < r.e ? find(ps, (struct range){first + 1, r.e}, ":") : r.e;
    if (first >= r.e) {
        error_at(ps, r.e, "GN0105", "expected ':' and the end of the range in 'iterator', found %s", found(ps, r.e));
        return false;
    }
    it.name = range_text(ps, (struct range){name, equals});
    if (name > r.b)
        it.type = range_text(ps, (struct range){r.b, name});
    it.loc = place_of_token(ps->f, ps->p, name);
    it.begin = expression(ps, (struct range){values.b, first}, "iterator");
    it.end = expression(ps, (struct range){first + 1, second}, "iterator");
    if (second < r.e)
        it.step = expression(ps, (struct range){second + 1, r.e}, "iterator");
    vec_push(ps->f->arena, &c->iterators, it);
    return true;
}

bool iterators_parse(struct parser *ps, struct clause *c, unsigned *i)
{
    if (!is(ps, *i + 1, "(")) {
        error_at(ps, *i + 1, "GN0105", "expected '(' after 'iterator', found %s", found(ps, *i + 1));
        return false;
    }
    if (c->iterators.n) {
        error_at(ps, *i, "GN0207", "'iterator' is given twice");
        return false;
    }
    unsigned close = matching(ps, *i + 1);
    struct range r = {*i + 2, close};
    *i = close + 1;
    while (close) {
        unsigned comma = find(ps, r, ",");
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
    if (!is(ps, open, "(") || tok(ps, name)->kind != TOK_IDENT || !is(ps, name + 1, ")")) {
        error_at(ps, open, "GN0105", "expected '(', the name of a mapper or 'default', and ')' after 'mapper'");
        return false;
    }
    if (c->user_op) {
        error_at(ps, *i, "GN0207", "'mapper' is given twice");
        return false;
    }
    c->user_op = range_text(ps, (struct range){name, name + 1});
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
    if (!is(&ps, pos, "(")) {
        error_at(&ps, pos, "GN0105", "expected '(' after 'declare mapper', found %s", found(&ps, pos));
        return end;
    }
    unsigned close = matching(&ps, pos), at = pos + 1;
    if (!close)
        return end;
    if (tok(&ps, at)->kind == TOK_IDENT && is(&ps, at + 1, ":")) {
        m->id = range_text(&ps, (struct range){at, at + 1});
        at += 2;
    }
    if (close < at + 2 || tok(&ps, close - 1)->kind != TOK_IDENT) {
        error_at(&ps, close, "GN0105", "expected a type and the name of a variable in 'declare mapper', found %s",
                 found(&ps, close));
        return close + 1;
    }
    m->type = range_text(&ps, (struct range){at, close - 1});
    m->name = range_text(&ps, (struct range){close - 1, close});
    return close + 1;
}
