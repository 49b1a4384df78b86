/* Rules of OpenMP 5.2 about how constructs nest (17.1) and about loops and statements, on the finished tree.
 * needs: clang_read, device_mark.  sets: nothing; reports. What belongs to the host compiler alone is dropped
 * later. */
#include "front_private.h"

#include <string.h>

struct pragma *pragma_of(struct front *f, const struct region *r)
{
    return f->by_region.v[r->id];
}

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
    report(f, DIAG_ERROR, at, (int)p->toks.t.v[3 < p->toks.t.n ? 3 : 0].len, pragma_of(f, r), id, "%s",
           text.s);
    sb_free(&text);
}

static void note_at(struct front *f, const struct region *r, const struct region *other, const char *text)
{
    report(f, DIAG_NOTE, other->loc, 1, pragma_of(f, r), NULL, "%s", text);
}

static const char *name_of(struct front *f, const struct region *r)
{
    char buf[160];
    return arena_strdup(f->arena, directive_name(r->leaves, r->dir, buf, sizeof buf));
}

/* ---- nesting ---- */
/* The innermost construct of a directive: what its statement is closely nested in. */
enum inner {
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
    IN_MASTER,
    IN_ATOMIC,
    IN_DATA,
    IN_OTHER
};

static enum inner inner_of(const struct region *r)
{
    static const enum inner by_leaf[LEAF_COUNT] = {
        [LEAF_BIT_TARGET] = IN_TARGET,     [LEAF_BIT_TEAMS] = IN_TEAMS, [LEAF_BIT_DISTRIBUTE] = IN_DISTRIBUTE,
        [LEAF_BIT_PARALLEL] = IN_PARALLEL, [LEAF_BIT_FOR] = IN_FOR,     [LEAF_BIT_SIMD] = IN_SIMD,
        [LEAF_BIT_LOOP] = IN_LOOP,
    };
    if (!r)
        return IN_NOTHING;
    switch (r->dir) {
    case DIR_COMBINED:
        for (int i = LEAF_COUNT; i-- > 0;)
            if (r->leaves & 1u << i)
                return by_leaf[i];
        return IN_OTHER;
    case DIR_SINGLE:
        return IN_SINGLE;
    case DIR_CRITICAL:
        return IN_CRITICAL;
    case DIR_MASTER:
    case DIR_MASKED:
        return IN_MASTER;
    case DIR_ATOMIC:
        return IN_ATOMIC;
    case DIR_TARGET_DATA:
        return IN_DATA;
    default:
        return IN_OTHER;
    }
}

/* The first construct of a directive: what has to fit into the surroundings. */
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
    if (inner_of(t) != IN_TARGET) {
        error_for(f, r, "GN0301", "'teams' must stand directly in a 'target' construct%s%s%s",
                  t ? ", not in '" : "", t ? name_of(f, t) : "", t ? "'" : "");
        return;
    }
    if (only_braces(f->unit, t->stmt.begin, r->pragma_at.begin, &at) &&
        only_braces(f->unit, r->stmt.end, t->stmt.end, &at))
        return;
    report(f, DIAG_ERROR, place_in_unit(f, at), 0, pragma_of(f, r), "GN0308",
           "a 'target' construct with a 'teams' construct in it may hold nothing else");
    note_at(f, r, r, "the 'teams' construct is here");
}

static bool is_worksharing(enum inner k)
{
    return k == IN_FOR || k == IN_SINGLE || k == IN_LOOP;
}

/* What r is, for the table below. */
enum what {
    W_PARALLEL = 1,
    W_DISTRIBUTE = 2,
    W_LOOP = 4,
    W_SIMD = 8,
    W_WORKSHARE = 16,
    W_BARRIER = 32,
    W_MASTER = 64,
    W_CRITICAL = 128,
    W_ATOMIC = 256,
    W_FLUSH = 512,
    W_OTHER = 1024
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
        break;
    }
    switch (r->dir) {
    case DIR_SINGLE:
        return W_WORKSHARE;
    case DIR_BARRIER:
        return W_BARRIER;
    case DIR_MASTER:
    case DIR_MASKED:
        return W_MASTER;
    case DIR_CRITICAL:
        return W_CRITICAL;
    case DIR_ATOMIC:
        return W_ATOMIC;
    case DIR_FLUSH:
        return W_FLUSH;
    default:
        return W_OTHER;
    }
}

