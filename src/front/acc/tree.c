/* acc/tree.c: the tree of the user's statements, before OpenMP is written. Its places are those of the text. A
 * directive is a `while` in it, whose body is the directive's statement (asked.c).
 *
 * In the source's own text (gantry translate) places are others: acc_begin_of has them.
 *
 * needs: acc_construct.node.   sets: nothing.   breaks: nothing. */
#include "../../region/tree.h"
#include "acc.h"

#include <string.h>

const struct node *acc_tree(const struct acc_construct *c)
{
    const struct node *n = c->node && c->stmt.e > c->stmt.b ? node_kid(c->node, 1) : NULL;
    return n && n->kind != NODE_NULL ? n : NULL;
}

bool acc_is_directive(const struct acc_file *a, const struct node *n)
{
    for (size_t i = 0; n->kind == NODE_WHILE && i < a->v.n; i++)
        if (a->v.v[i]->node == n)
            return true;
    return false;
}

const struct node *acc_next(const struct acc_file *a, const struct node *root, const struct node *n)
{
    n = tree_next(root, n);
    while (n && n->parent && n->place == 0 && acc_is_directive(a, n->parent))
        n = tree_after(root, n);
    return n;
}

const struct node *acc_function_around(const struct acc_construct *c)
{
    const struct node *n = c->node;
    while (n && n->parent)
        n = n->parent;
    return n;
}

/* ---- loops ---- */

/* what the directives before it, and blocks without anything else, are about */
static const struct node *bare(const struct acc_file *a, const struct node *n, bool blocks)
{
    for (;;)
        if (n && acc_is_directive(a, n))
            n = n->kids[1];
        else if (n && blocks && n->kind == NODE_COMPOUND && n->nkids == 1)
            n = n->kids[0];
        else
            return n;
}

/* the first loop in the statement, which may stand beside other code */
static const struct node *loop_within(const struct acc_file *a, const struct node *stmt)
{
    for (const struct node *n = stmt; n; n = acc_next(a, stmt, n))
        if (n->kind == NODE_FOR)
            return n;
    return NULL;
}

const struct node *acc_loop(const struct acc_file *a, const struct acc_construct *c, unsigned k)
{
    const struct acc_clause *x = acc_find(c, ACC_CLAUSE_COLLAPSE);
    const struct node *n = is_loop(c) ? bare(a, acc_tree(c), false) : NULL;
    for (; k > 0 && n && n->kind == NODE_FOR; k--)
        n = x && x->forced ? loop_within(a, n->kids[3]) : bare(a, n->kids[3], true);
    return n && n->kind == NODE_FOR ? n : NULL;
}

const struct var *acc_loop_variable(const struct node *loop)
{
    const struct node *init = loop->kids[0], *decl = init && init->kind == NODE_DECLARATIONS ? node_kid(init, 0) : NULL;
    if (decl)
        return decl->kind == NODE_VARIABLE ? decl->var : NULL;
    return init && init->kind == NODE_ASSIGN ? node_var(init->kids[0]) : NULL;
}

const struct node *acc_body_of_loops(const struct acc_file *a, const struct acc_construct *c)
{
    struct parser ps = {a->f, c->p};
    unsigned n = acc_joined_loops(&ps, c);
    const struct node *loop = n ? acc_loop(a, c, n - 1) : NULL;
    return loop ? loop->kids[3] : NULL;
}

/* ---- places ---- */

static uint32_t place(struct acc_file *a, uint32_t at, bool end)
{
    uint32_t found = a->place ? a->place(a->places, at, end) : at;
    a->lost |= !found;
    return found;
}

uint32_t acc_begin_of(struct acc_file *a, uint32_t begin) { return place(a, begin, false); }

uint32_t acc_end_of(struct acc_file *a, uint32_t end) { return place(a, end, true); }

struct span acc_span(struct acc_file *a, const struct node *n)
{
    for_each_pointer (struct acc_construct, c, a->v)
        if (c->node == n) /* a directive's line is none of the tree's words */
            return (struct span){c->at.b, acc_end_of(a, n->at.end)};
    return (struct span){acc_begin_of(a, n->at.begin), acc_end_of(a, n->at.end)};
}

/* ---- names ---- */

static bool is_called(const char *said, const char *name, size_t n) { return !strncmp(said, name, n) && !said[n]; }

const struct node *acc_name_in(const struct acc_file *a, const struct node *tree, const char *name, size_t n)
{
    for (const struct node *x = tree; x; x = acc_next(a, tree, x)) {
        bool names = x->kind == NODE_NAME || x->kind == NODE_VARIABLE;
        const char *said = !names ? NULL : x->var ? x->var->name : x->func ? x->func->name : NULL;
        if (said && is_called(said, name, n))
            return x;
    }
    return NULL;
}

static bool declares(const struct node *declarations, const char *name, size_t n)
{
    bool any = false;
    for (unsigned i = 0; declarations && declarations->kind == NODE_DECLARATIONS && i < declarations->nkids; i++) {
        const struct node *x = declarations->kids[i];
        any |= x->kind == NODE_VARIABLE && x->var && is_called(x->var->name, name, n);
    }
    return any;
}

bool acc_declared_between(const struct node *within, const struct node *at, const char *name, size_t n)
{
    bool declared = false;
    const struct node *x = at;
    for (; x && x != within; x = x->parent) {
        const struct node *around = x->parent;
        declared |= around && around->kind == NODE_FOR && declares(around->kids[0], name, n);
        for (unsigned i = 0; around && around->kind == NODE_COMPOUND && i < x->place; i++)
            declared |= declares(around->kids[i], name, n);
    }
    return x && declared; /* x is NULL where `at` is not in it */
}
