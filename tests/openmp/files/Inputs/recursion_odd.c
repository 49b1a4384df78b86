#include "recursion.h"
int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
int add_children(const struct node *nodes, const struct node *n)
{
    return (n->left >= 0 ? tree_sum(nodes, n->left) : 0) + (n->right >= 0 ? tree_sum(nodes, n->right) : 0);
}
