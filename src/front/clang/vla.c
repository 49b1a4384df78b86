/* Variable-length array types for device code. Clang has none for GPUs, so device code is printed with pointers to
 * elements in their place: `double (*a)[m]` and `double a[n][m]` become `double *a`, `a[i]` becomes `(a + (i) * m)`,
 * and each length is a variable of its own (struct var, of), computed where the declaration stands and captured like
 * any other. What must change is noted here as patches of the text; host code keeps the user's types.
 *
 * A shape lists the arrays of a type from the outermost to the innermost, through pointers. */
#include "glue.h"

#include <string.h>

enum { MOST_DIMS = 8 };
struct shape {
    unsigned n;
    struct vla_dim d[MOST_DIMS];
};

static CXType inside(CXType t) /* of a canonical array or pointer */
{
    return clang_getCanonicalType(t.kind == CXType_Pointer ? clang_getPointeeType(t) : clang_getArrayElementType(t));
}

/* how many arrays of t, one directly in another, go up to the last one of variable length */
static unsigned variable_arrays(CXType t)
{
    unsigned n = 0, at = 0;
    for (t = clang_getCanonicalType(t); is_array(t); t = inside(t)) {
        at++;
        if (t.kind == CXType_VariableArray)
            n = at;
    }
    return n;
}

bool vla_is(CXType t) { return variable_arrays(t) != 0; }

CXType vla_element(CXType t)
{
    for (unsigned n = variable_arrays(t); n; n--) { /* the sugar of the elements stays: it may be a typedef */
        CXType e = clang_getArrayElementType(t);    /* invalid where t is a typedef itself */
        t = e.kind != CXType_Invalid ? e : clang_getArrayElementType(clang_getCanonicalType(t));
    }
    return t;
}

static bool holds_vla(CXType t)
{
    for (t = clang_getCanonicalType(t); is_array(t) || t.kind == CXType_Pointer; t = inside(t))
        if (t.kind == CXType_VariableArray)
            return true;
    return false;
}

static unsigned arrays_of(CXType t)
{
    unsigned n = 0;
    for (t = clang_getCanonicalType(t); is_array(t) || t.kind == CXType_Pointer; t = inside(t))
        n += is_array(t);
    return n;
}

/* ---- patches ---- */

static void part(struct glue *g, struct patch *p, struct patch_part x) { vec_push(g->a, &p->parts, x); }
static void text(struct glue *g, struct patch *p, const char *s) { part(g, p, (struct patch_part){.text = s}); }
static void slice(struct glue *g, struct patch *p, struct slice s) { part(g, p, (struct patch_part){.slice = s}); }

static struct patch *patch(struct glue *g, uint32_t off, uint32_t len, const char *s)
{
    struct patch *p = NEW(g->a, struct patch);
    p->off = off;
    p->len = len;
    p->seq = (unsigned)g->u->patches.n;
    if (s)
        text(g, p, s);
    vec_push(g->a, &g->u->patches, p);
    return p;
}

static struct patch *patch_end(struct glue *g, uint32_t off, const char *s)
{
    struct patch *p = patch(g, off, 0, s);
    p->closes = true;
    return p;
}

static void refuse(struct glue *g, uint32_t off, const char *what) { patch(g, off, 0, NULL)->wrong = what; }

static void dim_text(struct glue *g, struct patch *p, const struct vla_dim *d)
{
    if (d->var) {
        text(g, p, d->var->name);
    } else if (d->count >= 0) {
        text(g, p, arena_printf(g->a, "%lldL", (long long)d->count));
    } else {
        text(g, p, "(long)(");
        slice(g, p, d->expr);
        text(g, p, ")");
    }
}

