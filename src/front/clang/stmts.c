/* unit.stmts: the statements of every function that holds an executable pragma, outer before inner.
 *
 * Expressions are leaves: a pragma inside ({ … }) has no entry, the statement around it stands for it. An entry ends
 * where its last child ends, which is found on the way up, so that a long chain of else-if costs no more than its
 * length. */
#include "glue.h"

#include <string.h>

static const struct {
    enum CXCursorKind cursor;
    enum stmt_kind kind;
} kinds[] = {
    {CXCursor_CompoundStmt, STMT_COMPOUND},
    {CXCursor_DeclStmt, STMT_DECL},
    {CXCursor_NullStmt, STMT_NULL},
    {CXCursor_IfStmt, STMT_IF},
    {CXCursor_ForStmt, STMT_FOR},
    {CXCursor_WhileStmt, STMT_WHILE},
    {CXCursor_DoStmt, STMT_DO},
    {CXCursor_SwitchStmt, STMT_SWITCH},
    {CXCursor_CaseStmt, STMT_CASE},
    {CXCursor_DefaultStmt, STMT_CASE},
    {CXCursor_LabelStmt, STMT_LABEL},
    {CXCursor_BreakStmt, STMT_BREAK},
    {CXCursor_ContinueStmt, STMT_CONTINUE},
    {CXCursor_ReturnStmt, STMT_RETURN},
    {CXCursor_GotoStmt, STMT_GOTO},
    {CXCursor_IndirectGotoStmt, STMT_GOTO},
    {CXCursor_GCCAsmStmt, STMT_ASM},
    {CXCursor_MSAsmStmt, STMT_ASM},
};

static enum stmt_kind kind_of(CXCursor c)
{
    enum CXCursorKind k = clang_getCursorKind(c);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].cursor == k)
            return kinds[i].kind;
    return clang_isExpression(k) ? STMT_EXPR : STMT_OTHER;
}

/* Which of a statement's n children in Clang's tree are statements: [*first, result). */
static unsigned inner(enum stmt_kind k, unsigned n, unsigned *first)
{
    *first = 0;
    switch (k) {
    case STMT_COMPOUND:
        return n;
    case STMT_IF:
        *first = n ? 1 : 0; /* behind the condition */
        return n;
    case STMT_DO:
        return n ? 1 : 0;
    case STMT_FOR:
    case STMT_WHILE:
    case STMT_SWITCH:
    case STMT_CASE:
    case STMT_LABEL:
    case STMT_CONSTRUCT:
        *first = n ? n - 1 : 0;
        return n;
    default:
        return 0;
    }
}

/* ---- heads ---- */
/* Behind the literal or line marker that begins at `at`, or at + 1. */
static uint32_t behind(const struct unit *u, uint32_t at)
{
    char c = u->text[at];
    if (c == '#' && (at == 0 || u->text[at - 1] == '\n')) {
        while (at < u->len && u->text[at] != '\n')
            at++;
        return at;
    }
    if (!opens_literal(u->text, at))
        return at + 1;
    for (at++; at < u->len && u->text[at] != c && u->text[at] != '\n'; at++)
        at += u->text[at] == '\\';
    return at + 1;
}

/* What the parentheses of the `for` at `at` hold. Its parts need not be there, so Clang's children cannot tell. */
static struct slice for_head(const struct unit *u, uint32_t at)
{
    uint32_t open = skip_space(u, at + 3), depth = 0; /* 3: "for" */
    for (uint32_t i = open; i < u->len; i = behind(u, i)) {
        depth += u->text[i] == '(';
        if (u->text[i] == ')' && --depth == 0)
            return (struct slice){open + 1, i};
    }
    return (struct slice){0, 0};
}

/* `kid`: the children of c, of which the statement's head is one. */
static struct slice head_of(struct glue *g, CXCursor c, enum stmt_kind k, const CXCursor *kid, unsigned n)
{
    uint32_t begin = cursor_off(g, c);
    switch (k) {
    case STMT_IF:
    case STMT_SWITCH:
    case STMT_WHILE:
    case STMT_RETURN:
        return n ? cursor_slice(g, kid[0]) : (struct slice){0, 0};
    case STMT_DO:
        return n ? cursor_slice(g, kid[n - 1]) : (struct slice){0, 0};
    case STMT_FOR:
        return for_head(g->u, begin);
    case STMT_CASE: /* its values, and then the statement */
        return (struct slice){begin, n > 1 ? cursor_slice(g, kid[n - 2]).end : begin + 7}; /* "default" */
    default:
        return (struct slice){0, 0};
    }
}

