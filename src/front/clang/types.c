/* clang/types.c: makes struct type of Clang's types. The declarator (type.decl) is built by recursion, because Clang's
 * spelling of a type is not always valid C. */
#include "glue.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_array_kind(enum CXTypeKind k)
{
    return k == CXType_ConstantArray || k == CXType_IncompleteArray || k == CXType_VariableArray ||
           k == CXType_DependentSizedArray;
}

bool is_array(CXType t) { return is_array_kind(clang_getCanonicalType(t).kind); }
bool is_address(CXType t) { return clang_getCanonicalType(t).kind == CXType_Pointer || is_array(t); }

static enum type_kind kind_of(enum CXTypeKind k)
{
    switch (k) {
    case CXType_Void:
        return TYPE_VOID;
    case CXType_Bool:
        return TYPE_BOOL;
    case CXType_Enum:
        return TYPE_ENUM;
    case CXType_Float:
    case CXType_Double:
    case CXType_LongDouble:
    case CXType_Float128:
    case CXType_Half:
    case CXType_Float16:
    case CXType_BFloat16:
    case CXType_Ibm128:
        return TYPE_FLOAT;
    case CXType_Complex:
        return TYPE_COMPLEX;
    case CXType_Pointer:
        return TYPE_POINTER;
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
        return TYPE_ARRAY;
    case CXType_VariableArray:
        return TYPE_VLA;
    case CXType_Record:
        return TYPE_RECORD;
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        return TYPE_FUNCTION;
    case CXType_Vector:
    case CXType_ExtVector:
        return TYPE_VECTOR;
    default:
        return k >= CXType_Char_U && k <= CXType_Int128 ? TYPE_INT : TYPE_OTHER;
    }
}

static bool is_signed_kind(enum CXTypeKind k)
{
    return k == CXType_Char_S || (k >= CXType_SChar && k <= CXType_Int128);
}

/* Is the declaration inside a function? */
static bool is_local(CXCursor decl)
{
    CXCursor p = clang_getCursorSemanticParent(decl);
    while (!clang_Cursor_isNull(p) && !clang_isInvalid(clang_getCursorKind(p))) {
        if (clang_getCursorKind(p) == CXCursor_FunctionDecl)
            return true;
        if (clang_getCursorKind(p) == CXCursor_TranslationUnit)
            return false;
        CXCursor next = clang_getCursorSemanticParent(p);
        if (clang_equalCursors(next, p))
            return false;
        p = next;
    }
    return false;
}

static void qualify(struct sb *b, CXType t)
{
    if (clang_isConstQualifiedType(t))
        sb_add(b, "const ");
    if (clang_isVolatileQualifiedType(t))
        sb_add(b, "volatile ");
    if (clang_isRestrictQualifiedType(t))
        sb_add(b, "restrict ");
}

static bool has_vla(CXType t)
{
    t = clang_getCanonicalType(t);
    while (is_array_kind(t.kind) || t.kind == CXType_Pointer) {
        if (t.kind == CXType_VariableArray)
            return true;
        t = clang_getCanonicalType(t.kind == CXType_Pointer ? clang_getPointeeType(t) : clang_getArrayElementType(t));
    }
    return false;
}

static char *declarator(struct glue *g, struct type *out, CXType t, const char *inner);

static char *base_type(struct glue *g, struct type *out, CXType t, const char *name, const char *inner)
{
    struct sb b = {0};
    (void)out;
    qualify(&b, t);
    sb_printf(&b, "%s%s%s", name, *inner && *inner != '[' ? " " : "", inner);
    return sb_take(&b, g->a);
}

