/* Canonical loops (OpenMP 5.2, 4.4.1). Clang leaves missing parts of a `for` out of its children, so each
 * child is placed by its offset against the two ';' of the header. */
#include "glue.h"

#include <string.h>

struct header {
    CXCursor init, cond, inc, body;
    uint32_t semi[2], close;
};

static bool present(CXCursor c) { return !clang_Cursor_isNull(c); }

/* The two ';' and the ')' of the header, outside inner brackets. */
static bool find_header(struct glue *g, uint32_t at, struct header *h)
{
    const struct unit *u = g->u;
    int depth = 0, semis = 0;
    for (; at < u->len; at++) {
        char c = u->text[at];
        if (opens_literal(u->text, at)) {
            for (at++; at < u->len && u->text[at] != c; at++)
                at += u->text[at] == '\\';
        } else if (strchr("([{", c) && c) {
            depth++;
        } else if (strchr(")]}", c) && c) {
            if (--depth == 0) {
                h->close = at;
                return semis == 2;
            }
        } else if (c == ';' && depth == 1 && semis < 2) {
            h->semi[semis++] = at;
        }
    }
    return false;
}

static bool read_header(struct glue *g, CXCursor stmt, struct header *h)
{
    unsigned n;
    h->init = h->cond = h->inc = h->body = clang_getNullCursor();
    if (!find_header(g, cursor_slice(g, stmt).begin, h))
        return false;
    size_t first = children(g, stmt, &n);
    for (unsigned i = 0; i < n; i++) {
        CXCursor c = g->stack.v[first + i];
        uint32_t at = cursor_slice(g, c).begin;
        if (i + 1 == n)
            h->body = c;
        else if (at < h->semi[0])
            h->init = c;
        else if (at < h->semi[1])
            h->cond = c;
        else
            h->inc = c;
    }
    children_end(g, first);
    return true;
}

static bool two(struct glue *g, CXCursor c, CXCursor *a, CXCursor *b)
{
    unsigned n;
    size_t first = children(g, c, &n);
    if (n > 0)
        *a = g->stack.v[first];
    *b = n > 1 ? g->stack.v[first + 1] : *a;
    children_end(g, first);
    return n == 2;
}

static struct var *named(struct glue *g, CXCursor c)
{
    c = peel(c);
    if (clang_getCursorKind(c) != CXCursor_DeclRefExpr)
        return NULL;
    CXCursor d = clang_getCursorReferenced(c);
    enum CXCursorKind k = clang_getCursorKind(d);
    return k == CXCursor_VarDecl || k == CXCursor_ParmDecl ? var_of(g, d) : NULL;
}

static const char *read_init(struct glue *g, struct loop *l, CXCursor init)
{
    if (!present(init))
        return "the loop variable must be set in the first part of 'for'";
    CXCursor a, b;
    if (clang_getCursorKind(init) == CXCursor_DeclStmt) {
        unsigned n;
        size_t first = children(g, init, &n);
        CXCursor decl = g->stack.v[first];
        children_end(g, first);
        if (n != 1 || clang_getCursorKind(decl) != CXCursor_VarDecl)
            return "the first part of 'for' must declare exactly one variable";
        CXCursor value = clang_Cursor_getVarDeclInitializer(decl);
        l->iv = var_of(g, decl);
        l->iv_declared = true;
        if (clang_Cursor_isNull(value))
            return "the loop variable must be given a value where it is declared";
        l->lb = cursor_slice(g, value);
        return NULL;
    }
    if (clang_getCursorKind(init) != CXCursor_BinaryOperator ||
        clang_getCursorBinaryOperatorKind(init) != CXBinaryOperator_Assign || !two(g, init, &a, &b))
        return "the first part of 'for' must have the form 'variable = value'";
    l->iv = named(g, a);
    l->lb = cursor_slice(g, b);
    return l->iv ? NULL : "the first part of 'for' must set a plain variable";
}

