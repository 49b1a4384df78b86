/* acc/places.c: where a directive may stand, and what the constructs around a loop ask of it.
 *
 * needs: the constructs, with the levels of loops; routines.   sets: acc_construct.own.   breaks: nothing. */
#include "../../region/tree.h"
#include "acc.h"

#include <ctype.h>
#include <string.h>

/* ---- statements ---- */

/* the place after the last character before the line at `at`, white space and lines that begin with # left out */
static uint32_t end_before(struct text t, uint32_t at)
{
    while (at > 0) {
        uint32_t line = at - 1;
        while (line > 0 && t.s[line - 1] != '\n')
            line--;
        if (t.s[line] != '#')
            for (uint32_t e = at; e > line; e--)
                if (!isspace((unsigned char)t.s[e - 1]))
                    return e;
        at = line;
    }
    return 0;
}

static bool ends_in_word(struct text t, uint32_t end, const char *word)
{
    uint32_t n = (uint32_t)strlen(word);
    return end > n && !memcmp(t.s + end - n, word, n) && !is_word(t.s[end - n - 1]);
}

/* A directive without a statement is not one: what follows it would be that of the `if` before. Of a source that is
 * translated the preprocessed text was checked, which has no macros. */
static void check_statement(struct acc_file *a, const struct acc_construct *c)
{
    struct parser ps = {a->f, c->p};
    uint32_t end = a->place ? 0 : end_before(a->t, c->at.b);
    const char *what = !end                              ? NULL
                       : a->t.s[end - 1] == ')'          ? "'if', 'switch' or a loop"
                       : a->t.s[end - 1] == ':'          ? "a label"
                       : ends_in_word(a->t, end, "else") ? "'else'"
                       : ends_in_word(a->t, end, "do")   ? "'do'"
                                                         : NULL;
    if (what)
        error_at(&ps, 3, "GN0310", "'%s' stands in place of the statement after %s: put it into braces", c->line->name,
                 what);
}

/* ---- names that no line of OpenMP has ---- */

/* What `cache` lists, and `deviceptr` on a construct without code of its own: Clang does not see it. */
static void check_known(struct acc_file *a, const struct acc_construct *c)
{
    struct parser ps = {a->f, c->p};
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct range r = {0};
        while ((has_directive(c, CACHE) || (x->kind == ACC_CLAUSE_DEVICEPTR && !is_compute(c))) &&
               acc_next_item(&ps, x->list, &r)) {
            struct slice name = acc_root(&ps, r);
            int n = (int)(name.end - name.begin);
            if (!acc_find_name(a->t, (struct span){0, c->at.b}, a->f->src + name.begin, (size_t)n))
                error_at(&ps, r.b, "GN0108", "'%.*s' in '%s' is declared nowhere before it", n, a->f->src + name.begin,
                         c->line->name);
        }
    }
}

/* ---- code of the device ---- */

static void check_routine(struct acc_file *a, const struct acc_construct *c)
{
    struct parser ps = {a->f, c->p};
    const struct acc_routine *r = acc_compute_around(c->up) ? NULL : acc_routine_around(a, c);
    bool of_device = is_loop(c) || has_directive(c, ATOMIC) || has_directive(c, CACHE) || has_directive(c, ROUTINE) ||
                     has_directive(c, DECLARE);
    if (r && (is_compute(c) || !of_device))
        error_at(&ps, 3, "GN0301",
                 "'%s' stands in '%s', a routine that runs on the device: put it around or after the construct that "
                 "calls '%s'",
                 c->line->name, r->name, r->name);
}

/* ---- loops that are joined ---- */

/* How many loops stand in the statement, outside of each other? */
static unsigned loops_in(const struct acc_file *a, const struct node *stmt)
{
    unsigned n = 0;
    for (const struct node *x = stmt, *next; x; x = next) {
        next = x->kind == NODE_FOR ? tree_after(stmt, x) : acc_next(a, stmt, x);
        n += x->kind == NODE_FOR;
    }
    return n;
}

