/* pragma/clause.c: reads the clauses of a pragma. The range of a clause's argument is found by its brackets first, so
 * that an error in one clause does not disturb the next. */
#include "parser.h"

#include <string.h>

/* Hides clauses from Clang's check: defaultmap(none), because Gantry reports the variables without an attribute in the
 * order of the text, Clang in another; and in_reduction on combined target constructs and if(simd: …) on taskloop simd,
 * where Clang does not know them. */
static void mask_clause(struct parser *ps, struct clause *c, unsigned name, unsigned close)
{
    if ((c->kind == CLAUSE_DEFAULTMAP && (c->modifiers & DEFAULTMAP_BEHAVIOUR) == DEFAULTMAP_NONE) ||
        (c->kind == CLAUSE_IN_REDUCTION && (ps->p->leaves & ~LEAF_TARGET)) ||
        (c->kind == CLAUSE_IF && c->applies_to == LEAF_SIMD && (c->modifiers & IF_OF_TASKS)))
        for (unsigned i = name; i <= close; i++)
            mask_token(ps->f, ps->p, i, ' ');
}

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

/* Is the word k a part of the directive's name and no clause? Some words are both: `cancel for`, `ordered simd`. */
static bool is_directives_word(const struct parser *ps, enum clause_kind k)
{
    bool word = (k >= CLAUSE_OF_PARALLEL && k <= CLAUSE_OF_TASKGROUP) || k == CLAUSE_SIMD;
    return word && !clause_allowed(k, 0, ps->p->dir);
}

/* Does only a line of Gantry's own have the clause? */
static bool is_of_extensions(enum clause_kind k) { return k == CLAUSE_INDEPENDENT || k == CLAUSE_SIZES; }

static enum clause_kind clause_named(const struct parser *ps, unsigned i)
{
    for (int k = CLAUSE_NONE + 1; k < CLAUSE_COUNT; k++)
        if (is(ps, i, clause_rows[k].name) && !is_directives_word(ps, (enum clause_kind)k) &&
            (ps->p->extension || !is_of_extensions((enum clause_kind)k)))
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

/* A word that is no clause in Gantry's tables: an error in a pragma that concerns a device; elsewhere the host compiler
 * reads it. */
static unsigned foreign_clause(struct parser *ps, unsigned i)
{
    char dir[160];
    directive_name(ps->p->leaves, ps->p->dir, dir, sizeof dir);
    if (is_other_clause(ps, i)) {
        bool broken = ps->p->broken; /* unchanged: the host compiler may know the clause */
        error_at(ps, i, "GN0204", "the clause %s is not supported on '%s' in device code: leave it out", found(ps, i),
                 dir);
        ps->p->broken = broken;
    } else {
        bool first = !ps->p->clauses && !is(ps, i + 1, "(");
        const char *near = first ? similar_directive(text_at(ps, i), tok(ps, i)->len) : NULL;
        bool leaf = near != NULL;
        if (!leaf)
            near = similar_clause(text_at(ps, i), tok(ps, i)->len);
        if (leaf && is(ps, i, near))
            error_at(ps, i, "GN0201",
                     is(ps, i - 1, ",")
                         ? "%s is no clause; as a part of the directive '%s' it stands there without comma"
                         : "%s is no clause, and no directive that '%s' can be combined with",
                     found(ps, i), dir);
        else
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
    return clause_rows[k].arg != ARG_NONE && clause_rows[k].arg != ARG_OPT_EXPR && k != CLAUSE_INDIRECT &&
           k != CLAUSE_INDEPENDENT;
}

/* Does the directive take the clause? `parallel sections` and the like take what one of the two takes; the barrier at
 * their end is that of `parallel`. */
static bool takes(const struct pragma *p, enum clause_kind k)
{
    return clause_allowed(k, p->leaves, p->dir) || (p->inner && k != CLAUSE_NOWAIT && takes(p->inner, k));
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
    struct clause *c = clause_append(ps, k, i);
    c->written = arena_strndup(ps->f->arena, text_at(ps, i), tok(ps, i)->len);
    c->acc = acc_clause_text(ps->f, ps->p, i, true);
    if (!is(ps, i + 1, "(")) {
        if (needs_argument(k))
            error_at(ps, i + 1, "GN0105", "expected '(' after '%s', found %s", clause_name(k), found(ps, i + 1));
        check_times(ps, c, i);
        return i + 1;
    }
    unsigned close = matching(ps, i + 1);
    if (!close)
        return (unsigned)ps->p->toks.t.n - 1;
    struct slice whole = range_slice(ps, (struct range){i, close + 1});
    c->written = arena_strndup(ps->f->arena, ps->f->src + whole.begin, whole.end - whole.begin);
    argument_parse(ps, c, (struct range){i + 2, close});
    if (allowed)
        check_times(ps, c, i);
    mask_clause(ps, c, i, close);
    return close + 1;
}

/* Hides `update` beside `capture` or `compare`, where it is allowed and changes nothing: Clang 19 reports it as a
 * second kind of atomic operation. */
static void mask_update(struct parser *ps, unsigned from)
{
    bool extended = false;
    for (const struct clause *c = ps->p->clauses; c; c = c->next)
        extended |= c->kind == CLAUSE_CAPTURE || c->kind == CLAUSE_COMPARE;
    int depth = 0;
    for (unsigned i = from; extended && tok(ps, i)->kind != TOK_END; i++) {
        depth += is(ps, i, "(") - is(ps, i, ")");
        if (depth == 0 && is(ps, i, "update")) {
            mask_token(ps->f, ps->p, i, ' ');
            if (is(ps, i + 1, ","))
                mask_token(ps->f, ps->p, i + 1, ' ');
        }
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
    struct clause *c = clause_append(&ps, as, *pos);
    list_parse(&ps, c, (struct range){*pos + 1, close}, false);
    *pos = close + 1;
}
