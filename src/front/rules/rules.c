/* rules/rules.c: rules of OpenMP 5.2 about what a region does: which functions it calls, what it stores between loops,
 * how often it reaches a directive. An error where the text alone breaks a rule; a warning where a run may break it.
 * needs: clang_read, device_mark.  sets: nothing; reports. */
#include "../front_private.h"

#include <stdlib.h>
#include <string.h>

static int width(const char *s) { return (int)strlen(s); }
static bool is_empty(struct slice s) { return s.begin >= s.end; }

static void note_region(struct front *f, const struct region *r, const struct region *at, const char *text)
{
    report(f, DIAG_NOTE, at->loc, 1, pragma_of(f, r), NULL, "%s", text);
}

static const struct region *region_at(const struct unit *u, uint32_t off)
{
    for (size_t i = unit_region_from(u, off + 1); i-- > 0;)
        if (slice_has(u->regions.v[i]->stmt, off))
            return u->regions.v[i];
    return NULL;
}

static bool is_routine(const struct ref *r)
{
    return r->func && r->is_call && str_starts(r->func->name, "omp_") && !(r->access & ACC_UNEVALUATED);
}

/* ---- 11.5.3, 11.6.1: a schedule needs a rectangular nest ---- */
static void check_schedule(struct front *f, const struct region *r)
{
    static const enum clause_kind kinds[] = {CLAUSE_SCHEDULE, CLAUSE_DIST_SCHEDULE};
    for (size_t i = 0; i < 2; i++) {
        const struct clause *c = region_clause(r, kinds[i]);
        if (!c || region_is_rectangular(r))
            continue;
        report(f, DIAG_ERROR, c->loc, width(clause_said(c)), pragma_of(f, r), "GN0440",
               "'%s' needs collapsed loops whose bounds do not name each other's variables: leave it away",
               clause_said(c));
        for (unsigned k = 1; k < r->nloops; k++)
            if (r->loops[k].ub_uses_outer) {
                report(f, DIAG_NOTE, r->loops[k].loc, 0, pragma_of(f, r), NULL, "the bounds of this loop do");
                return;
            }
    }
}

/* ---- 5.4.6: the loop variable in 'linear' has the loop's own step ---- */
static bool step_of(const struct unit *u, const struct loop *l, int64_t *step)
{
    char text[24] = "";
    if (is_empty(l->step)) {
        *step = l->step_sign;
        return true;
    }
    if (l->step.end - l->step.begin >= sizeof text)
        return false;
    memcpy(text, u->text + l->step.begin, l->step.end - l->step.begin);
    char *end;
    *step = l->step_sign * (int64_t)strtoll(text, &end, 0);
    return *end == 0;
}

static void check_linear(struct front *f, const struct region *r, const struct clause *c)
{
    int64_t step;
    if (c->kind != CLAUSE_LINEAR || is_empty(c->expr) || !c->expr_const || r->nloops != 1 ||
        !step_of(f->unit, &r->loops[0], &step))
        return;
    int64_t given = c->expr_value;
    for (size_t i = 0; i < c->items.n; i++)
        if (c->items.v[i].var == r->loops[0].iv && given != step)
            report(f, DIAG_ERROR, c->items.v[i].loc, width(c->items.v[i].named), pragma_of(f, r), "GN0441",
                   "the loop variable '%s' goes on by %lld, and 'linear' says %lld", c->items.v[i].named,
                   (long long)step, (long long)given);
}

/* ---- 5.5.10: in_reduction needs a task reduction around it ---- */
static bool offers(const struct region *r, const struct var *v)
{
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; i < c->items.n; i++)
            if (c->items.v[i].var == v &&
                (c->kind == CLAUSE_TASK_REDUCTION || (c->kind == CLAUSE_REDUCTION && !(c->modifiers & REDMOD_IN) &&
                                                      (c->modifiers & REDMOD_TASK || is_taskloop(r->dir)))))
                return true;
    return false;
}