static char *pointer_declarator(struct glue *g, struct type *out, CXType t, const char *inner)
{
    struct sb b = {0};
    CXType to = vla_element(clang_getPointeeType(t));
    enum CXTypeKind k = clang_getCanonicalType(to).kind;
    bool named = to.kind == CXType_Typedef ||
                 (to.kind == CXType_Elaborated && clang_Type_getNamedType(to).kind == CXType_Typedef);
    bool group = (!named || has_vla(to)) && /* a typedef of a variable-length array is not printed by name */
                 (is_array_kind(k) || k == CXType_FunctionProto || k == CXType_FunctionNoProto);
    sb_add(&b, group ? "(*" : "*");
    struct sb q = {0};
    qualify(&q, t);
    if (q.n) { /* "const " after the star, without the blank when nothing follows */
        sb_addn(&b, q.s, q.n);
        if (!*inner)
            b.s[--b.n] = 0;
    }
    sb_free(&q);
    sb_printf(&b, "%s%s", inner, group ? ")" : "");
    return declarator(g, out, to, sb_take(&b, g->a));
}

static char *array_declarator(struct glue *g, struct type *out, CXType t, const char *inner)
{
    if (vla_is(t)) {
        CXType to = vla_element(t);
        bool group = is_array_kind(clang_getCanonicalType(to).kind) && to.kind != CXType_Typedef;
        return declarator(g, out, to, arena_printf(g->a, group ? "(*%s)" : "*%s", inner));
    }
    long long n = clang_getArraySize(t);
    char *dim =
        t.kind == CXType_ConstantArray ? arena_printf(g->a, "%s[%lld]", inner, n) : arena_printf(g->a, "%s[]", inner);
    return declarator(g, out, clang_getArrayElementType(t), dim);
}

static char *function_declarator(struct glue *g, struct type *out, CXType t, const char *inner)
{
    struct sb b = {0};
    sb_printf(&b, "%s(", inner);
    int n = t.kind == CXType_FunctionProto ? clang_getNumArgTypes(t) : 0;
    for (int i = 0; i < n; i++)
        sb_printf(&b, "%s%s", i ? ", " : "", declarator(g, out, clang_getArgType(t, (unsigned)i), ""));
    if (clang_isFunctionTypeVariadic(t) && n)
        sb_add(&b, ", ...");
    else if (n == 0 && t.kind == CXType_FunctionProto)
        sb_add(&b, "void");
    sb_addc(&b, ')');
    return declarator(g, out, clang_getResultType(t), sb_take(&b, g->a));
}

/* The place after white space and the attributes that may stand before a tag. */
static uint32_t after_attributes(const struct unit *u, uint32_t at)
{
    for (uint32_t end = at;;) {
        while (end < u->len && isspace((unsigned char)u->text[end]))
            end++;
        const char *s = u->text + end;
        if (strncmp(s, "__attribute__", 13) && strncmp(s, "[[", 2))
            return at;
        end += *s == '[' ? 0 : 13;
        for (unsigned depth = 0; end < u->len;) {
            char c = u->text[end++];
            depth += c == '(' || c == '[';
            if ((c == ')' || c == ']') && --depth == 0)
                break;
        }
        at = end;
    }
}

/* The tag that the printers of C add after the keyword of a type without one, so that it can be named; NULL where that
 * cannot be. */
static char *tag_of_ours(struct glue *g, CXCursor d)
{
    static const char *const keywords[] = {"struct", "union", "enum"};
    uint32_t begin = cursor_slice(g, d).begin, at = 0;
    const char *keyword = NULL;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (!strncmp(g->u->text + begin, keywords[i], strlen(keywords[i]))) {
            keyword = keywords[i];
            at = after_attributes(g->u, begin + (uint32_t)strlen(keyword));
        }
    if (!keyword)
        return NULL;
    size_t n = unit_tag_number(g->u, at);
    if (n == g->u->tags.n)
        vec_push(g->a, &g->u->tags, (struct tag){at});
    return arena_printf(g->a, "%s gantry_tag_%zu", keyword, n);
}

/* Is the declaration of a type in brackets, as in `typeof(struct {…})` or among parameters? Such a type has no
 * statement that could be printed again where generated code needs it; `for (struct {…} s;` is one. */
