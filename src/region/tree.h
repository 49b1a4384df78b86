/* The tree of statements and expressions. The front end makes it once from Clang's tree (src/front/clang/tree.c), for
 * every function of the file and every declaration of file scope with an initialiser, and it is const from then on.
 * Analyses read the user's code here, never in the text, which is for printing only.
 *
 * A node has a kind and operands, its kids; nodes.def says for each kind which operand stands at which place.
 * Parentheses and implicit conversions have no nodes. */
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
    enum operator operator;    /* UNARY, INCREMENT, BINARY, COMPOUND_ASSIGN (the operator without its '=') */
    uint32_t off;              /* where its name or operator stands; of a node without one, where it begins */
    struct slice at;           /* its text; of a statement with its final ';' */
    struct slice around;       /* expressions: with the parentheses around them; statements: the same as `at` */
    const struct type *type;   /* expressions: before arrays become pointers; its `decl` is NULL. NULL: not known */
    const struct node *parent; /* NULL: the root, an entry of unit.trees */
    struct node **kids;        /* operands by place; those that the user left out are NULL */
    unsigned nkids;
    unsigned place;   /* n->parent->kids[n->place] is n */
    bool unevaluated; /* in sizeof, _Alignof, typeof, _Generic's controlling expression */
    bool listed;      /* a list item of a clause: it names a variable without reading it */
    bool bit_field;   /* MEMBER, ARROW: the member is one */
    int64_t offset;   /* MEMBER, ARROW: bytes from the structure's beginning to the member; -1: not known */
    bool constant;    /* an integer constant expression, or the name of a const variable with such a value; … */
    int64_t value;    /* … this value, converted to its type; values of uint64_t beyond INT64_MAX are negative here */
    union {
        const struct var *var;       /* NAME, VARIABLE; LITERAL whose address is taken. NULL: none */
        const struct region *region; /* CONSTRUCT */
        uint32_t target;             /* GOTO: where its label stands */
    };
    const struct func *func; /* NAME of a function */
};

/* ---- tree.c: walking ---- */
/* Visits n and all nodes below it in source order, parents first: for (m = n; m; m = tree_next(n, m)) */
const struct node *tree_next(const struct node *root, const struct node *n);
/* the next node in that order that is not below n */
const struct node *tree_after(const struct node *root, const struct node *n);
typedef bool node_test(const struct node *n);
bool tree_has(const struct node *n, node_test *test);       /* does n, or a node below it, pass? n may be NULL */
bool tree_names(const struct node *n, const struct var *v); /* is v named there? n may be NULL */

/* ---- tree.c: questions about a node ---- */
bool node_is_statement(const struct node *n);
bool node_is_branch(const struct node *n); /* is it run or not by the value of another part of its parent, no loop? */
const struct node *node_kid(const struct node *n, unsigned i); /* NULL: it has none there */
bool is_loop_statement(const struct node *n);                  /* FOR, WHILE, DO */
bool node_is_label(const struct node *n);
bool node_by_address(const struct node *n);              /* an lvalue behind a pointer or in an array: a[i], *p, p->m */
const struct var *node_var(const struct node *n);        /* the variable of a NAME; else NULL. n may be NULL */
const struct node *node_callee(const struct node *call); /* NAME of the function that is called directly, or NULL */
const struct node *node_uncast(const struct node *n);    /* n without the casts applied to it; n may be NULL */
const struct func *node_called(const struct node *n); /* the function that n calls, if n is a direct call, cast or not;
                                                       * else NULL */
/* the function called with n, cast or not, as argument number `place` (from 1), if the call is direct; else NULL */
const struct func *node_taker(const struct node *n, unsigned place);
const struct node *node_loop(const struct node *n);  /* the innermost loop around n; NULL: none */
const struct node *node_block(const struct node *n); /* the innermost block around n; NULL: none */
/* Operand i of n where it is a statement that n controls or contains; NULL: it is none, a declaration in
 * DECLARATIONS, or in the head of a `for` */
const struct node *node_substatement(const struct node *n, unsigned i);
bool is_empty_statement(const struct node *n); /* `;`, or a block of nothing else */
/* The only statement in n that is not empty, out of the blocks around it; NULL: there is none, or several */
const struct node *node_sole(const struct node *n);
/* Do both mean the same if nothing changes in between? The same operators on the same names, members, literals and
 * types. */
bool tree_equal(const struct unit *u, const struct node *a, const struct node *b);
/* Do a and b, MEMBER or ARROW, name members of the same name? */
bool node_same_member(const struct unit *u, const struct node *a, const struct node *b);

/* ---- hash.c ---- */
/* The same for the same code, wherever it stands: by it a region is known again in a later version of the file. */
uint64_t tree_hash(const struct unit *u, const struct node *root);

/* ---- loop.c ---- */
/* The parts of FOR's header that a canonical loop has, into l; NULL, or what is wrong with it. */
const char *loop_read_header(struct loop *l, const struct node *n);
bool loop_goes_up(const struct loop *l);  /* from the lower values of its variable to the higher ones */
uint64_t loop_trip(const struct loop *l); /* how many iterations; 0: not a constant, or none */

/* ---- rows.c: arrays of variable length ---- */
const struct var *row_owner(const struct node *n); /* the variable whose rows n is one of; NULL: not known */
/* The number of elements of v's arrays in which there are `inside` arrays, themselves among them; NULL: it is not
 * known, or its expression may have another value now. */
const struct node *row_length(const struct unit *u, const struct var *v, size_t inside);

/* ---- tree.c: from a place in the text to a node ---- */
/* The smallest node whose text contains s; NULL: no function or initialiser does */
const struct node *unit_node(const struct unit *u, struct slice s);
const struct node *unit_statement(const struct unit *u, struct slice s); /* the outermost statement that lies in s */

/* ---- print_tree.c, verify_tree.c ---- */
const char *node_name(enum node_kind k);
void tree_print(FILE *f, const struct unit *u);  /* --dump=tree */
bool tree_verify(const struct unit *u, FILE *f); /* the invariants; false and a message when one is broken */

#endif