/* Close nesting: what may stand directly in what. */
static const struct {
    enum inner in;
    unsigned allowed;
    const char *hint;
} close_rules[] = {
    {IN_TEAMS, W_PARALLEL | W_DISTRIBUTE | W_LOOP | W_ATOMIC | W_OTHER,
     "only 'distribute', 'parallel' and 'loop' may stand directly in 'teams'"},
    {IN_DISTRIBUTE, ~(unsigned)(W_DISTRIBUTE | W_WORKSHARE | W_BARRIER | W_MASTER),
     "put it in a 'parallel' construct"},
    {IN_SIMD, W_SIMD | W_LOOP | W_ATOMIC, "only 'simd', 'loop' and 'atomic' may stand in a 'simd' construct"},
    {IN_LOOP, W_LOOP | W_PARALLEL | W_SIMD | W_ATOMIC,
     "only 'loop', 'parallel' and 'simd' may stand in a 'loop' construct"},
    {IN_ATOMIC, 0, "'atomic' holds one statement and no construct"},
};

static void misplaced(struct front *f, const struct region *r, const struct region *in, const char *hint)
{
    error_for(f, r, "GN0301", "'%s' may not stand in '%s': %s", name_of(f, r), name_of(f, in), hint);
    note_at(f, r, in, "the enclosing construct is here");
}

