#include "recursion.h"
int tree_sum(const struct node *nodes, int at) { return nodes[at].value + add_children(nodes, &nodes[at]); }
