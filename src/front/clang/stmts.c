/* clang/stmts.c: makes unit.stmts, the table of statements of every function that holds an executable pragma, from the
 * tree. It does not look into expressions: a pragma inside ({ … }) has no entry, only the statement around it has. */
#include "glue.h"

#include <string.h>

static const struct {
    bool is_statement;
    enum stmt_kind kind;
} kinds[NODE_KINDS] = {
    [NODE_COMPOUND] = {true, STMT_COMPOUND},
    [NODE_DECLARATIONS] = {true, STMT_DECL},
    [NODE_EXPRESSION] = {true, STMT_EXPR},
    [NODE_NULL] = {true, STMT_NULL},
    [NODE_IF] = {true, STMT_IF},
    [NODE_FOR] = {true, STMT_FOR},
    [NODE_WHILE] = {true, STMT_WHILE},
    [NODE_DO] = {true, STMT_DO},
    [NODE_SWITCH] = {true, STMT_SWITCH},
    [NODE_CASE] = {true, STMT_CASE},
    [NODE_DEFAULT] = {true, STMT_CASE},
    [NODE_LABEL] = {true, STMT_LABEL},
    [NODE_BREAK] = {true, STMT_BREAK},
    [NODE_CONTINUE] = {true, STMT_CONTINUE},
    [NODE_RETURN] = {true, STMT_RETURN},
    [NODE_GOTO] = {true, STMT_GOTO},
    [NODE_COMPUTED_GOTO] = {true, STMT_GOTO},
    [NODE_ASM] = {true, STMT_ASM},
    [NODE_CONSTRUCT] = {true, STMT_CONSTRUCT},
    [NODE_OTHER_STATEMENT] = {true, STMT_OTHER},
};

/* The place after the literal or line marker that begins at `at`; at + 1 where none does. */
static uint32_t after(const struct unit *u, uint32_t at)
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

/* What the parentheses of the `for` at `at` hold. */
static struct slice for_head(const struct unit *u, uint32_t at)
{
    uint32_t open = skip_space(u, at + 3), depth = 0; /* 3: "for" */
    for (uint32_t i = open; i < u->len; i = after(u, i)) {
        depth += u->text[i] == '(';
        if (u->text[i] == ')' && --depth == 0)
            return (struct slice){open + 1, i};
    }
    return (struct slice){0, 0};
}

static struct slice around(const struct node *n) { return n ? n->around : (struct slice){0, 0}; }

static struct slice head_of(const struct unit *u, const struct node *n)
{
    switch (n->kind) {
    case NODE_IF:
    case NODE_SWITCH:
    case NODE_WHILE:
    case NODE_RETURN:
        return around(n->kids[0]);
    case NODE_DO:
        return around(n->kids[1]);
    case NODE_FOR:
        return for_head(u, n->off);
    case NODE_CASE:
        return (struct slice){n->off, around(n->kids[n->kids[2] ? 2 : 1]).end};
    case NODE_DEFAULT:
        return (struct slice){n->off, n->off + (uint32_t)strlen("default")};
    default:
        return (struct slice){0, 0};
    }
}

static void statement(struct glue *g, const struct node *n)
{
    struct unit *u = g->u;
    if (!n || !kinds[n->kind].is_statement)
        return;
    size_t index = u->stmts.n;
    struct stmt s = {.kind = kinds[n->kind].kind, .at = n->at, .head = head_of(u, n)};
    if (n->kind == NODE_CONSTRUCT)
        s.region = n->region;
    vec_push(g->a, &u->stmts, s);
    unsigned first = n->kind == NODE_FOR ? 3 : 0, end = n->kind == NODE_CONSTRUCT ? 1 : n->nkids; /* without its head */
    for (unsigned i = first; i < end; i++)
        statement(g, n->kids[i]);
    u->stmts.v[index].next = (uint32_t)u->stmts.n;
}

static bool holds_region(const struct unit *u, struct slice body)
{
    size_t i = unit_region_from(u, body.begin);
    return i < u->regions.n && slice_has(body, u->regions.v[i]->pragma_at.begin);
}

void stmts_read(struct glue *g)
{
    for (size_t i = 0; i < g->u->trees.n; i++) {
        const struct node *n = g->u->trees.v[i];
        if (n->kind == NODE_COMPOUND && holds_region(g->u, n->at))
            statement(g, n);
    }
}
