/* clang/tree.c: makes the tree (src/region/tree.h) of statements and declarations, in one traversal of Clang's cursors;
 * the expressions in them are made by expressions.c.
 * needs: chunks.  sets: unit.trees, func.tree, local_decls, regions' statements and loops. */
#include "tree_build.h"
#include "../text/source_text.h"

#include <stdlib.h>
#include <string.h>

static struct node *construct_around(struct glue *g, CXCursor while_statement);

/* ---- declarations ---- */
/* The number in `_Alignas(16)` or `aligned(16)`, read from the text: Clang's interface gives only the word's place. */
static unsigned asked_alignment(struct glue *g, CXCursor attribute)
{
    uint32_t at = cursor_slice(g, attribute).begin;
    while (at < g->u->len && is_word(g->u->text[at]))
        at++;
    at = skip_space(g->u, at);
    long n = at < g->u->len && g->u->text[at] == '(' ? strtol(g->u->text + at + 1, NULL, 0) : 0;
    return n > 0 && n <= 1 << 20 && !(n & (n - 1)) ? (unsigned)n : 0;
}

static void read_alignment(struct glue *g, struct var *v, struct kids k)
{
    for (unsigned i = 0; v && i < k.n; i++)
        if (clang_getCursorKind(k.v[i]) == CXCursor_AlignedAttr && asked_alignment(g, k.v[i]) > v->align)
            v->align = asked_alignment(g, k.v[i]);
}

/* `cleanup(f)`: f runs where the variable's scope ends. Clang's interface tells of such attributes only that they are
 * there. */
static bool is_cleaned_up(struct glue *g, struct kids k)
{
    static const char *const words[] = {"cleanup", "__cleanup__"};
    for (unsigned i = 0; i < k.n; i++) {
        if (clang_getCursorKind(k.v[i]) != CXCursor_UnexposedAttr)
            continue;
        uint32_t begin = cursor_slice(g, k.v[i]).begin, end = begin;
        while (end < g->u->len && is_word(g->u->text[end]))
            end++;
        for (unsigned w = 0; w < sizeof words / sizeof *words; w++)
            if (end - begin == strlen(words[w]) && !memcmp(g->u->text + begin, words[w], end - begin))
                return true;
    }
    return false;
}

bool declares_type(enum CXCursorKind k)
{
    return k == CXCursor_StructDecl || k == CXCursor_UnionDecl || k == CXCursor_EnumDecl || k == CXCursor_TypedefDecl;
}

static struct node *variable(struct glue *g, CXCursor c)
{
    CXCursor in_place[MOST_IN_PLACE];
    struct var *v = var_of(g, c);
    struct kids k = node_kids_of(g, c, in_place);
    struct node *n = node_make(g, NODE_VARIABLE, cursor_slice(g, c), 0), *init = NULL,
                *types = node_make(g, NODE_TYPES, n->at, 0);
    uint32_t off = cursor_off(g, c);
    n->off = off == UINT32_MAX ? n->off : off;
    n->var = v;
    if (v && g->func && clang_Cursor_getStorageClass(c) == CX_SC_Extern)
        v->extern_at = n->off;
    CXCursor value = clang_Cursor_getVarDeclInitializer(c);
    if (v && !clang_Cursor_isNull(value) && !clang_isInvalid(clang_getCursorKind(value)))
        v->init = cursor_slice(g, value);
    read_alignment(g, v, k);
    for (unsigned i = 0; i < k.n; i++) {
        if (declares_type(clang_getCursorKind(k.v[i]))) /* Clang lists that type beside the variable, too */
            continue;
        bool of_init = !v || (v->init.begin < v->init.end && cursor_slice(g, k.v[i]).begin >= v->init.begin);
        if (of_init && !init && clang_isExpression(clang_getCursorKind(k.v[i])))
            init = expression_tree(g, k.v[i]);
        else if (of_init)
            expression_trees_in(g, k.v[i], types);
        else
            type_expression_trees(g, k.v[i], types);
    }
    n->kids = arena_alloc(g->a, sizeof *n->kids);
    n->nkids = 1;
    node_set_kid(n, 0, init);
    for (unsigned i = 0; i < types->nkids; i++)
        node_add_kid(g, n, types->kids[i]);
    if (is_cleaned_up(g, k)) /* a call that is not in the text here: for all who look, something that nobody knows */
        node_add_kid(g, n, node_make(g, NODE_OTHER_EXPRESSION, (struct slice){n->at.end, n->at.end}, 0));
    return n;
}

