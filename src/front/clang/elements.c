/* Where elements of memory lie: addresses as sums and products of variables, in bytes, for those who ask how far apart
 * the elements are that neighbouring iterations touch (src/analysis/facts/strides.c). Whatever is not a sum or product
 * stays as "some value that depends on these variables". */
#include "glue.h"

#include <string.h>

typedef const struct expr *address;

static address node(struct glue *g, enum expr_kind kind, address l, address r)
{
    struct expr *e = NEW(g->a, struct expr);
    e->kind = kind;
    e->l = l;
    e->r = r;
    return e;
}

static address number(struct glue *g, int64_t value)
{
    struct expr *e = NEW(g->a, struct expr);
    e->value = value;
    return e;
}

static address variable(struct glue *g, struct var *v)
{
    struct expr *e = NEW(g->a, struct expr);
    e->kind = EXPR_VAR;
    e->var = v;
    return v ? e : node(g, EXPR_OPAQUE, NULL, NULL);
}

/* ---- types ---- */

static CXType pointee(CXType t)
{
    t = clang_getCanonicalType(t);
    return t.kind == CXType_Pointer ? clang_getPointeeType(t) : clang_getArrayElementType(t);
}

static bool is_integer(CXType t)
{
    t = clang_getCanonicalType(t);
    return (t.kind >= CXType_Bool && t.kind <= CXType_Int128) || t.kind == CXType_Enum;
}

static bool holds_vla(CXType t)
{
    for (t = clang_getCanonicalType(t); is_array(t); t = clang_getCanonicalType(clang_getArrayElementType(t)))
        if (t.kind == CXType_VariableArray)
            return true;
    return false;
}

/* bytes of a type, or -1 */
static int64_t size_of(CXType t)
{
    enum CXTypeKind k = clang_getCanonicalType(t).kind;
    if (k == CXType_Void || k == CXType_FunctionProto || k == CXType_FunctionNoProto)
        return 1;
    return holds_vla(t) ? -1 : clang_Type_getSizeOf(t);
}

static address scaled(struct glue *g, address index, CXType t)
{
    int64_t size = size_of(t);
    return node(g, EXPR_MUL, index, size > 0 ? number(g, size) : node(g, EXPR_OPAQUE, NULL, NULL));
}

/* ---- expressions ---- */

static address value_of(struct glue *g, CXCursor c);

static address depends_on(struct glue *g, const CXCursor *kid, unsigned n)
{
    address all = NULL;
    for (unsigned i = 0; i < n; i++)
        if (clang_isExpression(clang_getCursorKind(kid[i])))
            all = node(g, EXPR_OPAQUE, all, value_of(g, kid[i]));
    return all ? all : node(g, EXPR_OPAQUE, NULL, NULL);
}

enum { FEW = 4 };
/* the first children of c; how many there are */
static unsigned few(struct glue *g, CXCursor c, CXCursor kid[FEW])
{
    unsigned n;
    size_t first = children(g, c, &n);
    for (unsigned i = 0; i < FEW; i++)
        kid[i] = i < n ? g->stack.v[first + i] : clang_getNullCursor();
    children_end(g, first);
    return n;
}

static address address_of(struct glue *g, CXCursor c)
{
    c = peel(c);
    CXCursor kid[FEW];
    unsigned n = few(g, c, kid);
    switch (clang_getCursorKind(c)) {
    case CXCursor_DeclRefExpr:
        return number(g, 0);
    case CXCursor_MemberRefExpr:
        if (!n)
            break;
        return is_address(clang_getCursorType(kid[0])) ? value_of(g, kid[0]) : address_of(g, kid[0]);
    case CXCursor_ArraySubscriptExpr: {
        if (n != 2)
            break;
        bool swapped = !is_address(clang_getCursorType(kid[0]));
        return node(g, EXPR_ADD, value_of(g, kid[swapped]),
                    scaled(g, value_of(g, kid[!swapped]), clang_getCursorType(c)));
    }
    case CXCursor_UnaryOperator:
        if (clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_Deref)
            return value_of(g, kid[0]);
        break;
    default:
        break;
    }
    return depends_on(g, kid, n < FEW ? n : FEW);
}

static address sum(struct glue *g, enum expr_kind kind, CXCursor a, CXCursor b)
{
    CXType ta = clang_getCursorType(a), tb = clang_getCursorType(b);
    address l = value_of(g, a), r = value_of(g, b);
    if (is_address(ta) && !is_address(tb))
        r = scaled(g, r, pointee(ta));
    else if (is_address(tb) && !is_address(ta))
        l = scaled(g, l, pointee(tb));
    else if (is_address(ta)) /* a distance */
        return node(g, EXPR_OPAQUE, l, r);
    return node(g, kind, l, r);
}

static address binary(struct glue *g, CXCursor c, const CXCursor *kid)
{
    int64_t by;
    switch (clang_getCursorBinaryOperatorKind(c)) {
    case CXBinaryOperator_Add:
        return sum(g, EXPR_ADD, kid[0], kid[1]);
    case CXBinaryOperator_Sub:
        return sum(g, EXPR_SUB, kid[0], kid[1]);
    case CXBinaryOperator_Mul:
        return node(g, EXPR_MUL, value_of(g, kid[0]), value_of(g, kid[1]));
    case CXBinaryOperator_Shl:
        if (evaluate(kid[1], &by) && by >= 0 && by < 62)
            return node(g, EXPR_MUL, value_of(g, kid[0]), number(g, (int64_t)1 << by));
        break;
    case CXBinaryOperator_Rem: /* (i + 1) % n is i + 1 nearly everywhere */
    case CXBinaryOperator_And:
        return node(g, EXPR_CHOICE, value_of(g, kid[0]), node(g, EXPR_OPAQUE, NULL, value_of(g, kid[1])));
    case CXBinaryOperator_Comma:
        return value_of(g, kid[1]);
    default:
        break;
    }
    return node(g, EXPR_OPAQUE, value_of(g, kid[0]), value_of(g, kid[1]));
}