/* Elements of an array type t, of the shape of what it was taken from; the lengths are read at `off`. */
static void count_text(struct glue *g, struct patch *p, const struct shape *s, CXType t, uint32_t off)
{
    unsigned all = arrays_of(t), n = variable_arrays(t);
    text(g, p, "(long)(");
    for (unsigned i = 0; i < n; i++) {
        const struct vla_dim *d = &s->d[s->n - all + i];
        if (i)
            text(g, p, " * ");
        dim_text(g, p, d);
        if (d->var)
            vec_push(g->a, &g->u->refs, (struct ref){.off = off, .var = d->var, .access = ACC_READ});
    }
    text(g, p, ")");
}

/* ---- lengths as the text has them ---- */

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

/* Does the expression stand behind a '[', or `[static`, `[const` and the like? */
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

struct spelled { /* what stands in a spelling of a type: lengths from the innermost to the outermost; what typeof names
                  */
    CXCursor length[MOST_DIMS];
    unsigned n;
    CXCursor of_typeof;
    CXCursor type_name;
    bool has_typeof, has_name;
};

static bool spell_type(struct glue *g, CXType t, struct spelled *s, struct shape *out)
{
    switch (t.kind) {
    case CXType_Pointer:
        return spell_type(g, clang_getPointeeType(t), s, out);
    case CXType_ConstantArray:
    case CXType_VariableArray: {
        struct vla_dim d = {.count = t.kind == CXType_ConstantArray ? clang_getArraySize(t) : -1};
        if (!s->n)
            return false;
        s->n--;
        if (d.count < 0)
            d.expr = cursor_slice(g, s->length[s->n]);
        return append(out, d) && spell_type(g, clang_getArrayElementType(t), s, out);
    }
    case CXType_IncompleteArray:
        return append(out, (struct vla_dim){.count = 0}) && spell_type(g, clang_getArrayElementType(t), s, out);
    case CXType_Elaborated:
        return spell_type(g, clang_Type_getNamedType(t), s, out);
    case CXType_Typedef: {
        CXCursor d = clang_getTypeDeclaration(t);
        if (!holds_vla(t)) {
            for (CXType c = clang_getCanonicalType(t); is_array(c) || c.kind == CXType_Pointer; c = inside(c))
                if (is_array(c) && !append(out, (struct vla_dim){.count = clang_getArraySize(c)}))
                    return false;
            return true;
        }
        struct vla_typedef *known = map32_get(&g->vla_typedefs, cursor_off(g, d));
        return known && append_shape(out, known->dims.v, known->dims.n);
    }
    case CXType_Unexposed: /* typeof, parentheses, attributes */
    case CXType_Attributed:
        if (s->has_typeof && holds_vla(t)) {
            struct shape of;
            return shape_of(g, s->of_typeof, &of) && of.n >= arrays_of(t) &&
                   append_shape(out, of.d + of.n - arrays_of(t), arrays_of(t));
        }
        if (clang_getCanonicalType(t).kind != t.kind)
            return spell_type(g, clang_getCanonicalType(t), s, out);
        return true;
    default:
        return true;
    }
}

static void spelled_in(struct glue *g, const CXCursor *kid, unsigned n, uint32_t before, struct spelled *s)
{
    *s = (struct spelled){0};
    for (unsigned i = 0; i < n; i++) {
        if (cursor_slice(g, kid[i]).begin >= before)
            continue;
        bool again = false;
        for (unsigned j = 0; j < s->n; j++)
            again |= cursor_slice(g, s->length[j]).begin == cursor_slice(g, kid[i]).begin;
        if (is_length(g, kid[i]) && !again && s->n < MOST_DIMS) /* sizeof shows them twice */
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
    spelled_in(g, kid, n - 1, UINT32_MAX, &s);
    return spell_type(g, clang_getCursorType(c), &s, out);
}

static bool is_address_of(CXCursor c)
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
        return shape_of(g, is_address_of(kid[0]) ? kid[0] : kid[1], out);
    case CXCursor_ConditionalOperator:
        return n == 3 && (shape_of(g, kid[1], out) || shape_of(g, kid[2], out));
    default:
        return false;
    }
}