/* Any other declaration becomes a node with its expressions: lengths, values of enumerators, static assertions. */
static struct node *types(struct glue *g, CXCursor c)
{
    struct node *n = node_make(g, NODE_TYPES, cursor_slice(g, c), 0);
    CXCursor in_place[MOST_IN_PLACE];
    struct func *outer = g->func;
    if (clang_getCursorKind(c) == CXCursor_FunctionDecl)
        g->func = func_of(g, c);
    bool typedefs = clang_getCursorKind(c) == CXCursor_TypedefDecl;
    struct kids k = node_kids_of(g, c, in_place);
    for (unsigned i = 0; i < k.n; i++)
        if (!typedefs || !declares_type(clang_getCursorKind(k.v[i]))) /* Clang lists that type beside the typedef,
                                                                       * too */
            expression_trees_in(g, k.v[i], n);
    g->func = outer;
    return n;
}

static void note_local_types(struct glue *g, struct slice s, struct kids k, unsigned vars, bool constants)
{
    uint32_t types_end = 0;
    bool whole = !vars || constants;
    for (unsigned i = 0; i < k.n; i++)
        if (declares_type(clang_getCursorKind(k.v[i])))
            types_end = cursor_slice(g, k.v[i]).end;
    if (types_end || constants)
        vec_push(g->a, &g->u->local_decls, (struct local_decl){{s.begin, whole ? s.end : types_end}, whole});
}

static struct node *declarations(struct glue *g, CXCursor c, struct kids k)
{
    struct slice s = cursor_slice(g, c);
    struct node *n = node_make(g, NODE_DECLARATIONS, s, k.n);
    unsigned vars = 0;
    for (unsigned i = 0; i < k.n; i++)
        vars += clang_getCursorKind(k.v[i]) == CXCursor_VarDecl;
    bool constants = vars && says_constexpr(g->u, s.begin, s.end);
    note_local_types(g, s, k, vars, constants);
    for (unsigned i = 0; i < k.n; i++) {
        bool is_var = clang_getCursorKind(k.v[i]) == CXCursor_VarDecl;
        struct var *v = is_var ? var_of(g, k.v[i]) : NULL;
        if (v) {
            v->stmt = s;
            v->stmt_vars = vars;
            v->is_constexpr = constants;
        }
        node_set_kid(n, i, is_var ? variable(g, k.v[i]) : types(g, k.v[i]));
    }
    return n;
}

/* ---- statements ---- */
/* The statements whose operands are Clang's children in their order. The others, and those with any number of operands,
 * are read by parts(). */
static const struct {
    enum CXCursorKind cursor;
    enum node_kind kind;
    unsigned nkids, statements; /* statements: bit i is set where operand i is a statement, not an expression */
} statements[] = {
    {CXCursor_CompoundStmt, NODE_COMPOUND, 0, 0}, {CXCursor_DeclStmt, NODE_DECLARATIONS, 0, 0},
    {CXCursor_NullStmt, NODE_NULL, 0, 0},         {CXCursor_IfStmt, NODE_IF, 3, 1 << 1 | 1 << 2},
    {CXCursor_ForStmt, NODE_FOR, 4, 1 << 3},      {CXCursor_WhileStmt, NODE_WHILE, 2, 1 << 1},
    {CXCursor_DoStmt, NODE_DO, 2, 1 << 0},        {CXCursor_SwitchStmt, NODE_SWITCH, 2, 1 << 1},
    {CXCursor_CaseStmt, NODE_CASE, 3, 1 << 0},    {CXCursor_DefaultStmt, NODE_DEFAULT, 1, 1 << 0},
    {CXCursor_LabelStmt, NODE_LABEL, 1, 1 << 0},  {CXCursor_BreakStmt, NODE_BREAK, 0, 0},
    {CXCursor_ContinueStmt, NODE_CONTINUE, 0, 0}, {CXCursor_ReturnStmt, NODE_RETURN, 1, 0},
    {CXCursor_GotoStmt, NODE_GOTO, 0, 0},         {CXCursor_IndirectGotoStmt, NODE_COMPUTED_GOTO, 1, 0},
    {CXCursor_GCCAsmStmt, NODE_ASM, 0, 0},        {CXCursor_MSAsmStmt, NODE_ASM, 0, 0},
};

static size_t row_of(CXCursor c) /* the number of rows: c has none */
{
    size_t n = sizeof statements / sizeof *statements;
    enum CXCursorKind k = clang_getCursorKind(c);
    for (size_t i = 0; i < n; i++)
        if (statements[i].cursor == k)
            return i;
    return n;
}