static bool is_in_brackets(struct glue *g, CXCursor decl)
{
    const char *s = g->u->text;
    uint32_t at = cursor_slice(g, decl).begin;
    while (at && (isspace((unsigned char)s[at - 1]) || isalnum((unsigned char)s[at - 1]) || s[at - 1] == '_'))
        at--; /* qualifiers */
    if (!at || (s[at - 1] != '(' && s[at - 1] != ','))
        return false;
    for (at--; at && isspace((unsigned char)s[at - 1]);)
        at--;
    return !(at >= 3 && !strncmp(s + at - 3, "for", 3));
}

static char *record_or_enum(struct glue *g, struct type *out, CXType t, const char *inner)
{
    CXCursor d = clang_getTypeDeclaration(t);
    if (is_local(d)) {
        out->local = true;
        out->unnameable |= is_in_brackets(g, d);
    }
    char *name = take_string(g, clang_getTypeSpelling(clang_getUnqualifiedType(t)));
    if (clang_Cursor_isAnonymous(d) || strchr(name, '(')) { /* "struct (unnamed at f.c:2:1)" */
        char *ours = tag_of_ours(g, d);
        out->unnameable |= !ours;
        name = ours ? ours : name;
    }
    return base_type(g, out, t, name, inner);
}

static char *typedef_name(struct glue *g, struct type *out, CXType t, const char *inner)
{
    CXCursor d = clang_getTypeDeclaration(t);
    if (has_vla(t)) { /* device code does not have this typedef: spell the array itself */
        CXType u = clang_getTypedefDeclUnderlyingType(d);
        return declarator(g, out, u, inner);
    }
    if (is_local(d))
        out->local = true;
    return base_type(g, out, t, take_string(g, clang_getTypedefName(t)), inner);
}

static char *vector_declarator(struct glue *g, struct type *out, CXType t, const char *inner)
{
    char *v = arena_printf(g->a, "__attribute__((vector_size(%lld))) %s", clang_Type_getSizeOf(t), inner);
    return declarator(g, out, clang_getElementType(t), v);
}

static char *declarator(struct glue *g, struct type *out, CXType t, const char *inner)
{
    switch (t.kind) {
    case CXType_Pointer:
        return pointer_declarator(g, out, t, inner);
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray:
        return array_declarator(g, out, t, inner);
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        return function_declarator(g, out, t, inner);
    case CXType_Record:
    case CXType_Enum:
        return record_or_enum(g, out, t, inner);
    case CXType_Typedef:
        return typedef_name(g, out, t, inner);
    case CXType_Elaborated: {
        CXType n = clang_Type_getNamedType(t);
        bool qualified = clang_isConstQualifiedType(t) || clang_isVolatileQualifiedType(t);
        if (!qualified)
            return declarator(g, out, n, inner);
        struct sb b = {0};
        qualify(&b, t);
        sb_add(&b, declarator(g, out, n, inner));
        return sb_take(&b, g->a);
    }
    case CXType_Attributed:
        return declarator(g, out, clang_Type_getModifiedType(t), inner);
    case CXType_Atomic:
        return base_type(g, out, t,
                         arena_printf(g->a, "_Atomic(%s)", declarator(g, out, clang_Type_getValueType(t), "")), inner);
    case CXType_Vector:
    case CXType_ExtVector:
        return vector_declarator(g, out, t, inner);
    case CXType_NullPtr: /* `nullptr_t` is a typedef of stddef.h */
        return base_type(g, out, t, "__typeof__(nullptr)", inner);
    case CXType_Unexposed:
    case CXType_Auto: {
        CXType c = clang_getCanonicalType(t);
        if (c.kind != t.kind)
            return declarator(g, out, c, inner);
    } /* fall through */
    default:
        return base_type(g, out, t, take_string(g, clang_getTypeSpelling(clang_getUnqualifiedType(t))), inner);
    }
}

/* ---- what a record holds ---- */
struct record_facts {
    struct glue *g;
    bool pointers, long_doubles, unions;
};