static const char unknown[] =
    "a variable-length array type whose lengths cannot be followed here; give the expression a "
    "variable of its own";

static bool known_shape(struct glue *g, CXCursor c, uint32_t off, struct shape *s, CXType t)
{
    if (shape_of(g, c, s) && s->n >= arrays_of(t))
        return true;
    refuse(g, off, unknown);
    return false;
}

/* ---- expressions ---- */

/* the pointed-to type of a pointer or decayed array, when its size varies; else an invalid type */
static CXType stride_type(CXCursor c)
{
    CXType t = clang_getCanonicalType(clang_getCursorType(peel(c)));
    if (!is_array(t) && t.kind != CXType_Pointer)
        return (CXType){.kind = CXType_Invalid};
    t = inside(t);
    return vla_is(t) ? t : (CXType){.kind = CXType_Invalid};
}

static void note_subscript(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n)
{
    CXType t = clang_getCursorType(c);
    struct shape s;
    if (n != 2 || !vla_is(t))
        return;
    struct slice whole = cursor_slice(g, c), base = cursor_slice(g, kid[0]);
    uint32_t open = skip_space(g->u, base.end);
    if (!is_address_of(kid[0]) || g->u->text[open] != '[') {
        refuse(g, whole.begin, unknown);
        return;
    }
    if (!known_shape(g, kid[0], open, &s, t))
        return;
    patch(g, whole.begin, 0, "(");
    patch(g, open, 1, " + (");
    struct patch *p = patch(g, whole.end - 1, 1, ") * ");
    count_text(g, p, &s, t, open);
    text(g, p, ")");
}

static void scale(struct glue *g, CXCursor pointer, CXCursor number, CXType t, uint32_t off)
{
    struct shape s;
    struct slice at = cursor_slice(g, number);
    if (!known_shape(g, pointer, off, &s, t))
        return;
    patch(g, at.begin, 0, "(");
    struct patch *p = patch_end(g, at.end, ") * ");
    count_text(g, p, &s, t, off);
}

static void note_binary(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, enum CXBinaryOperatorKind op)
{
    uint32_t off = cursor_slice(g, n == 2 ? kid[0] : c).end;
    if (n != 2)
        return;
    CXType left = stride_type(kid[0]), right = stride_type(kid[1]);
    bool l = left.kind != CXType_Invalid, r = right.kind != CXType_Invalid;
    if (op == CXBinaryOperator_Sub && l && r) {
        struct shape s;
        struct slice at = cursor_slice(g, c);
        if (!known_shape(g, kid[0], off, &s, left))
            return;
        patch(g, at.begin, 0, "((");
        struct patch *p = patch_end(g, at.end, ") / ");
        count_text(g, p, &s, left, off);
        text(g, p, ")");
    } else if (op == CXBinaryOperator_Add || op == CXBinaryOperator_Sub || op == CXBinaryOperator_AddAssign ||
               op == CXBinaryOperator_SubAssign) {
        if (l && !is_address_of(kid[1]))
            scale(g, kid[0], kid[1], left, off);
        else if (r && !is_address_of(kid[0]))
            scale(g, kid[1], kid[0], right, off);
    }
}

static void note_step(struct glue *g, CXCursor c, CXCursor of, enum CXUnaryOperatorKind op)
{
    CXType t = stride_type(of);
    struct slice at = cursor_slice(g, c), x = cursor_slice(g, of);
    struct shape s;
    bool post = op == CXUnaryOperator_PostInc || op == CXUnaryOperator_PostDec;
    const char *sign = op == CXUnaryOperator_PostInc || op == CXUnaryOperator_PreInc ? "+" : "-";
    if (t.kind == CXType_Invalid || !known_shape(g, of, at.begin, &s, t))
        return;
    struct patch *p;
    if (post) {
        patch(g, at.begin, 0, "((");
        p = patch(g, at.end - 2, 2, arena_printf(g->a, " %s= ", sign));
        count_text(g, p, &s, t, at.end - 2);
        text(g, p, arena_printf(g->a, ") %s ", *sign == '+' ? "-" : "+"));
        count_text(g, p, &s, t, at.end - 2);
        text(g, p, ")");
    } else {
        patch(g, at.begin, 2, "(");
        p = patch_end(g, x.end, arena_printf(g->a, " %s= ", sign));
        count_text(g, p, &s, t, at.begin);
        text(g, p, ")");
    }
}

