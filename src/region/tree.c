/* region/tree.c: walking the tree of statements and expressions, questions about its nodes, and finding the node of a
 * place in the text. Printing and verifying it: print_tree.c, verify_tree.c. */
#include "tree.h"

#include <string.h>

/* ---- walking ---- */
static const struct node *first_kid_from(const struct node *n, unsigned place)
{
    for (; place < n->nkids; place++)
        if (n->kids[place])
            return n->kids[place];
    return NULL;
}

const struct node *tree_after(const struct node *root, const struct node *n)
{
    for (; n != root; n = n->parent) {
        const struct node *next = first_kid_from(n->parent, n->place + 1);
        if (next)
            return next;
    }
    return NULL;
}

const struct node *tree_next(const struct node *root, const struct node *n)
{
    const struct node *below = first_kid_from(n, 0);
    return below ? below : tree_after(root, n);
}

bool tree_has(const struct node *n, node_test *test)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        if (test(m))
            return true;
    return false;
}

bool tree_names(const struct node *n, const struct var *v)
{
    for (const struct node *m = n; m; m = tree_next(n, m))
        if (m->kind == NODE_NAME && m->var == v)
            return true;
    return false;
}

/* ---- questions ---- */
bool node_is_branch(const struct node *n)
{
    const struct node *p = n->parent;
    switch (p->kind) {
    case NODE_IF:
    case NODE_CONDITIONAL:
        return n->place > 0;
    case NODE_BINARY:
        return n->place > 0 && (p->operator== OPERATOR_LAND || p->operator== OPERATOR_LOR);
    default:
        return p->kind == NODE_SWITCH;
    }
}

bool node_is_statement(const struct node *n) { return n->kind <= NODE_OTHER_STATEMENT; }

const struct node *node_kid(const struct node *n, unsigned i) { return i < n->nkids ? n->kids[i] : NULL; }

bool node_is_label(const struct node *n) { return n->kind == NODE_LABEL; }

bool node_by_address(const struct node *n)
{
    return n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE || n->kind == NODE_ARROW;
}

bool is_loop_statement(const struct node *n)
{
    return n->kind == NODE_FOR || n->kind == NODE_WHILE || n->kind == NODE_DO;
}

const struct node *node_loop(const struct node *n)
{
    for (n = n->parent; n; n = n->parent)
        if (is_loop_statement(n))
            return n;
    return NULL;
}

const struct node *node_block(const struct node *n)
{
    for (n = n->parent; n; n = n->parent)
        if (n->kind == NODE_COMPOUND)
            return n;
    return NULL;
}

const struct node *node_substatement(const struct node *n, unsigned i)
{
    const struct node *kid = node_kid(n, i);
    bool head = n->kind == NODE_DECLARATIONS || (n->kind == NODE_FOR && i == 0);
    return kid && node_is_statement(kid) && !head ? kid : NULL;
}

const struct var *node_var(const struct node *n) { return n && n->kind == NODE_NAME ? n->var : NULL; }

const struct node *node_callee(const struct node *call)
{
    const struct node *callee = call->kind == NODE_CALL ? node_kid(call, 0) : NULL;
    return callee && callee->kind == NODE_NAME && callee->func ? callee : NULL;
}

const struct node *node_uncast(const struct node *n)
{
    while (n && n->kind == NODE_CAST)
        n = n->kids[0];
    return n;
}

const struct func *node_called(const struct node *n)
{
    n = node_uncast(n);
    const struct node *callee = n ? node_callee(n) : NULL;
    return callee ? callee->func : NULL;
}

const struct func *node_taker(const struct node *n, unsigned place)
{
    while (n->parent && n->parent->kind == NODE_CAST && n->place == 0)
        n = n->parent;
    return n->parent && n->parent->kind == NODE_CALL && n->place == place ? node_called(n->parent) : NULL;
}

bool is_empty_statement(const struct node *n)
{
    if (n->kind != NODE_COMPOUND)
        return n->kind == NODE_NULL;
    for (unsigned i = 0; i < n->nkids; i++)
        if (!is_empty_statement(n->kids[i]))
            return false;
    return true;
}

const struct node *node_sole(const struct node *n)
{
    while (n && n->kind == NODE_COMPOUND) {
        const struct node *sole = NULL;
        for (unsigned i = 0; i < n->nkids; i++) {
            if (is_empty_statement(n->kids[i]))
                continue;
            if (sole)
                return NULL;
            sole = n->kids[i];
        }
        n = sole;
    }
    return n && n->kind != NODE_NULL ? n : NULL;
}

