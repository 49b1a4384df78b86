/* clang/vla_shape.c: the shapes of types that are arrays of variable length, or point to such: which expressions, or
 * which variables that Gantry adds, are their lengths. Clang's interface does not tell the lengths; they are found in
 * the spelling of a type, and by following an expression to the variable or cast that its type comes from. */
#include "vla.h"

#include <string.h>

CXType vla_inside(CXType t)
{
    return clang_getCanonicalType(t.kind == CXType_Pointer ? clang_getPointeeType(t) : clang_getArrayElementType(t));
}

unsigned vla_arrays(CXType t)
{
    unsigned n = 0, at = 0;
    for (t = clang_getCanonicalType(t); is_array(t); t = vla_inside(t)) {
        at++;
        if (t.kind == CXType_VariableArray)
            n = at;
    }
    return n;
}

bool vla_is(CXType t) { return vla_arrays(t) != 0; }

CXType vla_element(CXType t)
{
    for (unsigned n = vla_arrays(t); n; n--) {   /* keeps the elements' type as written, which may be a typedef */
        CXType e = clang_getArrayElementType(t); /* invalid where t is a typedef itself */
        t = e.kind != CXType_Invalid ? e : clang_getArrayElementType(clang_getCanonicalType(t));
    }
    return t;
}

bool vla_holds(CXType t)
{
    for (t = clang_getCanonicalType(t); is_array(t) || t.kind == CXType_Pointer; t = vla_inside(t))
        if (t.kind == CXType_VariableArray)
            return true;
    return false;
}

unsigned vla_all_arrays(CXType t)
{
    unsigned n = 0;
    for (t = clang_getCanonicalType(t); is_array(t) || t.kind == CXType_Pointer; t = vla_inside(t))
        n += is_array(t);
    return n;
}

/* ---- lengths as they are spelled ---- */