static void note_unary(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n)
{
    enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);
    if (n != 1)
        return;
    if (op == CXUnaryOperator_Deref && vla_is(clang_getCursorType(c)))
        patch(g, cursor_slice(g, c).begin, 1, " ");
    else if (op == CXUnaryOperator_AddrOf && vla_is(clang_getCursorType(peel(kid[0]))))
        patch(g, cursor_slice(g, c).begin, 1, " ");
    else if (op == CXUnaryOperator_PostInc || op == CXUnaryOperator_PostDec || op == CXUnaryOperator_PreInc ||
             op == CXUnaryOperator_PreDec)
        note_step(g, c, kid[0], op);
}

static void note_cast(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n)
{
    CXType t = clang_getCursorType(c);
    if (!n || !holds_vla(t))
        return;
    uint32_t begin = cursor_slice(g, c).begin;
    struct patch *p = patch(g, begin, cursor_slice(g, kid[n - 1]).begin - begin, "(");
    text(g, p, type_declare(g->a, type_of(g, t), ""));
    text(g, p, ")");
}

/* sizeof of an expression: its value is not needed, but it is evaluated */
static void note_sizeof_expression(struct glue *g, CXCursor c, CXCursor of)
{
    CXType t = clang_getCursorType(peel(of));
    struct shape s;
    struct slice at = cursor_slice(g, c);
    if (!vla_is(t) || !known_shape(g, of, at.begin, &s, t))
        return;
    patch(g, at.begin, (uint32_t)strlen("sizeof"), "((void)");
    struct patch *p = patch_end(g, at.end, ", (unsigned long)");
    count_text(g, p, &s, t, at.begin);
    text(g, p, arena_printf(g->a, " * sizeof(%s))", type_declare(g->a, type_of(g, vla_element(t)), "")));
}

/* sizeof(double[n][m]), sizeof(row) */
static void note_sizeof_type(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, uint32_t open)
{
    struct slice at = cursor_slice(g, c);
    struct spelled s;
    spelled_in(g, kid, n, UINT32_MAX, &s);
    struct vla_typedef *row = s.has_name ? map32_get(&g->vla_typedefs, cursor_off(g, s.type_name)) : NULL;
    if (!s.n && !row)
        return;
    uint32_t end = open + 1;
    while (end < at.end && g->u->text[end] != '[' && g->u->text[end] != '(' && g->u->text[end] != '*')
        end++;
    if (end < at.end - 1 && g->u->text[end] != '[') {
        bool constant = true;
        for (unsigned i = 0; i < s.n; i++)
            constant &= clang_getCursorKind(s.length[i]) == CXCursor_IntegerLiteral;
        if (!constant || row)
            refuse(g, at.begin, unknown);
        return;
    }
    struct patch *p = patch(g, at.begin, at.end - at.begin, "((unsigned long)1");
    for (unsigned i = 0; i < s.n; i++) {
        text(g, p, " * (unsigned long)(");
        slice(g, p, cursor_slice(g, s.length[i]));
        text(g, p, ")");
    }
    if (row) {
        for (size_t i = 0; i < row->arrays; i++) {
            text(g, p, " * ");
            dim_text(g, p, &row->dims.v[i]);
            if (row->dims.v[i].var)
                vec_push(g->a, &g->u->refs,
                         (struct ref){.off = at.begin, .var = row->dims.v[i].var, .access = ACC_READ});
        }
        text(g, p, arena_printf(g->a, " * sizeof(%s))", row->element));
    } else {
        text(g, p, " * sizeof(");
        slice(g, p, (struct slice){open + 1, end});
        text(g, p, "))");
    }
}

