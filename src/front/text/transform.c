/* text/transform.c: loop transformations (OpenMP 5.2, 9; 6.0, 11): tile, unroll, reverse, interchange. The preprocessed
 * text is rewritten to the loops that a directive generates, so that everything after this pass sees ordinary loops.
 * The parts of the user's loops come from Clang (ask.h); a directive over another one transforms the loops that the
 * other generates, whose parts are known here. Lines stay where they were. A directive whose loops do not have the form
 * that it needs is left in the text: the host compiler knows it, and in device code it is an error (legality.c).
 *
 *     for (T i = lb; i < ub; i += st) body   has N iterations, numbered from 0: in iteration k, i is lb + k * st.
 *
 * needs: f->src.   sets: f->src, f->untransformed.   breaks: nothing. */
#include "../pragma/parser.h"
#include "ask.h"
#include "source_text.h"

#include <ctype.h>
#include <string.h>

enum { MOST_LOOPS = 16 };

struct head {         /* the head of a loop, the user's or a generated one, as text */
    const char *text; /* `for (…)` */
    const char *name, *type, *lb, *ub, *rel, *step;
    bool up, pointer;
    unsigned width;      /* bytes of the type that the condition compares in */
    uint32_t decl;       /* of its variable: a number that no other variable has */
    VEC(uint32_t) names; /* the variables that its bounds name */
};
struct nest {
    VEC(struct head) heads; /* directly one in the other */
    const char *inside;     /* the text before the user's body in the innermost loop: declarations, further loops */
    unsigned braces;        /* that `inside` leaves open */
    struct span body;       /* the user's */
    uint32_t end;           /* of the whole statement */
};

struct transformation {
    struct span line;
    enum { TILE, UNROLL, REVERSE, INTERCHANGE } kind;
    bool has_argument; /* sizes(…), partial or permutation(…) */
    bool full;         /* unroll full */
    VEC(const char *) arguments;
    struct span brackets;
    bool is_taken; /* by a directive in the line before */
    const char *wrong;
    uint32_t wrong_at;
};
struct rewriter {
    struct front *f;
    struct text t;
    VEC(struct transformation) d;
    VEC(struct question) asked; /* of the directive of the same number */
    uint32_t variables;
};

/* ---- the directives ---- */

static void read_argument(struct parser *ps, struct transformation *d)
{
    static const char *const words[] = {"sizes", "partial", NULL, "permutation"};
    unsigned n = (unsigned)ps->p->toks.t.n;
    d->full = d->kind == UNROLL && is(ps, 4, "full");
    for (unsigned i = 4; words[d->kind] && i + 1 < n; i++) {
        if (!is(ps, i, words[d->kind]))
            continue;
        d->has_argument = true;
        unsigned close = is(ps, i + 1, "(") ? skip_bracket(ps, i + 1, n) - 1 : 0;
        if (!close || !is(ps, close, ")"))
            return;
        d->brackets = (struct span){tok(ps, i + 1)->off, tok(ps, close)->off + 1};
        for (struct range r = {i + 2, close}; r.b < close; r.b = r.e + 1) {
            r.e = find(ps, (struct range){r.b, close}, ",");
            vec_push(ps->f->arena, &d->arguments, r.b < r.e ? range_text(ps, r) : "");
        }
        return;
    }
}

/* Is the line before `at` (blank lines and line markers do not count) another directive? Then that one transforms the
 * loops that this one generates. */
static bool has_taker(struct text t, uint32_t at)
{
    while (at > 0) {
        uint32_t e = at - 1, b = e;
        while (b > 0 && t.s[b - 1] != '\n')
            b--;
        uint32_t first = b;
        while (first < e && isspace((unsigned char)t.s[first]))
            first++;
        if (first == e || (t.s[b] == '#' && !is_omp_line(t.s, b, e))) {
            at = b;
            continue;
        }
        return t.s[b] == '#';
    }
    return false;
}

