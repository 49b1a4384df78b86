/* What Clang knows of places in the preprocessed text before its pragmas are read: the values of expressions in a
 * directive, the loops below it. The text that is parsed is as long as the user's, so that places are the same in both:
 * where a directive asks, `while (e1, e2, …)` stands in its line, at file scope a function of that body.
 *
 * needs: f->src.   sets: the answers.   breaks: nothing. */
#include "../text/ask.h"
#include "glue.h"

#include <string.h>

struct asking {
    struct glue *g;
    struct question *v;
    size_t n;
};

/* the first question in [begin, end); NULL: there is none */
static struct question *question_in(const struct asking *a, struct slice s)
{
    size_t lo = 0, hi = a->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (a->v[mid].at < s.begin)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < a->n && a->v[lo].at < s.end ? &a->v[lo] : NULL;
}

static struct question *question_at(const struct asking *a, CXCursor c)
{
    struct slice s = cursor_slice(a->g, c);
    struct question *q = question_in(a, s);
    return q && q->at == s.begin ? q : NULL;
}

/* ---- values ---- */

static void read_values(struct asking *a, struct question *q, CXCursor c)
{
    while (clang_getCursorKind(c) == CXCursor_UnexposedExpr && !clang_Cursor_isNull(last_child(c)))
        c = last_child(c);
    CXCursor kid[2];
    if (clang_getCursorKind(c) == CXCursor_BinaryOperator &&
        clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Comma && cursor_kids(a->g, c, kid, 2) == 2) {
        read_values(a, q, kid[0]);
        c = kid[1];
    }
    struct answer value = {0};
    value.known = evaluate(c, &value.value);
    vec_push(a->g->a, &q->values, value);
}

/* ---- loops ---- */

struct naming {
    struct asking *a;
    struct asked_loop *l;
};

static enum CXChildVisitResult note_name(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct naming *n = data;
    const struct loop *l = &n->l->loop;
    CXCursor d = clang_getCursorReferenced(c);
    uint32_t at = cursor_off(n->a->g, c);
    if (clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
        (slice_has(l->lb, at) || slice_has(l->ub, at) || slice_has(l->step, at)))
        vec_push(n->a->g->a, &n->l->names, cursor_off(n->a->g, clang_getCanonicalCursor(d)));
    return CXChildVisit_Recurse;
}

/* The condition compares in the type that both sides are converted to. */
static unsigned compared_width(struct glue *g, CXCursor cond)
{
    CXCursor side[2];
    while (clang_getCursorKind(cond) == CXCursor_ParenExpr)
        cond = last_child(cond);
    long long size = cursor_kids(g, cond, side, 2) == 2 ? clang_Type_getSizeOf(clang_getCursorType(side[0])) : 0;
    return size > 0 ? (unsigned)size : 8;
}

/* A tagless type cannot be spelled, nor does a parameter have the type that it is written with. */
static const char *type_of_variable(struct glue *g, const struct loop *l, CXCursor init)
{
    CXCursor decl = init, side[2];
    if (clang_getCursorKind(init) == CXCursor_DeclStmt)
        cursor_kids(g, init, &decl, 1);
    else if (cursor_kids(g, init, side, 2) == 2)
        decl = clang_getCursorReferenced(peel(side[0]));
    char *spelled = take_string(g, clang_getTypeSpelling(clang_getCursorType(decl)));
    if (!l->iv_declared && l->iv->type->kind == TYPE_POINTER)
        return arena_printf(g->a, "__typeof__(%s)", l->iv->name);
    if (strstr(spelled, "(unnamed "))
        return arena_printf(g->a, "__typeof__((%.*s) + 0)", (int)(l->lb.end - l->lb.begin), g->u->text + l->lb.begin);
    return spelled;
}

/* a pragma in front of a loop is not the loop's; line markers do not count */
static bool has_pragma(const struct unit *u, uint32_t at, uint32_t end)
{
    for (bool bol = at == 0 || u->text[at - 1] == '\n'; at < end; bol = u->text[at++] == '\n')
        if (bol && u->text[at] == '#' && u->text[at + 1] == 'p')
            return true;
    return false;
}