static void check_in_reduction(struct front *f, const struct region *r, const struct clause *c)
{
    bool takes_part = c->kind == CLAUSE_IN_REDUCTION || (c->kind == CLAUSE_REDUCTION && c->modifiers & REDMOD_IN);
    if (!takes_part || r->leaves & LEAF_TARGET)
        return;
    for (size_t i = 0; i < c->items.n; i++) {
        const struct region *p = r->parent;
        while (p && !(p->leaves & LEAF_TARGET) && !offers(p, c->items.v[i].var))
            p = p->parent;
        if (!p || offers(p, c->items.v[i].var)) /* another function may offer it */
            continue;
        report(f, DIAG_ERROR, c->items.v[i].loc, width(c->items.v[i].named), pragma_of(f, r), "GN0442",
               "no construct around this task reduces '%s': 'in_reduction' needs a 'taskgroup' with 'task_reduction', "
               "or a "
               "'reduction(task, ...)'",
               c->items.v[i].named);
    }
}

/* ---- 4.4.1: code between collapsed loops ---- */
static void changed_between(struct front *f, const struct region *r, uint32_t off, uint32_t end)
{
    report(f, DIAG_WARNING, place_in_unit(f, off), (int)(end - off), pragma_of(f, r), "GN0490",
           "'%.*s' is changed between collapsed loops: that may happen for each iteration of the inner one",
           (int)(end - off), f->unit->text + off);
    note_region(f, r, r, "do it in a loop of its own, or collapse fewer loops here");
}

static bool updates(unsigned access) { return (access & (ACC_READ | ACC_WRITE)) == (ACC_READ | ACC_WRITE); }

static void between(struct front *f, const struct region *r, const struct loop *outer, struct slice s)
{
    const struct unit *u = f->unit;
    for (const struct node *n = outer->tree; n; n = tree_next(outer->tree, n))
        if (n->kind == NODE_CONTINUE && slice_has(s, n->at.begin) && node_loop(n) == outer->tree) {
            report(f, DIAG_ERROR, place_in_unit(f, n->at.begin), 8, pragma_of(f, r), "GN0303",
                   "'continue' may not stand between the loops that 'collapse' joins");
            note_region(f, r, r, "they are those of this directive");
        }
    for (const struct ref *ref = ref_first(u, s); ref; ref = ref_next(u, s, ref)) {
        if (is_routine(ref)) {
            report(f, DIAG_ERROR, place_in_unit(f, ref->off), width(ref->func->name), pragma_of(f, r), "GN0303",
                   "a call of '%s' may not stand between the loops that 'collapse' joins", ref->func->name);
            note_region(f, r, r, "they are those of this directive");
        }
        if (ref->var && updates(ref->access) && !slice_has(outer->body, ref->var->decl)) {
            changed_between(f, r, ref->off, ref->off + ref->len);
            return;
        }
    }
    for (const struct element *e = element_first(u, s); e; e = element_next(u, s, e)) {
        size_t k = unit_ref_from(u, e->base.begin);
        bool own = k < u->refs.n && u->refs.v[k].var && slice_has(outer->body, u->refs.v[k].var->decl);
        if (updates(e->access) && !own) {
            changed_between(f, r, e->off, e->end);
            return;
        }
    }
}

static void check_between(struct front *f, const struct region *r)
{
    for (unsigned i = 1; i < r->nloops; i++) {
        const struct loop *outer = &r->loops[i - 1], *inner = &r->loops[i];
        if (!inner->imperfect)
            continue;
        between(f, r, outer, (struct slice){outer->body.begin, inner->stmt.begin});
        between(f, r, outer, (struct slice){inner->stmt.end, outer->body.end});
    }
    for (unsigned i = 1; r->ndeep && i < region_depth(r); i++)
        if (r->loops[i].imperfect)
            report(f, DIAG_ERROR, r->loops[i].loc, 0, pragma_of(f, r), "GN0303",
                   "nothing may stand between the loops that 'ordered(%u)' counts", r->ndeep);
}

/* ---- 10.3, 11.7: iterations in any order must not synchronise or ask for thread numbers, nor must functions that they
 * call ---- */
static const struct ref *routine_in(const struct unit *u, struct slice s)
{
    for (const struct ref *x = ref_first(u, s); x; x = ref_next(u, s, x))
        if (is_routine(x))
            return x;
    return NULL;
}

