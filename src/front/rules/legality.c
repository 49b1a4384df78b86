/* rules/legality.c: rules of OpenMP 5.2 about how constructs nest (17.1) and about loops and statements, on the
 * finished tree. needs: clang_read, device_mark.  sets: nothing; reports. What belongs to the host compiler alone is
 * dropped later. */
#include "../front_private.h"

#include <ctype.h>
#include <string.h>

static void error_for(struct front *f, const struct region *r, const char *id, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
static void error_for(struct front *f, const struct region *r, const char *id, const char *fmt, ...)
{
    struct sb text = {0};
    va_list ap;
    va_start(ap, fmt);
    sb_vprintf(&text, fmt, ap);
    va_end(ap);
    const struct pragma *p = pragma_of(f, r);
    struct loc at = place_of_token(f, pragma_of(f, r), 3); /* the directive's first word */
    report(f, DIAG_ERROR, at, (int)p->toks.t.v[3 < p->toks.t.n ? 3 : 0].len, pragma_of(f, r), id, "%s", text.s);
    sb_free(&text);
}

static void note_at(struct front *f, const struct region *r, const struct region *other, const char *text)
{
    report(f, DIAG_NOTE, other->loc, 1, pragma_of(f, r), NULL, "%s", text);
}

/* ---- nesting ---- */
/* The innermost construct of a directive, in which its statement is closely nested. */
enum inner {
    IN_OTHER,
    IN_NOTHING,
    IN_TARGET,
    IN_TEAMS,
    IN_DISTRIBUTE,
    IN_PARALLEL,
    IN_FOR,
    IN_SIMD,
    IN_LOOP,
    IN_SINGLE,
    IN_CRITICAL,
    IN_MASKED,
    IN_ATOMIC,
    IN_SECTION,
    IN_SCOPE, /* all threads run its statement */
    IN_ORDERED,
    IN_TASK,
    IN_LEAGUE, /* one thread of the first team runs its statement */
    IN_DATA
};

static enum inner inner_of(const struct region *r)
{
    static const enum inner by_leaf[LEAF_COUNT] = {
        [LEAF_BIT_TARGET] = IN_TARGET,     [LEAF_BIT_TEAMS] = IN_TEAMS, [LEAF_BIT_DISTRIBUTE] = IN_DISTRIBUTE,
        [LEAF_BIT_PARALLEL] = IN_PARALLEL, [LEAF_BIT_FOR] = IN_FOR,     [LEAF_BIT_SIMD] = IN_SIMD,
        [LEAF_BIT_LOOP] = IN_LOOP,
    };
    static const enum inner by_class[CLASS_COUNT] = {
        [CLASS_WORKSHARE] = IN_SINGLE,  [CLASS_SECTION] = IN_SECTION, [CLASS_MASKED] = IN_MASKED,
        [CLASS_CRITICAL] = IN_CRITICAL, [CLASS_ATOMIC] = IN_ATOMIC,   [CLASS_ORDERED] = IN_ORDERED,
        [CLASS_DATA] = IN_DATA,         [CLASS_LEAGUE] = IN_LEAGUE,
    };
    if (!r)
        return IN_NOTHING;
    for (int i = LEAF_COUNT; r->dir == DIR_COMBINED && i-- > 0;)
        if (r->leaves & 1u << i)
            return by_leaf[i];
    const struct directive_info *row = &directive_rows[r->dir];
    if (is_transparent(r->dir))
        return inner_of(r->parent);
    if (r->dir == DIR_SECTIONS) /* its first section has no directive of its own */
        return IN_SECTION;
    if (row->by == BY_TASK)
        return r->dir == DIR_TASKLOOP_SIMD ? IN_SIMD : IN_TASK;
    return row->class == CLASS_WORKSHARE && row->by == BY_ALL ? IN_SCOPE : by_class[row->class];
}

/* The outermost construct of a directive: it must be allowed inside the construct around. */
static unsigned first_leaf(const struct region *r)
{
    for (int i = 0; i < LEAF_COUNT; i++)
        if (r->leaves & 1u << i)
            return 1u << i;
    return 0;
}

/* From text position a to b: nothing but blanks, line markers and braces? Else where the first other thing
 * stands. */
static bool only_braces(const struct unit *u, uint32_t a, uint32_t b, uint32_t *other)
{
    for (uint32_t i = a; i < b; i++) {
        if (u->text[i] == '#' && i > 0 && u->text[i - 1] == '\n') {
            while (i < b && u->text[i] != '\n')
                i++;
            continue;
        }
        if (!strchr(" \t\r\n\f\v{};", u->text[i])) {
            *other = i;
            return false;
        }
    }
    return true;
}

/* OpenMP 5.2, 13.8: a target construct with a teams construct in it holds nothing else. */
static void check_teams(struct front *f, const struct region *r)
{
    const struct region *t = r->parent;
    uint32_t at;
    if (!t && !r->on_device) /* a teams construct on the host, in the implicit parallel region */
        return;
    if (inner_of(t) != IN_TARGET) {
        error_for(f, r, "GN0301", "'teams' must stand directly in a 'target' construct%s%s%s", t ? ", not in '" : "",
                  t ? region_name(f, t) : "", t ? "'" : "");
        return;
    }
    if (only_braces(f->unit, t->stmt.begin, r->pragma_at.begin, &at) &&
        only_braces(f->unit, r->stmt.end, t->stmt.end, &at))
        return;
    report(f, DIAG_ERROR, place_in_unit(f, at), 0, pragma_of(f, r), "GN0308",
           "a 'target' construct with a 'teams' construct in it may hold nothing else");
    note_at(f, r, r, "the 'teams' construct is here");
}

static bool shares_out(enum inner k) { return k == IN_FOR || k == IN_SINGLE || k == IN_LOOP || k == IN_SECTION; }

/* What r is, for the table below: a class of directives, or its first leaf. */
enum what {
    W_WORKSHARE = 1u << CLASS_WORKSHARE,
    W_BARRIER = 1u << CLASS_BARRIER,
    W_MASKED = 1u << CLASS_MASKED,
    W_CRITICAL = 1u << CLASS_CRITICAL,
    W_ATOMIC = 1u << CLASS_ATOMIC,
    W_FLUSH = 1u << CLASS_FLUSH,
    W_ORDERED = 1u << CLASS_ORDERED,
    W_CANCEL = 1u << CLASS_CANCEL,
    W_NO_CODE = 1u << CLASS_NO_CODE,
    W_TASK = 1u << CLASS_TASK,
    W_LEAGUE = 1u << CLASS_LEAGUE,
    W_OTHER = 1u << CLASS_OTHER | 1u << CLASS_DATA | 1u << CLASS_DECLARE,
    W_PARALLEL = 1u << CLASS_COUNT,
    W_DISTRIBUTE = 2u << CLASS_COUNT,
    W_LOOP = 4u << CLASS_COUNT,
    W_SIMD = 8u << CLASS_COUNT
};

static unsigned what_is(const struct region *r)
{
    switch (first_leaf(r)) {
    case LEAF_PARALLEL:
        return W_PARALLEL;
    case LEAF_DISTRIBUTE:
        return W_DISTRIBUTE;
    case LEAF_LOOP:
        return W_LOOP;
    case LEAF_SIMD:
        return W_SIMD;
    case LEAF_FOR:
        return W_WORKSHARE;
    default:
        return 1u << directive_rows[r->dir].class;
    }
}

/* Close nesting: what may stand directly in what. */
static const struct {
    enum inner in;
    unsigned allowed;
    const char *hint;
} close_rules[] = {
    {IN_TEAMS, W_PARALLEL | W_DISTRIBUTE | W_LOOP | W_ATOMIC | W_OTHER | W_NO_CODE | W_LEAGUE,
     "only 'distribute', 'parallel' and 'loop' may stand directly in 'teams'"},
    {IN_LEAGUE, W_PARALLEL | W_ATOMIC | W_OTHER | W_NO_CODE, "one team runs its statement, and the others wait"},
    {IN_DISTRIBUTE, ~(unsigned)(W_DISTRIBUTE | W_LEAGUE), "put it in a 'parallel' construct"},
    {IN_SIMD, W_SIMD | W_LOOP | W_ATOMIC | W_ORDERED | W_NO_CODE,
     "only 'simd', 'loop', 'atomic' and 'ordered simd' may stand in a 'simd' construct"},
    {IN_LOOP, W_LOOP | W_PARALLEL | W_SIMD | W_ATOMIC | W_NO_CODE,
     "only 'loop', 'parallel' and 'simd' may stand in a 'loop' construct"},
    {IN_ATOMIC, 0, "'atomic' holds one statement and no construct"},
};

static void misplaced(struct front *f, const struct region *r, const struct region *in, const char *hint)
{
    error_for(f, r, "GN0301", "'%s' may not stand in '%s': %s", region_name(f, r), region_name(f, in), hint);
    note_at(f, r, in, "the enclosing construct is here");
}

/* A warning: the construct is legal there, but it binds to the implicit parallel region of the initial thread, so that
 * one thread runs it. That is hardly meant. */
static void warn_of_one_thread(struct front *f, const struct region *r, unsigned what)
{
    const struct region *p = r->parent;
    if (!p || inner_of(p) != IN_DISTRIBUTE || !(what & (W_WORKSHARE | W_BARRIER | W_MASKED)))
        return;
    struct pragma *pragma = pragma_of(f, r);
    int width =
        (int)pragma->toks.t.v[3 < pragma->toks.t.n ? 3 : 0].len; /* as in error_for: the directive's first word */
    report(f, DIAG_WARNING, place_of_token(f, pragma, 3), width, pragma, "GN0311",
           "'%s' in '%s' is run by one thread of each team: put it in a 'parallel' construct", region_name(f, r),
           region_name(f, p));
}

/* Work-sharing, barrier and masked constructs must not be nested in each other within one parallel region. */
static void check_binding(struct front *f, const struct region *r, unsigned what)
{
    if (!(what & (W_WORKSHARE | W_BARRIER | W_MASKED)) || r->joined)
        return;
    for (const struct region *p = r->parent; p && inner_of(p) != IN_PARALLEL; p = p->parent) {
        enum inner k = inner_of(p);
        bool bad = shares_out(k) || (k == IN_SCOPE && inner_of(r) == IN_SCOPE) || k == IN_TASK ||
                   (what != W_MASKED && (k == IN_CRITICAL || k == IN_MASKED || k == IN_ORDERED));
        if (bad) {
            misplaced(f, r, p,
                      what == W_BARRIER ? "not all threads would reach the barrier"
                      : k == IN_TASK    ? "a task is run by one thread"
                                        : "both divide work among the same threads");
            return;
        }
        if (k == IN_TARGET || k == IN_TEAMS)
            return;
    }
}

static void check_bind(struct front *f, const struct region *r)
{
    const struct clause *c = region_clause(r, CLAUSE_BIND);
    if (!(r->leaves & LEAF_LOOP))
        return;
    bool alone = first_leaf(r) == LEAF_LOOP;
    if (!c && alone && !r->parent)
        error_for(f, r, "GN0214", "'loop' outside of any construct needs a 'bind' clause");
    bool in_teams = alone ? inner_of(r->parent) == IN_TEAMS : (r->leaves & LEAF_TEAMS && !(r->leaves & LEAF_PARALLEL));
    if (c && c->modifiers == BIND_TEAMS && !in_teams && (r->parent || !alone))
        report(f, DIAG_ERROR, c->loc, 4, pragma_of(f, r), "GN0301",
               "bind(teams) needs a 'teams' construct directly around");
}

static void check_critical(struct front *f, const struct region *r)
{
    if (r->dir != DIR_CRITICAL)
        return;
    for (const struct region *p = r->parent; p; p = p->parent)
        if (p->dir == DIR_CRITICAL && (r->name && p->name ? !strcmp(r->name, p->name) : r->name == p->name)) {
            error_for(f, r, "GN0301", "'critical' inside a 'critical' of the same name would wait for itself");
            note_at(f, r, p, "the outer one is here");
            return;
        }
}

static void check_section(struct front *f, const struct region *r)
{
    const struct region *p = r->parent;
    if (r->dir == DIR_SECTION && (!p || p->dir != DIR_SECTIONS))
        error_for(f, r, "GN0301", "'section' must stand directly in a 'sections' construct");
    if (r->dir == DIR_SECTIONS && r->stmt.begin < r->stmt.end && f->unit->text[r->stmt.begin] != '{')
        error_for(f, r, "GN0307", "'sections' must be followed by a block in braces");
}

/* The construct that `cancel` names is the innermost around it (OpenMP 5.2, 16.1). */
static void check_cancel(struct front *f, const struct region *r)
{
    static const struct {
        enum clause_kind of;
        enum inner in;
        const char *name;
    } rows[] = {{CLAUSE_OF_PARALLEL, IN_PARALLEL, "parallel"},
                {CLAUSE_OF_FOR, IN_FOR, "for"},
                {CLAUSE_OF_SECTIONS, IN_SECTION, "sections"},
                {CLAUSE_OF_TASKGROUP, IN_TASK, "task' or 'taskloop"}};
    enum inner in = inner_of(r->parent);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (region_clause(r, rows[i].of) && in != rows[i].in)
            error_for(f, r, "GN0301", "'%s %s' must stand directly in a '%s' construct", region_name(f, r),
                      clause_name(rows[i].of), rows[i].name);
}

static const struct region *loop_around(const struct region *r)
{
    const struct region *p = r->parent;
    while (p && (is_transparent(p->dir) || p->dir == DIR_CRITICAL))
        p = p->parent;
    return p;
}

/* `omp_cur_iteration - 1` of a nest of several loops has no older spelling, which the initial device would need. */
static void check_vector(struct front *f, const struct region *r, const struct region *loop)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        if (c->kind == CLAUSE_DOACROSS && c->modifiers == DOACROSS_SINK && c->items.n != loop->ndeep)
            report(f, DIAG_ERROR, c->loc, 4, pragma_of(f, r), "GN0661",
                   "the iteration vector has %zu elements, 'ordered(%u)' of the loop says %u", c->items.n, loop->ndeep,
                   loop->ndeep);
        else if (c->kind == CLAUSE_DOACROSS && c->modifiers == DOACROSS_BEFORE && loop->ndeep > 1)
            report(f, DIAG_ERROR, c->loc, 8, pragma_of(f, r), "GN0663",
                   "'omp_cur_iteration - 1' of several loops is not supported yet: write the iteration vectors");
}