static void facts_of(struct glue *g, CXType t, struct record_facts *out, int depth);

struct field_visit {
    struct record_facts *out;
    int depth;
};

static enum CXVisitorResult visit_field(CXCursor field, CXClientData data)
{
    struct field_visit *v = data;
    facts_of(v->out->g, clang_getCursorType(field), v->out, v->depth + 1);
    return CXVisit_Continue;
}

static void facts_of(struct glue *g, CXType t, struct record_facts *out, int depth)
{
    t = clang_getCanonicalType(t);
    while (is_array_kind(t.kind))
        t = clang_getCanonicalType(clang_getArrayElementType(t));
    if (t.kind == CXType_Atomic)
        t = clang_getCanonicalType(clang_Type_getValueType(t));
    if (t.kind == CXType_Pointer)
        out->pointers = true;
    if (t.kind == CXType_LongDouble)
        out->long_doubles = true;
    if (t.kind == CXType_Complex)
        facts_of(g, clang_getElementType(t), out, depth);
    if (t.kind == CXType_Record && clang_getCursorKind(clang_getTypeDeclaration(t)) == CXCursor_UnionDecl)
        out->unions = true;
    if (t.kind == CXType_Record && depth < 64) {
        struct field_visit v = {out, depth};
        clang_Type_visitFields(t, visit_field, &v);
    }
}

/* bare: without the declarator, type.decl */
static struct type *type_make(struct glue *g, CXType t, int depth, bool bare)
{
    struct type *out = NEW(g->a, struct type);
    CXType c = clang_getCanonicalType(t);
    out->is_const = clang_isConstQualifiedType(c);
    out->is_volatile = clang_isVolatileQualifiedType(c);
    out->is_restrict = clang_isRestrictQualifiedType(c);
    if (!bare)
        out->decl = declarator(g, out, t, "\1");
    out->canonical = take_string(g, clang_getTypeSpelling(clang_getUnqualifiedType(c)));
    if (c.kind == CXType_Atomic) {
        out->is_atomic = true;
        c = clang_getCanonicalType(clang_Type_getValueType(c));
    }
    out->kind = kind_of(c.kind);
    out->is_signed = is_signed_kind(c.kind);
    long long size = out->kind == TYPE_FUNCTION ? -1 : clang_Type_getSizeOf(t), align = clang_Type_getAlignOf(t);
    out->size = size >= 0 ? size : -1;
    out->align = align > 0 ? (unsigned)align : 0;
    out->count = -1;
    if (g->layouts || g->f->options->layouts)
        out->layout = layout_of(g, t);
    struct record_facts facts = {g, false, false, false};
    if (out->kind != TYPE_FUNCTION)
        facts_of(g, c, &facts, 0);
    out->has_pointers = facts.pointers && out->kind != TYPE_POINTER;
    out->has_unions = facts.unions;
    out->is_long_double = facts.long_doubles;
    if (out->kind == TYPE_ENUM) { /* unsigned when no enumerator is negative */
        CXType under = clang_getEnumDeclIntegerType(clang_getTypeDeclaration(c));
        out->is_signed = is_signed_kind(clang_getCanonicalType(under).kind);
    }
    if (out->kind == TYPE_RECORD)
        out->record_at = cursor_off(g, clang_getCanonicalCursor(clang_getTypeDeclaration(c)));
    if (out->kind == TYPE_RECORD)
        out->record = out->unnameable ? NULL : take_string(g, clang_getTypeSpelling(clang_getUnqualifiedType(c)));
    if (depth > 16)
        return out;
    /* elements of a typedef'd array or pointer come from the canonical type */
    CXType shape = t.kind == CXType_Pointer || is_array_kind(t.kind) ? t : c;
    if (out->kind == TYPE_POINTER)
        out->elem = type_make(g, clang_getPointeeType(shape), depth + 1, bare);
    else if (is_array_kind(c.kind))
        out->elem = type_make(g, clang_getArrayElementType(shape), depth + 1, bare);
    else if (out->kind == TYPE_COMPLEX || out->kind == TYPE_VECTOR)
        out->elem = type_make(g, clang_getElementType(c), depth + 1, bare);
    if (c.kind == CXType_ConstantArray)
        out->count = clang_getArraySize(c);
    else if (out->kind == TYPE_VECTOR)
        out->count = clang_getNumElements(c);
    if (is_array_kind(c.kind) && out->elem) { /* an array is const when its elements are */
        out->is_const |= out->elem->is_const;
        out->is_volatile |= out->elem->is_volatile;
    }
    return out;
}