static const struct region *construct_in(const struct unit *u, const struct func *fn)
{
    const struct region *r = region_first(u, fn->body);
    while (r && (r->dir == DIR_ATOMIC || r->dir == DIR_COMBINED))
        r = region_next(u, fn->body, r);
    return r;
}

static bool in_any_order(const struct region *r, uint32_t off, const struct unit *u)
{
    for (const struct region *p = region_at(u, off); p && p != r; p = p->parent)
        if (p->leaves & (LEAF_PARALLEL | LEAF_LOOP) || region_clause(p, CLAUSE_ORDER))
            return false; /* reported for p, or the call runs on threads of its own */
    return true;
}

static void check_calls(struct front *f, const struct region *r)
{
    const struct unit *u = f->unit;
    if (!(r->leaves & LEAF_LOOP) && !region_clause(r, CLAUSE_ORDER))
        return;
    for (const struct ref *ref = ref_first(u, r->stmt); ref; ref = ref_next(u, r->stmt, ref)) {
        if (!ref->func || !ref->is_call || !in_any_order(r, ref->off, u))
            continue;
        if (is_routine(ref)) {
            report(f, DIAG_ERROR, place_in_unit(f, ref->off), width(ref->func->name), pragma_of(f, r), "GN0301",
                   "'%s' may not be called in '%s', whose iterations may run in any order", ref->func->name,
                   region_name(f, r));
            note_region(f, r, r, "the construct is here");
            return;
        }
        const struct ref *asks = is_empty(ref->func->body) ? NULL : routine_in(u, ref->func->body);
        const struct region *holds = is_empty(ref->func->body) ? NULL : construct_in(u, ref->func);
        if (!asks && !holds)
            continue;
        report(f, DIAG_ERROR, place_in_unit(f, ref->off), width(ref->func->name), pragma_of(f, r), "GN0301",
               "'%s' may not be called in '%s', whose iterations may run in any order: it %s '%s'", ref->func->name,
               region_name(f, r), asks ? "calls" : "holds", asks ? asks->func->name : region_name(f, holds));
        report(f, DIAG_NOTE, asks ? place_in_unit(f, asks->off) : holds->loc, 0, pragma_of(f, r), NULL, "here");
        return;
    }
}

/* ---- 17.1: constructs that all threads of a team must reach: in a called function, or under a condition on the thread
 * ---- */
static bool is_collective(const struct region *r)
{
    return meets_team(r->dir) ||
           ((r->leaves & LEAF_FOR) && !(r->leaves & (LEAF_PARALLEL | LEAF_TEAMS | LEAF_TARGET | LEAF_DISTRIBUTE)));
}

/* the construct between `off` and its parallel region that not all threads run, or not together */
static const struct region *divides(const struct unit *u, uint32_t off)
{
    for (const struct region *p = region_at(u, off); p; p = p->parent) {
        bool loop = p->leaves & (LEAF_FOR | LEAF_LOOP) && p->nloops;
        if (loop || directive_rows[p->dir].by != BY_ALL)
            return p;
        if (p->leaves & (LEAF_PARALLEL | LEAF_TEAMS | LEAF_TARGET))
            return NULL;
    }
    return NULL;
}

static void check_callers(struct front *f, const struct region *r)
{
    const struct unit *u = f->unit;
    const struct region *p = r->parent;
    while (p && !(p->leaves & (LEAF_PARALLEL | LEAF_TEAMS | LEAF_TARGET)))
        p = p->parent;
    if (p || !r->func || divides(u, r->pragma_at.begin))
        return;
    for (size_t i = 0; i < u->calls.n; i++) {
        const struct region *in = u->calls.v[i].func == r->func ? divides(u, u->calls.v[i].off) : NULL;
        if (!in || !in->on_device)
            continue;
        report(f, DIAG_WARNING, place_in_unit(f, u->calls.v[i].off), width(r->func->name), pragma_of(f, in), "GN0491",
               "'%s' holds a '%s', which all threads of a team must come to, and '%s' does not let them", r->func->name,
               region_name(f, r), region_name(f, in));
        report(f, DIAG_NOTE, r->loc, 1, pragma_of(f, in), NULL, "the '%s' is here", region_name(f, r));
        return;
    }
}