static bool read_line(struct front *f, struct text t, uint32_t at, struct transformation *d)
{
    static const char *const words[] = {"tile", "unroll", "reverse", "interchange"};
    uint32_t e = after_line(t, at);
    e -= e > at && t.s[e - 1] == '\n';
    if (t.s[at] != '#' || !is_omp_line(t.s, at, e))
        return false;
    struct pragma p = {.begin = at, .end = e};
    struct parser ps = {f, &p};
    int kind = 0;
    lex_pragma(f->arena, t.s, at, e, false, &p.toks);
    while (kind < 4 && !is(&ps, 3, words[kind]))
        kind++;
    if (kind == 4)
        return false;
    *d = (struct transformation){.line = {at, e}, .kind = kind, .is_taken = has_taker(t, at)};
    read_argument(&ps, d);
    return true;
}

/* The text that Clang reads: a directive is `while (its arguments)` over its loops. */
static void ask(struct rewriter *w)
{
    char *text = arena_strndup(w->f->arena, w->t.s, w->t.len);
    for (size_t i = 0; i < w->d.n; i++) {
        const struct transformation *d = &w->d.v[i];
        memset(text + d->line.b, ' ', d->line.e - d->line.b);
        memcpy(text + d->line.b, d->arguments.n ? "while" : "while(0)", d->arguments.n ? 5 : 8);
        if (d->arguments.n)
            memcpy(text + d->brackets.b, w->t.s + d->brackets.b, d->brackets.e - d->brackets.b);
        vec_push(w->f->arena, &w->asked, (struct question){.at = d->line.b});
    }
    w->f->ask(w->f, text, w->asked.v, w->asked.n);
}

static bool refuse(struct transformation *d, const char *why, uint32_t at)
{
    if (!d->wrong) {
        d->wrong = why;
        d->wrong_at = at;
    }
    return false;
}

/* ---- the loops below a directive ---- */

static const char *piece(struct rewriter *w, struct slice s)
{
    return trimmed(w->f, w->t, (struct span){s.begin, s.end});
}

static struct head head_of(struct rewriter *w, const struct asked_loop *asked)
{
    static const char *const relations[] = {
        [REL_LT] = "<", [REL_LE] = "<=", [REL_GT] = ">", [REL_GE] = ">=", [REL_NE] = "!="};
    const struct loop *l = &asked->loop;
    struct head h = {.name = l->iv->name, .type = asked->type, .width = asked->width, .decl = l->iv->decl};
    h.text = trimmed(w->f, w->t, (struct span){l->stmt.begin, skip_blank(w->t, l->inc.end) + 1});
    h.lb = piece(w, l->lb);
    h.ub = piece(w, l->ub);
    h.rel = relations[l->rel];
    h.up = l->rel == REL_LT || l->rel == REL_LE || (l->rel == REL_NE && l->step_sign > 0);
    h.pointer = l->iv->type->kind == TYPE_POINTER;
    h.step = l->step.begin < l->step.end ? piece(w, l->step) : "1";
    h.step = arena_printf(w->f->arena, h.up == (l->step_sign > 0) ? "(%s)" : "(-(%s))", h.step);
    for (size_t i = 0; i < asked->names.n; i++)
        vec_push(w->f->arena, &h.names, asked->names.v[i]);
    return h;
}

static bool generate(struct rewriter *w, size_t k, unsigned wanted, struct nest *out);

/* n loops directly one in the other, the user's and those that another directive generates */
static bool loops_below(struct rewriter *w, size_t k, unsigned n, struct nest *out)
{
    struct question *q = &w->asked.v[k];
    *out = (struct nest){.inside = ""};
    for (size_t i = 0; i < q->loops.n && i < n; i++) {
        const struct loop *l = &q->loops.v[i].loop;
        vec_push(w->f->arena, &out->heads, head_of(w, &q->loops.v[i]));
        out->body = (struct span){l->body.begin, l->body.end};
        out->end = q->loops.v[0].loop.stmt.end;
    }
    if (out->heads.n == n)
        return true;
    struct nest below;
    if (!q->below)
        return refuse(&w->d.v[k], q->wrong, q->wrong_at);
    if (!generate(w, (size_t)(q->below - w->asked.v), n - (unsigned)out->heads.n, &below))
        return false;
    for (size_t i = 0; i < below.heads.n; i++)
        vec_push(w->f->arena, &out->heads, below.heads.v[i]);
    out->inside = below.inside;
    out->braces = below.braces;
    out->body = below.body;
    out->end = out->end ? out->end : below.end;
    return out->heads.n >= n;
}

