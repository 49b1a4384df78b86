/* The walk over Clang's tree: which names are used where, and what is done with them.
 *
 * Every expression is visited with a `struct how`, which says what its surroundings do with its value or with
 * the object it denotes. Operands that are both (p++ under a *) are visited twice; equal places are merged at
 * the end. */
#include "glue.h"
#include "../text/source_text.h"

#include <stdlib.h>
#include <string.h>

/* ---- effects that no name shows ---- */
static void add_effect(struct glue *g, CXCursor c, enum effect_kind kind)
{
    uint32_t off = cursor_off(g, c);
    if (off == UINT32_MAX)
        off = cursor_slice(g, c).begin;
    if (off != UINT32_MAX)
        vec_push(g->a, &g->u->effects, (struct effect){off, kind});
}

/* Does the object that c denotes lie behind a pointer? Conditional and unknown forms may. */
static bool behind_pointer(struct glue *g, CXCursor c)
{
    c = peel(c);
    enum CXCursorKind k = clang_getCursorKind(c);
    if (k == CXCursor_DeclRefExpr)
        return false;
    unsigned n;
    size_t first = children(g, c, &n);
    CXCursor base = n ? g->stack.v[first] : c, index = n > 1 ? g->stack.v[first + 1] : c;
    children_end(g, first);
    if (k == CXCursor_MemberRefExpr && n)
        return is_address(clang_getCursorType(base)) || behind_pointer(g, base);
    if (k == CXCursor_ArraySubscriptExpr && n == 2) {
        if (!is_address(clang_getCursorType(base)))
            base = index;
        return !is_array(clang_getCursorType(peel(base))) || behind_pointer(g, base);
    }
    if (k == CXCursor_UnaryOperator && n == 1) {
        enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);
        if (op == CXUnaryOperator_Real || op == CXUnaryOperator_Imag || op == CXUnaryOperator_Extension)
            return behind_pointer(g, base);
    }
    return true;
}

static void note_volatile(struct glue *g, CXCursor c, enum CXCursorKind k)
{
    if (k != CXCursor_DeclRefExpr && k != CXCursor_MemberRefExpr && k != CXCursor_ArraySubscriptExpr &&
        k != CXCursor_UnaryOperator)
        return;
    CXType t = clang_getCursorType(c);
    if (clang_isVolatileQualifiedType(t) || clang_isVolatileQualifiedType(clang_getCanonicalType(t)) ||
        clang_getCanonicalType(t).kind == CXType_Atomic)
        add_effect(g, c, EFFECT_VOLATILE);
}

/* ---- expressions ---- */
/* What is done through a pointer, said of the place where the pointer was found. */
static unsigned far_from(unsigned acc)
{
    return (acc & (ACC_READ | ACC_FAR_READ) ? ACC_FAR_READ : 0) |
           (acc & (ACC_WRITE | ACC_FAR_WRITE) ? ACC_FAR_WRITE : 0);
}

/* What is done with the object that an expression denotes, when its value is used as `how` says. */
struct how object_of(CXCursor c, struct how how)
{
    if (how.mode == AS_TYPE || how.mode == AS_NAME)
        return how;
    bool array = is_array(clang_getCursorType(c));
    unsigned acc = how.acc;
    if (how.mode == AS_VALUE)
        acc = array ? ACC_ADDR : ACC_READ;
    else if (how.mode == AS_POINTER && !array)
        acc = ACC_READ | far_from(acc); /* a pointer is loaded from it */
    return (struct how){AS_OBJECT, acc};
}

static struct how as(enum mode mode, struct how object)
{
    if (object.mode == AS_TYPE || object.mode == AS_NAME)
        return object;
    return (struct how){mode, object.acc};
}

static struct how value(struct how outer) { return outer.mode == AS_TYPE ? outer : (struct how){AS_VALUE, 0}; }

typedef void visit_fn(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how);