/* Work-sharing, barrier, master: not inside one another within the same parallel region. */
static void check_binding(struct front *f, const struct region *r, unsigned what)
{
    if (!(what & (W_WORKSHARE | W_BARRIER | W_MASTER)))
        return;
    for (const struct region *p = r->parent; p && inner_of(p) != IN_PARALLEL; p = p->parent) {
        enum inner k = inner_of(p);
        bool bad = is_worksharing(k) || (what != W_MASTER && (k == IN_CRITICAL || k == IN_MASTER));
        if (bad) {
            misplaced(f, r, p,
                      what == W_BARRIER ? "not all threads would reach the barrier"
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
    bool in_teams =
        alone ? inner_of(r->parent) == IN_TEAMS : (r->leaves & LEAF_TEAMS && !(r->leaves & LEAF_PARALLEL));
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
            error_for(f, r, "GN0301",
                      "'critical' inside a 'critical' of the same name would wait for itself");
            note_at(f, r, p, "the outer one is here");
            return;
        }
}

static bool handles_data(const struct region *r)
{
    return r->dir == DIR_TARGET_DATA || r->dir == DIR_TARGET_ENTER_DATA || r->dir == DIR_TARGET_EXIT_DATA ||
           r->dir == DIR_TARGET_UPDATE;
}

static void check_nesting(struct front *f, const struct region *r)
{
    bool in_device = (r->parent && r->parent->on_device) || (r->func && r->func->on_device);
    if (directive_rows[r->dir].host_only) {
        error_for(f, r, "GN0104", "'%s' is not supported yet in device code", name_of(f, r));
        return;
    }
    if (r->leaves & LEAF_TARGET || handles_data(r)) {
        const struct region *p = r->parent;
        if (p && p->on_device)
            misplaced(f, r, p, "device constructs cannot be nested in device code");
        else if (in_device)
            error_for(f, r, "GN0301", "'%s' may not stand in the function '%s', which runs on the device",
                      name_of(f, r), r->func->name);
        return;
    }
    if (first_leaf(r) == LEAF_TEAMS) {
        check_teams(f, r);
        return;
    }
    if (r->mapper) /* a declaration */
        return;
    unsigned what = what_is(r);
    const struct region *p = r->parent;
    if (what == W_DISTRIBUTE && p && inner_of(p) != IN_TEAMS) {
        misplaced(f, r, p, "'distribute' must stand directly in 'teams'");
        return;
    }
    for (size_t i = 0; p && i < sizeof close_rules / sizeof *close_rules; i++)
        if (close_rules[i].in == inner_of(p) && !(close_rules[i].allowed & what)) {
            misplaced(f, r, p, close_rules[i].hint);
            return;
        }
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
    for (size_t i = unit_ref_from(u, s.begin); i < u->refs.n && u->refs.v[i].off < s.end; i++)
        if (u->refs.v[i].var == v && u->refs.v[i].access & ACC_WRITE)
            return &u->refs.v[i];
    return NULL;
}

static void check_invariant(struct front *f, const struct region *r, const struct loop *l, struct slice bound,
                            const char *what)
{
    const struct unit *u = f->unit;
    for (size_t i = unit_ref_from(u, bound.begin); i < u->refs.n && u->refs.v[i].off < bound.end; i++) {
        const struct var *v = u->refs.v[i].var;
        const struct ref *w = v && !listed_private(r, v) ? written_in(u, l->body, v) : NULL;
        if (!w)
            continue;
        report(f, DIAG_WARNING, l->loc, 0, pragma_of(f, r), "GN0306",
               "the loop's %s uses '%s', which its body changes", what, v->name);
        report(f, DIAG_NOTE, place_in_unit(f, w->off), 0, pragma_of(f, r), NULL, "changed here");
        return;
    }
}

static void check_loops(struct front *f, const struct region *r)
{
    for (unsigned i = 0; i < r->nloops; i++) {
        const struct loop *l = &r->loops[i];
        if (l->wrong) {
            report(f, DIAG_ERROR, l->loc, 0, pragma_of(f, r), "GN0302", "not a loop that '%s' can count: %s",
                   name_of(f, r), l->wrong);
            note_at(f, r, r, "for this directive");
            continue;
        }
        const struct ref *w = written_in(f->unit, l->body, l->iv);
        if (w) {
            report(f, DIAG_ERROR, place_in_unit(f, w->off), 0, pragma_of(f, r), "GN0305",
                   "the loop variable '%s' of '%s' is changed in the loop", l->iv->name, name_of(f, r));
            continue;
        }
        check_invariant(f, r, l, l->ub, "bound");
        check_invariant(f, r, l, l->step, "step");
    }
}

static void check_found(struct front *f, const struct region *r)
{
    struct pragma *p = pragma_of(f, r);
    if (p->form == FORM_ALONE || r->stmt.begin < r->stmt.end)
        return;
    report(f, DIAG_ERROR, r->loc, 1, NULL, "GN0310", "'%s' needs a statement after it", name_of(f, r));
}

static void check_host_stmts(struct front *f)
{
    for (size_t i = 0; i < f->host_stmts.n; i++) {
        const struct host_stmt *h = &f->host_stmts.v[i];
        bool region = h->region && h->region->on_device, func = h->func && h->func->on_device;
        if (region || func)
            report(f, DIAG_ERROR, place_in_unit(f, h->off), 0, NULL, "GN0309", "%s cannot run on a device",
                   h->what);
        if (region)
            report(f, DIAG_NOTE, h->region->loc, 1, NULL, NULL, "in this region");
        else if (func)
            report(f, DIAG_NOTE, h->func->loc, 0, NULL, NULL, "the function '%s' runs on the device",
                   h->func->name);
    }
}

void legality_check(struct front *f)
{
    for (size_t i = 0; i < f->unit->regions.n; i++) {
        struct region *r = f->unit->regions.v[i];
        check_found(f, r);
        check_nesting(f, r);
        check_loops(f, r);
        if (r->atomic && r->atomic->wrong && !pragma_of(f, r)->broken)
            error_for(f, r, "GN0307", "%s", r->atomic->wrong);
        if (!pragma_of(f, r)->broken)
            clauses_check(f, r);
    }
    check_host_stmts(f);
}