static bool names(const struct head *h, const struct head *other)
{
    for (size_t i = 0; i < h->names.n; i++)
        if (h->names.v[i] == other->decl)
            return true;
    return false;
}

static bool is_rectangular(const struct nest *s, unsigned n)
{
    for (unsigned i = 1; i < n; i++)
        for (unsigned j = 0; j < i; j++)
            if (names(&s->heads.v[i], &s->heads.v[j]))
                return false;
    return true;
}

/* ---- what is generated ---- */

/* The trip count: bounds are subtracted as unsigned numbers of the width in which the condition compares them, so that
 * both wrap alike. */
static const char *trips(struct front *f, const struct head *h)
{
    const char *type = h->width > 4 || h->pointer ? "unsigned long" : "unsigned";
    const char *first = arena_printf(f->arena, "(%s)(%s)", h->type, h->lb),
               *last = arena_printf(f->arena, "(%s)", h->ub);
    const char *lo = h->up ? first : last, *hi = h->up ? last : first;
    const char *unit = h->pointer ? arena_printf(f->arena, "(sizeof *(%s)0 * (unsigned long)%s)", h->type, h->step)
                                  : arena_printf(f->arena, "(unsigned long)%s", h->step);
    const char *all = arena_printf(f->arena, "(unsigned long)((%s)%s - (%s)%s)", type, hi, type, lo);
    if (h->rel[0] == '!')
        return arena_printf(f->arena, "(%s / %s)", all, unit);
    return arena_printf(f->arena, h->rel[1] ? "(%s %s %s ? %s / %s + 1 : 0)" : "(%s %s %s ? (%s - 1) / %s + 1 : 0)",
                        first, h->rel, last, all, unit);
}

/* the user's variable in iteration number k */
static const char *declaration(struct front *f, const struct head *h, const char *k)
{
    const char *type =
        strpbrk(h->type, "([") ? arena_printf(f->arena, "__typeof__(%s)", h->type) : h->type; /* int (*)[4] */
    return arena_printf(f->arena, "%s %s = (%s)((%s) %c (long)(%s) * (long)%s); ", type, h->name, h->type, h->lb,
                        h->up ? '+' : '-', k, h->step);
}

/* `for (unsigned long name = lb; name < ub; name += step)` over the iterations of h */
static struct head counted(struct rewriter *w, const struct head *h, const char *name, const char *lb, const char *ub,
                           const char *step)
{
    struct head c = {.name = name, .type = "unsigned long", .lb = lb, .ub = ub, .rel = "<", .up = true, .width = 8};
    c.step = step ? arena_printf(w->f->arena, "(unsigned long)(%s)", step) : "1";
    c.text = step ? arena_printf(w->f->arena, "for (unsigned long %s = %s; %s < %s; %s += %s) ", name, lb, name, ub,
                                 name, c.step)
                  : arena_printf(w->f->arena, "for (unsigned long %s = %s; %s < %s; %s++) ", name, lb, name, ub, name);
    c.decl = UINT32_MAX - ++w->variables;
    for (size_t i = 0; i < h->names.n; i++)
        vec_push(w->f->arena, &c.names, h->names.v[i]);
    return c;
}

/* Loops over tiles, in them loops over the iterations of one. */
static void tile(struct rewriter *w, const struct nest *in, const char *const *sizes, unsigned n, unsigned id,
                 struct nest *out, struct sb *inside)
{
    struct front *f = w->f;
    for (unsigned j = 0; j < n; j++) {
        const struct head *h = &in->heads.v[j];
        vec_push(
            f->arena, &out->heads,
            counted(w, h, arena_printf(f->arena, TRANSFORMATION_VARIABLE "%u_f%u", id, j), "0", trips(f, h), sizes[j]));
    }
    for (unsigned j = 0; j < n; j++) {
        const struct head *h = &in->heads.v[j];
        const char *tiles = out->heads.v[j].name, *all = trips(f, h), *size = out->heads.v[j].step,
                   *name = arena_printf(f->arena, TRANSFORMATION_VARIABLE "%u_t%u", id, j);
        const char *end = arena_printf(f->arena, "(%s - %s > %s ? %s + %s : %s)", all, tiles, size, tiles, size, all);
        struct head c = counted(w, h, name, tiles, end, NULL);
        vec_push(f->arena, &c.names, out->heads.v[j].decl);
        vec_push(f->arena, &out->heads, c);
        sb_add(inside, declaration(f, h, name));
    }
}

