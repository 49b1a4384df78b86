/* tree.h: a B+-tree in one array of nodes, so that it can be mapped as it is: children are indices, not pointers. */
#ifndef TREE_H
#define TREE_H

enum { ORDER = 24, NO_VALUE = -1 }; /* most keys of a node */

struct node {
    int keys;                /* how many */
    int is_leaf, next;       /* leaves: the one on the right, or -1 */
    unsigned key[ORDER];     /* ascending */
    int child[ORDER + 1];    /* inner node: child k holds keys below key[k]; leaf: child[k] is the value of key[k] */
};

struct tree {
    int nodes, root, height; /* height: inner levels above the leaves */
    struct node *node;
};

struct query {
    unsigned low, high; /* high < low: cancelled, nothing is to be done */
};

/* of a lookup (low == high) the value; of a range the number of its keys and the sum of their values */
struct answer {
    int found;
    long long sum;
};

struct tree tree_build(long keys, const unsigned *key, const int *value); /* of ascending keys */
void search_on_device(const struct tree *t, long queries, const struct query *query, struct answer *answer);

#endif