static bool ends_with_statement(enum node_kind k)
{
    return k == NODE_IF || k == NODE_FOR || k == NODE_WHILE || k == NODE_SWITCH || k == NODE_CASE ||
           k == NODE_DEFAULT || k == NODE_LABEL || k == NODE_CONSTRUCT;
}

static uint32_t with_semicolon(const struct unit *u, uint32_t end)
{
    uint32_t semi = skip_space(u, end);
    return semi < u->len && u->text[semi] == ';' ? semi + 1 : end;
}

/* Where a declaration begins with its __extension__: for Clang it begins after that word. */
static uint32_t with_extension(const struct unit *u, uint32_t begin)
{
    static const char word[] = "__extension__";
    uint32_t at = begin, n = sizeof word - 1;
    while (at && (u->text[at - 1] == ' ' || u->text[at - 1] == '\n' || u->text[at - 1] == '\t'))
        at--;
    return at > n && !memcmp(u->text + at - n, word, n) ? with_extension(u, at - n) : begin;
}

/* The text of c. A statement that ends with another one gets its end later, from its last operand: Clang would walk
 * down to the innermost statement for each, which takes quadratic time in deep nests. */
static struct slice place_of(struct glue *g, CXCursor c, enum node_kind k)
{
    if (!ends_with_statement(k))
        return cursor_slice(g, c);
    return (struct slice){cursor_off(g, c), cursor_off(g, c) + 1};
}

/* A label at the end of a block (C23) gets an empty statement from Clang, placed at the ':': it is not in the text. */
static bool is_written(struct glue *g, CXCursor c)
{
    struct slice s = cursor_slice(g, c);
    return clang_getCursorKind(c) != CXCursor_NullStmt || (s.begin < s.end && g->u->text[s.end - 1] == ';');
}

static struct node *substatement(struct glue *g, CXCursor c)
{
    if (!is_written(g, c))
        return NULL;
    size_t row = row_of(c);
    bool known = row < sizeof statements / sizeof *statements;
    uint32_t begin = known ? place_of(g, c, statements[row].kind).begin : cursor_slice(g, c).begin;
    return statement_tree(g, c, begin);
}

/* How many ';' of the header of the `for` stand before a part of it, by Clang's tokens. */
static unsigned semicolons_before(struct glue *g, CXCursor loop, CXCursor part)
{
    CXSourceLocation begin = clang_getCursorLocation(loop), end = clang_getRangeStart(clang_getCursorExtent(part));
    uint32_t off = location_off(g, end);
    CXToken *tokens = NULL;
    unsigned n = 0, semicolons = 0;
    int depth = 0;
    clang_tokenize(g->tu, clang_getRange(begin, end), &tokens, &n);
    for (unsigned i = 0; i < n; i++) {
        uint32_t at = location_off(g, clang_getTokenLocation(g->tu, tokens[i]));
        char c = clang_getTokenKind(tokens[i]) == CXToken_Punctuation && at < off ? g->u->text[at] : 0;
        depth += c && strchr("([{", c);
        depth -= c && strchr(")]}", c);
        semicolons += c == ';' && depth == 1;
    }
    clang_disposeTokens(g->tu, tokens, n);
    return semicolons;
}

/* Clang has no child for a part of a `for` that the user left out: where one is missing, the ';' before the others tell
 * which part each of them is. */
static void for_parts(struct glue *g, struct node *n, CXCursor loop, struct kids k)
{
    for (unsigned i = 0; i + 1 < k.n; i++) {
        unsigned place = k.n == 4 ? i : semicolons_before(g, loop, k.v[i]);
        bool declares = clang_isStatement(clang_getCursorKind(k.v[i]));
        node_set_kid(n, place, declares ? substatement(g, k.v[i]) : expression_tree(g, k.v[i]));
    }
    if (k.n)
        node_set_kid(n, 3, substatement(g, k.v[k.n - 1]));
}

