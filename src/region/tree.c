/* region/tree.c: walking the tree of statements and expressions, and finding places in it. Printing and verifying it:
 * print_tree.c, verify_tree.c. */
#include "tree.h"

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

void tree_walk(const struct node *n, node_visit *f, void *ctx)
{
    for (const struct node *m = n; m;)
        m = f(m, ctx) ? tree_next(n, m) : tree_after(n, m);
}

/* ---- questions ---- */
bool node_is_statement(const struct node *n) { return n->kind <= NODE_OTHER_STATEMENT; }

const struct node *node_kid(const struct node *n, unsigned i) { return i < n->nkids ? n->kids[i] : NULL; }

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

const struct node *node_function(const struct node *n)
{
    while (n->parent)
        n = n->parent;
    return n;
}

struct var *node_var(const struct node *n) { return n && n->kind == NODE_NAME ? n->var : NULL; }

const struct node *node_callee(const struct node *call)
{
    const struct node *callee = call->kind == NODE_CALL ? node_kid(call, 0) : NULL;
    return callee && callee->kind == NODE_NAME && callee->func ? callee : NULL;
}

/* ---- finding ---- */
static bool holds(struct slice outer, struct slice inner)
{
    return outer.begin <= inner.begin && inner.end <= outer.end && outer.begin < outer.end;
}

/* the tree that begins last before `off` */
static const struct node *tree_at(const struct unit *u, uint32_t off)
{
    size_t lo = 0, hi = u->trees.n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (u->trees.v[mid]->around.begin <= off)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo ? u->trees.v[lo - 1] : NULL;
}

static const struct node *kid_that_holds(const struct node *n, struct slice s)
{
    for (unsigned i = 0; i < n->nkids; i++)
        if (n->kids[i] && holds(n->kids[i]->around, s))
            return n->kids[i];
    return NULL;
}

const struct node *unit_node(const struct unit *u, struct slice s)
{
    const struct node *n = tree_at(u, s.begin), *kid;
    if (!n || !holds(n->around, s))
        return NULL;
    while ((kid = kid_that_holds(n, s)))
        n = kid;
    return n;
}

const struct node *unit_statement(const struct unit *u, struct slice s)
{
    const struct node *n = tree_at(u, s.begin);
    while (n && !(holds(s, n->at) && node_is_statement(n))) {
        const struct node *kid = kid_that_holds(n, s);
        for (unsigned i = 0; !kid && i < n->nkids; i++)
            if (n->kids[i] && holds(s, n->kids[i]->at))
                kid = n->kids[i];
        n = kid;
    }
    return n;
}
