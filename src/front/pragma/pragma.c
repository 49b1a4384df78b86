/* pragma/pragma.c: reads the directive of a pragma line. What is no directive, or no legal combination of constructs,
 * is an error here; clause.c continues after the directive's words. */
#include "../front_private.h"

#include <string.h>

/* Number of tokens that spell `name` ("target enter data") from token i on; 0 if they do not. */
static unsigned match_words(const struct front *f, const struct pragma *p, unsigned i, const char *name)
{
    unsigned n = 0;
    while (*name) {
        size_t w = strcspn(name, " ");
        const struct token *t = token_of(p, i + n);
        if (t->kind != TOK_IDENT || t->len != w || memcmp(f->src + t->off, name, w) != 0)
            return 0;
        n++;
        name += w + (name[w] == ' ');
    }
    return n;
}

static unsigned match_directive(const struct front *f, const struct pragma *p, unsigned i, enum directive *d)
{
    unsigned best = 0;
    for (int k = DIR_COMBINED + 1; k < DIR_COUNT; k++) {
        if (is_extension((enum directive)k)) /* pragma/extension.c */
            continue;
        unsigned n = match_words(f, p, i, directive_rows[k].name);
        if (n > best) {
            best = n;
            *d = (enum directive)k;
        }
    }
    return best;
}

static unsigned match_leaf(const struct front *f, const struct pragma *p, unsigned i)
{
    for (unsigned k = 0; k < LEAF_COUNT; k++)
        if (match_words(f, p, i, leaf_rows[k].name))
            return 1u << k;
    return 0;
}

