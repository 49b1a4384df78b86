/* clang/layout.c: the layout of a type in memory, in the words of struct gantry_object (gantry_abi.h): what the run
 * compares and names elements by. Only files that are compiled with -fverify need it. */
#include "glue.h"

#include <string.h>

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
    struct sb names, bits; /* bit-fields that share bytes, not yet written */
    long long begin, end;  /* these bytes; none: equal */
};

static bool is_signed(enum CXTypeKind k) { return k == CXType_Char_S || (k >= CXType_SChar && k <= CXType_Int128); }

static enum CXTypeKind integer_kind(CXType t)
{
    t = clang_getCanonicalType(t);
    if (t.kind == CXType_Enum)
        t = clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(t)));
    return t.kind;
}

/* Of more bytes than any integer has no fields are told apart. */
static void end_bit_fields(struct fields *f)
{
    long long bytes = f->end - f->begin;
    if (bytes > 0 && bytes <= 16)
        sb_printf(f->out, "%s@%lld:%lld%s;", f->names.s, f->begin, bytes, f->bits.s);
    else if (bytes > 0)
        sb_printf(f->out, "%s@%lld?%lld;", f->names.s, f->begin, bytes);
    sb_free(&f->names);
    sb_free(&f->bits);
    f->begin = f->end = 0;
}

static void bit_field(struct fields *f, CXCursor field, const char *name, long long first)
{
    int width = clang_getFieldDeclBitWidth(field);
    if (width <= 0 || !*name)
        return;
    if (first / 8 >= f->end)
        end_bit_fields(f);
    if (f->begin == f->end)
        f->begin = first / 8;
    f->end = (first + width + 7) / 8;
    sb_printf(&f->names, "%s%s", f->names.n ? "/" : "", name);
    sb_printf(&f->bits, ",%lld.%d%c", first - f->begin * 8, width,
              is_signed(integer_kind(clang_getCursorType(field))) ? 'i' : 'u');
}

/* The members of a union without a name stand for it. */
static enum CXVisitorResult add_name(CXCursor field, CXClientData data)
{
    struct sb *out = data;
    CXString name = clang_getCursorSpelling(field);
    const char *text = clang_getCString(name);
    if (*text && !strchr(text, '('))
        sb_printf(out, "%s%s", out->n ? "/" : "", text);
    clang_disposeString(name);
    return CXVisit_Continue;
}

static void unnamed(struct fields *f, CXType t, long long begin)
{
    struct sb names = {0};
    if (clang_getCursorKind(clang_getTypeDeclaration(t)) == CXCursor_UnionDecl)
        clang_Type_visitFields(t, add_name, &names);
    sb_printf(f->out, "%s@%lld", names.n ? names.s : "", begin);
    sb_free(&names);
}

static enum CXVisitorResult visit(CXCursor field, CXClientData data)
{
    struct fields *f = data;
    long long first = clang_Cursor_getOffsetOfField(field);
    CXType t = clang_getCursorType(field);
    CXString spelling = clang_getCursorSpelling(field);
    const char *name = clang_getCString(spelling);
    bool is_unnamed = clang_Cursor_isAnonymousRecordDecl(clang_getTypeDeclaration(clang_getCanonicalType(t))) &&
                      (!*name || strchr(name, '('));
    if (first >= 0 && clang_Cursor_isBitField(field))
        bit_field(f, field, name, first);
    else if (first >= 0 && (*name || is_unnamed)) {
        end_bit_fields(f);
        if (is_unnamed)
            unnamed(f, clang_getCanonicalType(t), first / 8);
        else
            sb_printf(f->out, "%s@%lld", name, first / 8);
        layout(f->out, t, f->depth + 1);
        sb_addc(f->out, ';');
    }
    clang_disposeString(spelling);
    return CXVisit_Continue;
}

static void record(struct sb *out, CXType t, unsigned depth)
{
    struct fields f = {.out = out, .depth = depth};
    bool is_union = clang_getCursorKind(clang_getTypeDeclaration(t)) == CXCursor_UnionDecl;
    if (is_union || depth > 16) {
        bytes_of(out, t);
        return;
    }
    sb_printf(out, "{%lld|", clang_Type_getSizeOf(t));
    clang_Type_visitFields(t, visit, &f);
    end_bit_fields(&f);
    sb_addc(out, '}');
}

static void integer(struct sb *out, CXType t, bool is_signed)
{
    sb_printf(out, "%c%lld", is_signed ? 'i' : 'u', clang_Type_getSizeOf(t));
}

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
        integer(out, t, is_signed(integer_kind(t)));
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