/* An ordered region binds to the loop around it, which says `ordered` (OpenMP 5.2, 15.10). */
static void check_ordered(struct front *f, const struct region *r)
{
    const struct region *p = loop_around(r);
    bool threads = region_clause(r, CLAUSE_THREADS) || !region_clause(r, CLAUSE_SIMD);
    const struct clause *o = p ? region_clause(p, CLAUSE_ORDERED) : NULL;
    bool number = o && o->expr.begin < o->expr.end;
    if (r->dir != DIR_ORDERED)
        return;
    if (region_clause(r, CLAUSE_DOACROSS)) {
        if (!number)
            error_for(f, r, "GN0661", "'ordered' with 'depend' or 'doacross' must stand in a loop with 'ordered(n)'");
        else
            check_vector(f, r, p);
    } else if (!p && !r->on_device) {
        return; /* the host compiler's */
    } else if (!p) {
        error_for(f, r, "GN0662",
                  "an 'ordered' region in a function of its own is not supported in device code: "
                  "put it into the loop it belongs to");
    } else if (!threads) {
        if (!(p->leaves & (LEAF_SIMD | LEAF_FOR)))
            error_for(f, r, "GN0301", "'ordered simd' must stand directly in a 'simd' or 'for' construct");
    } else if (!o || number) {
        error_for(f, r, "GN0301", "'ordered' must stand directly in a loop with an 'ordered' clause without a number");
    }
}

