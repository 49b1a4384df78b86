/* clang/constants.c: the values of integer constant expressions in the tree, computed as C does, in the width and
 * signedness of their types. A const variable counts as the value of its initialiser, as Clang's optimiser takes it. */
#include "glue.h"

#include <stdlib.h>
#include <string.h>

/* ---- literals ---- */
static bool character_value(const char *s, uint32_t n, int64_t *value)
{
    static const char escapes[] = "n\nt\tr\ra\ab\bf\fv\v\\\\'\'\"\"??";
    if (n == 3 && s[1] != '\\') {
        *value = (signed char)s[1];
        return true;
    }
    bool octal = n >= 4 && s[1] == '\\' && s[2] >= '0' && s[2] <= '7', hex = n >= 5 && s[1] == '\\' && s[2] == 'x';
    if (octal || hex) {
        char *end;
        *value = (signed char)strtoul(s + (hex ? 3 : 2), &end, hex ? 16 : 8);
        return end == s + n - 1;
    }
    for (size_t i = 0; n == 4 && s[1] == '\\' && i + 1 < sizeof escapes; i += 2)
        if (escapes[i] == s[2]) {
            *value = escapes[i + 1];
            return true;
        }
    return false;
}

bool constant_of_literal(struct glue *g, struct slice s, int64_t *value)
{
    char text[64], *end;
    uint32_t n = 0;
    const char *t = g->u->text + s.begin;
    if (s.begin >= s.end)
        return false;
    if (*t == '\'')
        return character_value(t, s.end - s.begin, value);
    if (*t == 't' || *t == 'f' || *t == 'n') { /* true, false, nullptr */
        *value = *t == 't';
        return true;
    }
    for (uint32_t i = s.begin; i < s.end && n + 1 < sizeof text; i++)
        if (g->u->text[i] != '\'')
            text[n++] = g->u->text[i];
    text[n] = 0;
    if (n > 2 && text[0] == '0' && (text[1] | 32) == 'b')
        *value = (int64_t)strtoull(text + 2, &end, 2);
    else
        *value = (int64_t)strtoull(text, &end, 0);
    return n > 0 && end != text && strspn(end, "uUlLzZ") == strlen(end);
}

/* ---- names ---- */
bool name_value(struct glue *g, CXCursor d, int64_t *value)
{
    enum CXCursorKind k = clang_getCursorKind(d);
    if (k == CXCursor_EnumConstantDecl) {
        *value = clang_getEnumConstantDeclValue(d);
        return true;
    }
    CXType t = clang_getCursorType(d);
    if (k != CXCursor_VarDecl || !clang_isConstQualifiedType(t) || clang_isVolatileQualifiedType(t))
        return false;
    struct constant {
        bool known;
        int64_t value;
    } *seen = map32_get(&g->constants, cursor_off(g, d));
    if (!seen) {
        CXEvalResult r = clang_Cursor_Evaluate(d);
        seen = NEW(g->a, struct constant);
        seen->known = r && clang_EvalResult_getKind(r) == CXEval_Int;
        seen->value = seen->known ? clang_EvalResult_getAsLongLong(r) : 0;
        if (r)
            clang_EvalResult_dispose(r);
        map32_put(&g->constants, cursor_off(g, d), seen);
    }
    *value = seen->value;
    return seen->known;
}

/* ---- sizeof ---- */
/* Clang's interface does not describe all types, but it evaluates sizeof of any. */
bool size_of_operand(CXCursor c, int64_t *value)
{
    CXEvalResult r = clang_Cursor_Evaluate(c);
    bool known = r && clang_EvalResult_getKind(r) == CXEval_Int;
    *value = known ? clang_EvalResult_getAsLongLong(r) : 0;
    if (r)
        clang_EvalResult_dispose(r);
    return known;
}

/* ---- operators ---- */
static bool is_integer(const struct type *t)
{
    return t && (t->kind == TYPE_INT || t->kind == TYPE_BOOL || t->kind == TYPE_ENUM) && t->size > 0 && t->size <= 8;
}

static int64_t converted(int64_t v, const struct type *t)
{
    unsigned bits = (unsigned)t->size * 8;
    if (t->kind == TYPE_BOOL)
        return v != 0;
    if (bits >= 64)
        return v;
    uint64_t low = (uint64_t)v & ((UINT64_C(1) << bits) - 1);
    bool negative = t->is_signed && low >> (bits - 1);
    return (int64_t)(negative ? low | ~((UINT64_C(1) << bits) - 1) : low);
}

/* the type that the usual arithmetic conversions give two integers */
static struct type common_type(const struct type *a, const struct type *b)
{
    static const struct type plain = {.kind = TYPE_INT, .size = 4, .is_signed = true};
    const struct type *l = a->size < 4 ? &plain : a, *r = b->size < 4 ? &plain : b;
    struct type t = {.kind = TYPE_INT, .size = l->size > r->size ? l->size : r->size};
    t.is_signed = l->size == r->size ? l->is_signed && r->is_signed : l->size > r->size ? l->is_signed : r->is_signed;
    return t;
}

