/* The statement under `atomic` against the forms of OpenMP 5.2, 15.8.4. */
#include "glue.h"

#include <string.h>

static const struct {
    enum CXBinaryOperatorKind op, assign;
    enum op ours;
} ops[] = {
    {CXBinaryOperator_Add, CXBinaryOperator_AddAssign, OP_ADD},
    {CXBinaryOperator_Sub, CXBinaryOperator_SubAssign, OP_SUB},
    {CXBinaryOperator_Mul, CXBinaryOperator_MulAssign, OP_MUL},
    {CXBinaryOperator_Div, CXBinaryOperator_DivAssign, OP_DIV},
    {CXBinaryOperator_And, CXBinaryOperator_AndAssign, OP_AND},
    {CXBinaryOperator_Or, CXBinaryOperator_OrAssign, OP_OR},
    {CXBinaryOperator_Xor, CXBinaryOperator_XorAssign, OP_XOR},
    {CXBinaryOperator_Shl, CXBinaryOperator_ShlAssign, OP_SHL},
    {CXBinaryOperator_Shr, CXBinaryOperator_ShrAssign, OP_SHR},
};

static enum op op_of(enum CXBinaryOperatorKind k, bool assign)
{
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (k == (assign ? ops[i].assign : ops[i].op))
            return ops[i].ours;
    return OP_NONE;
}

unsigned cursor_kids(struct glue *g, CXCursor c, CXCursor *out, unsigned max)
{
    unsigned n;
    size_t first = children(g, c, &n);
    for (unsigned i = 0; i < n && i < max; i++)
        out[i] = g->stack.v[first + i];
    children_end(g, first);
    return n;
}

bool cursor_is_assign(CXCursor c)
{
    return clang_getCursorKind(c) == CXCursor_BinaryOperator &&
           clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign;
}

void atomic_set_x(struct glue *g, struct atomic *t, CXCursor x)
{
    t->x = cursor_slice(g, x);
    t->xtype = type_of(g, clang_getCursorType(x));
    CXCursor member = peel(x);
    t->bit_field = clang_getCursorKind(member) == CXCursor_MemberRefExpr &&
                   clang_Cursor_isBitField(clang_getCursorReferenced(member));
}

void atomic_set_v(struct glue *g, struct atomic *t, CXCursor v)
{
    t->v = cursor_slice(g, v);
    t->vtype = type_of(g, clang_getCursorType(v));
}

/* x++ ++x x-- --x, x op= e, x = x op e, x = e op x. *old: the expression's own value is the one before. */
static bool update_form(struct glue *g, struct atomic *t, CXCursor c, bool *old)
{
    CXCursor k[2], o[2];
    c = peel(c);
    if (clang_getCursorKind(c) == CXCursor_UnaryOperator && cursor_kids(g, c, k, 2) == 1) {
        enum CXUnaryOperatorKind u = clang_getCursorUnaryOperatorKind(c);
        bool inc = u == CXUnaryOperator_PreInc || u == CXUnaryOperator_PostInc;
        bool dec = u == CXUnaryOperator_PreDec || u == CXUnaryOperator_PostDec;
        t->op = inc ? OP_ADD : OP_SUB;
        *old = u == CXUnaryOperator_PostInc || u == CXUnaryOperator_PostDec;
        atomic_set_x(g, t, k[0]);
        return inc || dec;
    }
    if (cursor_kids(g, c, k, 2) != 2)
        return false;
    *old = false;
    if (clang_getCursorKind(c) == CXCursor_CompoundAssignOperator) {
        t->op = op_of(clang_getCursorBinaryOperatorKind(c), true);
        atomic_set_x(g, t, k[0]);
        t->e = cursor_slice(g, k[1]);
        return t->op != OP_NONE;
    }
    if (!cursor_is_assign(c))
        return false;
    CXCursor value = peel(k[1]);
    if (clang_getCursorKind(value) != CXCursor_BinaryOperator || cursor_kids(g, value, o, 2) != 2)
        return false;
    t->op = op_of(clang_getCursorBinaryOperatorKind(value), false);
    atomic_set_x(g, t, k[0]);
    bool left = same_text(g, t->x, cursor_slice(g, peel(o[0])));
    bool right = same_text(g, t->x, cursor_slice(g, peel(o[1])));
    t->reversed = !left && right;
    t->e = cursor_slice(g, left ? o[1] : o[0]);
    return t->op != OP_NONE && (left || right);
}

