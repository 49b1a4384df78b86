/* rules/restrictions.c: restrictions of OpenMP 5.2 that concern one construct and are neither nesting (legality.c) nor
 * the form of a clause (clause_check.c): one function each, named after the section.
 * needs: clang_read, device_mark.
 * sets: nothing; reports. */
#include "../front_private.h"

#include <stdlib.h>
#include <string.h>

static int width(const char *s) { return (int)strlen(s); }

static bool is_empty(struct slice s) { return s.begin >= s.end; }

static void error_clause(struct front *f, const struct region *r, const struct clause *c, const char *id,
                         const char *text)
{
    report(f, DIAG_ERROR, c->loc, width(clause_said(c)), pragma_of(f, r), id, "%s", text);
}

static void error_directive(struct front *f, const struct region *r, const char *id, const char *text)
{
    report(f, DIAG_ERROR, r->loc, 1, pragma_of(f, r), id, "%s", text);
}

/* ---- 10.2: num_teams(lower : upper) ---- */
static bool literal(const struct unit *u, struct slice s, long long *value)
{
    char digits[24] = "";
    while (s.begin < s.end && strchr(" (", u->text[s.begin]))
        s.begin++;
    while (s.begin < s.end && strchr(" )", u->text[s.end - 1]))
        s.end--;
    if (is_empty(s) || s.end - s.begin >= sizeof digits)
        return false;
    memcpy(digits, u->text + s.begin, s.end - s.begin);
    char *end;
    *value = strtoll(digits, &end, 0);
    return *end == 0;
}

static void check_num_teams(struct front *f, const struct region *r, const struct clause *c)
{
    long long lower;
    if (c->kind != CLAUSE_NUM_TEAMS || is_empty(c->expr2) || !literal(f->unit, c->expr2, &lower))
        return;
    if (lower <= 0)
        report(f, DIAG_ERROR, c->loc, width("num_teams"), pragma_of(f, r), "GN0211",
               "'num_teams' needs a positive number, not %lld", lower);
    else if (c->expr_const && lower > c->expr_value)
        report(f, DIAG_ERROR, c->loc, width("num_teams"), pragma_of(f, r), "GN0710",
               "'num_teams' asks for at least %lld teams and at most %lld: write the smaller number first", lower,
               (long long)c->expr_value);
}

/* ---- 15.1: hints that exclude each other ---- */
static void check_hint(struct front *f, const struct region *r, const struct clause *c)
{
    enum { UNCONTENDED = 1, CONTENDED = 2, NONSPECULATIVE = 4, SPECULATIVE = 8 };
    if (c->kind != CLAUSE_HINT || !c->expr_const || c->expr_value < 0)
        return;
    if ((c->expr_value & (UNCONTENDED | CONTENDED)) == (UNCONTENDED | CONTENDED))
        error_clause(f, r, c, "GN0711", "the hints 'uncontended' and 'contended' exclude each other");
    if ((c->expr_value & (NONSPECULATIVE | SPECULATIVE)) == (NONSPECULATIVE | SPECULATIVE))
        error_clause(f, r, c, "GN0711", "the hints 'nonspeculative' and 'speculative' exclude each other");
}

/* ---- 10.4: safelen and order(concurrent) ---- */
static void check_simd(struct front *f, const struct region *r)
{
    const struct clause *order = region_clause(r, CLAUSE_ORDER), *safelen = region_clause(r, CLAUSE_SAFELEN);
    if (order && safelen)
        error_clause(f, r, safelen, "GN0209",
                     "'safelen' and 'order' exclude each other: iterations in any order have no distance to keep");
}

/* ---- 5.5.5: reductions ---- */
static bool private_in(const struct region *p, const struct var *v)
{
    for (const struct clause *c = p->clauses; c; c = c->next)
        for (size_t i = 0; i < c->items.n; i++)
            if (c->items.v[i].var == v && (c->kind == CLAUSE_PRIVATE || c->kind == CLAUSE_FIRSTPRIVATE ||
                                           c->kind == CLAUSE_LINEAR || c->kind == CLAUSE_REDUCTION))
                return true;
    return !v->is_global && v->declared_in && region_inside(v->declared_in, p);
}

