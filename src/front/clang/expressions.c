/* clang/expressions.c: makes the expressions of the tree (src/region/tree.h) from Clang's cursors. At the same time it
 * records which declarations a place needs (unit.uses), and what must be worded differently in device code (vla.c,
 * printf.c, alloca.c).
 *
 * Parentheses and implicit conversions get no nodes; `around` of the node inside covers their text. */
#include "tree_build.h"
#include "../text/source_text.h"

#include <string.h>

/* ---- making nodes ---- */
struct node *node_make(struct glue *g, enum node_kind kind, struct slice at, unsigned nkids)
{
    struct node *n = NEW(g->a, struct node);
    n->kind = kind;
    n->at = n->around = at;
    n->off = at.begin;
    n->unevaluated = g->unevaluated != 0;
    n->nkids = nkids;
    n->kids = nkids ? arena_alloc(g->a, nkids * sizeof *n->kids) : NULL;
    return n;
}

void node_set_kid(struct node *n, unsigned place, struct node *kid)
{
    n->kids[place] = kid;
    if (!kid)
        return;
    kid->parent = n;
    kid->place = place;
}

/* One more operand of a node whose number of operands is not known before. The array's capacity is the power of two at
 * or above nkids. */
void node_add_kid(struct glue *g, struct node *n, struct node *kid)
{
    if (!kid)
        return;
    if (!(n->nkids & (n->nkids - 1))) { /* 0, 1, 2, 4 …: it is full */
        struct node **more = arena_alloc(g->a, (n->nkids ? 2 * n->nkids : 1) * sizeof *more);
        if (n->nkids)
            memcpy(more, n->kids, n->nkids * sizeof *more);
        n->kids = more;
    }
    node_set_kid(n, n->nkids++, kid);
}

/* ---- expressions ---- */
static struct node *make_expression(struct glue *g, enum node_kind kind, CXCursor c, unsigned nkids)
{
    struct node *n = node_make(g, kind, cursor_slice(g, c), nkids);
    uint32_t off = cursor_off(g, c);
    n->off = off == UINT32_MAX ? n->at.begin : off;
    n->type = expression_type(g, clang_getCursorType(c));
    return n;
}

static struct node *operation(struct glue *g, enum node_kind kind, CXCursor c, struct kids k)
{
    struct node *n = make_expression(g, kind, c, k.n);
    for (unsigned i = 0; i < k.n; i++)
        node_set_kid(n, i, expression_tree(g, k.v[i]));
    return n;
}

/* A node of any number of operands. Children that are no expressions (types, members) are only noted as used. */
static struct node *listing(struct glue *g, enum node_kind kind, CXCursor c, struct kids k)
{
    struct node *n = make_expression(g, kind, c, 0);
    for (unsigned i = 0; i < k.n; i++)
        expression_trees_in(g, k.v[i], n);
    return n;
}

static struct node *other(struct glue *g, CXCursor c, struct kids k) { return listing(g, NODE_OTHER_EXPRESSION, c, k); }

static struct node *literal(struct glue *g, CXCursor c, struct kids k)
{
    (void)k;
    enum CXCursorKind kind = clang_getCursorKind(c);
    bool real = kind == CXCursor_FloatingLiteral || kind == CXCursor_ImaginaryLiteral;
    struct node *n = make_expression(g,
                                     kind == CXCursor_StringLiteral ? NODE_STRING
                                     : real                         ? NODE_REAL
                                                                    : NODE_NUMBER,
                                     c, 0);
    if (n->kind == NODE_NUMBER)
        n->constant = constant_of_literal(g, n->at, &n->value);
    return n;
}

static struct node *name(struct glue *g, CXCursor c, struct kids k)
{
    (void)k;
    struct node *n = make_expression(g, NODE_NAME, c, 0);
    CXCursor decl = clang_getCursorReferenced(c);
    enum CXCursorKind kind = clang_getCursorKind(decl);
    if (cursor_off(g, c) == UINT32_MAX)
        return n;
    if (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl)
        n->var = var_of(g, decl);
    else if (kind == CXCursor_FunctionDecl && !is_probe(g, n->off, decl))
        n->func = called_as_written(g, n->off, decl);
    if (kind == CXCursor_ParmDecl && n->var) /* Clang gives the array type that it was declared with, not the pointer */
        n->type = n->var->type;
    if (n->var || n->func || kind == CXCursor_EnumConstantDecl)
        use_all(g, n->off, decl);
    n->constant = name_value(g, decl, &n->value);
    return n;
}

