/* region/verify_tree.c: the invariants of every tree. Checked between passes in builds that assert, and by tests. */
#include "tree.h"

/* how many kids a node of each kind has at least and at most; ANY: no limit */
enum { ANY = 255 };
static const struct arity {
    unsigned char least, most;
} arities[NODE_KINDS] = {
    [NODE_COMPOUND] = {0, ANY},
    [NODE_DECLARATIONS] = {0, ANY},
    [NODE_VARIABLE] = {1, ANY},
    [NODE_TYPES] = {0, ANY},
    [NODE_EXPRESSION] = {1, 1},
    [NODE_IF] = {3, 3},
    [NODE_FOR] = {4, 4},
    [NODE_WHILE] = {2, 2},
    [NODE_DO] = {2, 2},
    [NODE_SWITCH] = {2, 2},
    [NODE_CASE] = {3, 3},
    [NODE_DEFAULT] = {1, 1},
    [NODE_LABEL] = {1, 1},
    [NODE_RETURN] = {1, 1},
    [NODE_COMPUTED_GOTO] = {1, 1},
    [NODE_ASM] = {0, ANY},
    [NODE_CONSTRUCT] = {1, ANY},
    [NODE_OTHER_STATEMENT] = {0, ANY},
    [NODE_MEMBER] = {1, 1},
    [NODE_ARROW] = {1, 1},
    [NODE_SUBSCRIPT] = {2, 2},
    [NODE_DEREFERENCE] = {1, 1},
    [NODE_ADDRESS] = {1, 1},
    [NODE_UNARY] = {1, 1},
    [NODE_INCREMENT] = {1, 1},
    [NODE_BINARY] = {2, 2},
    [NODE_ASSIGN] = {2, 2},
    [NODE_COMPOUND_ASSIGN] = {2, 2},
    [NODE_COMMA] = {2, 2},
    [NODE_CONDITIONAL] = {3, 3},
    [NODE_CAST] = {1, ANY},
    [NODE_SIZEOF] = {1, ANY},
    [NODE_CALL] = {1, ANY},
    [NODE_LITERAL] = {1, 1},
    [NODE_INITIALISER] = {0, ANY},
    [NODE_STATEMENTS] = {1, 1},
    [NODE_CHOICE] = {0, ANY},
    [NODE_ATOMIC] = {0, ANY},
    [NODE_OTHER_EXPRESSION] = {0, ANY},
};

static const char *wrong_with(const struct node *n)
{
    bool operates =
        n->kind == NODE_UNARY || n->kind == NODE_INCREMENT || n->kind == NODE_BINARY || n->kind == NODE_COMPOUND_ASSIGN;
    const struct arity a = arities[n->kind];
    if (n->nkids < a.least || (a.most != ANY && n->nkids > a.most))
        return "has another number of operands than its kind";
    if (operates != (n->operator!= OPERATOR_NONE))
        return operates ? "has no operator" : "has an operator";
    if (n->at.begin > n->at.end || n->around.begin > n->at.begin || n->around.end < n->at.end)
        return "has no place in the text";
    if (n->kind == NODE_CONSTRUCT && !n->region)
        return "has no region";
    for (unsigned i = 0; i < n->nkids; i++) {
        const struct node *kid = n->kids[i];
        if (kid && (kid->parent != n || kid->place != i))
            return "has an operand that names another parent or place";
        if (kid && n->unevaluated && !kid->unevaluated)
            return "is not evaluated, but an operand is";
    }
    return NULL;
}

/* It recurses over the operands instead of using tree_next, which relies on what is verified here. */
static bool verify(const struct unit *u, const struct node *n, FILE *f)
{
    const char *why = wrong_with(n);
    struct loc at = unit_loc(u, n->at.begin);
    if (why)
        fprintf(f, "%s:%d: node '%s' %s\n", at.file ? at.file : u->path, at.line, node_name(n->kind), why);
    bool good = !why;
    for (unsigned i = 0; i < n->nkids; i++)
        good &= !n->kids[i] || verify(u, n->kids[i], f);
    return good;
}

bool tree_verify(const struct unit *u, FILE *f)
{
    bool good = true;
    for (size_t i = 0; i < u->trees.n; i++) {
        if (i && u->trees.v[i - 1]->around.begin > u->trees.v[i]->around.begin) {
            fprintf(f, "tree %zu begins before the one before it\n", i);
            good = false;
        }
        good &= verify(u, u->trees.v[i], f);
    }
    return good;
}