static bool is_letter(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static uint32_t word_before(const struct unit *u, uint32_t at, uint32_t *end)
{
    while (at && strchr(" \t\n", u->text[at - 1]))
        at--;
    *end = at;
    while (at && is_letter(u->text[at - 1]))
        at--;
    return at;
}

/* Does the expression stand directly after a '[', or after `[static`, `[const` and the like? */
static bool is_length(struct glue *g, CXCursor c)
{
    uint32_t at = cursor_slice(g, c).begin, end;
    if (!clang_isExpression(clang_getCursorKind(c)))
        return false;
    for (int words = 0; words < 4; words++) {
        at = word_before(g->u, at, &end);
        if (at == end)
            break;
    }
    return at && g->u->text[at - 1] == '[';
}

static bool is_of_typeof(struct glue *g, CXCursor c)
{
    uint32_t at = cursor_slice(g, c).begin, end;
    if (!clang_isExpression(clang_getCursorKind(c)))
        return false;
    while (at && (g->u->text[at - 1] == '(' || g->u->text[at - 1] == ' '))
        at--;
    uint32_t begin = word_before(g->u, at, &end);
    static const char *const words[] = {"typeof", "__typeof__", "__typeof", "typeof_unqual"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (end - begin == strlen(words[i]) && !memcmp(g->u->text + begin, words[i], end - begin))
            return true;
    return false;
}

static bool shape_of(struct glue *g, CXCursor c, struct shape *out);

static bool append(struct shape *out, struct vla_dim d)
{
    if (out->n == MOST_DIMS)
        return false;
    out->d[out->n++] = d;
    return true;
}

static bool append_shape(struct shape *out, const struct vla_dim *d, size_t n)
{
    bool good = true;
    for (size_t i = 0; i < n; i++) {
        struct vla_dim theirs = d[i];
        theirs.own = false;
        good &= append(out, theirs);
    }
    return good;
}

bool vla_spell(struct glue *g, CXType t, struct spelled *s, struct shape *out)
{
    switch (t.kind) {
    case CXType_Pointer:
        return vla_spell(g, clang_getPointeeType(t), s, out);
    case CXType_ConstantArray:
    case CXType_VariableArray: {
        struct vla_dim d = {.count = t.kind == CXType_ConstantArray ? clang_getArraySize(t) : -1};
        if (!s->n)
            return false;
        s->n--;
        if (d.count < 0)
            d.expr = cursor_slice(g, s->length[s->n]);
        return append(out, d) && vla_spell(g, clang_getArrayElementType(t), s, out);
    }
    case CXType_IncompleteArray:
        return append(out, (struct vla_dim){.count = 0}) && vla_spell(g, clang_getArrayElementType(t), s, out);
    case CXType_Elaborated:
        return vla_spell(g, clang_Type_getNamedType(t), s, out);
    case CXType_Typedef: {
        CXCursor d = clang_getTypeDeclaration(t);
        if (!vla_holds(t)) {
            for (CXType c = clang_getCanonicalType(t); is_array(c) || c.kind == CXType_Pointer; c = vla_inside(c))
                if (is_array(c) && !append(out, (struct vla_dim){.count = clang_getArraySize(c)}))
                    return false;
            return true;
        }
        struct vla_typedef *known = map32_get(&g->vla_typedefs, cursor_off(g, d));
        return known && append_shape(out, known->dims.v, known->dims.n);
    }
    case CXType_Unexposed: /* typeof, parentheses, attributes */
    case CXType_Attributed:
        if (s->has_typeof && vla_holds(t)) {
            struct shape of;
            return shape_of(g, s->of_typeof, &of) && of.n >= vla_all_arrays(t) &&
                   append_shape(out, of.d + of.n - vla_all_arrays(t), vla_all_arrays(t));
        }
        if (clang_getCanonicalType(t).kind != t.kind)
            return vla_spell(g, clang_getCanonicalType(t), s, out);
        return true;
    default:
        return true;
    }
}

void vla_spelled_in(struct glue *g, const CXCursor *kid, unsigned n, uint32_t before, struct spelled *s)
{
    *s = (struct spelled){0};
    for (unsigned i = 0; i < n; i++) {
        if (cursor_slice(g, kid[i]).begin >= before)
            continue;
        bool again = false;
        for (unsigned j = 0; j < s->n; j++)
            again |= cursor_slice(g, s->length[j]).begin == cursor_slice(g, kid[i]).begin;
        if (is_length(g, kid[i]) && !again && s->n < MOST_DIMS) /* libclang visits those in sizeof twice */
            s->length[s->n++] = kid[i];
        if (is_of_typeof(g, kid[i])) {
            s->of_typeof = kid[i];
            s->has_typeof = true;
        }
        if (clang_getCursorKind(kid[i]) == CXCursor_TypeRef) {
            s->type_name = clang_getCursorReferenced(kid[i]);
            s->has_name = true;
        }
    }
}

/* ---- the shape of an expression's type: that of the variable or cast it comes from ---- */

static bool shape_of_cast(struct glue *g, CXCursor c, struct shape *out)
{
    unsigned n;
    size_t first = children(g, c, &n);
    CXCursor kid[16];
    bool good = n && n <= 16;
    if (good)
        memcpy(kid, g->stack.v + first, n * sizeof *kid);
    children_end(g, first);
    struct spelled s;
    if (!good)
        return false;
    vla_spelled_in(g, kid, n - 1, UINT32_MAX, &s);
    return vla_spell(g, clang_getCursorType(c), &s, out);
}

bool vla_is_address(CXCursor c)
{
    CXType t = clang_getCanonicalType(clang_getCursorType(peel(c)));
    return is_array(t) || t.kind == CXType_Pointer;
}

static bool shape_of(struct glue *g, CXCursor c, struct shape *out)
{
    *out = (struct shape){0};
    c = peel(c);
    enum CXCursorKind k = clang_getCursorKind(c);
    if (k == CXCursor_DeclRefExpr) {
        CXCursor d = clang_getCursorReferenced(c);
        enum CXCursorKind dk = clang_getCursorKind(d);
        struct var *v = dk == CXCursor_VarDecl || dk == CXCursor_ParmDecl ? var_of(g, d) : NULL;
        return v && v->dims.n && append_shape(out, v->dims.v, v->dims.n);
    }
    if (k == CXCursor_CStyleCastExpr)
        return shape_of_cast(g, c, out);
    unsigned n;
    size_t first = children(g, c, &n);
    CXCursor kid[3];
    for (unsigned i = 0; i < n && i < 3; i++)
        kid[i] = g->stack.v[first + i];
    children_end(g, first);
    switch (k) {
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_UnaryOperator:
    case CXCursor_CompoundAssignOperator:
        return n && shape_of(g, kid[0], out);
    case CXCursor_BinaryOperator:
        if (n != 2)
            return false;
        if (clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Comma)
            return shape_of(g, kid[1], out);
        return shape_of(g, vla_is_address(kid[0]) ? kid[0] : kid[1], out);
    case CXCursor_ConditionalOperator:
        return n == 3 && (shape_of(g, kid[1], out) || shape_of(g, kid[2], out));
    default:
        return false;
    }
}

bool vla_known_shape(struct glue *g, CXCursor c, uint32_t off, struct shape *s, CXType t)
{
    if (shape_of(g, c, s) && s->n >= vla_all_arrays(t))
        return true;
    patch_refuse(g, off, VLA_UNKNOWN);
    return false;
}