static void parts(struct glue *g, struct node *n, CXCursor c, struct kids k, unsigned are_statements)
{
    switch (n->kind) {
    case NODE_COMPOUND:
        for (unsigned i = 0; i < k.n; i++)
            node_add_kid(g, n, substatement(g, k.v[i]));
        break;
    case NODE_FOR:
        for_parts(g, n, c, k);
        break;
    case NODE_CASE: /* Clang has the values first, the node the statement */
        for (unsigned i = 0; i + 1 < k.n && i < 2; i++)
            node_set_kid(n, i + 1, expression_tree(g, k.v[i]));
        if (k.n)
            node_set_kid(n, 0, substatement(g, k.v[k.n - 1]));
        break;
    case NODE_GOTO:
        n->target = k.n ? cursor_off(g, clang_getCursorReferenced(k.v[0])) : UINT32_MAX;
        break;
    case NODE_ASM:
    case NODE_OTHER_STATEMENT:
        for (unsigned i = 0; i < k.n; i++)
            expression_trees_in(g, k.v[i], n);
        break;
    default:
        for (unsigned i = 0; i < k.n && i < n->nkids; i++)
            node_set_kid(n, i, are_statements & 1u << i ? substatement(g, k.v[i]) : expression_tree(g, k.v[i]));
    }
}

static void set_end(struct glue *g, struct node *n, CXCursor c)
{
    if (ends_with_statement(n->kind)) {
        uint32_t end = 0;
        for (unsigned i = 0; i < n->nkids; i++)
            if (n->kids[i] && node_is_statement(n->kids[i]) && n->kids[i]->at.end > end)
                end = n->kids[i]->at.end;
        n->at.end = end ? end : cursor_slice(g, c).end;
    } else if (n->kind != NODE_COMPOUND && n->kind != NODE_DECLARATIONS && n->kind != NODE_NULL) {
        n->at.end = with_semicolon(g->u, n->at.end);
    }
    n->around = n->at;
    if (n->kind == NODE_FOR && n->kids[0] && n->kids[0]->kind == NODE_DECLARATIONS)
        for (unsigned i = 0; i < n->kids[0]->nkids; i++) /* sets var.loop of variables that the loop's head declares */
            if (n->kids[0]->kids[i]->kind == NODE_VARIABLE && n->kids[0]->kids[i]->var)
                unfinished(n->kids[0]->kids[i]->var)->loop = n->at;
}

static bool has_attributes(CXCursor c)
{
    if (clang_getCursorKind(c) != CXCursor_UnexposedStmt)
        return false;
    enum CXCursorKind last = clang_getCursorKind(last_child(c));
    return clang_isStatement(last) || clang_isExpression(last);
}

struct node *statement_tree(struct glue *g, CXCursor c, uint32_t begin)
{
    CXCursor in_place[MOST_IN_PLACE];
    if (has_attributes(c))
        return statement_tree(g, last_child(c), begin);
    if (clang_getCursorKind(c) == CXCursor_WhileStmt) {
        struct node *construct = construct_around(g, c);
        if (construct)
            return construct;
    }
    struct slice at = {begin, begin};
    if (clang_isExpression(clang_getCursorKind(c))) {
        struct node *e = expression_tree(g, c);
        if (e->kind == NODE_CONSTRUCT)
            return e;
        at.end = with_semicolon(g->u, cursor_slice(g, c).end);
        struct node *n = node_make(g, NODE_EXPRESSION, at, 1);
        node_set_kid(n, 0, e);
        return n;
    }
    size_t row = row_of(c);
    bool known = row < sizeof statements / sizeof *statements;
    enum node_kind kind = known ? statements[row].kind : NODE_OTHER_STATEMENT;
    struct kids k = node_kids_of(g, c, in_place);
    struct node *n;
    at.end = place_of(g, c, kind).end;
    if (kind == NODE_DECLARATIONS) {
        n = declarations(g, c, k);
        n->at = n->around = (struct slice){with_extension(g->u, begin), at.end};
    } else {
        n = node_make(g, kind, at, known ? statements[row].nkids : 0);
        n->off = cursor_off(g, c) == UINT32_MAX ? n->off : cursor_off(g, c);
        parts(g, n, c, k, known ? statements[row].statements : 0);
    }
    set_end(g, n, c);
    return n;
}

/* ---- constructs: the probe of a pragma, and the statement under it ---- */
static bool calls_probe(const struct node *n) /* __gp(k), which the probe adds */
{
    return n->kind == NODE_CALL && n->kids[0]->kind == NODE_NAME && !n->kids[0]->func && !n->kids[0]->var;
}

/* Adds the operands e1, e2 of the probe `(e1), (e2), __gp(k)` as kids of the construct. */
static void add_operands(struct glue *g, struct node *construct, struct node *n)
{
    if (n->kind == NODE_COMMA && n->around.begin == n->at.begin) {
        add_operands(g, construct, n->kids[0]);
        add_operands(g, construct, n->kids[1]);
    } else if (!calls_probe(n)) {
        node_add_kid(g, construct, n);
        region_operand(g, n);
    }
}

