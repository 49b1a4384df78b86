/* clang/layout.c: the layout of a type in memory, in the words of struct gantry_object (gantry_abi.h): what the run
 * compares and names elements by. Only files that are compiled with -fverify need it. */
#include "glue.h"

static void layout(struct sb *out, CXType t, unsigned depth);

static void bytes_of(struct sb *out, CXType t)
{
    long long n = clang_Type_getSizeOf(t);
    sb_printf(out, "?%lld", n > 0 ? n : 0);
}

static void real(struct sb *out, CXType t)
{
    switch (t.kind) {
    case CXType_Float:
        sb_addc(out, 'f');
        break;
    case CXType_Double:
        sb_addc(out, 'd');
        break;
    case CXType_LongDouble:
        sb_addc(out, 'g');
        break;
    case CXType_Half:
    case CXType_Float16:
        sb_addc(out, 'h');
        break;
    default:
        bytes_of(out, t);
    }
}

struct fields {
    struct sb *out;
    unsigned depth;
};

/* Bit-fields, and members of structures without a name, are bytes of the structure that no field names. */
static enum CXVisitorResult visit(CXCursor field, CXClientData data)
{
    struct fields *f = data;
    long long bits = clang_Cursor_getOffsetOfField(field);
    CXString name = clang_getCursorSpelling(field);
    const char *text = clang_getCString(name);
    if (!clang_Cursor_isBitField(field) && bits >= 0 && text && *text) {
        sb_printf(f->out, "%s@%lld", text, bits / 8);
        layout(f->out, clang_getCursorType(field), f->depth + 1);
        sb_addc(f->out, ';');
    }
    clang_disposeString(name);
    return CXVisit_Continue;
}

static void record(struct sb *out, CXType t, unsigned depth)
{
    struct fields f = {out, depth};
    bool is_union = clang_getCursorKind(clang_getTypeDeclaration(t)) == CXCursor_UnionDecl;
    if (is_union || depth > 16) {
        bytes_of(out, t);
        return;
    }
    sb_printf(out, "{%lld|", clang_Type_getSizeOf(t));
    clang_Type_visitFields(t, visit, &f);
    sb_addc(out, '}');
}

static void integer(struct sb *out, CXType t, bool is_signed)
{
    sb_printf(out, "%c%lld", is_signed ? 'i' : 'u', clang_Type_getSizeOf(t));
}

static bool is_signed(enum CXTypeKind k) { return k == CXType_Char_S || (k >= CXType_SChar && k <= CXType_Int128); }

static void layout(struct sb *out, CXType t, unsigned depth)
{
    t = clang_getCanonicalType(t);
    switch (t.kind) {
    case CXType_Atomic:
        layout(out, clang_Type_getValueType(t), depth);
        break;
    case CXType_Bool:
        sb_addc(out, 'b');
        break;
    case CXType_Pointer:
        sb_addc(out, 'p');
        break;
    case CXType_Enum:
        integer(out, t,
                is_signed(clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(t))).kind));
        break;
    case CXType_Complex:
        sb_addc(out, 'c');
        layout(out, clang_getElementType(t), depth);
        break;
    case CXType_ConstantArray:
    case CXType_Vector:
    case CXType_ExtVector:
        sb_printf(out, "[%lld]", clang_getNumElements(t));
        layout(out, clang_getElementType(t), depth);
        break;
    case CXType_IncompleteArray: /* a flexible member: of the objects that follow no number is known */
    case CXType_VariableArray:
        layout(out, clang_getArrayElementType(t), depth);
        break;
    case CXType_Record:
        record(out, t, depth);
        break;
    default:
        if (t.kind >= CXType_Char_U && t.kind <= CXType_Int128)
            integer(out, t, is_signed(t.kind));
        else
            real(out, t);
    }
}

const char *layout_of(struct glue *g, CXType t)
{
    struct sb s = {0};
    layout(&s, t, 0);
    return sb_take(&s, g->a);
}