static struct node *member(struct glue *g, CXCursor c, struct kids k)
{
    use_all(g, cursor_off(g, c), clang_getCursorReferenced(c));
    if (k.n != 1)
        return other(g, c, k);
    struct node *n = operation(g, is_address(clang_getCursorType(k.v[0])) ? NODE_ARROW : NODE_MEMBER, c, k);
    CXCursor member = clang_getCursorReferenced(c);
    n->bit_field = clang_Cursor_isBitField(member);
    bool nested = clang_Cursor_isAnonymousRecordDecl(clang_getCursorSemanticParent(member));
    n->offset = nested || n->bit_field ? -1 : clang_Cursor_getOffsetOfField(member) / 8;
    return n;
}

/* `1[a]` becomes a[1]: the pointer or array is the first operand. */
static struct node *subscript(struct glue *g, CXCursor c, struct kids k)
{
    if (k.n != 2)
        return other(g, c, k);
    struct node *n = make_expression(g, NODE_SUBSCRIPT, c, 2), *left = expression_tree(g, k.v[0]),
                *right = expression_tree(g, k.v[1]);
    bool swapped = !is_address(clang_getCursorType(k.v[0])) && is_address(clang_getCursorType(k.v[1]));
    node_set_kid(n, 0, swapped ? right : left);
    node_set_kid(n, 1, swapped ? left : right);
    return n;
}

static const struct {
    enum CXUnaryOperatorKind clang;
    enum node_kind kind;
    enum operator operator;
} unary_operators[] = {
    {CXUnaryOperator_Deref, NODE_DEREFERENCE, OPERATOR_NONE},
    {CXUnaryOperator_AddrOf, NODE_ADDRESS, OPERATOR_NONE},
    {CXUnaryOperator_PreInc, NODE_INCREMENT, OPERATOR_PRE_INC},
    {CXUnaryOperator_PreDec, NODE_INCREMENT, OPERATOR_PRE_DEC},
    {CXUnaryOperator_PostInc, NODE_INCREMENT, OPERATOR_POST_INC},
    {CXUnaryOperator_PostDec, NODE_INCREMENT, OPERATOR_POST_DEC},
    {CXUnaryOperator_Plus, NODE_UNARY, OPERATOR_PLUS},
    {CXUnaryOperator_Minus, NODE_UNARY, OPERATOR_NEGATE},
    {CXUnaryOperator_Not, NODE_UNARY, OPERATOR_NOT},
    {CXUnaryOperator_LNot, NODE_UNARY, OPERATOR_LNOT},
    {CXUnaryOperator_Real, NODE_UNARY, OPERATOR_REAL},
    {CXUnaryOperator_Imag, NODE_UNARY, OPERATOR_IMAG},
};

static struct node *transparent(struct glue *g, CXCursor c, struct kids k)
{
    if (k.n != 1)
        return other(g, c, k);
    struct node *n = expression_tree(g, k.v[0]);
    struct slice s = cursor_slice(g, c);
    if (s.begin < s.end && s.begin <= n->at.begin && s.end >= n->at.end)
        n->around = s;
    return n;
}

static struct node *unary(struct glue *g, CXCursor c, struct kids k)
{
    enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);
    if (op == CXUnaryOperator_Extension)
        return transparent(g, c, k);
    for (size_t i = 0; k.n == 1 && i < sizeof unary_operators / sizeof *unary_operators; i++)
        if (unary_operators[i].clang == op) {
            struct node *n = operation(g, unary_operators[i].kind, c, k);
            n->operator= unary_operators[i].operator;
            return n;
        }
    return other(g, c, k);
}

