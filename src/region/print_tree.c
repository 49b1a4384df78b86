/* region/print_tree.c: --dump=tree. One node a line, below its parent:
 *
 *     for  @120
 *       declarations  @120
 *         variable i  @120
 *           number : int = 0
 *
 * A statement is followed by its line in the file; an expression by its type and, where it is an integer constant, its
 * value. A part that the user left out is `-`. */
#include "tree.h"

#include <string.h>

static const char *const names[] = {
#define STATEMENT(KIND, NAME, OPERANDS) NAME,
#define EXPRESSION(KIND, NAME, OPERANDS) NAME,
#include "nodes.def"
};
static const char *const spellings[] = {
    "",
#define OPERATOR(KIND, SPELLING) SPELLING,
#include "nodes.def"
};

const char *node_name(enum node_kind k) { return names[k]; }

static void print_own(FILE *f, const struct unit *u, const struct node *n)
{
    bool text = n->kind == NODE_REAL || n->kind == NODE_STRING || n->kind == NODE_MEMBER || n->kind == NODE_ARROW ||
                n->kind == NODE_ATOMIC || n->kind == NODE_LABEL || (n->kind == NODE_NAME && !n->var && !n->func);
    fputs(names[n->kind], f);
    if (n->operator)
        fprintf(f, " %s", spellings[n->operator]);
    if (n->func)
        fprintf(f, " %s", n->func->name);
    else if ((n->kind == NODE_NAME || n->kind == NODE_VARIABLE || n->kind == NODE_LITERAL) && n->var)
        fprintf(f, " %s", n->var->name);
    else if (n->kind == NODE_CONSTRUCT)
        fprintf(f, " '%s'", n->region->pragma);
    else if (text) {
        uint32_t end = n->off;
        while (end < n->at.end && !strchr(" \n;:,()", u->text[end]))
            end++;
        fprintf(f, " %.*s", (int)(end - n->off), u->text + n->off);
    }
    if (n->type)
        fprintf(f, " : %s", n->type->canonical);
    if (n->constant)
        fprintf(f, " = %lld", (long long)n->value);
    if (n->unevaluated)
        fputs(" (not evaluated)", f);
    if (node_is_statement(n)) {
        struct loc at = unit_loc(u, n->at.begin);
        fprintf(f, "  @%d", at.line);
    }
}

static void print(FILE *f, const struct unit *u, const struct node *n, int depth)
{
    fprintf(f, "%*s", 2 * depth, "");
    if (!n) {
        fputs("-\n", f);
        return;
    }
    print_own(f, u, n);
    fputc('\n', f);
    for (unsigned i = 0; i < n->nkids; i++)
        print(f, u, n->kids[i], depth + 1);
}

void tree_print(FILE *f, const struct unit *u)
{
    for_each_pointer (const struct node, n, u->trees) {
        if (linemap_in_system(u->lines, n->at.begin))
            continue;
        for (size_t k = 0; k < u->funcs.n; k++)
            if (u->funcs.v[k]->tree == n)
                fprintf(f, "function %s\n", u->funcs.v[k]->name);
        print(f, u, n, 1);
    }
}
