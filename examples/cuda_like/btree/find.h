/* find.h: where a key belongs among the sorted keys of a node. */
#ifndef FIND_H
#define FIND_H
#include "tree.h"

/* does child k of an inner node hold `key`? True for exactly one k of 0 … n->keys */
static inline int child_holds(const struct node *n, int k, unsigned key)
{
    return k <= n->keys && (k == 0 || n->key[k - 1] <= key) && (k == n->keys || key < n->key[k]);
}

static inline int in_range(unsigned key, const struct query *q)
{
    return q->low <= key && key <= q->high;
}

#endif