static const struct {
    enum CXBinaryOperatorKind clang, assigning;
    enum operator operator; /* OPERATOR_NONE in a row of assigning: it has no compound assignment */
} binary_operators[] = {
    {CXBinaryOperator_Add, CXBinaryOperator_AddAssign, OPERATOR_ADD},
    {CXBinaryOperator_Sub, CXBinaryOperator_SubAssign, OPERATOR_SUB},
    {CXBinaryOperator_Mul, CXBinaryOperator_MulAssign, OPERATOR_MUL},
    {CXBinaryOperator_Div, CXBinaryOperator_DivAssign, OPERATOR_DIV},
    {CXBinaryOperator_Rem, CXBinaryOperator_RemAssign, OPERATOR_REM},
    {CXBinaryOperator_Shl, CXBinaryOperator_ShlAssign, OPERATOR_SHL},
    {CXBinaryOperator_Shr, CXBinaryOperator_ShrAssign, OPERATOR_SHR},
    {CXBinaryOperator_And, CXBinaryOperator_AndAssign, OPERATOR_AND},
    {CXBinaryOperator_Or, CXBinaryOperator_OrAssign, OPERATOR_OR},
    {CXBinaryOperator_Xor, CXBinaryOperator_XorAssign, OPERATOR_XOR},
    {CXBinaryOperator_LAnd, CXBinaryOperator_LAnd, OPERATOR_LAND},
    {CXBinaryOperator_LOr, CXBinaryOperator_LOr, OPERATOR_LOR},
    {CXBinaryOperator_LT, CXBinaryOperator_LT, OPERATOR_LT},
    {CXBinaryOperator_LE, CXBinaryOperator_LE, OPERATOR_LE},
    {CXBinaryOperator_GT, CXBinaryOperator_GT, OPERATOR_GT},
    {CXBinaryOperator_GE, CXBinaryOperator_GE, OPERATOR_GE},
    {CXBinaryOperator_EQ, CXBinaryOperator_EQ, OPERATOR_EQ},
    {CXBinaryOperator_NE, CXBinaryOperator_NE, OPERATOR_NE},
};

static struct node *binary(struct glue *g, CXCursor c, struct kids k)
{
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);
    if (k.n == 2 && op == CXBinaryOperator_Assign)
        return operation(g, NODE_ASSIGN, c, k);
    if (k.n == 2 && op == CXBinaryOperator_Comma)
        return operation(g, NODE_COMMA, c, k);
    for (size_t i = 0; k.n == 2 && i < sizeof binary_operators / sizeof *binary_operators; i++)
        if (binary_operators[i].clang == op || binary_operators[i].assigning == op) {
            struct node *n = operation(g, binary_operators[i].clang == op ? NODE_BINARY : NODE_COMPOUND_ASSIGN, c, k);
            n->operator= binary_operators[i].operator;
            return n;
        }
    return other(g, c, k);
}

static struct node *conditional(struct glue *g, CXCursor c, struct kids k)
{
    return k.n == 3 ? operation(g, NODE_CONDITIONAL, c, k) : other(g, c, k);
}

/* Expressions in the spelling of a type: the length of an array, which is evaluated, or the operand of a typeof. */
void type_expression_trees(struct glue *g, CXCursor c, struct node *into)
{
    const char *t = g->u->text;
    uint32_t at = cursor_slice(g, c).begin, end;
    while (at && (t[at - 1] == ' ' || t[at - 1] == '\n' || t[at - 1] == '('))
        at--;
    for (end = at; at && is_word(t[at - 1]);)
        at--;
    bool of_typeof = has_text(t + at, end - at, "typeof");
    g->unevaluated += of_typeof;
    expression_trees_in(g, c, into);
    g->unevaluated -= of_typeof;
}

/* Its last child is the operand; others are expressions in the spelling of the type. */
static struct node *cast(struct glue *g, CXCursor c, struct kids k)
{
    if (!k.n)
        return other(g, c, k);
    struct node *n = make_expression(g, NODE_CAST, c, 0), *types = node_make(g, NODE_TYPES, n->at, 0);
    for (unsigned i = 0; i + 1 < k.n; i++)
        type_expression_trees(g, k.v[i], types);
    node_add_kid(g, n, expression_tree(g, k.v[k.n - 1]));
    for (unsigned i = 0; i < types->nkids; i++)
        node_add_kid(g, n, types->kids[i]);
    return n;
}

static struct node *size_of(struct glue *g, CXCursor c, struct kids k)
{
    const char *text = g->u->text;
    struct node *n = make_expression(g, NODE_SIZEOF, c, 0), *operand = NULL,
                *types = node_make(g, NODE_TYPES, n->at, 0);
    uint32_t at = n->at.begin;
    bool is_sizeof = !memcmp(text + at, "sizeof", 6);
    while (is_word(text[at]))
        at++;
    at = skip_space(g->u,
                    at); /* a child that begins here is the operand `(expression)`; those in a `(type)` begin later */
    for (unsigned i = 0; i < k.n; i++) {
        CXCursor kid = k.v[i];
        bool of_type = !clang_isExpression(clang_getCursorKind(kid)) ||
                       (is_sizeof && text[at] == '(' && cursor_slice(g, kid).begin > at);
        bool evaluated = is_sizeof && vla_is(clang_getCursorType(kid)) && /* C11 6.5.3.4 */
                         clang_getCursorKind(peel(kid)) != CXCursor_DeclRefExpr;
        g->unevaluated += of_type ? !is_sizeof : !evaluated;
        if (of_type)
            type_expression_trees(g, kid, types);
        else
            operand = expression_tree(g, kid);
        g->unevaluated -= of_type ? !is_sizeof : !evaluated;
    }
    n->kids = NULL;
    node_add_kid(g, n, operand);
    if (!operand) { /* kids[0] stays NULL */
        n->kids = arena_alloc(g->a, sizeof *n->kids);
        n->nkids = 1;
    }
    for (unsigned i = 0; i < types->nkids; i++)
        node_add_kid(g, n, types->kids[i]);
    n->constant = size_of_operand(c, &n->value);
    return n;
}