/* Iterations that may run in any order or at once must not synchronise or ask for thread numbers (OpenMP 5.2, 10.3). */
static void check_concurrent(struct front *f, const struct region *r, unsigned what)
{
    if (!(what & (W_BARRIER | W_WORKSHARE | W_MASKED | W_CRITICAL | W_ORDERED | W_CANCEL | W_FLUSH | W_TASK)))
        return;
    for (const struct region *p = r->parent; p; p = p->parent) {
        if (region_clause(p, CLAUSE_ORDER)) {
            misplaced(f, r, p, "the loop's order is 'concurrent'");
            return;
        }
        if (p->leaves & LEAF_PARALLEL)
            return;
    }
}

/* ---- scan (OpenMP 5.2, 5.6): divides the body of a loop with an inscan reduction in two ---- */

static const struct clause *inscan_of(const struct region *r)
{
    for (const struct clause *c = r ? r->clauses : NULL; c; c = c->next)
        if (c->kind == CLAUSE_REDUCTION && (c->modifiers & REDMOD_INSCAN))
            return c;
    return NULL;
}

/* Is the directive directly in the block of the loop's body? */
static bool parts_body(const struct loop *l, const struct region *scan)
{
    const struct node *body = node_kid(l->tree, 3), *at = scan->tree ? scan->tree->parent : NULL;
    return body && body->kind == NODE_COMPOUND && at == body;
}

