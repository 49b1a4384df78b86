/* clang/vla.c: variable-length array types in device code. Clang has none for GPUs, so device code is printed with
 * pointers to elements in their place: `double (*a)[m]` and `double a[n][m]` become `double *a`, `a[i]` becomes
 * `(a + (i) * m)`, and each length becomes a variable (var.is_length) that is computed at the declaration and captured
 * like any other. What must change is recorded here as patches of the text; host code keeps the user's types.
 *
 * A shape lists the arrays of a type from the outermost to the innermost, through pointers. */
#include "vla.h"

#include <string.h>

static void dim_text(struct glue *g, struct patch *p, const struct vla_dim *d)
{
    if (d->var) {
        patch_text(g, p, d->var->name);
    } else if (d->count >= 0) {
        patch_text(g, p, arena_printf(g->a, "%lldL", (long long)d->count));
    } else {
        patch_text(g, p, "(long)(");
        patch_slice(g, p, d->expr);
        patch_text(g, p, ")");
    }
}

/* Appends the number of elements of the array type t to a patch: the product of its lengths in `s`, read at `off`. */
static void count_text(struct glue *g, struct patch *p, const struct shape *s, CXType t, uint32_t off)
{
    unsigned all = vla_all_arrays(t), n = vla_arrays(t);
    patch_text(g, p, "(long)(");
    for (unsigned i = 0; i < n; i++) {
        const struct vla_dim *d = &s->d[s->n - all + i];
        if (i)
            patch_text(g, p, " * ");
        dim_text(g, p, d);
        if (d->var)
            vec_push(g->a, &g->u->refs, (struct ref){.off = off, .var = d->var, .access = ACC_READ});
    }
    patch_text(g, p, ")");
}

/* ---- expressions ---- */

/* the type that a pointer or array expression points to, if its size varies; else an invalid type */
static CXType stride_type(CXCursor c)
{
    CXType t = clang_getCanonicalType(clang_getCursorType(peel(c)));
    if (!is_array(t) && t.kind != CXType_Pointer)
        return (CXType){.kind = CXType_Invalid};
    t = vla_inside(t);
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
    if (!vla_is_address(kid[0]) || g->u->text[open] != '[') {
        patch_refuse(g, whole.begin, VLA_UNKNOWN);
        return;
    }
    if (!vla_known_shape(g, kid[0], open, &s, t))
        return;
    patch_at(g, whole.begin, 0, "(");
    patch_at(g, open, 1, " + (");
    struct patch *p = patch_at(g, whole.end - 1, 1, ") * ");
    count_text(g, p, &s, t, open);
    patch_text(g, p, ")");
}

static void scale(struct glue *g, CXCursor pointer, CXCursor number, CXType t, uint32_t off)
{
    struct shape s;
    struct slice at = cursor_slice(g, number);
    if (!vla_known_shape(g, pointer, off, &s, t))
        return;
    patch_at(g, at.begin, 0, "(");
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
        if (!vla_known_shape(g, kid[0], off, &s, left))
            return;
        patch_at(g, at.begin, 0, "((");
        struct patch *p = patch_end(g, at.end, ") / ");
        count_text(g, p, &s, left, off);
        patch_text(g, p, ")");
    } else if (op == CXBinaryOperator_Add || op == CXBinaryOperator_Sub || op == CXBinaryOperator_AddAssign ||
               op == CXBinaryOperator_SubAssign) {
        if (l && !vla_is_address(kid[1]))
            scale(g, kid[0], kid[1], left, off);
        else if (r && !vla_is_address(kid[0]))
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
    if (t.kind == CXType_Invalid || !vla_known_shape(g, of, at.begin, &s, t))
        return;
    struct patch *p;
    if (post) {
        patch_at(g, at.begin, 0, "((");
        p = patch_at(g, at.end - 2, 2, arena_printf(g->a, " %s= ", sign));
        count_text(g, p, &s, t, at.end - 2);
        patch_text(g, p, arena_printf(g->a, ") %s ", *sign == '+' ? "-" : "+"));
        count_text(g, p, &s, t, at.end - 2);
        patch_text(g, p, ")");
    } else {
        patch_at(g, at.begin, 2, "(");
        p = patch_end(g, x.end, arena_printf(g->a, " %s= ", sign));
        count_text(g, p, &s, t, at.begin);
        patch_text(g, p, ")");
    }
}

static void note_unary(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n)
{
    enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);
    if (n != 1)
        return;
    if (op == CXUnaryOperator_Deref && vla_is(clang_getCursorType(c)))
        patch_at(g, cursor_slice(g, c).begin, 1, " ");
    else if (op == CXUnaryOperator_AddrOf && vla_is(clang_getCursorType(peel(kid[0]))))
        patch_at(g, cursor_slice(g, c).begin, 1, " ");
    else if (op == CXUnaryOperator_PostInc || op == CXUnaryOperator_PostDec || op == CXUnaryOperator_PreInc ||
             op == CXUnaryOperator_PreDec)
        note_step(g, c, kid[0], op);
}