static void visit_each(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    (void)c;
    for (unsigned i = 0; i < n; i++)
        walk(g, kid[i], value(how));
}

static void visit_same(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    if (n == 1)
        walk(g, kid[0], how);
    else
        visit_each(g, c, kid, n, how);
}

static void visit_member(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    use_all(g, cursor_off(g, c), clang_getCursorReferenced(c));
    if (!n)
        return;
    struct how object = object_of(c, how);
    bool arrow = is_address(clang_getCursorType(kid[0]));
    enum CXCursorKind inner = clang_getCursorKind(peel(kid[0]));
    note_element(g, c, how);
    g->is_part = !arrow && (inner == CXCursor_MemberRefExpr || inner == CXCursor_ArraySubscriptExpr);
    walk(g, kid[0], arrow ? as(AS_POINTER, object) : object);
    g->is_part = false;
    for (unsigned i = 1; i < n; i++)
        walk(g, kid[i], value(how));
}

static void visit_subscript(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    if (n != 2) {
        visit_each(g, c, kid, n, how);
        return;
    }
    bool left = is_address(clang_getCursorType(kid[0])), swapped = !left && is_address(clang_getCursorType(kid[1]));
    struct how object = object_of(c, how);
    note_element(g, c, how);
    walk(g, kid[swapped], left || swapped ? as(AS_POINTER, object) : object); /* neither: a vector */
    walk(g, kid[!swapped], value(how));
}

/* An operand that is stored to, and whose value goes on. */
static void stored(struct glue *g, CXCursor operand, unsigned acc, struct how how)
{
    if (how.mode == AS_TYPE) {
        walk(g, operand, how);
        return;
    }
    if (behind_pointer(g, operand))
        add_effect(g, operand, EFFECT_STORE);
    walk(g, operand, (struct how){AS_OBJECT, acc});
    if (how.mode == AS_POINTER)
        walk(g, operand, how);
}

static void visit_unary(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    if (n != 1) {
        visit_each(g, c, kid, n, how);
        return;
    }
    switch (clang_getCursorUnaryOperatorKind(c)) {
    case CXUnaryOperator_Deref:
        note_element(g, c, how);
        walk(g, kid[0], as(AS_POINTER, object_of(c, how)));
        break;
    case CXUnaryOperator_AddrOf:
        if (how.mode == AS_TYPE)
            walk(g, kid[0], how);
        else
            walk(g, kid[0], (struct how){AS_OBJECT, how.mode == AS_POINTER && how.acc ? how.acc : ACC_ADDR});
        break;
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
        stored(g, kid[0], ACC_READ | ACC_WRITE, how);
        break;
    case CXUnaryOperator_Real:
    case CXUnaryOperator_Imag:
        walk(g, kid[0], object_of(c, how));
        break;
    case CXUnaryOperator_Extension:
        walk(g, kid[0], how);
        break;
    default: /* AS_POINTER: an address that is computed as an integer */
        walk(g, kid[0], how.mode == AS_POINTER ? how : value(how));
    }
}

static void visit_binary(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
    if (n != 2) {
        visit_each(g, c, kid, n, how);
        return;
    }
    if (op == CXBinaryOperator_Assign) {
        CXCursor to = peel(kid[0]);
        if (clang_getCursorKind(to) == CXCursor_DeclRefExpr && how.mode != AS_TYPE)
            note_value(g, var_of(g, clang_getCursorReferenced(to)), kid[1]);
        stored(g, kid[0], ACC_WRITE, how);
        walk(g, kid[1], value(how));
    } else if (op == CXBinaryOperator_Comma) {
        walk(g, kid[0], value(how));
        walk(g, kid[1], how);
    } else if (how.mode == AS_POINTER) { /* two integers: either may hold the address */
        bool left = is_address(clang_getCursorType(kid[0])), right = is_address(clang_getCursorType(kid[1]));
        walk(g, kid[0], left || !right ? how : value(how));
        walk(g, kid[1], right || !left ? how : value(how));
    } else {
        visit_each(g, c, kid, n, how);
    }
}