static bool lists(const struct clause *c, const struct var *v)
{
    for (size_t i = 0; i < c->items.n; i++)
        if (c->items.v[i].var == v)
            return true;
    return false;
}

static void check_scan(struct front *f, const struct region *r)
{
    const struct region *p = r->parent;
    const struct clause *list = region_clause(r, CLAUSE_INCLUSIVE);
    list = list ? list : region_clause(r, CLAUSE_EXCLUSIVE);
    if (!inscan_of(p) || !p->nloops) {
        error_for(f, r, "GN0672", "'scan' must stand in the body of a loop with a reduction(inscan, ...)");
        return;
    }
    if (!list) {
        if (!pragma_of(f, r)->broken)
            error_for(f, r, "GN0214", "'scan' needs an 'inclusive' or 'exclusive' clause");
        return;
    }
    if (!parts_body(&p->loops[p->nloops - 1], r))
        error_for(f, r, "GN0672", "'scan' must stand between the statements of the loop's body, in its own block");
    for (size_t i = 0; i < list->items.n; i++) {
        bool found = false;
        for (const struct clause *c = p->clauses; c; c = c->next)
            found |= c->kind == CLAUSE_REDUCTION && (c->modifiers & REDMOD_INSCAN) && lists(c, list->items.v[i].var);
        if (!found)
            error_for(f, r, "GN0672", "'%s' is in no reduction(inscan, ...) of the loop", list->items.v[i].named);
    }
}

