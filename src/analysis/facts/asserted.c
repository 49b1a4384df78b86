/* facts/asserted.c: what the program asserts (`assume`, `#pragma ompx`): which of it can be tested when it runs. */
#include "../analysis.h"

static bool acts(const struct node *n)
{
    return n->kind == NODE_CALL || n->kind == NODE_ASSIGN || n->kind == NODE_COMPOUND_ASSIGN ||
           n->kind == NODE_INCREMENT || n->kind == NODE_STATEMENTS || n->kind == NODE_ATOMIC ||
           n->kind == NODE_OTHER_EXPRESSION;
}

bool is_testable(const struct node *fact) { return !tree_has(fact, acts); }

const struct region *shares_asserted_loop(const struct region *assume)
{
    const struct region *by = NULL;
    for (const struct node *n = node_kid(assume->tree, 0); n && n->kind == NODE_CONSTRUCT; n = node_kid(n, 0))
        if (n->region->dir != DIR_ASSUME)
            by = n->region;
    return by;
}