static bool shares_work(const struct region *r)
{
    bool loop = (r->leaves & LEAF_FOR) && !(r->leaves & (LEAF_PARALLEL | LEAF_DISTRIBUTE | LEAF_TEAMS | LEAF_TARGET));
    return loop || (is_worksharing(r->dir) && !r->joined);
}

/* 5.4.4, for scope; Clang checks the other worksharing constructs */
static void check_firstprivate(struct front *f, const struct region *r, const struct clause *c)
{
    const struct region *p = r->parent;
    while (p && !(p->leaves & (LEAF_PARALLEL | LEAF_TEAMS | LEAF_TARGET)))
        p = p->parent;
    if (c->kind != CLAUSE_FIRSTPRIVATE || r->dir != DIR_SCOPE || !p || !(p->leaves & LEAF_PARALLEL))
        return;
    for (size_t i = 0; i < c->items.n; i++) {
        const struct item *it = &c->items.v[i];
        if (!it->var || !private_in(p, it->var))
            continue;
        report(f, DIAG_ERROR, it->loc, width(it->named), pragma_of(f, r), "GN0443",
               "'%s' is private to each thread already: 'firstprivate' copies a variable that they share", it->named);
        report(f, DIAG_NOTE, p->loc, 1, pragma_of(f, r), NULL, "the 'parallel' construct is here");
    }
}

static void check_reduction(struct front *f, const struct region *r, const struct clause *c)
{
    const struct region *p = r->parent;
    if (c->kind != CLAUSE_REDUCTION)
        return;
    while (p && !(p->leaves & (LEAF_PARALLEL | LEAF_TEAMS | LEAF_TARGET)))
        p = p->parent;
    for (size_t i = 0; i < c->items.n; i++) {
        const struct item *it = &c->items.v[i];
        for (unsigned s = 0; s < it->nsections; s++)
            if (it->sections[s].has_colon && it->sections[s].length_const && it->sections[s].length_value == 0)
                report(f, DIAG_ERROR, it->loc, width(it->named), pragma_of(f, r), "GN0208",
                       "the section '%s' in 'reduction' is empty", it->named);
        if (!shares_work(r) || !p || !(p->leaves & LEAF_PARALLEL) || !it->var || it->nsections ||
            !private_in(p, it->var))
            continue;
        report(f, DIAG_ERROR, it->loc, width(it->named), pragma_of(f, r), "GN0712",
               "'%s' is private to each thread here: there is no one variable to reduce into", it->named);
        report(f, DIAG_NOTE, p->loc, 1, pragma_of(f, r), NULL, "the 'parallel' construct is here: share '%s' there",
               it->named);
    }
}

/* ---- 5.8.3: sections that reach past their array's end, as Fortran's lower:upper would ---- */
static struct slice trimmed(const struct unit *u, struct slice s)
{
    while (s.begin < s.end && strchr(" \t", u->text[s.begin]))
        s.begin++;
    while (s.begin < s.end && strchr(" \t", u->text[s.end - 1]))
        s.end--;
    return s;
}

static bool same_text(const struct unit *u, struct slice a, struct slice b)
{
    a = trimmed(u, a);
    b = trimmed(u, b);
    return !is_empty(a) && a.end - a.begin == b.end - b.begin &&
           !memcmp(u->text + a.begin, u->text + b.begin, a.end - a.begin);
}

/* the first array length in its declaration */
static struct slice declared_length(const struct unit *u, const struct var *v)
{
    uint32_t i = v->decl + (uint32_t)strlen(v->name), depth = 1;
    while (i < u->len && strchr(" \t", u->text[i]))
        i++;
    if (i >= u->len || u->text[i] != '[')
        return (struct slice){0, 0};
    struct slice s = {i + 1, i + 1};
    for (; s.end < u->len; s.end++) {
        depth += u->text[s.end] == '[';
        depth -= u->text[s.end] == ']';
        if (!depth)
            break;
    }
    return s;
}