/* the rules for a loop with an inscan reduction */
static void check_inscan(struct front *f, const struct region *r)
{
    const struct clause *c = inscan_of(r);
    const struct region *scan = NULL;
    if (!c)
        return;
    if (!r->nloops || (r->leaves & (LEAF_TEAMS | LEAF_DISTRIBUTE | LEAF_LOOP))) {
        report(f, DIAG_ERROR, c->loc, 9, pragma_of(f, r), "GN0672",
               "a reduction may be 'inscan' where threads or one thread run a loop: on 'for', 'simd' and these with "
               "'parallel'");
        return;
    }
    for (const struct region *k = r->child; k; k = k->sibling) {
        if (k->dir == DIR_SCAN && scan)
            error_for(f, k, "GN0672", "a second 'scan' in one loop");
        scan = k->dir == DIR_SCAN ? k : scan;
    }
    if (!scan) {
        report(f, DIAG_ERROR, c->loc, 9, pragma_of(f, r), "GN0672",
               "a loop with a reduction(inscan, ...) needs a 'scan' in its body");
        return;
    }
    const struct clause *list = region_clause(scan, CLAUSE_INCLUSIVE);
    list = list ? list : region_clause(scan, CLAUSE_EXCLUSIVE);
    for (; list && c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_REDUCTION && i < c->items.n; i++)
            if (!(c->modifiers & REDMOD_INSCAN) || !lists(list, c->items.v[i].var))
                report(f, DIAG_ERROR, c->items.v[i].loc, 1, pragma_of(f, r), "GN0672",
                       "'%s' must be an inscan reduction that the 'scan' lists, as others of this loop are",
                       c->items.v[i].named);
    static const enum clause_kind others[] = {CLAUSE_SCHEDULE, CLAUSE_ORDERED};
    for (size_t i = 0; i < 2; i++)
        if ((c = region_clause(r, others[i])))
            report(f, DIAG_ERROR, c->loc, (int)strlen(clause_said(c)), pragma_of(f, r), "GN0209",
                   "'%s' and a reduction(inscan, ...) exclude each other", clause_said(c));
}