static void check_condition(struct front *f, const struct region *r)
{
    const struct unit *u = f->unit;
    for (const struct node *s = r->tree; s; s = s->parent) {
        const struct ref *call = s->kind == NODE_IF ? routine_in(u, s->kids[0]->around) : NULL;
        if (!call || strcmp(call->func->name, "omp_get_thread_num") != 0 || region_at(u, s->at.begin) != r->parent)
            continue;
        report(f, DIAG_WARNING, r->loc, 1, pragma_of(f, r), "GN0491",
               "all threads of a team must come to '%s', and a condition on the thread stands before it",
               region_name(f, r));
        report(f, DIAG_NOTE, place_in_unit(f, call->off), 0, pragma_of(f, r), NULL, "the condition is here");
        return;
    }
}

/* ---- 15.10.1: one ordered region for each iteration ---- */
static void check_ordered(struct front *f, const struct region *r)
{
    const struct region *p = r->parent;
    if (r->dir != DIR_ORDERED || region_clause(r, CLAUSE_DOACROSS) || region_clause(r, CLAUSE_SIMD) || !p || !p->nloops)
        return;
    for (const struct node *s = r->tree; s && s != p->loops[p->nloops - 1].tree; s = s->parent) {
        if (!is_loop_statement(s))
            continue;
        report(f, DIAG_WARNING, r->loc, 1, pragma_of(f, r), "GN0492",
               "an iteration may come to this 'ordered' region more than once: put the loop into the region");
        report(f, DIAG_NOTE, place_in_unit(f, s->at.begin), 0, pragma_of(f, r), NULL,
               "this loop is inside one iteration");
        return;
    }
}

/* ---- 18.7, 18.4: routines whose effect only later constructs of the host would see ---- */
static void check_setters(struct front *f)
{
    static const char names[] = " omp_set_default_device omp_set_num_teams omp_set_teams_thread_limit ";
    const struct unit *u = f->unit;
    for (size_t i = 0; i < u->refs.n; i++) {
        const struct ref *ref = &u->refs.v[i];
        const struct region *r = is_routine(ref) ? region_at(u, ref->off) : NULL;
        const char *at = r && r->on_device ? strstr(names, ref->func->name) : NULL;
        if (at && at[-1] == ' ' && at[strlen(ref->func->name)] == ' ')
            report(f, DIAG_WARNING, place_in_unit(f, ref->off), width(ref->func->name), pragma_of(f, r), "GN0493",
                   "the effect of '%s' in a target region is not specified: call it on the host, before",
                   ref->func->name);
    }
}

/* ---- 8.3: assumptions that the text itself contradicts ---- */
static bool lists_name(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = list; at && (at = strstr(at, name)); at++) {
        const char *end = at + n;
        bool begins = at == list || strchr(" ,(", at[-1]);
        while (*end == ' ')
            end++;
        if (begins && (!*end || *end == ',' || *end == ')'))
            return true;
    }
    return false;
}

/* the assumption that construct k contradicts, or NULL */
static const char *contradicted(const struct clause *c, const struct region *k)
{
    static const struct {
        unsigned leaf;
        const char *name;
    } leaves[] = {{LEAF_PARALLEL, "parallel"}, {LEAF_FOR, "for"}, {LEAF_SIMD, "simd"}, {LEAF_LOOP, "loop"}};
    char name[160];
    if (c->kind == CLAUSE_NO_OPENMP)
        return "no_openmp";
    if (c->kind == CLAUSE_NO_PARALLELISM && k->leaves & (LEAF_PARALLEL | LEAF_SIMD | LEAF_LOOP))
        return "no_parallelism";
    if (c->kind != CLAUSE_ABSENT)
        return NULL;
    for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++)
        if (k->leaves & leaves[i].leaf && lists_name(c->raw, leaves[i].name))
            return "absent";
    return lists_name(c->raw, directive_name(k->leaves, k->dir, name, sizeof name)) ? "absent" : NULL;
}

static bool spells(const char *spelling, const char *word, size_t n)
{
    for (const char *at = spelling; at && *at; at = strchr(at, ' '), at = at ? at + 1 : NULL)
        if (!strncmp(at, word, n) && (!at[n] || at[n] == ' '))
            return true;
    return false;
}