static void check_past_end(struct front *f, const struct region *r, const struct item *it)
{
    if (!it->nsections || !it->var || !it->is_name)
        return;
    const struct section *s = &it->sections[0];
    if (!s->has_colon || !s->lower_const || s->lower_value <= 0 || s->length_const || !is_empty(s->stride) ||
        !same_text(f->unit, s->length, declared_length(f->unit, it->var)))
        return;
    struct slice n = trimmed(f->unit, s->length);
    report(f, DIAG_WARNING, it->loc, width(it->named), pragma_of(f, r), "GN0430",
           "section '%s' begins at %lld and has as many elements as the array: it reaches past its end", it->named,
           (long long)s->lower_value);
    report(f, DIAG_NOTE, it->var->loc, 0, pragma_of(f, r), NULL,
           "a section is [first : number of elements], not [first : last]; '%s' has '%.*s' elements", it->var->name,
           (int)(n.end - n.begin), f->unit->text + n.begin);
}

/* ---- 5.8.3: list items do not share storage, unless they are the same or one is a part of the other ---- */
static bool constant_range(const struct item *it, int64_t *from, int64_t *to)
{
    if (!it->var || !it->is_name || it->nsections != 1 || !it->sections[0].has_colon || !it->sections[0].length_const)
        return false;
    const struct section *s = &it->sections[0];
    *from = is_empty(s->lower) ? 0 : s->lower_value;
    *to = *from + s->length_value;
    return (is_empty(s->lower) || s->lower_const) && is_empty(s->stride);
}

static void check_overlap(struct front *f, const struct region *r, const struct item *a, const struct item *b)
{
    int64_t a0, a1, b0, b1;
    if (a->var != b->var || !constant_range(a, &a0, &a1) || !constant_range(b, &b0, &b1) || a1 <= b0 || b1 <= a0 ||
        (a0 == b0 && a1 == b1))
        return;
    report(f, DIAG_WARNING, b->loc, width(b->named), pragma_of(f, r), "GN0436",
           "'%s' and '%s' overlap: what belongs to both is copied in no certain order", a->named, b->named);
    report(f, DIAG_NOTE, a->loc, width(a->named), pragma_of(f, r), NULL, "'%s' is here", a->named);
}

static void check_overlaps(struct front *f, const struct region *r)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_MAP && i < c->items.n; i++)
            for (const struct clause *d = c; d; d = d->next)
                for (size_t k = d == c ? i + 1 : 0; d->kind == CLAUSE_MAP && k < d->items.n; k++)
                    check_overlap(f, r, &c->items.v[i], &d->items.v[k]);
}

/* ---- 5.8.3: a copy back into what cannot be written ---- */
static void check_const(struct front *f, const struct region *r, const struct clause *c)
{
    bool from = c->kind == CLAUSE_FROM ||
                (c->kind == CLAUSE_MAP && (c->modifiers & MAPMOD_FROM) && !(c->modifiers & MAPMOD_TO));
    for (size_t i = 0; from && i < c->items.n; i++) {
        const struct item *it = &c->items.v[i];
        const struct type *t = it->type;
        for (unsigned s = 0; t && s < it->nsections; s++)
            t = t->elem;
        while (t && t->kind == TYPE_ARRAY)
            t = t->elem;
        if (!t || !t->is_const || r->dir == DIR_TARGET_EXIT_DATA)
            continue;
        report(f, DIAG_WARNING, it->loc, width(it->named), pragma_of(f, r), "GN0433",
               "'%s' is const, and 'from' copies into it: map it 'to'", it->named);
    }
}

/* ---- 15.8.4: the expressions must not read x again ---- */
static const struct var *plain_variable(const struct unit *u, struct slice s)
{
    s = trimmed(u, s);
    size_t i = unit_ref_from(u, s.begin);
    return i < u->refs.n && u->refs.v[i].off == s.begin && s.begin + u->refs.v[i].len == s.end ? u->refs.v[i].var
                                                                                               : NULL;
}

