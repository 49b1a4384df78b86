/* clang/loops.c: takes the loops of a loop construct apart and checks that they are canonical (OpenMP 5.2, 4.4.1), with
 * region/loop.c, which reads their headers in the tree. */
#include "glue.h"

#include <string.h>

void loop_read(struct glue *g, struct loop *l, const struct node *n)
{
    l->tree = n;
    l->stmt = n->at;
    l->loc = place_in_unit(g->f, l->stmt.begin);
    l->body = n->kids[3] ? n->kids[3]->at : (struct slice){n->at.end, n->at.end};
    l->wrong = loop_read_header(l, n);
    if (l->wrong)
        return;
    l->init = n->kids[0]->around;
    l->cond = n->kids[1]->around;
    l->inc = n->kids[2]->around;
}

/* The next loop of the nest in the statement n: n itself, or the only loop in its braces. *imperfect: other statements
 * (intervening code) stand beside it. Returns n where there is no such loop. */
static struct node *nested(struct node *n, bool *imperfect)
{
    unsigned loops = 0;
    struct node *found = n;
    if (n->kind != NODE_COMPOUND)
        return n;
    for (unsigned i = 0; i < n->nkids; i++) {
        bool inner = false;
        struct node *kid = nested(n->kids[i], &inner);
        if (kid->kind == NODE_FOR || n->nkids == 1) {
            loops++;
            found = kid;
            *imperfect |= inner || n->nkids > 1;
        }
    }
    return loops == 1 ? found : n;
}

/* OpenMP allows no braces between a directive and its loop, but Clang accepts them and programs have them: the braces
 * are overwritten with blanks. */
struct node *loop_out_of_braces(struct glue *g, struct node *n)
{
    bool imperfect = false;
    struct node *loop = nested(n, &imperfect);
    if (imperfect || loop->kind != NODE_FOR)
        return n;
    char *text = (char *)g->u->text;
    for (; n->kind == NODE_COMPOUND; n = n->kids[0])
        text[n->at.begin] = text[n->at.end - 1] = ' ';
    return n;
}

/* Is `bound` of the form a1 * n + a2 (OpenMP 5.2, 4.4.1)? n: the name of a loop variable in it */
static bool is_linear_operand(const struct node *n, const struct node *bound)
{
    for (; n != bound; n = n->parent) {
        const struct node *o = n->parent;
        bool sum = o->kind == NODE_BINARY &&
                   (o->operator== OPERATOR_ADD || o->operator== OPERATOR_SUB || o->operator== OPERATOR_MUL);
        bool sign = o->kind == NODE_UNARY && (o->operator== OPERATOR_PLUS || o->operator== OPERATOR_NEGATE);
        if (!sum && !sign && o->kind != NODE_CAST)
            return false;
    }
    return true;
}

/* Is `bound` allowed in loop number `depth` of r? It may name the variable of one outer loop, in a linear expression.
 * *uses: it names one. A variable of tiles (transform.c) is allowed in any expression: these bounds are Gantry's own,
 * and their ranges are longest where the outer variable is least. */
static bool linear_in(const struct node *bound, const struct region *r, unsigned depth, bool *uses)
{
    const struct node *found = NULL;
    unsigned times = 0;
    for (const struct node *n = bound; n; n = tree_next(bound, n))
        for (unsigned i = 0; i < depth; i++)
            if (node_var(n) && node_var(n) == r->loops[i].iv) {
                found = n;
                times++;
            }
    *uses = found != NULL;
    if (!found || found->var->of_transformation)
        return true;
    return times == 1 && is_linear_operand(found, bound);
}

static void check_bounds(const struct region *r, unsigned depth)
{
    struct loop *l = unfinished(&r->loops[depth]);
    if (l->wrong || depth == 0)
        return;
    bool lower, upper, step = false;
    bool lower_fine = linear_in(l->lower, r, depth, &lower), upper_fine = linear_in(l->upper, r, depth, &upper);
    l->ub_uses_outer = lower || upper;
    if (l->stride)
        linear_in(l->stride, r, depth, &step);
    if (step)
        l->wrong = "its step names the variable of an outer loop";
    if (!lower_fine || !upper_fine)
        l->wrong = "a bound depends on an outer loop variable in another way than 'factor * variable + offset'";
}