static struct node *construct(struct glue *g, struct region *r, CXCursor operands)
{
    struct node *n = node_make(g, NODE_CONSTRUCT, r->pragma_at, 1);
    n->region = r;
    pragma_of(g->f, r)->seen = true;
    r->tree = n;
    g->declarable_types++; /* device code may declare list items again */
    struct node *e = expression_tree(g, operands);
    g->declarable_types--;
    add_operands(g, n, e);
    return n;
}

struct node *construct_alone(struct glue *g, CXCursor c)
{
    struct region *r = region_at(g, cursor_slice(g, c).begin);
    if (!r || pragma_of(g->f, r)->form != FORM_ALONE || pragma_of(g->f, r)->seen)
        return NULL;
    return construct(g, r, c);
}

static struct node *construct_around(struct glue *g, CXCursor while_statement)
{
    struct region *r = region_at(g, cursor_off(g, while_statement));
    unsigned n;
    if (!r)
        return NULL;
    size_t first = children(g, while_statement, &n);
    CXCursor cond = g->stack.v[first], body = g->stack.v[first + n - 1];
    children_end(g, first);
    struct node *made = construct(g, r, cond);
    g->declarable_types += r->dir == DIR_ATOMIC; /* device code declares its operands again */
    struct node *under = substatement(g, body);
    g->declarable_types -= r->dir == DIR_ATOMIC;
    if (under) {
        node_set_kid(made, 0, region_statement(g, r, under));
        made->at.end = made->around.end = r->stmt.end;
    }
    return made;
}

/* ---- external declarations ---- */
/* Keeps the trees in order of place: Clang visits a structure before the variables declared with it, which begin
 * earlier in the text. */
static void push_tree(struct glue *g, struct node *n)
{
    if (!n)
        return;
    vec_push(g->a, &g->u->trees, n);
    const struct node **v = g->u->trees.v;
    for (size_t i = g->u->trees.n - 1; i > 0 && v[i - 1]->around.begin > n->around.begin; i--) {
        v[i] = v[i - 1];
        v[i - 1] = n;
    }
}

static void function(struct glue *g, CXCursor c)
{
    /* prototypes of system headers get a struct func only when they are called */
    bool definition = clang_isCursorDefinition(c);
    bool quiet = !definition && linemap_in_system(g->u->lines, cursor_off(g, c));
    struct func *outer = g->func;
    CXCursor in_place[MOST_IN_PLACE];
    if (!quiet)
        g->func = func_of(g, c);
    struct kids k = node_kids_of(g, c, in_place);
    struct node *head = node_make(g, NODE_TYPES, cursor_slice(g, c), 0), *body = NULL;
    for (unsigned i = 0; i < k.n; i++)
        if (definition && i + 1 == k.n && clang_getCursorKind(k.v[i]) == CXCursor_CompoundStmt)
            body = statement_tree(g, k.v[i], cursor_slice(g, k.v[i]).begin);
        else
            expression_trees_in(g, k.v[i], head);
    if (body && g->func)
        g->func->tree = body;
    if (head->nkids) {
        head->at.end = head->around.end = body ? body->at.begin : head->at.end;
        push_tree(g, head);
    }
    push_tree(g, body);
    g->func = outer;
}

/* Records that a chunk defines a type, and that the file declares omp_event_handle_t. */
static void note_type(struct glue *g, CXCursor c, enum CXCursorKind k)
{
    static const char event[] = "omp_event_handle_t";
    uint32_t off = cursor_off(g, c), chunk = unit_chunk_at(g->u, off);
    if (k != CXCursor_TypedefDecl && chunk != UINT32_MAX)
        g->u->chunks.v[chunk].defines_type |= clang_isCursorDefinition(c);
    g->u->declares_event_type |= k == CXCursor_TypedefDecl && !strncmp(g->u->text + off, event, sizeof event - 1) &&
                                 !is_word(g->u->text[off + sizeof event - 1]);
}

void declaration_tree(struct glue *g, CXCursor c)
{
    enum CXCursorKind k = clang_getCursorKind(c);
    if (declares_type(k))
        note_type(g, c, k);
    if (k == CXCursor_FunctionDecl) {
        function(g, c);
    } else {
        struct node *n = k == CXCursor_VarDecl ? variable(g, c) : types(g, c);
        if (k == CXCursor_VarDecl || n->nkids)
            push_tree(g, n);
    }
}