/* Each of the loops that `collapse` joins but the last has one more in it. Without force nothing stands beside that. */
static void check_collapse(struct acc_file *a, const struct acc_construct *c)
{
    struct parser ps = {a->f, c->p};
    const struct acc_clause *x = acc_find(c, ACC_CLAUSE_COLLAPSE);
    const struct node *loop;
    for (unsigned k = 1; x && k < acc_joined_loops(&ps, c) && (loop = acc_loop(a, c, k - 1)) != NULL; k++) {
        unsigned n = loops_in(a, loop->kids[3]);
        int line = linemap_at(a->f->src_lines, loop->at.begin).line;
        if (n > 1)
            error_at(&ps, x->at, "GN0303",
                     "'collapse' joins loops that stand one in the other, and the loop of line %d has %u in it, one "
                     "after the other: split it, so that each is in a loop of its own, or join %u",
                     line, n, k);
        else if (n == 1 && !x->forced && !acc_loop(a, c, k))
            error_at(&ps, x->at, "GN0303",
                     "'collapse' joins loops that stand directly one in the other, and something else is between "
                     "these: 'collapse(force: %s)' joins them all the same",
                     range_text(&ps, x->list));
        if (n > 1)
            return;
    }
}

/* collapse(force:): what is between may be done several times, and calls no routine of the runtime. */
static void check_between(struct acc_file *a, const struct acc_construct *c)
{
    struct parser ps = {a->f, c->p};
    for_each (const struct acc_call, x, c->between)
        if (str_starts(x->name, "acc_"))
            report(a->f, DIAG_ERROR, x->loc, (int)strlen(x->name), NULL, "GN0303",
                   "'%s' is called between the loops that 'collapse(force: %s)' of line %d joins", x->name,
                   range_text(&ps, acc_find(c, ACC_CLAUSE_COLLAPSE)->list), c->line->loc.line);
}

/* ---- reductions ---- */

static const struct acc_clause *reduction_of(struct acc_file *a, const struct acc_construct *c, struct slice name)
{
    struct parser ps = {a->f, c->p};
    for (size_t i = 0; i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct range r = {0};
        while (x->kind == ACC_CLAUSE_REDUCTION && !x->off && acc_next_item(&ps, acc_variables(x), &r))
            if (acc_same_word(a->f, acc_root(&ps, r), name))
                return x;
    }
    return NULL;
}

/* What a loop around reduces, the loop reduces too, by the same operator. `o` is the nearest construct around that
 * reduces the variable. */
static void check_reduced(struct acc_file *a, const struct acc_construct *c, const struct acc_construct *o,
                          struct range item, const struct acc_clause *x)
{
    struct parser ps = {a->f, c->p}, outer = {a->f, o->p};
    struct slice name = acc_root(&outer, item);
    size_t n = name.end - name.begin;
    const char *word = a->f->src + name.begin;
    const struct acc_clause *y = reduction_of(a, c, name);
    const char *op = range_text(&outer, (struct range){x->list.b, x->list.b + 1});
    if (!c->node || !o->node || acc_declared_between(acc_tree(o), c->node, word, n))
        return;
    if (y && !is(&ps, y->list.b, op))
        error_at(&ps, y->list.b, "GN0215",
                 "'%.*s' is reduced by '%s' in '%s' of line %d: nested loops reduce a variable "
                 "by one operator",
                 (int)n, word, op, o->line->name, o->line->loc.line);
    bool judged = !y && c->levels && is_loop(o) && item.e == item.b + 1 && !acc_lists(a->f, c, name);
    const struct node *use = judged ? acc_name_in(a, acc_tree(c), word, n) : NULL;
    if (use && use->kind == NODE_NAME)
        error_at(&ps, 3, "GN0214",
                 "'%s' needs 'reduction(%s: %.*s)': its iterations share what '%s' of line %d reduces", c->line->name,
                 op, (int)n, word, o->line->name, o->line->loc.line);
}

static void check_reductions(struct acc_file *a, const struct acc_construct *c)
{
    for (const struct acc_construct *o = is_compute(c) ? NULL : c->up; o; o = is_compute(o) ? NULL : o->up) {
        struct parser outer = {a->f, o->p};
        for (size_t i = 0; i < o->clauses.n; i++) {
            const struct acc_clause *x = &o->clauses.v[i];
            struct range r = {0};
            while (x->kind == ACC_CLAUSE_REDUCTION && !x->off && acc_next_item(&outer, acc_variables(x), &r)) {
                bool nearest = true;
                for (const struct acc_construct *m = c->up; m != o; m = m->up)
                    nearest &= !reduction_of(a, m, acc_root(&outer, r)) && !(is_loop(m) && m->levels);
                if (nearest)
                    check_reduced(a, c, o, r, x);
            }
        }
    }
}