/* n of collapse(n) or ordered(n); `otherwise` where the clause or its argument is missing */
static int64_t count_of(struct glue *g, struct region *r, enum clause_kind k, int64_t otherwise)
{
    const struct clause *c = region_clause(r, k);
    if (!c || c->expr.begin == c->expr.end)
        return otherwise;
    struct pragma *p = pragma_of(g->f, r);
    const char *name = clause_said(c);
    if (!c->expr_const) {
        report(g->f, DIAG_ERROR, c->loc, (int)strlen(name), p, "GN0210", "'%s' needs a constant number", name);
        return otherwise;
    }
    if (c->expr_value < 1) {
        report(g->f, DIAG_ERROR, c->loc, (int)strlen(name), p, "GN0211", "'%s' needs a positive number, not %lld", name,
               (long long)c->expr_value);
        return otherwise;
    }
    if (c->expr_value > 64) {
        report(g->f, DIAG_ERROR, c->loc, (int)strlen(name), p, "GN0303", "%s(%lld) is more than 64 loops", name,
               (long long)c->expr_value);
        return otherwise;
    }
    return c->expr_value;
}

/* `tile` of a line of OpenACC, which no loops fit, is left before the loop: it is told as that (legality.c). */
static bool is_left_before(struct glue *g, struct region *r)
{
    const struct pragma *p = pragma_of(g->f, r);
    for_each_pointer (struct pragma, x, g->f->pragmas)
        if (p->acc && x->acc == p->acc && x->dir == DIR_TILE)
            return true;
    return false;
}

static void not_a_loop(struct glue *g, struct region *r, const struct node *stmt, unsigned i, unsigned n)
{
    char name[160];
    if (is_left_before(g, r))
        return;
    region_said(r, name, sizeof name);
    if (i == 0)
        report(g->f, DIAG_ERROR, place_in_unit(g->f, stmt->at.begin), 0, pragma_of(g->f, r), "GN0302",
               "'%s' must be followed by a 'for' loop", name);
    else
        report(g->f, DIAG_ERROR, place_in_unit(g->f, stmt->at.begin), 0, pragma_of(g->f, r), "GN0303",
               "%s(%u) needs %u%s nested loops; in %u of them there is not one more, but another statement",
               r->ndeep == n ? "ordered" : "collapse", n, n, r->ndeep == n ? " perfectly" : "", i);
    report(g->f, DIAG_NOTE, r->loc, 1, pragma_of(g->f, r), NULL, "for this directive");
}

void loops_read(struct glue *g, struct region *r, struct node *stmt)
{
    unsigned shared = (unsigned)count_of(g, r, CLAUSE_COLLAPSE, 1), n = shared, i = 0;
    r->ndeep = (unsigned)count_of(g, r, CLAUSE_ORDERED, 0);
    if (r->ndeep && r->ndeep < n)
        report(g->f, DIAG_ERROR, region_clause(r, CLAUSE_ORDERED)->loc, 7, pragma_of(g->f, r), "GN0211",
               "ordered(%u) must not be less than collapse(%u)", r->ndeep, n);
    n = r->ndeep > n ? r->ndeep : n;
    r->loops = arena_alloc(g->a, n * sizeof *r->loops);
    for (struct node *c = stmt; i < n && c; i++) {
        bool imperfect = false;
        if (i > 0)
            c = nested(c, &imperfect);
        if (c->kind != NODE_FOR) {
            not_a_loop(g, r, c, i, n);
            r->ndeep = 0;
            break;
        }
        map32_put(&g->assoc_loops, c->off, r);
        struct loop *l = unfinished(&r->loops[i]);
        loop_read(g, l, c);
        l->imperfect = imperfect;
        r->nloops = i < shared ? i + 1 : shared;
        c = c->kids[3];
    }
}

void loops_finish(const struct region *r)
{
    for (unsigned i = 0; i < region_depth(r); i++)
        check_bounds(r, i);
}