static void visit_compound_assign(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    if (n == 2) {
        stored(g, kid[0], ACC_READ | ACC_WRITE, how);
        walk(g, kid[1], value(how));
    } else {
        visit_each(g, c, kid, n, how);
    }
}

static void visit_conditional(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    (void)c;
    for (unsigned i = 0; i < n; i++)
        walk(g, kid[i], i == 0 ? value(how) : how);
}

/* An expression in the spelling of a type: the operand of a typeof, or the length of an array, which is evaluated. */
static void walk_in_type(struct glue *g, CXCursor c, struct how how)
{
    const char *t = g->u->text;
    uint32_t at = cursor_slice(g, c).begin, end;
    while (at && (t[at - 1] == ' ' || t[at - 1] == '\n' || t[at - 1] == '('))
        at--;
    for (end = at; at && is_word(t[at - 1]);)
        at--;
    bool of_typeof = has_text(t + at, end - at, "typeof");
    walk(g, c, of_typeof ? (struct how){AS_TYPE, 0} : value(how));
}

/* Its last operand is what is cast; others stand in the type. */
static void visit_cast(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    (void)c;
    bool pointer = how.mode == AS_POINTER;
    for (unsigned i = 0; i < n; i++)
        if (i + 1 == n)
            walk(g, kid[i], pointer ? how : value(how));
        else
            walk_in_type(g, kid[i], how);
}

static void visit_sizeof(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    uint32_t at = cursor_slice(g, c).begin;
    bool is_sizeof = !memcmp(g->u->text + at, "sizeof", 6);
    while (is_word(g->u->text[at]))
        at++;
    at = skip_space(g->u, at); /* an operand `(expression)` begins here, what a `(type)` holds does not */
    for (unsigned i = 0; i < n; i++)
        if (is_sizeof && g->u->text[at] == '(' && cursor_slice(g, kid[i]).begin > at)
            walk_in_type(g, kid[i], how);
        else if (is_sizeof && vla_is(clang_getCursorType(kid[i])) &&
                 clang_getCursorKind(peel(kid[i])) != CXCursor_DeclRefExpr)
            walk(g, kid[i], how.mode == AS_TYPE ? how : (struct how){AS_OBJECT, 0}); /* evaluated, C11 6.5.3.4 */
        else
            walk(g, kid[i], (struct how){AS_TYPE, 0});
}

/* GNU ?: and _Generic: what has the type of the whole may be the whole. */
static void visit_choice(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    bool goes_on = how.mode == AS_POINTER || how.mode == AS_OBJECT;
    CXType whole = clang_getCanonicalType(clang_getCursorType(c));
    for (unsigned i = 0; i < n; i++)
        if (goes_on && clang_equalTypes(whole, clang_getCanonicalType(clang_getCursorType(kid[i]))))
            walk(g, kid[i], how);
        else
            walk(g, kid[i], value(how));
}

/* __atomic_fetch_add(p, 1, …) and its kin are expressions of their own in Clang's tree, not calls. */
static void visit_atomic_builtin(struct glue *g, const CXCursor *kid, unsigned n, bool load)
{
    for (unsigned i = 0; i < n; i++) {
        walk(g, kid[i], (struct how){AS_VALUE, 0});
        if (is_address(clang_getCursorType(kid[i])))
            walk(g, kid[i], (struct how){AS_POINTER, load && i == 0 ? ACC_READ : ACC_READ | ACC_WRITE});
    }
}