static void note_sizeof(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n)
{
    struct slice at = cursor_slice(g, c);
    if (strncmp(g->u->text + at.begin, "sizeof", 6) != 0 || !n)
        return;
    uint32_t open = skip_space(g->u, at.begin + 6);
    if (g->u->text[open] == '(' && cursor_slice(g, kid[0]).begin > open)
        note_sizeof_type(g, c, kid, n, open);
    else if (n == 1)
        note_sizeof_expression(g, c, kid[0]);
}

/* ---- declarations ---- */

/* the host's expression for a length, where the variable is in scope; \1 stands for its name */
static const char *on_host(struct glue *g, const char *name, CXType t, unsigned level)
{
    struct sb b = {0};
    sb_add(&b, name);
    t = clang_getCanonicalType(t);
    for (; is_array(t) || t.kind == CXType_Pointer; t = inside(t)) {
        if (is_array(t) && level-- == 0)
            break;
        char *so_far = arena_printf(g->a, "(*%s)", b.s);
        b.n = 0;
        sb_add(&b, so_far);
    }
    char *r = arena_printf(g->a, "(sizeof(%s) / sizeof(*%s))", b.s, b.s);
    sb_free(&b);
    return r;
}

static struct var *length_variable(struct glue *g, const char *name, uint32_t decl, unsigned level)
{
    static struct type word = {.kind = TYPE_INT, .decl = "unsigned long \1", .size = 8, .align = 8, .count = -1};
    struct var *v = NEW(g->a, struct var);
    v->name = arena_printf(g->a, "__gd_n%u_%s", level, name);
    v->type = &word;
    v->decl = decl;
    v->loc = unit_loc(g->u, decl);
    v->chunk = UINT32_MAX;
    v->func = g->func;
    v->is_length = true;
    vec_push(g->a, &g->u->vars, v);
    return v;
}

/* of a variable or, where it is NULL, of a type with that name */
static void name_lengths(struct glue *g, struct shape *s, struct var *of, const char *name, uint32_t decl, CXType t,
                         bool param)
{
    for (unsigned i = 0; i < s->n; i++) {
        struct vla_dim *d = &s->d[i];
        if (d->var || d->count >= 0 || (param && i == 0 && is_array(clang_getCanonicalType(t))))
            continue;
        d->var = length_variable(g, name, decl, i);
        d->var->on_host = on_host(g, of ? "\1" : name, t, i);
        d->var->length_of = of;
        d->own = true;
    }
}

static void lengths_text(struct glue *g, struct patch *p, const struct vla_dim *d, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (d[i].own) {
            text(g, p, arena_printf(g->a, " unsigned long %s = (unsigned long)(", d[i].var->name));
            slice(g, p, d[i].expr);
            text(g, p, ");");
        }
}

static void keep(struct glue *g, struct var *v, const struct shape *s)
{
    for (unsigned i = 0; i < s->n; i++)
        vec_push(g->a, &v->dims, s->d[i]);
}

static void note_variable(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n)
{
    CXType t = clang_getCursorType(c);
    struct var *v = holds_vla(t) ? var_of(g, c) : NULL;
    struct shape s = {0};
    struct spelled spelled;
    if (!v || v->dims.n || v->vla_wrong)
        return;
    vec_push(g->a, &g->u->vla_vars, v);
    CXCursor init = clang_Cursor_getVarDeclInitializer(c);
    bool has_init = !clang_Cursor_isNull(init) && !clang_isInvalid(clang_getCursorKind(init));
    spelled_in(g, kid, n, has_init ? cursor_slice(g, init).begin : UINT32_MAX, &spelled);
    if (!spell_type(g, t, &spelled, &s) || s.n != arrays_of(t)) {
        v->vla_wrong = unknown;
        return;
    }
    name_lengths(g, &s, v, v->name, v->decl, t, false);
    keep(g, v, &s);
    v->vla_arrays = variable_arrays(t);
    v->vla_element = type_declare(g->a, type_of(g, vla_element(t)), "");
}