static void note_cast(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n)
{
    CXType t = clang_getCursorType(c);
    if (!n || !vla_holds(t))
        return;
    uint32_t begin = cursor_slice(g, c).begin;
    struct patch *p = patch_at(g, begin, cursor_slice(g, kid[n - 1]).begin - begin, "(");
    patch_text(g, p, type_declare(g->a, type_of(g, t), ""));
    patch_text(g, p, ")");
}

/* sizeof of an expression of variable size: C evaluates the operand */
static void note_sizeof_expression(struct glue *g, CXCursor c, CXCursor of)
{
    CXType t = clang_getCursorType(peel(of));
    struct shape s;
    struct slice at = cursor_slice(g, c);
    if (!vla_is(t) || !vla_known_shape(g, of, at.begin, &s, t))
        return;
    patch_at(g, at.begin, (uint32_t)strlen("sizeof"), "((void)");
    struct patch *p = patch_end(g, at.end, ", (unsigned long)");
    count_text(g, p, &s, t, at.begin);
    patch_text(g, p, arena_printf(g->a, " * sizeof(%s))", type_declare(g->a, type_of(g, vla_element(t)), "")));
}

/* sizeof(double[n][m]), sizeof(row) */
static void note_sizeof_type(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, uint32_t open)
{
    struct slice at = cursor_slice(g, c);
    struct spelled s;
    vla_spelled_in(g, kid, n, UINT32_MAX, &s);
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
            patch_refuse(g, at.begin, VLA_UNKNOWN);
        return;
    }
    struct patch *p = patch_at(g, at.begin, at.end - at.begin, "((unsigned long)1");
    for (unsigned i = 0; i < s.n; i++) {
        patch_text(g, p, " * (unsigned long)(");
        patch_slice(g, p, cursor_slice(g, s.length[i]));
        patch_text(g, p, ")");
    }
    if (row) {
        for (size_t i = 0; i < row->arrays; i++) {
            patch_text(g, p, " * ");
            dim_text(g, p, &row->dims.v[i]);
            if (row->dims.v[i].var)
                vec_push(g->a, &g->u->refs,
                         (struct ref){.off = at.begin, .var = row->dims.v[i].var, .access = ACC_READ});
        }
        patch_text(g, p, arena_printf(g->a, " * sizeof(%s))", row->element));
    } else {
        patch_text(g, p, " * sizeof(");
        patch_slice(g, p, (struct slice){open + 1, end});
        patch_text(g, p, "))");
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

/* The host's expression for a length, written by sizeof of the variable; \1 stands for the variable's name. */
static const char *on_host(struct glue *g, const char *name, CXType t, unsigned level)
{
    struct sb b = {0};
    sb_add(&b, name);
    t = clang_getCanonicalType(t);
    for (; is_array(t) || t.kind == CXType_Pointer; t = vla_inside(t)) {
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

/* Makes variables for the lengths of a variable or, where `of` is NULL, of a typedef with that name. */
static void name_lengths(struct glue *g, struct shape *s, struct var *of, const char *name, uint32_t decl, CXType t,
                         bool param)
{
    for (unsigned i = 0; i < s->n; i++) {
        struct vla_dim *d = &s->d[i];
        if (d->var || d->count >= 0 || (param && i == 0 && is_array(clang_getCanonicalType(t))))
            continue;
        d->var = length_variable(g, name, decl, i);
        unfinished(d->var)->on_host = on_host(g, of ? "\1" : name, t, i);
        unfinished(d->var)->length_of = of;
        d->own = true;
    }
}

static void lengths_text(struct glue *g, struct patch *p, const struct vla_dim *d, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (d[i].own) {
            patch_text(g, p, arena_printf(g->a, " unsigned long %s = (unsigned long)(", d[i].var->name));
            patch_slice(g, p, d[i].expr);
            patch_text(g, p, ");");
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
    struct var *v = vla_holds(t) ? var_of(g, c) : NULL;
    struct shape s = {0};
    struct spelled spelled;
    if (!v || v->dims.n || v->vla_wrong)
        return;
    vec_push(g->a, &g->u->vla_vars, v);
    CXCursor init = clang_Cursor_getVarDeclInitializer(c);
    bool has_init = !clang_Cursor_isNull(init) && !clang_isInvalid(clang_getCursorKind(init));
    vla_spelled_in(g, kid, n, has_init ? cursor_slice(g, init).begin : UINT32_MAX, &spelled);
    if (!vla_spell(g, t, &spelled, &s) || s.n != vla_all_arrays(t)) {
        v->vla_wrong = VLA_UNKNOWN;
        return;
    }
    name_lengths(g, &s, v, v->name, v->decl, t, false);
    keep(g, v, &s);
    v->vla_arrays = vla_arrays(t);
    v->vla_element = type_declare(g->a, type_of(g, vla_element(t)), "");
}

/* A parameter of a definition: its lengths are computed where the body begins. Of a prototype only the type matters. */
static void note_parameter(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n)
{
    CXType t = clang_getCursorType(c);
    struct slice at = cursor_slice(g, c);
    CXCursor f = clang_getCursorSemanticParent(c);
    if (!vla_holds(t) || at.begin >= at.end)
        return;
    char *name = take_string(g, clang_getCursorSpelling(c));
    patch_at(g, at.begin, at.end - at.begin, type_declare(g->a, type_of_param(g, t), name));
    if (clang_getCursorKind(f) != CXCursor_FunctionDecl || !clang_isCursorDefinition(f))
        return;
    struct var *v = var_of(g, c);
    struct shape s = {0};
    struct spelled spelled;
    if (!v || v->dims.n)
        return;
    vla_spelled_in(g, kid, n, UINT32_MAX, &spelled);
    if (!vla_spell(g, t, &spelled, &s) || s.n != vla_all_arrays(t)) {
        patch_refuse(g, at.begin, VLA_UNKNOWN);
        return;
    }
    name_lengths(g, &s, v, v->name, v->decl, t, true);
    for (unsigned i = 0; i < s.n; i++)
        if (s.d[i].own) /* the parameter is a pointer, so its outermost array does not count */
            unfinished(s.d[i].var)->on_host = on_host(g, v->name, t, i);
    keep(g, v, &s);
    CXCursor body = last_child(f);
    uint32_t begin = cursor_slice(g, body).begin;
    lengths_text(g, patch_at(g, begin + 1, 0, NULL), v->dims.v, v->dims.n);
}

static void note_typedef(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n)
{
    CXType t = clang_getTypedefDeclUnderlyingType(c);
    struct shape s = {0};
    struct spelled spelled;
    if (!vla_holds(t) || map32_get(&g->vla_typedefs, cursor_off(g, c)))
        return;
    vla_spelled_in(g, kid, n, UINT32_MAX, &spelled);
    if (!vla_spell(g, t, &spelled, &s) || s.n != vla_all_arrays(t)) {
        patch_refuse(g, cursor_slice(g, c).begin, VLA_UNKNOWN);
        return;
    }
    struct vla_typedef *d = NEW(g->a, struct vla_typedef);
    name_lengths(g, &s, NULL, take_string(g, clang_getCursorSpelling(c)), cursor_off(g, c), t, false);
    for (unsigned i = 0; i < s.n; i++) {
        if (s.d[i].own) { /* the host declares a variable of the type, or a pointer to one, to take sizeof of */
            bool array = is_array(clang_getCanonicalType(t));
            unfinished(s.d[i].var)->on_host =
                arena_printf(g->a, "({ %s %s__gd_t; %s; })", take_string(g, clang_getCursorSpelling(c)),
                             array ? "*" : "", on_host(g, array ? "(*__gd_t)" : "__gd_t", t, i));
        }
        vec_push(g->a, &d->dims, s.d[i]);
    }
    d->arrays = vla_arrays(t);
    d->element = type_declare(g->a, type_of(g, vla_element(t)), "");
    map32_put(&g->vla_typedefs, cursor_off(g, c), d);
    struct slice at = cursor_slice(g, c);
    struct patch *p = patch_at(g, at.begin, at.end - at.begin, NULL);
    lengths_text(g, p, d->dims.v, d->dims.n);
    vec_push(g->a, &g->u->vla_typedefs, at.begin);
}

static enum noted noted_kind(CXCursor c, enum CXCursorKind k)
{
    switch (k) {
    case CXCursor_ArraySubscriptExpr:
        return NOTED_SUBSCRIPT;
    case CXCursor_BinaryOperator:
        return NOTED_BINARY;
    case CXCursor_CompoundAssignOperator:
        return NOTED_ASSIGNMENT;
    case CXCursor_UnaryOperator: {
        enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);
        bool post = op == CXUnaryOperator_PostInc || op == CXUnaryOperator_PostDec;
        return post ? NOTED_POSTFIX : NOTED_PREFIX;
    }
    default:
        return NOTED_TYPE;
    }
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
    enum noted kind = noted_kind(c, k);
    if (is_noted(g, kind, off)) /* some operands are visited twice */
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
        set_noted(g, kind, off);
}