static void reverse(struct rewriter *w, const struct head *h, unsigned id, struct nest *out, struct sb *inside)
{
    const char *all = trips(w->f, h), *name = arena_printf(w->f->arena, TRANSFORMATION_VARIABLE "%u_r", id);
    vec_push(w->f->arena, &out->heads, counted(w, h, name, "0", all, NULL));
    sb_add(inside, declaration(w->f, h, arena_printf(w->f->arena, "%s - 1 - %s", all, name)));
}

/* in which order `interchange` puts n loops */
static bool permutation_of(struct rewriter *w, size_t k, unsigned *order, unsigned *n)
{
    struct transformation *d = &w->d.v[k];
    const struct question *q = &w->asked.v[k];
    bool seen[MOST_LOOPS] = {0};
    *n = d->has_argument ? (unsigned)d->arguments.n : 2;
    if (*n < 2 || *n > MOST_LOOPS || (d->has_argument && q->values.n != *n))
        return refuse(d, "a permutation has the numbers of two loops or more", d->line.b);
    for (unsigned i = 0; i < *n; i++) {
        struct answer a = d->has_argument ? q->values.v[i] : (struct answer){.known = true, .value = 2 - (int64_t)i};
        if (!a.known || a.value < 1 || a.value > *n || seen[a.value - 1])
            return refuse(d, "a permutation names each loop once, by a constant", d->line.b);
        seen[a.value - 1] = true;
        order[i] = (unsigned)a.value - 1;
    }
    return true;
}

/* how many loops the directive takes; 0: the directive cannot be carried out. (Clang's check of the user's file refuses
 * sizes that are not positive.) */
static unsigned loops_taken(struct rewriter *w, size_t k, unsigned *order)
{
    struct transformation *d = &w->d.v[k];
    unsigned n = 1;
    switch (d->kind) {
    case TILE:
        if (!d->arguments.n || d->arguments.n > MOST_LOOPS)
            refuse(d, "'tile' has the sizes of one to 16 loops", d->line.b);
        return d->arguments.n <= MOST_LOOPS ? (unsigned)d->arguments.n : 0;
    case UNROLL:
        if (d->is_taken && !d->has_argument) /* a fully unrolled loop is no loop any more */
            refuse(d, "without 'partial' no loop is left that another directive could take", d->line.b);
        return d->has_argument || !d->is_taken;
    case REVERSE:
        return 1;
    default:
        return permutation_of(w, k, order, &n) ? n : 0;
    }
}

static bool stays_loop(const struct transformation *d)
{
    return d->kind == INTERCHANGE || (d->kind == UNROLL && !d->is_taken); /* the compilers can still analyse such a
                                                                           * loop */
}

/* The loops that directive k generates and, where these stay perfectly nested, loops inside them, up to `wanted` loops
 * in all. */
static bool generate(struct rewriter *w, size_t k, unsigned wanted, struct nest *out)
{
    const struct transformation *d = &w->d.v[k];
    struct front *f = w->f;
    unsigned order[MOST_LOOPS] = {0}, n = loops_taken(w, k, order), all = n;
    struct nest in;
    struct sb inside = {0};
    if (n && stays_loop(d) && wanted > n)
        all = wanted;
    if (!n || !loops_below(w, k, all, &in))
        return false;
    if (!is_rectangular(&in, n))
        return refuse(&w->d.v[k], "the bounds of one loop name the variable of another", in.body.b);
    *out = (struct nest){.braces = in.braces, .body = in.body, .end = in.end};
    if (d->kind == TILE)
        tile(w, &in, d->arguments.v, n, (unsigned)k + 1, out, &inside);
    else if (d->kind == REVERSE)
        reverse(w, &in.heads.v[0], (unsigned)k + 1, out, &inside);
    else if (d->kind == UNROLL && d->is_taken)
        tile(w, &in, d->arguments.n ? d->arguments.v : (const char *const[]){"4"}, 1, (unsigned)k + 1, out, &inside);
    bool same = stays_loop(d);
    for (unsigned i = 0; i < in.heads.n; i++)
        if (same)
            vec_push(f->arena, &out->heads, in.heads.v[d->kind == INTERCHANGE && i < n ? order[i] : i]);
        else if (i >= n)
            sb_printf(&inside, "%s ", in.heads.v[i].text);
    if (!same && in.heads.n > n) {
        sb_add(&inside, "{ ");
        out->braces++;
    }
    sb_add(&inside, in.inside);
    out->inside = sb_take(&inside, f->arena);
    return true;
}