static struct node *call(struct glue *g, CXCursor c, struct kids k)
{
    if (!k.n)
        return other(g, c, k);
    struct node *n = make_expression(g, NODE_CALL, c, k.n);
    CXCursor callee = peel(k.v[0]);
    node_set_kid(n, 0, expression_tree(g, k.v[0]));
    const struct func *f = node_callee(n) ? node_callee(n)->func : NULL;
    if (f && (!strcmp(f->name, "alloca") || !strncmp(f->name, "__builtin_alloca", strlen("__builtin_alloca"))))
        alloca_note(g, callee);
    if (f && k.n > 1 && (!strcmp(f->name, "printf") || !strcmp(f->name, "__builtin_printf")))
        printf_note(g, c, k.v[1]);
    for (unsigned i = 1; i < k.n; i++)
        node_set_kid(n, i, expression_tree(g, k.v[i]));
    return n;
}

/* A compound literal is an object of the block around it; where its address is taken it becomes a variable of the unit
 * (access.c). */
static struct var *literal_object(struct glue *g, CXCursor c, struct slice s)
{
    struct var *v = NEW(g->a, struct var);
    v->name = "gantry_literal";
    v->type = type_of(g, clang_getCursorType(c));
    v->decl = s.begin;
    v->init = s;
    v->loc = unit_loc(g->u, s.begin);
    v->chunk = UINT32_MAX;
    v->func = g->func;
    v->is_literal = true;
    return v;
}

static struct node *compound_literal(struct glue *g, CXCursor c, struct kids k)
{
    struct node *n = make_expression(g, NODE_LITERAL, c, 1), *types = node_make(g, NODE_TYPES, n->at, 0);
    for (unsigned i = 0; i + 1 < k.n; i++)
        type_expression_trees(g, k.v[i], types);
    struct node *value = k.n ? expression_tree(g, k.v[k.n - 1]) : NULL;
    if (!value || types->nkids) { /* lengths of its type are evaluated too */
        if (value)
            node_add_kid(g, types, value);
        types->kind = NODE_OTHER_EXPRESSION;
        value = types;
    }
    node_set_kid(n, 0, value);
    if (g->func && !g->unevaluated && n->at.begin < n->at.end)
        n->var = literal_object(g, c, n->at);
    return n;
}

/* libclang shows an initialiser list in two forms, one after the other: a child at the place of the one before is the
 * same once more. */
static struct node *initialiser(struct glue *g, CXCursor c, struct kids k)
{
    struct node *n = make_expression(g, NODE_INITIALISER, c, 0);
    struct slice last = {0, 0};
    for (unsigned i = 0; i < k.n; i++) {
        struct slice s = cursor_slice(g, k.v[i]);
        if (s.begin == last.begin && s.end == last.end && s.begin < s.end)
            continue;
        last = s;
        expression_trees_in(g, k.v[i], n);
    }
    return n;
}

/* ({ … }) */
static struct node *statement_expression(struct glue *g, CXCursor c, struct kids k)
{
    if (k.n != 1 || clang_getCursorKind(k.v[0]) != CXCursor_CompoundStmt)
        return other(g, c, k);
    struct node *n = make_expression(g, NODE_STATEMENTS, c, 1);
    node_set_kid(n, 0, statement_tree(g, k.v[0], cursor_slice(g, k.v[0]).begin));
    return n;
}

/* _Generic: Clang's interface does not tell which of the expressions is the chosen one. */
static struct node *generic(struct glue *g, CXCursor c, struct kids k) { return listing(g, NODE_CHOICE, c, k); }