static void visit_unexposed(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    if (n == 1) { /* an implicit cast, or __func__ */
        function_name_note(g, c);
        walk(g, kid[0], how);
        return;
    }
    struct slice s = cursor_slice(g, c);
    uint32_t end = s.begin;
    while (end < s.end && is_word(g->u->text[end]))
        end++;
    const char *word = g->u->text + s.begin;
    if (how.mode != AS_TYPE && end - s.begin > 2 && word[0] == '_' && word[1] == '_' &&
        has_text(word, end - s.begin, "atomic_"))
        visit_atomic_builtin(g, kid, n, has_text(word, end - s.begin, "atomic_load"));
    else
        visit_choice(g, c, kid, n, how);
}

/* ({ … }): its last expression is its value. */
static void visit_stmt_expr(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    if (n != 1 || clang_getCursorKind(kid[0]) != CXCursor_CompoundStmt) {
        visit_each(g, c, kid, n, how);
        return;
    }
    unsigned m;
    size_t first = children(g, kid[0], &m);
    for (unsigned i = 0; i < m; i++) {
        CXCursor part = g->stack.v[first + i]; /* the stack may move */
        walk(g, part, i + 1 == m ? how : value(how));
    }
    children_end(g, first);
}

static void visit_call(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    (void)c;
    if (!n)
        return;
    CXCursor callee = peel(kid[0]);
    bool direct = clang_getCursorKind(callee) == CXCursor_DeclRefExpr &&
                  clang_getCursorKind(clang_getCursorReferenced(callee)) == CXCursor_FunctionDecl;
    if (direct) {
        const char *name = take_string(g, clang_getCursorSpelling(callee));
        if (!strcmp(name, PROBE_CALL))
            return;
        name_used(g, callee, value(how), true);
        if (!strcmp(name, "alloca") || !strncmp(name, "__builtin_alloca", strlen("__builtin_alloca")))
            alloca_note(g, callee);
        if (n > 1 && (!strcmp(name, "printf") || !strcmp(name, "__builtin_printf")))
            printf_note(g, c, kid[1]);
        if (how.mode != AS_TYPE)
            note_call(g, cursor_off(g, callee), func_of(g, clang_getCursorReferenced(callee)), kid + 1, n - 1);
    } else {
        if (g->func && how.mode != AS_TYPE)
            g->func->has_indirect_calls = true;
        if (how.mode != AS_TYPE) {
            add_effect(g, c, EFFECT_CALL);
            if (clang_getCursorKind(callee) != CXCursor_GenericSelectionExpr) /* which names a function */
                vec_push(g->a, &g->u->pointer_calls, cursor_slice(g, kid[0]));
        }
        walk(g, kid[0], value(how));
    }
    for (unsigned i = 1; i < n; i++)
        walk(g, kid[i], value(how));
}

static void add_jump(struct glue *g, int kind, uint32_t off, uint32_t label)
{
    struct jump j = {.off = off, .label = label, .region = g->region};
    j.kind = kind;
    vec_push(g->a, &g->jumps, j);
}

static void visit_asm(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    (void)how;
    add_jump(g, JUMP_ASM, cursor_slice(g, c).begin, 0);
    add_effect(g, c, EFFECT_ASM);
    for (unsigned i = 0; i < n; i++) {
        walk(g, kid[i], (struct how){AS_VALUE, 0});
        walk(g, kid[i], (struct how){AS_OBJECT, ACC_READ | ACC_WRITE | ACC_ADDR});
    }
}

/* A compound literal is an object of the block around it: where its address is taken it is a variable without a name.
 */
static void visit_literal(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    struct slice s = cursor_slice(g, c);
    struct var v = {.name = "gantry_literal", .type = type_of(g, clang_getCursorType(c)), .decl = s.begin, .init = s};
    if (g->func && how.mode != AS_TYPE && how.mode != AS_NAME && s.end > s.begin && (var_access(&v, how) & ACC_ADDR)) {
        struct var *made = NEW(g->a, struct var);
        *made = v;
        made->loc = unit_loc(g->u, s.begin);
        made->chunk = UINT32_MAX;
        made->func = g->func;
        made->is_literal = made->addr_taken = true;
        vec_push(g->a, &g->u->vars, made);
        vec_push(g->a, &g->u->refs, (struct ref){.off = s.begin, .len = 1, .var = made, .access = ACC_ADDR});
    }
    visit_each(g, c, kid, n, how);
}