/* Is it the name of a directive? True if each of its words is a word of some directive. */
static bool is_directive_name(const char *s, size_t n)
{
    for (size_t k; n; s += k, n -= k) {
        size_t blank = 0;
        for (; blank < n && s[blank] == ' '; blank++)
            ;
        for (k = blank; k < n && s[k] != ' '; k++)
            ;
        bool known = k == blank;
        for (size_t i = 0; i < LEAF_COUNT && !known; i++)
            known = strlen(leaf_rows[i].name) == k - blank && !memcmp(leaf_rows[i].name, s + blank, k - blank);
        for (size_t i = 0; i < DIR_COUNT && !known; i++)
            known = spells(directive_rows[i].name, s + blank, k - blank);
        if (!known)
            return false;
    }
    return true;
}

/* the lists of absent and contains: names of directives, each in one of them */
static void check_names(struct front *f, const struct region *r, const struct clause *c)
{
    const struct clause *contains = region_clause(r, CLAUSE_CONTAINS);
    if ((c->kind != CLAUSE_ABSENT && c->kind != CLAUSE_CONTAINS) || !c->raw)
        return;
    for (const char *at = c->raw; *at;) {
        const char *from = at + strspn(at, " ,()");
        size_t n = strcspn(from, ",()");
        at = from + n;
        while (n && from[n - 1] == ' ')
            n--;
        char *name = arena_strndup(f->arena, from, n);
        if (!n)
            break;
        if (!is_directive_name(from, n))
            report(f, DIAG_ERROR, c->loc, width(clause_said(c)), pragma_of(f, r), "GN0102",
                   "'%s' in '%s' is no directive", name, clause_said(c));
        else if (c->kind == CLAUSE_ABSENT && contains && contains->raw && lists_name(contains->raw, name))
            report(f, DIAG_ERROR, c->loc, width(clause_said(c)), pragma_of(f, r), "GN0209",
                   "'%s' is in 'absent' and in 'contains'", name);
    }
}

/* Of which loop does it say something? Other directives may stand between. */
static bool is_in_front_of_loop(const struct region *r)
{
    const struct node *n = r->tree ? node_kid(r->tree, 0) : NULL;
    while (n && n->kind == NODE_CONSTRUCT)
        n = node_kid(n, 0);
    return n && is_loop_statement(n);
}

static void check_independent(struct front *f, const struct region *r, const struct clause *c)
{
    if (c->kind == CLAUSE_INDEPENDENT && !is_in_front_of_loop(r))
        report(f, DIAG_ERROR, c->loc, width(clause_name(c->kind)), pragma_of(f, r), "GN0114",
               "'independent' stands in front of what is no loop");
}

static void check_assume(struct front *f, const struct region *r)
{
    const struct unit *u = f->unit;
    if (r->dir != DIR_ASSUME)
        return;
    for (const struct clause *c = r->clauses; c; c = c->next) {
        check_names(f, r, c);
        check_independent(f, r, c);
    }
    if (!r->clauses && !pragma_of(f, r)->broken)
        report(f, DIAG_ERROR, r->loc, 1, pragma_of(f, r), "GN0214", "'assume' needs a clause that says what");
    for (const struct clause *c = r->clauses; c; c = c->next) {
        for (size_t i = r->id + 1; i < u->regions.n && region_inside(u->regions.v[i], r); i++) {
            const char *what = contradicted(c, u->regions.v[i]);
            if (!what)
                continue;
            report(f, DIAG_WARNING, u->regions.v[i]->loc, 1, pragma_of(f, r), "GN0494",
                   "'%s' stands where '%s' says that it does not", region_name(f, u->regions.v[i]), what);
            report(f, DIAG_NOTE, c->loc, width(clause_said(c)), pragma_of(f, r), NULL, "assumed here");
            break;
        }
        const struct ref *call =
            c->kind == CLAUSE_NO_OPENMP || c->kind == CLAUSE_NO_ROUTINES ? routine_in(u, r->stmt) : NULL;
        if (!call)
            continue;
        report(f, DIAG_WARNING, place_in_unit(f, call->off), (int)call->len, pragma_of(f, r), "GN0494",
               "'%s' is called where '%s' says that no routine of OpenMP is", call->func->name, clause_said(c));
        report(f, DIAG_NOTE, c->loc, width(clause_said(c)), pragma_of(f, r), NULL, "assumed here");
    }
}