/* ---- comparing ---- */
static bool same_text(const struct unit *u, struct slice a, struct slice b)
{
    return a.end - a.begin == b.end - b.begin && !memcmp(u->text + a.begin, u->text + b.begin, a.end - a.begin);
}

static bool same_type(const struct type *a, const struct type *b)
{
    return a == b || (a && b && a->canonical && b->canonical && !strcmp(a->canonical, b->canonical));
}

/* their ends are the members' names */
bool node_same_member(const struct unit *u, const struct node *a, const struct node *b)
{
    return same_text(u, (struct slice){a->off, a->at.end}, (struct slice){b->off, b->at.end});
}

/* Are a and b, of the same kind, equal apart from operands and operators? */
static bool same_own(const struct unit *u, const struct node *a, const struct node *b)
{
    switch (a->kind) {
    case NODE_NUMBER:
        return a->constant && b->constant && a->value == b->value && same_type(a->type, b->type);
    case NODE_NAME:
        return a->var == b->var && a->func == b->func && (a->var || a->func || same_text(u, a->at, b->at));
    case NODE_REAL:
    case NODE_STRING:
        return same_text(u, a->at, b->at);
    case NODE_MEMBER:
    case NODE_ARROW:
        return node_same_member(u, a, b);
    case NODE_CAST:
        return same_type(a->type, b->type);
    default:
        return !node_is_statement(a) && a->kind != NODE_SIZEOF && a->kind != NODE_LITERAL && a->kind != NODE_CHOICE &&
               a->kind != NODE_ATOMIC && a->kind != NODE_OTHER_EXPRESSION && a->kind != NODE_STATEMENTS;
    }
}

bool tree_equal(const struct unit *u, const struct node *a, const struct node *b)
{
    if (!a || !b)
        return a == b;
    if (a->kind == NODE_SIZEOF && a->constant && a->kind == b->kind)
        return b->constant && a->value == b->value;
    if (a->kind != b->kind || a->operator!= b->operator|| a->nkids != b->nkids || !same_own(u, a, b))
        return false;
    for (unsigned i = 0; i < a->nkids; i++)
        if (!tree_equal(u, a->kids[i], b->kids[i]))
            return false;
    return true;
}

/* ---- finding ---- */
static bool holds(struct slice outer, struct slice inner)
{
    return outer.begin <= inner.begin && inner.end <= outer.end && given(outer);
}

/* the number of trees that begin at `off` or before it */
static size_t trees_up_to(const struct unit *u, uint32_t off)
{
    return table_of_pointers_from(u->trees.v, u->trees.n, offsetof(struct node, around.begin), off + 1);
}

/* where the external declaration around `off` begins */
static uint32_t declaration_begin(const struct unit *u, uint32_t off)
{
    size_t n = table_from(u->chunks.v, u->chunks.n, sizeof *u->chunks.v, offsetof(struct chunk, text.begin), off + 1);
    return n ? u->chunks.v[n - 1].text.begin : 0;
}

static const struct node *kid_that_holds(const struct node *n, struct slice s)
{
    for (unsigned i = 0; i < n->nkids; i++)
        if (n->kids[i] && holds(n->kids[i]->around, s))
            return n->kids[i];
    return NULL;
}

/* Several trees of one external declaration may hold s: those of `struct {…} a = …, b = …;` overlap. */
const struct node *unit_node(const struct unit *u, struct slice s)
{
    const struct node *best = NULL, *kid;
    uint32_t from = declaration_begin(u, s.begin);
    for (size_t i = trees_up_to(u, s.begin); i-- > 0 && u->trees.v[i]->around.begin >= from;) {
        const struct node *n = u->trees.v[i];
        if (!holds(n->around, s))
            continue;
        while ((kid = kid_that_holds(n, s)))
            n = kid;
        if (!best || n->around.end - n->around.begin < best->around.end - best->around.begin)
            best = n;
    }
    return best;
}

const struct node *unit_statement(const struct unit *u, struct slice s)
{
    const struct node *n = unit_node(u, s);
    while (n && n->parent && holds(s, n->parent->at) && node_is_statement(n->parent))
        n = n->parent;
    for (const struct node *m = n; m; m = tree_next(n, m))
        if (holds(s, m->at) && node_is_statement(m))
            return m;
    return NULL;
}