static bool relation(enum CXBinaryOperatorKind op, enum rel *rel, enum rel *mirrored)
{
    static const struct {
        enum CXBinaryOperatorKind op;
        enum rel rel, mirrored;
    } rows[] = {
        {CXBinaryOperator_LT, REL_LT, REL_GT}, {CXBinaryOperator_LE, REL_LE, REL_GE},
        {CXBinaryOperator_GT, REL_GT, REL_LT}, {CXBinaryOperator_GE, REL_GE, REL_LE},
        {CXBinaryOperator_NE, REL_NE, REL_NE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == op) {
            *rel = rows[i].rel;
            *mirrored = rows[i].mirrored;
            return true;
        }
    return false;
}

static const char *read_cond(struct glue *g, struct loop *l, CXCursor cond)
{
    static const char form[] = "the condition must compare the loop variable by <, <=, >, >= or != with a bound";
    CXCursor a, b, c = present(cond) ? peel(cond) : cond;
    enum rel rel, mirrored;
    if (!present(c) || clang_getCursorKind(c) != CXCursor_BinaryOperator ||
        !relation(clang_getCursorBinaryOperatorKind(c), &rel, &mirrored) || !two(g, c, &a, &b))
        return form;
    bool left = named(g, a) == l->iv, right = named(g, b) == l->iv;
    if (left == right)
        return left ? "both sides of the condition are the loop variable" : form;
    l->rel = left ? rel : mirrored;
    l->ub = cursor_slice(g, left ? b : a);
    return NULL;
}

/* A constant step has its sign in step_sign, and -e becomes "shrinks by e". */
static const char *set_step(struct glue *g, struct loop *l, CXCursor e, int sign)
{
    int64_t value;
    CXCursor p = peel(e);
    bool known = evaluate(p, &value);
    if (known && value == 0)
        return "the step is 0";
    l->step_sign = sign;
    l->step = cursor_slice(g, e);
    if (clang_getCursorKind(p) == CXCursor_UnaryOperator &&
        clang_getCursorUnaryOperatorKind(p) == CXUnaryOperator_Minus) {
        CXCursor a, b;
        two(g, p, &a, &b);
        l->step = cursor_slice(g, a);
        l->step_sign = -sign;
        value = -value;
    }
    if (known && (value == 1 || value == -1)) {
        l->step = (struct slice){0, 0};
        l->step_sign *= (int)value;
    }
    int grows = known ? (value > 0 ? l->step_sign : value == -1 ? l->step_sign : -l->step_sign) : 0;
    bool up = l->rel == REL_LT || l->rel == REL_LE, down = l->rel == REL_GT || l->rel == REL_GE;
    if ((grows < 0 && up) || (grows > 0 && down))
        return "the step leads away from the bound";
    if (l->rel == REL_NE && !(known && (value == 1 || value == -1)))
        return "with '!=' the step must be 1 or -1";
    return NULL;
}

static const char *unit_step(struct loop *l, int sign)
{
    bool up = l->rel == REL_LT || l->rel == REL_LE, down = l->rel == REL_GT || l->rel == REL_GE;
    l->step_sign = sign;
    return (sign < 0 && up) || (sign > 0 && down) ? "the step leads away from the bound" : NULL;
}

static const char inc_form[] =
    "the last part of 'for' must be ++, --, += or -= on the loop variable, or 'variable = variable + step'";

static const char *read_sum(struct glue *g, struct loop *l, CXCursor value)
{
    CXCursor a, b, c = peel(value);
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
    if (clang_getCursorKind(c) != CXCursor_BinaryOperator || !two(g, c, &a, &b))
        return inc_form;
    if (op == CXBinaryOperator_Add && named(g, a) == l->iv)
        return set_step(g, l, b, 1);
    if (op == CXBinaryOperator_Add && named(g, b) == l->iv)
        return set_step(g, l, a, 1);
    if (op == CXBinaryOperator_Sub && named(g, a) == l->iv)
        return set_step(g, l, b, -1);
    return inc_form;
}

static const char *read_inc(struct glue *g, struct loop *l, CXCursor inc)
{
    CXCursor a, b, c = present(inc) ? peel(inc) : inc;
    if (!present(c))
        return inc_form;
    enum CXCursorKind k = clang_getCursorKind(c);
    two(g, c, &a, &b);
    if (k != CXCursor_UnaryOperator && k != CXCursor_CompoundAssignOperator && k != CXCursor_BinaryOperator)
        return inc_form;
    if (named(g, a) != l->iv)
        return inc_form;
    if (k == CXCursor_UnaryOperator) {
        enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);
        bool up = op == CXUnaryOperator_PreInc || op == CXUnaryOperator_PostInc;
        bool down = op == CXUnaryOperator_PreDec || op == CXUnaryOperator_PostDec;
        return up || down ? unit_step(l, up ? 1 : -1) : inc_form;
    }
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
    if (op == CXBinaryOperator_AddAssign || op == CXBinaryOperator_SubAssign)
        return set_step(g, l, b, op == CXBinaryOperator_AddAssign ? 1 : -1);
    return op == CXBinaryOperator_Assign ? read_sum(g, l, b) : inc_form;
}