/* ---- #pragma ompx single_launch ---- */
static void check_single_launch(struct front *f, const struct region *r)
{
    if (r->dir != DIR_SINGLE_LAUNCH)
        return;
    if (!is_in_front_of_loop(r))
        report(f, DIAG_ERROR, r->loc, 1, pragma_of(f, r), "GN0114",
               "'single_launch' stands in front of what is no loop");
    else if (r->on_device)
        report(f, DIAG_ERROR, r->loc, 1, pragma_of(f, r), "GN0115",
               "'single_launch' is about a loop of the host, and this one runs on a device");
}

/* ---- #pragma ompx resident ---- */
static void check_resident(struct front *f, const struct region *r)
{
    const struct clause *n = region_clause(r, CLAUSE_NUM_TEAMS);
    if (region_clause(r, CLAUSE_RESIDENT) && n && n->expr2.begin < n->expr2.end)
        report(f, DIAG_ERROR, n->loc, width(clause_said(n)), pragma_of(f, r), "GN0324",
               "'resident' gives no more teams than run at the same time, which may be fewer than the lower bound of "
               "'num_teams': give the upper bound alone");
}

/* ---- 5.6: variables that carry values across a scan must be in its list ---- */
static void check_scan(struct front *f, const struct region *r)
{
    const struct unit *u = f->unit;
    const struct region *p = r->parent;
    if (r->dir != DIR_SCAN || !p || !p->nloops)
        return;
    struct slice body = p->loops[p->nloops - 1].body, before = {body.begin, r->pragma_at.begin};
    struct slice after = {r->pragma_at.end, body.end};
    for (const struct ref *x = ref_first(u, after); x; x = ref_next(u, after, x)) {
        const struct var *v = x->var;
        if (!v || !slice_has(before, v->decl) || v->is_global || x->access & ACC_UNEVALUATED)
            continue;
        report(f, DIAG_WARNING, place_in_unit(f, x->off), (int)x->len, pragma_of(f, r), "GN0495",
               "'%s' comes from the other side of the 'scan', which only the variables of its list may cross", v->name);
        report(f, DIAG_NOTE, v->loc, 0, pragma_of(f, r), NULL, "compute it again after the 'scan'");
        return;
    }
}

/* ---- sections counted in bytes ---- */
static void check_length(struct front *f, const struct region *r, const struct clause *c, const struct item *it)
{
    const struct type *t = it->type;
    if (c->kind != CLAUSE_MAP && c->kind != CLAUSE_TO && c->kind != CLAUSE_FROM)
        return;
    for (unsigned i = 0; t && i < it->nsections; i++, t = t->elem) {
        struct slice s = it->sections[i].length;
        bool counts = false, divides_it = false;
        for (uint32_t k = s.begin; k < s.end; k++) {
            counts |= k + 6 <= s.end && !memcmp(f->unit->text + k, "sizeof", 6);
            divides_it |= f->unit->text[k] == '/';
        }
        if (!counts || divides_it || !t->elem || t->elem->size <= 1)
            continue;
        report(f, DIAG_WARNING, it->loc, width(it->named), pragma_of(f, r), "GN0496",
               "the length of section '%s' is a number of elements, not of bytes", it->named);
    }
}

void rules_check(struct front *f, const struct region *r)
{
    for (const struct clause *c = r->clauses; c; c = c->next) {
        check_linear(f, r, c);
        check_in_reduction(f, r, c);
        for (size_t i = 0; i < c->items.n; i++)
            check_length(f, r, c, &c->items.v[i]);
    }
    check_schedule(f, r);
    check_between(f, r);
    check_calls(f, r);
    check_ordered(f, r);
    check_assume(f, r);
    check_single_launch(f, r);
    check_resident(f, r);
    check_scan(f, r);
    if (is_collective(r)) {
        check_callers(f, r);
        check_condition(f, r);
    }
}

void rules_check_file(struct front *f) { check_setters(f); }