struct type *type_of(struct glue *g, CXType t) { return type_make(g, t, 0, false); }

/* ---- types of expressions ---- */
static size_t type_slot(const struct type_cache *c, const void *key)
{
    size_t i = (size_t)((uintptr_t)key * 0x9e3779b97f4a7c15u >> 20) & (c->cap - 1);
    while (c->keys[i] && c->keys[i] != key)
        i = (i + 1) & (c->cap - 1);
    return i;
}

static void type_cache_grow(struct type_cache *c)
{
    struct type_cache bigger = {.n = c->n, .cap = c->cap ? 2 * c->cap : 64};
    bigger.keys = calloc(bigger.cap, sizeof *bigger.keys);
    bigger.vals = calloc(bigger.cap, sizeof *bigger.vals);
    if (!bigger.keys || !bigger.vals)
        internal_error("front", "out of memory");
    for (size_t i = 0; i < c->cap; i++)
        if (c->keys[i]) {
            size_t at = type_slot(&bigger, c->keys[i]);
            bigger.keys[at] = c->keys[i];
            bigger.vals[at] = c->vals[i];
        }
    type_cache_free(c);
    *c = bigger;
}

void type_cache_free(struct type_cache *c)
{
    free(c->keys);
    free(c->vals);
    *c = (struct type_cache){0};
}

/* Is t "<builtin fn type>"? Clang gives it to the names of its builtins, and answers no question about it. */
static bool is_placeholder(struct glue *g, CXType t)
{
    CXType c = clang_getCanonicalType(t);
    return c.kind == CXType_Overload || c.kind == CXType_Dependent ||
           (c.kind == CXType_Unexposed && *take_string(g, clang_getTypeSpelling(c)) == '<');
}

const struct type *expression_type(struct glue *g, CXType t)
{
    struct type_cache *c = g->declarable_types ? &g->full_types : &g->types;
    if (t.kind == CXType_Invalid || !t.data[0] || is_placeholder(g, t))
        return NULL;
    if (2 * c->n >= c->cap)
        type_cache_grow(c);
    size_t at = type_slot(c, t.data[0]);
    if (!c->keys[at]) {
        c->keys[at] = t.data[0]; /* Clang has one such address for each qualified type */
        c->vals[at] = type_make(g, t, 0, !g->declarable_types);
        c->n++;
    }
    return c->vals[at];
}

struct type *type_of_param(struct glue *g, CXType t)
{
    CXType c = clang_getCanonicalType(t);
    if (!is_array_kind(c.kind) && c.kind != CXType_FunctionProto && c.kind != CXType_FunctionNoProto)
        return type_of(g, t);
    struct type *out = NEW(g->a, struct type);
    bool array = is_array_kind(c.kind);
    CXType to = array ? clang_getArrayElementType(is_array_kind(t.kind) ? t : c) : t;
    out->elem = type_of(g, to);
    to = vla_element(to);
    enum CXTypeKind k = clang_getCanonicalType(to).kind;
    bool group = (is_array_kind(k) || !array) && to.kind != CXType_Typedef;
    out->decl = declarator(g, out, to, group ? "(*\1)" : "*\1");
    out->kind = TYPE_POINTER;
    out->canonical = "";
    out->size = sizeof(void *);
    out->align = _Alignof(void *);
    out->count = -1;
    out->is_long_double = out->elem->is_long_double;
    return out;
}
