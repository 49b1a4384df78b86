/* translate/known.c: what Clang says of the source's directives. It reads the preprocessed text, where the same
 * directives stand in the same order, and those that analysis writes beside them (acc/proved.c), in both texts. Where
 * the source has one that the preprocessed text lacks, macros hide what analysis decides by, which is an error; or the
 * preprocessor leaves that part out, and nothing is known of it.
 *
 * needs: the constructs of the source, read.   sets: acc_construct.node, func, types, unequal; acc_file.read, place,
 * places, and of headers routines.   breaks: nothing. */
#include "translate.h"

#include <string.h>

/* The preprocessed text, as a file of its own: front_parse has told what is wrong there. */
struct acc_file *translate_preprocessed(struct front *f, const struct raw *r)
{
    struct acc_file *whole = NEW(f->arena, struct acc_file);
    struct front *g = NEW(f->arena, struct front);
    struct front_options *o = NEW(f->arena, struct front_options);
    *g = *f;
    *o = *f->options;
    o->facts = r->facts;
    g->options = o;
    g->unit = NEW(f->arena, struct unit);
    g->unit->arena = f->arena;
    g->unit->path = r->path;
    g->src = r->text;
    g->len = (uint32_t)strlen(r->text);
    g->src_lines = linemap_build(g->arena, r->text, g->len, r->path);
    g->reports.v = NULL;
    g->reports.n = g->reports.cap = 0;
    g->acc_lines.v = NULL;
    g->acc_lines.n = g->acc_lines.cap = 0;
    g->ask = o->ask;
    acc_prove(g);
    whole->f = g;
    whole->t = (struct text){g->src, g->len};
    acc_read(whole);
    acc_ask(whole);
    return whole;
}

static bool is_in_source(const struct raw *r, struct loc at) { return !at.file || strcmp(at.file, r->path) == 0; }

/* ---- pairs ---- */

static bool is_same(const struct raw *r, const struct acc_construct *c, const struct acc_construct *x)
{
    bool same = c->directives == x->directives && c->clauses.n == x->clauses.n &&
                c->line->loc.line == x->line->loc.line && is_in_source(r, x->line->loc);
    for (size_t i = 0; same && i < c->clauses.n; i++)
        same = c->clauses.v[i].kind == x->clauses.v[i].kind;
    return same;
}

/* What is said of the words at x is said of those at c. A number is known that the source has as a macro. */
static void take_answer(struct acc_file *a, struct acc_construct *c, struct range at, const struct acc_file *whole,
                        const struct acc_construct *x, struct range there)
{
    struct parser ps = {whole->f, x->p};
    const struct acc_typed *said = acc_typed(x, there);
    struct acc_typed y = said ? *said : (struct acc_typed){.known = true, .value = acc_value(&ps, x, there)};
    y.tok = at.b;
    if (said || acc_known(&ps, x, there))
        vec_push(a->f->arena, &c->types, y);
}

/* the items of a clause, and the lengths in them, which `cache` has asked for */
static void take_items(struct acc_file *a, struct acc_construct *c, const struct acc_clause *k,
                       const struct acc_file *whole, const struct acc_construct *x, const struct acc_clause *l)
{
    struct parser ps = {a->f, c->p}, there = {whole->f, x->p};
    struct range r = {0}, s = {0};
    while (acc_next_item(&ps, acc_variables(k), &r) && acc_next_item(&there, acc_variables(l), &s)) {
        struct range m = {0}, n = {0};
        take_answer(a, c, r, whole, x, s);
        while (acc_next_length(&ps, r, &m) && acc_next_length(&there, s, &n))
            take_answer(a, c, m, whole, x, n);
    }
    take_answer(a, c, k->special, whole, x, l->special);
    take_answer(a, c, k->dim_is, whole, x, l->dim_is);
}

static void take_answers(struct acc_file *a, struct acc_construct *c, const struct acc_file *whole,
                         const struct acc_construct *x)
{
    c->node = x->node;
    c->func = x->func;
    for (size_t i = 0; i < c->clauses.n; i++)
        take_items(a, c, &c->clauses.v[i], whole, x, &x->clauses.v[i]);
    for (size_t i = 0; i < x->unequal.n; i++)
        vec_push(a->f->arena, &c->unequal, x->unequal.v[i]);
}

/* Does the preprocessor leave anything of the source's line? */
static bool is_left(const struct acc_file *whole, const struct raw *r, int line)
{
    for (uint32_t at = 0; at < whole->t.len; at = after_line(whole->t, at)) {
        struct loc l = linemap_at(whole->f->src_lines, at);
        size_t n = after_line(whole->t, at) - at;
        bool marker = whole->t.s[at] == '#' && whole->t.s[at + 1] == ' ';
        if (l.line == line && is_in_source(r, l) && !marker && strspn(whole->t.s + at, " \t\n") < n)
            return true;
    }
    return false;
}

/* Why the construct of the source is in nothing that Clang has read; once for a file, where it is left out */
static void tell_missing(struct acc_file *a, const struct acc_construct *c, bool left, bool *told)
{
    struct parser ps = {a->f, c->p};
    if (left)
        error_at(&ps, 3, "GN0204", "this '%s' cannot be translated: macros hide what is decided by; write them out",
                 c->line->name);
    else if (!*told)
        diag(a->f->diag, DIAG_WARNING, c->line->loc, NULL,
             "the preprocessor leaves out this '%s': what it calls, and types, are not known in such parts",
             c->line->name);
    *told |= !left;
}

static void pair(struct acc_file *a, const struct acc_file *whole, const struct raw *r)
{
    size_t next = 0;
    bool told = false;
    for_each_pointer (struct acc_construct, c, a->v) {
        size_t k = next;
        while (k < whole->v.n && !is_same(r, c, whole->v.v[k]))
            k++;
        if (k < whole->v.n) {
            take_answers(a, c, whole, whole->v.v[k]);
            next = k + 1;
        } else if (!c->p->broken) {
            tell_missing(a, c, is_left(whole, r, c->line->loc.line), &told);
        }
    }
}

void translate_know(struct acc_file *a, struct acc_file *whole, const struct raw *r)
{
    pair(a, whole, r);
    a->read = whole->t.s;
    a->places = translate_places(a, whole, r);
    a->place = translate_place;
    acc_routines(whole);
    for_each_pointer (struct acc_construct, c, whole->v)
        if (c->routine && !is_in_source(r, c->line->loc)) {
            struct acc_routine declared = whole->routines.v[c->routine - 1];
            declared.end = 0;
            vec_push(a->f->arena, &a->routines, declared);
        }
}