static address unary(struct glue *g, CXCursor c, CXCursor operand)
{
    switch (clang_getCursorUnaryOperatorKind(c)) {
    case CXUnaryOperator_Plus:
    case CXUnaryOperator_Extension:
        return value_of(g, operand);
    case CXUnaryOperator_Minus:
        return node(g, EXPR_SUB, number(g, 0), value_of(g, operand));
    case CXUnaryOperator_AddrOf:
        return address_of(g, operand);
    default:
        return node(g, EXPR_OPAQUE, value_of(g, operand), NULL);
    }
}

static address name(struct glue *g, CXCursor c)
{
    int64_t value;
    if (evaluate(c, &value))
        return number(g, value);
    CXCursor d = clang_getCursorReferenced(c);
    enum CXCursorKind k = clang_getCursorKind(d);
    if (is_array(clang_getCursorType(c)) && k == CXCursor_VarDecl)
        return number(g, 0);
    return k == CXCursor_VarDecl || k == CXCursor_ParmDecl ? variable(g, var_of(g, d))
                                                           : node(g, EXPR_OPAQUE, NULL, NULL);
}

static address value_of(struct glue *g, CXCursor c)
{
    c = peel(c);
    CXCursor kid[FEW];
    unsigned n = few(g, c, kid);
    int64_t value;
    switch (clang_getCursorKind(c)) {
    case CXCursor_IntegerLiteral:
        return evaluate(c, &value) ? number(g, value) : node(g, EXPR_OPAQUE, NULL, NULL);
    case CXCursor_UnaryExpr: /* sizeof and its kin evaluate nothing of what they hold */
        return evaluate(c, &value) ? number(g, value) : node(g, EXPR_OPAQUE, NULL, NULL);
    case CXCursor_DeclRefExpr:
        return name(g, c);
    case CXCursor_CStyleCastExpr:
        if (n && (is_integer(clang_getCursorType(c)) || is_address(clang_getCursorType(c))))
            return value_of(g, kid[n <= FEW ? n - 1 : 0]);
        break;
    case CXCursor_BinaryOperator:
        if (n == 2)
            return binary(g, c, kid);
        break;
    case CXCursor_UnaryOperator:
        if (n == 1)
            return unary(g, c, kid[0]);
        break;
    case CXCursor_ConditionalOperator:
        if (n == 3)
            return node(g, EXPR_CHOICE, value_of(g, kid[1]), value_of(g, kid[2]));
        break;
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_MemberRefExpr:
        if (is_array(clang_getCursorType(c))) /* the array's own place */
            return address_of(g, c);
        break;
    default:
        break;
    }
    return depends_on(g, kid, n < FEW ? n : FEW);
}

/* ---- what the walk tells ---- */

static bool in_user_function(const struct glue *g) { return g->func && !g->func->in_system_header; }

/* `u` of u[i][j], *(u + i) and u[i].x */
static struct slice base_of(struct glue *g, CXCursor c)
{
    for (;;) {
        c = peel(c);
        CXCursor kid[FEW];
        unsigned n = few(g, c, kid);
        enum CXCursorKind k = clang_getCursorKind(c), inner = n ? clang_getCursorKind(peel(kid[0])) : k;
        bool found =
            n &&
            (k == CXCursor_ArraySubscriptExpr ||
             (k == CXCursor_UnaryOperator && clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_Deref) ||
             (k == CXCursor_MemberRefExpr && inner == CXCursor_ArraySubscriptExpr) || k == CXCursor_BinaryOperator);
        if (!found)
            return cursor_slice(g, c);
        c = kid[n == 2 && !is_address(clang_getCursorType(kid[0])) && is_address(clang_getCursorType(kid[1]))];
    }
}

void note_element(struct glue *g, CXCursor c, struct how how)
{
    bool part = g->is_part;
    struct how object = object_of(c, how);
    unsigned access = object.acc & (ACC_READ | ACC_WRITE);
    g->is_part = false;
    if (part || !in_user_function(g) || object.mode == AS_TYPE || object.mode == AS_NAME || !access ||
        is_array(clang_getCursorType(c)))
        return;
    struct slice s = cursor_slice(g, c);
    int64_t size = size_of(clang_getCursorType(c));
    if (s.begin < s.end && size > 0)
        vec_push(g->a, &g->u->elements,
                 (struct element){s.begin, s.end, base_of(g, c), access, size, address_of(g, c)});
}

void note_call(struct glue *g, uint32_t off, struct func *callee, const CXCursor *args, unsigned n)
{
    if (!in_user_function(g) || callee->in_system_header || off == UINT32_MAX)
        return;
    struct call call = {off, callee, n, arena_alloc(g->a, (n + 1) * sizeof *call.args)};
    for (unsigned i = 0; i < n; i++)
        call.args[i] = value_of(g, args[i]);
    vec_push(g->a, &g->u->calls, call);
}

void note_value(struct glue *g, struct var *v, CXCursor value)
{
    if (!v || v->value || v->is_global || !in_user_function(g) ||
        (v->type->kind != TYPE_INT && v->type->kind != TYPE_POINTER && v->type->kind != TYPE_ENUM))
        return;
    v->value = value_of(g, value);
}