static bool compared(enum operator o, int64_t x, int64_t y, bool is_signed, int64_t *value)
{
    uint64_t a = (uint64_t)x, b = (uint64_t)y;
    bool less = is_signed ? x < y : a < b;
    switch (o) {
    case OPERATOR_LT:
        *value = less;
        return true;
    case OPERATOR_GE:
        *value = !less;
        return true;
    case OPERATOR_GT:
        *value = !less && x != y;
        return true;
    case OPERATOR_LE:
        *value = less || x == y;
        return true;
    case OPERATOR_EQ:
        *value = x == y;
        return true;
    case OPERATOR_NE:
        *value = x != y;
        return true;
    default:
        return false;
    }
}

static bool divided(enum operator o, int64_t x, int64_t y, bool is_signed, int64_t *value)
{
    uint64_t a = (uint64_t)x, b = (uint64_t)y;
    if (y == 0 || (is_signed && x == INT64_MIN && y == -1))
        return false;
    if (o == OPERATOR_DIV)
        *value = is_signed ? x / y : (int64_t)(a / b);
    else
        *value = is_signed ? x % y : (int64_t)(a % b);
    return true;
}

static bool shifted(enum operator o, int64_t x, int64_t y, const struct type *t, int64_t *value)
{
    if (y < 0 || y >= t->size * 8)
        return false;
    if (o == OPERATOR_SHL)
        *value = (int64_t)((uint64_t)x << y);
    else
        *value = t->is_signed ? x >> y : (int64_t)((uint64_t)x >> y);
    return true;
}

static bool arithmetic(enum operator o, int64_t x, int64_t y, const struct type *t, int64_t *value)
{
    uint64_t a = (uint64_t)x, b = (uint64_t)y;
    switch (o) {
    case OPERATOR_ADD:
        *value = (int64_t)(a + b);
        return true;
    case OPERATOR_SUB:
        *value = (int64_t)(a - b);
        return true;
    case OPERATOR_MUL:
        *value = (int64_t)(a * b);
        return true;
    case OPERATOR_DIV:
    case OPERATOR_REM:
        return divided(o, x, y, t->is_signed, value);
    case OPERATOR_AND:
        *value = x & y;
        return true;
    case OPERATOR_OR:
        *value = x | y;
        return true;
    case OPERATOR_XOR:
        *value = x ^ y;
        return true;
    default:
        return false;
    }
}

static bool binary_value(const struct node *n, const struct node *l, const struct node *r, int64_t *value)
{
    enum operator o = n->operator;
    if (o == OPERATOR_LAND || o == OPERATOR_LOR) { /* the first may decide alone */
        bool is_and = o == OPERATOR_LAND;
        if (l->constant && (l->value != 0) != is_and) {
            *value = !is_and;
            return true;
        }
        *value = r->value != 0;
        return l->constant && r->constant;
    }
    if (!l->constant || !r->constant || !is_integer(l->type) || !is_integer(r->type))
        return false;
    if (o == OPERATOR_SHL || o == OPERATOR_SHR)
        return shifted(o, l->value, r->value, n->type, value);
    struct type common = common_type(l->type, r->type);
    int64_t x = converted(l->value, &common), y = converted(r->value, &common);
    return compared(o, x, y, common.is_signed, value) || arithmetic(o, x, y, &common, value);
}

static bool unary_value(const struct node *n, int64_t *value)
{
    int64_t v = n->kids[0]->value;
    switch (n->operator) {
    case OPERATOR_NEGATE:
        *value = (int64_t)(0 - (uint64_t)v);
        return true;
    case OPERATOR_PLUS:
        *value = v;
        return true;
    case OPERATOR_NOT:
        *value = ~v;
        return true;
    case OPERATOR_LNOT:
        *value = v == 0;
        return true;
    default:
        return false;
    }
}

/* Sets n->constant and n->value from those of its operands. */
void fold(struct node *n)
{
    int64_t value = 0;
    bool known = false;
    if (!is_integer(n->type))
        n->constant = n->constant && n->type && n->type->kind == TYPE_OTHER; /* nullptr */
    if (!is_integer(n->type))
        return;
    if (n->kind == NODE_UNARY && n->kids[0]->constant)
        known = unary_value(n, &value);
    else if (n->kind == NODE_CAST && n->kids[0]->constant && is_integer(n->kids[0]->type))
        known = true, value = n->kids[0]->value;
    else if (n->kind == NODE_BINARY)
        known = binary_value(n, n->kids[0], n->kids[1], &value);
    else if (n->kind == NODE_CONDITIONAL && n->kids[0]->constant) {
        const struct node *taken = n->kids[n->kids[0]->value ? 1 : 2];
        known = taken->constant;
        value = taken->value;
    } else if (n->constant) { /* literals, names, sizeof */
        known = true;
        value = n->value;
    }
    n->constant = known;
    n->value = known ? converted(value, n->type) : 0;
}