/* of a definition: lengths are computed where the body begins; of a prototype: only the types count */
static void note_parameter(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n)
{
    CXType t = clang_getCursorType(c);
    struct slice at = cursor_slice(g, c);
    CXCursor f = clang_getCursorSemanticParent(c);
    if (!holds_vla(t) || at.begin >= at.end)
        return;
    char *name = take_string(g, clang_getCursorSpelling(c));
    patch(g, at.begin, at.end - at.begin, type_declare(g->a, type_of_param(g, t), name));
    if (clang_getCursorKind(f) != CXCursor_FunctionDecl || !clang_isCursorDefinition(f))
        return;
    struct var *v = var_of(g, c);
    struct shape s = {0};
    struct spelled spelled;
    if (!v || v->dims.n)
        return;
    spelled_in(g, kid, n, UINT32_MAX, &spelled);
    if (!spell_type(g, t, &spelled, &s) || s.n != arrays_of(t)) {
        refuse(g, at.begin, unknown);
        return;
    }
    name_lengths(g, &s, v, v->name, v->decl, t, true);
    for (unsigned i = 0; i < s.n; i++)
        if (s.d[i].own) /* the parameter itself is a pointer: one array less */
            s.d[i].var->on_host = on_host(g, v->name, t, i);
    keep(g, v, &s);
    CXCursor body = last_child(f);
    uint32_t begin = cursor_slice(g, body).begin;
    lengths_text(g, patch(g, begin + 1, 0, NULL), v->dims.v, v->dims.n);
}

static void note_typedef(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n)
{
    CXType t = clang_getTypedefDeclUnderlyingType(c);
    struct shape s = {0};
    struct spelled spelled;
    if (!holds_vla(t) || map32_get(&g->vla_typedefs, cursor_off(g, c)))
        return;
    spelled_in(g, kid, n, UINT32_MAX, &spelled);
    if (!spell_type(g, t, &spelled, &s) || s.n != arrays_of(t)) {
        refuse(g, cursor_slice(g, c).begin, unknown);
        return;
    }
    struct vla_typedef *d = NEW(g->a, struct vla_typedef);
    name_lengths(g, &s, NULL, take_string(g, clang_getCursorSpelling(c)), cursor_off(g, c), t, false);
    for (unsigned i = 0; i < s.n; i++) {
        if (s.d[i].own) { /* no variable of the type may be at hand: the host declares one, or a pointer to one */
            bool array = is_array(clang_getCanonicalType(t));
            s.d[i].var->on_host =
                arena_printf(g->a, "({ %s %s__gd_t; %s; })", take_string(g, clang_getCursorSpelling(c)),
                             array ? "*" : "", on_host(g, array ? "(*__gd_t)" : "__gd_t", t, i));
        }
        vec_push(g->a, &d->dims, s.d[i]);
    }
    d->arrays = variable_arrays(t);
    d->element = type_declare(g->a, type_of(g, vla_element(t)), "");
    map32_put(&g->vla_typedefs, cursor_off(g, c), d);
    struct slice at = cursor_slice(g, c);
    struct patch *p = patch(g, at.begin, at.end - at.begin, NULL);
    lengths_text(g, p, d->dims.v, d->dims.n);
    vec_push(g->a, &g->u->vla_typedefs, at.begin);
}