/* ---- the text ---- */

/* Writes the line ends of the text, and its last line marker, but nothing else: later lines keep their numbers. */
static void put_lines(struct sb *out, struct text t, struct span s)
{
    uint32_t from = s.b, marker = UINT32_MAX;
    for (uint32_t i = s.b; i < s.e; i++)
        if (t.s[i] == '#' && i > 0 && t.s[i - 1] == '\n' && t.s[i + 1] == ' ')
            marker = i;
    if (marker != UINT32_MAX) {
        from = after_line(t, marker);
        from = from > s.e ? s.e : from;
        sb_addc(out, '\n');
        sb_addn(out, t.s + marker, from - marker);
    }
    for (uint32_t i = from; i < s.e; i++)
        if (t.s[i] == '\n')
            sb_addc(out, '\n');
}

/* Writes the text s with its directives, from number k on, rewritten; returns the first directive after it. */
static size_t rewrite(struct rewriter *w, struct span s, size_t k, struct sb *out)
{
    uint32_t from = s.b;
    while (k < w->d.n && w->d.v[k].line.b < s.e) {
        const struct transformation *d = &w->d.v[k];
        struct nest n;
        if (d->line.b < from || !generate(w, k, 1, &n)) {
            k++;
            continue;
        }
        sb_addn(out, w->t.s + from, d->line.b - from);
        from = d->line.e;
        if (d->kind == UNROLL && !d->is_taken) { /* left to the compilers */
            if (d->arguments.n && w->asked.v[k].values.n == 1 && w->asked.v[k].values.v[0].known)
                sb_printf(out, "#pragma clang loop unroll_count(%lld)", (long long)w->asked.v[k].values.v[0].value);
            else if (d->full)
                sb_add(out, "#pragma clang loop unroll(full)");
            k++;
            continue;
        }
        for (size_t i = 0; i < n.heads.n; i++)
            sb_printf(out, "%s ", n.heads.v[i].text);
        put_lines(out, w->t, (struct span){from, n.body.b});
        sb_printf(out, "{ %s", n.inside);
        while (k < w->d.n && w->d.v[k].line.b < n.body.b)
            k++;
        k = rewrite(w, n.body, k, out);
        for (unsigned i = 0; i <= n.braces; i++)
            sb_add(out, " }");
        put_lines(out, w->t, (struct span){n.body.e, n.end}); /* the braces between the loops */
        from = n.end;
    }
    sb_addn(out, w->t.s + from, s.e - from);
    return k;
}

static void find_directives(struct rewriter *w)
{
    struct transformation d;
    for (uint32_t at = 0; at < w->t.len; at = after_line(w->t, at))
        if (w->t.s[at] == '#' && read_line(w->f, w->t, at, &d))
            vec_push(w->f->arena, &w->d, d);
}

void transforms_apply(struct front *f)
{
    struct rewriter w = {.f = f, .t = {f->src, f->len}};
    struct sb out = {0};
    find_directives(&w);
    if (!w.d.n)
        return;
    ask(&w);
    rewrite(&w, (struct span){0, w.t.len}, 0, &out);
    for (size_t i = 0; i < w.d.n; i++)
        if (w.d.v[i].wrong)
            vec_push(f->arena, &f->untransformed,
                     (struct untransformed){linemap_at(f->src_lines, w.d.v[i].line.b),
                                            linemap_at(f->src_lines, w.d.v[i].wrong_at), w.d.v[i].wrong});
    f->len = (uint32_t)out.n;
    f->src = sb_take(&out, f->arena);
    f->src_lines = linemap_build(f->arena, f->src, f->len, f->options->path);
}