/* ---- #pragma ompx barrier league, single league: all teams of a resident league come to them ---- */
static const struct region *region_around(const struct region *r)
{
    while (r && !(r->leaves & LEAF_TARGET))
        r = r->parent;
    return r;
}

static void check_league(struct front *f, const struct region *r)
{
    const struct region *p = r->parent, *target = region_around(r);
    while (p && is_transparent(p->dir))
        p = p->parent;
    if (!target && r->func && r->func->on_device)
        error_for(f, r, "GN0320",
                  "'%s' may not stand in a function: not all teams may call '%s'; put it into the region that calls it",
                  region_name(f, r), r->func->name);
    else if (!target)
        error_for(f, r, "GN0320", "'%s' must stand directly in a 'target teams' construct", region_name(f, r));
    else if (inner_of(p) != IN_TEAMS) {
        error_for(f, r, "GN0320", "'%s' must stand directly in a 'target teams' construct, not in '%s': %s",
                  region_name(f, r), region_name(f, p),
                  inner_of(p) == IN_LEAGUE ? "the other teams wait meanwhile" : "not all teams might come to it");
        note_at(f, r, p, "the enclosing construct is here");
    } else if (!region_clause(target, CLAUSE_RESIDENT)) {
        error_for(f, r, "GN0321",
                  "'%s' waits for teams that may not run at the same time: write '#pragma ompx resident' in front of "
                  "the 'target teams' construct",
                  region_name(f, r));
        note_at(f, r, target, "of this region");
    }
}

static bool handles_data(const struct region *r) { return directive_rows[r->dir].class == CLASS_DATA; }

/* transform.c left the directive where it was. */
static void untransformed(struct front *f, const struct region *r)
{
    error_for(f, r, "GN0674",
              "'%s' needs canonical loops directly one in the other, whose bounds do not name each other's variables%s",
              region_name(f, r), r->dir == DIR_UNROLL ? ", and 'partial' where another directive takes its loop" : "");
    for (size_t i = 0; i < f->untransformed.n; i++) {
        const struct untransformed *t = &f->untransformed.v[i];
        if (t->loc.line == r->loc.line && !strcmp(t->loc.file, r->loc.file))
            report(f, DIAG_NOTE, t->at, 0, pragma_of(f, r), NULL, "%s", t->why);
    }
}