static void unknown_directive(struct front *f, struct pragma *p, unsigned pos)
{
    const struct token *t = token_of(p, pos);
    p->unknown = p->broken = p->always_ours = true;
    struct loc at = place_of_token(f, p, pos);
    if (t->kind == TOK_END) {
        report(f, DIAG_ERROR, at, 1, p, "GN0105", "expected a directive after '#pragma omp'");
        return;
    }
    if (match_words(f, p, pos, directive_rows[DIR_SINGLE_LAUNCH].name)) {
        report(f, DIAG_ERROR, at, (int)t->len, p, "GN0102", "'%s' is no directive of OpenMP: write '#pragma ompx %s'",
               directive_rows[DIR_SINGLE_LAUNCH].name, directive_rows[DIR_SINGLE_LAUNCH].name);
        return;
    }
    const char *near = t->kind == TOK_IDENT ? similar_directive(f->src + t->off, t->len) : NULL;
    report(f, DIAG_ERROR, at, (int)t->len, p, "GN0102", "unknown OpenMP directive '%.*s'%s%s%s", (int)t->len,
           f->src + t->off, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* ---- sequences of leaves ---- */
/* May the construct `next` follow in one directive, as in `parallel sections`, `parallel masked taskloop simd` (OpenMP
 * 5.2, 17.3)? */
static bool continues(const struct pragma *p, enum directive next)
{
    if (p->leaves & LEAF_PARALLEL)
        return next == DIR_SECTIONS || next == DIR_MASTER || next == DIR_MASKED;
    return (p->dir == DIR_MASTER || p->dir == DIR_MASKED) && is_taskloop(next);
}

/* Reads the further constructs of such a directive; each is the only statement of the one before it. */
static unsigned read_inner(struct front *f, struct pragma *p, unsigned pos)
{
    enum directive d = DIR_COMBINED;
    for (unsigned n; (n = match_directive(f, p, pos, &d)) && continues(p, d); pos += n) {
        p->inner = NEW(f->arena, struct pragma);
        p->inner->toks = p->toks;
        p->inner->dir = d;
        p = p->inner;
    }
    return pos;
}

static unsigned read_leaves(struct front *f, struct pragma *p, unsigned pos)
{
    unsigned seq[16], n = 0, first = pos, leaf;
    while ((leaf = match_leaf(f, p, pos)) && n < 16) {
        seq[n++] = leaf;
        p->leaves |= leaf;
        pos++;
    }
    p->always_ours = p->leaves & LEAF_TARGET;
    if (n && seq[n - 1] == LEAF_PARALLEL)
        pos = read_inner(f, p, pos);
    unsigned at = 0;
    const char *wrong = leaves_wrong(seq, n, &at);
    if (wrong) {
        const struct token *t = token_of(p, first + at);
        report(f, DIAG_ERROR, place_of_token(f, p, first + at), (int)t->len, p, "GN0103",
               "'%.*s' cannot stand here in a combined directive: %s", (int)t->len, f->src + t->off, wrong);
        p->broken = true;
    }
    return pos;
}

static bool has_clause_word(const struct front *f, const struct pragma *p, unsigned from, const char *word)
{
    for (unsigned i = from; i < p->toks.t.n; i++)
        if (token_is(f->src, token_of(p, i), word))
            return true;
    return false;
}

static enum directive_form form_of(const struct front *f, const struct pragma *p, unsigned pos)
{
    if (p->dir == DIR_COMBINED)
        return FORM_BLOCK;
    if (p->dir == DIR_ORDERED && (has_clause_word(f, p, pos, "depend") || has_clause_word(f, p, pos, "doacross")))
        return FORM_ALONE;
    return directive_rows[p->dir].form;
}

static unsigned critical_name(struct front *f, struct pragma *p, unsigned pos)
{
    const struct token *name = token_of(p, pos + 1);
    if (!token_is(f->src, token_of(p, pos), "("))
        return pos;
    if (name->kind != TOK_IDENT || !token_is(f->src, token_of(p, pos + 2), ")")) {
        report(f, DIAG_ERROR, place_of_token(f, p, pos + 1), 1, p, "GN0105",
               "expected a name and ')' after 'critical ('");
        p->broken = true;
        return p->toks.t.n - 1;
    }
    p->name = arena_strndup(f->arena, f->src + name->off, name->len);
    return pos + 3;
}

static bool always_ours(enum directive d)
{
    return directive_rows[d].class == CLASS_DATA || directive_rows[d].class == CLASS_DECLARE || is_transparent(d);
}

/* ---- `parallel sections`, `parallel masked taskloop`: constructs, each the only statement of the one before ---- */

static void append_clause(struct pragma *p, struct clause *c)
{
    const struct clause **end = &p->clauses;
    while (*end)
        end = &unfinished(*end)->next;
    c->next = NULL;
    *end = c;
}

/* A variable that gets a value by reduction or lastprivate of an inner construct is mapped by the target construct
 * (OpenMP 5.2, 17.2). */
static void map_result(struct front *f, struct pragma *p, const struct clause *c)
{
    struct clause *m = NEW(f->arena, struct clause);
    *m = (struct clause){.kind = CLAUSE_MAP, .loc = c->loc, .modifiers = MAPMOD_TO | MAPMOD_FROM};
    for (size_t i = 0; i < c->items.n; i++)
        vec_push(f->arena, &m->items, c->items.v[i]);
    append_clause(p, m);
}

/* The construct that a clause belongs to: the last one that may have it. An `if` without a name is given to `parallel`
 * alone: where that has one thread, tasks make no difference. */
static struct pragma *taker(struct pragma *p, const struct clause *c)
{
    bool outer = c->kind == CLAUSE_IF && !(c->modifiers & IF_OF_TASKS) && (p->leaves & LEAF_PARALLEL);
    struct pragma *found = p;
    for (struct pragma *q = p->inner; q && !outer; q = q->inner)
        if (clause_allowed(c->kind, 0, q->dir))
            found = q;
    return found;
}

static void split_combined(struct front *f, struct pragma *p)
{
    const struct clause *all = p->clauses;
    p->clauses = NULL;
    for (struct pragma *q = p->inner; q; q = q->inner) {
        struct pragma own = *q;
        *q = *p;
        q->dir = own.dir;
        q->inner = own.inner;
        q->leaves = 0;
    }
    for (const struct clause *c = all, *next; c; c = next) {
        struct pragma *q = taker(p, c);
        bool result = c->kind == CLAUSE_REDUCTION || c->kind == CLAUSE_LASTPRIVATE || c->kind == CLAUSE_LINEAR;
        next = c->next;
        append_clause(q, unfinished(c));
        if (q != p && result && (p->leaves & LEAF_TARGET))
            map_result(f, p, c);
    }
}

static struct pragma *pragma_parse(struct front *f, uint32_t begin, uint32_t end)
{
    struct pragma *p = NEW(f->arena, struct pragma);
    p->begin = begin;
    p->end = p->text_end = end;
    p->loc = linemap_at(f->src_lines, begin);
    p->in_hand = is_taken_in_hand(f->src, begin, end);
    acc_read_mark(f, p);
    lex_pragma(f->arena, f->src, begin, p->text_end, false, &p->toks);
    unsigned first = 3, pos = first; /* after `# pragma omp` */
    enum directive d = DIR_COMBINED;
    unsigned words = match_directive(f, p, pos, &d);
    if (words) {
        p->dir = d;
        f->has_graphs |= d == DIR_TASKGRAPH;
        if (d == DIR_TASKGRAPH || d == DIR_ASSUME) /* Clang 19 takes an unknown directive for the end of a statement */
            mask_line(f, p);
        pos = read_inner(f, p, pos + words);
    } else {
        pos = read_leaves(f, p, pos);
    }
    p->form = FORM_BLOCK;
    if (pos == first) {
        unknown_directive(f, p, pos);
        p->form = FORM_ALONE;
        return p;
    }
    p->always_ours |= always_ours(p->dir);
    p->form = form_of(f, p, pos);
    if (directive_rows[p->dir].host_only) {
        if (p->dir == DIR_DECLARE_REDUCTION)
            reduction_parse(f, p, pos);
        return p;
    }
    if (p->dir == DIR_CRITICAL)
        pos = critical_name(f, p, pos);
    if (p->dir == DIR_DECLARE_MAPPER)
        pos = declare_mapper_parse(f, p, pos);
    if (p->dir == DIR_FLUSH || p->dir == DIR_DECLARE_TARGET)
        argument_list_parse(f, p, &pos, CLAUSE_ENTER);
    if (p->dir != DIR_REQUIRES && p->dir != DIR_DEPOBJ)
        clauses_parse(f, p, pos);
    if (p->inner)
        split_combined(f, p);
    return p;
}

void pragmas_parse(struct front *f)
{
    VEC(struct pragma *) extensions = {0}; /* in front of the next directive */
    for (uint32_t at = 0; at < f->len;) {
        const char *nl = memchr(f->src + at, '\n', f->len - at);
        uint32_t end = nl ? (uint32_t)(nl - f->src) : f->len;
        if (f->src[at] == '#' && is_omp_line(f->src, at, end)) {
            struct pragma *p = pragma_parse(f, at, end);
            vec_push(f->arena, &f->pragmas, p);
            for_each_pointer (struct pragma, x, extensions)
                extension_give(f, x, p);
            extensions.n = 0;
        } else if (f->src[at] == '#' && is_extension_line(f->src, at, end)) {
            struct pragma *x = extension_parse(f, at, end);
            vec_push(f->arena, &f->pragmas, x);
            if (x->unknown)
                vec_push(f->arena, &extensions, x);
        }
        at = end + 1;
    }
    for_each_pointer (struct pragma, x, extensions)
        extension_give(f, x, NULL);
}

struct pragma *pragma_of(struct front *f, const struct region *r) { return f->by_region.v[r->id]; }

const char *region_name(struct front *f, const struct region *r)
{
    char buf[160];
    return arena_strdup(f->arena, region_said(r, buf, sizeof buf));
}