/* what braces and attributes stand around */
static CXCursor only_statement(struct glue *g, CXCursor c)
{
    for (;;) {
        enum CXCursorKind k = clang_getCursorKind(c);
        CXCursor kid = c;
        unsigned n = k == CXCursor_CompoundStmt || k == CXCursor_UnexposedStmt ? cursor_kids(g, c, &kid, 1) : 0;
        if (k == CXCursor_UnexposedStmt && n)
            kid = last_child(c);
        else if (n != 1)
            return c;
        c = kid;
    }
}

/* the loop c, if it is canonical; *c: its body */
static bool read_loop(struct asking *a, struct question *q, CXCursor *c)
{
    struct glue *g = a->g;
    struct asked_loop l = {0};
    CXCursor kid[4], body;
    unsigned n = cursor_kids(g, *c, kid, 4);
    loop_read(g, &l.loop, *c, &body);
    if (!l.loop.wrong) {
        struct naming names = {a, &l};
        for (unsigned i = 0; i + 1 < n && i < 4; i++)
            clang_visitChildren(kid[i], note_name, &names);
        l.type = type_of_variable(g, &l.loop, kid[0]);
        l.width = compared_width(g, kid[1]);
    }
    for (size_t i = 0; i < l.names.n && !l.loop.wrong; i++)
        if (l.names.v[i] == l.loop.iv->decl)
            l.loop.wrong = "a bound or the step names the loop variable itself";
    if (l.loop.wrong) {
        q->wrong = l.loop.wrong;
        q->wrong_at = l.loop.stmt.begin;
        return false;
    }
    vec_push(g->a, &q->loops, l);
    *c = body;
    return true;
}

static void read_loops(struct asking *a, struct question *q, CXCursor c)
{
    uint32_t from = q->at;
    for (;;) {
        c = only_statement(a->g, c);
        uint32_t begin = cursor_slice(a->g, c).begin;
        if (has_pragma(a->g->u, from, begin))
            return;
        if ((q->below = question_at(a, c)) && clang_getCursorKind(c) == CXCursor_WhileStmt)
            return;
        q->below = NULL;
        if (clang_getCursorKind(c) != CXCursor_ForStmt || !read_loop(a, q, &c))
            return;
        from = q->loops.v[q->loops.n - 1].loop.inc.end;
    }
}

/* ---- the tree ---- */

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct asking *a = data;
    CXCursor part[2];
    struct question *q = question_at(a, c);
    switch (clang_getCursorKind(c)) {
    case CXCursor_WhileStmt:
        if (q && !q->values.n && cursor_kids(a->g, c, part, 2) == 2) {
            read_values(a, q, part[0]);
            read_loops(a, q, part[1]);
        }
        break;
    case CXCursor_FunctionDecl:
        if (q && cursor_kids(a->g, last_child(c), part, 1) == 1)
            read_values(a, q, part[0]);
        break;
    default:
        break;
    }
    return question_in(a, cursor_slice(a->g, c)) ? CXChildVisit_Recurse : CXChildVisit_Continue;
}

void clang_ask(struct front *f, const char *text, struct question *v, size_t n)
{
    struct unit *unit = f->unit,
                scratch = {.arena = f->arena, .diag = f->diag, .path = unit->path, .place = unit->place};
    struct glue g = {.f = f, .u = &scratch, .a = f->arena};
    struct asking a = {&g, v, n};
    scratch.text = text;
    scratch.len = f->len;
    scratch.lines = f->src_lines;
    scratch.front = f;
    f->unit = &scratch;                                  /* places are those of this text */
    if (glue_parse(&g, text, f->len, "-ferror-limit=0")) /* functions of `begin declare variant` are there again */
        clang_visitChildren(clang_getTranslationUnitCursor(g.tu), visit, &a);
    glue_free(&g);
    f->unit = unit;
}