static void check_nesting(struct front *f, const struct region *r)
{
    bool in_device = (r->parent && r->parent->on_device) || (r->func && r->func->on_device);
    if (r->dir == DIR_TILE || r->dir == DIR_UNROLL || r->dir == DIR_REVERSE || r->dir == DIR_INTERCHANGE) {
        untransformed(f, r);
        return;
    }
    if (directive_rows[r->dir].host_only && !r->on_device)
        return;
    if (directive_rows[r->dir].host_only) {
        error_for(f, r, "GN0104",
                  "'%s' works with objects of the host and cannot be in device code: put it before the region",
                  region_name(f, r));
        return;
    }
    if (r->leaves & LEAF_TARGET || handles_data(r)) {
        const struct region *p = r->parent;
        if (p && p->on_device)
            misplaced(f, r, p, "device constructs cannot be nested in device code");
        else if (in_device)
            error_for(f, r, "GN0601",
                      "'%s' may not stand in the function '%s', which runs on the device: put it around or after the "
                      "region that calls '%s'",
                      region_name(f, r), r->func->name, r->func->name);
        return;
    }
    if (first_leaf(r) == LEAF_TEAMS) {
        check_teams(f, r);
        return;
    }
    if (r->mapper) /* a declaration */
        return;
    if (r->dir == DIR_SCAN) {
        check_scan(f, r);
        return;
    }
    unsigned what = what_is(r);
    const struct region *p = r->parent;
    if (what == W_LEAGUE) {
        check_league(f, r);
        return;
    }
    if (what == W_DISTRIBUTE && p && inner_of(p) != IN_TEAMS) {
        misplaced(f, r, p, "'distribute' must stand directly in 'teams'");
        return;
    }
    for (size_t i = 0; p && i < sizeof close_rules / sizeof *close_rules; i++)
        if (close_rules[i].in == inner_of(p) && !(close_rules[i].allowed & what)) {
            misplaced(f, r, p, close_rules[i].hint);
            return;
        }
    warn_of_one_thread(f, r, what);
    check_concurrent(f, r, what);
    check_section(f, r);
    check_cancel(f, r);
    check_ordered(f, r);
    check_binding(f, r, what);
    check_bind(f, r);
    check_critical(f, r);
}

/* ---- loops ---- */
static bool listed_private(const struct region *r, const struct var *v)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; i < c->items.n; i++)
            if (c->items.v[i].var == v && c->kind != CLAUSE_MAP && c->kind != CLAUSE_SHARED)
                return true;
    return false;
}

static const struct ref *written_in(const struct unit *u, struct slice s, const struct var *v)
{
    for (const struct ref *x = ref_first(u, s); x; x = ref_next(u, s, x))
        if (x->var == v && x->access & ACC_WRITE)
            return x;
    return NULL;
}

/* the member in `v.member`, where ref names v; empty: all of v */
static struct slice member_of(const struct unit *u, const struct ref *ref)
{
    uint32_t at = ref->off + ref->len;
    if (at >= u->len || u->text[at] != '.')
        return (struct slice){at, at};
    uint32_t from = ++at;
    while (at < u->len && (isalnum((unsigned char)u->text[at]) || u->text[at] == '_'))
        at++;
    return (struct slice){from, at};
}

static bool other_member(const struct unit *u, const struct ref *a, const struct ref *b)
{
    struct slice x = member_of(u, a), y = member_of(u, b);
    uint32_t n = x.end - x.begin;
    return n && y.end > y.begin && (n != y.end - y.begin || memcmp(u->text + x.begin, u->text + y.begin, n) != 0);
}

/* the reference in s that stores to what `used` names */
static const struct ref *changed_in(const struct unit *u, struct slice s, const struct ref *used)
{
    for (const struct ref *x = ref_first(u, s); x; x = ref_next(u, s, x))
        if (x->var == used->var && x->access & ACC_WRITE && !other_member(u, x, used))
            return x;
    return NULL;
}

static void check_invariant(struct front *f, const struct region *r, const struct loop *l, struct slice bound,
                            const char *what)
{
    const struct unit *u = f->unit;
    for (const struct ref *x = ref_first(u, bound); x; x = ref_next(u, bound, x)) {
        const struct var *v = x->var;
        const struct ref *w = v && !listed_private(r, v) ? changed_in(u, l->body, x) : NULL;
        if (!w)
            continue;
        report(f, DIAG_WARNING, l->loc, 0, pragma_of(f, r), "GN0306", "the loop's %s uses '%s', which its body changes",
               what, v->name);
        report(f, DIAG_NOTE, place_in_unit(f, w->off), 0, pragma_of(f, r), NULL, "changed here");
        return;
    }
}