bool acc_has_own(const struct acc_construct *c, const char *name, size_t n)
{
    for (size_t i = 0; i < c->own.n; i++)
        if (!strncmp(c->own.v[i], name, n) && !c->own.v[i][n])
            return true;
    return false;
}

/* Is the variable in a clause of the construct that makes it private? `loop`: to the iterations of its loop */
static bool is_private_of(struct acc_file *a, const struct acc_construct *c, struct slice name, bool loop)
{
    struct parser ps = {a->f, c->p};
    for_each (const struct acc_clause, x, c->clauses) {
        struct range r = {0};
        while ((x->kind == ACC_CLAUSE_PRIVATE || (x->kind == ACC_CLAUSE_FIRSTPRIVATE && !loop)) && !x->off &&
               acc_next_item(&ps, x->list, &r))
            if (acc_same_word(a->f, acc_root(&ps, r), name))
                return true;
    }
    return false;
}

/* Has each gang a copy of the variable? One that a construct around the loops o, or a routine, makes for it. */
static bool is_of_gang(struct acc_file *a, const struct acc_construct *o, struct slice name)
{
    const struct acc_construct *compute = acc_compute_around(o);
    const char *word = a->f->src + name.begin;
    return !compute || is_private_of(a, compute, name, false) ||
           (compute != o && (reduction_of(a, compute, name) ||
                             acc_declared_between(acc_tree(compute), o->node, word, name.end - name.begin)));
}

/* A loop around c whose iterations share what c reduces, and that does not reduce it; NULL: there is none */
static const struct acc_construct *sharing_loop(struct acc_file *a, const struct acc_construct *c, struct slice name)
{
    size_t n = name.end - name.begin;
    for (const struct acc_construct *o = is_compute(c) ? NULL : c->up; o; o = is_compute(o) ? NULL : o->up) {
        bool gangs = o->levels == ACC_GANGS && !o->as_threads;
        if (!c->node || !o->node) /* Clang does not understand it, and says so */
            return NULL;
        if (reduction_of(a, o, name) || (is_loop(o) && is_private_of(a, o, name, true)) ||
            acc_declared_between(acc_tree(o), c->node, a->f->src + name.begin, n))
            return NULL;
        if (is_loop(o) && o->levels && !(gangs && is_of_gang(a, o, name)))
            return o;
    }
    return NULL;
}

/* Is the statement `name = …`, or `x = name = …`, without the name's old value? */
static bool sets(const struct acc_file *a, const struct node *stmt, const char *name, size_t n)
{
    const struct node *x = stmt->kind == NODE_EXPRESSION ? stmt->kids[0] : NULL;
    bool set = false;
    for (; x && x->kind == NODE_ASSIGN; x = x->kids[1])
        if (acc_name_in(a, x->kids[0], name, n) == x->kids[0])
            set = true;
        else if (acc_name_in(a, x->kids[0], name, n))
            return false;
    return set && !acc_name_in(a, x, name, n);
}

/* Does each iteration of the loops set the variable before anything else is done with it, and is that all that is said
 * of it? Then each has one of its own, as a scalar has that is used in the loop alone. */
static bool is_set_anew(struct acc_file *a, const struct acc_construct *o, struct slice name)
{
    const char *word = a->f->src + name.begin;
    size_t n = name.end - name.begin;
    struct parser ps = {a->f, o->p};
    unsigned joined = acc_joined_loops(&ps, o);
    const struct acc_construct *compute = acc_compute_around(o);
    const struct node *whole = acc_loop(a, o, 0), *loop = joined ? acc_loop(a, o, joined - 1) : NULL,
                      *all = compute ? acc_tree(compute) : acc_function_around(o);
    if (!loop || !all || loop->kids[3]->kind != NODE_COMPOUND)
        return false;
    for (const struct acc_construct *x = o; x; x = x->up)
        if (acc_lists(a->f, x, name))
            return false;
    for (const struct node *x = all; x; x = x == whole ? tree_after(all, x) : acc_next(a, all, x)) /* outside of it */
        if (x != whole && x->kind != NODE_VARIABLE && acc_name_in(a, x, word, n) == x)
            return false;
    const struct node *body = loop->kids[3];
    for (unsigned i = 0; i < body->nkids; i++)
        if (acc_name_in(a, body->kids[i], word, n))
            return sets(a, body->kids[i], word, n);
    return false;
}