/* ---- statements ---- */
static void visit_decl_stmt(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    struct slice s = cursor_slice(g, c);
    unsigned vars = 0;
    uint32_t types_end = 0;
    for (unsigned i = 0; i < n; i++) {
        enum CXCursorKind k = clang_getCursorKind(kid[i]);
        vars += k == CXCursor_VarDecl;
        if (k == CXCursor_StructDecl || k == CXCursor_UnionDecl || k == CXCursor_EnumDecl || k == CXCursor_TypedefDecl)
            types_end = cursor_slice(g, kid[i]).end;
    }
    bool constants = vars && says_constexpr(g->u, s.begin, s.end);
    if (types_end || constants)
        vec_push(g->a, &g->u->local_decls, (struct local_decl){{s.begin, vars && !constants ? types_end : s.end}});
    for (unsigned i = 0; i < n; i++) {
        if (clang_getCursorKind(kid[i]) == CXCursor_VarDecl) {
            struct var *v = var_of(g, kid[i]);
            if (v) {
                v->stmt = s;
                v->stmt_vars = vars;
                v->is_constexpr = constants;
            }
        }
        walk(g, kid[i], how);
    }
}

/* `_Alignas(16)`, `aligned(16)`: Clang's interface gives the place of the word only. */
static unsigned asked_alignment(struct glue *g, CXCursor attribute)
{
    uint32_t at = cursor_slice(g, attribute).begin;
    while (at < g->u->len && is_word(g->u->text[at]))
        at++;
    at = skip_space(g->u, at);
    long n = at < g->u->len && g->u->text[at] == '(' ? strtol(g->u->text + at + 1, NULL, 0) : 0;
    return n > 0 && n <= 1 << 20 && !(n & (n - 1)) ? (unsigned)n : 0;
}

static void visit_var_decl(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    struct var *v = var_of(g, c);
    if (v && g->func && clang_Cursor_getStorageClass(c) == CX_SC_Extern)
        v->extern_at = cursor_off(g, c);
    CXCursor init = clang_Cursor_getVarDeclInitializer(c);
    if (v && !clang_Cursor_isNull(init) && !clang_isInvalid(clang_getCursorKind(init)))
        v->init = cursor_slice(g, init);
    if (v && v->init.begin < v->init.end)
        note_value(g, v, init);
    for (unsigned i = 0; v && i < n; i++)
        if (clang_getCursorKind(kid[i]) == CXCursor_AlignedAttr && asked_alignment(g, kid[i]) > v->align)
            v->align = asked_alignment(g, kid[i]);
    for (unsigned i = 0; i < n; i++)
        if (!v || (v->init.begin < v->init.end && cursor_slice(g, kid[i]).begin >= v->init.begin))
            walk(g, kid[i], value(how));
        else
            walk_in_type(g, kid[i], how);
}

static void visit_function(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    /* prototypes of system headers become entries when they are called */
    bool quiet = !clang_isCursorDefinition(c) && linemap_in_system(g->u->lines, cursor_off(g, c));
    struct func *outer = g->func;
    if (!quiet)
        g->func = func_of(g, c);
    visit_each(g, c, kid, n, how);
    g->func = outer;
    stmts_read(g, c);
}

static void visit_parm(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    visit_each(g, c, kid, n, how); /* the variable itself is made with its function */
}

