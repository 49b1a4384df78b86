/* The tree of statements and expressions, made once by the front end from Clang's (src/front/clang/tree.c) for every
 * function of the file and every initialiser of file scope, and const from then on. Whoever asks what the user's code
 * does reads it here, never the text; text is for printing.
 *
 * A node is an operator with operands, tagged by its kind (nodes.def says which operand stands where). Parentheses and
 * implicit conversions have no nodes. */
#ifndef GANTRY_TREE_H
#define GANTRY_TREE_H

#include "region.h"

#define STATEMENT(KIND, NAME, OPERANDS) NODE_##KIND,
#define EXPRESSION(KIND, NAME, OPERANDS) NODE_##KIND,
enum node_kind {
#include "nodes.def"
    NODE_KINDS
};
#define OPERATOR(KIND, SPELLING) OPERATOR_##KIND,
enum operator{
    OPERATOR_NONE,
#include "nodes.def"
};

struct node {
    enum node_kind kind;
    enum operator operator;  /* UNARY, INCREMENT, BINARY, COMPOUND_ASSIGN (the operator without its '=') */
    uint32_t off;            /* of the name, or of the operator; of other nodes where they begin */
    struct slice at;         /* text; of statements with their final ';' */
    struct slice around;     /* expressions: with the parentheses around them */
    const struct type *type; /* expressions: before arrays become pointers; it has no declarator. NULL: not known */
    struct node *parent;
    struct node **kids; /* operands by place; those that the user left out are NULL */
    unsigned nkids;
    unsigned place;   /* among the parent's kids */
    bool unevaluated; /* in sizeof, _Alignof, typeof, _Generic's controlling expression */
    bool listed;      /* a list item of a clause: only named there */
    bool bit_field;   /* MEMBER, ARROW: the member is one */
    bool constant;    /* an integer constant expression (or a const variable's value): */
    int64_t value;    /* as its type represents it; uint64_t values beyond INT64_MAX are negative here */
    union {
        struct var *var;       /* NAME, VARIABLE, LITERAL (NULL: its address is not taken); NULL: no variable */
        struct region *region; /* CONSTRUCT */
        uint32_t target;       /* GOTO: where its label stands */
    };
    struct func *func; /* NAME of a function */
};

/* ---- how to walk: the tree in source order ---- */
/* Calls f for n and everything below it, parents first; where f returns false nothing below is visited. */
typedef bool node_visit(const struct node *n, void *ctx);
void tree_walk(const struct node *n, node_visit *f, void *ctx);
/* The nodes below (and with) `root` in that order, as a loop: for (n = root; n; n = tree_next(root, n)). */
const struct node *tree_next(const struct node *root, const struct node *n);
const struct node *tree_after(const struct node *root, const struct node *n); /* the same without what is below n */

/* ---- questions ---- */
bool node_is_statement(const struct node *n);
const struct node *node_kid(const struct node *n, unsigned i); /* NULL: it has none there */
/* The smallest node whose text holds [s.begin, s.end), in the function or initialiser around; NULL: there is none */
const struct node *unit_node(const struct unit *u, struct slice s);
const struct node *unit_statement(const struct unit *u, struct slice s); /* the outermost statement that lies in s */
const struct node *node_loop(const struct node *n);                      /* the innermost loop around n; NULL: none */
const struct node *node_function(const struct node *n);                  /* the body of the function around n */
const struct node *node_callee(const struct node *call); /* NAME of the function that is called directly, or NULL */
struct var *node_var(const struct node *n);              /* of a NAME of a variable; else NULL */
bool is_loop_statement(const struct node *n);            /* FOR, WHILE, DO */
const struct node *node_uncast(const struct node *n);    /* what is cast, through all casts; n may be NULL */
struct func *node_called(const struct node *n); /* the function that n, cast or not, calls directly; NULL: none */
/* The function that a call hands the value of n to, cast or not, as its argument `place`, from 1 on; NULL: none */
const struct func *node_taker(const struct node *n, unsigned place);
/* The only statement in n and the blocks in it that is not an empty one; NULL: there is none, or several */
const struct node *node_sole(const struct node *n);
const struct node *node_block(const struct node *n); /* the innermost block around n; NULL: none */
/* Operand i of n where it is a statement under n's control, or in n's block; NULL: declarations, parts of heads … */
const struct node *node_substatement(const struct node *n, unsigned i);
bool is_empty_statement(const struct node *n); /* `;`, or a block of nothing else */
typedef bool node_test(const struct node *n);
bool tree_has(const struct node *n, node_test *test); /* does n, or a node below it, pass? n may be NULL */
/* Do both mean the same, evaluated one after the other with nothing between? The same operators on the same names,
 * members, literals and types. */
bool tree_equal(const struct unit *u, const struct node *a, const struct node *b);

const char *node_name(enum node_kind k);
const char *operator_name(enum operator o);
void tree_print(FILE *f, const struct unit *u);  /* --dump=tree */
bool tree_verify(const struct unit *u, FILE *f); /* invariants; false and text when broken */

#endif