/* ---- statements ---- */
static uint32_t with_semicolon(const struct unit *u, uint32_t end)
{
    uint32_t semi = skip_space(u, end);
    return semi < u->len && u->text[semi] == ';' ? semi + 1 : end;
}

static uint32_t end_of(const struct unit *u, const struct stmt *s, uint32_t last_child)
{
    switch (s->kind) {
    case STMT_COMPOUND:
    case STMT_DECL: /* has its ';' in Clang's tree */
    case STMT_NULL:
        return s->at.end;
    case STMT_IF:
    case STMT_FOR:
    case STMT_WHILE:
    case STMT_SWITCH:
    case STMT_CASE:
    case STMT_LABEL:
        return last_child;
    case STMT_CONSTRUCT:
        return last_child ? last_child : s->region->pragma_at.end;
    default:
        return with_semicolon(u, s->at.end);
    }
}

/* A label at the end of a block has an empty statement that nobody wrote; Clang puts it at the ':'. */
static bool written(const struct unit *u, const struct stmt *s)
{
    return s->at.begin < s->at.end && (s->kind != STMT_NULL || u->text[s->at.end - 1] == ';');
}

static bool with_attributes(CXCursor c)
{
    if (clang_getCursorKind(c) != CXCursor_UnexposedStmt)
        return false;
    enum CXCursorKind last = clang_getCursorKind(last_child(c));
    return clang_isStatement(last) || clang_isExpression(last);
}

/* Clang lets a declaration begin behind its __extension__. */
static uint32_t with_extension(const struct unit *u, uint32_t begin)
{
    static const char word[] = "__extension__";
    uint32_t at = begin, n = sizeof word - 1;
    while (at && (u->text[at - 1] == ' ' || u->text[at - 1] == '\n' || u->text[at - 1] == '\t'))
        at--;
    return at > n && !memcmp(u->text + at - n, word, n) ? with_extension(u, at - n) : begin;
}

/* Clang finds the end of what ends with another statement by going all the way down: not asked for here. */
static struct slice place_of(struct glue *g, CXCursor c)
{
    switch (kind_of(c)) {
    case STMT_IF:
    case STMT_FOR:
    case STMT_WHILE:
    case STMT_SWITCH:
    case STMT_CASE:
    case STMT_LABEL:
        return (struct slice){cursor_off(g, c), cursor_off(g, c) + 1};
    default:
        return cursor_slice(g, c);
    }
}

/* Appends c with all inside it; `begin`: its attributes' place, or its own. Returns its end, 0 if there is none. */
static uint32_t statement(struct glue *g, CXCursor c, uint32_t begin)
{
    if (with_attributes(c))
        return statement(g, last_child(c), begin);
    struct stmt s = {.kind = kind_of(c), .at = {begin, place_of(g, c).end}};
    if (s.kind == STMT_DECL)
        s.at.begin = with_extension(g->u, begin);
    if (s.kind == STMT_WHILE || s.kind == STMT_EXPR)
        s.region = region_at(g, place_of(g, c).begin);
    if (s.region)
        s.kind = STMT_CONSTRUCT;
    if (!written(g->u, &s))
        return 0;
    unsigned n, first, end;
    size_t base = children(g, c, &n);
    s.head = head_of(g, c, s.kind, g->stack.v + base, n);
    size_t index = g->u->stmts.n;
    vec_push(g->a, &g->u->stmts, s);
    uint32_t last = 0;
    bool stands_alone = s.region && clang_getCursorKind(c) != CXCursor_WhileStmt;
    end = stands_alone ? 0 : inner(s.kind, n, &first);
    for (unsigned i = end ? first : 0; i < end; i++) {
        CXCursor kid = g->stack.v[base + i]; /* the stack may move */
        last = statement(g, kid, place_of(g, kid).begin);
    }
    children_end(g, base);
    if (s.kind == STMT_LABEL || s.kind == STMT_CASE) /* the last in a block */
        last = last ? last : cursor_slice(g, c).end;
    struct stmt *made = &g->u->stmts.v[index];
    made->at.end = end_of(g->u, made, last);
    made->next = (uint32_t)g->u->stmts.n;
    return made->at.end;
}

static bool holds_region(const struct unit *u, struct slice body)
{
    size_t lo = 0, hi = u->regions.n; /* first one that does not begin before */
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (u->regions.v[mid]->pragma_at.begin < body.begin)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < u->regions.n && slice_has(body, u->regions.v[lo]->pragma_at.begin);
}

void stmts_read(struct glue *g, CXCursor function)
{
    CXCursor body = last_child(function);
    if (clang_isCursorDefinition(function) && clang_getCursorKind(body) == CXCursor_CompoundStmt &&
        holds_region(g->u, cursor_slice(g, body)))
        statement(g, body, cursor_slice(g, body).begin);
}