static const char *check_type(const struct loop *l)
{
    enum type_kind k = l->iv->type->kind;
    if (l->iv->type->is_const)
        return "the loop variable is const";
    if (k == TYPE_INT && l->iv->type->size > 8)
        return "the loop variable is wider than 64 bits";
    return k == TYPE_INT || k == TYPE_BOOL || k == TYPE_ENUM || k == TYPE_POINTER
               ? NULL
               : "the loop variable must be an integer or a pointer";
}

static bool trim_slice(struct glue *g, struct slice *s)
{
    while (s->end > s->begin && strchr(" \t\n\r", g->u->text[s->end - 1]))
        s->end--;
    return s->begin < s->end;
}

void loop_read(struct glue *g, struct loop *l, CXCursor stmt, CXCursor *body)
{
    struct header h;
    l->stmt = statement_slice(g, stmt);
    l->loc = place_in_unit(g->f, l->stmt.begin);
    *body = clang_getNullCursor();
    if (!read_header(g, stmt, &h)) {
        l->wrong = "its header cannot be taken apart";
        return;
    }
    *body = h.body;
    uint32_t open = l->stmt.begin;
    while (g->u->text[open] != '(')
        open++;
    l->init = (struct slice){skip_space(g->u, open + 1), h.semi[0]};
    l->cond = (struct slice){skip_space(g->u, h.semi[0] + 1), h.semi[1]};
    l->inc = (struct slice){skip_space(g->u, h.semi[1] + 1), h.close};
    trim_slice(g, &l->init);
    trim_slice(g, &l->cond);
    trim_slice(g, &l->inc);
    l->body = statement_slice(g, h.body);
    l->wrong = read_init(g, l, h.init);
    if (!l->wrong)
        l->wrong = read_cond(g, l, h.cond);
    if (!l->wrong)
        l->wrong = read_inc(g, l, h.inc);
    if (!l->wrong)
        l->wrong = check_type(l);
}

/* The statement that the next loop of the nest must be: braces around it alone do not count. Other statements may stand
 * in front of it and behind it, when it is the only loop there: intervening code. */
static CXCursor nested(struct glue *g, CXCursor c, bool *imperfect)
{
    enum CXCursorKind k = clang_getCursorKind(c);
    if (k != CXCursor_CompoundStmt && k != CXCursor_UnexposedStmt)
        return c;
    unsigned n, loops = 0;
    size_t first = children(g, c, &n);
    CXCursor found = c;
    for (unsigned i = k == CXCursor_CompoundStmt ? 0 : n ? n - 1 : 0; i < n; i++) {
        bool inner = false;
        CXCursor kid = nested(g, g->stack.v[first + i], &inner);
        if (clang_getCursorKind(kid) == CXCursor_ForStmt || (n == 1 && k == CXCursor_CompoundStmt) ||
            k != CXCursor_CompoundStmt) {
            loops++;
            found = kid;
            *imperfect |= inner || (n > 1 && k == CXCursor_CompoundStmt);
        }
    }
    children_end(g, first);
    return loops == 1 ? found : c;
}

/* Braces around nothing but the loop are no OpenMP, but Clang takes them and programs have them: they become blanks. */
CXCursor loop_out_of_braces(struct glue *g, CXCursor c)
{
    bool imperfect = false;
    CXCursor loop = nested(g, c, &imperfect);
    if (imperfect || clang_getCursorKind(loop) != CXCursor_ForStmt)
        return c;
    char *text = (char *)g->u->text;
    for (CXCursor outer = c; clang_getCursorKind(outer) == CXCursor_CompoundStmt; outer = last_child(outer)) {
        struct slice s = cursor_slice(g, outer);
        text[s.begin] = text[s.end - 1] = ' ';
        c = last_child(outer);
    }
    return c;
}