static const struct ref *named_in(const struct unit *u, struct slice e, const struct var *v)
{
    for (size_t i = v ? unit_ref_from(u, e.begin) : u->refs.n; i < u->refs.n && u->refs.v[i].off < e.end; i++)
        if (u->refs.v[i].var == v && u->refs.v[i].access & (ACC_READ | ACC_DEREF | ACC_WRITE) &&
            !(u->refs.v[i].access & (ACC_UNEVALUATED | ACC_ADDR)))
            return &u->refs.v[i];
    return NULL;
}

static void check_atomic(struct front *f, const struct region *r)
{
    const struct unit *u = f->unit;
    const struct atomic *t = r->atomic;
    const struct var *x = t && !t->wrong ? plain_variable(u, t->x) : NULL;
    const struct var *v = x && t->kind == ATOMIC_CAPTURE ? plain_variable(u, t->v) : NULL;
    if (x && (t->kind == ATOMIC_READ || t->kind == ATOMIC_CAPTURE) && plain_variable(u, t->v) == x) {
        report(f, DIAG_ERROR, place_in_unit(f, t->v.begin), width(x->name), pragma_of(f, r), "GN0307",
               "'%s' gets the value that is read from '%s': it must be another variable", x->name, x->name);
        return;
    }
    bool updates = x && !t->compare && t->kind != ATOMIC_READ;
    const struct ref *again = updates ? named_in(u, t->e, x) : NULL, *captured = updates ? named_in(u, t->e, v) : NULL;
    if (again)
        report(f, DIAG_ERROR, place_in_unit(f, again->off), 0, pragma_of(f, r), "GN0307",
               "'%s' is read once more beside the atomic update: read it into another variable before", x->name);
    else if (captured)
        report(f, DIAG_ERROR, place_in_unit(f, captured->off), 0, pragma_of(f, r), "GN0307",
               "'%s' gets the captured value, and '%s' is computed from it: that is no one atomic step", v->name,
               x->name);
    if (again || captured)
        report(f, DIAG_NOTE, r->loc, 1, pragma_of(f, r), NULL, "'atomic' is here");
}

/* ---- 15.9.7: doacross loops ---- */
static const struct clause *doacross(const struct region *r, unsigned kind)
{
    for (const struct clause *c = r->dir == DIR_ORDERED ? r->clauses : NULL; c; c = c->next)
        if (c->kind == CLAUSE_DOACROSS &&
            (c->modifiers == kind || (kind == DOACROSS_SINK && c->modifiers == DOACROSS_BEFORE)))
            return c;
    return NULL;
}

/* the sign of c in the element `i + c` of an iteration vector, seen in the loop's direction; 0: none, or not known */
static int offset_sign(const struct unit *u, const struct loop *l, const struct item *it)
{
    struct slice s = trimmed(u, it->text);
    size_t i = unit_ref_from(u, s.begin);
    if (i >= u->refs.n || u->refs.v[i].off != s.begin || u->refs.v[i].var != l->iv)
        return 0;
    uint32_t at = s.begin + u->refs.v[i].len;
    while (at < s.end && u->text[at] == ' ')
        at++;
    long long c;
    if (at >= s.end || !strchr("+-", u->text[at]) || !literal(u, (struct slice){at + 1, s.end}, &c) || c == 0)
        return 0;
    return ((c > 0) == (u->text[at] == '+') ? 1 : -1) * (l->step_sign < 0 ? -1 : 1);
}

static void check_sink(struct front *f, const struct region *r, const struct region *loop, const struct clause *c)
{
    size_t i = 0;
    for (; i < c->items.n && i < region_depth(loop); i++) {
        const struct item *it = &c->items.v[i];
        int sign = offset_sign(f->unit, &loop->loops[i], it);
        if (sign > 0)
            report(f, DIAG_WARNING, it->loc, width(it->named), pragma_of(f, r), "GN0431",
                   "'%s' waits for an iteration that comes after this one", it->named);
        if (sign || plain_variable(f->unit, it->text) != loop->loops[i].iv)
            return;
    }
    if (i && i == region_depth(loop))
        report(f, DIAG_WARNING, c->items.v[0].loc, width(c->items.v[0].named), pragma_of(f, r), "GN0432",
               "each iteration waits for itself here, and so for ever");
}