/* `for (int i = 0, *p = &i; …) …`: what is declared there knows its loop, up to a final ';'. */
static void note_head(struct glue *g, CXCursor c, CXCursor head)
{
    if (clang_getCursorKind(c) != CXCursor_ForStmt || clang_getCursorKind(head) != CXCursor_DeclStmt)
        return;
    struct slice loop = cursor_slice(g, c);
    uint32_t semi = skip_space(g->u, loop.end);
    if (g->u->text[loop.end - 1] != '}' && g->u->text[loop.end - 1] != ';' && g->u->text[semi] == ';')
        loop.end = semi + 1;
    unsigned n;
    size_t first = children(g, head, &n);
    for (unsigned i = 0; i < n; i++) {
        CXCursor d = g->stack.v[first + i];
        struct var *v = clang_getCursorKind(d) == CXCursor_VarDecl ? var_of(g, d) : NULL;
        if (v)
            v->loop = loop;
    }
    children_end(g, first);
}

static void visit_loop_stmt(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    struct flow outer = g->flow;
    uint32_t begin = cursor_slice(g, c).begin;
    struct region *of = map32_get(&g->assoc_loops, begin);
    if (n)
        note_head(g, c, kid[0]);
    for (unsigned i = 0; i < n; i++) {
        if (i + 1 == n || clang_getCursorKind(c) == CXCursor_DoStmt) {
            g->flow.loops = outer.loops + 1;
            if (of) /* an associated loop: continue is fine, break is not */
                g->flow = (struct flow){0, 0};
        }
        walk(g, kid[i], value(how));
    }
    g->flow = outer;
}

static void visit_while(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    struct region *r = region_at(g, cursor_slice(g, c).begin);
    if (r)
        walk_region(g, c, r);
    else
        visit_loop_stmt(g, c, kid, n, how);
}

static void visit_switch(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    g->flow.switches++;
    visit_each(g, c, kid, n, how);
    g->flow.switches--;
}

static void visit_jump(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    uint32_t off = cursor_slice(g, c).begin;
    switch (clang_getCursorKind(c)) {
    case CXCursor_ReturnStmt:
        add_jump(g, JUMP_RETURN, off, 0);
        break;
    case CXCursor_BreakStmt:
        if (g->region && !g->flow.loops && !g->flow.switches)
            add_jump(g, JUMP_BREAK, off, 0);
        break;
    case CXCursor_LabelStmt:
        add_jump(g, JUMP_LABEL, off, cursor_off(g, c));
        break;
    case CXCursor_IndirectGotoStmt:
        add_jump(g, JUMP_INDIRECT, off, 0);
        break;
    case CXCursor_GotoStmt:
        if (n)
            add_jump(g, JUMP_GOTO, off, cursor_off(g, clang_getCursorReferenced(kid[0])));
        break;
    default:
        break;
    }
    visit_each(g, c, kid, n, how);
}

static void visit_continue(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    (void)kid;
    (void)n;
    (void)how;
    bool in_loop = g->flow.loops || (g->region && g->region->nloops);
    if (g->region && !in_loop)
        add_jump(g, JUMP_CONTINUE, cursor_slice(g, c).begin, 0);
}

static void visit_reference(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    use_all(g, cursor_off(g, c), clang_getCursorReferenced(c));
    visit_each(g, c, kid, n, how);
}

static void visit_name(struct glue *g, CXCursor c, const CXCursor *kid, unsigned n, struct how how)
{
    (void)kid;
    (void)n;
    name_used(g, c, how, false);
}

