/* tree.c: builds the tree from sorted keys, from the leaves up: each level gathers the nodes of the one below. */
#include "tree.h"
#include "program.h"

static unsigned lowest_key(const struct tree *t, int node)
{
    while (!t->node[node].is_leaf)
        node = t->node[node].child[0];
    return t->node[node].keys ? t->node[node].key[0] : 0;
}

struct tree tree_build(long keys, const unsigned *key, const int *value)
{
    struct tree t = {0, 0, 0, get_memory(2 * keys / (ORDER / 2) + 64, sizeof(struct node))};
    long at = 0;
    do { /* leaves of changing fullness */
        struct node *n = &t.node[t.nodes];
        const int room = ORDER / 2 + (int)(hash32((unsigned)t.nodes) % (ORDER / 2 + 1));
        n->is_leaf = 1;
        n->next = -1;
        for (; n->keys < room && at < keys; at++, n->keys++) {
            n->key[n->keys] = key[at];
            n->child[n->keys] = value[at];
        }
        if (t.nodes > 0)
            t.node[t.nodes - 1].next = t.nodes;
        t.nodes++;
    } while (at < keys);

    for (int first = 0, end = t.nodes; end - first > 1; t.height++) {
        for (int from = first; from < end;) {
            struct node *n = &t.node[t.nodes++];
            int children = ORDER / 2 + 1;
            if (end - from - children < 2) /* no inner node has less than two children */
                children = end - from;
            for (int c = 0; c < children; c++) {
                n->child[c] = from + c;
                if (c > 0)
                    n->key[n->keys++] = lowest_key(&t, from + c);
            }
            from += children;
        }
        first = end;
        end = t.nodes;
    }
    t.root = t.nodes - 1;
    return t;
}