/* Implicit conversions, __func__, GNU ?:, builtins that are no calls. */
static struct node *unexposed(struct glue *g, CXCursor c, struct kids k)
{
    if (k.n == 1) {
        function_name_note(g, c);
        return transparent(g, c, k);
    }
    struct slice s = cursor_slice(g, c);
    uint32_t end = s.begin;
    while (end < s.end && is_word(g->u->text[end]))
        end++;
    const char *word = g->u->text + s.begin;
    bool atomic = end - s.begin > 2 && word[0] == '_' && word[1] == '_' && has_text(word, end - s.begin, "atomic_");
    return listing(g, atomic ? NODE_ATOMIC : NODE_CHOICE, c, k);
}

typedef struct node *build(struct glue *g, CXCursor c, struct kids k);
static const struct {
    enum CXCursorKind kind;
    build *build;
} builders[] = {
    {CXCursor_IntegerLiteral, literal},
    {CXCursor_CharacterLiteral, literal},
    {CXCursor_CXXBoolLiteralExpr, literal},
    {CXCursor_CXXNullPtrLiteralExpr, literal},
    {CXCursor_FloatingLiteral, literal},
    {CXCursor_ImaginaryLiteral, literal},
    {CXCursor_StringLiteral, literal},
    {CXCursor_DeclRefExpr, name},
    {CXCursor_MemberRefExpr, member},
    {CXCursor_ArraySubscriptExpr, subscript},
    {CXCursor_UnaryOperator, unary},
    {CXCursor_BinaryOperator, binary},
    {CXCursor_CompoundAssignOperator, binary},
    {CXCursor_ConditionalOperator, conditional},
    {CXCursor_ParenExpr, transparent},
    {CXCursor_UnexposedExpr, unexposed},
    {CXCursor_GenericSelectionExpr, generic},
    {CXCursor_StmtExpr, statement_expression},
    {CXCursor_CStyleCastExpr, cast},
    {CXCursor_UnaryExpr, size_of},
    {CXCursor_CallExpr, call},
    {CXCursor_CompoundLiteralExpr, compound_literal},
    {CXCursor_InitListExpr, initialiser},
};

static build *builder_for(enum CXCursorKind k)
{
    static build *by_kind[256];
    static bool ready;
    if (!ready) {
        for (size_t i = 0; i < sizeof builders / sizeof *builders; i++)
            by_kind[builders[i].kind] = builders[i].build;
        ready = true;
    }
    return (unsigned)k < 256 && by_kind[k] ? by_kind[k] : other;
}

struct kids node_kids_of(struct glue *g, CXCursor c, CXCursor in_place[MOST_IN_PLACE])
{
    unsigned n;
    size_t first = children(g, c, &n);
    CXCursor *v = n <= MOST_IN_PLACE ? in_place : arena_alloc(g->a, n * sizeof *v);
    memcpy(v, g->stack.v + first, n * sizeof *v);
    children_end(g, first);
    vla_note(g, c, clang_getCursorKind(c), v, n);
    return (struct kids){v, n};
}

struct node *expression_tree(struct glue *g, CXCursor c)
{
    CXCursor in_place[MOST_IN_PLACE];
    enum CXCursorKind k = clang_getCursorKind(c);
    if (k == CXCursor_CallExpr || k == CXCursor_BinaryOperator) {
        struct node *alone = construct_alone(g, c);
        if (alone)
            return alone;
    }
    if (!clang_isExpression(k)) { /* a type or label as an operand */
        struct node *n = node_make(g, NODE_OTHER_EXPRESSION, cursor_slice(g, c), 0);
        expression_trees_in(g, c, n);
        return n;
    }
    struct node *n = builder_for(k)(g, c, node_kids_of(g, c, in_place));
    fold(n);
    return n;
}

void expression_trees_in(struct glue *g, CXCursor c, struct node *into)
{
    enum CXCursorKind k = clang_getCursorKind(c);
    if (clang_isExpression(k)) {
        node_add_kid(g, into, expression_tree(g, c));
        return;
    }
    if (clang_isStatement(k)) {
        node_add_kid(g, into, statement_tree(g, c, cursor_slice(g, c).begin));
        return;
    }
    if (k == CXCursor_TypeRef || k == CXCursor_MemberRef || k == CXCursor_VariableRef)
        use_all(g, cursor_off(g, c), clang_getCursorReferenced(c));
    CXCursor in_place[MOST_IN_PLACE];
    struct kids kids = node_kids_of(g, c, in_place);
    for (unsigned i = 0; i < kids.n; i++)
        if (k != CXCursor_FieldDecl || !declares_type(clang_getCursorKind(kids.v[i]))) /* Clang lists that type beside
                                                                                        * the field, too */
            expression_trees_in(g, kids.v[i], into);
}
