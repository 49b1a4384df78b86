/* pragma/extension.c: lines `#pragma ompx …`: what Gantry takes beyond OpenMP, said in lines of their own so that other
 * compilers ignore them. `registers` and `resident` stand in front of a target construct and give it a clause;
 * `single_launch` is a construct of its own, whose statement is a loop of the host with target regions in it, as are
 * `barrier league` and `single league`, which order the teams of a region; the others say what the user knows: they are
 * `assume` with the clauses that follow, whose name may be left out. */
#include "parser.h"

#include <string.h>

static void expect_no_more(struct parser *ps, unsigned i)
{
    if (tok(ps, i)->kind != TOK_END)
        error_at(ps, i, "GN0105", "expected the end of the line, found %s", found(ps, i));
}

static void read_resident(struct parser *ps, unsigned i)
{
    struct clause *c = clause_append(ps, CLAUSE_RESIDENT, i);
    c->written = clause_name(CLAUSE_RESIDENT);
    expect_no_more(ps, i + 1);
}

static void read_registers(struct parser *ps, unsigned i)
{
    if (!is(ps, i + 1, "(")) {
        error_at(ps, i + 1, "GN0105", "expected '(' after 'registers', found %s", found(ps, i + 1));
        return;
    }
    unsigned close = matching(ps, i + 1);
    if (!close)
        return;
    struct clause *c = clause_append(ps, CLAUSE_REGISTERS, i);
    struct slice whole = range_slice(ps, (struct range){i, close + 1});
    c->written = arena_strndup(ps->f->arena, ps->f->src + whole.begin, whole.end - whole.begin);
    argument_parse(ps, c, (struct range){i + 2, close});
    expect_no_more(ps, close + 1);
}

static bool says_what_is_known(const struct parser *ps, unsigned i)
{
    static const enum clause_kind kinds[] = {CLAUSE_HOLDS, CLAUSE_INDEPENDENT, CLAUSE_SIZES};
    bool known = is(ps, i, directive_rows[DIR_ASSUME].name);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        known |= is(ps, i, clause_name(kinds[k]));
    return known;
}

static void becomes_construct(struct pragma *p, enum directive d)
{
    p->dir = d;
    p->form = directive_rows[d].form;
    p->unknown = false;
    p->in_hand = true;
}

static void read_single_launch(struct parser *ps, unsigned i)
{
    becomes_construct(ps->p, DIR_SINGLE_LAUNCH);
    expect_no_more(ps, i + 1);
}

/* `barrier league`, `single league` from token i on? */
static bool orders_league(const struct parser *ps, unsigned i, enum directive *d)
{
    *d = is(ps, i, directive_rows[DIR_BARRIER].name) ? DIR_BARRIER_LEAGUE : DIR_SINGLE_LEAGUE;
    return (*d == DIR_BARRIER_LEAGUE || is(ps, i, directive_rows[DIR_SINGLE].name)) && is(ps, i + 1, "league");
}

static void read_league(struct parser *ps, unsigned i, enum directive d)
{
    becomes_construct(ps->p, d);
    clauses_parse(ps->f, ps->p, i + 2);
}

static void read_assume(struct parser *ps, unsigned i)
{
    struct pragma *p = ps->p;
    becomes_construct(p, DIR_ASSUME);
    clauses_parse(ps->f, p, i + is(ps, i, directive_rows[DIR_ASSUME].name));
}

struct pragma *extension_parse(struct front *f, uint32_t begin, uint32_t end)
{
    enum { FIRST = 3 }; /* after `# pragma ompx` */
    struct pragma *p = NEW(f->arena, struct pragma);
    struct parser ps = {f, p};
    enum directive league;
    /* unknown to OpenMP: the probe copy has blanks in its place, and the clause where the construct is */
    *p = (struct pragma){.begin = begin,
                         .end = end,
                         .text_end = end,
                         .form = FORM_DECL,
                         .unknown = true,
                         .extension = true,
                         .always_ours = true};
    p->loc = linemap_at(f->src_lines, begin);
    lex_pragma(f->arena, f->src, begin, end, false, &p->toks);
    if (is(&ps, FIRST, clause_name(CLAUSE_REGISTERS)))
        read_registers(&ps, FIRST);
    else if (is(&ps, FIRST, directive_rows[DIR_SINGLE_LAUNCH].name))
        read_single_launch(&ps, FIRST);
    else if (is(&ps, FIRST, clause_name(CLAUSE_RESIDENT)))
        read_resident(&ps, FIRST);
    else if (orders_league(&ps, FIRST, &league))
        read_league(&ps, FIRST, league);
    else if (says_what_is_known(&ps, FIRST))
        read_assume(&ps, FIRST);
    else
        report(f, DIAG_WARNING, place_of_token(f, p, FIRST), (int)tok(&ps, FIRST)->len, p, "GN0113",
               "'#pragma ompx' knows 'single_launch', 'resident', 'barrier league', 'single league', 'registers', "
               "'holds', 'independent' and 'sizes', not %s: the line is ignored",
               found(&ps, FIRST));
    return p;
}

/* Only blanks, line markers and other pragmas stand between an extension and its construct. */
static bool is_next(const struct front *f, uint32_t from, uint32_t to)
{
    bool bol = true;
    for (uint32_t i = from; i < to; i++) {
        if (bol && f->src[i] == '#')
            while (i < to && f->src[i] != '\n')
                i++;
        else if (!strchr(" \t\r\n", f->src[i]))
            return false;
        bol = i < to && f->src[i] == '\n';
    }
    return true;
}

void extension_give(struct front *f, struct pragma *x, struct pragma *p)
{
    struct parser ps = {f, x};
    if (!x->clauses || x->broken)
        return;
    const char *name = clause_name(x->clauses->kind);
    bool of_league = x->clauses->kind == CLAUSE_RESIDENT;
    unsigned needs = LEAF_TARGET | (of_league ? LEAF_TEAMS : 0);
    if (!p || (p->leaves & needs) != needs || !is_next(f, x->end, p->begin)) {
        error_at(&ps, 0, "GN0112", "'#pragma ompx %s' must stand directly in front of a %s construct", name,
                 of_league ? "target teams" : "target");
        return;
    }
    for (const struct clause *c = p->clauses; c; c = c->next)
        if (c->kind == x->clauses->kind) {
            error_at(&ps, 3, "GN0203", "'%s' may be given only once", name);
            report(f, DIAG_NOTE, c->loc, (int)strlen(name), x, NULL, "given before here");
            return;
        }
    unfinished(x->clauses)->next = p->clauses; /* expressions do not depend on the order */
    p->clauses = x->clauses;
}