void vla_note(struct glue *g, CXCursor c, enum CXCursorKind k, const CXCursor *kid, unsigned n)
{
    uint32_t off = 0;
    switch (k) {
    case CXCursor_VarDecl:
        note_variable(g, c, kid, n);
        return;
    case CXCursor_ParmDecl:
    case CXCursor_TypedefDecl:
    case CXCursor_CStyleCastExpr:
        off = cursor_slice(g, c).begin;
        break;
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_UnaryOperator:
    case CXCursor_UnaryExpr:
        off = k == CXCursor_ArraySubscriptExpr ? cursor_slice(g, c).end : cursor_slice(g, c).begin;
        break;
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        off = n ? cursor_slice(g, kid[0]).end : 0;
        break;
    default:
        return;
    }
    uint32_t key = off * 8 + (k == CXCursor_ArraySubscriptExpr ? 1u
                              : k == CXCursor_BinaryOperator   ? 2u
                              : k == CXCursor_UnaryOperator
                                  ? 3u + (clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_PostInc ||
                                          clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_PostDec)
                              : k == CXCursor_CompoundAssignOperator ? 5u
                                                                     : 0u);
    if (map32_get(&g->vla_seen, key)) /* some operands are visited twice */
        return;
    size_t before = g->u->patches.n;
    switch (k) {
    case CXCursor_ParmDecl:
        note_parameter(g, c, kid, n);
        break;
    case CXCursor_TypedefDecl:
        note_typedef(g, c, kid, n);
        break;
    case CXCursor_CStyleCastExpr:
        note_cast(g, c, kid, n);
        break;
    case CXCursor_ArraySubscriptExpr:
        note_subscript(g, c, kid, n);
        break;
    case CXCursor_UnaryOperator:
        note_unary(g, c, kid, n);
        break;
    case CXCursor_UnaryExpr:
        note_sizeof(g, c, kid, n);
        break;
    default:
        note_binary(g, c, kid, n, clang_getCursorBinaryOperatorKind(c));
    }
    if (g->u->patches.n > before)
        map32_put(&g->vla_seen, key, g);
}

/* __func__ in a region names the user's function, not the one that the region became. */
void vla_note_function_name(struct glue *g, CXCursor c)
{
    static const char *const names[] = {"__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"};
    struct slice s = cursor_slice(g, c);
    if (!g->func || map32_get(&g->vla_seen, s.begin * 8 + 7))
        return;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (s.end - s.begin == strlen(names[i]) && !memcmp(g->u->text + s.begin, names[i], s.end - s.begin)) {
            patch(g, s.begin, s.end - s.begin, arena_printf(g->a, "\"%s\"", g->func->name));
            map32_put(&g->vla_seen, s.begin * 8 + 7, g);
        }
}

/* alloca(n): memory of the heap, until the function (or the piece of a region that became one) is left */
void vla_note_alloca(struct glue *g, CXCursor callee)
{
    struct slice s = cursor_slice(g, callee);
    uint32_t open = skip_space(g->u, s.end);
    const char *name = g->u->text + s.begin;
    size_t n = s.end - s.begin;
    bool plain = (n == 16 && !memcmp(name, "__builtin_alloca", n)) || (n == 6 && !memcmp(name, "alloca", n));
    if (!g->func || map32_get(&g->vla_seen, s.begin * 8 + 6))
        return;
    map32_put(&g->vla_seen, s.begin * 8 + 6, g);
    if (!plain || g->u->text[open] != '(') {
        refuse(g, s.begin, "a kind of alloca that GPUs do not have; use alloca, malloc or an array of variable length");
        return;
    }
    patch(g, s.begin, open + 1 - s.begin, "__gd_alloca(&__gd_allocas, ");
    vec_push(g->a, &g->u->allocas, s.begin);
    if (!map32_get(&g->vla_seen, g->func->body.begin * 8 + 7)) {
        map32_put(&g->vla_seen, g->func->body.begin * 8 + 7, g);
        patch(g, g->func->body.begin + 1, 0, " " ALLOCAS_DECLARED);
    }
}
