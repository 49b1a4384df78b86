/* Constants as Clang folds them: with the types and conversions of C, enumerators, sizeof, const variables that have a
 * constant value. */
#include "glue.h"

/* Operands of sizeof and its kin are not evaluated; whatever else stores or calls is no constant, though Clang could
 * tell the value of `(f(), 1)`. */
static enum CXChildVisitResult find_effect(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    bool *effect = data;
    switch (clang_getCursorKind(c)) {
    case CXCursor_UnaryExpr:
        return CXChildVisit_Continue;
    case CXCursor_CallExpr:
    case CXCursor_CompoundAssignOperator:
    case CXCursor_StmtExpr:
        *effect = true;
        break;
    case CXCursor_BinaryOperator:
        *effect = clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign;
        break;
    case CXCursor_UnaryOperator:
        switch (clang_getCursorUnaryOperatorKind(c)) {
        case CXUnaryOperator_PostInc:
        case CXUnaryOperator_PostDec:
        case CXUnaryOperator_PreInc:
        case CXUnaryOperator_PreDec:
            *effect = true;
            break;
        default:
            break;
        }
        break;
    default:
        break;
    }
    return *effect ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool has_effect(CXCursor c)
{
    bool effect = false;
    if (find_effect(c, c, &effect) == CXChildVisit_Recurse)
        clang_visitChildren(c, find_effect, &effect);
    return effect;
}

static bool is_integer(CXCursor c)
{
    CXType t = clang_getCanonicalType(clang_getCursorType(c));
    return ((t.kind >= CXType_Bool && t.kind <= CXType_Int128) || t.kind == CXType_Enum) &&
           clang_Type_getSizeOf(t) <= 8;
}

/* libclang takes whatever it can evaluate that is no number for a variable or a call, and crashes at others. */
bool evaluate(CXCursor c, int64_t *value)
{
    c = peel(c);
    if (!clang_isExpression(clang_getCursorKind(c)) || !is_integer(c) || has_effect(c))
        return false;
    CXEvalResult r = clang_Cursor_Evaluate(c);
    bool known = r && clang_EvalResult_getKind(r) == CXEval_Int;
    if (known)
        *value = clang_EvalResult_getAsLongLong(r);
    if (r)
        clang_EvalResult_dispose(r);
    return known;
}