static const char *read_plain(struct glue *g, struct atomic *t, CXCursor c)
{
    CXCursor k[2];
    c = peel(c);
    if (!cursor_is_assign(c) || cursor_kids(g, c, k, 2) != 2)
        return t->kind == ATOMIC_READ ? "'atomic read' needs 'v = x;'" : "'atomic write' needs 'x = expression;'";
    if (t->kind == ATOMIC_READ) {
        atomic_set_v(g, t, k[0]);
        atomic_set_x(g, t, peel(k[1]));
    } else {
        atomic_set_x(g, t, k[0]);
        t->e = cursor_slice(g, k[1]);
    }
    return NULL;
}

static const char capture_forms[] = "'atomic capture' needs 'v = x++;', 'v = x op= e;', '{ v = x; x op= e; "
                                    "}', '{ x op= e; v = x; }' or '{ v = x; x = e; }'";

/* { v = x; … } or { …; v = x; } */
static const char *capture_pair(struct glue *g, struct atomic *t, CXCursor c)
{
    CXCursor s[3], k[2], w[2];
    bool old;
    if (cursor_kids(g, c, s, 3) != 2)
        return capture_forms;
    CXCursor first = peel(s[0]), second = peel(s[1]);
    if (cursor_is_assign(first) && cursor_kids(g, first, k, 2) == 2) { /* v = x first? */
        struct slice x = cursor_slice(g, peel(k[1]));
        if (update_form(g, t, second, &old) && same_text(g, x, t->x)) {
            atomic_set_v(g, t, k[0]);
            t->capture_old = true;
            return NULL;
        }
        *t = (struct atomic){.kind = ATOMIC_CAPTURE};
        if (cursor_is_assign(second) && cursor_kids(g, second, w, 2) == 2 && same_text(g, x, cursor_slice(g, w[0]))) {
            atomic_set_v(g, t, k[0]);
            atomic_set_x(g, t, w[0]);
            t->e = cursor_slice(g, w[1]);
            t->capture_old = t->is_write = true;
            return NULL;
        }
    }
    *t = (struct atomic){.kind = ATOMIC_CAPTURE};
    if (!cursor_is_assign(second) || cursor_kids(g, second, k, 2) != 2 || !update_form(g, t, first, &old) ||
        !same_text(g, t->x, cursor_slice(g, peel(k[1]))))
        return capture_forms;
    atomic_set_v(g, t, k[0]);
    t->capture_old = false;
    return NULL;
}

static const char *read_capture(struct glue *g, struct atomic *t, CXCursor c)
{
    CXCursor k[2];
    bool old;
    if (clang_getCursorKind(c) == CXCursor_CompoundStmt)
        return capture_pair(g, t, c);
    c = peel(c);
    if (!cursor_is_assign(c) || cursor_kids(g, c, k, 2) != 2 || !update_form(g, t, k[1], &old))
        return capture_forms;
    atomic_set_v(g, t, k[0]);
    t->capture_old = old;
    return NULL;
}

void atomic_read(struct glue *g, struct region *r, CXCursor stmt)
{
    struct atomic *t = r->atomic = NEW(g->a, struct atomic);
    bool old;
    t->kind = region_clause(r, CLAUSE_READ)      ? ATOMIC_READ
              : region_clause(r, CLAUSE_WRITE)   ? ATOMIC_WRITE
              : region_clause(r, CLAUSE_CAPTURE) ? ATOMIC_CAPTURE
                                                 : ATOMIC_UPDATE;
    if (region_clause(r, CLAUSE_COMPARE))
        t->wrong = atomic_read_compare(g, t, stmt);
    else if (t->kind == ATOMIC_CAPTURE)
        t->wrong = read_capture(g, t, stmt);
    else if (t->kind == ATOMIC_UPDATE)
        t->wrong = update_form(g, t, stmt, &old) ? NULL
                                                 : "'atomic' needs 'x++;', 'x op= e;', 'x = x op e;' or 'x = "
                                                   "e op x;' with the same x on both sides";
    else
        t->wrong = read_plain(g, t, stmt);
}