static void check_loops(struct front *f, const struct region *r)
{
    for (unsigned i = 0; i < region_depth(r); i++) {
        const struct loop *l = &r->loops[i];
        if (!l->wrong && r->ndeep && l->ub_uses_outer) {
            report(
                f, DIAG_ERROR, l->loc, 0, pragma_of(f, r), "GN0302",
                "the loops that 'ordered(%u)' counts must be rectangular: a bound here names an outer loop's variable",
                r->ndeep);
            continue;
        }
        if (l->wrong) {
            report(f, DIAG_ERROR, l->loc, 0, pragma_of(f, r), "GN0302", "not a loop that '%s' can count: %s",
                   region_name(f, r), l->wrong);
            note_at(f, r, r, "for this directive");
            continue;
        }
        const struct ref *w = written_in(f->unit, l->body, l->iv);
        if (w) {
            report(f, DIAG_ERROR, place_in_unit(f, w->off), 0, pragma_of(f, r), "GN0305",
                   "the loop variable '%s' of '%s' is changed in the loop", l->iv->name, region_name(f, r));
            continue;
        }
        check_invariant(f, r, l, l->ub, "bound");
        check_invariant(f, r, l, l->step, "step");
        for (const struct clause *c = i ? NULL : r->clauses; c; c = c->next)
            if (c->kind == CLAUSE_LINEAR)
                check_invariant(f, r, l, c->expr, "linear step");
    }
}

/* OpenMP 5.2, 4.4.1: no directive may stand in the code between the loops. */
static void check_intervening(struct front *f, const struct region *r)
{
    for (const struct region *c = region_is_imperfect(r) ? r->child : NULL; c; c = c->sibling)
        if (!slice_has(r->loops[r->nloops - 1].body, c->pragma_at.begin)) {
            error_for(f, c, "GN0303", "'%s' may not stand between the loops that 'collapse' joins", region_name(f, c));
            note_at(f, c, r, "they are those of this directive");
        }
}

static void check_found(struct front *f, const struct region *r)
{
    struct pragma *p = pragma_of(f, r);
    if (p->form == FORM_ALONE || r->stmt.begin < r->stmt.end)
        return;
    report(f, DIAG_ERROR, r->loc, 1, NULL, "GN0310", "'%s' needs a statement after it", region_name(f, r));
}

static void check_host_stmts(struct front *f)
{
    for (size_t i = 0; i < f->host_stmts.n; i++) {
        const struct host_stmt *h = &f->host_stmts.v[i];
        bool region = h->region && h->region->on_device, func = h->func && h->func->on_device;
        if (region || func)
            report(f, DIAG_ERROR, place_in_unit(f, h->off), 0, NULL, h->id, "%s", h->text);
        if (region)
            report(f, DIAG_NOTE, h->region->loc, 1, NULL, NULL, "in this region");
        else if (func)
            report(f, DIAG_NOTE, h->func->loc, 0, NULL, NULL, "the function '%s' runs on the device", h->func->name);
    }
}

void legality_check(struct front *f)
{
    for (size_t i = 0; i < f->unit->regions.n; i++) {
        const struct region *r = f->unit->regions.v[i];
        check_found(f, r);
        check_nesting(f, r);
        check_loops(f, r);
        check_intervening(f, r);
        check_inscan(f, r);
        task_check(f, r);
        if (r->atomic && r->atomic->wrong && !pragma_of(f, r)->broken)
            error_for(f, r, "GN0307", "%s", r->atomic->wrong);
        if (r->atomic && r->atomic->bit_field && r->on_device)
            error_for(f, r, "GN0660",
                      "'atomic' on a bit-field is not supported in device code: use a member of its own");
        if (!pragma_of(f, r)->broken) {
            clauses_check(f, r);
            restrictions_check(f, r);
            rules_check(f, r);
        }
    }
    check_host_stmts(f);
    rules_check_file(f);
}