/* Inner bounds may name one outer variable, as a1 * variable + a2 (OpenMP 5.2, 4.4.1). */
static bool linear_in(struct glue *g, struct slice s, const struct region *r, unsigned depth, bool *uses)
{
    unsigned long found = 0;
    uint32_t at = 0;
    for (size_t k = unit_ref_from(g->u, s.begin); k < g->u->refs.n && g->u->refs.v[k].off < s.end; k++)
        for (unsigned i = 0; i < depth; i++)
            if (g->u->refs.v[k].var && g->u->refs.v[k].var == r->loops[i].iv) {
                found++;
                at = g->u->refs.v[k].off;
            }
    *uses = found > 0;
    if (found && !strncmp(g->u->text + at, "__gt", 4)) /* of transform.c: longest where the outer variable is least */
        return true;
    if (found > 1)
        return false;
    int depth_at = 0, bad = 0;
    for (uint32_t i = s.begin; found && i < s.end; i++) { /* not inside a subscript, and only + - * around it */
        char c = g->u->text[i];
        depth_at += c == '[';
        depth_at -= c == ']';
        if (i == at && depth_at)
            return false;
        bad += strchr("/%?&|^<>=!~", c) != NULL;
    }
    return !bad;
}

static void check_bounds(struct glue *g, struct region *r, unsigned depth)
{
    struct loop *l = &r->loops[depth];
    if (l->wrong || depth == 0)
        return;
    bool lower, upper;
    bool lower_fine = linear_in(g, l->lb, r, depth, &lower), upper_fine = linear_in(g, l->ub, r, depth, &upper);
    l->ub_uses_outer = lower || upper;
    bool step;
    linear_in(g, l->step, r, depth, &step);
    if (step)
        l->wrong = "its step names the variable of an outer loop";
    if (!lower_fine || !upper_fine)
        l->wrong = "a bound depends on an outer loop variable in another way than 'factor * variable + offset'";
}

/* the number of loops that `collapse` or `ordered` speaks of; `otherwise` where it is not given */
static int64_t count_of(struct glue *g, struct region *r, enum clause_kind k, int64_t otherwise)
{
    struct clause *c = region_clause(r, k);
    if (!c || c->expr.begin == c->expr.end)
        return otherwise;
    struct pragma *p = pragma_of(g->f, r);
    const char *name = clause_name(k);
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

static void not_a_loop(struct glue *g, struct region *r, CXCursor stmt, unsigned i, unsigned n)
{
    char name[160];
    struct slice at = cursor_slice(g, stmt);
    directive_name(r->leaves, r->dir, name, sizeof name);
    if (i == 0)
        report(g->f, DIAG_ERROR, place_in_unit(g->f, at.begin), 0, pragma_of(g->f, r), "GN0302",
               "'%s' must be followed by a 'for' loop", name);
    else
        report(g->f, DIAG_ERROR, place_in_unit(g->f, at.begin), 0, pragma_of(g->f, r), "GN0303",
               "%s(%u) needs %u%s nested loops; in %u of them there is not one more, but another statement",
               r->ndeep == n ? "ordered" : "collapse", n, n, r->ndeep == n ? " perfectly" : "", i);
    report(g->f, DIAG_NOTE, r->loc, 1, pragma_of(g->f, r), NULL, "for this directive");
}

void loops_read(struct glue *g, struct region *r, CXCursor stmt)
{
    unsigned shared = (unsigned)count_of(g, r, CLAUSE_COLLAPSE, 1), n = shared, i = 0;
    r->ndeep = (unsigned)count_of(g, r, CLAUSE_ORDERED, 0);
    if (r->ndeep && r->ndeep < n)
        report(g->f, DIAG_ERROR, region_clause(r, CLAUSE_ORDERED)->loc, 7, pragma_of(g->f, r), "GN0211",
               "ordered(%u) must not be less than collapse(%u)", r->ndeep, n);
    n = r->ndeep > n ? r->ndeep : n;
    r->loops = arena_alloc(g->a, n * sizeof *r->loops);
    CXCursor c = stmt;
    while (clang_getCursorKind(c) == CXCursor_UnexposedStmt && present(last_child(c)))
        c = last_child(c); /* attributes before the loop */
    for (; i < n; i++) {
        bool imperfect = false;
        if (i > 0)
            c = nested(g, c, &imperfect);
        if (clang_getCursorKind(c) != CXCursor_ForStmt) {
            not_a_loop(g, r, c, i, n);
            r->ndeep = 0;
            break;
        }
        map32_put(&g->assoc_loops, cursor_slice(g, c).begin, r);
        loop_read(g, &r->loops[i], c, &c);
        r->loops[i].imperfect = imperfect;
        r->nloops = i < shared ? i + 1 : shared;
        if (!present(c))
            break;
    }
}

void loops_finish(struct glue *g, struct region *r)
{
    for (unsigned i = 0; i < region_depth(r); i++)
        check_bounds(g, r, i);
}