static void add_own(struct acc_file *a, struct acc_construct *o, const char *name)
{
    if (!acc_has_own(o, name, strlen(name)))
        vec_push(a->f->arena, &o->own, name);
}

/* Is the item an element or section at a place that names variables? Each iteration around may reduce its own. */
static bool is_elsewhere(struct parser *ps, struct range item)
{
    for (unsigned i = find(ps, item, "["); i < item.e; i++)
        if (tok(ps, i)->kind == TOK_IDENT)
            return true;
    return false;
}

/* What a loop reduces, a loop around it whose iterations share it reduces, too (2.9.11). What analysis has found is no
 * matter of the program's. */
static void check_shared(struct acc_file *a, const struct acc_construct *c)
{
    struct parser ps = {a->f, c->p};
    for_each (const struct acc_clause, x, c->clauses) {
        struct range r = {0};
        bool written = x->kind == ACC_CLAUSE_REDUCTION && !acc_is_own_operator(&ps, x);
        while (written && !x->off && acc_next_item(&ps, acc_variables(x), &r)) {
            struct acc_construct *o =
                is_elsewhere(&ps, r) ? NULL : (struct acc_construct *)sharing_loop(a, c, acc_root(&ps, r));
            if (o && r.e == r.b + 1 && is_set_anew(a, o, acc_root(&ps, r))) {
                add_own(a, o, range_text(&ps, r));
                continue;
            }
            if (!o)
                continue;
            struct parser outer = {a->f, o->p};
            const char *item = range_text(&ps, r);
            error_at(&outer, 3, "GN0214",
                     "'%s' needs 'reduction(%s: %s)', or 'private(%s)': its iterations share what '%s' of line %d "
                     "reduces",
                     o->line->name, range_text(&ps, (struct range){x->list.b, x->list.b + 1}), item, item,
                     c->line->name, c->line->loc.line);
        }
    }
}

/* What a loop outside of a compute construct reduces is private to its routine (2.9.11): of gangs that share the loop
 * each has a part of it. */
static void check_orphan(struct acc_file *a, const struct acc_construct *c)
{
    struct parser ps = {a->f, c->p};
    const struct acc_routine *routine = acc_compute_around(c) ? NULL : acc_routine_around(a, c);
    for (size_t i = 0; routine && i < c->clauses.n; i++) {
        const struct acc_clause *x = &c->clauses.v[i];
        struct range r = {0};
        while (x->kind == ACC_CLAUSE_REDUCTION && !x->off && acc_next_item(&ps, acc_variables(x), &r)) {
            struct slice name = acc_root(&ps, r);
            size_t n = name.end - name.begin;
            const struct node *use = acc_name_in(a, acc_tree(c), a->f->src + name.begin, n);
            if (use && use->var && !use->var->func)
                error_at(
                    &ps, r.b, "GN0312",
                    "'%.*s' is not private to '%s', and a loop outside of a compute construct reduces nothing else: "
                    "reduce a variable that is declared there",
                    (int)n, a->f->src + name.begin, routine->name);
        }
    }
}

void acc_check_places(struct acc_file *a)
{
    for_each_pointer (struct acc_construct, c, a->v) {
        if (!c->directives || c->p->broken)
            continue;
        check_known(a, c);
        if (c->at_file_scope)
            continue;
        if (has_directive(c, CACHE))
            acc_check_cache(a, c);
        else if (!is_loop(c) && acc_directive_rows[__builtin_ctz(c->directives)].form == ACC_ALONE)
            check_statement(a, c);
        check_routine(a, c);
        if (!is_loop(c))
            continue;
        check_collapse(a, c);
        check_between(a, c);
        check_reductions(a, c);
        check_shared(a, c);
        check_orphan(a, c);
    }
}
