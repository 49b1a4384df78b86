/* translate/known.c: what Clang says of the source's directives. It reads the preprocessed text, where the same
 * directives stand in the same order, and those that analysis writes beside them (acc/proved.c), in both texts. Where
 * one text has such a directive that the other lacks, macros hide what analysis decides by, or lines stand between:
 * then nothing is decided for that function. Where the preprocessor leaves a part out, nothing is known of it.
 *
 * needs: the constructs of the source, read.   sets: acc_construct.node, func, types, unequal, up, stmt, end_is_hidden;
 * acc_file.read, place, places, and of headers routines.   breaks: nothing. */
#include "translate.h"

#include <string.h>

/* The preprocessed text, as a file of its own: front_parse has told what is wrong there. */
static struct acc_file *preprocessed(struct front *f, const struct raw *r)
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

/* Which construct of the source each of those that Clang has read is; NULL: none */
typedef VEC(struct acc_construct *) pair_list;

static void pair(struct acc_file *a, const struct acc_file *whole, const struct raw *r, pair_list *pairs)
{
    size_t next = 0;
    for (size_t i = 0; i < whole->v.n; i++)
        vec_push(a->f->arena, pairs, NULL);
    for_each_pointer (struct acc_construct, c, a->v) {
        size_t k = next;
        while (k < whole->v.n && !is_same(r, c, whole->v.v[k]))
            k++;
        if (k == whole->v.n)
            continue;
        pairs->v[k] = c;
        next = k + 1;
    }
}

static bool is_paired(const pair_list *pairs, const struct acc_construct *c)
{
    for_each_pointer (struct acc_construct, x, *pairs)
        if (x == c)
            return true;
    return false;
}

/* Does the preprocessed text have a directive of the user's in the line? Macros make some, which stay. */
static bool has_directive_in(const struct acc_file *whole, const struct raw *r, int line)
{
    struct text t = {r->text, (uint32_t)strlen(r->text)};
    const struct linemap *lines = linemap_build(whole->f->arena, t.s, t.len, r->path);
    for (uint32_t at = 0; at < t.len; at = after_line(t, at)) {
        struct loc l = linemap_at(lines, at);
        if (is_acc_line(t.s, at, after_line(t, at)) && l.line == line && is_in_source(r, l))
            return true;
    }
    return false;
}

/* A line in which one of the texts has a directive that the other lacks; 0: there is none */
static int differing_line(const struct acc_file *a, const struct acc_file *whole, const struct raw *r,
                          const pair_list *pairs)
{
    for_each_pointer (struct acc_construct, c, a->v)
        if (!is_paired(pairs, c) && !c->p->broken && is_left(whole, r, c->line->loc.line))
            return c->line->loc.line;
    for (size_t i = 0; i < whole->v.n; i++) {
        struct loc l = whole->v.v[i]->line->loc;
        if (!pairs->v[i] && is_in_source(r, l) && !has_directive_in(whole, r, l.line))
            return l.line;
    }
    return 0;
}

static struct acc_construct *pair_of(const struct acc_file *whole, const pair_list *pairs,
                                     const struct acc_construct *x)
{
    for (size_t i = 0; x && i < whole->v.n; i++)
        if (whole->v.v[i] == x)
            return pairs->v[i];
    return NULL;
}

/* Which construct stands in which, and where its statement ends: brackets say so in the source, too, unless macros have
 * them, or words before statements. */
static void take_places(struct acc_file *a, const struct acc_file *whole, const pair_list *pairs)
{
    for (size_t i = 0; i < whole->v.n; i++) {
        const struct acc_construct *x = whole->v.v[i], *up = x->up;
        struct acc_construct *c = pairs->v[i];
        if (!c)
            continue;
        while (up && !pair_of(whole, pairs, up))
            up = up->up;
        c->up = pair_of(whole, pairs, up);
        if (!acc_tree(x))
            continue;
        uint32_t end = acc_end_of(a, acc_tree(x)->at.end);
        c->stmt = (struct span){c->stmt.b ? c->stmt.b : c->at.e, end ? end : c->at.e + 1};
        c->end_is_hidden = !end;
        a->lost = false;
    }
}

static void know(struct acc_file *a, struct acc_file *whole, const struct raw *r, const pair_list *pairs)
{
    bool told = false;
    for (size_t i = 0; i < whole->v.n; i++)
        if (pairs->v[i])
            take_answers(a, pairs->v[i], whole, whole->v.v[i]);
    for_each_pointer (struct acc_construct, c, a->v)
        if (!is_paired(pairs, c) && !c->p->broken) {
            bool left = is_left(whole, r, c->line->loc.line);
            tell_missing(a, c, left, &told);
            c->up = left ? NULL : c->up; /* what it stands in is not known */
        }
    a->read = whole->t.s;
    a->places = translate_places(a, whole, r);
    a->place = translate_place;
    take_places(a, whole, pairs);
    acc_routines(whole);
    for_each_pointer (struct acc_construct, c, whole->v)
        if (c->routine && !is_in_source(r, c->line->loc)) {
            struct acc_routine declared = whole->routines.v[c->routine - 1];
            declared.end = 0;
            vec_push(a->f->arena, &a->routines, declared);
        }
}

/* ---- where the texts are not decided alike ---- */

/* The facts, without what is known of loops in the function that has the line, of all or of those that keep the place
 * of an extreme value, of which every word counts; the same ones: it has none */
static const struct file_facts *without(struct arena *arena, const struct file_facts *facts, int line, bool all)
{
    struct file_facts *less = NEW(arena, struct file_facts);
    bool changed = false;
    if (!facts)
        return NULL;
    *less = *facts;
    less->loops.v = NULL;
    less->loops.n = less->loops.cap = 0;
    for_each (const struct loop_fact, x, facts->loops) {
        struct loop_fact y = *x;
        bool here = x->parallel && (all || x->found) && x->func_begin.line <= line && line <= x->func_end.line;
        y.parallel &= !here;
        y.said = here ? "serial: macros, or lines between, hide what is decided by" : x->said;
        changed |= here;
        vec_push(arena, &less->loops, y);
    }
    return changed ? less : facts;
}

static bool take_back(struct front *f, struct raw *r, int line, bool all)
{
    struct front_options *o = NEW(f->arena, struct front_options);
    const struct file_facts *here = without(f->arena, f->options->facts, line, all),
                            *there = without(f->arena, r->facts, line, all);
    bool changed = here != f->options->facts || there != r->facts;
    *o = *f->options;
    o->facts = here;
    f->options = o;
    r->facts = there;
    if (changed && all)
        diag(f->diag, DIAG_WARNING, (struct loc){.file = r->path, .line = line}, NULL,
             "macros, or lines between, hide what is decided by: loops of this function that 'kernels' and 'auto' "
             "leave to the compiler run in order");
    return changed;
}

struct acc_file *translate_read(struct front *f, struct raw *r)
{
    struct acc_file *a = NEW(f->arena, struct acc_file), *whole;
    const struct front was = *f;
    pair_list pairs;
    for (;;) {
        *a = (struct acc_file){.f = f};
        pairs.v = NULL;
        pairs.n = pairs.cap = 0;
        whole = preprocessed(f, r);
        acc_prove(f);
        a->t = (struct text){f->src, f->len};
        acc_read(a);
        pair(a, whole, r, &pairs);
        int line = differing_line(a, whole, r, &pairs);
        if (!line || (!take_back(f, r, line, false) && !take_back(f, r, line, true)))
            break;
        const struct front_options *less = f->options;
        *f = was;
        f->options = less;
    }
    know(a, whole, r, &pairs);
    return a;
}