static void check_doacross(struct front *f, const struct region *loop)
{
    const struct region *source = NULL, *sink = NULL;
    for (size_t i = loop->id + 1; loop->ndeep && i < f->unit->regions.n; i++) {
        const struct region *r = f->unit->regions.v[i], *p = r->parent;
        while (p && p != loop && !p->nloops)
            p = p->parent;
        if (p != loop)
            continue;
        for (const struct clause *c = doacross(r, DOACROSS_SINK); c; c = c->next)
            if (c->kind == CLAUSE_DOACROSS && c->modifiers == DOACROSS_SINK)
                check_sink(f, r, loop, c);
        sink = !sink && doacross(r, DOACROSS_SINK) ? r : sink;
        if (source && doacross(r, DOACROSS_SOURCE)) {
            error_directive(f, r, "GN0713",
                            "a second 'ordered' with 'source' in one loop: each iteration is done once");
            report(f, DIAG_NOTE, source->loc, 1, pragma_of(f, r), NULL, "the first is here");
        }
        source = doacross(r, DOACROSS_SOURCE) ? r : source;
    }
    if (sink && !source) {
        report(f, DIAG_WARNING, sink->loc, 1, pragma_of(f, sink), "GN0432",
               "no 'ordered' with 'source' in this loop says that an iteration is done: this waits for ever");
        report(f, DIAG_NOTE, loop->loc, 1, pragma_of(f, sink), NULL, "the loop is here");
    }
}

/* ---- 16.1: what is cancelled ends at a barrier ---- */
static void check_cancel(struct front *f, const struct region *r)
{
    const struct region *p = r->parent;
    if (r->dir != DIR_CANCEL || !region_clause(r, CLAUSE_OF_SECTIONS))
        return;
    if (p && p->dir == DIR_SECTION)
        p = p->parent;
    if (!p || p->dir != DIR_SECTIONS || !region_clause(p, CLAUSE_NOWAIT))
        return;
    error_directive(f, r, "GN0714", "what 'cancel' ends must not have 'nowait': threads meet at its end");
    report(f, DIAG_NOTE, p->loc, 1, pragma_of(f, r), NULL, "'sections' is here");
}

/* ---- 15.8.5: a flush names variables ---- */
static void check_flush(struct front *f, const struct region *r)
{
    for (const struct clause *c = r->dir == DIR_FLUSH ? r->clauses : NULL; c; c = c->next)
        for (size_t i = 0; i < c->items.n; i++)
            if (!c->items.v[i].var || c->items.v[i].nsections)
                report(f, DIAG_ERROR, c->items.v[i].loc, width(c->items.v[i].named), pragma_of(f, r), "GN0213",
                       "'%s' in 'flush' is no variable", c->items.v[i].named);
            else if (!plain_variable(f->unit, c->items.v[i].text) && !c->items.v[i].is_member)
                report(f, DIAG_ERROR, c->items.v[i].loc, width(c->items.v[i].named), pragma_of(f, r), "GN0213",
                       "'%s' in 'flush' is an expression: name the variable", c->items.v[i].named);
}

void restrictions_check(struct front *f, const struct region *r)
{
    for (const struct clause *c = r->clauses; c; c = c->next) {
        check_num_teams(f, r, c);
        check_hint(f, r, c);
        check_reduction(f, r, c);
        check_firstprivate(f, r, c);
        check_const(f, r, c);
        for (size_t i = 0; i < c->items.n; i++)
            if (c->kind == CLAUSE_MAP || c->kind == CLAUSE_TO || c->kind == CLAUSE_FROM || c->kind == CLAUSE_REDUCTION)
                check_past_end(f, r, &c->items.v[i]);
    }
    check_overlaps(f, r);
    check_simd(f, r);
    check_atomic(f, r);
    check_doacross(f, r);
    check_cancel(f, r);
    check_flush(f, r);
}