static const struct {
    enum CXCursorKind kind;
    visit_fn *visit;
} visitors[] = {
    {CXCursor_DeclRefExpr, visit_name},
    {CXCursor_MemberRefExpr, visit_member},
    {CXCursor_ArraySubscriptExpr, visit_subscript},
    {CXCursor_UnaryOperator, visit_unary},
    {CXCursor_BinaryOperator, visit_binary},
    {CXCursor_CompoundAssignOperator, visit_compound_assign},
    {CXCursor_ConditionalOperator, visit_conditional},
    {CXCursor_ParenExpr, visit_same},
    {CXCursor_UnexposedExpr, visit_unexposed},
    {CXCursor_GenericSelectionExpr, visit_choice},
    {CXCursor_StmtExpr, visit_stmt_expr},
    {CXCursor_CStyleCastExpr, visit_cast},
    {CXCursor_UnaryExpr, visit_sizeof},
    {CXCursor_CallExpr, visit_call},
    {CXCursor_CompoundLiteralExpr, visit_literal},
    {CXCursor_GCCAsmStmt, visit_asm},
    {CXCursor_MSAsmStmt, visit_asm},
    {CXCursor_DeclStmt, visit_decl_stmt},
    {CXCursor_VarDecl, visit_var_decl},
    {CXCursor_FunctionDecl, visit_function},
    {CXCursor_ParmDecl, visit_parm},
    {CXCursor_ForStmt, visit_loop_stmt},
    {CXCursor_DoStmt, visit_loop_stmt},
    {CXCursor_WhileStmt, visit_while},
    {CXCursor_SwitchStmt, visit_switch},
    {CXCursor_ReturnStmt, visit_jump},
    {CXCursor_BreakStmt, visit_jump},
    {CXCursor_GotoStmt, visit_jump},
    {CXCursor_IndirectGotoStmt, visit_jump},
    {CXCursor_LabelStmt, visit_jump},
    {CXCursor_ContinueStmt, visit_continue},
    {CXCursor_TypeRef, visit_reference},
    {CXCursor_MemberRef, visit_reference},
    {CXCursor_VariableRef, visit_reference},
};

static visit_fn *visitor_for(enum CXCursorKind k)
{
    static visit_fn *by_kind[1024];
    static bool ready;
    if (!ready) {
        for (size_t i = 0; i < sizeof visitors / sizeof *visitors; i++)
            by_kind[visitors[i].kind] = visitors[i].visit;
        ready = true;
    }
    return (unsigned)k < 1024 && by_kind[k] ? by_kind[k] : visit_each;
}

static void note_long_double(struct glue *g, CXCursor c, enum CXCursorKind k)
{
    CXType t =
        clang_isExpression(k) ? clang_getCanonicalType(clang_getCursorType(c)) : (CXType){.kind = CXType_Invalid};
    if (t.kind == CXType_Complex)
        t = clang_getElementType(t);
    uint32_t off = t.kind == CXType_LongDouble ? cursor_slice(g, c).begin : UINT32_MAX;
    if (off != UINT32_MAX && !linemap_in_system(g->u->lines, off))
        vec_push(g->a, &g->u->long_doubles, (struct long_double){off, place_in_unit(g->f, off)});
}

void walk(struct glue *g, CXCursor c, struct how how)
{
    enum CXCursorKind k = clang_getCursorKind(c);
    if (k == CXCursor_CallExpr || k == CXCursor_BinaryOperator) { /* may be a stand-alone directive's probe */
        struct region *r = region_at(g, cursor_slice(g, c).begin);
        if (r && pragma_of(g->f, r)->form == FORM_ALONE && !pragma_of(g->f, r)->seen) {
            walk_standalone(g, c, r);
            return;
        }
    }
    if (how.mode != AS_TYPE) {
        note_volatile(g, c, k);
        note_long_double(g, c, k);
    }
    unsigned n;
    size_t first = children(g, c, &n);
    if (n <= 8) { /* g->stack may move while we are below */
        CXCursor kid[8];
        memcpy(kid, g->stack.v + first, n * sizeof *kid);
        children_end(g, first);
        vla_note(g, c, k, kid, n);
        visitor_for(k)(g, c, kid, n, how);
        return;
    }
    CXCursor *kid = arena_alloc(g->a, n * sizeof *kid);
    memcpy(kid, g->stack.v + first, n * sizeof *kid);
    children_end(g, first);
    vla_note(g, c, k, kid, n);
    visitor_for(k)(g, c, kid, n, how);
}
